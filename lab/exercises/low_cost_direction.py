"""The low-cost direction: a diagonal in place of the matrix (eq. 4.43 of
001_f12148ddf98c114b.txt)."""

from __future__ import annotations

import numpy as np

from lab.checking.judges import off
from lab.checking.task import Call, Exercise, Problem, Property, show


def low_cost_direction(D, y, r):
    """The direction d that minimises 1/2 d'diag(D) d - r'd over y'd = 0.

    D: (n,), positive: the number in place of Q, plus the barrier's curvature. y: (n,), labels. r:
    (n,), minus the gradient of the objective with its barrier. Returns d, (n,); it costs a few
    products of vectors, no system of equations.
    """
    raise NotImplementedError


def _steps(seed, n, C, spread=1.0):
    """Barrier steps on a small support vector machine, tau falling."""

    def play():
        rng = np.random.default_rng(seed)
        points = spread * rng.standard_normal((n, 2))
        y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
        Q = np.outer(y, y) * (points @ points.T)
        x, tau = np.full(n, 0.5 * C), C
        for _ in range(8):
            w = C - x
            D = np.linalg.norm(Q, 2) + tau / x**2 + tau / w**2
            r = -(Q @ x - 1.0) + tau / x - tau / w
            d = yield Call((D, y, r))
            room = np.where(d < 0.0, -x, w) / np.where(d == 0.0, np.inf, d)
            x = x + 0.5 * min(1.0, room[room > 0.0].min(initial=1.0)) * d
            x, tau = np.clip(x, 1e-6 * C, (1.0 - 1e-6) * C), 0.5 * tau

    return play


def _plain(D, y, r):
    def play():
        yield Call(tuple(np.array(v, dtype=np.float64) for v in (D, y, r)))

    return play


def _problems():
    yield Problem("ordinary points", _steps(4, 6, 1.0))
    yield Problem("a large C", _steps(5, 4, 100.0, 2.0))
    yield Problem("curvatures far apart", _plain([1e-3, 1.0, 1e6], [1, -1, 1], [1, 2, 3]))
    yield Problem("nothing to gain", _plain([1, 2], [1, -1], [3, -3]))
    yield Problem("one class only", _plain([1, 2], [1, 1], [3, 1]))


def _equality(call, d):
    _, y, _ = call.args
    return f"y'd is {show(y @ d)}" if off(y @ d, [1e-3, *d]) else ""


def _descent(call, d):
    slope = -call.args[2] @ d
    return f"the objective rises along d, with slope {show(slope)}" if slope > 1e-10 else ""


def _exact(call, d):
    D, y, r = call.args
    left = y * (D * d - r)
    if not off(left - left.mean(), [*r, *(D * d)]):
        return ""
    return f"y (D d - r) is {show(left)}: its entries differ"


EXERCISE = Exercise(
    title="The low-cost direction",
    formula=r"d=\arg\min_{y^\top d=0}\ \tfrac12d^\top\mathrm{diag}(D)\,d-r^\top d",
    statement="A diagonal is inverted entry by entry; one multiplier keeps the equality.",
    starter=low_cost_direction,
    example=(np.array([1.0, 2.0]), np.array([1.0, -1.0]), np.array([3.0, 0.0])),
    answer=np.ones(2),
    problems=_problems,
    properties=(
        Property("equality kept", _equality, "A step along d leaves y'x as it is."),
        Property("descent", _descent, "With a positive D every such direction goes down, "
                 "whatever number stands in place of Q."),
        Property("exact minimiser", _exact, "D d - r is a multiple of y, the same in all entries.",
                 2.0),
    ),
    shape=lambda D, y, r: r.shape,
)  # fmt: skip
