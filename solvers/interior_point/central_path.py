"""The central path: which interior-point methods try to follow."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers.checks import InputError, as_array, locked, of_type
from solvers.docstrings import documented
from solvers.interior_point.lasso import Newton as LassoNewton
from solvers.interior_point.lasso import begin, require_interior, to_boundary
from solvers.interior_point.svm.algebra import make_algebra
from solvers.interior_point.svm.homotopy import has_interior
from solvers.interior_point.svm.point import Newton, feasible_start, residuals, theta
from solvers.problems.kernel_svm import KernelSVM
from solvers.problems.program import Program
from solvers.problems.sparse_linear import Lasso
from solvers.programs.interior import centres
from solvers.result import ArrayLike

#: What is aimed at falls at most by this factor at once.
_FALL = 10.0
#: Scaled residual of a point; steps that may pass without halving it, and steps in all.
_EXACT, _PATIENCE, _STEPS = 1e-11, 3, 60
#: Above this residual the steps are still on their way, halving or not.
_NEAR = 1e-3
#: Share of the way to the boundary where a full Newton step leaves the interior.
_SHARE = 0.99
#: A point is central when products and residuals are exact to this share of tau and of lam.
_CENTRAL = 1e-9
#: Newton steps to one point of the lasso's path; where so many do not do, none will.
_MOST_STEPS = 500
#: What u - v loses where both are large, as a share of them.
_ROUNDING = 1e-15


def _svm_centres(problem, taus):
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
        while _FALL * tau < now < np.inf:
            now /= _FALL
            p = _svm_centre(problem, algebra, p, now)
        p, now = _svm_centre(problem, algebra, p, tau), tau
        x[k], s[k] = p.x, p.s
    return x, s


def _svm_centre(problem, algebra, p, tau):
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
        full, share = p.moved(d, 1.0, 1.0), _SHARE * min(p.to_boundary(d))
        p = full if full.inside() else p.moved(d, share, share)
    return best


def _size(problem, p, r, tau):
    """The largest residual, each relative to the terms it is made of."""
    products = np.abs(np.concatenate([p.x * p.t, p.w * p.u]) - tau).max() / tau
    slope = np.abs(r.e).max() / max(1.0, np.abs(r.Qx).max())
    return max(products, slope, abs(r.b) / p.x.sum(), np.abs(r.c).max() / problem.C)


def _lasso_centres(problem, taus):
    """(x, s), each (T, 2D), for `taus` (T,), in falling order: see `central_path`."""
    require_interior(problem)
    D, T = problem.X.shape[1], taus.size
    x, s = np.empty((T, 2 * D)), np.empty((T, 2 * D))
    point = begin(problem)
    for k, tau in enumerate(taus):
        if point is None:  # X = 0: p = q = lam whatever u and v
            x[k], s[k] = tau / problem.lam, problem.lam
        else:
            point = _lasso_centre(point, tau)
            x[k], s[k] = point.x, point.s
    return x, s


def _lasso_centre(point, tau):
    """The point with residual zero and all products tau, by Newton's method from `point`."""
    rounding = _ROUNDING * np.abs(point.gram).sum(axis=0).max()
    for _ in range(_MOST_STEPS):
        newton = LassoNewton(point)
        off = np.abs(point.x * point.s / tau - 1.0).max()
        allowed = _CENTRAL * point.lam + rounding * point.x.max()
        if off <= _CENTRAL and np.abs(newton.residual).max() <= allowed:
            return point
        if newton.failed:
            break
        dx, ds = newton.direction(max(tau, point.mu / _FALL))
        reach = min(to_boundary(point.x, dx), to_boundary(point.s, ds))
        point = point.moved(1.0 if reach == 1.0 else _SHARE * reach, dx, ds)
    raise InputError(
        f"taus must be large enough for floating-point arithmetic, got {tau:g}, whose centre "
        "equals its neighbours up to rounding; leave out the smallest."
    )


#: problem type -> function (problem, falling taus (T,)) -> (x, s), one row for each tau.
_CENTRES = {Lasso: _lasso_centres, KernelSVM: _svm_centres, Program: centres}


@dataclass(frozen=True, slots=True, eq=False)
class CentralPath:
    """Points on a central path, in the order of `taus` (T,); x and s have a row for each."""

    taus: np.ndarray
    x: np.ndarray
    s: np.ndarray


@documented
def central_path(problem: Lasso | KernelSVM | Program, taus: ArrayLike) -> CentralPath:
    """The centres of a problem: the points at which all complementarity products are equal.

    Parameters
    ----------
    problem : Lasso or KernelSVM or Program
        For a `Lasso`, lam must be positive.
    taus : array_like (T,)
        The products, all positive, in any order.

    Returns
    -------
    CentralPath
        `Lasso`: x (T, 2D) = (u, v) with w = u - v, and s (T, 2D) their multipliers, with
        x s = tau: so that u - v minimises 1/2 ||t - X w||^2 + lam 1'(u + v) - tau sum(log u +
        log v), at most 2 D tau above the optimum.

        `KernelSVM`: x (T, n), and s (T,), the multiplier of y'x = b: x minimises q(x) -
        tau sum(log x + log(C - x)) on y'x = b and lies at most 2 n tau above the optimum; minus s
        is its bias.

        `Program`: x (T, n), and s (T, m), the multipliers of the rows of A: x minimises the
        objective - tau sum(log slack), at most tau times the number of rows and bounds above the
        optimum.

    References
    ----------
    sparse-models: the split (5)
    low-cost: (4.9)
    """
    of_type(problem, tuple(_CENTRES), "problem")
    taus = as_array(taus, "taus", ndim=1)
    if taus.min(initial=np.inf) <= 0.0:
        raise InputError(f"taus must be positive, got {taus.min():g}.")
    order = np.argsort(-taus, kind="stable")
    with np.errstate(all="ignore"):
        falling = _CENTRES[type(problem)](problem, taus[order])
    x, s = (np.empty_like(a) for a in falling)
    x[order], s[order] = falling
    locked((x, s))
    return CentralPath(taus, x, s)
