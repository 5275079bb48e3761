"""A program as free MPS that HiGHS, SCIP and GLPK read back to the last digit.

What these readers take in different ways is not written: a maximum is written as the minimum of
minus the objective and the constant as the cost of a column that is fixed at 1, each with a comment
by which `lab.program` finds the stated form again; no blank lines, bounds in full, a lower bound
before the upper one, a range only where its sum with the side gives the other side exactly.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csc_array, tril

from lab.programs.mps import CONSTANT, NEGATED
from lab.programs.text import SUFFIXES
from solvers import InputError

_WRITTEN = SUFFIXES[:2]
_SAFE = re.compile(r"[^A-Za-z0-9_.,()\[\]#@-]")
_LONGEST = 60


def write_mps(program: Any, path: Path) -> None:
    """Write a `NamedProgram` to `path`, .mps or .qps, packed where .gz follows."""
    file = Path(path).expanduser()
    stem = file.name.lower().removesuffix(".gz")
    if Path(stem).suffix not in _WRITTEN:
        raise InputError(
            f"path must end in {' or '.join(_WRITTEN)}, or one of these and .gz, got {file.name!r}."
        )
    data = "\n".join([*lines_of_program(program), ""]).encode()
    packed = file.name.lower().endswith(".gz")
    try:
        file.write_bytes(gzip.compress(data, mtime=0) if packed else data)
    except OSError as error:
        raise InputError(f"path must be writable: {error.strerror or error}.") from None


def lines_of_program(program: Any) -> Iterator:
    """The lines of a `NamedProgram`."""
    rows, low, high = program.stated_rows()
    names = _names([*program.row_names, program.objective_name])
    *row_names, objective = names
    columns = _names([*program.column_names, "constant"])
    *column_names, one = columns
    kinds, extra = _kinds(row_names, low, high, {*names})
    constant = program.sign * program.constant
    if program.sense == "max":
        yield NEGATED
    if constant:
        yield f"{CONSTANT} {one}"
    title = _SAFE.sub("_", program.title)[:_LONGEST]
    yield f"NAME          {title}" if title else "NAME"
    yield "ROWS"
    yield f" N  {objective}"
    for kind, row, *_ in (*kinds, *extra):
        yield f" {kind}  {row}"
    yield from _columns(program, rows, column_names, row_names, extra, objective)
    if constant:
        yield f"    {one}  {objective}  {_word(constant)}"
    yield "RHS"
    for _, row, side, *_ in (*kinds, *extra):
        if side:
            yield f"    RHS  {row}  {_word(side)}"
    ranges = [(row, span) for _, row, _, span in kinds if span is not None]
    if ranges:
        yield "RANGES"
        yield from (f"    RNG  {row}  {_word(span)}" for row, span in ranges)
    bounds = list(_bounds(program, column_names))
    if constant:
        bounds.append(f" FX BND  {one}  1.0")
    if bounds:
        yield "BOUNDS"
        yield from bounds
    yield from _quadratic(program, column_names)
    yield "ENDATA"


def _names(names):
    """Names without blanks and other signs that readers trip over, each another."""
    taken, found = set(), []
    for k, name in enumerate(names):
        word = _SAFE.sub("_", name)[:_LONGEST] or f"n{k + 1}"
        word = word if word[0].isalpha() or word[0] == "_" else f"_{word}"
        free, number = word, 2
        while free in taken:
            free, number = f"{word}_{number}", number + 1
        taken.add(free)
        found.append(free)
    return found


def _kinds(row_names, low, high, taken):
    """([(kind, row, side, range or None)], [(kind, new row, side, the row that it repeats)]): rows
    of which no range gives both sides exactly are written twice."""
    kinds, extra = [], []
    for i, (row, a, b) in enumerate(zip(row_names, low, high, strict=True)):
        if a == b:
            kinds.append(("E", row, a, None))
        elif np.isinf(a) and np.isinf(b):
            kinds.append(("N", row, 0.0, None))
        elif np.isinf(a):
            kinds.append(("L", row, b, None))
        elif np.isinf(b):
            kinds.append(("G", row, a, None))
        else:
            kind, side, span = _range(a, b)
            kinds.append((kind, row, side, span))
            if span is None:
                again = next(n for k in range(len(taken) + 1)
                             if (n := f"{row}_low{k or ''}") not in taken)  # fmt: skip
                taken.add(again)
                extra.append(("G", again, a, i))
    return kinds, extra


def _range(low, high):
    """(kind, side, range) of both sides, None for the range where rounding loses a digit."""
    span = high - low
    for width in (span, np.nextafter(span, np.inf), np.nextafter(span, -np.inf)):
        if 0.0 < width < np.inf and high - width == low:
            return "L", high, float(width)
        if 0.0 < width < np.inf and low + width == high:
            return "G", low, float(width)
    return "L", high, None


def _columns(program, rows, column_names, row_names, extra, objective):
    yield "COLUMNS"
    by_column = csc_array(rows)
    by_column.sort_indices()
    again = {i: row for _, row, _, i in extra}
    for j, column in enumerate(column_names):
        entries = slice(by_column.indptr[j], by_column.indptr[j + 1])
        pairs = [(objective, program.c[j])] if program.c[j] else []
        for i, value in zip(by_column.indices[entries], by_column.data[entries], strict=True):
            if value:
                pairs.append((row_names[i], value))
                pairs += [(again[i], value)] if i in again else []
        for row, value in pairs or [(objective, 0.0)]:
            yield f"    {column}  {row}  {_word(value)}"


def _bounds(program, column_names):
    for column, low, high in zip(column_names, program.lower, program.upper, strict=True):
        if np.isinf(low) and np.isinf(high):
            yield f" FR BND  {column}"
        elif low == high:
            yield f" FX BND  {column}  {_word(low)}"
        else:
            if np.isinf(low):
                yield f" MI BND  {column}"
            elif low or high < 0.0:
                yield f" LO BND  {column}  {_word(low)}"
            if np.isfinite(high):
                yield f" UP BND  {column}  {_word(high)}"


def _quadratic(program, column_names):
    """The lower triangle of Q."""
    if program.Q is None:
        return
    lower = tril(csc_array(program.Q)).tocsc()
    lower.sort_indices()
    lower.eliminate_zeros()
    entries = lower.tocoo()  # column by column
    yield "QUADOBJ"
    for i, j, value in zip(entries.row, entries.col, entries.data, strict=True):
        yield f"    {column_names[j]}  {column_names[i]}  {_word(value)}"


def _word(value):
    """A number with as many digits as distinguish it from all others."""
    return repr(float(value))
