"""The metric learners with which the source compares its own: those in closed form, the problems of
SDML, ITML and LMNN, each with a certificate, and the error by which metrics are compared."""

from __future__ import annotations

from typing import Literal

import numpy as np

from solvers.affinity import (
    build_affinity,
    covariance,
    initial_affinity,
    neighbour_matrix,
    scatter,
    squared_distances,
)
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
from solvers.precision.log_det import inverse, log_det
from solvers.problems.large_margin import LargeMarginMetric
from solvers.problems.pair_metric import InformationTheoreticMetric
from solvers.problems.sparse_precision import SparsePrecision
from solvers.result import ArrayLike

#: Percentiles of the squared distances that bound those of similar and of dissimilar pairs.
_LOW, _HIGH = 5.0, 95.0


def mahalanobis_metric(X: ArrayLike) -> np.ndarray:
    """The inverse (d, d) of the covariance of X (n, d), divisor n; distances do not change under
    affine maps of X."""
    return _inverse(covariance(X), "The covariance of X", "drop features that others determine")


@documented
def lrml_metric(
    X: ArrayLike,
    similar: ArrayLike | None,
    dissimilar: ArrayLike | None,
    *,
    k: int = 6,
    similar_weight: float = 1.0,
    dissimilar_weight: float = 1.0,
) -> np.ndarray:
    """Laplacian regularised metric learning, in closed form: argmin tr(Q M), log det M >= 0.

    Q = T_neighbours + similar_weight T_similar - dissimilar_weight T_dissimilar (d, d), each
    T = 1/2 sum_ij W_ij (x_i - x_j)(x_i - x_j)' with W_ij = 1 where one of i, j is among the k
    nearest of the other, or for the pairs; M = det(Q)^(1/d) Q^-1.

    Parameters
    ----------
    X : array_like (n, d)
        One point per row.
    similar : array_like (p, 2)
        Rows of X that form similar pairs; None for none.
    dissimilar : array_like (p, 2)
        Rows of X that form dissimilar pairs; None for none.
    k : int
        Neighbours of each point.
    similar_weight : float
        See Q.
    dissimilar_weight : float
        See Q; there is no metric unless Q is positive definite.

    Returns
    -------
    numpy.ndarray (d, d)
        M.

    References
    ----------
    hoi-2008
    sparse-metrics: describes it
    """
    X = as_array(X, "X", ndim=2)
    W0 = initial_affinity(X.shape[0], similar, dissimilar)
    np.fill_diagonal(W0, 0.0)
    P = neighbour_matrix(X, k)
    W = ((P + P.T) > 0.0).astype(np.float64)
    W += nonnegative(similar_weight, "similar_weight") * np.maximum(W0, 0.0)
    W += nonnegative(dissimilar_weight, "dissimilar_weight") * np.minimum(W0, 0.0)
    Q = scatter(X, W)
    M = _inverse(Q, "Q of LRML", "lower dissimilar_weight")
    return M * np.exp(log_det(Q) / len(Q))


def _inverse(A, what, way_out):
    values = np.linalg.eigvalsh(A)
    if values[0] <= 1e-12 * values[-1]:
        raise InputError(
            f"{what} must be positive definite, got smallest eigenvalue {values[0]:.3g} "
            f"(largest {values[-1]:.3g}); {way_out}."
        )
    return inverse(A)


def nearest_neighbour_labels(
    M: ArrayLike, X: ArrayLike, y: ArrayLike, points: ArrayLike
) -> np.ndarray:
    """Labels (q,) of `points` (q, d): that of the nearest row of X (n, d) in the metric `M` (d, d);
    ties go to the lower row. y (n,): labels of any kind."""
    X, points, y = (
        as_array(X, "X", ndim=2),
        as_array(points, "points", ndim=2),
        class_labels(y, "y"),
    )
    same_length(X, y, "X", "y")
    if X.shape[0] == 0:
        raise InputError("X must have at least one row, got none.")
    half = _root(M, X.shape[1])
    X, points = X @ half, points @ half
    nearest = np.empty(len(points), dtype=np.intp)
    for rows, squares in squared_distances(points, X):
        nearest[rows] = squares.argmin(axis=1)
    return y[nearest]


@documented
def nearest_neighbour_error(
    M: ArrayLike, X: ArrayLike, y: ArrayLike, points: ArrayLike, labels: ArrayLike
) -> float:
    """The share of points whose nearest neighbour has another label than they.

    Parameters
    ----------
    M : array_like (d, d)
        The metric, positive semidefinite.
    X : array_like (n, d)
        One known point per row; ties go to the lower row.
    y : array_like (n,)
        Their labels, of any kind.
    points : array_like (q, d)
        The points to be classified.
    labels : array_like (q,)
        Their true labels.

    Returns
    -------
    float
        In [0, 1]; 0 without points.
    """
    labels = class_labels(labels, "labels")
    found = nearest_neighbour_labels(M, X, y, points)
    same_length(found, labels, "points", "labels")
    return float(np.mean(found != labels)) if labels.size else 0.0


def _root(M, d):
    """A (d, d) with M = A A', for M positive semidefinite."""
    M = as_array(M, "M", ndim=2, shape=(d, d))
    values, V = np.linalg.eigh(0.5 * (M + M.T))
    if values[0] < -1e-12 * np.abs(values).max():
        raise InputError(
            f"M must be positive semidefinite, got smallest eigenvalue {values[0]:.3g}; a metric "
            "has no negative squares."
        )
    return V * np.sqrt(np.maximum(values, 0.0))


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
        T (d, d) times 1 - mu, C = mu, no ridge of the problem.

    References
    ----------
    weinberger-2009
    """
    X, y = as_array(X, "X", ndim=2), class_labels(y, "y")
    same_length(X, y, "X", "y")
    k, mu = integer(k, "k", least=1), between(mu, 0.0, 1.0, "mu")
    if len(set(y.tolist())) < 2:
        raise InputError(
            f"y must hold at least two classes, got {len(set(y.tolist()))}: without points of "
            "another class there is none to push out."
        )
    i, j = _targets(X, y, k)
    t, other = np.nonzero(y[i, None] != y)
    pulled = X[i] - X[j]
    T = pulled.T @ pulled
    if not T.any():
        raise InputError(
            "y must give some point another one of its class at another place, got none: T is 0, "
            "and no ridge, which is a share of it, makes it positive definite."
        )
    T = T + nonnegative(ridge, "ridge") * np.trace(T) / len(T) * np.eye(len(T))
    return LargeMarginMetric(X[i[t]] - X[other], pulled[t], (1.0 - mu) * T, mu)


def _targets(X, y, k):
    """Rows (i, j) of points and their at most `k` nearest others of the same class."""
    pairs = [np.empty((0, 2), dtype=np.intp)]
    for label in np.unique(y):
        rows = np.flatnonzero(y == label)
        pairs.append(rows[np.argwhere(neighbour_matrix(X[rows], k) > 0.0)])
    return np.concatenate(pairs).T
