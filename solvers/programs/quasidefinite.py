"""One factorisation for a quasi-definite system: LDL' by qdldl where it is installed, else LU."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from solvers.cholesky import Inverse

try:
    import qdldl
except ImportError:  # the extra "programs" brings it
    qdldl = None

#: What is added to the diagonal, with its sign, and as a share of its largest entry.
_STATIC, _SHARE = 1e-8, 5e-32
#: How often what that leaves is solved for again, the share of the right side that may be left, and
#: the factor by which each time less must be left.
_AGAIN, _EXACT, _BETTER = 20, 1e-13, 2.0
#: A factor that leaves more has lost its digits; then so many times as much is added, up to this.
_LOST, _TINY, _MORE, _MOST = 1.0, 1e-8, 30.0, 1e-4


class QuasiDefinite:
    """[Q + D, A'; A, -S] for Q (n, n), A (m, n), with diagonals D (n,), S (m,) >= 0 that change.

    Any such matrix with D, S > 0 has a factor LDL' in every order (Vanderbei 1995); what is added
    so that none is 0 is refined away.
    """

    def __init__(self, Q: sparse.csr_array, A: sparse.csr_array):
        m, n = A.shape
        self.n, self.sign = n, np.append(np.ones(n), -np.ones(m))
        Q, A, places = Q.tocoo(), A.tocoo(), np.arange(n + m)
        off = Q.row != Q.col
        self.own = np.bincount(Q.row[~off], Q.data[~off], minlength=n + m)
        i = np.concatenate([Q.row[off], A.row + n, A.col])
        j = np.concatenate([Q.col[off], A.col, A.row + n])
        data = np.concatenate([Q.data[off], A.data, A.data])
        self.off = sparse.csr_array((data, (i, j)), shape=(n + m, n + m))
        upper = i < j
        # The diagonal is marked, so that its places among the data are found.
        rows, columns = np.append(i[upper], places), np.append(j[upper], places)
        data = np.append(data[upper], np.full(n + m, np.nan))
        self.K = sparse.csc_matrix((data, (rows, columns)), shape=(n + m, n + m))
        self.K.sort_indices()
        self.diagonal = np.flatnonzero(np.isnan(self.K.data))
        self.solver: Any = None  # of qdldl
        self.factored: Inverse

    def factor(self, D: np.ndarray, S: np.ndarray) -> None:
        """Takes these D and S from now on; RuntimeError where no factor is to be had."""
        self.exact = self.own + np.append(D, -S)
        self.static = _STATIC
        self._factor()

    def _factor(self):
        exact, (D, S) = self.exact, np.split(np.abs(self.exact - self.own), [self.n])
        more = self.static + _SHARE * np.abs(exact).max(initial=0.0)
        self.K.data[self.diagonal] = exact + more * self.sign
        # What is left where the diagonal is large moves nothing.
        self.weights = 1.0 / (1.0 + np.append(D, S))
        try:
            if qdldl is None:
                whole = sparse.csc_matrix(self.K + sparse.triu(self.K, 1).T)
                self.factored = splu(whole, "MMD_AT_PLUS_A", diag_pivot_thresh=0.0,
                                     options={"SymmetricMode": True}).solve  # fmt: skip
            elif self.solver is None:
                self.solver = qdldl.Solver(self.K, upper=True)
                self.factored = self.solver.solve
            else:
                self.solver.update(self.K, upper=True)
        except RuntimeError:  # a pivot is 0 up to rounding
            if self.static >= _MOST:
                raise
            self.static *= _MORE
            self._factor()

    def solve(self, a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(x (n,), y (m,)) of the right side a (n,), b (m,), refined; where the factor has lost its
        digits, by one of which more is added to the diagonal."""
        right = np.concatenate([a, b])
        found, left = self._refined(right)
        enough = max(_LOST * self._size(right), _TINY)
        while not left <= enough and self.static < _MOST:
            self.static *= _MORE
            try:
                self._factor()
            except RuntimeError:  # the best answer so far is retained
                break
            again, now = self._refined(right)
            if not left < now:
                found, left = again, now
        return found[: self.n], found[self.n :]

    def _refined(self, right):
        found, size = self.factored(right), self._size(right)
        rest = right - self._times(found)
        left = self._size(rest)
        for _ in range(_AGAIN):
            if not left > _EXACT * size:
                break
            again = found + self.factored(rest)
            rest = right - self._times(again)
            now = self._size(rest)
            if not now < left:
                break
            found, slow = again, now * _BETTER > left
            left = now
            if slow:
                break
        return found, left

    def _times(self, xy):
        return self.off @ xy + self.exact * xy

    def _size(self, rest):
        return float(np.abs(self.weights * rest).max(initial=0.0))
