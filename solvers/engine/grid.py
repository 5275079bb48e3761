"""The lasso at many lam, each from the solution before."""

from __future__ import annotations

import numpy as np

from solvers.checks import is_sparse
from solvers.engine.sweeps import duality_gap
from solvers.engine.working_set import WorkingSet
from solvers.result import Matrix, answer_scale

#: Of the columns in use this share of the gap is asked, as there are others; once none
#: of those is missing, `_FINAL_GAP_SHARE` of it; below `_ROUNDING_GAP` a point is as good as
#: rounding lets it be.
_GAP_SHARE, _FINAL_GAP_SHARE, _ROUNDING_GAP = 0.5, 0.1, 1e-6
#: A correlation this far above lam, as a share of it, is so by rounding.
_ROUNDING = 1e-9
#: A residual that has only this share of the square of t left has lost its digits.
_CANCELLED = 1e-6
#: A product with few columns costs as much as one with so many.
_PRODUCT_COLUMNS = 32


def walk(
    X: Matrix, t: np.ndarray, lams: np.ndarray, tol: float, max_iter: int, W: np.ndarray
) -> np.ndarray:
    """Minimise at each of the falling `lams` (K,) until the gap is at most `tol` times the value
    there or `max_iter` sweeps are made; the weights go to W (K, D). Return the sweeps that each
    took (K,).

    Of a dense X correlations are taken from products, c = X't - X'X w, so that only columns that
    join the working set are read again; where little of t is left, from the residual.
    """
    working, w, random = WorkingSet(X, wide=not is_sparse(X)), W[0].copy(), np.zeros(1, np.int64)
    alone, sweeps = np.arange(w.size + 1), np.zeros(lams.size, np.int64)
    q, square, r = X.T @ t, t @ t, t
    c, previous = q, np.abs(q).max(initial=0.0)
    for k, lam in enumerate(lams):
        _add(working, np.abs(c), 2.0 * lam - previous)
        limit, share = tol * _value(w, r, lam, square), _GAP_SHARE
        while sweeps[k] < max_iter:
            how = False, random, share * limit, max_iter - sweeps[k]
            w, made, _ = working.minimise(working.part(), lam, w, c, r, *how)
            sweeps[k] += made
            if working.wide is None:
                r = t - working.fit(w)
                c = X.T @ r
            else:
                c = q - w[working.columns] @ working.wide
                r = np.sqrt([max(square - (q + c) @ w, 0.0)])  # its length is enough
                if r[0] * r[0] < _CANCELLED * square:
                    r = t - working.fit(w)
                    c = X.T @ r
            gap, limit = duality_gap(alone, w, c, r @ r, lam), tol * _value(w, r, lam, square)
            if gap <= limit or share < _ROUNDING_GAP:
                break
            if not _add(working, np.abs(c), lam * (1.0 + _ROUNDING)):
                share *= _FINAL_GAP_SHARE
        W[k], previous = w, lam
    return sweeps


def _value(w, r, lam, square):
    """What gaps are measured against: the objective at w, no more than that at 0."""
    return answer_scale(0.5 * (r @ r), lam * np.abs(w).sum(), at_zero=0.5 * square)


def _add(working, merit, least):
    """Add the columns whose `merit` (D,) is at least that, and `_PRODUCT_COLUMNS` at a time; return
    whether there were any."""
    merit = np.where(working.inside, -1.0, merit)
    if not merit.max(initial=-1.0) >= least:
        return False
    count = _PRODUCT_COLUMNS if merit.size > 2 * _PRODUCT_COLUMNS else merit.size
    return working.add(merit >= min(least, np.partition(merit, -count)[-count]))
