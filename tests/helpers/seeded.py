"""A seeded problem of each type: what the files of tests/solvers/problems offer."""

from collections.abc import Callable
from pathlib import Path
from runpy import run_path
from typing import NamedTuple

import numpy as np

from solvers import Lasso, Linear, MultiInstanceODM

#: Eight points of a note, and their labels.
EIGHT = np.array([(0, 0), (1, 0), (0, 1), (2, 2), (3, 2), (1, 1.5), (0.2, 0.4), (2.4, 1.9)])
SIGNS = np.array([-1.0, -1, -1, 1, 1, 1, 1, -1])
AFFINE = Linear(bias=1.0)
_FOLDER = Path(__file__).parents[1] / "solvers" / "problems"


class Offer(NamedTuple):
    """How tests build a problem.

    kind: its type. build: function of a random generator. scaled: (problem, s) -> (the problem with
    data s times as large, by what its value is multiplied, what is added to that). price: the
    argument that prices a violation, or size.
    """

    kind: type
    build: Callable
    scaled: Callable
    price: str


def clouds(n, m, seed=0, apart=1.0):
    """Points (n, m) of two overlapping classes, and their labels; each third is -1."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 3 == 0, -1.0, 1.0)
    return rng.standard_normal((n, m)) + 0.5 * apart * y[:, None], y


def covariance(m, seed=0, n=None):
    """Of m features, each correlated with the one before it, from n rows; None: twice as many."""
    A = np.random.default_rng(seed).normal(size=(n or 2 * m, m))
    A[:, 1:] += 0.5 * A[:, :-1]
    return A.T @ A / len(A)


def bags_with_keys(p=3, m=3, seed=0, kernel=AFFINE, lam=10.0, nu=0.5, theta=0.2, negatives=None):
    """p positive bags of m with one key each among clutter, and as many bags of clutter, as a
    `MultiInstanceODM`."""
    rng, negatives = np.random.default_rng(seed), p if negatives is None else negatives
    bags = rng.normal(-0.7, 1.0, (p + negatives, m, 2))
    for bag in bags[:p]:
        bag[rng.integers(m)] = rng.normal(1.5, 0.4, 2)
    return MultiInstanceODM(bags, [1] * p + [-1] * negatives, lam, lam, nu, theta, kernel)


def gram_of_keys(problem, keys):
    """K(c) of an assignment."""
    at = np.concatenate([problem.first + keys, problem.negative])
    sign = np.repeat([1.0, -1.0], [len(keys), problem.negative.size])
    return np.outer(sign, sign) * problem.gram()[np.ix_(at, at)]


def random_lasso(n, d, share, seed):
    """A `Lasso` of normal data whose lam is this share of lam_max."""
    rng = np.random.default_rng(seed)
    X, t = rng.standard_normal((n, d)), rng.standard_normal(n)
    return Lasso(X, t, share * np.abs(X.T @ t).max())


def regression(rng):
    n, d = rng.integers(3, 30), rng.integers(2, 12)
    X = rng.normal(size=(n, d)) * 10.0 ** rng.uniform(-2, 2)
    if rng.random() < 0.3:
        X[:, -1] = X[:, 0]  # a duplicate
    if rng.random() < 0.2:
        X[:, 1] = 0.0
    return X, X @ rng.normal(size=d) + 0.1 * rng.normal(size=n)


def groups(rng, X):
    return rng.integers(0, 3, X.shape[1])


def classes(rng, n):
    y = np.where(rng.random(n) < 0.5, -1.0, 1.0)
    y[:2] = [-1.0, 1.0]
    return y


def offers():
    """Problem type -> `Offer`, for each that a file offers."""
    files = sorted(_FOLDER.glob("*.py"))
    return {o.kind: o for file in files for o in run_path(str(file))["OFFERS"]}
