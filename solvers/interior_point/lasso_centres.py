"""Points on the central path of the lasso, split as in eq. (5) of 002_8a6384496e3a9cf3.txt."""

from __future__ import annotations

import numpy as np

from solvers.checks import InputError
from solvers.interior_point.lasso import Newton, begin, require_interior, to_boundary

#: The products aimed at fall at most by this factor in one step.
_FALL = 0.1
#: The share of the step to the boundary that is taken.
_SHARE = 0.99
#: A point is central when products and residuals are exact to this share of tau and of lam.
_CENTRAL = 1e-9
_MOST_STEPS = 500
#: What u - v loses where both are large, as a share of them.
_ROUNDING = 1e-15


def lasso_centres(problem, taus):
    """(x, s), each (T, 2D), for `taus` (T,), in falling order: see `central_path`."""
    require_interior(problem)
    D, T = problem.X.shape[1], taus.size
    x, s = np.empty((T, 2 * D)), np.empty((T, 2 * D))
    point = begin(problem)
    for k, tau in enumerate(taus):
        if point is None:  # X = 0: p = q = lam whatever u and v
            x[k], s[k] = tau / problem.lam, problem.lam
        else:
            point = _centre(point, tau)
            x[k], s[k] = point.x, point.s
    return x, s


def _centre(point, tau):
    """The point with residual zero and all products tau, by Newton's method from `point`."""
    rounding = _ROUNDING * np.abs(point.gram).sum(axis=0).max()
    for _ in range(_MOST_STEPS):
        newton = Newton(point)
        off = np.abs(point.x * point.s / tau - 1.0).max()
        allowed = _CENTRAL * point.lam + rounding * point.x.max()
        if off <= _CENTRAL and np.abs(newton.residual).max() <= allowed:
            return point
        if newton.failed:
            break
        dx, ds = newton.direction(max(tau, _FALL * point.mu))
        reach = min(to_boundary(point.x, dx), to_boundary(point.s, ds))
        point = point.moved(1.0 if reach == 1.0 else _SHARE * reach, dx, ds)
    raise InputError(
        f"taus must be large enough for floating-point arithmetic, got {tau:g}, whose centre "
        "cannot be told from its neighbours; leave out the smallest."
    )
