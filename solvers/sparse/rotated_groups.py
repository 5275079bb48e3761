"""Columns in groups, each group rotated to have orthogonal columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

#: A group whose X_g'X_g has a condition above this is decomposed by its singular values instead.
_WORST = 1e10


@dataclass(slots=True)
class _OfOneSize:
    """The groups of one size p: their numbers (k,), rows (k, p), rotations (k, p, p)."""

    numbers: np.ndarray
    rows: np.ndarray
    Q: np.ndarray


class RotatedGroups:
    """The rows of XT by groups, each rotated when it is first asked for.

    order (D,): the row of XT at each place; starts (G + 1,): group g is starts[g]:starts[g + 1].
    R (D, N): rotated columns, a (D,): their squared lengths; zero until `prepare` has seen the
    group. Blocks u = Q'w of prepared groups have the norm of w; others are w itself.
    """

    def __init__(self, XT, groups):
        self.XT, self.order = XT, np.argsort(groups, kind="stable")
        sizes = np.bincount(groups)
        self.starts = np.concatenate([[0], np.cumsum(sizes)])
        self.R, self.a = np.zeros(XT.shape), np.zeros(XT.shape[0])
        self.ready = np.zeros(sizes.size, dtype=bool)
        self.blocks = [self._of_size(np.flatnonzero(sizes == p), p) for p in np.unique(sizes)]

    def _of_size(self, numbers, p):
        rows = self.starts[numbers][:, None] + np.arange(p)
        return _OfOneSize(numbers, rows, np.zeros((numbers.size, p, p)))

    def prepare(self, chosen, u):
        """Rotate the groups `chosen` where that has not been done, and their blocks of `u`."""
        if self.ready[chosen].all():
            return
        fresh = np.zeros_like(self.ready)
        fresh[chosen] = True
        fresh &= ~self.ready
        for block in self.blocks:
            here = np.flatnonzero(fresh[block.numbers])
            if here.size:
                rows = block.rows[here]
                columns = self.XT[self.order[rows]]
                block.Q[here] = Q = _rotations(columns)
                self.R[rows] = rotated = np.swapaxes(Q, 1, 2) @ columns
                self.a[rows] = _squares(rotated)
                self.R[rows[self.a[rows] == 0.0]] = 0.0
                u[rows] = np.einsum("kij,ki->kj", Q, u[rows])
        self.ready |= fresh

    def weights(self, u):
        """w (D,) in the order of the columns."""
        placed = u.copy()
        for block in self.blocks:
            here = np.flatnonzero(self.ready[block.numbers])
            rows = block.rows[here]
            placed[rows] = np.einsum("kij,kj->ki", block.Q[here], u[rows])
        w = np.empty(u.size)
        w[self.order] = placed
        return w


def _rotations(columns):
    """Q (k, p, p) with Q'columns (k, p, N) orthogonal."""
    if columns.shape[1] == 1:
        return np.ones((columns.shape[0], 1, 1))
    squares, Q = np.linalg.eigh(columns @ np.swapaxes(columns, 1, 2))
    for k in np.flatnonzero(squares[:, 0] * _WORST <= squares[:, -1]):
        wide = columns.shape[1] > columns.shape[2]
        Q[k] = np.linalg.svd(columns[k], full_matrices=wide)[0]
    return Q


def _squares(rotated):
    """Squared lengths (k, p), 0 where they are rounding of the group's largest."""
    a = np.einsum("kpn,kpn->kp", rotated, rotated)
    least = np.finfo(float).eps * max(rotated.shape[1:])
    return np.where(a > least**2 * a.max(axis=1, keepdims=True), a, 0.0)
