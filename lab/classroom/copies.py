"""The notebooks that are installed, and copies of them that a user may change."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from lab.classroom.versions import student_version
from solvers import InputError


def notebooks():
    """The directory of the notebooks: inside the installed package, or beside it in the sources."""
    here = Path(__file__).resolve().parents[1]
    for folder in (here / "notebooks", here.parent / "notebooks"):
        if any(folder.glob("*.ipynb")):
            return folder
    raise InputError("The notebooks are missing from this installation; install convexlab again.")


def chosen(source: Path, names: Sequence[str] = ()) -> dict[str, Path]:
    """Name without suffix -> path of notebooks in the directory `source`; names: which, in the
    order of their names, by default all. InputError for a name that is not there."""
    found = {path.stem: path for path in sorted(source.glob("*.ipynb"))}
    for name in names:
        if name not in found:
            raise InputError(f"NOTEBOOK must be one of {', '.join(found)}, got {name!r}.")
    return {name: path for name, path in found.items() if not names or name in names}


def copy_missing(target, version=student_version, source=None, names=()):
    """Write notebooks that `target` does not have; return their names. Never overwrites.

    version(text) -> text: of what is written. source: their directory, by default `notebooks()`.
    names: without suffix; by default all.
    """
    target, source = Path(target), notebooks() if source is None else Path(source)
    if target.exists() and not target.is_dir():
        raise InputError(f"DIR must be a directory, got the file {str(target)!r}.")
    wanted = chosen(source, names)
    target.mkdir(parents=True, exist_ok=True)
    new = []
    for path in wanted.values():
        text = version(path.read_text(encoding="utf-8"))
        with contextlib.suppress(FileExistsError), open(target / path.name, "xb") as copy:
            copy.write(text.encode("utf-8"))
            new.append(path.name)
    return new
