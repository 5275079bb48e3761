"""Columns of X that have come into use, and X'X among them."""

from __future__ import annotations

import numpy as np

#: There is room for so many columns at first.
_ROOM = 32


class KnownColumns:
    """Columns that have come in, in the order of their coming: their numbers `columns`, their
    weights `w`, `v` = x'r of each, and X'X and X't among them."""

    def __init__(self, X, t):
        self.X, self.t = X, t
        self.columns, self.inside = np.zeros(0, dtype=np.intp), np.zeros(X.shape[1], dtype=bool)
        self.rows = np.zeros((0, X.shape[0]))
        self.G, self.q = np.zeros((0, 0)), np.zeros(0)
        self.w, self.v = np.zeros(0), np.zeros(0)

    def add(self, wanted):
        """Take in the columns where `wanted` (D,), those that are in already aside."""
        new = np.flatnonzero(wanted & ~self.inside)
        if not new.size:
            return
        self.inside[new] = True
        old, size = self.columns.size, self.columns.size + new.size
        self._make_room(size)
        self.rows[old:size] = self.X.T[new]
        block = self.rows[old:size] @ self.rows[:size].T
        self.G[old:size, :size], self.G[:size, old:size] = block, block.T
        self.q[old:size] = self.rows[old:size] @ self.t
        self.columns = np.concatenate([self.columns, new])
        self.w = np.concatenate([self.w, np.zeros(new.size)])
        self.v = self.q[:size] - self.G[:size, :size] @ self.w

    def _make_room(self, size):
        if size <= len(self.rows):
            return
        room = max(2 * len(self.rows), size, _ROOM)
        for name, shape in (("rows", (room, self.X.shape[0])), ("G", (room, room)), ("q", room)):
            larger, present = np.zeros(shape), getattr(self, name)
            larger[tuple(slice(n) for n in present.shape)] = present
            setattr(self, name, larger)

    def gram(self):
        """X'X and X't, as kernels like them: contiguous, and read-only where none writes."""
        size = self.columns.size
        G = np.ascontiguousarray(self.G[:size, :size])
        G.flags.writeable = False
        return G, self.q[:size]

    def fit(self):
        """X w (N,)."""
        return self.w @ self.rows[: self.w.size]
