"""The predictor of the interior-point method for the support vector machine (section 4 of
001_f12148ddf98c114b.txt)."""

from itertools import islice

import numpy as np

from lab.checking.task import Exercise, Problem, Property, machine, off, player, seeded, show
from solvers.exchange import mehrotra_states


def predictor_direction(
    Q: np.ndarray,
    y: np.ndarray,
    C: float,
    x: np.ndarray,
    s: np.ndarray,
    t: np.ndarray,
    u: np.ndarray,
) -> np.ndarray:
    """Newton's direction towards complementarity 0, from a point with 0 < x < C.

    The conditions: Q x - e - s y - t + u = 0, y'x = 0, x t = 0, (C - x) u = 0 (entrywise). Q:
    (n, n). y: (n,), labels. C: the upper bound. x: (n,). s: the multiplier of y'x = 0. t, u: (n,),
    the positive multipliers of x >= 0 and x <= C. Returns (n + 1,): the change of x, then that of
    s; those of t and u are eliminated.
    """
    raise NotImplementedError


def _system(Q, y, C, x, s, t, u):
    """M and r of the system M (dx, ds) = r."""
    n = x.size
    M = np.zeros((n + 1, n + 1))
    M[:n, :n] = Q + np.diag(t / x + u / (C - x))
    M[:n, n], M[n, :n] = -y, y
    return M, np.append(-(Q @ x - 1.0 - s * y), -(y @ x))


def _method(seed, n, C, **more):
    """The predictors of Mehrotra's method on a small support vector machine."""
    problem = machine(seed, n, C, **more)
    return lambda ask: islice(mehrotra_states(problem, eta=0.8, predictor=ask), 4)


@player
def _off(ask, seed, n, C):
    """At points of the box off y'x = 0."""
    problem, rng = machine(seed, n, C), seeded(seed)
    Q = np.outer(problem.y, problem.y) * problem.gram()
    for _ in range(5):
        x, t, u = rng.uniform(0.2, 0.7, (3, n))
        ask(Q, problem.y, C, C * x, float(rng.standard_normal()), t, u)


def _problems():
    yield Problem("ordinary points", _method(2, 4, 1.0))
    yield Problem("a start with y'x not 0", _off(3, 5, 10.0))
    yield Problem("a duplicated point", _method(4, 4, 1.0, duplicated=True))
    yield Problem("a small C", _method(5, 6, 0.01))


def _equality(call, move):
    _, y, _, x, *_ = call.args
    left = y @ (x + move[:-1])
    return f"y'(x + dx) is {show(left)}" if off(left, [*x, *move]) else ""


def _newton(call, move):
    M, r = _system(*call.args)
    left = (M @ move - r)[:-1]
    if not off(left, [1.0, np.abs(M).max() * np.abs(move).max(), *r]):
        return ""
    k = int(np.argmax(np.abs(left)))
    return f"row {k} of the linearised conditions is missed by {show(left[k])}"


def _descent(call, move):
    """Feasible points only: the predictor lowers the objective to first order."""
    Q, y, _, x, *_ = call.args
    if off(y @ x, x):
        return ""
    gradient, dx = Q @ x - 1.0, move[:-1]
    slope = gradient @ dx
    rises = slope > 0.0 and off(slope, np.linalg.norm(gradient) * np.linalg.norm(dx))
    return f"the objective rises along dx, with slope {show(slope)}" if rises else ""


EXERCISE = Exercise(
    title="Interior points: the predictor",
    formula=r"\begin{bmatrix}Q+\mathrm{diag}(t/x+u/(C-x))&-y\\y^\top&0\end{bmatrix}"
    r"\begin{bmatrix}\Delta x\\\Delta s\end{bmatrix}=r",
    level=3,
    minutes=30,
    statement="All conditions are made linear; t and u are eliminated; what is r?",
    starter=predictor_direction,
    example=(np.eye(2), np.array([1.0, -1.0]), 1.0, np.full(2, 0.5), 0.0, np.ones(2), np.ones(2)),
    answer=np.array([0.1, 0.1, 0.0]),
    problems=_problems,
    properties=(
        Property("equality kept", _equality, "A whole step ends at y'x = 0."),
        Property("descent", _descent,
                 "From a feasible point the predictor goes down the objective."),
        Property("Newton's equations", _newton,
                 "Put dt and du of the linearised x t = 0 and (C - x) u = 0 into the first "
                 "condition; the target of the predictor is complementarity 0.", 3.0),
    ),
    idle=3.0,
    shape=lambda Q, y, C, x, s, t, u: (x.size + 1,),
)  # fmt: skip
