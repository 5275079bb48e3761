"""The metric learners with which the source compares itself, on its draws: LMNN and ITML at the
values of their parameters, solved by ourselves. (SDML is `protocols.sparse` with a free
diagonal.)"""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from solvers import Result, itml_problem, lmnn_problem, solve_dual_cd, solve_large_margin_admm

#: gamma of ITML and mu of LMNN that are tried.
GAMMAS, MUS = (0.1, 1.0, 10.0), (0.1, 0.5)
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


def itml(
    draw: Any, prior: Literal["identity", "covariance"], gammas: Sequence[float] = GAMMAS
) -> np.ndarray:
    """ITML at all `gammas` from the pairs of the draw; losses (g,)."""
    losses, last = [], None
    for gamma in gammas:
        pairs = draw.similar, draw.dissimilar
        last = solved_itml(draw.X, *pairs, gamma, prior, x0=last, **draw.budget)
        losses.append(draw.loss(last))
    return np.array(losses)


def lmnn(draw: Any, mus: Sequence[float] = MUS) -> np.ndarray:
    """LMNN at all `mus` from the labelled points of the draw; losses (g,)."""
    rows, losses, last = draw.labelled, [], None
    for mu in mus:
        last = solved_lmnn(draw.X[rows], draw.y[rows], mu, x0=last, **draw.budget)
        losses.append(draw.loss(last))
    return np.array(losses)
