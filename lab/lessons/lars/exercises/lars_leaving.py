"""The lasso path: which weight leaves before the next knot (section 3.4 on eq. 23 of
002_8a6384496e3a9cf3.txt)."""

from itertools import islice

import numpy as np

from lab.checking.task import TOL, Exercise, Problem, Property, player, seeded, show
from solvers import Lasso
from solvers.exchange import leaving_states


def lars_leaving(w: np.ndarray, direction: np.ndarray, step: float) -> int:
    """The number of the weight that reaches 0 first on w + s direction, 0 < s <= step.

    w: (D,), the weights; those that are 0 are not on the way anywhere. direction: (D,). step: the
    length of the way, positive. Returns the number (an integer, the lowest of several at once), or
    -1 where no weight reaches 0.
    """
    raise NotImplementedError


@player
def _moves(ask, moves):
    for w, direction, step in moves:
        ask(np.array(w, float), np.array(direction, float), float(step))


def _path(X, t):
    """The path of the lasso, whose weights join and leave."""
    return lambda ask: islice(leaving_states(Lasso(X, t, 0.0), ask), 4 * X.shape[1])


def _problems():
    rng = seeded(5)
    drawn = [(rng.standard_normal(4), rng.standard_normal(4), 1.5) for _ in range(12)]
    yield Problem("ordinary directions", _moves(drawn))
    X = rng.standard_normal((8, 5)) + 1.5 * rng.standard_normal((8, 1))
    yield Problem("a path", _path(X, X @ np.linspace(3.0, -2.0, 5)))
    yield Problem("nothing leaves", _moves([([1, -1], [1, -1], 9), ([2, -2], [-1, 1], 1)]))
    yield Problem("a weight that has just entered", _moves([([0, 1], [-1, -1], 2)]))
    yield Problem("zero reached exactly at the end", _moves([([1, 3], [-1, -1], 1)]))
    yield Problem("a tie", _moves([([3, 1, -1], [-1, -1, 1], 2)]))
    yield Problem("a weight that stands still", _moves([([1, 2], [0, -1], 5)]))


def _index(call, k):
    ok = float(k).is_integer() and -1 <= k < call.args[0].size
    return "" if ok else f"the answer is {show(k)}"


def _at(call, k):
    """When weight k reaches 0; inf if never."""
    w, direction, _ = call.args
    k = int(k)
    if not -1 < k < w.size or w[k] * direction[k] >= 0.0:
        return np.inf
    return -w[k] / direction[k]


def _crosses(call, k):
    if k == -1.0 or _at(call, k) <= call.args[2]:
        return ""
    return f"weight {int(k)} does not reach 0 within {show(call.args[2])}"


def _first(call, k):
    w, _, step = call.args
    own = _at(call, k) if k >= 0.0 else np.inf
    times = np.array([_at(call, j) for j in range(w.size)])
    if np.any((times <= step) & (times < own * (1.0 - TOL))):
        return "a weight changes its sign on the way"
    ties = np.flatnonzero(np.abs(times - own) <= TOL * own) if own <= step else []
    lower = len(ties) and ties[0] < k
    return f"weights {', '.join(map(str, ties))} reach 0 at once" if lower else ""


EXERCISE = Exercise(
    title="The lasso path: which weight leaves",
    formula=r"\arg\min_j\{s:\ w_j+s\,d_j=0,\ w_j\ne0,\ 0<s\le s_{\max}\}",
    level=2,
    minutes=20,
    statement="The signs are fixed between knots; a weight that would change its sign leaves.",
    starter=lars_leaving,
    example=(np.array([1.0, -2.0]), np.array([0.5, 1.0]), 3.0),
    answer=1,
    problems=_problems,
    properties=(
        Property("a weight or -1", _index, "The answer is the number of a weight, or -1."),
        Property("reaches zero", _crosses,
                 "Only a weight on its way to 0 can leave, and only within the step."),
        Property("first", _first, "Up to the next knot no weight changes its sign; of several "
                 "at once the lowest leaves.", 2.0),
    ),
    idle=4.0,
)  # fmt: skip
