"""`lab.program(problem)`: files in MPS, QPS, LP and CSV, models of CVXPY, as a `NamedProgram`."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from lab.datasets import csv_file
from lab.datasets.csv_cells import DECIMALS, as_numbers, is_number
from lab.datasets.csv_records import (
    lines_of,
    records_of,
    trimmed,
    without_row_names,
    without_titles,
)
from lab.drawing.text import counted, listed
from lab.programs.named import NamedProgram, from_sides, named
from lab.programs.text import kind_of, program_file, text_of
from lab.spelling import shown
from solvers import InputError, Program
from solvers.checks import one_of


def program(
    problem: Program | str | Path | Any,
    *,
    relax: bool = False,
    objective: str | None = None,
    rhs: str | None = None,
    ranges: str | None = None,
    bounds: str | None = None,
    decimal: str = "auto",
) -> NamedProgram:
    """A linear or quadratic program under the names of its file or model.

    problem: the path of a file in MPS or QPS (free or fixed columns), LP or CSV format, each also
    packed (.gz), or the name of one that ships, "coffee.mps"; a `solvers.Program`; a
    `cvxpy.Problem`. A CSV file has one constraint a row, a_1, ..., a_n, b for a'x <= b; the first
    row holds the objective c_1, ..., c_n, with names above it or not.
    relax: leave out that variables are whole or semicontinuous, SOS sets and indicator rows, which
    are refused otherwise. objective, rhs, ranges, bounds: which N row, and which set of each
    section of an MPS file is taken, by default the first. decimal: of a CSV file, "point" or
    "comma", or "auto" to look.

    What comes back is a `solvers.Program`, which every solver takes: minimised, with names, the
    stated sense and constant, and `notes` of what was taken where readers differ. Its
    `.duals(result)` is the table of prices, `.save("x.mps")` writes it. `lab.run("polygon",
    program=...)` takes it, as it takes the path. Raises `InputError` in one sentence, with the line
    of a file.
    """
    if isinstance(problem, Program):
        return named(problem)
    if type(problem).__module__.partition(".")[0] == "cvxpy":
        from lab.programs.model import modelled

        return modelled(problem)
    if not isinstance(problem, str | Path):
        raise InputError(
            "problem must be a Program, a cvxpy.Problem or the path of a file in MPS, QPS, LP or "
            f"CSV format, got {type(problem).__name__}; build one with solvers.Program(c, A, b)."
        )
    file = program_file(problem)
    facts = file.stat()
    chosen = (objective, rhs, ranges, bounds)
    return _read(file, facts.st_mtime_ns, facts.st_size, bool(relax), chosen, decimal)


@lru_cache(maxsize=8)
def _read(file, changed, size, relax, chosen, decimal):
    """The program of a file; `changed` and `size` distinguish its versions."""
    kind = kind_of(file)
    if kind != "mps" and any(chosen):
        raise InputError(
            f"objective, rhs, ranges and bounds choose in MPS files, got {shown(file.name)}."
        )
    if kind == "csv":
        return _of_csv(file, decimal)
    text = text_of(file)
    return (
        _of_mps(text, file.name, relax, chosen) if kind == "mps" else _of_lp(text, file.name, relax)
    )


def _of_csv(file, decimal):
    """The program of a CSV file, packed or not."""
    packed = file.suffix.lower() == ".gz"
    text = text_of(file) if packed else csv_file.text_of(file)
    found = _program_in(text, file.stem if packed else file.name, decimal)
    return named(found, title=file.name)


def _program_in(text, name, decimal):
    """The `Program` min c'x subject to Ax <= b in the text of a CSV file: c_1, ..., c_n in the
    first row of numbers, a_1, ..., a_n, b in every other one; names above them are left out, and
    with these pandas' index. A spreadsheet saves a rectangle, so that the objective, which is one
    number shorter, may end in an empty cell."""
    decimal = one_of(decimal, tuple(DECIMALS), "decimal")
    records, delimiter = records_of(lines_of(text), name)
    records = _filled(without_titles(records)[0])
    if not any(map(is_number, records[0][1])):
        records = without_row_names(records)[0][1:]
    records = _rectangle(records, name)
    width = len(records[0][1])
    names = (*(f"x{k}" for k in range(1, width)), "b")
    line, objective = records[0]
    filled = [(line, [*objective[:-1], "0"]), *records[1:]]
    numbers, *_ = as_numbers(filled, tuple(range(width)), names, name, delimiter, decimal)
    return Program(numbers[0, :-1], numbers[1:, :-1], numbers[1:, -1])


def _rectangle(records, name):
    """The records of numbers, all of n + 1 cells; the objective's last one is empty."""
    records = trimmed(records)[0] if records else []
    filled = ([k for k, cell in enumerate(cells, 1) if cell.strip()] for _, cells in records)
    lengths = [max(places, default=0) for places in filled]
    wide = lengths[0] + 1 if lengths else 0
    wrong = [(line, n) for (line, _), n in zip(records[1:], lengths[1:], strict=True) if n != wide]
    if len(records) < 2 or wrong:
        got = f"{wrong[0][1]} in line {wrong[0][0]}" if wrong else "no constraint"
        raise InputError(
            f"{shown(name)} must hold the n numbers of the objective, then rows of n + 1: "
            f"a_1, ..., a_n, b; with n = {wide - 1 if wide else 0}, got {got}."
        )
    return [(line, cells[:wide]) for line, cells in records]


