"""Columns of X that have come into use, and X'X among them."""

from __future__ import annotations

import numpy as np

from solvers.checks import is_sparse
from solvers.sparse.columns import gram, gram_columns

#: There is room for so many columns at first.
_ROOM = 32


class KnownColumns:
    """Columns that have come in, in the order of their coming: their numbers `columns`, their
    weights `w`, `v` = x'r of each, and X'X and X't among them."""

    def __init__(self, X, t):
        self.X, self.t, self.sparse = X, t, is_sparse(X)
        self.columns, self.inside = np.zeros(0, dtype=np.intp), np.zeros(X.shape[1], dtype=bool)
        self.rows = X[:, :0].T if self.sparse else np.zeros((0, X.shape[0]))
        self.G, self.q = np.zeros((0, 0)), np.zeros(0)
        self.w, self.v = np.zeros(0), np.zeros(0)

    def add(self, wanted):
        """Take in the columns where `wanted` (D,), those that are in already aside."""
        new = np.flatnonzero(wanted & ~self.inside)
        if not new.size:
            return
        if new.size == self.inside.size:
            self.add_all()
            return
        self.inside[new] = True
        old, size = self.columns.size, self.columns.size + new.size
        self.columns = np.concatenate([self.columns, new])
        self._make_room(size)
        block = self._products(new, old, size)
        self.G[old:size, :size], self.G[:size, old:size] = block, block.T
        self.w = np.concatenate([self.w, np.zeros(new.size)])
        self.v = self.q[:size] - self.G[:size, :size] @ self.w

    def add_all(self):
        """Take in all columns; where none is in, nothing is copied."""
        if self.columns.size:
            self.add(~self.inside)
            return
        D = self.inside.size
        self.inside[:], self.columns, self.rows = True, np.arange(D), self.X.T
        self.G, self.q = gram(self.X), self.rows @ self.t
        self.w, self.v = np.zeros(D), self.q.copy()

    def _products(self, new, old, size):
        """Products of the `new` columns with all that are known, and in `q` with t."""
        fresh = self.X.T[new]
        self.q[old:size] = fresh @ self.t
        if self.sparse:
            self.rows = self.X.T[self.columns]
            return (fresh @ self.rows.T).toarray()
        self.rows[old:size] = fresh
        return self.rows[old:size] @ self.rows[:size].T

    def _make_room(self, size):
        if size <= len(self.G):
            return
        room = max(min(2 * len(self.G), self.X.shape[1]), size, _ROOM)
        shapes = {"G": (room, room), "q": room}
        if not self.sparse:
            shapes["rows"] = (room, self.X.shape[0])
        for name, shape in shapes.items():
            larger, present = np.zeros(shape), getattr(self, name)
            larger[tuple(slice(n) for n in present.shape)] = present
            setattr(self, name, larger)

    @property
    def complete(self):
        """Whether all have come in."""
        return self.columns.size == self.inside.size

    def gram(self, lam):
        """X'X among them, for kernels, and X't; the first is larger than they are many."""
        return gram_columns(self.G.view(), lam), self.q[: self.columns.size]

    def start(self, w, used):
        """Take in the columns `used` (D,) of `w` (D,), with its weights."""
        if not w.any():
            return
        self.add(used)
        self.w = w[self.columns]
        self.v = self.q[: self.w.size] - self.G[: self.w.size, : self.w.size] @ self.w

    def weights(self):
        """w (D,)."""
        w = np.zeros(self.X.shape[1])
        w[self.columns] = self.w
        return w

    def fit(self):
        """X w (N,)."""
        return self.w @ self.rows[: self.w.size]
