"""A program of one's own as the text of a knob, so that links and copied lines carry it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from solvers import InputError, Program
from solvers.checks import short

#: So many numbers a program in a knob may hold.
_MOST = 20_000
_FIELDS = ("c", "A", "b", "Q", "A_eq", "b_eq", "lower", "upper")


def program(problem: Program | str | Path | Any) -> str:
    """A program as the knob `program` of the lesson on programs takes it.

    problem: a `solvers.Program`; a linear or quadratic `cvxpy.Problem`, as CVXPY writes it for
    solvers: minimised, without the constant, absolute values and the like as further variables;
    or the path of a CSV file with one constraint a row, a_1, ..., a_n, b for a'x <= b, of which
    the first holds the objective c_1, ..., c_n. At most 20,000 numbers. Raises `InputError`.
    """
    if isinstance(problem, str | Path):
        problem = _read(problem)
    elif type(problem).__module__.partition(".")[0] == "cvxpy":
        problem = _modelled(problem)
    if not isinstance(problem, Program):
        raise InputError(
            "problem must be a Program, a cvxpy.Problem or the path of a CSV file, "
            f"got {type(problem).__name__}; build one with solvers.Program(c, A, b)."
        )
    given, count = {}, 0
    for name in _FIELDS:
        value = getattr(problem, name)
        value = value.toarray() if hasattr(value, "toarray") else value
        if value is None or not value.size or np.isinf(value).all():
            continue
        # JSON has no infinity: None stands for no bound.
        given[name] = np.where(np.isinf(value), np.array(None), value).tolist()
        count += value.size
    if count > _MOST:
        raise InputError(
            f"problem must hold at most {_MOST:,} numbers to travel in a knob, got {count:,}; "
            "solve it with solvers alone."
        )
    return json.dumps(given, separators=(",", ":"))


def program_of(text: str) -> Program:
    """The `Program` of what `program` wrote; `InputError` in one sentence where it is none."""
    try:
        given = json.loads(text)
        known = {n: _numbers(given[n], n) for n in _FIELDS if n in given}
    except (ValueError, TypeError, AttributeError, KeyError):
        known = {}
    if "c" not in known:
        raise InputError(
            f"program must be what lab.program(problem) wrote, got {short(text)}; pass it the "
            "problem, or the path of a CSV file."
        )
    return Program(**known)


def _numbers(value, name):
    """A list as an array, in which null stands for no bound."""
    none = {"lower": -np.inf, "upper": np.inf}.get(name)
    return np.array([none if v is None else v for v in value], dtype=np.float64)


def _modelled(problem):
    """The `Program` of a `cvxpy.Problem`; what is of CVXPY but no problem comes back as it is."""
    import cvxpy

    if not isinstance(problem, cvxpy.Problem):
        return problem
    try:
        # The conic form of a solver that comes with CVXPY: b - Ax is 0, then >= 0, then in cones.
        data = problem.get_problem_data(cvxpy.CLARABEL)[0]
        dims = data["dims"]
    except (cvxpy.DCPError, cvxpy.SolverError, TypeError) as error:
        why = str(error).partition("\n")[0].rstrip(".")
        raise InputError(
            f"problem must be one that CVXPY can write as a convex program, got: {why}."
        ) from None
    equal, rows, A, b = dims.zero, dims.zero + dims.nonneg, data["A"].tocsr(), data["b"]
    if rows < b.size:
        raise InputError(
            f"problem must be a linear or quadratic program, got {b.size - rows} rows in other "
            "cones; a norm of length 2 or an exponential makes such."
        )
    return Program(data["c"], A[equal:], b[equal:], Q=data.get("P"), A_eq=A[:equal],
                   b_eq=b[:equal])  # fmt: skip


def _read(path):
    """The `Program` of a CSV file: the objective, then one constraint a row."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"problem must be a CSV file that can be read, got {error}.") from None
    rows = [row for row in csv.reader(io.StringIO(text)) if any(row)]
    try:
        numbers = [[float(word) for word in row] for row in rows]
    except ValueError as error:
        raise InputError(
            f"{Path(path).name} must hold numbers only, got {error}; the first row is the "
            "objective, every other one a constraint a_1, ..., a_n, b."
        ) from None
    if len(numbers) < 2 or any(len(row) != len(numbers[0]) + 1 for row in numbers[1:]):
        lengths = sorted({len(row) for row in numbers})
        raise InputError(
            f"{Path(path).name} must hold the n numbers of the objective, then rows of n + 1, got "
            f"rows of {', '.join(map(str, lengths)) or 'no'} numbers."
        )
    body = np.array(numbers[1:])
    return Program(np.array(numbers[0]), body[:, :-1], body[:, -1])
