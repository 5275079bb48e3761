"""SPAMS' homotopy, in the package spams-bin, which wants an older numpy."""

import numpy as np

from lab.peers.parts import Answer, LazyModule, Package, Solve
from lab.peers.registry import peer
from solvers import Lasso

SPAMS = Package("SPAMS", "spams-bin", "2.6", "its documentation, spams.lasso")
package = LazyModule("spams")


@peer("SPAMS", Lasso, package=SPAMS, tolerance=1e-9)
def spams(problem: Lasso, tol: float | None = None) -> Solve:
    """SPAMS' homotopy on a `Lasso`; `tol` has no meaning for it."""
    package.load()
    X, t = np.asfortranarray(problem.X), np.asfortranarray(problem.t[:, None])
    options = {"lambda1": problem.lam, "mode": 2, "numThreads": 1}

    def solve():
        return Answer("no status", "optimal", package.lasso(t, X, **options).toarray()[:, 0])

    return solve
