"""The cone of symmetric positive semidefinite matrices: how far a matrix is outside of it, as a
share of its size; exactly 0 up to rounding."""

import numpy as np

#: Entries and eigenvalues are off by no more than this share of the largest, per row, by rounding.
_ROUNDING = 1e-14


def asymmetry(M: np.ndarray) -> float:
    """The largest entry of |M - M'| over the largest of |M|, M (m, m)."""
    size = np.abs(M).max()
    return _beyond(np.abs(M - M.T).max(), size, len(M))


def indefiniteness(M: np.ndarray) -> float:
    """Minus the smallest eigenvalue of symmetric `M` (m, m) over the largest in size."""
    size = np.abs(M).max()
    if not size < np.inf:
        return np.inf
    values = np.linalg.eigvalsh(M)
    return _beyond(-values[0], max(abs(values[0]), abs(values[-1])), len(M))


def _beyond(out, size, m):
    """The share `out` / `size`, or 0 where that is rounding."""
    return float(out / size) if out > _ROUNDING * m * size else 0.0
