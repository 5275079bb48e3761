"""The quadratic model of proximal Newton for sparse precision matrices, minimised by coordinates.

At N with the inverse W and G = Sigma - W the model of the objective in the step D is
<G, D> + <D, W D W> / 2 + sum weights |N + D|. An entry that is 0 while |G| <= its weight stays 0;
the others are free.
"""

from __future__ import annotations

import numpy as np

from solvers.compiled import njit
from solvers.prox import shrink

_FAST = {"reassoc", "contract", "nsz"}
#: Sweeps end once one lowers the model by less than this share of what all have: far from the
#: solution; and, near it, by less than the square of the decrease (per row), which is what Newton's
#: next step leaves.
_LOOSE, _TIGHT, _PER_ROW = 0.3, 1e-3, 20.0


@njit(cache=True, nogil=True)
def _free(N, G, weights):
    """(ends, rows): the free entries of column j, on and above the diagonal, lie in the rows
    rows[ends[j] : ends[j + 1]]; the last of them is j."""
    m, at = N.shape[0], 0
    ends, rows = np.zeros(m + 1, np.int64), np.empty(m * (m + 1) // 2, np.int64)
    for j in range(m):
        for i in range(j):
            if N[j, i] != 0.0 or abs(G[j, i]) > weights[j, i]:
                rows[at] = i
                at += 1
        rows[at] = j
        at += 1
        ends[j + 1] = at
    return ends, rows[:at]


@njit(cache=True, nogil=True, fastmath=_FAST)
def _column(j, rows, N, W, G, weights, D, u, moves):
    """Minimise over each free entry of column `j` in turn; how much that lowers the model.

    u (m,) is the column of D W, kept up to date; moves: how far each entry goes.
    """
    w, lower = W[j], 0.0
    for p in range(rows.size):
        i = rows[p]
        other = W[i]
        slope = G[j, i]
        for k in range(u.size):
            slope += other[k] * u[k]
        # An entry beside the diagonal is there twice.
        curvature = w[j] * w[j] if i == j else other[j] * other[j] + other[i] * w[j]
        here = N[j, i] + D[j, i]
        move = shrink(here * curvature - slope, weights[j, i]) / curvature - here
        moves[p] = move
        if move == 0.0:
            continue
        D[j, i] += move
        u[i] += move * w[j]
        lower += 0.5 * curvature * move * move
        if i != j:
            D[i, j] += move
            u[j] += move * other[j]
            lower += 0.5 * curvature * move * move
    return lower


@njit(cache=True, nogil=True, fastmath=_FAST)
def _spread(j, rows, moves, W, U, mine):
    """U = D W after the moves of column `j`; mine (m,): room."""
    w = W[j]
    mine[:] = 0.0
    for p in range(rows.size):
        i, move = rows[p], moves[p]
        if move == 0.0:
            continue
        other = W[i]
        for k in range(mine.size):
            mine[k] += move * other[k]
        if i != j:
            row = U[i]
            for k in range(row.size):
                row[k] += move * w[k]
    row = U[j]
    for k in range(row.size):
        row[k] += mine[k]


@njit(cache=True, nogil=True)
def newton_direction(N, W, Sigma, weights, most, enough, D, G, U):
    """Make `D` (m, m) the step of at most `most` sweeps from 0, which end where one lowers the
    model by less than `enough`; return (free entries, sweeps, decrease, slope).

    decrease: how much the model falls, at least. slope: <G, D> + sum weights (|N + D| - |N|), by
    which the objective falls along D to first order; negative unless D = 0. G, U: room.
    """
    m = N.shape[0]
    for j in range(m):
        for i in range(m):
            G[j, i] = Sigma[j, i] - W[j, i]
            D[j, i] = U[j, i] = 0.0
    ends, rows = _free(N, G, weights)
    u, moves, total, sweeps = np.empty(m), np.empty(m), 0.0, 0
    while sweeps < most:
        lower = 0.0
        for j in range(m):
            mine = rows[ends[j] : ends[j + 1]]
            for k in range(m):
                u[k] = U[k, j]
            fall = _column(j, mine, N, W, G, weights, D, u, moves)
            if fall > 0.0:
                _spread(j, mine, moves, W, U, u)
            lower += fall
        total, sweeps = total + lower, sweeps + 1
        share = max(_LOOSE * min(1.0, _PER_ROW * total / m), _TIGHT)
        if lower <= max(share * total, enough):
            break
    slope = 0.0
    for j in range(m):
        for p in range(ends[j], ends[j + 1]):
            i = rows[p]
            here = N[j, i]
            part = G[j, i] * D[j, i] + weights[j, i] * (abs(here + D[j, i]) - abs(here))
            slope += part if i == j else 2.0 * part
    return rows.size, sweeps, total, slope


@njit(cache=True, nogil=True)
def diagonal_direction(N, W, Sigma, weights, D):
    """`newton_direction` where N is diagonal: the model falls into its entries."""
    m, free, total, slope = N.shape[0], 0, 0.0, 0.0
    for j in range(m):
        for i in range(m):
            curvature, weight = W[i, i] * W[j, j], weights[j, i]
            here, G = N[j, i], Sigma[j, i] - W[j, i]
            if here == 0.0 and abs(G) <= weight:
                D[j, i] = 0.0
                continue
            new = shrink(here - G / curvature, weight / curvature)
            D[j, i] = new - here
            free += i <= j and new != 0.0
            total += 0.5 * curvature * D[j, i] ** 2
            slope += G * D[j, i] + weight * (abs(new) - abs(here))
    return free, 1, total, slope


@njit(cache=True, nogil=True)
def linear_part(N, Sigma, weights):
    """<Sigma, N> + sum weights |N|."""
    total = 0.0
    for i in range(N.shape[0]):
        for j in range(N.shape[0]):
            total += Sigma[i, j] * N[i, j] + weights[i, j] * abs(N[i, j])
    return total


@njit(cache=True, nogil=True)
def dual_point(N, W, Sigma, weights, faces, Z):
    """Z = W clipped to the box |Z - Sigma| <= weights; with `faces`, where N is not 0, instead the
    side of the box on which N is. Near the solution D is then too low by a square only."""
    for i in range(W.shape[0]):
        for j in range(W.shape[0]):
            edge = weights[i, j]
            inside = min(max(W[i, j] - Sigma[i, j], -edge), edge)
            if faces and N[i, j] != 0.0:
                inside = edge if N[i, j] > 0.0 else -edge
            Z[i, j] = Sigma[i, j] + inside
