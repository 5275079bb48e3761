"""Dual points of a lasso in one weight, as straight lines under its loss.

A theta (N,) is the line D(theta) - s w under 1/2 ||t - x w||^2, with s = x'theta. With the price
lam |w| on both it lies under F, and where |s| <= lam its lowest place is its height D(theta) at 0.
"""

from __future__ import annotations

import numpy as np

#: A slope is no steeper than lam up to this share of it.
_ROUNDING = 1e-9


def line_of(problem, theta):
    """(s, D(theta)): the slope down and the height at 0 of the line of `theta` (N,)."""
    return float(problem.X[:, 0] @ theta), float(theta @ problem.t - 0.5 * (theta @ theta))


def is_feasible(problem, slope):
    """Whether a line of that slope has a lowest place once the price is put on it."""
    return np.abs(slope) <= problem.lam * (1.0 + _ROUNDING)


def certified(problem, theta):
    """kappa theta (N,): what `Lasso.certify` makes of any theta, the best multiple of it of which
    the line is not too steep."""
    square, steep = float(theta @ theta), abs(float(problem.X[:, 0] @ theta))
    if square == 0.0:
        return theta
    widest = problem.lam / steep if steep > 0.0 else np.inf
    return float(np.clip(theta @ problem.t / square, -widest, widest)) * theta


def theta_through(problem, at, drop):
    """The theta (N,) whose line runs beside the loss at w = `at`, `drop` >= 0 below it.

    The part of theta along x turns the line; the part along what no w fits lowers it.
    """
    x, t = problem.X[:, 0], problem.t
    rest = t - x * (x @ t) / (x @ x)  # of the residual, whatever w
    share = 1.0 - np.sqrt(2.0 * drop) / np.linalg.norm(rest)
    return x * (x @ (t - x * at)) / (x @ x) + share * rest


def loss(problem, w):
    """1/2 ||t - x w||^2 at w (...)."""
    return 0.5 * np.sum((problem.t - np.asarray(w)[..., None] * problem.X[:, 0]) ** 2, axis=-1)


def objective(problem, w):
    """F at w (...)."""
    return loss(problem, w) + problem.lam * np.abs(w)


def minimiser(problem):
    """The w at which F is least."""
    x, t = problem.X[:, 0], problem.t
    pull = float(x @ t)
    return float(np.sign(pull) * max(abs(pull) - problem.lam, 0.0) / (x @ x))
