"""Compiled steps of mirror prox on the saddle function of MultiInstanceODM.

Points are u (2N,) and v (k,), which goes with its logarithm.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.compiled import njit
from solvers.problems.lifted import lifted

_HALVINGS = 60


class Saddle(NamedTuple):
    """The saddle function: G (J, J), the Gram matrix; keys (k, p) of all assignments and negative
    (n,), numbers of instances; and R, level (2N,) of the potential 1/2 u'Ru - level'u."""

    G: np.ndarray
    keys: np.ndarray
    negative: np.ndarray
    R: np.ndarray
    level: np.ndarray


class Metric(NamedTuple):
    """The distance a/2 ||u||^2 + b sum v log v, and the radius of the ball of u."""

    a: float
    b: float
    radius: float


@njit(cache=True, nogil=True)
def _coupling(saddle, u, v, gu, gv, memory):
    """H(u, v): fill gu (2N,) = [K_v s; -K_v s] and gv (k,) = -Q / 2."""
    base, weight, f, s = memory
    N = f.size
    for i in range(N):
        s[i] = u[i] - u[N + i]
    lifted(saddle.G, saddle.keys, saddle.negative, s, v, base, weight, f, gv)
    for i in range(N):
        gu[i], gu[N + i] = f[i], -f[i]
    for k in range(gv.size):
        gv[k] *= -0.5


@njit(cache=True, nogil=True)
def _add_potential(saddle, u, gu):
    """Add the gradient of the potential at `u`."""
    for i in range(u.size):
        gu[i] += saddle.R[i] * u[i] - saddle.level[i]


@njit(cache=True, nogil=True)
def _prox(metric, u, log_v, eta, gu, gv, new_u, new_log, new_v):
    """Fill the prox step of length `eta` along -(gu, gv) from (u, log_v)."""
    length = 0.0
    for i in range(u.size):
        new_u[i] = max(u[i] - eta / metric.a * gu[i], 0.0)
        length += new_u[i] * new_u[i]
    length = np.sqrt(length)
    if length > metric.radius:
        for i in range(u.size):
            new_u[i] *= metric.radius / length
    most = -np.inf
    for k in range(log_v.size):
        new_log[k] = log_v[k] - eta / metric.b * gv[k]
        most = max(most, new_log[k])
    total = 0.0
    for k in range(log_v.size):
        new_v[k] = np.exp(new_log[k] - most)
        total += new_v[k]
    shift = most + np.log(total)
    for k in range(log_v.size):
        new_log[k] -= shift
        new_v[k] /= total


@njit(cache=True, nogil=True)
def _distance(metric, u, log_v, new_u, new_log, new_v):
    """Bregman distance of the new point from the old."""
    far, entropy = 0.0, 0.0
    for i in range(u.size):
        far += (new_u[i] - u[i]) ** 2
    for k in range(log_v.size):
        if new_v[k] > 0.0:
            entropy += new_v[k] * (new_log[k] - log_v[k])
    return 0.5 * metric.a * far + metric.b * max(entropy, 0.0)


@njit(cache=True, nogil=True)
def _turn(gu, gv, hu, hv, u, v, end_u, end_v):
    """<h - g, (u, v) - end>."""
    total = 0.0
    for i in range(u.size):
        total += (hu[i] - gu[i]) * (u[i] - end_u[i])
    for k in range(v.size):
        total += (hv[k] - gv[k]) * (v[k] - end_v[k])
    return total


@njit(cache=True, nogil=True)
def _memory(saddle, N):
    J = saddle.G.shape[0]
    return np.empty(J), np.empty(J), np.empty(N), np.empty(N)


@njit(cache=True, nogil=True)
def plain_steps(saddle, metric, centre, middle, mean, eta, cap, adaptive, t, total, count):
    """Steps t, ..., t + count - 1 of mirror prox, in place: the centre (u, log v, v), the middle
    point and its average with weights eta t. With `adaptive`, eta is raised by half, at most to
    `cap`, and halved until the step is safe. Return (eta, sum of weights, evaluations)."""
    (u, log_v, v), (mid_u, mid_v), (mean_u, mean_v) = centre, middle, mean
    k, N, work = log_v.size, u.size // 2, 0
    memory = _memory(saddle, N)
    gu, gv, hu, hv = np.empty(2 * N), np.empty(k), np.empty(2 * N), np.empty(k)
    end_u, end_log, end_v = np.empty(2 * N), np.empty(k), np.empty(k)
    mid_log = np.empty(k)
    for step in range(t, t + count):
        _coupling(saddle, u, v, gu, gv, memory)
        _add_potential(saddle, u, gu)
        work += 1
        eta = min(1.5 * eta, cap) if adaptive else eta
        for _ in range(_HALVINGS):
            _prox(metric, u, log_v, eta, gu, gv, mid_u, mid_log, mid_v)
            _coupling(saddle, mid_u, mid_v, hu, hv, memory)
            _add_potential(saddle, mid_u, hu)
            _prox(metric, u, log_v, eta, hu, hv, end_u, end_log, end_v)
            work += 1
            if not adaptive:
                break
            turned = eta * _turn(gu, gv, hu, hv, mid_u, mid_v, end_u, end_v)
            room = _distance(metric, u, log_v, mid_u, mid_log, mid_v)
            room += _distance(metric, mid_u, mid_log, end_u, end_log, end_v)
            if turned <= room:
                break
            eta *= 0.5
        u[:], log_v[:], v[:] = end_u, end_log, end_v
        total += eta * step
        share = eta * step / total
        mean_u += share * (mid_u - mean_u)
        mean_v += share * (mid_v - mean_v)
    return eta, total, work


@njit(cache=True, nogil=True)
def single_steps(saddle, metric, centre, middle, mean, eta, t, total, count):
    """Steps t, ..., t + count - 1 of mirror descent, in place: one prox step of length `eta` along
    the operator where it begins; the point it reaches is both the middle point and the next centre.
    Return the sum of the weights eta t of the average."""
    (u, log_v, v), (mid_u, mid_v), (mean_u, mean_v) = centre, middle, mean
    memory = _memory(saddle, u.size // 2)
    gu, gv = np.empty(u.size), np.empty(v.size)
    end_u, end_log, end_v = np.empty(u.size), np.empty(v.size), np.empty(v.size)
    for step in range(t, t + count):
        _coupling(saddle, u, v, gu, gv, memory)
        _add_potential(saddle, u, gu)
        _prox(metric, u, log_v, eta, gu, gv, end_u, end_log, end_v)
        u[:], log_v[:], v[:] = end_u, end_log, end_v
        mid_u[:], mid_v[:] = end_u, end_v
        total += eta * step
        share = eta * step / total
        mean_u += share * (u - mean_u)
        mean_v += share * (v - mean_v)
    return total


@njit(cache=True, nogil=True)
def _draw(v, dice):
    """An index with the probabilities `v`, from a uniform number in [0, 1)."""
    left = dice
    for k in range(v.size):
        left -= v[k]
        if left < 0.0:
            return k
    return int(np.argmax(v))


@njit(cache=True, nogil=True)
def _sample(saddle, u, v, dice, gu, gv, rows, pair, squares, memory):
    """An unbiased H(u, v) up to a constant in gv: one assignment drawn by v, one evenly."""
    base, weight, f, s = memory
    k, N = v.size, f.size
    j = min(int(dice[1] * k), k - 1)
    rows[0], rows[1] = saddle.keys[_draw(v, dice[0])], saddle.keys[j]
    for i in range(N):
        s[i] = u[i] - u[N + i]
    lifted(saddle.G, rows, saddle.negative, s, pair, base, weight, f, squares)
    for i in range(N):
        gu[i], gu[N + i] = f[i], -f[i]
    gv[:] = 0.0
    gv[j] = 0.5 * k * (squares[0] - squares[1])


@njit(cache=True, nogil=True)
def accelerated_steps(saddle, metric, centre, middle, mean, L, M, noise, factor, t, dice):
    """Steps t, t + 1, ... of accelerated mirror prox, one per row of `dice`, in place; with
    noise < 0 by the full operator, else by samples from dice (., 4). Return the last step size."""
    (u, log_v, v), (mid_u, mid_v), (mean_u, mean_v) = centre, middle, mean
    k, N, eta = log_v.size, u.size // 2, 0.0
    memory = _memory(saddle, N)
    gu, gv, under, mid_log = np.empty(2 * N), np.empty(k), np.empty(2 * N), np.empty(k)
    end_u, end_log = np.empty(2 * N), np.empty(k)
    rows, pair, squares = np.empty((2, saddle.keys.shape[1]), np.int64), np.zeros(2), np.empty(2)
    pair[0] = 1.0
    for row in range(dice.shape[0]):
        step = t + row
        alpha = 2.0 / (step + 1.0)
        slow = 2.0 * (L + M * step) if noise < 0.0 else 5.0 * L + 3.0 * M * step + noise * step**1.5
        eta = factor * step / slow
        for i in range(under.size):
            under[i] = (1.0 - alpha) * mean_u[i] + alpha * u[i]
        if noise < 0.0:
            _coupling(saddle, u, v, gu, gv, memory)
        else:
            _sample(saddle, u, v, dice[row, :2], gu, gv, rows, pair, squares, memory)
        _add_potential(saddle, under, gu)
        _prox(metric, u, log_v, eta, gu, gv, mid_u, mid_log, mid_v)
        if noise < 0.0:
            _coupling(saddle, mid_u, mid_v, gu, gv, memory)
        else:
            _sample(saddle, mid_u, mid_v, dice[row, 2:], gu, gv, rows, pair, squares, memory)
        _add_potential(saddle, under, gu)
        _prox(metric, u, log_v, eta, gu, gv, end_u, end_log, v)
        u[:], log_v[:] = end_u, end_log
        mean_u += alpha * (mid_u - mean_u)
        mean_v += alpha * (mid_v - mean_v)
    return eta
