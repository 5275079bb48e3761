"""Where the notebooks with solutions are: in a copy of the repository, never in an installation."""

from __future__ import annotations

from pathlib import Path

from lab.classroom.copies import notebooks
from lab.classroom.versions import has_solutions
from solvers import InputError


def with_solutions(copy: str | Path | None = None) -> Path:
    """The directory of the notebooks with solutions, in the repository's `copy` or in what runs."""
    folder = notebooks() if copy is None else Path(copy) / "notebooks"
    books = sorted(folder.glob("*.ipynb"))
    if any(has_solutions(book.read_text(encoding="utf-8")) for book in books):
        return folder
    if copy is None:
        raise InputError(
            "What is installed holds no solutions, so that students have none; name a copy of the "
            "repository: lab solutions DIR --source COPY."
        )
    raise InputError(f"--source must be a copy of the repository with its notebooks, got {copy!r}.")
