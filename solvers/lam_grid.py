"""The lasso at many lam: coordinate descent, each point from the one before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from solvers.checks import InputError, as_array, integer, is_sparse, locked, positive
from solvers.docstrings import documented
from solvers.engine import walk
from solvers.interrupts import interruptible
from solvers.problems.losses import certificate, scaled_bound
from solvers.problems.sparse_linear import Lasso
from solvers.result import ArrayLike, Certificate, Matrix, answer_scale

#: Sums whose terms are this much longer than they have lost three digits.
_CANCELLED = 1000.0


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
@interruptible()
def lasso_grid(
    X: Matrix,
    t: ArrayLike,
    lams: ArrayLike | None = None,
    *,
    count: int = 100,
    least: float = 1e-2,
    tol: float = 1e-6,
    max_iter: int = 10_000,
) -> LassoGrid:
    """min 1/2 ||t - X w||^2 + lam ||w||_1 at each of many lam, every point certified.

    Sweeps run over a working set that grows with the walk: columns that are likely to enter by the
    strong rule, and those that screening all columns after them finds missing. Of a dense X they
    run on X'X.

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
    W = np.zeros((grid.size, X.shape[1]))
    sweeps = walk(X, t, grid, tol, max_iter, W)
    certificates = _certificates(X, t, grid, W)
    return LassoGrid(X, t, locked(grid), locked(W), certificates, locked(sweeps), tol)


def _grid(problem, lams, count, least):
    if lams is None:
        if not 0.0 < least < 1.0:
            raise InputError(f"least must lie between 0 and 1, got {least!r}.")
        top = problem.lam_max
        return top * np.geomspace(1.0, least, count) if top > 0.0 else np.ones(1)
    lams = as_array(lams, "lams", ndim=1)
    if not lams.size or lams[-1] <= 0.0 or np.any(np.diff(lams) >= 0.0):
        raise InputError("lams must be positive and falling, got values that are not; sort them.")
    return lams.copy()  # as writable as those above: kernels compile once


def _certificate(t, lam, w, r, c):
    """What r = t - X w and c = X'r say of w, or of the weights in use."""
    square, norm = float(r @ r), float(np.abs(c).max(initial=0.0))
    objective = 0.5 * square + float(lam * np.abs(w).sum())
    bound = scaled_bound(float(r @ t), square, norm, float(lam))
    return certificate(objective, bound, answer_scale(objective, at_zero=0.5 * float(t @ t)))


def _certificates(X, t, lams, W):
    """The `Certificate` of each point, from X itself and the residuals there."""
    residuals, correlations = _residuals(X, t, W)
    points = zip(lams, W, residuals, correlations, strict=True)
    return tuple(_certificate(t, *point) for point in points)


def _residuals(X, t, W):
    """r = t - X w and X'r of each point w in W (K, D): (K, N) and (K, D).

    All residuals are sums over few vectors, the columns in use and t; so are their correlations,
    over those of these vectors. Where many digits would cancel, a residual's are taken from itself.
    """
    used = np.flatnonzero(W.any(axis=0))
    few = 2 * used.size < W.shape[1]
    columns, weights = (X.T[used], W[:, used]) if few else (X.T, W)
    residuals = weights @ columns
    np.subtract(t, residuals, out=residuals)
    if is_sparse(X) or len(columns) >= len(W):
        return residuals, residuals @ X
    terms = np.vstack([columns, t])
    sums = np.column_stack([-weights, np.ones(len(W))])
    correlations = sums @ (terms @ X)
    lost = np.abs(sums) @ _lengths(terms) > _CANCELLED * _lengths(residuals)
    correlations[lost] = residuals[lost] @ X
    return residuals, correlations


def _lengths(rows):
    return np.sqrt(np.einsum("kn,kn->k", rows, rows))
