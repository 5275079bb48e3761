"""GGLasso: ADMM with thresholded blocks."""

from contextlib import redirect_stdout

import numpy as np

from lab.peers.parts import Answer, LazyModule, Package, Solve, asked, default, design
from lab.peers.registry import peer
from solvers import SparsePrecision

GGLASSO = Package("GGLasso", "gglasso", "0.3", "its documentation, block_SGL and ADMM_SGL")
package = LazyModule("gglasso.solver.single_admm_solver")


@peer("GGLasso", SparsePrecision, package=GGLASSO, tolerance=1e-3, compiles=True)
def gglasso(problem: SparsePrecision, tol: float | None = None) -> Solve:
    """GGLasso on a `SparsePrecision` with one rho, tol for both its tolerances; it is given
    Sigma + rho I, as it spares the diagonal."""
    package.load()
    if np.ndim(problem.rho):
        raise NotImplementedError("GGLasso takes one number rho only.")
    m, rho = len(problem.Sigma), float(problem.rho)
    Sigma = problem.Sigma + rho * np.eye(m)
    options = asked(tol, "tol", "rtol")

    def solve():
        with redirect_stdout(None):  # it prints how many iterations it took
            M = package.block_SGL(Sigma, rho, np.eye(m), **options)["Theta"]
        return Answer("no status", "optimal", 0.5 * (M + M.T))

    return solve


@GGLASSO.states("form")
def _form():
    """-log det M + <Sigma, M> + rho times the entries off the diagonal; Sigma + rho I makes it
    ours."""
    problem = SparsePrecision(np.cov(design()[0].T), 0.1)
    return problem.certify(gglasso(problem, 1e-10)().point).relative_gap < 1e-6


@GGLASSO.states("tolerances")
def _tolerances():
    """tol 1e-7 and rtol 1e-3, on the residuals of ADMM."""
    return [default(package.block_SGL, name) for name in ("tol", "rtol")] == [1e-7, 1e-3]


@GGLASSO.states("statuses")
def _statuses():
    """block_SGL returns none: its blocks are solved, and how each ended is printed."""
    with redirect_stdout(None):
        done = package.block_SGL(np.eye(3) + 0.1, 0.01, np.eye(3))
    return "status" not in done and "Theta" in done
