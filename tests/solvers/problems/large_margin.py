"""Large-margin metrics, as tests build them."""

import dataclasses

import numpy as np
from seeded import Offer

from solvers import LargeMarginMetric


def build(rng):
    n, m = rng.integers(2, 25), rng.integers(2, 5)
    far, near = rng.normal(size=(2, n, m)) * [[[1.5]], [[1.0]]] * 10.0 ** rng.uniform(-1, 1)
    A = rng.normal(size=(m + 3, m))
    T = A.T @ A * 10.0 ** rng.uniform(-1, 1) if rng.random() < 0.7 else None
    ridge = 10.0 ** rng.uniform(-1, 1) if T is None or rng.random() < 0.5 else 0.0
    return LargeMarginMetric(far, near, T, 10.0 ** rng.uniform(-1, 1), ridge)


def scaled(p, s):
    root = np.sqrt(s)
    more = {"far": p.far * root, "near": p.near * root, "T": p.T / s, "C": p.C / s / s}
    return dataclasses.replace(p, **more), s**-2.0, 0.0


OFFERS = [Offer(LargeMarginMetric, build, scaled, "C")]
