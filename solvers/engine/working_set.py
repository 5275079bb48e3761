"""The columns in use, and X'X among them: the one place where dense and sparse data differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from solvers.checks import is_sparse
from solvers.engine.sweeps import Part, sweep_to
from solvers.prox import group_norms
from solvers.result import Matrix
from solvers.sparse.columns import Columns, columns_of

#: Screening D columns costs as much as X'X of about the root of so many times D of them: single
#: columns, and columns in groups, as measured on 20,000 x 200 and 1000 x 2000.
_SCREEN_COST, _SCREEN_COST_OF_GROUPS = 4.0, 8.0
#: step(G, lam, u, v), as `descend` says.
Step = Callable[[np.ndarray, float, np.ndarray, np.ndarray], None]
_NO_PRODUCTS = np.zeros((0, 0))
_NO_INDICES = np.zeros(0, dtype=np.int32)
_NO_COLUMNS = Columns(_NO_PRODUCTS, _NO_INDICES, _NO_INDICES, np.zeros(0))


class WorkingSet:
    """Blocks of columns of X (N, D) that are swept, in the order in which they were added.

    A block is a column or, with `groups` (D,), the columns of a group. columns (P,): their numbers;
    rows: X' of them; blocks: block b of them is blocks[b]:blocks[b + 1]; inside (B,): which blocks
    of X they are; G (P, P): X'X among them, if `products` are wanted; with `wide`, wide (P, D): X'X
    of them with all columns. Of a sparse X there are no products: its columns are swept themselves.
    """

    def __init__(
        self,
        X: Matrix,
        groups: np.ndarray | None = None,
        wide: bool = False,
        products: bool = True,
    ):
        self.X, self.groups, self.sparse, D = X, groups, is_sparse(X), X.shape[1]
        self.products = products
        self.order = None if groups is None else np.argsort(groups, kind="stable")
        self.inside = np.zeros(D if groups is None else int(groups.max(initial=-1)) + 1, dtype=bool)
        self.columns, self.blocks = np.zeros(0, dtype=np.intp), np.zeros(1, dtype=np.intp)
        self.rows, self.G = X[:, :0].T, _NO_PRODUCTS
        self.wide = np.zeros((0, D)) if wide else None

    @property
    def complete(self) -> bool:
        """Whether all columns are in use."""
        return self.columns.size == self.X.shape[1]

    def norms(self, c: np.ndarray) -> np.ndarray:
        """||c_b|| (B,) of each block of c (D,)."""
        return np.abs(c) if self.groups is None else group_norms(c, self.groups)

    def grow(self, c: np.ndarray, w: np.ndarray, lam: float) -> bool:
        """Add the blocks with weights in w, and those with correlations ||c_b|| above lam, the
        largest first: as many as have weights, and as make screening worth its cost; of few blocks
        all. Return whether any were added."""
        if self.complete:
            return False
        used, blocks = self.norms(w) > 0.0, self.inside.size
        cost = _SCREEN_COST if self.groups is None else _SCREEN_COST_OF_GROUPS
        count = int(blocks * np.sqrt(cost / self.X.shape[1])) + 1
        count = max(count, int(np.count_nonzero(used)))
        if 2 * count >= blocks:
            return self.add(~self.inside)
        merit = np.where(self.inside, 0.0, self.norms(c))
        wanted = merit > lam
        if np.count_nonzero(wanted) > count:
            wanted = merit >= np.partition(merit, -count)[-count]
        return self.add(wanted | used)

    def add(self, wanted: np.ndarray) -> bool:
        """Add the blocks where `wanted` (B,); return whether there were any."""
        wanted = wanted & ~self.inside
        if self.groups is None or self.order is None:
            new = np.flatnonzero(wanted)
            sizes = np.ones(new.size, dtype=np.intp)
        else:
            new = self.order[wanted[self.groups[self.order]]]
            sizes = np.bincount(self.groups[new], minlength=wanted.size)[wanted]
        if new.size == 0:
            return False
        old, self.inside = self.columns.size, self.inside | wanted
        self.columns = np.concatenate([self.columns, new])
        self.blocks = np.concatenate([self.blocks, self.blocks[-1] + np.cumsum(sizes)])
        if self.wide is not None:
            self.wide = np.vstack([self.wide, self.X.T[new] @ self.X])
            self.G = np.take(self.wide, self.columns, axis=1)
        elif self.sparse:
            self.rows = self.X[:, self.columns].T
        else:
            whole = old == 0 and self.groups is None and self.complete
            self.rows = self.X.T if whole else self.X.T[self.columns]
            if self.products:
                self._multiply(old)
        return True

    def _multiply(self, old):
        """The products of all columns, those of the first `old` being there."""
        G = np.empty((self.columns.size, self.columns.size))
        G[:old, :old] = self.G
        np.matmul(self.rows[old:], self.rows.T, out=G[old:])
        G[:old, old:] = G[old:, :old].T
        self.G = G

    def fit(self, w: np.ndarray) -> np.ndarray:
        """X w (N,) of weights w (D,) that are 0 outside."""
        return w[self.columns] @ self.rows

    def step(
        self,
        step: Step,
        lam: float,
        w: np.ndarray,
        r: np.ndarray,
    ) -> np.ndarray:
        """w after `step` of the weights that are not 0."""
        used, new = np.flatnonzero(w[self.columns]), w.copy()
        rows, at = self.rows[used], self.columns[used]
        u, v = w[at], rows @ r
        step((rows @ rows.T).toarray() if self.sparse else self.G[np.ix_(used, used)], lam, u, v)
        new[at] = u
        return new

    def part(self, root: np.ndarray | None = None) -> Part:
        """The `Part` that kernels sweep, or that of diag(root) X."""
        if self.sparse:
            return Part(self.blocks, _NO_PRODUCTS, columns_of(self.rows.T, root))
        if root is None:
            return Part(self.blocks, self.G, _NO_COLUMNS)
        rows = self.rows * root
        return Part(self.blocks, rows @ rows.T, _NO_COLUMNS)

    def minimise(
        self, part: Part, lam: float, w: np.ndarray, c: np.ndarray, r: np.ndarray, *how: Any
    ) -> tuple[np.ndarray, int, int]:
        """(weights (D,), sweeps, how many blocks the last of them moved): `sweep_to` on `part` from
        w, where the residual is r and the correlations X'r are c (D,)."""
        u, v, new = w[self.columns], c[self.columns], w.copy()
        r = r.copy() if self.sparse else np.sqrt([r @ r])  # of which only the length counts
        made, changed = sweep_to(part, lam, u, v, r, *how)
        new[self.columns] = u
        return new, made, changed
