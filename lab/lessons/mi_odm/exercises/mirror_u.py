"""The mirror step of u: a gradient step, projected (section 4 of 004_0576c39cd2308ab8.txt)."""

import numpy as np

from lab.checking.task import TOL, Exercise, Problem, Property, off, player, rises, seeded, show
from lab.lessons.mi_odm.synthetic import one_bag_of_three
from solvers.exchange import mirror_states


def mirror_u(u: np.ndarray, gradient: np.ndarray, step: float, radius: float) -> np.ndarray:
    """The u+ that minimises step * gradient'u+ + 1/2 ||u+ - u||^2 over u+ >= 0, ||u+|| <= radius.

    u: (n,), the multipliers now. gradient: (n,). step: the step length. radius: of the ball,
    positive. Returns the new u, (n,).
    """
    raise NotImplementedError


@player
def _steps(ask, u, gradients, step, radius):
    here = np.array(u, dtype=np.float64)
    for g in np.array(gradients, dtype=np.float64):
        here = ask(here.copy(), g, float(step), float(radius))


def _method(step, count=5):
    """Mirror prox on a bag of three instances."""
    problem, u, v = one_bag_of_three()
    return lambda ask: mirror_states(problem, u, v, [step] * count, step_u=ask)


def _problems():
    rng = seeded(7)
    yield Problem("ordinary gradients", _steps(np.ones(4), rng.standard_normal((8, 4)), 0.7, 3.0))
    yield Problem("mirror prox", _method(0.2))
    yield Problem("a small ball", _steps(np.zeros(3), rng.standard_normal((6, 3)), 2.0, 0.5))
    yield Problem("nothing left", _steps([1.0, 2.0], [[9.0, 9.0]], 1.0, 5.0))
    yield Problem("the ball exactly met", _steps([3.0, 0.0], [[0.0, -4.0]], 1.0, 5.0))
    yield Problem("no gradient", _steps([1.0, 0.0], [[0.0, 0.0]], 1.0, 5.0))


def _bound(call, u):
    return f"an entry is {show(u.min())}" if np.any(u < 0.0) else ""


def _ball(call, u):
    size, radius = np.linalg.norm(u), call.args[3]
    outside = size > radius * (1.0 + TOL)
    return f"||u|| is {show(size - radius)} larger than {show(radius)}" if outside else ""


def _value(call, u):
    old, gradient, step, _ = call.args
    return step * gradient @ u + 0.5 * np.sum((u - old) ** 2)


def _descent(call, u):
    before = _value(call, call.args[0])
    return rises("the value", before, _value(call, u), [1.0, before])


def _exact(call, u):
    """Optimality: step g + u - old is a nonnegative multiple of -u, plus what u >= 0 takes."""
    old, gradient, step, radius = call.args
    slope = step * gradient + u - old
    size = u @ u
    at_rim = np.linalg.norm(u) >= radius * (1.0 - TOL)
    price = max(0.0, -(slope @ u) / size) if at_rim and size > 0.0 else 0.0
    left = slope + price * u
    wrong = np.where(u > 0.0, np.abs(left), np.maximum(-left, 0.0))
    if not off(wrong, [1.0, *old, *(step * gradient)]):
        return ""
    k = int(np.argmax(wrong))
    return f"along u[{k}] the value still has slope {show(left[k])}"


EXERCISE = Exercise(
    title="The mirror step of u",
    formula=r"u^+=\arg\min_{u^+\ge0,\ \|u^+\|\le B}\ \eta\,g^\top u^++\tfrac12\|u^+-u\|^2",
    level=1,
    minutes=15,
    statement="With half the square of the length, the mirror step is a projection.",
    starter=mirror_u,
    example=(np.array([1.0, 1.0]), np.array([2.0, -2.0]), 1.0, 2.0),
    answer=np.array([0.0, 2.0]),
    problems=_problems,
    properties=(
        Property("sign", _bound, "A multiplier is never negative."),
        Property("feasible", _ball, "The new point lies in the ball."),
        Property("descent", _descent, "The old point is one of those that are minimised over."),
        Property("exact minimiser", _exact, "No entry can still go down: the nearest point of the "
                 "orthant comes first, then the ball.", 2.0),
    ),
    idle=5.0,
    shape=lambda u, gradient, step, radius: u.shape,
)  # fmt: skip
