"""Seeded problems of any size, on which speed is measured."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

import numpy as np
from scipy import sparse

from lab.data import load, scale01, sparse_regression
from solvers import (
    Gaussian,
    GroupLasso,
    GroupLogistic,
    KernelSVM,
    Lasso,
    Linear,
    Polynomial,
    SparseLogistic,
    SparsePrecision,
    TripletMetric,
    sample_triplets,
)

Kernel = Linear | Polynomial | Gaussian
#: A sparse model, with or without groups.
Model = TypeVar("Model", bound=Lasso | GroupLasso | SparseLogistic | GroupLogistic)


def regression(
    family: type[Model], n: int, d: int, shares: Iterable[float], size: int = 5
) -> Iterator[tuple[str, Model]]:
    """`at_shares` of n points and d features that correlate, twenty of them with weights; groups of
    `size`."""
    X, t, _ = sparse_regression(n, d, 20)
    if family in (SparseLogistic, GroupLogistic):
        t = np.where(t > np.median(t), 1.0, -1.0)
    return at_shares(family, X, t, shares, size)


def at_shares(
    family: type[Model],
    X: np.ndarray | sparse.csc_array,
    t: np.ndarray,
    shares: Iterable[float],
    size: int = 5,
) -> Iterator[tuple[str, Model]]:
    """(words, problem) of a sparse model at shares of lam_max; groups of `size` neighbours."""
    groups = family in (GroupLasso, GroupLogistic)
    labels = (np.arange(X.shape[1]) // size,) if groups else ()
    # For lam_max any lam may be used except 0, which is refused for sparse X.
    whole = family(np.asfortranarray(X) if isinstance(X, np.ndarray) else X, t, 1.0, *labels)
    design = "{} x {}".format(*X.shape) + f", groups of {size}" * groups
    for share in shares:
        problem = family(whole.X, whole.t, share * whole.lam_max, *labels)
        yield f"{design}, lam = {share:g} lam_max", problem


def precision(m: int, share: float, seed: int = 0) -> SparsePrecision:
    """The covariance of 2 m seeded points whose neighbouring features correlate, at a share of the
    largest entry off the diagonal."""
    A = np.random.default_rng(seed).standard_normal((2 * m, m))
    A[:, 1:] += 0.5 * A[:, :-1]
    Sigma = A.T @ A / len(A)
    return SparsePrecision(Sigma, share * float(np.abs(Sigma - np.diag(np.diag(Sigma))).max()))


def machine(n: int, kernel: Kernel, C: float = 1.0, d: int = 10, way: float = 0.5) -> KernelSVM:
    """Two seeded clouds of n points in all that overlap, at distance `way` in each feature."""
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    X = np.random.default_rng(0).standard_normal((n, d)) + way * y[:, None]
    return KernelSVM(X, y, kernel, C)


def triplets(name: str, each: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """(X, triplets) of a data set: features in [0, 1], constant ones dropped; `each` triplets a
    point."""
    data = load(name)
    X = scale01(data.X)
    return X[:, X.any(axis=0)], sample_triplets(data.y, each * len(data.y), 0)


def metric(n: int, C: float = 0.01) -> TripletMetric:
    """n triplets of seeded points in five dimensions."""
    y = np.arange(max(n // 10, 20)) % 2
    X = np.random.default_rng(0).random((y.size, 5)) + 0.4 * y[:, None]
    return TripletMetric.from_triplets(X, sample_triplets(y, n), C=C)
