"""Metrics from triplets, as tests build them."""

from seeded import Offer

from solvers import TripletMetric


def build(rng):
    n, m = rng.integers(2, 25), rng.integers(2, 6)
    Z = rng.normal(size=(n, m)) * 10.0 ** rng.uniform(-1, 1)
    Z[0] = 0.0 if rng.random() < 0.2 else Z[0]
    return TripletMetric(Z, C=10.0 ** rng.uniform(-2, 1), nonnegative=bool(rng.random() < 0.8))


def scaled(p, s):
    return TripletMetric(p.Z * s, C=p.C / s / s, nonnegative=p.nonnegative), s**-2.0, 0.0


OFFERS = [Offer(TripletMetric, build, scaled, "C")]
