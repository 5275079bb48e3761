"""The band's problem by Newton's method: for rows that depend so strongly on each other, at such
prices, that coordinates creep.

Outside the band a row is a line, price_i s_i = edge_i - f_i. A step solves the system of the rows
that are outside; a search along the way to its solution makes it a descent.
"""

from __future__ import annotations

import numpy as np

from solvers.cholesky import cholesky_solve
from solvers.result import HALVINGS

#: Newton steps: it needs some ten; the bound is for rounding.
_MOST_STEPS = 60


def newton_band(
    K: np.ndarray, low: np.ndarray, high: np.ndarray, theta: float, s: np.ndarray
) -> tuple[np.ndarray, float]:
    """The best s (N,) found from `s` by Newton's steps on 1/2 s'Ks + sum of the losses of Ks, and
    how far it may be from the optimum; low, high (N,): one over twice the prices."""
    f = K @ s
    best, least = s, _gap(f, s, low, high, theta)
    value = _value(f, s, low, high, theta)
    for _ in range(_MOST_STEPS):
        target = _target(K, f, low, high, theta)
        if target is None:
            break
        ahead, share = K @ (target - s), 1.0
        for _ in range(HALVINGS):
            new, there = s + share * (target - s), f + share * ahead
            reached = _value(there, new, low, high, theta)
            if reached < value:
                break
            share *= 0.5
        else:
            new, there, reached = target, K @ target, value  # the last digits of the gap
        gap = _gap(K @ new, new, low, high, theta)
        if gap < least:
            best, least = new, gap
        if not reached < value:
            break
        s, f, value = new, there, reached
    return best, least


def _target(K, f, low, high, theta):
    """The s (N,) of the rows outside the band at margins f, were the others priceless."""
    below, above = f < 1.0 - theta, f > 1.0 + theta
    out = below | above
    price, edge = np.where(below, low, high)[out], np.where(below, 1.0 - theta, 1.0 + theta)[out]
    target = np.zeros(f.size)
    if not out.any():
        return target
    A = K[np.ix_(out, out)] + np.diag(price)
    try:
        solve = cholesky_solve(A)
    except np.linalg.LinAlgError:
        return None
    target[out] = solve(edge)
    target[out] += solve(edge - A @ target[out])
    return target if np.isfinite(target).all() else None


def _losses(f, low, high, theta):
    below, above = np.maximum(1.0 - theta - f, 0.0), np.maximum(f - 1.0 - theta, 0.0)
    return 0.5 * (below * (below / low) + above * (above / high))


def _value(f, s, low, high, theta):
    return 0.5 * (s @ f) + _losses(f, low, high, theta).sum()


def _gap(f, s, low, high, theta):
    """Primal minus dual value, row by row."""
    price, edge = np.where(s > 0.0, low, high), np.where(s > 0.0, 1.0 - theta, 1.0 + theta)
    return float((_losses(f, low, high, theta) - s * (edge - f) + 0.5 * price * s * s).sum())
