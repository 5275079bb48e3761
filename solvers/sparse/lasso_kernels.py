"""Compiled coordinate descent for the lasso: one coordinate, one sweep, many sweeps."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.compiled import njit
from solvers.prox import shrink
from solvers.shuffle import shuffle

#: Each order as a number, for kernels.
RULES = {"cyclic": 0, "random": 1, "greedy": 2}


class Columns(NamedTuple):
    """What a step reads. Kernels keep, in `v`, either r = t - X w, with rows M[d] = x_d, or
    (`gram`) the correlations X'r, with M = X'X. Either way, moving w[d] by s takes s M[d] from v.
    h (D,): ||x_d||^2, 0 where not yet known.

    Of sparse columns M (1, any) has the entries; x_d has M[0, k] in row places[k] for
    starts[d] <= k < starts[d + 1]. Of dense ones, places and starts are empty.
    """

    M: np.ndarray
    places: np.ndarray
    starts: np.ndarray
    h: np.ndarray
    lam: float
    gram: bool


@njit(cache=True, nogil=True)
def _sparse_along(M, places, first, end, v):
    """x'v of the sparse column x with entries first:end."""
    product = 0.0
    for k in range(first, end):
        product += M[0, k] * v[places[k]]
    return product


@njit(cache=True, nogil=True)
def _sparse_take(M, places, first, end, s, v):
    """v -= s x, in place, of that column."""
    for k in range(first, end):
        v[places[k]] -= s * M[0, k]


@njit(cache=True, nogil=True)
def _along(columns, d, v):
    """x_d'v."""
    M, starts = columns.M, columns.starts
    if starts.size > 0:
        return _sparse_along(M, columns.places, starts[d], starts[d + 1], v)
    return M[d] @ v


@njit(cache=True, nogil=True)
def _take(columns, d, s, v):
    """v -= s M[d], in place."""
    M, starts = columns.M, columns.starts
    if starts.size > 0:
        _sparse_take(M, columns.places, starts[d], starts[d + 1], s, v)
    else:
        row = M[d]
        for n in range(v.size):
            v[n] -= s * row[n]


@njit(cache=True, nogil=True)
def _lowest(correlation, h, old, lam):
    """The weight at which the objective along a column is least."""
    return shrink(correlation + h * old, lam) / h if h > 0.0 else 0.0


@njit(cache=True, nogil=True)
def curvatures(columns, chosen):
    """h_d = ||x_d||^2 of the chosen columns, where it is not yet known; not of X'X."""
    for d in chosen:
        if columns.h[d] == 0.0 and columns.starts.size == 0:
            columns.h[d] = columns.M[d] @ columns.M[d]
        elif columns.h[d] == 0.0:
            for k in range(columns.starts[d], columns.starts[d + 1]):
                columns.h[d] += columns.M[0, k] ** 2


@njit(cache=True, nogil=True)
def minimise(columns, d, w, v):
    """Minimise over w[d], and keep v. Return x_d'r as found, and the shift."""
    h, old = columns.h[d], w[d]
    correlation = v[d] if columns.gram else _along(columns, d, v)
    w[d] = _lowest(correlation, h, old, columns.lam)
    shift = w[d] - old
    if shift != 0.0:
        _take(columns, d, shift, v)
    return correlation, shift


@njit(cache=True, nogil=True)
def steepest(columns, w, v):
    """The coordinate whose exact minimisation lowers the objective most; -1 if none does.

    With s = x'r + h (old - new), which is lam sign(new) where new is not 0, the decrease is
    1/2 h (old - new)^2 + lam |old| - s old. Taking s for what it is exactly keeps the rounding of
    one coordinate from outweighing the true decrease of another.
    """
    best, most, lam = -1, 0.0, columns.lam
    for d in range(w.size):
        h, old, new, s = columns.h[d], w[d], 0.0, 0.0
        if h > 0.0:
            s = (v[d] if columns.gram else _along(columns, d, v)) + h * old
            new = shrink(s, lam) / h
        if new != 0.0:
            s = np.copysign(lam, new)
        decrease = 0.5 * h * (old - new) ** 2 + max(lam * abs(old) - s * old, 0.0)
        if decrease > most:
            best, most = d, decrease
    return best


@njit(cache=True, nogil=True)
def _sweep(columns, order, greedy, w, v):
    """One pass over `order`, or as many steepest moves; return how many moved and the largest
    h delta^2."""
    if not greedy and columns.gram:
        return _gram_sweep(columns, order, w, v)
    if not greedy and columns.starts.size > 0:
        return _sparse_sweep(columns, order, w, v)
    changed, largest = 0, 0.0
    for d in order:
        best = steepest(columns, w, v) if greedy else d
        if best < 0:
            break
        _, shift = minimise(columns, best, w, v)
        if shift != 0.0:
            changed += 1
            largest = max(largest, columns.h[best] * shift * shift)
    return changed, largest


@njit(cache=True, nogil=True)
def _gram_sweep(columns, order, w, v):
    """`_sweep` on X'X, where a look at a weight is so cheap that calls which also know of other
    kinds of columns would take most of the time."""
    M, h, changed, largest = columns.M, columns.h, 0, 0.0
    for d in order:
        old = w[d]
        w[d] = _lowest(v[d], h[d], old, columns.lam)
        shift = w[d] - old
        if shift != 0.0:
            for n in range(v.size):
                v[n] -= shift * M[d, n]
            changed += 1
            largest = max(largest, h[d] * shift * shift)
    return changed, largest


@njit(cache=True, nogil=True)
def _sparse_sweep(columns, order, w, v):
    """`_sweep` of sparse columns, likewise."""
    M, places, starts, h = columns.M, columns.places, columns.starts, columns.h
    changed, largest = 0, 0.0
    for d in order:
        first, end, old = starts[d], starts[d + 1], w[d]
        w[d] = _lowest(_sparse_along(M, places, first, end, v), h[d], old, columns.lam)
        shift = w[d] - old
        if shift != 0.0:
            _sparse_take(M, places, first, end, shift, v)
            changed += 1
            largest = max(largest, h[d] * shift * shift)
    return changed, largest


@njit(cache=True, nogil=True)
def sweeps(columns, order, rule, random, w, v, count, enough):
    """Up to `count` passes, ended by one whose largest h delta^2 is at most `enough`.

    rule: 0 in the given `order`, 1 shuffled before each pass, 2 greedy. Return the passes
    done, and what `_sweep` says of the last.
    """
    done, changed, largest = 0, 0, np.inf
    while done < count and largest > enough:
        if rule == 1:
            shuffle(order, random)
        changed, largest = _sweep(columns, order, rule == 2, w, v)
        done += 1
    return done, changed, largest
