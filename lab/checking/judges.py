"""What several exercises share: small seeded problems, and when two numbers count as equal."""

from __future__ import annotations

import numpy as np

#: Numbers that differ by this share of the size of what they are made of count as equal.
TOL = 1e-8


def off(error, scale=1.0):
    """Whether `error` is more than rounding of numbers of size `scale`."""
    return bool(np.max(np.abs(error), initial=0.0) > TOL * max(np.max(np.abs(scale)), 1e-300))


def regression(seed, N=12, D=4):
    """X (N, D) and t (N,) with weights of both signs and one that is zero."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((N, D))
    truth = np.resize([1.5, -1.0, 0.0, 0.5], D)
    return X, X @ truth + 0.3 * rng.standard_normal(N)


def subgradient_gap(slope, w, lam):
    """How far -slope is from lam times a subgradient of |w|_1, entrywise."""
    at_zero = np.maximum(np.abs(slope) - lam, 0.0)
    return np.where(np.asarray(w) == 0.0, at_zero, np.abs(slope + lam * np.sign(w)))
