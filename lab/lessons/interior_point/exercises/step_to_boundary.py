"""The step to the boundary of a box (Algorithms 2-6 of 001_f12148ddf98c114b.txt)."""

from itertools import islice

import numpy as np

from lab.checking.task import TOL, Exercise, Problem, Property, machine, player, seeded, show
from solvers.exchange import mehrotra_states


def step_to_boundary(x: np.ndarray, dx: np.ndarray, upper: np.ndarray) -> float:
    """The longest step alpha in [0, 1] with 0 <= x + alpha dx <= upper.

    x: (n,), a point of the box. dx: (n,), the direction. upper: (n,), the upper bounds. Returns
    alpha, a number.
    """
    raise NotImplementedError


@player
def _walk(ask, x, directions, upper, share=0.95):
    """Steps of 0.95 of the way, as an interior-point method takes them."""
    here, top = np.array(x, dtype=np.float64), np.array(upper, dtype=np.float64)
    for dx in np.array(directions, dtype=np.float64):
        alpha = ask(here.copy(), dx, top)
        here = np.clip(here + share * alpha * dx, 0.0, top)


def _method(seed, n, C):
    """The steps of Mehrotra's method on a small support vector machine."""
    return lambda ask: islice(mehrotra_states(machine(seed, n, C), boundary=ask), 6)


def _problems():
    rng = seeded(2)
    directions = rng.standard_normal((8, 4))
    yield Problem("a box of ones", _walk(np.full(4, 0.5), directions, np.ones(4)))
    yield Problem("sides of different length", _walk([1, 2, 3, 4], 9 * directions, [2, 4, 6, 8]))
    yield Problem("a support vector machine", _method(3, 6, 2.0))
    yield Problem("only the upper bound in the way", _walk([0.5, 0.5], [[1, 3], [0, 4]], [1, 1]))
    yield Problem("only the lower bound in the way", _walk([0.5, 0.5], [[-1, -3], [-4, 0]], [9, 9]))
    yield Problem("nothing in the way", _walk([0.5, 0.5], [[0.1, -0.1], [0, 0]], [1, 1]))
    yield Problem("a bound exactly met", _walk([0.5, 0.25], [[0.5, -0.25]], [1, 1]))
    yield Problem("a start on the boundary", _walk([0, 1], [[-1, 0.5], [1, -1]], [1, 1], 1.0))
    yield Problem("a tie", _walk([0.5, 0.5], [[1, -1], [2, 2]], [1, 1]))


def _range(call, alpha):
    return "" if 0.0 <= alpha <= 1.0 else f"the answer {show(alpha)} is outside [0, 1]"


def _slack(call, alpha):
    x, dx, upper = call.args
    end = x + alpha * dx
    return end, np.minimum(end, upper - end) / np.maximum(upper, 1e-300)


def _feasible(call, alpha):
    end, slack = _slack(call, alpha)
    k = int(np.argmin(slack))
    if slack[k] >= -TOL:
        return ""
    return f"entry {k} ends at {show(end[k])}, outside [0, {show(call.args[2][k])}]"


def _longest(call, alpha):
    _, slack = _slack(call, min(alpha + TOL, 1.0))
    short = alpha < 1.0 - TOL and np.min(slack) >= 0.0
    return f"alpha = {show(alpha)} leaves room for a longer step" if short else ""


EXERCISE = Exercise(
    title="The step to the boundary",
    formula=r"\alpha=\max\{\alpha\in[0,1]:\ 0\le x+\alpha\,\Delta x\le u\}",
    level=1,
    minutes=15,
    statement="An interior-point method goes almost to the wall; where is the wall?",
    starter=step_to_boundary,
    example=(np.array([0.5, 0.5]), np.array([-1.0, 0.25]), np.array([1.0, 1.0])),
    answer=0.5,
    problems=_problems,
    properties=(
        Property("between 0 and 1", _range, "A step is never backwards and never beyond Newton's."),
        Property("feasible", _feasible, "The end of the step is a point of the box.", 2.0),
        Property("longest", _longest, "A little further, and some entry would leave the box, "
                 "or the step is whole.", 2.0),
    ),
    idle=5.0,
)  # fmt: skip
