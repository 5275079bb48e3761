"""What is known of a problem without the package: value, bound and optimum, by formulas in the
files of tests/solvers/answers alone, and by outside solvers."""

from collections.abc import Callable, Mapping
from pathlib import Path
from runpy import run_path
from typing import NamedTuple

import cvxpy
import numpy as np

_FOLDER = Path(__file__).parents[1] / "solvers" / "answers"


class Family(NamedTuple):
    """A problem class as it is judged from outside.

    kind: its type. cases: name -> function that builds a problem. optimum(problem) -> (the optimum
    by an outside solver, the size of its terms, its point or, where others are as good, None).
    value, bound (problem, x, dual) -> float: the objective at the answer, and the dual value at its
    multipliers. outside(problem, x) -> how far x is from being feasible, 0 up to rounding.
    moved(problem, x) -> points off the feasible set by a thousandth of the size of x; none where
    every point is feasible.
    """

    kind: type
    cases: Mapping[str, Callable]
    optimum: Callable
    value: Callable
    bound: Callable
    outside: Callable = lambda problem, x: 0.0
    moved: Callable = lambda problem, x: []


def families():
    """The families of all files."""
    return [f for file in sorted(_FOLDER.glob("*.py")) for f in run_path(str(file))["FAMILIES"]]


def solved(objective, constraints=()):
    """The optimal value of a convex program by Clarabel."""
    problem = cvxpy.Problem(cvxpy.Minimize(objective), list(constraints))
    tight = {"tol_gap_abs": 1e-10, "tol_gap_rel": 1e-9, "tol_feas": 1e-9}
    problem.solve(solver=cvxpy.CLARABEL, **tight)
    assert problem.status == cvxpy.OPTIMAL, problem.status
    return float(problem.value)


def precise(a):
    """`a` in 80 bits."""
    return np.asarray(a, dtype=np.longdouble)
