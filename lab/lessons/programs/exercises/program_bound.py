"""The bound of a linear program from prices: the least value of the Lagrangian in the box."""

from __future__ import annotations

from itertools import product

import numpy as np

from lab.checking.task import Exercise, Problem, Property, off, seeded, show
from solvers import Program, solve_simplex


def program_bound(
    c: np.ndarray, A: np.ndarray, b: np.ndarray, low: np.ndarray, high: np.ndarray, y: np.ndarray
) -> float:
    """The bound that prices y give on min c'x over A x <= b with low <= x <= high.

    c: (n,). A: (m, n). b: (m,). low and high: (n,), all finite. y: (m,), each 0 or more: what a
    unit by which a row is broken costs. The bound is the least of c'x + y'(A x - b) over all x
    with low <= x <= high, whether they keep the rows or not. Returns a number.
    """
    raise NotImplementedError


def _program(seed, m, n):
    """c, A, b, lower, upper, with a point that keeps all rows."""
    rng = seeded(seed)
    A, c = rng.standard_normal((m, n)), rng.standard_normal(n)
    lower = -rng.uniform(0.5, 2.0, n)
    upper = lower + rng.uniform(1.0, 4.0, n)
    return c, A, A @ (0.5 * (lower + upper)) + rng.uniform(0.05, 0.5, m), lower, upper


def _prices(seed, m, n):
    """Prices drawn at random, no prices, and the best ones."""

    def play(ask):
        given = _program(seed, m, n)
        best = solve_simplex(Program(*given[:3], lower=given[3], upper=given[4]), tol=1e-10)
        least = best.certificate.objective
        for size in (0.0, 0.2, 1.0, 5.0):
            ask(*given, size * seeded(seed + 50).uniform(0.0, 1.0, m), least=least)
        ask(*given, np.maximum(best.dual["y"], 0.0), least=least, optimum=True)

    return play


def _problems():
    yield Problem("two variables", _prices(61, 3, 2))
    yield Problem("four variables", _prices(62, 5, 4))
    yield Problem("one row", _prices(63, 1, 3))
    yield Problem("more rows than it needs", _prices(64, 9, 3))


def _corners(call):
    """The Lagrangian at the corners of the box, of which one is its least value there."""
    c, A, b, lower, upper, y = call.args
    x = np.array(list(product(*zip(lower, upper, strict=True))))
    return x @ c + (x @ A.T - b) @ y


def _size(call):
    c, A, b, lower, upper, y = call.args
    reach = np.maximum(np.abs(lower), np.abs(upper))
    return np.abs(c) @ reach + y @ (np.abs(A) @ reach + np.abs(b))


def _bound(call, value):
    least = call.facts["least"]
    over = value - least
    return f"it is {show(over)} above the optimum" if over > 0.0 and off(over, _size(call)) else ""


def _below(call, value):
    over = value - _corners(call).min()
    if over <= 0.0 or not off(over, _size(call)):
        return ""
    return f"at a corner of the box the Lagrangian is {show(over)} lower"


def _attained(call, value):
    under = _corners(call).min() - value
    if under <= 0.0 or not off(under, _size(call)):
        return ""
    return f"nowhere in the box is the Lagrangian so low: {show(under)} is missing"


def _tight(call, value):
    miss = call.facts["least"] - value
    return f"{show(miss)} is missing to the optimum" if off(miss, _size(call)) else ""


EXERCISE = Exercise(
    title="The bound of a linear program from prices",
    formula=r"\min_{l\le x\le u}\ c^\top x+y^\top(Ax-b)",
    level=2,
    minutes=15,
    statement="Prices in place of rows: what is left is a box, in which each x_j goes its own way.",
    starter=program_bound,
    example=(np.array([-1.0, 1.0]), np.array([[1.0, 0.0]]), np.array([1.0]), np.array([0.0, 0.0]),
             np.array([2.0, 3.0]), np.array([0.5])),
    answer=-1.5,
    problems=_problems,
    properties=(
        Property("a bound", _bound, "No feasible point is lower than a bound."),
        Property("lowest in the box", _below, "Each x_j goes to the end of its interval that the "
                 "sign of its cost, prices included, sends it to.", 2.0),
        Property("attained", _attained, "Some corner of the box has that value.", 2.0),
        Property("tight at the best prices", _tight, "Strong duality: the best prices give the "
                 "optimum itself.", where="optimum"),
    ),
    idle=4.0,
)  # fmt: skip
