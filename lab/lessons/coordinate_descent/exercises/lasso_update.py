"""Coordinate descent on the lasso: one weight (eq. 20 of 002_8a6384496e3a9cf3.txt)."""

import numpy as np

from lab.checking.task import (
    TOL,
    Exercise,
    Problem,
    Property,
    moves,
    off,
    player,
    regression,
    rises,
    show,
    subgradient_gap,
)
from solvers import Lasso, lars_path
from solvers.exchange import coordinate_states


def lasso_update(X: np.ndarray, t: np.ndarray, lam: float, w: np.ndarray, d: int) -> float:
    """The value of w[d] that minimises F(w) = 1/2 ||t - X w||^2 + lam ||w||_1, the other weights
    fixed.

    X: (N, D), the features. t: (N,), the targets. lam: the price of ||w||_1. w: (D,), the weights
    now. d: the number of the weight that moves. Returns its new value, a number; w stays as it is.
    A weight whose feature is zero everywhere becomes 0.
    """
    raise NotImplementedError


@player
def _sweeps(ask, X, t, lam, start, sweeps=5):
    """Cyclic sweeps with the step, then one look at each weight of the optimum."""
    order = [*range(len(start))] * sweeps
    yield from coordinate_states(Lasso(X, t, lam), start, order, ask)
    best = lars_path(X, t).at(lam)
    for d in range(best.size):
        ask(X, t, lam, best.copy(), d, optimum=True)


def _problems():
    X, t = regression(20)
    yield Problem("ordinary data", _sweeps(X, t, 2.0, [2.0, 1.0, -1.0, 1.0]))
    X, t = regression(21)
    yield Problem("features of different length", _sweeps(X * [1, 3, 0.2, 8], t, 1.0, -np.ones(4)))
    X = np.column_stack([X[:, :2], np.zeros(12)])
    yield Problem("a zero column", _sweeps(X, t, 0.5, [1.0, -1.0, 0.7]))
    yield Problem("a duplicated feature", _sweeps(X[:, [0, 0]], t, 0.5, [1.0, -1.0]))
    X = np.eye(3)
    yield Problem(
        "a threshold exactly met", _sweeps(X, np.array([1.0, -1.0, 3.0]), 1.0, np.ones(3))
    )


def _no_column(call):
    return not call.args[0][:, call.args[4]].any()


def _along(call, value):
    """F at this value of the weight, and the derivative of the loss there."""
    X, t, lam, w, d = call.args
    w = np.array(w)
    w[d] = value
    r = t - X @ w
    return 0.5 * r @ r + lam * np.abs(w).sum(), -X[:, d] @ r


def _descent(call, value):
    return rises("F", _along(call, call.args[3][call.args[4]])[0], _along(call, value)[0])


def _correlation(call):
    """x_d'(t - X w) + ||x_d||^2 w_d: what meets the threshold."""
    return -_along(call, 0.0)[1]


def _sign(call, value):
    if value * _correlation(call) >= 0.0:
        return ""
    return f"the answer is {show(value)}, where the loss falls towards the other side of 0"


def _zero(call, value):
    s, lam = abs(_correlation(call)), call.args[2]
    if s > lam * (1.0 - TOL) or value == 0.0:
        return ""
    return f"at 0 the loss has slope {show(s)}, lam is {show(lam)}; the answer is {show(value)}"


def _exact(call, value):
    X, t, lam, _, d = call.args
    slope = _along(call, value)[1]
    gap = float(subgradient_gap(slope, value, lam))
    if not off(gap, [lam, np.linalg.norm(X[:, d]) * np.linalg.norm(t)]):
        return ""
    return (
        f"there the slope of the loss is {show(slope)} and lam = {show(lam)}: they miss each other "
        f"by {show(gap)}"
    )


def _fixed(call, value):
    old = call.args[3][call.args[4]]
    return moves("the weight", value - old, [1.0, old])


def _empty(call, value):
    return f"the answer is {show(value)}" if value != 0.0 else ""


EXERCISE = Exercise(
    title="Coordinate descent on the lasso: one weight",
    formula=r"w_d \leftarrow \arg\min_{w_d}\ \tfrac12\|t-Xw\|^2+\lambda\|w\|_1",
    level=1,
    minutes=15,
    statement="All weights but one stand still: a parabola and a kink are left.",
    starter=lasso_update,
    example=(np.array([[2.0, 0.0], [0.0, 1.0]]), np.array([3.0, 1.0]), 1.0, np.zeros(2), 0),
    answer=1.25,
    problems=_problems,
    properties=(
        Property("descent", _descent, "An update never raises F."),
        Property("sign", _sign, "A weight is 0 or on the side to which the loss falls from 0."),
        Property("zero inside the threshold", _zero,
                 "Where the slope of the loss at 0 is at most lam, the kink holds the weight: it "
                 "is exactly 0."),
        Property("exact minimiser", _exact,
                 "At the minimiser the slope of the loss and lam times a subgradient of |w_d| "
                 "cancel.", 2.0),
        Property("fixed point at the optimum", _fixed,
                 "Where no weight can lower F, no update moves.", where="optimum"),
        Property("zero column", _empty,
                 "A feature that is zero everywhere explains nothing: its weight costs only.",
                 where=_no_column),
    ),
    idle=5.0,
)  # fmt: skip
