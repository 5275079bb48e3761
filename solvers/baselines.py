"""Metrics without iterations, and the error by which metrics are compared."""

from __future__ import annotations

import numpy as np

from solvers.affinity import covariance, initial_affinity, neighbour_matrix, scatter
from solvers.checks import InputError, as_array, class_labels, nonnegative, same_length
from solvers.docstrings import documented
from solvers.hints import ArrayLike
from solvers.precision.log_det import inverse, log_det

_BLOCK = 4_000_000


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
    rows = max(1, _BLOCK // max(1, X.size))
    for first in range(0, len(points), rows):
        here = slice(first, first + rows)
        nearest[here] = np.sum((points[here, None, :] - X) ** 2, axis=2).argmin(axis=1)
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
    M = as_array(M, "M", ndim=2)
    if M.shape != (d, d):
        raise InputError(f"M must have shape {(d, d)} to fit the columns of X, got {M.shape}.")
    values, V = np.linalg.eigh(0.5 * (M + M.T))
    if values[0] < -1e-12 * np.abs(values).max():
        raise InputError(
            f"M must be positive semidefinite, got smallest eigenvalue {values[0]:.3g}; a metric "
            "has no negative squares."
        )
    return V * np.sqrt(np.maximum(values, 0.0))
