"""Sparse models in a ball, as tests build them."""

import dataclasses

from seeded import Offer, groups, regression

from solvers import ConstrainedGroupLasso, ConstrainedLasso


def constrained(rng, kind, grouped=False):
    X, t = regression(rng)
    more = (groups(rng, X),) if grouped else ()
    return kind(X, t, 10.0 ** rng.uniform(-2, 1), *more)


def scaled(p, s):
    return dataclasses.replace(p, X=p.X * s, eta=p.eta / s), 1.0, 0.0


OFFERS = [
    Offer(ConstrainedLasso, lambda rng: constrained(rng, ConstrainedLasso), scaled, "eta"),
    Offer(
        ConstrainedGroupLasso,
        lambda rng: constrained(rng, ConstrainedGroupLasso, grouped=True),
        scaled,
        "eta",
    ),
]
