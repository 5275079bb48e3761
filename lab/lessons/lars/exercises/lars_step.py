"""LARS: the length of the step to the next knot (eq. 23 of 002_8a6384496e3a9cf3.txt)."""

from itertools import islice

import numpy as np

from lab.checking.task import TOL, Exercise, Problem, Property, player, seeded, show
from solvers import Lasso
from solvers.exchange import lars_states


def lars_step(lam: float, c: np.ndarray, a: np.ndarray, active: np.ndarray) -> float:
    """How far lam falls until a further variable ties.

    lam: the common size of the correlations of the active variables. c: (D,), all correlations
    X'(t - X w). a: (D,), how fast they fall: when lam falls by s, they become c - s a. active:
    (D,), booleans. Returns s, a number: the least s > 0 with |c_j - s a_j| = lam - s for a variable
    that is not active, or lam, where no such s is below it.
    """
    raise NotImplementedError


def _path(X, t):
    """The equiangular path: knots at which variables enter, none leaves."""
    return lambda ask: islice(lars_states(Lasso(X, t, 0.0), ask, lasso=False), 2 * X.shape[1])


@player
def _edges(ask, count):
    """Correlations that move in every way: either edge may meet them, or none."""
    ask(1.0, np.array([1.0, 0.1]), np.array([1.0, 0.5]), np.array([True, False]))
    rng = seeded(7)
    for k in range(count):
        lam, active = float(rng.uniform(0.5, 3.0)), np.arange(3) == k % 3
        c = np.where(active, lam, lam * rng.uniform(-0.9, 0.9, 3))
        ask(lam, c, np.where(active, 1.0, 2.0 * rng.uniform(-1.0, 1.0, 3)), active)


def _problems():
    rng = seeded(23)
    for name, D in (("ordinary data", 5), ("more variables", 8)):
        X = rng.standard_normal((10, D))
        X /= np.linalg.norm(X, axis=0)
        yield Problem(name, _path(X, X @ np.linspace(3.0, -2.0, D)))
    yield Problem("both edges", _edges(24))
    yield Problem("orthogonal features", _path(np.eye(4), np.array([4.0, -3.0, 2.0, -1.0])))
    yield Problem("a tie", _path(np.eye(3), np.array([2.0, 1.0, -1.0])))
    yield Problem("a zero column", _path(np.diag([1.0, 1.0, 0.0]), np.array([2.0, 1.0, 0.0])))


def _range(call, step):
    lam = call.args[0]
    ok = 0.0 < step <= lam * (1.0 + TOL)
    return "" if ok else f"the step is {show(step)}, lam is {show(lam)}"


def _excess(call, step):
    """|c_j - s a_j| - (lam - s) of the variables that are not active."""
    lam, c, a, active = call.args
    return (np.abs(c - step * a) - (lam - step))[~active]


def _inside(call, step):
    excess = _excess(call, step)
    if np.all(excess <= TOL * call.args[0]):
        return ""
    return f"a correlation is {show(excess.max())} above lam afterwards"


def _tie(call, step):
    excess, lam = np.abs(_excess(call, step)), call.args[0]
    if abs(step - lam) <= TOL * lam or np.any(excess <= TOL * lam):
        return ""
    return f"no correlation ties: the nearest is {show(excess.min(initial=np.inf))} off"


EXERCISE = Exercise(
    title="LARS: how far to the next knot",
    formula=r"s=\min\{s>0:\ |c_j-s\,a_j|=\lambda-s\ \text{for some}\ j\notin E\}",
    level=3,
    minutes=30,
    statement="The edge closes in at speed 1; which correlation meets it first, and when?",
    starter=lars_step,
    example=(2.0, np.array([2.0, 1.0]), np.array([1.0, 0.5]), np.array([True, False])),
    answer=2.0,
    problems=_problems,
    properties=(
        Property("between 0 and lam", _range, "lam falls, and never below 0."),
        Property("no variable passed over", _inside,
                 "Up to the knot all correlations stay inside the closing edge; both edges count.",
                 2.0),
        Property("a tie at the end", _tie, "A knot is where a further correlation reaches the "
                 "edge, or lam reaches 0.", 2.0),
    ),
    idle=5.0,
)  # fmt: skip
