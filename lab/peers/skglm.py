"""skglm: working sets with Anderson acceleration, compiled at the first call."""

from lab.peers.parts import LazyModule, Package, Solve, asked, design, fitted_lasso
from lab.peers.registry import peer
from solvers import Lasso

SKGLM = Package("skglm", "skglm", "0.5", "its documentation, skglm.Lasso")
package = LazyModule("skglm")


@peer("skglm", Lasso, package=SKGLM, tolerance=1e-4, compiles=True)
def lasso(problem: Lasso, tol: float | None = None) -> Solve:
    """skglm on a `Lasso`; tol as it means it, the violation of the optimality conditions."""
    return fitted_lasso(package.Lasso, problem, **asked(tol, "tol"))


@SKGLM.states("form")
def _form():
    """1/(2N) ||t - Xw||^2 + alpha |w|_1, alpha = lam / N."""
    X, t = design()
    problem = Lasso(X, t, 8.0)
    return problem.certify(lasso(problem, 1e-10)().point).relative_gap < 1e-7


@SKGLM.states("tolerances")
def _tolerances():
    """1e-4, the largest violation of the optimality conditions, in units of the mean loss."""
    return package.Lasso().tol == 1e-4
