"""Mehrotra's centring (Algorithm 2 of 001_f12148ddf98c114b.txt)."""

from itertools import islice

import numpy as np

from lab.checking.task import TOL, Exercise, Problem, Property, machine, off, player, seeded, show
from solvers.exchange import mehrotra_states


def mehrotra_sigma(
    x: np.ndarray, z: np.ndarray, dx: np.ndarray, dz: np.ndarray, alpha: float
) -> float:
    """The centring sigma in [0, 1] by Mehrotra's rule: the cube of the share of mu = x'z / n that a
    predictor step of length alpha leaves, at most 1.

    x: (n,) and z: (n,), both positive. dx, dz: (n,), the predictor direction. alpha: its length.
    Returns sigma, a number.
    """
    raise NotImplementedError


def _method(seed, n, C):
    """The predictors of Mehrotra's method on a small support vector machine."""
    return lambda ask: islice(mehrotra_states(machine(seed, n, C), centring=ask), 6)


@player
def _blocked(ask, seed, n):
    """Directions that end at the boundary, where the step does."""
    rng = seeded(seed)
    for _ in range(6):
        x, z = rng.uniform(0.1, 1.0, (2, n))
        dx, dz = rng.standard_normal((2, n))
        slack = [-v[d < 0.0] / d[d < 0.0] for v, d in ((x, dx), (z, dz))]
        ask(x, z, dx, dz, float(min(1.0, *np.concatenate([*slack, [1.0]]))))


@player
def _plain(ask, *cases):
    for x, z, dx, dz, alpha in cases:
        arrays = [np.array(v, dtype=np.float64) for v in (x, z, dx, dz)]
        ask(*arrays, float(alpha))


def _problems():
    yield Problem("ordinary predictors", _method(2, 5, 1.0))
    yield Problem("predictors that are blocked early", _blocked(3, 8))
    yield Problem("a step of length 0", _plain(([1, 2], [3, 4], [-1, 1], [1, -1], 0)))
    yield Problem("a step that ends at mu = 0", _plain(([1, 2], [3, 4], [-1, -2], [0, 0], 1)))
    yield Problem("a step after which mu is larger", _plain(([1, 1], [1, 1], [2, 2], [0, 0], 1)))


def _share(call):
    x, z, dx, dz, alpha = call.args
    return ((x + alpha * dx) @ (z + alpha * dz)) / (x @ z)


def _range(call, sigma):
    return "" if 0.0 <= sigma <= 1.0 else f"the answer is {show(sigma)}"


def _order(call, sigma):
    share = _share(call)
    if share > 1.0 or sigma <= share * (1.0 + TOL) + TOL:
        return ""
    return f"the predictor leaves {show(share)} of mu, sigma is {show(sigma - share)} larger"


def _cube(call, sigma):
    share = min(1.0, _share(call))
    if not off(np.cbrt(sigma) - share):
        return ""
    above = show(np.cbrt(sigma) - share)
    return f"the cube root of sigma less the share of mu that the predictor leaves is {above}"


EXERCISE = Exercise(
    title="Mehrotra's centring",
    formula=r"\sigma=\min\bigl(1,(\mu_a/\mu)^3\bigr)",
    level=2,
    minutes=25,
    statement="A predictor that goes far needs little centring.",
    starter=mehrotra_sigma,
    example=(np.ones(2), np.ones(2), np.array([-1.0, 0.0]), np.zeros(2), 1.0),
    answer=0.125,
    problems=_problems,
    properties=(
        Property("between 0 and 1", _range, "sigma is a share of mu."),
        Property("bold after a good predictor", _order,
                 "The centring asks for less than what the predictor itself has reached."),
        Property("cube of the share", _cube,
                 "mu after the predictor is measured at the end of its step, x and z both moved.",
                 2.0),
    ),
    idle=4.0,
)  # fmt: skip
