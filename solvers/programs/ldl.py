"""LDL' of a sparse quasi-definite matrix, by qdldl where it is installed, else as SciPy's LU with
rows in place; and its triangular solves as compiled code, for loops that are compiled too."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from solvers.compiled import njit

try:
    import qdldl
except ImportError:  # the extra "programs" brings it
    qdldl = None

#: An upper triangle, its diagonal, and where that is among its data.
Triangle = tuple[sparse.csc_array, np.ndarray, np.ndarray]
#: (starts, rows, entries of L below its diagonal, by columns, 1 / D, order).
Factors = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]


class System:
    """[T + diag(top), K'; K, -diag(bottom)] for T (n, n) symmetric and K (m, n), both positive
    diagonals: its upper triangle, of which they can change, and its factor.

    Any such matrix has a factor LDL' in every order (Vanderbei 1995); RuntimeError where rounding
    leaves it none.
    """

    def __init__(
        self, upper: Triangle, K: sparse.csr_array, top: float | np.ndarray, bottom: np.ndarray
    ):
        """upper: that triangle of T, with its whole `diagonal`, see `triangle`."""
        T, self.own, at = upper
        m, n = K.shape
        ends = K.indptr[1:] + np.arange(1, m + 1) + T.nnz
        starts = np.concatenate([T.indptr, ends])
        last, inner = ends - 1, np.ones(starts[-1], dtype=bool)
        inner[last] = False
        indices, data = np.empty(inner.size, dtype=np.int32), np.empty(inner.size)
        indices[inner] = np.concatenate([T.indices, K.indices])
        data[inner] = np.concatenate([T.data, K.data])
        indices[last] = np.arange(n, n + m)
        self.matrix = sparse.csc_matrix((data, indices, starts), shape=(n + m, n + m))
        self.diagonal = np.concatenate([at, last])
        self.solver: Any = None  # of qdldl, or SciPy's
        self.set(top, bottom)

    def set(self, top: float | np.ndarray, bottom: np.ndarray) -> None:
        """Take these diagonals from now on."""
        self.matrix.data[self.diagonal] = np.concatenate([self.own + top, -bottom])
        self.__dict__.pop("factors", None)
        if qdldl is None:
            whole = self.matrix + sparse.triu(self.matrix, 1).T
            self.solver = splu(sparse.csc_matrix(whole), "MMD_AT_PLUS_A", diag_pivot_thresh=0.0,
                               options={"SymmetricMode": True})  # fmt: skip
        elif self.solver is None:
            self.solver = qdldl.Solver(self.matrix, upper=True)
        else:
            self.solver.update(self.matrix, upper=True)

    def solve(self, right: np.ndarray) -> np.ndarray:
        """The solution (n + m,) of the system with this right side."""
        return self.solver.solve(right)

    @cached_property
    def factors(self) -> Factors:
        """The factors of the matrix, for `solve`."""
        if qdldl is None:
            L, D = sparse.csc_matrix(sparse.tril(self.solver.L, -1)), self.solver.U.diagonal()
            order = np.argsort(self.solver.perm_c)
        else:
            L, D, order = self.solver.factors()
        return L.indptr, L.indices, L.data, 1.0 / D, order.astype(np.int32)


def triangle(Q: sparse.csr_array | int) -> Triangle:
    """(T, diagonal (n,), places (n,)): the upper triangle of a sparse Q with all of its diagonal,
    and where that is among T's data; of a number n for Q = 0 (n, n)."""
    if isinstance(Q, int):
        return sparse.eye_array(Q, format="csc"), np.zeros(Q), np.arange(Q)
    n, Q = Q.shape[0], sparse.csc_array(Q)
    j = np.repeat(np.arange(n), np.diff(Q.indptr))
    above, on = Q.indices < j, Q.indices == j
    own = np.bincount(j[on], Q.data[on], n)
    starts = np.append(0, np.cumsum(np.bincount(j[above], minlength=n) + 1))
    places = starts[1:] - 1
    inner = np.ones(starts[-1], dtype=bool)
    inner[places] = False
    indices, data = np.empty(inner.size, dtype=np.int32), np.empty(inner.size)
    indices[inner], data[inner] = Q.indices[above], Q.data[above]
    indices[places], data[places] = np.arange(n), own
    return sparse.csc_array((data, indices, starts), shape=Q.shape), own, places


@njit(cache=True, nogil=True)
def solve(factors: Factors, right: np.ndarray, work: np.ndarray, out: np.ndarray) -> None:
    """M out = right by the `factors` of M, with `work` as long."""
    starts, rows, entries, inverse, order = factors
    for i in range(right.size):
        work[i] = right[order[i]]
    for j in range(right.size):
        v = work[j]
        for k in range(starts[j], starts[j + 1]):
            work[rows[k]] -= entries[k] * v
    for j in range(right.size - 1, -1, -1):
        v = work[j] * inverse[j]
        for k in range(starts[j], starts[j + 1]):
            v -= entries[k] * work[rows[k]]
        work[j] = v
        out[order[j]] = v
