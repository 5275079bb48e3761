"""adelie: block coordinate descent in the manner of glmnet."""

from typing import Any

import numpy as np

from lab.peers.parts import Answer, LazyModule, Package, Solve, asked, default, design
from lab.peers.registry import peer
from solvers import GroupLasso, Lasso

ADELIE = Package("adelie", "adelie", "1.1.50", "its documentation, adelie.grpnet")
package = LazyModule("adelie")


def _prepared(problem, tol):
    package.load()
    options: dict[str, Any] = {
        "intercept": False,
        "progress_bar": False,
        "early_exit": False,
        "n_threads": 1,
    }
    order, options["groups"] = _by_groups(problem)
    options["penalty"] = np.ones(options["groups"].size)
    options["lmda_path"] = [problem.lam / problem.t.size]
    options |= asked(tol, "tol")
    dense = problem.X if isinstance(problem.X, np.ndarray) else problem.X.toarray()
    X = np.asfortranarray(dense[:, order])

    def solve():
        done = package.grpnet(X, package.glm.gaussian(problem.t), **options)
        if not done.betas.shape[0]:
            return Answer("no solution on the path", "gave up")
        w = np.zeros(order.size)
        w[order] = done.betas.toarray()[-1]
        return Answer("no error", "optimal", w)

    return solve


@peer("adelie", Lasso, package=ADELIE, tolerance=1e-7)
def lasso(problem: Lasso, tol: float | None = None) -> Solve:
    """adelie on a `Lasso`; tol as it means it, the change of one pass."""
    return _prepared(problem, tol)


@peer("adelie", GroupLasso, package=ADELIE, tolerance=1e-7)
def groups(problem: GroupLasso, tol: float | None = None) -> Solve:
    """adelie on a `GroupLasso`; tol as for `lasso`."""
    return _prepared(problem, tol)


def _by_groups(problem):
    """(columns in the order of their groups, where each group begins among them)."""
    d = problem.X.shape[1]
    if isinstance(problem, Lasso):
        return np.arange(d), np.arange(d)
    order = np.argsort(problem.groups, kind="stable")
    return order, np.unique(problem.groups[order], return_index=True)[1]


@ADELIE.states("form")
def _form():
    """1/(2N) ||t - Xw||^2 + lmda |w|_1, lmda = lam / N; columns of a group are adjacent; unless
    penalty says 1, groups are weighted by the root of their size."""
    X, t = design()
    one, many = Lasso(X, t, 8.0), GroupLasso(X, t, 8.0, np.array([0, 1, 2] * 2))
    found = one.certify(lasso(one, 1e-14)().point), many.certify(groups(many, 1e-14)().point)
    return max(c.relative_gap for c in found) < 1e-6


@ADELIE.states("statuses")
def _statuses():
    """None: errors of the compiled part are RuntimeErrors; early_exit would end a path before its
    last lmda."""
    return default(package.grpnet, "early_exit") is True


@ADELIE.states("tolerances")
def _tolerances():
    """1e-7, on the change of the fit in one pass."""
    return default(package.grpnet, "tol") == 1e-7
