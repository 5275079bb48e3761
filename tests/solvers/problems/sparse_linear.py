"""Sparse linear models, as tests build them."""

import dataclasses

from seeded import Offer, classes, groups, regression

from solvers import GroupLasso, GroupLogistic, Lasso, SparseLogistic


def sparse(rng, kind, grouped=False, logistic=False):
    X, t = regression(rng)
    t = classes(rng, len(t)) if logistic else t
    more = (groups(rng, X),) if grouped else ()
    top = kind(X, t, 1.0, *more).lam_max
    return kind(X, t, top * 10.0 ** rng.uniform(-2, 0.1) or 1.0, *more)


def scaled(p, s):
    return dataclasses.replace(p, X=p.X * s, lam=p.lam * s), 1.0, 0.0


OFFERS = [
    Offer(Lasso, lambda rng: sparse(rng, Lasso), scaled, "lam"),
    Offer(GroupLasso, lambda rng: sparse(rng, GroupLasso, grouped=True), scaled, "lam"),
    Offer(SparseLogistic, lambda rng: sparse(rng, SparseLogistic, logistic=True), scaled, "lam"),
    Offer(
        GroupLogistic,
        lambda rng: sparse(rng, GroupLogistic, grouped=True, logistic=True),
        scaled,
        "lam",
    ),
]
