"""Block coordinate descent: one group of weights (eq. 22 of 002_8a6384496e3a9cf3.txt)."""

import numpy as np

from lab.checking.task import TOL, Exercise, Problem, Property, off, player, seeded, show
from solvers import GroupLasso
from solvers.exchange import block_states


def group_update(A: np.ndarray, b: np.ndarray, lam: float) -> np.ndarray:
    """The w that minimises 1/2 w'A w + b'w + lam ||w||, the subproblem of one group.

    A: (p, p), symmetric positive semidefinite. b: (p,), in the range of A. lam: the price of the
    norm, positive. Returns w, (p,); exactly 0 where that is the minimiser. The length of w solves
    one equation in one unknown, which Newton's method or bisection finds.
    """
    raise NotImplementedError


@player
def _sweeps(ask, X, t, lam, size=2, sweeps=4):
    """Block coordinate descent on the group lasso with groups of `size` columns."""
    groups = np.arange(X.shape[1]) // size
    order = [*range(groups.max() + 1)] * sweeps
    return block_states(GroupLasso(X, t, lam, groups), np.zeros(groups.size), order, ask)


@player
def _plain(ask, count):
    """Groups whose weights are short or long: what brackets the length must reach it."""
    rng = seeded(3)
    for k in range(count):
        Q = np.linalg.qr(rng.standard_normal((3, 3)))[0]
        a = 10.0 ** rng.uniform(-2.0, 1.0) * np.array([1.0, rng.uniform(0.5, 1.0), k % 2])
        b = Q[:, : 2 + k % 2] @ rng.standard_normal(2 + k % 2)
        lam = float(np.linalg.norm(b) * rng.uniform(0.1, 0.9))
        ask((Q * a) @ Q.T, b, lam)


def _problems():
    rng = seeded(22)
    X, t = rng.standard_normal((10, 4)), 2.0 * rng.standard_normal(10)
    yield Problem("ordinary groups", _sweeps(X, t, 1.5))
    yield Problem("features of different length", _sweeps(X * [1.0, 9.0, 0.2, 3.0], t, 0.5))
    yield Problem("a price that empties the groups", _sweeps(X, t, 40.0, sweeps=1))
    yield Problem("a duplicated feature", _sweeps(X[:, [0, 0, 1, 1]], t, 0.7))
    yield Problem("weights of every length", _plain(24))
    yield Problem("groups of one", _sweeps(X, t, 1.0, size=1))
    yield Problem("a threshold exactly met", _sweeps(np.eye(2), np.array([3.0, 4.0]), 5.0))


def _inside(call):
    return np.linalg.norm(call.args[1]) <= call.args[2]


def _value(call, w):
    A, b, lam = call.args
    return 0.5 * w @ A @ w + b @ w + lam * np.linalg.norm(w)


def _descent(call, w):
    value = _value(call, w)
    return (
        f"the value is {show(value)}, at w = 0 it is 0"
        if value > 0.0 and off(value, call.args[1])
        else ""
    )


def _zero(call, w):
    size, lam = np.linalg.norm(call.args[1]), call.args[2]
    return f"||b|| = {show(size)} <= lam = {show(lam)}, yet w is not 0" if w.any() else ""


def _direction(call, w):
    b = call.args[1]
    return (
        f"b'w is {show(b @ w)}"
        if b @ w > 0.0 and off(b @ w, np.linalg.norm(b) * np.linalg.norm(w))
        else ""
    )


def _exact(call, w):
    A, b, lam = call.args
    size = np.linalg.norm(w)
    if size == 0.0:
        wrong = np.linalg.norm(b) > lam * (1.0 + TOL)
        return f"w = 0, but ||b|| - lam is {show(np.linalg.norm(b) - lam)}" if wrong else ""
    gap = np.linalg.norm(A @ w + b + lam * w / size)
    return f"the gradient there is {show(gap)} long" if off(gap, [lam, *b]) else ""


EXERCISE = Exercise(
    title="Block coordinate descent: one group of weights",
    formula=r"w_g\leftarrow\arg\min_w\ \tfrac12w^\top Aw+b^\top w+\lambda\|w\|_2",
    level=3,
    minutes=30,
    statement="The norm is not squared: a whole group can be exactly 0, or all of it moves.",
    starter=group_update,
    example=(np.array([[2.0, 0.0], [0.0, 2.0]]), np.array([-3.0, -4.0]), 1.0),
    answer=np.array([1.2, 1.6]),
    problems=_problems,
    properties=(
        Property("descent", _descent, "The minimum is at most the value at w = 0."),
        Property("sign", _direction, "The minimiser lies where b'w is not positive."),
        Property("zero inside the threshold", _zero,
                 "Where ||b|| <= lam the kink holds the whole group.", where=_inside),
        Property("exact minimiser", _exact,
                 "Away from 0, A w + b + lam w / ||w|| vanishes.", 2.0),
    ),
    idle=5.0,
    shape=lambda A, b, lam: b.shape,
)  # fmt: skip
