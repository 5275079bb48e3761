"""Machines on bags, as tests build them."""

import numpy as np
from seeded import Offer

from solvers import Gaussian, Linear, MultiInstanceODM


def build(rng):
    result = [rng.normal(size=(rng.integers(1, 4), 2)) for _ in range(5)]
    y = np.array([-1.0, 1.0, -1.0, 1.0, 1.0])
    return MultiInstanceODM(result, y, 10.0, 10.0, 0.5, 0.3, Gaussian(gamma=1.0))


def scaled(p, s):
    prices, kernel = (p.lam1 / s / s, p.lam2 / s / s), Linear(bias=s * s)
    result = [b * s for b in p.bags]
    return MultiInstanceODM(result, p.y, *prices, p.nu, p.theta, kernel), s**-2.0, 0.0


OFFERS = [Offer(MultiInstanceODM, build, scaled, "lam1")]
