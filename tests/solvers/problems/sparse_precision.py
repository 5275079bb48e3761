"""Sparse precision matrices, as tests build them."""

import numpy as np
from seeded import Offer

from solvers import SparsePrecision


def build(rng):
    m = rng.integers(2, 8)
    A = rng.normal(size=(m + 3, m))
    return SparsePrecision(A.T @ A / (m + 3) + 0.1 * np.eye(m), 10.0 ** rng.uniform(-2, 0))


def scaled(p, s):
    return SparsePrecision(p.Sigma * s, p.rho * s), 1.0, len(p.Sigma) * np.log(s)


OFFERS = [Offer(SparsePrecision, build, scaled, "rho")]
