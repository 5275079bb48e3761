"""log det of symmetric matrices and its proximal operator, for solvers.

All of LAPACK from scipy's: with numpy's as well two pools of threads would wait for each other.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.linalg.blas import dsyrk
from scipy.linalg.lapack import dpotrf, dpotri, dsyevd

from solvers.checks import is_finite
from solvers.compiled import njit


def log_det(A: np.ndarray) -> float:
    """log det of symmetric `A` (m, m), or -inf where A is not positive definite."""
    return factored(A)[0]


def inverse(A: np.ndarray) -> np.ndarray:
    """The inverse of positive definite `A` (m, m), exactly symmetric; LinAlgError where it is not,
    NaN where it holds what is no number."""
    if not np.isfinite(A).all():
        return np.full_like(A, np.nan)
    value, factor = factored(A)
    if value == -np.inf:
        raise np.linalg.LinAlgError("not positive definite")
    return inverse_of(factor)


def factored(A: np.ndarray) -> tuple[float, np.ndarray]:
    """(`log_det` of symmetric `A` (m, m), the factor for `inverse_of`)."""
    # The transpose of a C-ordered symmetric matrix is the same matrix in LAPACK's own order.
    factor, failed = dpotrf(A.T, lower=1)
    value = -np.inf if failed else 2.0 * float(np.log(factor.diagonal()).sum())
    return value if math.isfinite(value) else -np.inf, factor


def inverse_of(factor: np.ndarray) -> np.ndarray:
    """The inverse, exactly symmetric and in C order, from the factor of `factored`."""
    return _mirrored(dpotri(factor, lower=1)[0].T)


def _mirrored(triangle):
    """The symmetric matrix with the given triangle (zeros in the other)."""
    A = triangle + triangle.T
    np.einsum("ii->i", A)[...] *= 0.5
    return A


def prox_log_det(A: np.ndarray, mu: float, floor: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """(gamma (m,), M (m, m)): M = argmin -log det M + ||M - A||_F^2 / (2 mu), gamma its
    eigenvalues.

    gamma = (d + sqrt(d^2 + 4 mu)) / 2 for the eigenvalues d of A, raised to `floor`: (22)-(23) of
    003_d968a502af9b2788.txt and the variant before (24). Both are NaN where A holds what is no
    number.
    """
    if not is_finite(A):
        return np.full(len(A), np.nan), np.full_like(A, np.nan)
    d, V, failed = dsyevd(A.T, lower=1)
    if failed:
        raise np.linalg.LinAlgError("eigenvalues of a symmetric matrix did not converge")
    gamma = raised(d, mu, floor)
    return gamma, _mirrored(dsyrk(1.0, V * np.sqrt(gamma)))


@njit(cache=True, nogil=True)
def raised(d: np.ndarray, mu: float, floor: float) -> np.ndarray:
    """gamma (m,) of `prox_log_det` from the eigenvalues d."""
    gamma = np.empty(d.size)
    for k in range(d.size):
        root = np.hypot(d[k], 2.0 * np.sqrt(mu))
        # For d < 0 the sum cancels; the other form of the root does not.
        gamma[k] = max(0.5 * (d[k] + root) if d[k] >= 0.0 else 2.0 * mu / (root - d[k]), floor)
    return gamma
