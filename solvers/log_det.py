"""log det of symmetric matrices and its proximal operator, straight from LAPACK.

All of it from scipy's: with numpy's as well two pools of threads would wait for each other.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg.blas import dsyrk
from scipy.linalg.lapack import dpotrf, dpotri, dsyevd

_EPS = np.finfo(float).eps


def log_det(A):
    """log det of symmetric `A` (m, m), or -inf where A is not positive definite."""
    # The transpose of a C-ordered symmetric matrix is the same matrix in LAPACK's own order.
    factor, failed = dpotrf(A.T, lower=1, clean=0)
    return -np.inf if failed else float(2.0 * np.log(np.diagonal(factor)).sum())


def log_det_error(A):
    """How far rounding may put `log_det` of a positive definite `A` off, to first order.

    A Cholesky factor is exact for a matrix whose entries differ by some eps sqrt(A_ii A_jj); what
    that does to the log det grows with eps sum_i A_ii (A^-1)_ii.
    """
    try:
        return float(_EPS * (np.diagonal(A) @ np.diagonal(inverse(A))))
    except np.linalg.LinAlgError:
        return np.inf


def inverse(A):
    """The inverse of positive definite `A` (m, m), exactly symmetric; else LinAlgError."""
    factor, failed = dpotrf(A.T, lower=1)
    lower, singular = dpotri(factor, lower=1, overwrite_c=1) if not failed else (None, 1)
    if singular:
        raise np.linalg.LinAlgError("not positive definite")
    return _mirrored(lower)


def _mirrored(triangle):
    """The symmetric matrix with the given triangle (zeros in the other)."""
    A = triangle + triangle.T
    np.fill_diagonal(A, 0.5 * np.diagonal(A))
    return A


def prox_log_det(A, mu, floor=0.0):
    """Eigenvalues (m,) and eigenvectors (m, m) of argmin_M -log det M + ||M - A||_F^2 / (2 mu).

    gamma = (d + sqrt(d^2 + 4 mu)) / 2 for the eigenvalues d of A, raised to `floor`: (22)-(23) of
    003_d968a502af9b2788.txt and the variant before (24).
    """
    d, V, failed = dsyevd(A.T, lower=1)
    if failed:
        raise np.linalg.LinAlgError("eigenvalues of a symmetric matrix did not converge")
    root = np.hypot(d, 2.0 * np.sqrt(mu))
    # For d < 0 the sum cancels; the other form of the root does not.
    positive = d >= 0.0
    gamma = np.where(positive, 0.5 * (d + root), 2.0 * mu / np.where(positive, 1.0, root - d))
    return np.maximum(gamma, floor), V


def from_spectrum(values, V):
    """V diag(values) V' for values >= 0, exactly symmetric."""
    return _mirrored(dsyrk(1.0, V * np.sqrt(values)))
