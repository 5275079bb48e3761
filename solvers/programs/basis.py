"""The basis of the revised simplex method: a sparse LU and the columns exchanged since."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.linalg import qr
from scipy.linalg.lapack import dtrtrs
from scipy.sparse.linalg import splu

#: The LU is made afresh after so many exchanges.
_REFACTOR_EVERY = 64
#: A column that others make up to this share of the largest counts as dependent.
_DEPENDENT = 1e-11


class Basis:
    """B = M[:, columns], of which B^-1 = E_k ... E_1 (LU)^-1: each exchange is an elementary matrix
    E = I - w e_p' / a_p with w = a - e_p, where a = B^-1 times the column that comes (product form
    of the inverse). All k are applied at once, by one triangular matrix of order k.

    M (m, N): sparse columns, of which the last m are the identity.
    """

    def __init__(self, M: sparse.csc_array, columns: np.ndarray):
        self.M, self.columns = M, columns
        m = M.shape[0]
        self.W = np.zeros((m, _REFACTOR_EVERY), order="F")
        self.triangle = np.zeros((_REFACTOR_EVERY, _REFACTOR_EVERY), order="F")
        self.places = np.zeros(_REFACTOR_EVERY, dtype=int)
        self.refactor()

    def refactor(self) -> bool:
        """A fresh LU; True where columns of a singular B gave way to ones of the identity."""
        self.count = 0
        if not self.columns.size:
            return False
        try:
            self.lu = splu(self.M[:, self.columns], diag_pivot_thresh=0.1)
            size = np.abs(self.lu.U.diagonal())
            singular = size.min() <= _DEPENDENT * size.max() and self._mend()
        except RuntimeError:
            singular = self._mend()
        if singular:
            self.lu = splu(self.M[:, self.columns])
        return singular

    def _mend(self):
        """Puts columns of the identity in place of dependent ones; whether there were any."""
        B, (m, N) = self.M[:, self.columns].toarray(), self.M.shape
        _, R, order = qr(B, mode="economic", pivoting=True)
        size = np.abs(np.diag(R))
        rank = int((size > _DEPENDENT * size[0]).sum())
        if rank == m:
            return False
        rows = qr(B[:, order[:rank]].T, mode="r", pivoting=True)[1]
        self.columns[order[rank:]] = N - m + rows[rank:]
        return True

    @property
    def full(self) -> bool:
        """Whether it is time for a fresh LU."""
        return self.count == _REFACTOR_EVERY

    def solve(self, a: np.ndarray) -> np.ndarray:
        """B^-1 a."""
        x, k = self.lu.solve(a) if a.size else a, self.count
        if k:
            t = dtrtrs(self.triangle[:k, :k], x[self.places[:k]], lower=1)[0]
            x -= self.W[:, :k] @ t
        return x

    def solve_transposed(self, c: np.ndarray) -> np.ndarray:
        """B'^-1 c."""
        k = self.count
        if k:
            u = dtrtrs(self.triangle[:k, :k], c @ self.W[:, :k], lower=1, trans=1)[0]
            c = c - np.bincount(self.places[:k], u, c.size)
        return self.lu.solve(c, "T") if c.size else c

    def exchange(self, place: int, column: int, a: np.ndarray) -> None:
        """`column` of M, a = B^-1 times it, in place of the column at `place`."""
        k = self.count
        self.columns[place] = column
        self.W[:, k] = a
        self.W[place, k] -= 1.0
        self.places[k] = place
        self.triangle[k, :k] = self.W[place, :k]
        self.triangle[: k + 1, k] = self.W[self.places[: k + 1], k]
        self.triangle[:k, k] = 0.0
        self.triangle[k, k] = a[place]
        self.count += 1
