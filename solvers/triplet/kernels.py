"""Compiled steps of dual coordinate descent on triplets: single steps, sweeps, greedy rounds."""

from __future__ import annotations

from solvers.compiled import njit
from solvers.shuffle import shuffle
from solvers.vectors import add, dot

#: Rounding drift in the running w is removed every so many sweeps.
REFRESH = 10
RANDOM, CYCLIC, GREEDY = range(3)


@njit(cache=True, nogil=True)
def _clipped(lam, G, q, C):
    """The exact minimiser along one coordinate of the box [0, C]; q = 0 where z_i = 0 (a tiny q
    is no exception: G = -1 there, and the quotient is clipped)."""
    return C if q == 0.0 else min(max(lam - G / q, 0.0), C)


@njit(cache=True, nogil=True)
def step_lam(Z, V, q, C, i, lam, w):
    """Minimise over lam_i; return its gradient before the step."""
    G = dot(Z[i], w) - 1.0
    new = _clipped(lam[i], G, q[i], C)
    if new != lam[i]:
        add(new - lam[i], V[i], w)
        lam[i] = new
    return G


@njit(cache=True, nogil=True)
def step_t(inverse, j, t, w):
    """Minimise over t_j; return its gradient before the step."""
    G = w[j]
    new = max(t[j] - G / inverse[j, j], 0.0)
    if new != t[j]:
        add(new - t[j], inverse[j], w)
        t[j] = new
    return G


@njit(cache=True, nogil=True)
def _sweep(Z, V, q, inverse, C, order, order_t, lam, t, w):
    """One pass over all coordinates; return how many moved and a guess of the gap.

    The gap is the sum of C max(0, -G_i) + lam_i G_i and t_j w_j; the guess takes each term when its
    coordinate is met and so costs nothing.
    """
    moved, guess = 0, 0.0
    for i in order:
        old = lam[i]
        G = step_lam(Z, V, q, C, i, lam, w)
        guess += C * max(0.0, -G) + old * G
        moved += lam[i] != old
    for j in order_t:
        old = t[j]
        G = step_t(inverse, j, t, w)
        guess += abs(old * G)
        moved += t[j] != old
    return moved, guess


@njit(cache=True, nogil=True)
def best_step(Z, q, inverse, C, lam, t, w):
    """The coordinate (n + j for t_j) whose exact step lowers f most, -1 where none does; and a
    guess of the gap."""
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
def _greedy(Z, V, q, inverse, C, lam, t, w):
    """As many best steps as there are coordinates; return how many moved and a guess of the gap."""
    guess = 0.0
    for moved in range(lam.size + t.size):
        best, guess = best_step(Z, q, inverse, C, lam, t, w)
        if best < 0:
            return moved, guess
        if best < lam.size:
            step_lam(Z, V, q, C, best, lam, w)
        else:
            step_t(inverse, best - lam.size, t, w)
    return lam.size + t.size, guess


@njit(cache=True, nogil=True)
def refresh(V, inverse, lam, t, w):
    """w = V'lam + L^-1 t, without the rounding of earlier updates."""
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
def sweeps(
    Z, V, q, inverse, C, L, lam, t, w, order, order_t, random, count, rule, sweep, f, eps, tol
):  # fmt: skip
    """At most `count` sweeps from number sweep + 1 on, until nothing moves, f changes by no more
    than `eps`, or the gap looks good enough; return (sweeps done, moved in the last, f,
    small change?, good enough?)."""
    done, moved, small, good = 0, 0, False, False
    while done < count:
        if rule == GREEDY:
            moved, guess = _greedy(Z, V, q, inverse, C, lam, t, w)
        else:
            if rule == RANDOM:
                shuffle(order, random)
                shuffle(order_t, random)
            moved, guess = _sweep(Z, V, q, inverse, C, order, order_t, lam, t, w)
        done += 1
        if (sweep + done) % REFRESH == 0:
            refresh(V, inverse, lam, t, w)
        old, f = f, value(L, lam, w)
        small, good = abs(f - old) <= eps, guess <= tol * abs(f)
        if small or good or moved == 0:
            break
    return done, moved, f, small, good
