"""Margin distribution machines, as tests build them."""

from seeded import Offer, classes

from solvers import ODM, Linear


def build(rng):
    n = rng.integers(4, 25)
    return ODM(rng.normal(size=(n, 2)), classes(rng, n), 10.0 ** rng.uniform(0, 3), 0.5, 0.3)


def scaled(p, s):
    kernel = Linear(bias=s * s)
    return ODM(p.X * s, p.y, p.lam / s / s, p.nu, p.theta, kernel), s**-2.0, 0.0


OFFERS = [Offer(ODM, build, scaled, "lam")]
