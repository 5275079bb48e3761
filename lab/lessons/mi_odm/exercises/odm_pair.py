"""Dual coordinate descent on the optimal margin machine: one pair (eq. 2 of
004_0576c39cd2308ab8.txt)."""

import numpy as np
from scipy.optimize import nnls

from lab.checking.task import Exercise, Problem, Property, moves, off, player, seeded, show
from solvers import ODM
from solvers.exchange import pair_states


def odm_pair(
    K: np.ndarray, zeta: np.ndarray, beta: np.ndarray, omega: float, nu: float, theta: float, i: int
) -> np.ndarray:
    """The pair (zeta[i], beta[i]) >= 0 that maximises the dual, the other pairs fixed.

    K: (n, n), y_i y_l times the kernel. zeta, beta: (n,), the multipliers of the lower and the
    upper edge of the band; with s = zeta - beta the margins are K s. omega: the weight of a loss.
    nu: how much less the upper edge counts. theta: half the width of the band around 1. i: the pair
    that moves. Returns both new values, (2,); the arrays stay as they are.
    """
    raise NotImplementedError


@player
def _sweeps(ask, points, y, omega, nu, theta, start=0.0, sweeps=5):
    """Sweeps from s = start, then one look at each pair of the optimum."""
    n = len(y)
    problem = ODM(points, y, omega * n * (1.0 - theta) ** 2, nu, theta)
    yield from pair_states(problem, np.full(n, start), [range(n)] * sweeps, ask)
    K, price = problem.gram(), (float(problem.omega), nu, theta)
    zeta, beta = _optimum(K, *price)
    for i in range(n):
        ask(K, zeta.copy(), beta.copy(), *price, i, optimum=True)


def _optimum(K, omega, nu, theta):
    """zeta and beta: a parabola over multipliers that are not negative, as least squares."""
    n = len(K)
    price = np.repeat([0.5 / omega, 0.5 / (omega * nu)], n)
    root = np.linalg.cholesky(np.kron([[1.0, -1.0], [-1.0, 1.0]], K) + np.diag(price)).T
    slope = np.repeat([1.0 - theta, -1.0 - theta], n)
    return np.split(nnls(root, np.linalg.solve(root.T, slope))[0], 2)


def _problems():
    rng = seeded(2)
    y = np.array([1.0, 1, 1, -1, -1, -1])
    points = rng.standard_normal((6, 2)) + np.outer(y, [1.5, 1.0])
    yield Problem("ordinary points", _sweeps(points, y, 2.0, 0.5, 0.2))
    yield Problem("a start above the band", _sweeps(points, y, 1.0, 0.5, 0.2, -3.0, 1))
    yield Problem("a start below the band", _sweeps(points, y, 1.0, 0.5, 0.2, 3.0, 1))
    yield Problem("one point", _sweeps([[1.0]], [1.0], 1.0, 0.5, 0.2, -3.0, 1))
    yield Problem("no band", _sweeps(points, y, 0.5, 1.0, 0.0))
    yield Problem("points far beyond the band", _sweeps(2.0 * points, y, 3.0, 0.1, 0.3))
    yield Problem("a duplicated point", _sweeps(points[[0, 0, 3]], y[[0, 0, 3]], 2.0, 0.5, 0.2))
    yield Problem("a point at the origin", _sweeps([[0, 0], [1, 1]], [1, -1], 1.0, 0.5, 0.5))


def _slopes(call, pair):
    """The slopes of the dual in zeta_i and beta_i, at `pair`."""
    K, zeta, beta, omega, nu, theta, i = call.args
    s = zeta - beta
    s[i] = pair[0] - pair[1]
    margin = K[i] @ s
    return np.array([
        1.0 - theta - margin - pair[0] / (2.0 * omega),
        margin - 1.0 - theta - pair[1] / (2.0 * omega * nu),
    ])  # fmt: skip


def _dual(call, pair):
    K, zeta, beta, omega, nu, theta, i = call.args
    zeta, beta = zeta.copy(), beta.copy()
    zeta[i], beta[i] = pair
    s = zeta - beta
    price = (zeta @ zeta + beta @ beta / nu) / (4.0 * omega)
    return (1.0 - theta) * zeta.sum() - (1.0 + theta) * beta.sum() - 0.5 * s @ K @ s - price


def _old(call):
    return np.array([call.args[1][call.args[6]], call.args[2][call.args[6]]])


def _sign(call, pair):
    return f"the pair is {show(pair)}" if np.any(pair < 0.0) else ""


def _one(call, pair):
    return f"the pair is {show(pair)}" if np.all(pair > 0.0) else ""


def _monotone(call, pair):
    change = _dual(call, pair) - _dual(call, _old(call))
    falls = change < 0.0 and off(change, [1.0, _dual(call, pair)])
    return f"the dual falls by {show(-change)}" if falls else ""


def _exact(call, pair):
    slopes = _slopes(call, pair)
    wrong = np.where(pair > 0.0, np.abs(slopes), np.maximum(slopes, 0.0))
    if not off(wrong, [1.0, *pair, *slopes]):
        return ""
    k = int(np.argmax(wrong))
    return f"along {('zeta', 'beta')[k]}[i] the dual still has slope {show(slopes[k])}"


def _fixed(call, pair):
    return moves("the pair", pair - _old(call), [1.0, *pair])


EXERCISE = Exercise(
    title="The optimal margin machine: one pair of multipliers",
    formula=r"(\zeta_i,\beta_i)\leftarrow\arg\max_{\zeta_i,\beta_i\ge0}\ D(\zeta,\beta)",
    level=3,
    minutes=30,
    statement="A margin is below the band, in it or above it: never two at once.",
    starter=odm_pair,
    example=(np.eye(2), np.zeros(2), np.zeros(2), 1.0, 0.5, 0.2, 0),
    answer=np.array([0.533333, 0.0]),
    problems=_problems,
    properties=(
        Property("sign", _sign, "Multipliers of inequalities are not negative."),
        Property("one of both", _one, "A margin cannot be below and above the band."),
        Property("monotone dual", _monotone, "An update never lowers the dual."),
        Property("exact maximiser", _exact, "Where a multiplier is positive its slope is 0; where "
                 "it is 0, the dual does not rise along it.", 2.0),
        Property("fixed point at the optimum", _fixed, "At the optimum no pair moves.",
                 where="optimum"),
    ),
    idle=6.0,
    shape=lambda *args: (2,),
)  # fmt: skip
