"""Metrics from pairs, as tests build them."""

import dataclasses

import numpy as np
from seeded import Offer, classes

from solvers import InformationTheoreticMetric


def build(rng):
    n, m = rng.integers(2, 25), rng.integers(2, 6)
    A = rng.normal(size=(m + 3, m))
    K = A.T @ A / (m + 3) + 0.1 * np.eye(m) if rng.random() < 0.7 else None
    b = 10.0 ** rng.uniform(-1, 1, n)
    V = rng.normal(size=(n, m)) * 10.0 ** rng.uniform(-1, 1)
    y = classes(rng, n)
    V[1] = 0.0 if rng.random() < 0.2 else V[1]  # a similar pair of equal points
    return InformationTheoreticMetric(V, y, b, K, 10.0 ** rng.uniform(-2, 2))


def scaled(p, s):
    return dataclasses.replace(p, V=p.V * s, b=p.b * s * s), 1.0, 0.0


OFFERS = [Offer(InformationTheoreticMetric, build, scaled, "gamma")]
