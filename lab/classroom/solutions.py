"""Where the notebooks with solutions are: in a copy of the sources; an installation of ours has
none."""

from __future__ import annotations

from pathlib import Path

from lab.books.copies import books, in_folder
from lab.books.versions import has_solutions
from solvers import InputError


def with_solutions(copy: str | Path | None = None) -> dict[str, Path]:
    """Name -> path of the notebooks whose directory holds solutions, in a `copy` of the workbook's
    or of a lesson's sources, or among what is installed."""
    found = books() if copy is None else _in_copy(Path(copy))
    solved = {path.parent for path in found.values() if has_solutions(path.read_text("utf-8"))}
    if solved:
        return {name: path for name, path in found.items() if path.parent in solved}
    if copy is None:
        raise InputError(
            "What is installed holds no solutions, so that students have none; name a copy of the "
            "repository: lab solutions DIR --source COPY."
        )
    raise InputError(
        "--source must be a copy of the repository, or of a lesson's sources, with a folder "
        f"notebooks that holds solutions, got {str(copy)!r}."
    )


def _in_copy(copy):
    """The notebooks of the sources at `copy`: beside the packages, or within one."""
    folders = [copy / "notebooks", *sorted(copy.glob("*/notebooks"))]
    return next((found for found in map(in_folder, folders) if found), {})
