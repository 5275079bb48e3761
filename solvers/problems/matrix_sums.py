"""What the proof for a precision matrix sums over entries, compiled: for small matrices calls of
numpy would take most of its time."""

from __future__ import annotations

import numpy as np

from solvers.compiled import njit

_FAST = {"reassoc", "contract"}


@njit(cache=True, nogil=True)
def asymmetry(A):
    """The largest entry of |A - A'|."""
    largest = 0.0
    for i in range(A.shape[0]):
        for j in range(i):
            largest = max(largest, abs(A[i, j] - A[j, i]))
    return largest


@njit(cache=True, nogil=True, fastmath=_FAST)
def products(M, Sigma, weights):
    """(<Sigma, M>, <|Sigma|, |M|>, <weights, |M|>)."""
    linear, size, penalty = 0.0, 0.0, 0.0
    for i in range(M.shape[0]):
        row, of_Sigma, of_weights = M[i], Sigma[i], weights[i]
        for j in range(row.size):
            part = of_Sigma[j] * row[j]
            linear += part
            size += abs(part)
            penalty += of_weights[j] * abs(row[j])
    return linear, size, penalty


@njit(cache=True, nogil=True)
def clipped(Z, Sigma, weights):
    """The point of the box |Z - Sigma| <= weights nearest to `Z`."""
    near = np.empty(Z.shape)
    for i in range(Z.shape[0]):
        for j in range(Z.shape[1]):
            edge = weights[i, j]
            near[i, j] = Sigma[i, j] + max(min(Z[i, j] - Sigma[i, j], edge), -edge)
    return near
