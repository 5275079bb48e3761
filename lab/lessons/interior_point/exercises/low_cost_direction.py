"""The low-cost direction: a diagonal in place of the matrix (eq. 4.43 of
001_f12148ddf98c114b.txt)."""

from itertools import islice

import numpy as np

from lab.checking.task import Exercise, Problem, Property, machine, off, player, show
from solvers.exchange import low_cost_states


def low_cost_direction(D: np.ndarray, y: np.ndarray, r: np.ndarray) -> np.ndarray:
    """The direction d that minimises 1/2 d'diag(D) d - r'd over y'd = 0.

    D: (n,), positive: the number in place of Q, plus the barrier's curvature. y: (n,), labels. r:
    (n,), minus the gradient of the objective with its barrier. Returns d, (n,); it costs a few
    products of vectors, no system of equations.
    """
    raise NotImplementedError


def _method(seed, n, C):
    """The barrier steps of the method on a small support vector machine."""
    return lambda ask: islice(low_cost_states(machine(seed, n, C), ask), 8)


@player
def _plain(ask, D, y, r):
    ask(*(np.array(v, dtype=np.float64) for v in (D, y, r)))


def _problems():
    yield Problem("ordinary points", _method(4, 6, 1.0))
    yield Problem("a large C", _method(5, 4, 100.0))
    yield Problem("curvatures far apart", _plain([1e-3, 1.0, 1e6], [1, -1, 1], [1, 2, 3]))
    yield Problem("nothing to gain", _plain([1, 2], [1, -1], [3, -3]))
    yield Problem("one class only", _plain([1, 2], [1, 1], [3, 1]))


def _equality(call, d):
    _, y, _ = call.args
    return f"y'd is {show(y @ d)}" if off(y @ d, [1e-3, *d]) else ""


def _descent(call, d):
    r = call.args[2]
    rises = -r @ d > 0.0 and off(r @ d, np.linalg.norm(r) * np.linalg.norm(d))
    return f"the objective rises along d, with slope {show(-r @ d)}" if rises else ""


def _exact(call, d):
    D, y, r = call.args
    left = y * (D * d - r)
    if not off(left - left.mean(), [*r, *(D * d)]):
        return ""
    return f"y (D d - r) is {show(left)}: its entries differ"


EXERCISE = Exercise(
    title="The low-cost direction",
    formula=r"d=\arg\min_{y^\top d=0}\ \tfrac12d^\top\mathrm{diag}(D)\,d-r^\top d",
    level=3,
    minutes=30,
    statement="A diagonal is inverted entry by entry; one multiplier keeps the equality.",
    starter=low_cost_direction,
    example=(np.array([1.0, 2.0]), np.array([1.0, -1.0]), np.array([3.0, 0.0])),
    answer=np.ones(2),
    problems=_problems,
    properties=(
        Property("equality kept", _equality, "A step along d leaves y'x as it is."),
        Property("descent", _descent, "With a positive D every such direction goes down, "
                 "whatever number replaces Q."),
        Property("exact minimiser", _exact, "D d - r is a multiple of y, the same in all entries.",
                 2.0),
    ),
    idle=4.0,
    shape=lambda D, y, r: r.shape,
)  # fmt: skip