def _filled(records):
    """The records with empty cells at the end of the shorter ones."""
    width = max(len(cells) for _, cells in records)
    return [(line, [*cells, *[""] * (width - len(cells))]) for line, cells in records]


def _of_mps(text, name, relax, chosen):
    from lab.programs.highs import read
    from lab.programs.mps import scanned

    words = dict(zip(("objective", "rhs", "ranges", "bounds"), chosen, strict=True))
    found = scanned(text, name, **words)
    notes = [*found.notes, *_relaxed(found.discrete, name, relax)]
    arrays = read(found.text, "mps", name)
    sign = -1.0 if found.negated else 1.0
    parts = {
        "c": sign * arrays.c, "Q": None if arrays.Q is None else sign * arrays.Q,
        "constant": sign * arrays.constant, "sense": "max" if found.negated else found.sense,
        "rows": arrays.rows, "lower": arrays.lower, "upper": arrays.upper,
        "column_names": tuple(found.columns), "objective_name": found.objective or "objective",
    }  # fmt: skip
    parts = _folded(parts, found.fixed)
    return _made(parts | {"low": arrays.low, "high": arrays.high, "row_names": found.rows}, name,
                 notes)  # fmt: skip


def _folded(parts, fixed):
    """`parts` without the column that `save` wrote for the constant, where it is that."""
    names = parts["column_names"]
    if fixed not in names:
        return parts
    j = names.index(fixed)
    alone = not parts["rows"][:, [j]].nnz and (parts["Q"] is None or not parts["Q"][:, [j]].nnz)
    if not alone or not parts["lower"][j] == parts["upper"][j] == 1.0:
        return parts
    others = np.arange(len(names)) != j
    Q = None if parts["Q"] is None else parts["Q"][others][:, others]
    return parts | {
        "c": parts["c"][others], "Q": Q, "rows": parts["rows"][:, others],
        "constant": parts["constant"] + float(parts["c"][j]), "lower": parts["lower"][others],
        "upper": parts["upper"][others], "column_names": (*names[:j], *names[j + 1 :]),
    }  # fmt: skip


def _of_lp(text, name, relax):
    from lab.programs.highs import read
    from lab.programs.lp import checked

    found = checked(text, name)
    arrays = read(found.text, "lp", name)
    columns = arrays.column_names
    whole = [columns[j] for j in np.flatnonzero(arrays.whole)]
    semi = [columns[j] for j in np.flatnonzero(arrays.semi)]
    discrete = {"integer variable": whole, "semicontinuous variable": semi, **found.discrete}
    notes = _relaxed(discrete, name, relax)
    lower, upper = arrays.lower.copy(), arrays.upper.copy()
    lower[arrays.semi] = np.minimum(lower[arrays.semi], 0.0)
    units = [columns.index(word) for word in found.binary if word in columns]
    if units:
        lower[units], upper[units] = 0.0, 1.0
        binary = listed([columns[j] for j in units], most=5)
        notes.append(f"Binary variables lie between 0 and 1: {binary}.")
    crossed = np.flatnonzero((upper < 0.0) & (lower == 0.0))
    if crossed.size:
        notes.append(
            "The lower bound is 0, as LP files have it where none is given, above the upper one: "
            f"{listed([columns[j] for j in crossed], most=5)}; no point is feasible."
        )
    altered = [c for c in columns if c.count("(") != c.count(")")]
    if altered:
        raise InputError(
            f"{shown(name)} must write sums without parentheses, got {altered[0]!r} for a name; "
            "multiply them out."
        )
    rows = tuple(re.sub(r"^HiGHS_R(\d+)$", lambda m: f"r{int(m[1]) + 1}", row)
                 for row in arrays.row_names)  # fmt: skip
    parts = {n: getattr(arrays, n) for n in ("c", "Q", "constant", "sense", "rows", "low", "high")}
    parts |= {"lower": lower, "upper": upper, "column_names": columns, "row_names": rows}
    return _made(parts, name, notes)


def _made(parts, name, notes):
    """The `NamedProgram` of parts; what is wrong with their numbers is an error of the file."""
    if not len(parts["c"]):
        raise InputError(f"{shown(name)} must have at least one variable, got none.")
    try:
        return from_sides(**parts, title=name, notes=tuple(notes))
    except InputError as error:
        raise InputError(f"{shown(name)}: {error}") from None


def _relaxed(discrete, name, relax):
    """Notes of what is left out where the program is relaxed; raises where it is not."""
    parts = {kind: names for kind, names in discrete.items() if names}
    words = [
        f"{counted(len(names), kind)} ({listed(names, most=5)})" for kind, names in parts.items()
    ]
    if words and not relax:
        raise InputError(
            f"{shown(name)} must be a linear or quadratic program, got {', '.join(words)}; "
            "lab.program(path, relax=True) leaves that out."
        )
    return [f"Relaxed: without the conditions of {', '.join(words)}."] if words else []
