"""log det of symmetric matrices for proofs, with their rounding error."""

import math

import numpy as np
from scipy.linalg.lapack import dpotrf, dtrtri, dtrtrs

_EPS = np.finfo(float).eps
#: Entries may reach this size: their squares, and sums of those, stay finite.
LARGEST = 1e120
#: An error of log det above this is that of a matrix which is singular up to rounding.
SINGULAR = 0.01
#: Errors below this, per row, do not matter.
_FINE = 4e-14


def cholesky(A: np.ndarray) -> np.ndarray | None:
    """The lower triangle of A = L L', A (m, m) symmetric; None where A is not positive definite.

    By LAPACK itself: of a small matrix numpy's own function takes ten times as long to be called.
    """
    # The transpose of a symmetric matrix is the same one in LAPACK's order.
    L, failed = dpotrf(A.T, lower=1)
    return None if failed or not math.isfinite(L.diagonal().sum()) else L


def log_det_with_error(A: np.ndarray) -> tuple[float, float]:
    """(log det of symmetric `A` (m, m), how far rounding may put it off, to first order);
    (-inf, inf) where A is not positive definite.

    A Cholesky factor is exact for a matrix whose entries differ by some eps sqrt(A_ii A_jj); what
    that does to the log det grows with eps sum_i A_ii (A^-1)_ii; small matrices come to 1.04 times
    that, and twice is taken off. Where a bound of the sum says enough, it takes no inverse.
    """
    L = cholesky(A)
    if L is None:
        return -np.inf, np.inf
    d, m, root, signed = A.diagonal(), len(A), L.diagonal(), -np.abs(L)
    # No entry of L^-1 is larger than that of the inverse of L with the signs of an M-matrix.
    np.einsum("ii->i", signed)[...] = root
    sums, _ = dtrtrs(signed, np.ones(m), lower=1, trans=1)
    error = 2.0 * _EPS * float(d @ sums**2)
    if not error <= _FINE * m:
        half = dtrtri(L, lower=1)[0]  # its squares sum over columns to the diagonal of A^-1
        error = 2.0 * _EPS * float(d @ np.einsum("ij,ij->j", half, half))
    return float(2.0 * np.log(root).sum()), error
