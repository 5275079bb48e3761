"""log det of symmetric matrices and its proximal operator, for solvers.

All of LAPACK from scipy's: with numpy's as well two pools of threads would wait for each other.
"""

import numpy as np
from scipy.linalg.blas import dsyrk
from scipy.linalg.lapack import dpotrf, dpotri, dsyevd


def log_det(A):
    """log det of symmetric `A` (m, m), or -inf where A is not positive definite."""
    return factored(A)[0]


def inverse(A):
    """The inverse of positive definite `A` (m, m), exactly symmetric; LinAlgError where it is not,
    NaN where it holds what is no number."""
    if not np.isfinite(A).all():
        return np.full_like(A, np.nan)
    value, factor = factored(A)
    if value == -np.inf:
        raise np.linalg.LinAlgError("not positive definite")
    return inverse_of(factor)


def factored(A):
    """(`log_det` of symmetric `A` (m, m), the factor for `inverse_of`)."""
    # The transpose of a C-ordered symmetric matrix is the same matrix in LAPACK's own order.
    factor, failed = dpotrf(A.T, lower=1)
    value = -np.inf if failed else float(2.0 * np.log(np.diagonal(factor)).sum())
    return value if np.isfinite(value) else -np.inf, factor


def inverse_of(factor):
    """The inverse, exactly symmetric and in C order, from the factor of `factored`."""
    return _mirrored(dpotri(factor, lower=1)[0].T)


def _mirrored(triangle):
    """The symmetric matrix with the given triangle (zeros in the other)."""
    A = triangle + triangle.T
    np.fill_diagonal(A, 0.5 * np.diagonal(A))
    return A


def prox_log_det(A, mu, floor=0.0):
    """(gamma (m,), M (m, m)): M = argmin -log det M + ||M - A||_F^2 / (2 mu), gamma its
    eigenvalues.

    gamma = (d + sqrt(d^2 + 4 mu)) / 2 for the eigenvalues d of A, raised to `floor`: (22)-(23) of
    003_d968a502af9b2788.txt and the variant before (24). Both are NaN where A holds what is no
    number.
    """
    if not np.isfinite(A).all():
        return np.full(len(A), np.nan), np.full_like(A, np.nan)
    d, V, failed = dsyevd(A.T, lower=1)
    if failed:
        raise np.linalg.LinAlgError("eigenvalues of a symmetric matrix did not converge")
    root, positive = np.hypot(d, 2.0 * np.sqrt(mu)), d >= 0.0
    # For d < 0 the sum cancels; the other form of the root does not.
    gamma = np.where(positive, 0.5 * (d + root), 2.0 * mu / np.where(positive, 1.0, root - d))
    gamma = np.maximum(gamma, floor)
    return gamma, _mirrored(dsyrk(1.0, V * np.sqrt(gamma)))
