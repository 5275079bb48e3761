"""Linear programs, as tests build them."""

import dataclasses

import numpy as np
from seeded import Offer

from solvers import Program


def build(rng):
    m, n = rng.integers(3, 9), rng.integers(2, 4)
    A = rng.normal(size=(m, n)) * 10.0 ** rng.uniform(-1, 1, (m, 1))
    inside = rng.normal(size=n)
    b = A @ inside + np.abs(A).sum(axis=1) * rng.uniform(0.1, 1.0, m)
    return Program(rng.normal(size=n), A, b, lower=inside - 1.0, upper=2.0 + np.abs(inside).max())


def scaled(p, s):
    """In units in which bounds are sides at all: one of 1e20 or more is none."""
    if max(np.abs(p.lower).max(), np.abs(p.upper).max()) >= 1e20 * s:
        raise OverflowError
    return dataclasses.replace(p, A=p.A * s, lower=p.lower / s, upper=p.upper / s), 1.0 / s, 0.0


OFFERS = [Offer(Program, build, scaled, "upper")]
