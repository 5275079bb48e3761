"""Which columns enter, leave or stay away at a knot: the direction problem. Kernels only.

Below a knot, w moves along the d that solves

    min 1/2 ||X_E d||^2 - s'd  over d with s_j d_j >= 0 where w_j = 0,

E the band |c_j| = lam and s the signs of c there; also where several columns meet the band at once
or depend on each other. It is solved as Lawson and Hanson solve non-negative least squares, from
the columns in use: where one column enters or leaves, that is one update of a Cholesky factor.
"""

from __future__ import annotations

import numpy as np

from solvers.compiled import njit
from solvers.lars.cholesky import append, delete, solve_upper
from solvers.lars.rows import swap_rows
from solvers.lars.state import SIZE

#: A column on the band that would cross it more slowly than this stays out.
_GRAZING = 1e-11
#: Columns whose speeds differ by this share are tied: the first is taken.
_TIED = 1e-12
#: A column whose part of the direction is this share of the largest part is not needed.
_ROUNDING = 1e-12


@njit(cache=True, nogil=True, forceinline=True)
def follow(p):
    """d = (X_J'X_J)^-1 s_J, the direction if the columns in use stay those."""
    _unconstrained(p)
    _accept(p, 1.0)


@njit(cache=True, nogil=True, forceinline=True)
def drop(p, k):
    """Put the column in place k of the factor out of use."""
    n = p.count[SIZE]
    delete(p.U, n, k, p.y)
    p.inside[p.active[k]] = False
    swap_rows(p, p.slot[p.active[k]], n - 1)
    for i in range(k, n - 1):
        p.active[i], p.d[i] = p.active[i + 1], p.d[i + 1]
    p.count[SIZE] = n - 1


@njit(cache=True, nogil=True, forceinline=True)
def solve_direction(p, lasso):
    """From the d of the columns in use to that of this knot; plain LARS only ever adds columns."""
    # Each round lowers the objective of the problem; the limit is for rounding.
    for _ in range(10 + 4 * p.c.size):
        j = _candidate(p, lasso)
        if j < 0:
            return
        p.band[j] = 2
        if _take(p, j):
            p.band[j] = 0
            _unconstrained(p)
            if lasso:
                _restore(p)
            else:
                _accept(p, 1.0)
            if not p.inside[j]:
                p.band[j] = 2


@njit(cache=True, nogil=True, forceinline=True)
def _unconstrained(p):
    """z = (X_J'X_J)^-1 s_J: the direction without regard to signs."""
    n, y, z = p.count[SIZE], p.y, p.z
    for i in range(n):
        z[i] = y[i]
    solve_upper(p.U, n, z)


@njit(cache=True, nogil=True, forceinline=True)
def _accept(p, share):
    """Move d this share of the way to z."""
    d, z = p.d, p.z
    for i in range(p.count[SIZE]):
        d[i] = z[i] if share == 1.0 else d[i] + share * (z[i] - d[i])


@njit(cache=True, nogil=True, forceinline=True)
def _candidate(p, lasso):
    """The column on the band whose |c_j| would lag most behind lam; -1 if none would.

    Plain LARS takes them all, in their order.
    """
    best, most, band, active, d = -1, _GRAZING, p.band, p.active, p.d
    for j in range(band.size):
        if band[j] == 1:
            row, a = p.rows[p.slot[j]], 0.0
            for i in range(p.count[SIZE]):
                a += row[active[i]] * d[i]
            lag = 1.0 - p.s[j] * a if lasso else 1.0
            if lag > most * (1.0 + _TIED):
                best, most = j, lag
    return best


@njit(cache=True, nogil=True, forceinline=True)
def _take(p, j):
    """Take column j into use; False where it depends on those in use."""
    n, row, v, active = p.count[SIZE], p.rows[p.slot[j]], p.v, p.active
    for i in range(n):
        v[i] = row[active[i]]
    if not append(p.U, n, v, row[j], p.s[j], p.y):
        return False
    swap_rows(p, p.slot[j], n)
    p.active[n], p.d[n], p.inside[j] = j, 0.0, True
    p.count[SIZE] = n + 1
    return True


@njit(cache=True, nogil=True, forceinline=True)
def _length(rows, slot, j):
    """||x_j|| of a column whose row is known."""
    return np.sqrt(rows[slot[j], j])


@njit(cache=True, nogil=True, forceinline=True)
def _in_the_way(p):
    """Among the zero weights that z moves against their signs, or by rounding only, the place of
    the first that d meets on its way to z, and how far along; (-1, 1) if there is none."""
    largest, first, share = 0.0, -1, 1.0
    active, d, z, s, w, rows, slot = p.active, p.d, p.z, p.s, p.w, p.rows, p.slot
    for i in range(p.count[SIZE]):
        largest = max(largest, abs(z[i]) * _length(rows, slot, active[i]))
    for i in range(p.count[SIZE]):
        j = active[i]
        ahead = s[j] * z[i]
        if w[j] == 0.0 and ahead * _length(rows, slot, j) <= _ROUNDING * largest:
            reach = d[i] / (d[i] - z[i]) if ahead < 0.0 else 1.0
            if first < 0 or reach < share:
                first, share = i, reach
    return first, share


@njit(cache=True, nogil=True, forceinline=True)
def _restore(p):
    """From the feasible d towards z, dropping what is in the way."""
    while True:
        first, share = _in_the_way(p)
        _accept(p, share)
        if first < 0:
            return
        p.band[p.active[first]] = 1
        drop(p, first)
        _unconstrained(p)
