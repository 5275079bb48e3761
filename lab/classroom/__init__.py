"""What a teacher uses: votes, marking, the teacher's pack, lesson plans.

This is the package's entry, and what other packages import of it; each function loads what it needs
when it is called. As an extension of a Jupyter server the package holds the rooms of
`dashboard.vote()`: it is off until it is asked for, and nothing answers before a room is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lab.classroom.submitted import Submission
    from lab.classroom.votes.board import Vote


def open_room(board: Any, listen: str | None = None, **options: Any) -> Vote:
    """The room in which a class answers the questions of the dashboard `board`; `options` are those
    of `lab.classroom.votes.board.vote`."""
    from lab.classroom.votes.board import vote

    return vote(board, listen, **options)


def hold_vote(address: str, settings: dict[str, str], **options: Any) -> None:
    """`lab vote`: a room for the scene at `address`; see `lab.classroom.votes.command.vote`."""
    from lab.classroom.votes.command import vote

    vote(address, settings, **options)


def serve_rooms(lecturers: tuple[str, ...]) -> None:
    """`lab vote --service`: the rooms of a JupyterHub, which the hub users `lecturers` may open."""
    from lab.classroom.votes.service import serve

    serve(lecturers)


def write_solutions(
    folder: str, names: Sequence[str] = (), source: str | None = None, otter: bool = False
) -> list[str]:
    """`lab solutions`: the notebooks with solutions and hidden tests; the names of new files."""
    from lab.books.copies import copy_missing, selected
    from lab.classroom.handed_in import with_solutions
    from lab.classroom.otter import write_otter_tests

    books = selected(with_solutions(source), names)
    return copy_missing(folder, str, books) + (write_otter_tests(folder, books) if otter else [])


def mark(
    folder: str, out: str, source: str | None, progress: Callable | None
) -> tuple[Path, Path, list[Submission]]:
    """`lab report`: mark what was handed in; see `lab.classroom.report.report`."""
    from lab.classroom.report import report

    return report(folder, out, source, progress)


def write_teacher_pack(folder: str, progress: Callable | None) -> list[Path]:
    """`lab teacher`: the key to each scene and the lesson plans; the files."""
    from lab.classroom.pack import write_pack

    return write_pack(folder, progress)


def lesson_plan(lesson: str) -> str:
    """`lab plan`: the plan of a lesson, in Markdown."""
    from lab.classroom.pack import plan

    return plan(lesson)


def _jupyter_server_extension_points():
    return [{"module": "lab.classroom"}]


def _load_jupyter_server_extension(server):
    """Let the dashboards of this Jupyter server open rooms."""
    from lab.classroom.votes.extension import load

    load(server)
