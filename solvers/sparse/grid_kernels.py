"""Compiled coordinate descent along a grid of lam, on X'X."""

from __future__ import annotations

import numpy as np

from solvers.compiled import njit
from solvers.sparse.lasso_kernels import Columns, minimise

#: Sweeps over the columns in use end when the largest h delta^2 is this share of the gap allowed.
_ENOUGH = 0.02
#: So many rounds of sweeps, each with that share of what was enough for the one before.
_ROUNDS, _LESS = 40, 0.3


@njit(cache=True, nogil=True)
def _settle(columns, used, w, v, enough, most):
    """Sweep the columns `used` until no h delta^2 is above `enough`; return the sweeps."""
    for done in range(most):
        largest = 0.0
        for d in used:
            _, shift = minimise(columns, d, w, v)
            largest = max(largest, columns.h[d] * shift * shift)
        if largest <= enough:
            return done + 1
    return most


@njit(cache=True, nogil=True)
def _relative_gap(G, q, square, lam, w, v):
    """Correlations from scratch, in `v`, and the duality gap at w."""
    v[:] = q
    fitted = 0.0
    for d in range(w.size):
        if w[d] != 0.0:
            for e in range(w.size):
                v[e] -= w[d] * G[d, e]
    size, along = 0.0, square
    for d in range(w.size):
        size += abs(w[d])
        along -= q[d] * w[d]
        fitted += w[d] * (q[d] - v[d])
    residual = max(square - 2.0 * (square - along) + fitted, 0.0)
    norm = np.abs(v).max() if w.size else 0.0
    if residual == 0.0:
        return lam * size
    widest = lam / norm if norm > 0.0 else np.inf
    kappa = min(max(along / residual, -widest), widest)
    return 0.5 * residual + lam * size - (kappa * along - 0.5 * kappa * kappa * residual)


@njit(cache=True, nogil=True)
def solve_on_gram(G, q, square, lam, previous, limit, w, v, max_iter):
    """Minimise 1/2 w'G w - q'w + lam ||w||_1 from w, in place, until the gap is at most `limit`.

    G (D, D) = X'X, q (D,) = X't, square = t't; v (D,) = q - G w. previous: the lam at which w was
    found: columns whose correlation lies below 2 lam - previous are unlikely to enter (the strong
    rule), and are looked at only between rounds. Return (sweeps, gap).
    """
    h = np.diag(G).copy()
    columns = Columns(G, h, lam, True)
    sweeps, enough = 0, max(_ENOUGH * limit, 0.0)
    gap, threshold = np.inf, 2.0 * lam - previous
    for _ in range(_ROUNDS):
        wanted = np.flatnonzero((np.abs(v) >= threshold) | (w != 0.0))
        sweeps += _settle(columns, wanted, w, v, np.inf, 1)
        used = np.flatnonzero(w != 0.0)
        sweeps += _settle(columns, used, w, v, enough, max(max_iter - sweeps, 1))
        gap = _relative_gap(G, q, square, lam, w, v)
        if gap <= limit or sweeps >= max_iter:
            break
        threshold = min(threshold, lam)
        enough *= _LESS
    return sweeps, gap


@njit(cache=True, nogil=True)
def walk_on_gram(G, q, square, lams, limit, W, max_iter):
    """`solve_on_gram` at each of the falling `lams` (K,), each from the one before; into W (K, D).
    Return the sweeps (K,)."""
    w, v = np.zeros(q.size), q.copy()
    sweeps = np.zeros(lams.size, dtype=np.int64)
    previous = np.abs(q).max() if q.size else 0.0
    for k in range(lams.size):
        sweeps[k], _ = solve_on_gram(G, q, square, lams[k], previous, limit, w, v, max_iter)
        W[k], previous = w, lams[k]
    return sweeps
