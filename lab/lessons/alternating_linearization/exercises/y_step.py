"""Alternating linearization: the Y-step (eq. 25 of 003_d968a502af9b2788.txt)."""

from itertools import islice

import numpy as np

from lab.checking.task import (
    Exercise,
    Problem,
    Property,
    off,
    player,
    seeded,
    show,
    subgradient_gap,
)
from solvers import SparsePrecision
from solvers.exchange import alternating_states


def y_step(B: np.ndarray, mu: float, rho: float) -> np.ndarray:
    """The Y that minimises rho ||Y||_1 + ||Y - B||^2 / (2 mu), all entries priced alike.

    B: (m, m), symmetric. mu: positive. rho: the price, 0 or more. Returns Y, (m, m).
    """
    raise NotImplementedError


@player
def _steps(ask, seed, m, mu, rho, count=5):
    rng = seeded(seed)
    for _ in range(count):
        A = rng.standard_normal((m, m))
        ask(0.5 * (A + A.T), float(mu), float(rho))


@player
def _plain(ask, B, mu, rho):
    ask(np.array(B, dtype=np.float64), float(mu), float(rho))


def _method(Sigma, rho, mu):
    """Alternating linearization, entry by entry."""
    problem, start = SparsePrecision(np.array(Sigma), rho), np.eye(len(Sigma))
    return lambda ask: islice(alternating_states(problem, start, mu=mu, y_step=ask), 4)


def _problems():
    yield Problem("ordinary matrices", _steps(25, 3, 0.5, 1.0))
    yield Problem("a method", _method([[2.0, 0.6], [0.6, 1.0]], 0.3, 0.5))
    yield Problem("a large mu", _steps(26, 4, 8.0, 0.05))
    yield Problem("rho = 0", _steps(27, 2, 0.5, 0.0, 1))
    yield Problem("a threshold exactly met", _plain([[2.0, 0.5], [0.5, -2.0]], 0.5, 1.0))
    yield Problem("a price that leaves nothing", _plain([[0.2, 0.1], [0.1, 0.2]], 1.0, 1.0))


def _symmetric(call, Y):
    gap = np.abs(Y - Y.T).max()
    return f"Y and its transpose differ by {show(gap)}" if off(gap, [1.0, *Y.ravel()]) else ""


def _sign(call, Y):
    wrong = np.argwhere(Y * call.args[0] < 0.0)
    return f"entry {tuple(wrong[0].tolist())} has changed its sign" if len(wrong) else ""


def _zeros(call, Y):
    B, mu, rho = call.args
    wrong = np.argwhere((np.abs(B) <= mu * rho) & (Y != 0.0))
    if not len(wrong):
        return ""
    i, j = wrong[0]
    return f"entry ({i}, {j}) is {show(Y[i, j])}; |B| = {show(abs(B[i, j]))} there"


def _exact(call, Y):
    B, mu, rho = call.args
    gap = subgradient_gap((Y - B) / mu, Y, rho)
    if not off(gap, [rho, *(B / mu).ravel()]):
        return ""
    i, j = np.unravel_index(np.argmax(gap), gap.shape)
    return f"in entry ({i}, {j}) (B - Y) / mu is {show(gap[i, j])} off rho times a subgradient"


EXERCISE = Exercise(
    title="Alternating linearization: the Y-step",
    formula=r"Y=\arg\min_Y\ \rho\|Y\|_1+\tfrac1{2\mu}\|Y-B\|_F^2",
    level=2,
    minutes=20,
    statement="Entry by entry, the diagonal too; the zeros of the metric are made here.",
    starter=y_step,
    example=(np.array([[2.0, 0.3], [0.3, -1.0]]), 0.5, 1.0),
    answer=np.array([[1.5, 0.0], [0.0, -0.5]]),
    problems=_problems,
    properties=(
        Property("symmetric", _symmetric, "A symmetric B has a symmetric Y."),
        Property("sign", _sign, "An entry shrinks towards 0, never beyond it."),
        Property("exact zeros", _zeros, "Entries inside the threshold are exactly 0; residues of "
                 "rounding would hide which they are."),
        Property("exact minimiser", _exact, "(B - Y) / mu is rho times a subgradient of the "
                 "sum of absolute values at Y.", 2.0),
    ),
    idle=5.0,
    shape=lambda B, mu, rho: B.shape,
)  # fmt: skip
