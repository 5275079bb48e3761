"""The central path of `KernelSVM`: (4.9) of 001_f12148ddf98c114b.txt, point by point."""

from __future__ import annotations

import numpy as np

from solvers.checks import InputError
from solvers.interior_point.svm.algebra import make_algebra
from solvers.interior_point.svm.homotopy import has_interior
from solvers.interior_point.svm.point import Newton, feasible_start, residuals, theta

#: Between two points tau falls at most by this factor at once.
_FALL = 10.0
#: Scaled residual of a point; steps that may pass without halving it, and steps in all.
_EXACT, _PATIENCE, _STEPS = 1e-11, 3, 60
#: Above this residual the steps are still on their way, halving or not.
_NEAR = 1e-3
#: Share of the way to the boundary where a full Newton step leaves the interior.
_SHARE = 0.99


def svm_centres(problem, taus):
    """x (T, n) and s (T,) on the path at falling taus (T,) > 0."""
    if not has_interior(problem):
        raise InputError(
            "problem must have a strictly feasible x for a central path, got one feasible point "
            "only; give both classes, C > 0 and b inside its range."
        )
    algebra, p = make_algebra(problem), feasible_start(problem)
    x, s = np.empty((taus.size, problem.y.size)), np.empty(taus.size)
    now = max(p.mu, taus.max(initial=0.0))
    for k, tau in enumerate(taus):
        while now > _FALL * tau:
            now /= _FALL
            p = _point(problem, algebra, p, now)
        p, now = _point(problem, algebra, p, tau), tau
        x[k], s[k] = p.x, p.s
    return x, s


def _point(problem, algebra, p, tau):
    """The point of the path at `tau`, by Newton's method from `p`, as exact as rounding lets it."""
    best, least, idle = p, np.inf, 0
    for _ in range(_STEPS):
        r = residuals(problem, p, problem.product(p.x))
        size = _size(problem, p, r, tau)
        idle = 0 if size < 0.5 * least else idle + 1
        if size < least:
            best, least = p, size
        if size <= _EXACT or (idle >= _PATIENCE and least < _NEAR):
            break
        solve = algebra.factor(theta(p))
        if solve is None:
            break
        d = Newton(problem, p, r, solve).direction(p.x * p.t - tau, p.w * p.u - tau)
        p = _stepped(p, d)
    return best


def _stepped(p, d):
    """The full step if it stays inside, else most of the way to the boundary."""
    full = p.moved(d, 1.0, 1.0)
    share = _SHARE * min(p.room(d))
    return full if full.inside() else p.moved(d, share, share)


def _size(problem, p, r, tau):
    """The largest residual, each relative to the terms it is made of."""
    products = np.abs(np.concatenate([p.x * p.t, p.w * p.u]) - tau).max() / tau
    slope = np.abs(r.e).max() / max(1.0, np.abs(r.Qx).max())
    return max(products, slope, abs(r.b) / p.x.sum(), np.abs(r.c).max() / problem.C)
