"""Compiled coordinate descent for the lasso: one coordinate, one sweep, many sweeps."""

from __future__ import annotations

import numpy as np

from solvers.compiled import njit
from solvers.prox import shrink
from solvers.shuffle import shuffle

#: Each order as a number, for kernels.
RULES = {"cyclic": 0, "random": 1, "greedy": 2}


@njit(cache=True, nogil=True)
def curvatures(XT, columns, h):
    """h_d = ||x_d||^2 for the given columns."""
    for d in columns:
        h[d] = XT[d] @ XT[d]


# The kernels keep, in `v`, either r = t - X w, with rows M[d] = x_d, or (`gram`) the correlations
# X'r, with M = X'X. Either way, moving w[d] by s takes s M[d] from v.


@njit(cache=True, nogil=True)
def minimise(M, h, lam, gram, d, w, v):
    """Minimise over w[d], and keep v. Return x_d'r as found, and the shift."""
    row, old = M[d], w[d]
    correlation = v[d] if gram else row @ v
    w[d] = shrink(correlation + h[d] * old, lam) / h[d] if h[d] > 0.0 else 0.0
    shift = w[d] - old
    if shift != 0.0:
        for n in range(v.size):
            v[n] -= shift * row[n]
    return correlation, shift


@njit(cache=True, nogil=True)
def steepest(M, h, lam, gram, w, v):
    """The coordinate whose exact minimisation lowers the objective most; -1 if none does.

    With s = x'r + h (old - new), which is lam sign(new) where new is not 0, the decrease is
    1/2 h (old - new)^2 + lam |old| - s old. Taking s for what it is exactly keeps the rounding of
    one coordinate from outweighing the true decrease of another.
    """
    best, most = -1, 0.0
    for d in range(w.size):
        old, new, s = w[d], 0.0, 0.0
        if h[d] > 0.0:
            s = (v[d] if gram else M[d] @ v) + h[d] * old
            new = shrink(s, lam) / h[d]
        if new != 0.0:
            s = np.copysign(lam, new)
        decrease = 0.5 * h[d] * (old - new) ** 2 + max(lam * abs(old) - s * old, 0.0)
        if decrease > most:
            best, most = d, decrease
    return best


@njit(cache=True, nogil=True)
def _sweep(M, h, lam, gram, columns, greedy, w, v):
    """One pass over `columns`, or as many steepest moves; return how many moved and the largest
    h delta^2."""
    changed, largest = 0, 0.0
    for d in columns:
        best = steepest(M, h, lam, gram, w, v) if greedy else d
        if best < 0:
            break
        _, shift = minimise(M, h, lam, gram, best, w, v)
        if shift != 0.0:
            changed += 1
            largest = max(largest, h[best] * shift * shift)
    return changed, largest


@njit(cache=True, nogil=True)
def sweeps(M, h, lam, gram, columns, rule, random, w, v, count, enough):
    """Up to `count` passes, ended by one whose largest h delta^2 is at most `enough`.

    rule: 0 in the order of `columns`, 1 shuffled before each pass, 2 greedy. Return the passes
    done, and what `_sweep` says of the last.
    """
    done, changed, largest = 0, 0, np.inf
    while done < count and largest > enough:
        if rule == 1:
            shuffle(columns, random)
        changed, largest = _sweep(M, h, lam, gram, columns, rule == 2, w, v)
        done += 1
    return done, changed, largest
