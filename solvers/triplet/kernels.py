"""Compiled steps of dual coordinate descent on triplets: single steps, sweeps, greedy rounds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.compiled import njit
from solvers.shuffle import shuffle
from solvers.vectors import add, dot

#: Rounding drift in the running w is removed every so many sweeps.
REFRESH = 10
RANDOM, CYCLIC, GREEDY = range(3)


class Triplets(NamedTuple):
    """What a sweep reads. Rows of Z (n, m) are the triplets, those of V = Z L^-1; q_i =
    z_i'L^-1 z_i (n,); `inverse` (m, m): L^-1."""

    Z: np.ndarray
    V: np.ndarray
    q: np.ndarray
    inverse: np.ndarray
    L: np.ndarray
    C: float


class Multipliers(NamedTuple):
    """What a sweep moves: lam (n,) in its box, t >= 0 (m,), or nothing where w is free, and
    w = V'lam + L^-1 t."""

    lam: np.ndarray
    t: np.ndarray
    w: np.ndarray


@njit(cache=True, nogil=True)
def _clipped(lam, G, q, C):
    """The exact minimiser along one coordinate of the box [0, C]; q = 0 where z_i = 0 (a tiny q
    is no exception: G = -1 there, and the quotient is clipped)."""
    return C if q == 0.0 else min(max(lam - G / q, 0.0), C)


@njit(cache=True, nogil=True)
def _step_lam(Z, V, q, C, i, lam, w):
    """Minimise over lam_i; return its gradient before the step."""
    G = dot(Z[i], w) - 1.0
    new = _clipped(lam[i], G, q[i], C)
    if new != lam[i]:
        add(new - lam[i], V[i], w)
        lam[i] = new
    return G


@njit(cache=True, nogil=True)
def _step_t(inverse, j, t, w):
    """Minimise over t_j; return its gradient before the step."""
    G = w[j]
    new = max(t[j] - G / inverse[j, j], 0.0)
    if new != t[j]:
        add(new - t[j], inverse[j], w)
        t[j] = new
    return G


@njit(cache=True, nogil=True)
def step(triplets, k, at):
    """Minimise over coordinate k, n + j for t_j; return its gradient before the step."""
    n = at.lam.size
    if k < n:
        return _step_lam(triplets.Z, triplets.V, triplets.q, triplets.C, k, at.lam, at.w)
    return _step_t(triplets.inverse, k - n, at.t, at.w)


@njit(cache=True, nogil=True)
def _sweep(triplets, orders, at):
    """One pass over all coordinates; return how many moved and a guess of the gap.

    The gap is the sum of C max(0, -G_i) + lam_i G_i and t_j w_j; the guess takes each term when its
    coordinate is met and so costs nothing.
    """
    Z, V, q, inverse, _, C = triplets
    lam, t, w = at
    moved, guess = 0, 0.0
    for i in orders[0]:
        old = lam[i]
        G = _step_lam(Z, V, q, C, i, lam, w)
        guess += C * max(0.0, -G) + old * G
        moved += lam[i] != old
    for j in orders[1]:
        old = t[j]
        G = _step_t(inverse, j, t, w)
        guess += abs(old * G)
        moved += t[j] != old
    return moved, guess


@njit(cache=True, nogil=True)
def best_step(triplets, at):
    """The coordinate (n + j for t_j) whose exact step lowers f most, -1 where none does; and a
    guess of the gap."""
    Z, _, q, inverse, _, C = triplets
    lam, t, w = at
    most, best, guess, n = 0.0, -1, 0.0, lam.size
    for i in range(n):
        G = dot(Z[i], w) - 1.0
        step = _clipped(lam[i], G, q[i], C) - lam[i]
        gain = -step * (G + 0.5 * q[i] * step)
        guess += C * max(0.0, -G) + lam[i] * G
        if gain > most:
            most, best = gain, i
    for j in range(t.size):
        step = max(t[j] - w[j] / inverse[j, j], 0.0) - t[j]
        gain = -step * (w[j] + 0.5 * inverse[j, j] * step)
        guess += abs(t[j] * w[j])
        if gain > most:
            most, best = gain, n + j
    return best, guess


@njit(cache=True, nogil=True)
def _greedy(triplets, at):
    """As many best steps as there are coordinates; return how many moved and a guess of the gap."""
    guess, count = 0.0, at.lam.size + at.t.size
    for moved in range(count):
        best, guess = best_step(triplets, at)
        if best < 0:
            return moved, guess
        step(triplets, best, at)
    return count, guess


@njit(cache=True, nogil=True)
def refresh(triplets, at):
    """w = V'lam + L^-1 t, without the rounding of earlier updates."""
    V, inverse = triplets.V, triplets.inverse
    lam, t, w = at
    w[:] = 0.0
    for i in range(lam.size):
        add(lam[i], V[i], w)
    for j in range(t.size):
        add(t[j], inverse[j], w)


@njit(cache=True, nogil=True)
def value(L, lam, w):
    """f = 1/2 w'Lw - sum(lam)."""
    s = 0.0
    for j in range(w.size):
        s += w[j] * dot(L[j], w)
    return 0.5 * s - lam.sum()


@njit(cache=True, nogil=True)
def sweeps(triplets, orders, random, at, count, rule, sweep, f, eps, tol):
    """At most `count` sweeps from number sweep + 1 on, until nothing moves, f changes by no more
    than `eps`, or the gap looks good enough; return (sweeps done, moved in the last, f,
    small change?, good enough?)."""
    done, moved, small, good = 0, 0, False, False
    while done < count:
        if rule == GREEDY:
            moved, guess = _greedy(triplets, at)
        else:
            if rule == RANDOM:
                shuffle(orders[0], random)
                shuffle(orders[1], random)
            moved, guess = _sweep(triplets, orders, at)
        done += 1
        if (sweep + done) % REFRESH == 0:
            refresh(triplets, at)
        old, f = f, value(triplets.L, at.lam, at.w)
        small, good = abs(f - old) <= eps, guess <= tol * abs(f)
        if small or good or moved == 0:
            break
    return done, moved, f, small, good
