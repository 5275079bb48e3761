"""The columns of X (N, D) as kernels read them: the one place where dense and sparse differ."""

from typing import NamedTuple

import numpy as np

from solvers.checks import is_sparse, locked
from solvers.compiled import njit
from solvers.problems.columns import column_squares

_NONE = locked(np.zeros(0, dtype=np.int32))


class Columns(NamedTuple):
    """Columns x_d = M[d] and their squared lengths h (D,). Of a sparse X, x_d has M[0, k] in row
    places[k] for starts[d] <= k < starts[d + 1]; else both are empty."""

    M: np.ndarray
    places: np.ndarray
    starts: np.ndarray
    h: np.ndarray


def columns_of(X):
    """The `Columns` of X."""
    if is_sparse(X):
        return Columns(X.data[None, :], X.indices, X.indptr, column_squares(X))
    return Columns(X.T, _NONE, _NONE, column_squares(X))


@njit(cache=True, nogil=True)
def along(columns, d, r):
    """x_d'r."""
    if columns.starts.size == 0:
        return columns.M[d] @ r
    product = 0.0
    for k in range(columns.starts[d], columns.starts[d + 1]):
        product += columns.M[0, k] * r[columns.places[k]]
    return product


@njit(cache=True, nogil=True)
def subtract(columns, d, shift, r):
    """r -= shift x_d, in place."""
    if columns.starts.size == 0:
        row = columns.M[d]
        for n in range(r.size):
            r[n] -= shift * row[n]
    else:
        for k in range(columns.starts[d], columns.starts[d + 1]):
            r[columns.places[k]] -= shift * columns.M[0, k]
