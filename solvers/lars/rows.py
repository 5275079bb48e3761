"""Rows of X'X, computed as columns come near the band, some at a time, and kept. Kernels only."""

from __future__ import annotations

import numpy as np

from solvers.compiled import njit
from solvers.lars.state import ROWS, SIZE


@njit(cache=True, nogil=True)
def learn_rows(p):
    """Compute the rows of the unknown columns with the largest |c|: the next to be needed."""
    known, many = p.count[ROWS], p.chosen.size
    new = 0
    while new < many and known + new < p.c.size:
        best, most, c, slot = -1, -1.0, p.c, p.slot
        for j in range(c.size):
            if slot[j] < 0 and abs(c[j]) > most:
                best, most = j, abs(c[j])
        p.chosen[new], p.slot[best], p.owner[known + new] = best, known + new, best
        new += 1
    block, rows = p.block[:new], p.rows[known : known + new]
    for b in range(new):
        block[b] = p.XT[p.chosen[b]]
    np.dot(block, p.XT.T, rows)
    for b in range(new):
        rows[b, p.chosen[b]] += p.alpha
    p.count[ROWS] = known + new


@njit(cache=True, nogil=True, forceinline=True)
def swap_rows(p, a, b):
    """Exchange rows a and b."""
    if a == b:
        return
    upper, lower = p.rows[a], p.rows[b]
    for j in range(upper.size):
        upper[j], lower[j] = lower[j], upper[j]
    p.owner[a], p.owner[b] = p.owner[b], p.owner[a]
    p.slot[p.owner[a]], p.slot[p.owner[b]] = a, b


@njit(cache=True, nogil=True, forceinline=True)
def combine(p, weights, out):
    """Out = (X'X + alpha I) w for w with `weights` on the columns in use, in the factor's order."""
    n, v, slot, active = p.count[SIZE], p.v, p.slot, p.active
    for i in range(n):
        v[slot[active[i]]] = weights[i]
    np.dot(v[:n], p.rows[:n], out)
