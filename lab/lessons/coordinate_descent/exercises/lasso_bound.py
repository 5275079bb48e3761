"""The bound of the lasso from a residual (the dual of eq. 2 of 002_8a6384496e3a9cf3.txt)."""

import numpy as np

from lab.checking.task import Exercise, Problem, Property, off, player, regression, show
from solvers import Lasso, lars_path, solve_coordinate_descent

#: So many multiples of a residual are tried.
_TRIED = 4001


def lasso_bound(X: np.ndarray, t: np.ndarray, lam: float, r: np.ndarray) -> float:
    """The best lower bound on min 1/2 ||t - X w||^2 + lam ||w||_1 that a multiple of r gives.

    X: (N, D). t: (N,). lam: above 0, the price of ||w||_1. r: (N,), the residual t - X w at some w.
    theta is dual feasible if no entry of X'theta is larger than lam, and then proves
    theta't - 1/2 ||theta||^2. Returns a number; 0 where r is 0.
    """
    raise NotImplementedError


@player
def _descent(ask, X, t, lam):
    """The residuals on the way of coordinate descent, and the one at the optimum."""
    start = np.full(X.shape[1], -1.5)
    run = solve_coordinate_descent(Lasso(X, t, lam), x0=start, tol=1e-4, steps="updates")
    best = lars_path(X, t).at(lam)
    r = t - X @ best
    least = 0.5 * r @ r + lam * np.abs(best).sum()
    for w in run.trace.snapshots["w"][:12]:
        ask(X, t, lam, t - X @ w, least=least)
    ask(X, t, lam, r, least=least, optimum=True)


@player
def _one(ask, X, t, lam, r, least):
    ask(X, t, lam, r, least=least)


def _problems():
    yield Problem("ordinary data", _descent(*regression(30), 2.0))
    X, t = regression(31)
    yield Problem("a low price", _descent(X, t, 0.05))
    yield Problem("a price at which no weight is left", _descent(X, t, 100.0))
    yield Problem("features of different length", _descent(X * [1, 5, 0.2, 8], t, 1.0))
    X, t = np.array([[1.0], [1.0], [0.0]]), np.array([2.0, 0.0, 3.0])
    yield Problem("a residual without features", _one(X, t, 1.0, np.array([1.0, -1.0, 2.0]), 6.25))
    yield Problem(
        "a residual of the wrong sign", _one(X, t, 1.0, np.array([-9.0, -9.0, 0.0]), 5.25)
    )
    yield Problem("no residual", _one(X, t, 1.0, np.zeros(3), 6.25))


def _values(call):
    """What feasible multiples of r prove, many of them."""
    X, t, lam, r = call.args
    widest = 10.0 * np.linalg.norm(t) / (np.linalg.norm(r) or 1.0)
    steepest = np.abs(X.T @ r).max()
    widest = min(widest, lam / steepest) if steepest > 0.0 else widest
    share = np.linspace(-widest, widest, _TRIED)
    return share, share * (r @ t) - 0.5 * share**2 * (r @ r)


def _bound(call, value):
    least = call.facts["least"]
    over = value - least
    return f"it is {show(over)} above the least F" if over > 0.0 and off(over, least) else ""


def _best(call, value):
    share, proved = _values(call)
    k = int(proved.argmax())
    more = proved[k] - value
    if more <= 0.0 or not off(more, call.args[1] @ call.args[1]):
        return ""
    return f"{show(share[k])} times r proves {show(more)} more"


def _feasible(call, value):
    """Between two multiples that were tried none proves more than a parabola's share of them."""
    share, proved = _values(call)
    step = share[1] - share[0]
    r = call.args[3]
    over = value - proved.max() - 0.5 * step**2 * (r @ r)
    if over <= 0.0 or not off(over, call.args[1] @ call.args[1]):
        return ""
    return f"no multiple of r that is dual feasible proves that much: {show(over)} too high"


def _tight(call, value):
    miss = call.facts["least"] - value
    return f"{show(miss)} is missing to F there" if off(miss, call.facts["least"]) else ""


def _none(call, value):
    return f"the answer is {show(value)}" if value != 0.0 else ""


EXERCISE = Exercise(
    title="The bound of the lasso from a residual",
    formula=r"\max_\kappa\ \kappa\,r^\top t-\tfrac12\kappa^2\|r\|^2"
    r"\quad\text{with}\quad\|X^\top(\kappa r)\|_\infty\le\lambda",
    level=2,
    minutes=15,
    statement="A residual is seldom dual feasible; some multiple of it is. Which one proves most?",
    starter=lasso_bound,
    example=(np.array([[2.0], [0.0]]), np.array([1.0, 1.0]), 1.0, np.array([1.0, 1.0])),
    answer=0.75,
    problems=_problems,
    properties=(
        Property("a bound", _bound, "No value of F lies below a bound."),
        Property("dual feasible", _feasible, "Only multiples with |X'theta| <= lam prove "
                 "anything."),
        Property("the best multiple", _best, "Of all feasible multiples the best one counts.",
                 2.0),
        Property("tight at the optimum", _tight, "At the optimum the residual is the best dual "
                 "point, and its bound is F.", where="optimum"),
        Property("no residual", _none, "A residual of 0 proves that F is not negative, no more.",
                 where=lambda call: not call.args[3].any()),
    ),
    idle=5.0,
)  # fmt: skip
