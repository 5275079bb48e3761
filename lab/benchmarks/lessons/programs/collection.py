"""Collections of programs in files: `programs/` in the directory of further data, with the known
optimum of each file from the table of its README.md."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lab.data import VARIABLE, directory
from lab.programs.named import NamedProgram
from lab.programs.reading import program
from lab.programs.text import kind_of
from solvers import InputError

FOLDER = "programs"
#: Heads of the column with the known optimum; the first that exists is read.
_HEADS = ("optimum", "known", "Clarabel", "HiGHS")
#: Values in a README have nine digits, and are those of a solver.
_AGREE = 2e-6


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a program: claim is "optimal", "infeasible", "unbounded" or "" if nothing
    is; value: the stated objective at the optimum, its constant included."""

    claim: str = ""
    value: float = math.nan

    def agrees(self, claim: str, value: float, scale: float, tol: float) -> bool:
        """Whether an answer can be true; scale: of its certificate."""
        if not self.claim:
            return True
        if claim != "optimal" or claim != self.claim:
            return claim == self.claim
        return abs(value - self.value) <= tol * scale + _AGREE * abs(self.value)

    def __str__(self) -> str:
        return f"{self.value:.9g}" if self.claim == "optimal" else self.claim


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A file's name, the program in it, and what is known of that."""

    name: str
    program: NamedProgram
    known: Known


def collection() -> Iterator[Entry]:
    """The programs of the directory in the order of their names.

    Raises `InputError` where there is none; a file that cannot be read is an error as well, as a
    part of a collection is no result.
    """
    folder = _folder()
    known = optima(folder / "README.md")
    for file in _files(folder):
        yield Entry(file.name, program(file), known.get(file.name, Known()))


def size() -> int:
    """How many files the collection has."""
    return len(_files(_folder()))


def _folder() -> Path:
    where = directory()
    if where is None or not (where / FOLDER).is_dir():
        raise InputError(
            f"--data or {VARIABLE} must name a directory with a folder {FOLDER}/ of MPS, QPS or LP "
            f"files, got {where or 'none'}."
        )
    return where / FOLDER


def _files(folder):
    found = [file for file in sorted(folder.iterdir()) if _is_program(file)]
    if not found:
        raise InputError(f"{folder} must hold files in MPS, QPS or LP format, got none.")
    return found


def _is_program(file):
    try:
        return file.is_file() and kind_of(file) in ("mps", "lp")
    except InputError:
        return False


def optima(readme: Path) -> dict[str, Known]:
    """File name -> `Known`, from the first Markdown table with a column `file`; {} without one."""
    if not readme.is_file():
        return {}
    heads, found = list[str](), dict[str, Known]()
    for line in readme.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
        if not line.lstrip().startswith("|"):
            if found:
                break
            heads = []
        elif not heads:
            heads = cells
        elif "file" in heads and len(cells) == len(heads) and not set(line) <= set("|-: "):
            row = dict(zip(heads, cells, strict=True))
            found[row["file"]] = _known(next((row[h] for h in _HEADS if h in row), ""))
    return found


def _known(words):
    """The `Known` of a cell such as "Solved 12.5", "PrimalInfeasible nan", "12.5" or "?"."""
    if "nbounded" in words or "DualInfeasible" in words:
        return Known("unbounded")
    if "nfeasible" in words:
        return Known("infeasible")
    plain = (word.replace("−", "-").replace(",", "") for word in words.split())
    numbers = [word for word in plain if any(map(str.isdigit, word))]
    if not numbers:
        return Known()
    try:
        (value,) = map(float, numbers)
    except ValueError:
        raise InputError(
            f"README.md must say an optimum as one number, such as -1234.5, got {words!r}."
        ) from None
    return Known("optimal", value)
