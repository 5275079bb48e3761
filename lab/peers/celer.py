"""celer: working sets with extrapolated dual points."""

from functools import partial

import numpy as np

from lab.peers.parts import (
    LazyModule,
    Package,
    Solve,
    asked,
    design,
    fitted_lasso,
    heard,
    share_of_square,
)
from lab.peers.registry import peer
from solvers import GroupLasso, Lasso

CELER = Package("celer", "celer", "0.7.3", "its documentation, celer.Lasso and celer.GroupLasso")
package = LazyModule("celer")


@peer("celer", Lasso, package=CELER, tolerance=1e-4, promise=share_of_square)
def lasso(problem: Lasso, tol: float | None = None) -> Solve:
    """celer on a `Lasso`; tol as celer means it, a share of ||t||^2."""
    return fitted_lasso(package.Lasso, problem, **asked(tol, "tol"))


@peer("celer", GroupLasso, package=CELER, tolerance=1e-4, promise=share_of_square)
def groups(problem: GroupLasso, tol: float | None = None) -> Solve:
    """celer's group lasso on a `GroupLasso`; tol as for `lasso`."""
    members = [np.flatnonzero(problem.groups == g).tolist() for g in np.unique(problem.groups)]
    return fitted_lasso(partial(package.GroupLasso, members), problem, **asked(tol, "tol"))


@CELER.states("form")
def _form():
    """1/(2N) ||t - Xw||^2 + alpha |w|_1, alpha = lam / N; groups as lists of columns, of weight
    1."""
    X, t = design()
    labels = np.arange(6) // 2
    one, many = Lasso(X, t, 8.0), GroupLasso(X, t, 8.0, labels)
    found = one.certify(lasso(one, 1e-12)().point), many.certify(groups(many, 1e-12)().point)
    return max(c.relative_gap for c in found) < 1e-8


@CELER.states("duals")
def _duals():
    """None is returned."""
    X, t = design()
    answer = lasso(Lasso(X, t, 8.0))()
    return not answer.dual


@CELER.states("tolerances")
def _tolerances():
    """1e-4, the gap below tol ||t||^2 / N in units of the mean."""
    X, t = design()
    problem = Lasso(X, t, 1.0)
    gap = problem.certify(lasso(problem, 1e-3)().point).gap
    return package.Lasso().tol == 1e-4 and gap <= 1e-3 * t @ t


@CELER.states("statuses")
def _statuses():
    """None: a ConvergenceWarning says that the limit was reached."""
    X, t = design()
    model = package.Lasso(1e-6, fit_intercept=False, max_iter=1, max_epochs=1, tol=1e-14)
    return bool(heard(lambda: model.fit(X, t))[1])
