"""Metrics without iterations, and the error by which metrics are compared."""

from __future__ import annotations

import numpy as np

from solvers.affinity import covariance, initial_affinity, neighbour_matrix, scatter
from solvers.checks import InputError, as_array, nonnegative, same_length
from solvers.precision.log_det import inverse, log_det

_BLOCK = 4_000_000


def mahalanobis_metric(X):
    """The inverse (d, d) of the covariance of X (n, d), divisor n; distances do not change under
    affine maps of X."""
    return _inverse(covariance(X), "The covariance of X", "drop features that others determine")


def lrml_metric(X, similar, dissimilar, *, k=6, similar_weight=1.0, dissimilar_weight=1.0):
    """Laplacian regularised metric learning, in closed form: argmin tr(Q M), log det M >= 0.

    Q = T_neighbours + similar_weight T_similar - dissimilar_weight T_dissimilar (d, d), each
    T = 1/2 sum_ij W_ij (x_i - x_j)(x_i - x_j)' with W_ij = 1 where one of i, j is among the k
    nearest of the other, or for the pairs; M = det(Q)^(1/d) Q^-1. There is no metric unless Q is
    positive definite (InputError).

    Source: Hoi, Liu, Chang (CVPR 2008), as described in 003_d968a502af9b2788.txt.
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


def nearest_neighbour_labels(M, X, y, points):
    """Labels (q,) of `points` (q, d): that of the nearest row of X (n, d) in the metric `M` (d, d);
    ties go to the lower row. y (n,): labels of any kind."""
    X, points, y = as_array(X, "X", ndim=2), as_array(points, "points", ndim=2), np.asarray(y)
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


def nearest_neighbour_error(M, X, y, points, labels):
    """Share of `points` (q, d) whose nearest row of X has another label than theirs (q,)."""
    labels = np.asarray(labels)
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
