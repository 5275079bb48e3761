"""The quadratic model of proximal Newton for sparse precision matrices, minimised by coordinates.

At N with the inverse W and G = Sigma - W the model of the objective in the step D is
<G, D> + <D, W D W> / 2 + sum weights |N + D|. An entry that is 0 while |G| <= its weight stays 0;
the others are free.
"""

import numpy as np

from solvers.compiled import njit
from solvers.prox import shrink
from solvers.vectors import add, dot

#: Sweeps end once one lowers the model by less than this share of what all have: far from the
#: solution; and, near it, by less than the square of the decrease (per row), which is what Newton's
#: next step leaves.
_LOOSE, _TIGHT, _PER_ROW = 0.3, 1e-3, 20.0


@njit(cache=True, nogil=True, error_model="numpy")
def newton_direction(N, W, Sigma, weights, most, enough):
    """(D (m, m), slope, free entries, sweeps, decrease): the step of at most `most` sweeps from
    D = 0, which end where one lowers the model by less than `enough`.

    slope: <G, D> + sum weights (|N + D| - |N|), by which the objective falls along D to first
    order; negative unless D = 0. decrease: how much the model falls, at least.
    """
    m, G = len(N), Sigma - W
    D, U, total, sweeps, fall = np.zeros((m, m)), np.zeros((m, m)), 0.0, 0, np.inf
    begins, rows = _free(N, G, weights)
    while sweeps < most and fall > enough:
        fall = _sweep(begins, rows, N, W, G, weights, D, U)
        total, sweeps = total + fall, sweeps + 1
        enough = max(enough, max(_LOOSE * min(1.0, _PER_ROW * total / m), _TIGHT) * total)
    slope = (G * D + weights * (np.abs(N + D) - np.abs(N))).sum()
    return D, slope, rows.size, sweeps, total


@njit(cache=True, nogil=True, error_model="numpy")
def _free(N, G, weights):
    """(begins, rows): the free entries of column j, on and above the diagonal, lie in the rows
    rows[begins[j] : begins[j + 1]]; the last of them is j."""
    m, at = len(N), 0
    begins, rows = np.zeros(m + 1, np.int64), np.empty(m * (m + 1) // 2, np.int64)
    for j in range(m):
        for i in range(j + 1):
            if i == j or N[j, i] != 0.0 or abs(G[j, i]) > weights[j, i]:
                rows[at] = i
                at += 1
        begins[j + 1] = at
    return begins, rows[:at]


@njit(cache=True, nogil=True, error_model="numpy")
def _sweep(begins, rows, N, W, G, weights, D, U):
    """Minimise the model over each free entry of D in turn, column by column; how much that lowers
    it. U = D W goes with D."""
    lower = 0.0
    for j in range(len(N)):
        u = U[:, j].copy()
        for i in rows[begins[j] : begins[j + 1]]:
            slope = G[j, i] + dot(W[i], u)
            # An entry beside the diagonal is there twice.
            curvature = W[j, j] ** 2 if i == j else W[i, j] ** 2 + W[i, i] * W[j, j]
            here = N[j, i] + D[j, i]
            move = shrink(here * curvature - slope, weights[j, i]) / curvature - here
            if move != 0.0:
                D[j, i] += move
                u[i] += move * W[j, j]
                add(move, W[j], U[i])
                lower += 0.5 * curvature * move * move
            if move != 0.0 and i != j:
                D[i, j] += move
                u[j] += move * W[i, j]
                add(move, W[i], U[j])
                lower += 0.5 * curvature * move * move
    return lower
