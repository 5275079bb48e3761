"""The lasso at many lam: coordinate descent, each point from the one before."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from solvers.checks import InputError, as_array, integer, positive
from solvers.docstrings import documented
from solvers.hints import ArrayLike
from solvers.problems.losses import certificate, squared_bound
from solvers.problems.sparse_linear import Lasso
from solvers.result import Certificate
from solvers.sparse.grid_kernels import solve_on_gram, walk_on_gram

#: Up to so many columns X'X is made at once, if there are no more columns than rows.
_LARGEST_GRAM = 3000
#: Of wide data, columns come in this many at least, and a gap is asked of them that leaves room
#: for the others.
_BATCH, _SHARE = 32, 0.5
#: Below this share of the gap a point is as good as rounding lets it be.
_LAST = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class LassoGrid:
    """The lasso's solutions w (K, D) at falling lams (K,), each with its `Certificate`; made by
    `lasso_grid`.

    sweeps (K,): how many passes each took from the one before. tol: the relative gap asked for.
    """

    X: np.ndarray
    t: np.ndarray
    lams: np.ndarray
    w: np.ndarray
    certificates: tuple[Certificate, ...]
    sweeps: np.ndarray
    tol: float

    @property
    def gaps(self) -> np.ndarray:
        """(K,), the certified relative gaps."""
        return np.array([one.relative_gap for one in self.certificates])

    @property
    def converged(self) -> bool:
        """Whether every point is proved within `tol`."""
        return all(one.holds(self.tol) for one in self.certificates)

    def problem(self, k: int) -> Lasso:
        """The `Lasso` of point `k`."""
        return Lasso(self.X, self.t, float(self.lams[k]))


@documented
def lasso_grid(
    X: ArrayLike,
    t: ArrayLike,
    lams: ArrayLike | None = None,
    *,
    count: int = 100,
    least: float = 1e-2,
    tol: float = 1e-6,
    max_iter: int = 10_000,
) -> LassoGrid:
    """min 1/2 ||t - X w||^2 + lam ||w||_1 at each of many lam, every point certified.

    Sweeps run on X'X: of all columns where they are no more than the rows, else of those that have
    looked as if they entered, and these grow in number with the walk. Between sweeps all columns
    are looked at, so that none is missed.

    Parameters
    ----------
    X : array_like (N, D)
        One object per row; there is no intercept.
    t : array_like (N,)
        The target.
    lams : array_like (K,) or None
        Falling and positive. None: `count` of them from lam_max down to `least` times it, even on
        a logarithmic axis.
    count : int
        How many, where lams is None.
    least : float
        The last as a share of lam_max, where lams is None; between 0 and 1.
    tol : float
        The relative gap at which a point is solved.
    max_iter : int
        The most sweeps a point may take; what is not solved by then is there with its gap.

    Returns
    -------
    LassoGrid
        All points, with a certificate each.

    References
    ----------
    sparse-models: eq. (20)
    friedman-2010: warm starts, covariance updates
    tibshirani-2012: the strong rule
    """
    problem = Lasso(cast(Any, X), cast(Any, t), 1.0)  # checks both
    X, t = problem.X, problem.t
    tol, max_iter = positive(tol, "tol"), integer(max_iter, "max_iter", least=1)
    grid = _grid(problem, lams, integer(count, "count", least=1), least)
    limit = tol * problem.scale
    W = np.zeros((grid.size, X.shape[1]))
    if X.shape[1] <= min(X.shape[0], _LARGEST_GRAM):
        G = X.T @ X
        sweeps = walk_on_gram(G, X.T @ t, problem.scale * 2.0, grid, limit, W, max_iter)
    else:
        sweeps = _walk_wide(X, t, grid, limit, W, max_iter)
    return LassoGrid(X, t, grid, W, _certificates(X, t, grid, W), sweeps, tol)


def _grid(problem, lams, count, least):
    if lams is None:
        if not 0.0 < least < 1.0:
            raise InputError(f"least must lie between 0 and 1, got {least!r}.")
        top = problem.lam_max
        return top * np.geomspace(1.0, least, count) if top > 0.0 else np.ones(1)
    lams = as_array(lams, "lams", ndim=1)
    if not lams.size or lams[-1] <= 0.0 or np.any(np.diff(lams) >= 0.0):
        raise InputError("lams must be positive and falling, got values that are not; sort them.")
    return lams


def _walk_wide(X, t, lams, limit, W, max_iter):
    """The walk on the X'X of columns that have come in; `W` (K, D) is filled."""
    known = _Known(X, t)
    sweeps = np.zeros(lams.size, dtype=np.int64)
    square, c = float(t @ t), X.T @ t
    previous = np.abs(c).max(initial=0.0)
    for k, lam in enumerate(lams):
        known.add(np.abs(c) >= 2.0 * lam - previous)
        share = _SHARE
        while True:
            done, _ = solve_on_gram(
                *known.parts(), square, lam, previous, share * limit, known.w, known.v, max_iter
            )
            sweeps[k] += done
            r = t - known.fit()
            c = X.T @ r
            outside = np.abs(c) > lam * (1.0 + 1e-9)
            outside[known.columns] = False
            penalty = lam * np.abs(known.w).sum()
            gap = 0.5 * (r @ r) + penalty - _bound(t, lam, r, c)
            if gap <= limit or sweeps[k] >= max_iter or share < _LAST:
                break
            if outside.any():
                known.add(outside)
            else:
                share *= 0.1
        W[k, known.columns], previous = known.w, lam
    return sweeps


class _Known:
    """Columns that have come in, in the order of their coming: their indices, weights w, v = X'r
    of theirs, and X'X and X't among them."""

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
        room = max(2 * len(self.rows), size, _BATCH)
        for name, shape in (("rows", (room, self.X.shape[0])), ("G", (room, room)), ("q", room)):
            larger, kept = np.zeros(shape), getattr(self, name)
            larger[tuple(slice(n) for n in kept.shape)] = kept
            setattr(self, name, larger)

    def parts(self):
        """X'X and X't of the columns, as kernels like them."""
        size = self.columns.size
        return np.ascontiguousarray(self.G[:size, :size]), self.q[:size]

    def fit(self):
        """X w (N,)."""
        return self.w @ self.rows[: self.w.size]


def _certificates(X, t, lams, W):
    """The `Certificate` of each point, from X itself and the residuals there."""
    found, scale = [], 0.5 * float(t @ t)
    used = np.flatnonzero(W.any(axis=0))
    residuals = t - W[:, used] @ X.T[used]
    for lam, w, r, c in zip(lams, W, residuals, residuals @ X, strict=True):
        objective = 0.5 * float(r @ r) + lam * float(np.abs(w).sum())
        found.append(certificate(objective, _bound(t, lam, r, c), scale))
    return tuple(found)


def _bound(t, lam, theta, correlation):
    """The dual value that `theta` proves, with correlation = X' theta."""
    problem = SimpleNamespace(t=t, lam=lam, dual_norm=partial(np.linalg.norm, ord=np.inf))
    return float(squared_bound(problem, theta, correlation))
