"""Sweeps over the weights of the lasso, and steps to the minimum over those in use, on X'X."""

from __future__ import annotations

import numpy as np
from scipy.linalg.lapack import dposv

from solvers.compiled import njit
from solvers.sparse.grid_kernels import gap_on_gram
from solvers.sparse.lasso_kernels import RULES, sweeps

#: Signs that change are swept so often before a step in their subspace.
_SWEEPS = 10
#: Where X'X is singular, this share of its diagonal is added to find a direction.
_RIDGE = 1e-9
_CYCLIC = RULES["cyclic"]


@njit(cache=True, nogil=True)
def _settle(columns, w, v, most):
    """Up to `most` sweeps, ended by one that changes no sign; return (sweeps, weights moved)."""
    order, random, changed = np.arange(w.size), np.zeros(1, np.int64), 0
    for done in range(most):
        before = np.sign(w)
        _, changed, _ = sweeps(columns, order, _CYCLIC, random, w, v, 1, -1.0)
        if np.all(np.sign(w) == before):
            return done + 1, changed
    return most, changed


def subspace_step(G, lam, w, v):
    """Move the weights in use towards where 1/2 w'G w - q'w + lam s'w is least with their signs s,
    as far as the objective falls; v = q - G w is kept. Return whether they moved."""
    support = np.flatnonzero(w)
    if not support.size:
        return False
    old, rows = w[support], G[support, : w.size]
    inner = rows[:, support]
    slope = v[support] - lam * np.sign(old)
    d = _newton(inner, slope)
    share, zero = _line_minimum(old, d, float(d @ slope), float(d @ inner @ d), lam)
    if not 0.0 < share < np.inf:
        return False
    w[support] = old + share * d
    w[support[zero]] = 0.0
    v -= (w[support] - old) @ rows
    return True


def _newton(G, slope):
    """The d with G d = slope; where columns depend, with a little more of each than its own."""
    _, d, info = dposv(G.T, slope)  # symmetric, and by columns as LAPACK wants it
    if info == 0:
        return d
    diagonal = np.diag(G)
    return dposv(G + np.diag(_RIDGE * (diagonal + diagonal.max())), slope)[1]


def _line_minimum(w, d, fall, curvature, lam):
    """(a, the weights that are zero there): the a > 0 at which the objective is least at w + a d.

    Its slope is -fall + a curvature, and rises by 2 lam |d_i| where w_i + a d_i is zero.
    """
    with np.errstate(all="ignore"):
        a = -w / d
    crossed = np.flatnonzero((a > 0.0) & (a < np.inf))
    order = crossed[np.argsort(a[crossed])]
    rise = np.cumsum(2.0 * lam * np.abs(d[order]))
    k = int(np.count_nonzero(a[order] * curvature + rise < fall))
    before = rise[k - 1] if k > 0 else 0.0
    inside = (fall - before) / curvature if curvature > 0.0 else np.inf
    if k < order.size and inside > a[order[k]]:
        return a[order[k]], order[k : k + 1]
    return inside, order[:0]


def subspace_rounds(columns, q, square, w, v, limit, most):
    """Sweeps and steps in turn, until the gap is at most `limit`, nothing moves, or `most` sweeps
    are made; in place. Return (sweeps, how many weights the last of them moved, the gap)."""
    total, changed = 0, 1
    gap = gap_on_gram(columns, q, square, w, v)
    while gap > limit and changed > 0 and total < most:
        done, changed = _settle(columns, w, v, min(_SWEEPS, most - total))
        subspace_step(columns.M, columns.lam, w, v)
        total += done
        gap = gap_on_gram(columns, q, square, w, v)
    return total, changed, gap
