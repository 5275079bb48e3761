"""Mehrotra's centring (Algorithm 2 of 001_f12148ddf98c114b.txt)."""

from __future__ import annotations

import numpy as np

from lab.checking.judges import off
from lab.checking.task import Call, Exercise, Problem, Property, show


def mehrotra_sigma(x, z, dx, dz, alpha):
    """The centring sigma in [0, 1] by Mehrotra's rule: the cube of the share of mu = x'z / n that a
    predictor step of length alpha leaves, at most 1.

    x: (n,) and z: (n,), both positive. dx, dz: (n,), the predictor direction. alpha: its length.
    Returns sigma, a number.
    """
    raise NotImplementedError


def _predictors(seed, n, blocked=0.0):
    """Predictor steps of a small linear program in equality form, then whole Newton steps."""

    def play():
        rng = np.random.default_rng(seed)
        A = rng.standard_normal((2, n))
        x, z = rng.uniform(0.1, 1.0, n), rng.uniform(0.1, 1.0, n)
        for _ in range(6):
            dy = np.linalg.solve((A * (x / z)) @ A.T, -A @ x + blocked * rng.standard_normal(2))
            dz = A.T @ dy
            dx = -x - x / z * dz
            room = [-v[d < 0.0] / d[d < 0.0] for v, d in ((x, dx), (z, dz))]
            alpha = float(min(1.0, *np.concatenate([*room, [1.0]])))
            yield Call((x.copy(), z.copy(), dx, dz, alpha))
            x, z = x + 0.9 * alpha * dx, z + 0.9 * alpha * dz

    return play


def _plain(*cases):
    def play():
        for x, z, dx, dz, alpha in cases:
            arrays = [np.array(v, dtype=np.float64) for v in (x, z, dx, dz)]
            yield Call((*arrays, float(alpha)))

    return play


def _problems():
    yield Problem("ordinary predictors", _predictors(2, 5))
    yield Problem("predictors that are blocked early", _predictors(3, 8, 4.0))
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
    if share > 1.0 or sigma <= share * (1.0 + 1e-9) + 1e-12:
        return ""
    return f"the predictor leaves {show(share)} of mu, and sigma is larger: {show(sigma)}"


def _cube(call, sigma):
    share = min(1.0, _share(call))
    if not off(np.cbrt(sigma) - share):
        return ""
    root = show(np.cbrt(sigma))
    return f"the predictor leaves {show(share)} of mu, the cube root of sigma is {root}"


EXERCISE = Exercise(
    title="Mehrotra's centring",
    formula=r"\sigma=\min\bigl(1,(\mu_a/\mu)^3\bigr)",
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
)  # fmt: skip
