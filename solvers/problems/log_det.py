"""log det of symmetric matrices for proofs, with their rounding error."""

import numpy as np
from scipy.linalg.lapack import dtrtri, dtrtrs

_EPS = np.finfo(float).eps
#: Entries may reach this size: their squares, and sums of those, stay finite.
LARGEST = 1e120
#: An error of log det above this is that of a matrix which is singular up to rounding.
SINGULAR = 0.01
#: Errors below this, per row, do not matter.
_FINE = 4e-14


def cholesky(A: np.ndarray) -> np.ndarray | None:
    """The lower triangle of A = L L', A (m, m) symmetric; None where A is not positive definite."""
    try:
        L = np.linalg.cholesky(A)
    except np.linalg.LinAlgError:
        return None
    return L if np.isfinite(np.diagonal(L)).all() else None


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
    d, m, root, signed = np.diagonal(A), len(A), np.diagonal(L), -np.abs(L.T)
    # No entry of L^-1 is larger than that of the inverse of L with the signs of an M-matrix.
    np.fill_diagonal(signed, root)
    sums, _ = dtrtrs(signed, np.ones(m))
    error = 2.0 * _EPS * float(d @ sums**2)
    if not error <= _FINE * m:
        half = dtrtri(L.T)[0]  # its squares sum over rows to the diagonal of A^-1
        error = 2.0 * _EPS * float(d @ np.einsum("ij,ij->i", half, half))
    return float(2.0 * np.log(root).sum()), error
