"""The mirror step on the simplex (section 4 of 004_0576c39cd2308ab8.txt)."""

import numpy as np

from lab.checking.task import TOL, Exercise, Problem, Property, off, player, seeded, show
from lab.lessons.mi_odm.synthetic import one_bag_of_three
from solvers.exchange import mirror_states


def mirror_simplex(v: np.ndarray, gradient: np.ndarray, step: float) -> np.ndarray:
    """The entropy mirror step: the v+ on the simplex that minimises
    step * gradient'v+ + sum(v+ log(v+ / v)).

    v: (k,), weights that sum to 1, some of them perhaps 0. gradient: (k,), of what is minimised;
    its entries may be large. step: the step length. Returns the new v, (k,).
    """
    raise NotImplementedError


@player
def _steps(ask, v, costs, step, count=6):
    """The step with costs that change places every third time."""
    here, cost = np.array(v, dtype=np.float64), np.array(costs, dtype=np.float64)
    for k in range(count):
        here = ask(here.copy(), np.roll(cost, k // 3), float(step))


def _method(step, count=5):
    """Mirror prox on a bag of three instances."""
    problem, u, v = one_bag_of_three()
    return lambda ask: mirror_states(problem, u, v, [step] * count, step_v=ask)


def _problems():
    rng = seeded(4)
    yield Problem("uniform weights", _steps(np.full(4, 0.25), rng.standard_normal(4), 0.5))
    yield Problem("mirror prox", _method(0.2))
    yield Problem("uneven weights", _steps([0.7, 0.2, 0.1], [2.0, -1.0, 0.5], 0.3))
    yield Problem("a weight of 0", _steps([0.5, 0.0, 0.5], [1.0, -3.0, 2.0], 0.4))
    yield Problem("a tie", _steps([0.4, 0.4, 0.2], [1.0, 1.0, 1.0], 2.0, count=2))
    yield Problem("a large gradient", _steps([0.5, 0.5], [-4000.0, -4001.0], 1.0, count=1))
    yield Problem("one weight", _steps([1.0], [3.0], 1.0, count=1))


def _mass(call, v):
    return f"the weights sum to {show(v.sum())}" if off(v.sum() - 1.0) else ""


def _positive(call, v):
    old = call.args[0]
    if np.any(v < 0.0):
        return f"a weight is {show(v.min())}"
    born = np.flatnonzero((old == 0.0) & (v > 0.0))
    return f"weight {born[0]} was 0 and is {show(v[born[0]])}" if born.size else ""


def _logs(call, v):
    """log(v+ / v), the gradient and the step where both weights are positive."""
    old, gradient, step = call.args
    alive = (old > 1e-12) & (v > 1e-12)
    return np.log(v[alive] / old[alive]), gradient[alive], step


def _direction(call, v):
    gain, gradient, _ = _logs(call, v)
    higher = gradient[:, None] > gradient
    if not np.any(higher & (gain[:, None] - gain > TOL * np.abs(gain).max(initial=1.0))):
        return ""
    return "of two weights, the one with the larger gradient gains"


def _ratio(call, v):
    gain, gradient, step = _logs(call, v)
    left = (gain + step * gradient) - (gain + step * gradient)[:1]
    lost = (call.args[0] > 1e-12) & (v <= 0.0) & (np.ptp(step * call.args[1]) < 100.0)
    if lost.any():
        return f"weight {int(np.argmax(lost))} was positive and is {show(v[lost][0])}"
    if not off(left, [1.0, *(step * gradient)]):
        return ""
    k = int(np.argmax(np.abs(left)))
    return (
        f"log of the growth of a weight against the first one's is {show(gain[k] - gain[0])}, the "
        f"gradients differ by {show(gradient[k] - gradient[0])}, the step is {show(step)}"
    )


EXERCISE = Exercise(
    title="The mirror step of v on the simplex",
    formula=r"v^+=\arg\min_{v^+\in\Delta}\ \eta\,g^\top v^++\sum_kv^+_k\log\frac{v^+_k}{v_k}",
    level=2,
    minutes=20,
    statement="Weights grow and shrink by factors; their sum stays 1.",
    starter=mirror_simplex,
    example=(np.array([0.5, 0.5]), np.array([0.0, np.log(3.0)]), 1.0),
    answer=np.array([0.75, 0.25]),
    problems=_problems,
    properties=(
        Property("mass kept", _mass, "The weights sum to 1, before and after."),
        Property("sign", _positive, "A weight is never negative, and a zero stays a zero."),
        Property("downhill", _direction, "A weight with a smaller gradient gains against one with "
                 "a larger one."),
        Property("exact minimiser", _ratio, "At the minimiser log(v+_k / v_k) + step * gradient_k "
                 "is the same for all k: the rule multiplies, it does not subtract.", 2.0),
    ),
    idle=5.0,
    shape=lambda v, gradient, step: v.shape,
)  # fmt: skip
