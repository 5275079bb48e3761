"""A program of one's own as the text of a knob, so that links and copied lines carry it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from lab.datasets.csv_program import read_program
from solvers import InputError, Program
from solvers.checks import short

#: So many numbers a program in a knob may hold.
_MOST = 20_000
_FIELDS = ("c", "A", "b", "Q", "A_eq", "b_eq", "lower", "upper")


def program(problem: Program | str | Path | Any, decimal: str = "auto") -> str:
    """A program as the knob `program` of the lesson on programs takes it.

    problem: a `solvers.Program`; a linear or quadratic `cvxpy.Problem`, as CVXPY writes it for
    solvers: minimised, without the constant, absolute values and the like as further variables;
    or the path of a CSV file with one constraint a row, a_1, ..., a_n, b for a'x <= b, below a row
    with the objective c_1, ..., c_n; separators, comments and names of columns as in any other
    file. At most 20,000 numbers.
    decimal: of a file, "point" or "comma", or "auto" to look. Raises `InputError`.
    """
    if isinstance(problem, str | Path):
        problem = read_program(problem, decimal)
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
    kinds = ("integer", "boolean")
    whole = [v.name() for v in problem.variables() if any(v.attributes[k] for k in kinds)]
    if whole:
        raise InputError(
            f"problem must have variables that may be any number, got {whole[0]}, which "
            "is to be whole; declare it without integer and boolean."
        )
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
