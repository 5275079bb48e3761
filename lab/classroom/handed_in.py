"""What lies in the directory of what was handed in: each notebook that is marked, and in one
sentence each file and folder that is not; and where the notebooks with solutions are."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from lab.books.copies import books, in_folder, name_of
from lab.books.versions import has_solutions
from solvers import InputError

#: What nbgrader, Jupyter and operating systems leave next to what a student hands in.
_SYSTEM = {".ipynb_checkpoints", ".DS_Store", "__MACOSX", "__pycache__", "Thumbs.db",
           "desktop.ini", "timestamp.txt"}  # fmt: skip
#: How browsers, desktops and Jupyter number a second copy: "a (1)", "a-Copy2", "Copy of a".
_COPY = re.compile(r"^copy of |[ _-]*(\(\d+\)|copy ?\d*|kopie ?\d*)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HandedIn:
    """One thing that was handed in. student: whose; name: of the file or folder, below the
    student's; path: where it is; book: the notebook that it is, "" for what is not marked; why: it
    is not, or what else is to be looked at, in one sentence, or "".
    """

    student: str
    name: str
    path: Path
    book: str = ""
    why: str = ""


def handed_in(folder: Path, books: Mapping[str, Path]) -> list[HandedIn]:
    """All that lies in `folder`: a directory for each student, as nbgrader collects them in
    STUDENT/ASSIGNMENT/, a directory of one student, one notebook, or the same one several times,
    each named by its student. books: name -> path of the notebooks that can be marked."""
    if folder.is_file():
        place = folder.resolve()
        return [_one(place.parent.name, folder.name, place, books, _ids(books))]
    ids, own = _ids(books), folder.resolve().name
    found = []
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if _SYSTEM & set(parts) or _holds_more(path):
            continue
        alone = len(parts) == 1 and not path.is_dir()
        student, name = (own, parts) if alone else (parts[0], parts[1:])
        found.append(_one(student, "/".join(name) or parts[0], path, books, ids))
    renamed = [one for one in found if one.path.parent == folder and _is_renamed(one, books)]
    often = Counter(one.book for one in renamed)
    own_names = {one.path for one in renamed if often[one.book] > 1}
    return _with_twins(
        [replace(o, student=o.path.stem) if o.path in own_names else o for o in found]
    )


def _is_renamed(one, books):
    """Whether it is a notebook that is known by its cells alone."""
    return bool(one.book) and not _by_name(name_of(one.path), books)


def _holds_more(path):
    """Whether a path is a folder of which the content is listed."""
    try:
        is_folder = path.is_dir() and not path.is_symlink()
        return is_folder and any(one.name not in _SYSTEM for one in path.iterdir())
    except OSError:
        return False


def _one(student, name, path, books, ids):
    if path.is_symlink():
        return HandedIn(student, name, path, why="It is a link to another place, and not followed.")
    if path.is_dir():
        why = "The folder is empty." if os.access(path, os.R_OK | os.X_OK) else "It cannot be read."
        return HandedIn(student, name, path, why=why)
    if not path.is_file():
        return HandedIn(student, name, path, why="It is no file.")
    if path.suffix.lower() != ".ipynb":
        return HandedIn(student, name, path, why="It is no notebook, and not marked.")
    book = _by_cells(path, ids) or _by_name(name_of(path), books)
    why = "" if book else f"It is not one of the notebooks {', '.join(books)}, and not marked."
    return HandedIn(student, name, path, book, why)


def _by_name(stem, books):
    """The notebook of that name, in small or large letters, numbered as a copy or not."""
    plain = {_plain(name): name for name in books}
    return plain.get(_plain(stem), "")


def _plain(name):
    before = None
    while before != name:
        before, name = name, _COPY.sub("", name).strip().removesuffix(".ipynb")
    return name.casefold().replace("-", "_").replace(" ", "_")


def _ids(books):
    """Name -> the names of the graded cells, which a renamed notebook still has."""
    return {name: _grade_ids(path) for name, path in books.items()}


def _grade_ids(path):
    try:
        cells = json.loads(path.read_text("utf-8-sig", errors="replace"))["cells"]
        marks = [cell["metadata"].get("nbgrader", {}) for cell in cells]
        return {mark["grade_id"] for mark in marks if mark.get("grade")}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return set()


def _by_cells(path, ids):
    """The notebook with which a renamed one shares most graded cells."""
    own = _grade_ids(path)
    best = max(ids, key=lambda name: len(ids[name] & own), default="")
    return best if best and ids[best] & own else ""


def _with_twins(found):
    """What a student handed in of a notebook more than once says so."""
    names: dict[tuple[str, str], list[str]] = {}
    for one in found:
        names.setdefault((one.student, one.book), []).append(one.name)
    return [_twin(one, names[one.student, one.book]) for one in found]


def _twin(one, names):
    if not one.book or len(names) == 1:
        return one
    why = f"{one.book} was handed in {len(names)} times: {', '.join(names)}."
    return HandedIn(one.student, one.name, one.path, one.book, why)


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
    """The notebooks of the sources at `copy`: next to the packages, or within one."""
    folders = [copy / "notebooks", *sorted(copy.glob("*/notebooks"))]
    return next((found for found in map(in_folder, folders) if found), {})
