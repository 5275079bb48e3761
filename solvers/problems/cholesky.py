"""Cholesky's factor of a sparse matrix in an order that keeps it sparse: what stays so column by
column, what fills up as one dense block."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.linalg.lapack import dpotrf, dpotrs
from scipy.sparse.linalg import spilu

from solvers.compiled import njit

#: A number of the dense block costs this share of one among the sparse columns.
_DENSE = 0.06
#: A pivot below this share of its entry of the matrix is rounding: it is made so large that
#: nothing moves along it.
_LOST = 1e-14


@njit(cache=True, nogil=True)
def _tree(starts, rows, parent, counts, mark):
    """The elimination tree of a lower triangle, given by rows, and how many entries each column of
    its factor has."""
    n = parent.size
    for i in range(n):
        parent[i], mark[i] = -1, i
        counts[i] = 1
        for p in range(starts[i], starts[i + 1]):
            j = rows[p]
            while j < i and mark[j] != i:
                if parent[j] < 0:
                    parent[j] = i
                counts[j] += 1
                mark[j] = i
                j = parent[j]


@njit(cache=True, nogil=True)
def _columns(starts, data, place, rows, parent, k, at, below, L, pivots, S, x, mark, least):
    """The first k columns of the factor, row by row, and of the block S what they leave, in place;
    `at` (k + 1,): where columns begin in `below`, the numbers of their rows, and L."""
    n = parent.size
    end, path = at[:k].copy(), np.empty(n, np.int64)
    mark[:] = -1
    for i in range(n):
        top, mark[i] = n, i
        for p in range(starts[i], starts[i + 1]):
            j, length = rows[p], 0
            if j >= k:
                S[i - k, j - k] = data[place[p]]
                continue
            x[j] = data[place[p]]
            while j < k and mark[j] != i:
                path[length] = j
                mark[j] = i
                length += 1
                j = parent[j]
            while length:
                length -= 1
                top -= 1
                path[top] = path[length]
        own = x[i] if i < k else 0.0
        first = own
        for q in range(top, n):
            j = path[q]
            share = x[j] / pivots[j]
            x[j] = 0.0
            for p in range(at[j], end[j]):
                if below[p] < k:
                    x[below[p]] -= L[p] * share
            if i < k:
                own -= share * share
            below[end[j]] = i
            L[end[j]] = share
            end[j] += 1
        if i < k:
            x[i] = 0.0
            pivots[i] = np.sqrt(own) if own > least * first else 1e64
    for j in range(k):
        first = at[j]
        while first < at[j + 1] and below[first] < k:
            first += 1
        for p in range(first, at[j + 1]):
            for q in range(first, p + 1):
                S[below[p] - k, below[q] - k] -= L[p] * L[q]


@njit(cache=True, nogil=True)
def _forward(at, below, L, pivots, b):
    for j in range(pivots.size):
        b[j] /= pivots[j]
        for p in range(at[j], at[j + 1]):
            b[below[p]] -= L[p] * b[j]


@njit(cache=True, nogil=True)
def _backward(at, below, L, pivots, b):
    for j in range(pivots.size - 1, -1, -1):
        for p in range(at[j], at[j + 1]):
            b[j] -= L[p] * b[below[p]]
        b[j] /= pivots[j]


class Pattern:
    """Where a symmetric sparse matrix has entries, the order in which it is eliminated, and from
    which column on the factor is kept as one dense block."""

    def __init__(self, M):
        n = M.shape[0]
        self.starts, self.indices = M.indptr, M.indices
        order = _order(M)
        number = np.empty(n, np.int64)
        number[order] = np.arange(n)
        row, column = np.repeat(number, np.diff(M.indptr)), number[M.indices]
        kept = np.flatnonzero(column <= row)
        kept = kept[np.lexsort((column[kept], row[kept]))]
        self.order, self.place, self.rows = order, kept, column[kept]
        self.begin = np.searchsorted(row[kept], np.arange(n + 1))
        self.parent, counts = np.empty(n, np.int64), np.empty(n, np.int64)
        _tree(self.begin, self.rows, self.parent, counts, np.empty(n, np.int64))
        work = np.cumsum(np.append(0.0, counts.astype(float) ** 2))
        self.k = int((work + _DENSE / 3.0 * np.arange(n, -1.0, -1.0) ** 3).argmin())
        self.at = np.cumsum(np.append(0, counts[: self.k] - 1))

    def fits(self, M):
        """Whether M has its entries where this pattern has them."""
        return np.array_equal(M.indptr, self.starts) and np.array_equal(M.indices, self.indices)

    def factor(self, M):
        """b -> M^-1 b."""
        n, k = self.parent.size, self.k
        below, L = np.empty(self.at[-1], np.int64), np.empty(self.at[-1])
        pivots, S = np.empty(k), np.zeros((n - k, n - k))
        _columns(self.begin, M.data, self.place, self.rows, self.parent, k, self.at, below, L,
                 pivots, S, np.zeros(n), np.empty(n, np.int64), _LOST)  # fmt: skip
        dense = block(S)

        def solve(b):
            b = b[self.order]
            _forward(self.at, below, L, pivots, b)
            b[k:] = dense(b[k:])
            _backward(self.at, below, L, pivots, b)
            x = np.empty_like(b)
            x[self.order] = b
            return x

        return solve


def block(S):
    """b -> S^-1 b from the lower triangle of S (n, n), which is lost; LinAlgError where it is not
    positive definite."""
    if not S.size:
        return lambda b: b
    low, failed = dpotrf(S.T, lower=0, overwrite_a=1, clean=0)
    if failed:
        raise np.linalg.LinAlgError("not positive definite")
    return lambda b: dpotrs(low, b, lower=0)[0]


def _order(M):
    """An order of least degrees, as SuperLU finds it."""
    n = M.shape[0]
    M = sparse.csc_array((np.ones(M.nnz), M.indices, M.indptr), M.shape)
    M = M + n * sparse.eye_array(n, format="csc")
    number = spilu(M, drop_tol=1.0, fill_factor=1.0, permc_spec="MMD_AT_PLUS_A",
                   diag_pivot_thresh=0.0, options={"SymmetricMode": True}).perm_c  # fmt: skip
    return np.argsort(number)
