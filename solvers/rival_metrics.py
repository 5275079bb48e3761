"""From points and labels to the problems of the metric learners beside which the source stands:
SDML, ITML and LMNN, each with a certificate."""

from __future__ import annotations

from typing import Literal

import numpy as np

from solvers.affinity import build_affinity, neighbour_matrix
from solvers.checks import (
    InputError,
    as_array,
    between,
    class_labels,
    integer,
    nonnegative,
    same_length,
)
from solvers.docstrings import documented, documented_like
from solvers.hints import ArrayLike
from solvers.problems.large_margin import LargeMarginMetric
from solvers.problems.pair_metric import InformationTheoreticMetric
from solvers.problems.sparse_precision import SparsePrecision

#: Percentiles of the squared distances that bound those of similar and of dissimilar pairs.
_LOW, _HIGH = 5.0, 95.0


@documented_like(build_affinity)
def sdml_problem(
    X: ArrayLike,
    similar: ArrayLike | None,
    dissimilar: ArrayLike | None,
    *,
    beta: float,
    rho: float,
    prior: Literal["identity", "covariance"] = "identity",
    dissimilar_weight: float = 1.0,
    ridge: float = 0.0,
) -> SparsePrecision:
    """Sparse distance metric learning (SDML): the affinities of the pairs alone, and a penalty that
    spares the diagonal, in the form of `SparsePrecision` with its solvers and its certificate.

    min -log det M + <M0^-1 + beta T, M> + rho sum_{i != j} |M_ij| with T of the pairs, see
    `scatter`. Where T has negative eigenvalues there may be no metric.

    Parameters
    ----------
    beta : float
        Weight of the pairs, at least 0, absolute: see `metric_problem`.
    rho : float
        Weight of the entries off the diagonal, at least 0.

    Returns
    -------
    SparsePrecision
        Sigma (d, d) and rho (d, d).

    References
    ----------
    qi-2009
    sparse-metrics: a row of table 2
    """
    here = build_affinity(
        X, similar, dissimilar, prior=prior, semi_supervised=False,
        dissimilar_weight=dissimilar_weight, ridge=ridge,
    )  # fmt: skip
    return here.problem(beta, nonnegative(rho, "rho") * (1.0 - np.eye(len(here.T))))


@documented_like(build_affinity)
def itml_problem(
    X: ArrayLike,
    similar: ArrayLike | None,
    dissimilar: ArrayLike | None,
    *,
    gamma: float = 1.0,
    prior: Literal["identity", "covariance"] = "identity",
    ridge: float = 0.0,
) -> InformationTheoreticMetric:
    """Information-theoretic metric learning (ITML): the metric nearest to the prior in which
    similar pairs are near and dissimilar ones far.

    "Near" and "far" are, as in the source, the 5th and the 95th percentile of the squared distances
    between the points of the pairs, in the prior metric.

    Parameters
    ----------
    gamma : float
        Positive; what a violated bound costs.

    Returns
    -------
    InformationTheoreticMetric
        A row of V per pair, similar ones first.

    References
    ----------
    davis-2007
    """
    X = as_array(X, "X", ndim=2)
    here = build_affinity(X, similar, dissimilar, prior=prior, semi_supervised=False, ridge=ridge)
    K, above = here.prior_inverse, np.triu(here.W0, 1)
    rows = [np.argwhere(above > 0.0), np.argwhere(above < 0.0)]
    low, high = _typical(X[np.unique(np.concatenate(rows))], K)
    first, second = np.concatenate(rows).T
    y = np.repeat([1.0, -1.0], [len(pairs) for pairs in rows])
    bounds = np.where(y > 0.0, low, high)
    return InformationTheoreticMetric(X[first] - X[second], y, bounds, K, gamma)


def _typical(X, K):
    """The low and the high percentile of the squared distances of X (n, d) in the metric K^-1."""
    if len(X) < 2:
        return 1.0, 1.0
    whitened = np.linalg.solve(np.linalg.cholesky(K), X.T).T
    i, j = np.triu_indices(len(X), 1)
    squares = np.sum((whitened[i] - whitened[j]) ** 2, axis=1)
    low, high = np.percentile(squares, [_LOW, _HIGH])
    if low == 0.0:
        raise InputError(
            f"X must hold different points, got more than {_LOW:g} % of the distances 0 among the "
            "points of the pairs; drop repeated points."
        )
    return float(low), float(high)


@documented
def lmnn_problem(
    X: ArrayLike, y: ArrayLike, *, k: int = 3, mu: float = 0.5, ridge: float = 0.0
) -> LargeMarginMetric:
    """Large margin nearest neighbours (LMNN), the convex form: pull each point's target neighbours
    near and push points of other classes out by a margin.

    min (1 - mu) <T, M> + mu sum [1 - <Z_t, M>]_+ with T = sum (x_i - x_j)(x_i - x_j)' over points i
    and their targets j, and a triplet for each of these and each point of another class.

    Parameters
    ----------
    X : array_like (n, d)
        One point per row.
    y : array_like (n,)
        Labels of any kind.
    k : int
        Targets of each point: its nearest others of its class (all, where the class is smaller).
    mu : float
        Share of the pushes, in [0, 1).
    ridge : float
        This share of the mean diagonal entry of T is added to the diagonal of T, which must be
        positive definite.

    Returns
    -------
    LargeMarginMetric
        T (d, d) times 1 - mu, C = mu, no ridge of its own.

    References
    ----------
    weinberger-2009
    """
    X, y = as_array(X, "X", ndim=2), class_labels(y, "y")
    same_length(X, y, "X", "y")
    k, mu = integer(k, "k", least=1), between(mu, 0.0, 1.0, "mu")
    i, j = _targets(X, y, k)
    t, other = np.nonzero(y[i, None] != y)
    pulled = X[i] - X[j]
    T = pulled.T @ pulled
    T = T + nonnegative(ridge, "ridge") * np.trace(T) / max(1, len(T)) * np.eye(len(T))
    return LargeMarginMetric(X[i[t]] - X[other], pulled[t], (1.0 - mu) * T, mu)


def _targets(X, y, k):
    """Rows (i, j) of points and their at most `k` nearest others of the same class."""
    pairs = [np.empty((0, 2), dtype=np.intp)]
    for label in np.unique(y):
        rows = np.flatnonzero(y == label)
        pairs.append(rows[np.argwhere(neighbour_matrix(X[rows], k) > 0.0)])
    return np.concatenate(pairs).T
