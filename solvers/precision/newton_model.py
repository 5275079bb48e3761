"""The quadratic model of proximal Newton for sparse precision matrices, minimised by coordinates.

At N with the inverse W and G = Sigma - W the model of the objective in the step D is
<G, D> + <D, W D W> / 2 + sum weights |N + D|. An entry that is 0 while |G| <= its weight stays 0;
the others are free. Where the columns of Sigma are nearly the same, sweeps creep: the entries that
are not 0 then move together, by conjugate gradients.
"""

from __future__ import annotations

import numpy as np

from solvers.compiled import njit
from solvers.prox import shrink
from solvers.vectors import add, dot

#: Sweeps end once one lowers the model by less than this share of what all have: far from the
#: solution; and, near it, by less than the square of the decrease (per row), which is what Newton's
#: next step leaves.
_LOOSE, _TIGHT, _PER_ROW = 0.3, 1e-3, 20.0
#: Sweeps creep where one lowers the model by more than this share of what the one before did. Then
#: rounds follow of steps of conjugate gradients, to this share of the slope, and of sweeps.
_CREEPS, _ROUNDS, _STEPS, _EXACT, _AFTER = 0.8, 20, 50, 1e-6, 3


def newton_step(
    N: np.ndarray, W: np.ndarray, Sigma: np.ndarray, weights: np.ndarray, most: int, enough: float
) -> tuple[np.ndarray, float, int, int, float]:
    """(D (m, m), slope, free entries, sweeps, decrease), as `newton_direction` gives them; where
    sweeps creep, D comes nearer to the minimiser than they do, and steps of conjugate gradients,
    of four products of matrices, count as sweeps."""
    D, slope, free, sweeps, fall, creeps = _swept(
        np.zeros_like(N), N, W, Sigma, weights, most, enough, 0.0
    )
    for _ in range(_ROUNDS if creeps else 0):
        before = fall
        D, lower, steps = _on_face(D, N, W, Sigma, weights)
        D, slope, free, more, fall, _ = _swept(
            D, N, W, Sigma, weights, _AFTER, enough, fall + lower
        )
        sweeps += steps + more
        if fall - before <= max(enough, _TIGHT * fall):
            break
    return D, slope, free, sweeps, fall


def newton_direction(
    N: np.ndarray, W: np.ndarray, Sigma: np.ndarray, weights: np.ndarray, most: int, enough: float
) -> tuple[np.ndarray, float, int, int, float]:
    """(D (m, m), slope, free entries, sweeps, decrease): the step of at most `most` sweeps from
    D = 0, which end where one lowers the model by less than `enough`.

    slope: <G, D> + sum weights (|N + D| - |N|), by which the objective falls along D to first
    order; negative unless D = 0. decrease: how much the model falls, at least.
    """
    return _swept(np.zeros_like(N), N, W, Sigma, weights, most, enough, 0.0)[:5]


@njit(cache=True, nogil=True, error_model="numpy")
def _swept(D, N, W, Sigma, weights, most, enough, total):
    """The same from D, which is `total` below 0 in the model; and whether the sweeps creep."""
    m, G, U = len(N), Sigma - W, D @ W
    sweeps, fall, before = 0, np.inf, np.inf
    begins, rows = _free(N, G, weights)
    while sweeps < most and (fall > enough or sweeps < 2):  # two show whether they creep
        before, fall = fall, _sweep(begins, rows, N, W, G, weights, D, U)
        total, sweeps = total + fall, sweeps + 1
        enough = max(enough, max(_LOOSE * min(1.0, _PER_ROW * total / m), _TIGHT) * total)
    slope = (G * D + weights * (np.abs(N + D) - np.abs(N))).sum()
    return D, slope, rows.size, sweeps, total, fall > _CREEPS * before


def _on_face(D, N, W, Sigma, weights):
    """(D moved towards the minimiser of the model among the steps that leave N + D its signs, how
    much that lowers the model, steps); an entry that would change its sign ends at 0."""
    G, side = Sigma - W, np.sign(N + D)

    def model(D):
        return np.vdot(G + 0.5 * W @ D @ W, D) + np.vdot(weights, np.abs(N + D))

    slope = G + W @ D @ W + weights * side
    E, steps = _conjugate(np.where(side == 0.0, 0.0, -slope), side != 0.0, N, W)
    here, length = model(D), 1.0
    while length > _EXACT:
        point = N + D + length * E
        new = np.where(point * side > 0.0, point, 0.0) - N
        lower = here - model(new)
        if lower > 0.0:
            return new, lower, steps
        length *= 0.5
    return D, 0.0, steps


def _conjugate(R, face, N, W):
    """(E on the `face`, a mask (m, m), with W E W = R there, by so many steps of conjugate
    gradients); where the face is all entries E is N R N, as W = N^-1: that is the preconditioner.
    """
    E, P, energy, first, steps = np.zeros_like(R), np.zeros_like(R), 1.0, 0.0, 0
    while steps < _STEPS:
        Z = np.where(face, N @ R @ N, 0.0)
        before, energy = energy, np.vdot(R, Z)
        first = first or energy
        if not energy > _EXACT**2 * first:
            break
        P = Z + energy / before * P
        A = np.where(face, W @ P @ W, 0.0)
        length, steps = energy / np.vdot(P, A), steps + 1
        E, R = E + length * P, R - length * A
    return 0.5 * (E + E.T), steps


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
    """Minimise the model over each free entry of D in turn, column by column; returns how much that
    lowers it. U = D W is updated with D."""
    lower = 0.0
    for j in range(len(N)):
        u = U[:, j].copy()
        for i in rows[begins[j] : begins[j + 1]]:
            slope = G[j, i] + dot(W[i], u)
            # An entry off the diagonal is there twice.
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
