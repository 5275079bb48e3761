"""The soft threshold, the proximal operator of lam |.| (eq. 16 of 002_8a6384496e3a9cf3.txt)."""

import numpy as np

from lab.checking.task import Exercise, Problem, Property, off, player, regression, seeded, show
from solvers import Lasso
from solvers.exchange import threshold_states


def soft_threshold(v: float, lam: float) -> float:
    """The x that minimises 1/2 (x - v)^2 + lam |x|.

    v: a number of either sign. lam: the price of |x|, 0 or more. Returns a number.
    """
    raise NotImplementedError


@player
def _values(ask, values, lam):
    for v in values:
        ask(float(v), float(lam))


def _within(X, t, lam, sweeps=3):
    """The threshold in the updates of coordinate descent."""
    D = X.shape[1]
    order = [*range(D)] * sweeps
    return lambda ask: threshold_states(Lasso(X, t, lam), np.zeros(D), order, ask)


def _problems():
    rng = seeded(16)
    yield Problem("values of both signs", _values(3.0 * rng.standard_normal(12), 0.7))
    yield Problem("values exactly at the threshold", _values([0.5, -0.5, 0.0], 0.5))
    yield Problem("lam = 0", _values([1.0, -2.0, 0.0], 0.0))
    X, t = regression(18)
    yield Problem("a lasso", _within(X, t, 2.0))
    yield Problem("large values", _values([1e6, -1e6], 3.0))


def _sign(call, x):
    v, _ = call.args
    return f"v = {show(v)} and the answer have opposite signs" if x * v < 0.0 else ""


def _zero(call, x):
    v, lam = call.args
    inside = abs(v) <= lam and x != 0.0
    return (
        f"|v| = {show(abs(v))} <= lam = {show(lam)}, yet the answer is {show(x)}" if inside else ""
    )


def _shrunk(call, x):
    v, lam = call.args
    if abs(v) <= lam or not off(abs(v - x) - lam, v):
        return ""
    more = show(abs(v - x) - lam)
    return f"v = {show(v)} is moved by lam = {show(lam)} and {more} more"


def _least(call, x):
    v, lam = call.args
    value = 0.5 * (x - v) ** 2 + lam * abs(x)
    lowest = min(0.5 * v * v, lam * abs(v) - 0.5 * lam * lam) if abs(v) > lam else 0.5 * v * v
    if not off(value - lowest, max(v * v, value)):
        return ""
    return (
        f"at v = {show(v)}, lam = {show(lam)} the value is {show(value - lowest)} above the least"
    )


EXERCISE = Exercise(
    title="The soft threshold",
    formula=r"\arg\min_x\ \tfrac12(x-v)^2+\lambda|x|",
    level=1,
    minutes=10,
    statement="One parabola and one kink: where is their sum least?",
    starter=soft_threshold,
    example=(2.0, 0.5),
    answer=1.5,
    problems=_problems,
    properties=(
        Property("sign", _sign, "The minimiser lies between 0 and v."),
        Property("zero inside the threshold", _zero,
                 "Where |v| <= lam the kink holds the minimiser: it is exactly 0."),
        Property("moved by lam", _shrunk, "Outside the threshold the slope of lam |x| is "
                 "constant, so every v moves towards 0 by the same amount."),
        Property("exact minimiser", _least, "No x has a smaller 1/2 (x - v)^2 + lam |x|.", 2.0),
    ),
    idle=4.0,
)  # fmt: skip
