"""The notebooks that are installed, ours and those of lessons' packages, and copies of them that a
user may change."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from lab import discovery
from lab.books.versions import student_version
from lab.discovery import first_of_each, reason
from lab.spelling import guess
from solvers import InputError


def notebooks() -> Path:
    """The directory of ours: inside the installed package, or next to it in the sources."""
    here = Path(__file__).resolve().parents[1]
    for folder in (here / "notebooks", here.parent / "notebooks"):
        if any(folder.glob("*.ipynb")):
            return folder
    raise InputError("The notebooks are missing from this installation; install convexlab again.")


def name_of(path: Path) -> str:
    """The name of the notebook at `path`: of its file, without suffix, and without the number that
    puts it at its place in a list of files."""
    return re.sub(r"^\d+-(?=.)", "", path.stem)


def in_folder(folder: Path) -> dict[str, Path]:
    """Name -> path of the notebooks in a directory. InputError where two have one name."""
    found: dict[str, Path] = {}
    for path in sorted(folder.glob("*.ipynb")):
        if (other := found.setdefault(name_of(path), path)) is not path:
            raise InputError(
                f"Notebooks must have names of their own in {folder}, got {other.name} and "
                f"{path.name}, which differ in their number only; rename one."
            )
    return found


def books() -> dict[str, Path]:
    """Name -> path: ours, then those in the folder `notebooks` of each lesson's package that can
    be read and have a name of their own."""
    return _found()[0]


def broken() -> dict[str, str]:
    """Path -> why a lesson's notebook is not among `books()`."""
    return _found()[1]


def of_lesson(lesson: str) -> list[str]:
    """The names of a lesson's notebooks: the one of ours that is called as it, and its own."""
    known, ours = books(), lesson.replace("-", "_")
    own = [name_of(file) for at, file in _held() if at == lesson and file in known.values()]
    return ([ours] if ours in known and ours not in own else []) + own


def _held():
    return discovery.LESSONS.files("notebooks/*.ipynb")


def _found():
    """(what there is, what is left out and why)."""
    ours, unread = in_folder(notebooks()), {}
    offered = [(name, (path,)) for name, path in ours.items()]
    for _, file in _held():
        try:
            student_version(file.read_text(encoding="utf-8"))
            offered.append((name_of(file), (file,)))
        except Exception as error:
            unread[str(file)] = reason(f"The notebook {name_of(file)!r} ({file})", error)
    found, taken = first_of_each("notebook", offered)
    return {name: path for name, (path,) in found.items()}, unread | taken


def selected(source: Mapping[str, Path], names: Sequence[str] = ()) -> dict[str, Path]:
    """Those of the notebooks `source` (name -> path) that are named, by default all. InputError
    for a name that is not there."""
    for name in names:
        if name not in source:
            raise InputError(
                f"{name!r} is not a notebook; {guess(name, source)}"
                f"choose one of {', '.join(source)}."
            )
    return {name: path for name, path in source.items() if not names or name in names}


def retargeted(text: str) -> str:
    """The student's version of the notebook `text` (JSON), as it is once a kernel of this
    interpreter has started: JupyterLab marks one as changed that says less about its language."""
    from ipykernel.ipkernel import IPythonKernel

    book = json.loads(student_version(text))
    book["metadata"]["language_info"] = IPythonKernel.language_info
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def copy_missing(
    target: str | Path,
    version: Callable[[str], str] = student_version,
    source: Mapping[str, Path] | None = None,
    names: Sequence[str] = (),
) -> list[str]:
    """Write notebooks that `target` does not have; return their names. Never overwrites.

    version(text) -> text: of what is written. source: name -> path, by default `books()`.
    names: as `name_of` has them; by default all.
    """
    target, source = Path(target), books() if source is None else source
    if target.exists() and not target.is_dir():
        raise InputError(f"DIR must be a directory, got the file {str(target)!r}.")
    wanted = selected(source, names)
    target.mkdir(parents=True, exist_ok=True)
    new = []
    for path in wanted.values():
        text = version(path.read_text(encoding="utf-8"))
        with contextlib.suppress(FileExistsError), open(target / path.name, "xb") as copy:
            copy.write(text.encode("utf-8"))
            new.append(path.name)
    return new
