"""The metric learners with which the source compares itself: LMNN and ITML, solved by our methods
(SDML is S2ML with a free diagonal)."""

from typing import Any, Literal

import numpy as np

from solvers import Result, itml_problem, lmnn_problem, solve_dual_cd, solve_large_margin_admm

#: Metrics are solved to this certified gap, or taken as they are after so many iterations: 1-NN
#: reads the order of distances only.
TOL, MOST = 1e-3, 100
#: That share of the mean diagonal entry is added to the diagonal of LMNN's T, which is singular
#: where fewer points than features are labelled.
_RIDGE = 0.01
_BUDGET = {"tol": TOL, "max_iter": MOST, "record_every": 0}


def solved_itml(
    X: np.ndarray,
    similar: np.ndarray,
    dissimilar: np.ndarray,
    gamma: float,
    prior: Literal["identity", "covariance"],
    **options: Any,
) -> Result:
    """The `Result` of ITML on points (n, d) and pairs of their rows."""
    problem = itml_problem(X, similar, dissimilar, gamma=gamma, prior=prior)
    return solve_dual_cd(problem, **_BUDGET | options)


def solved_lmnn(X: np.ndarray, y: np.ndarray, mu: float, **options: Any) -> Result:
    """The `Result` of LMNN on labelled points (n, d)."""
    problem = lmnn_problem(X, y, mu=mu, ridge=_RIDGE)
    return solve_large_margin_admm(problem, **_BUDGET | options)
