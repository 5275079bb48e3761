"""The columns of X (N, D) as kernels read them: the one place where dense and sparse differ."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.checks import is_sparse, locked
from solvers.compiled import njit
from solvers.problems.columns import column_squares
from solvers.result import Matrix

_NONE = locked(np.zeros(0, dtype=np.int32))


class Columns(NamedTuple):
    """Columns x_d = M[d] and their squared lengths h (D,). Of a sparse X, x_d has M[0, k] in row
    places[k] for starts[d] <= k < starts[d + 1]; else both are empty."""

    M: np.ndarray
    places: np.ndarray
    starts: np.ndarray
    h: np.ndarray


def columns_of(X: Matrix, root: np.ndarray | None = None) -> Columns:
    """The `Columns` of X or, if it is sparse, of diag(root) X."""
    if is_sparse(X):
        values = X.data if root is None else X.data * root[X.indices]
        return Columns(values[None, :], X.indices, X.indptr, _squares(values, X.indptr))
    return Columns(X.T, _NONE, _NONE, column_squares(X))


@njit(cache=True, nogil=True)
def _squares(values, starts):
    """||x_d||^2 of each sparse column; scipy's own takes as long as some sweeps."""
    h = np.zeros(starts.size - 1)
    for d in range(h.size):
        for k in range(starts[d], starts[d + 1]):
            h[d] += values[k] ** 2
    return h


@njit(cache=True, nogil=True)
def along(columns: Columns, d: int, r: np.ndarray) -> float:
    """x_d'r."""
    if columns.starts.size == 0:
        return columns.M[d] @ r
    values, places, product = columns.M[0], columns.places, 0.0
    for k in range(columns.starts[d], columns.starts[d + 1]):
        product += values[k] * r[places[k]]
    return product


@njit(cache=True, nogil=True)
def subtract(columns: Columns, d: int, shift: float, r: np.ndarray) -> None:
    """r -= shift x_d, in place."""
    if columns.starts.size == 0:
        row = columns.M[d]
        for n in range(r.size):
            r[n] -= shift * row[n]
    else:
        values, places = columns.M[0], columns.places
        for k in range(columns.starts[d], columns.starts[d + 1]):
            r[places[k]] -= shift * values[k]
