"""Compiled coordinate descent along a grid of lam, on X'X."""

from __future__ import annotations

import numpy as np

from solvers.compiled import njit
from solvers.problems.losses import scaled_bound
from solvers.sparse.lasso_kernels import RULES, Columns, sweeps
from solvers.sparse.working_set_loop import enough

#: Sweeps over the columns in use end when the largest h delta^2 is this share of the gap allowed.
_ENOUGH = 0.02
#: So many rounds of sweeps, each with that share of what was enough for the one before.
_ROUNDS, _LESS = 40, 0.3

_CYCLIC = RULES["cyclic"]
bound = njit(cache=True, nogil=True)(scaled_bound)


@njit(cache=True, nogil=True)
def gap_on_gram(columns, q, square, w, v):
    """Correlations X'r = q - X'X w from scratch, into `v`; return the duality gap at w."""
    correlations(columns.M, q, w, v)
    return gap_of(q, square, w, v, columns.lam)


@njit(cache=True, nogil=True, forceinline=True)
def gap_of(q, square, w, v, lam):
    """The duality gap at w with the correlations v."""
    size, norm = 0.0, 0.0
    for d in range(w.size):
        size += abs(w[d])
        norm = max(norm, abs(v[d]))
    return duality_gap(q, square, w, v, size, norm, lam)


@njit(cache=True, nogil=True)
def correlations(G, q, w, v):
    """X'r = q - G w, from scratch, into `v`."""
    v[:] = q
    for d in range(w.size):
        if w[d] != 0.0:
            for e in range(w.size):
                v[e] -= w[d] * G[d, e]


@njit(cache=True, nogil=True)
def duality_gap(q, square, w, v, size, norm, lam):
    """The duality gap at w with the correlations v: size = Omega(w), norm = Omega^*(v)."""
    along, fitted = square, 0.0
    for d in range(w.size):
        along -= q[d] * w[d]
        fitted += v[d] * w[d]
    residual = max(along - fitted, 0.0)  # ||r||^2 = t'r - (X w)'r
    return 0.5 * residual + lam * size - bound(along, residual, norm, lam)


@njit(cache=True, nogil=True)
def rounds_on_gram(columns, q, square, rule, random, w, v, limit, most):
    """Rounds of sweeps over all columns of X'X, as `working_set_loop` makes them, until the gap is
    at most `limit`, nothing moves, or `most` are made; in place. Return (sweeps, how many weights
    the last of them moved, the gap)."""
    total, changed, last = 0, 1, 0.0
    gap = gap_on_gram(columns, q, square, w, v)
    while gap > limit and changed > 0 and total < most:
        order = np.arange(w.size)
        _, changed, largest = sweeps(columns, order, rule, random, w, v, 1, -1.0)
        left, target, last = most - total - 1, enough(largest, last, gap, limit), largest
        if left > 0 and largest > target:
            more, changed, last = sweeps(columns, order, rule, random, w, v, left, target)
            total += more
        total += 1
        gap = gap_on_gram(columns, q, square, w, v)
    return total, changed, gap


@njit(cache=True, nogil=True)
def rounds_from_data(columns, X, t, rule, random, w, limit, most):
    """`rounds_on_gram` of X'X from the data, in place; also the residual (N,)."""
    q, v = np.dot(X.T, t), np.empty(w.size)
    total, changed, gap = rounds_on_gram(columns, q, np.dot(t, t), rule, random, w, v, limit, most)
    return total, changed, gap, t - np.dot(X, w)


@njit(cache=True, nogil=True)
def solve_on_gram(columns, known, q, square, previous, limit, w, v, max_iter):
    """Minimise 1/2 w'G w - q'w + lam ||w||_1 from w, in place, until the gap is at most `limit`.

    columns: of X'X = G, which may be larger than w (D,); q (D,) = X't, square = t't; v (D,) =
    q - G w. known (D,): whose rows of G are there; the others are zero, and their weights stay so.
    previous: the lam at which w was found: columns whose correlation lies below 2 lam - previous
    are unlikely to enter (the strong rule), and are looked at only between rounds.
    Return the sweeps, and whether an unknown column has to enter.
    """
    lam, random = columns.lam, np.zeros(1, np.int64)
    total, enough, threshold = 0, _ENOUGH * limit, 2.0 * lam - previous
    for _ in range(_ROUNDS):
        wanted = np.flatnonzero((np.abs(v) >= threshold) | (w != 0.0))
        total += sweeps(columns, wanted, _CYCLIC, random, w, v, 1, -1.0)[0]
        used, left = np.flatnonzero(w != 0.0), max(max_iter - total, 1)
        total += sweeps(columns, used, _CYCLIC, random, w, v, left, enough)[0]
        if gap_on_gram(columns, q, square, w, v) <= limit or total >= max_iter:
            break
        if np.any(~known & (np.abs(v) > lam)):
            return total, True
        threshold = min(threshold, lam)
        enough *= _LESS
    return total, False


@njit(cache=True, nogil=True)
def walk_on_gram(columns, known, q, square, lams, first, limit, W, w, v, total, max_iter):
    """`solve_on_gram` at each of the falling `lams` (K,) from the `first`, each from the one before
    in `w`; into W (K, D) and the sweeps `total` (K,). Return the number of the first point for
    which an unknown column has to enter, K if there is none."""
    M, places, starts, h = columns.M, columns.places, columns.starts, columns.h
    for k in range(first, lams.size):
        here = Columns(M, places, starts, h, lams[k], True)
        previous, left = lams[max(k - 1, 0)], max_iter - total[k]
        made, lacking = solve_on_gram(here, known, q, square, previous, limit, w, v, left)
        total[k] += made
        if lacking:
            return k
        W[k] = w
    return lams.size
