"""Proximal gradient: ISTA and FISTA (eqs. 14-19 of 002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

from functools import partial
from typing import Unpack

import numpy as np

from solvers.checks import one_of, positive
from solvers.drive import STALLED
from solvers.options import Common, Options, common_options, start
from solvers.precision.gradient import solve_precision_gradient
from solvers.problems.columns import column_squares
from solvers.problems.losses import LinearModel
from solvers.problems.sparse_linear import GroupLasso, GroupLogistic, Lasso, SparseLogistic
from solvers.problems.sparse_precision import SparsePrecision
from solvers.registry import solver
from solvers.result import Result, States
from solvers.sparse.start import first_dual, remarked

_PROBLEMS = (Lasso, GroupLasso, SparseLogistic, GroupLogistic)
#: Backtracking starts this far below the largest curvature along a coordinate.
_OPTIMISM = 1e-3
#: Relative slack for rounding in the test of a trial step, without which it fails at the optimum.
_SLACK = 1e-13
_RESTARTED = {
    "note": "Momentum was restarted where the objective would have risen (function restart)."
}


def _trials(problem, y, fit_y, L, backtracking):
    """The step from `y` at the first L, L doubling, whose quadratic model lies above the loss: the
    point before the threshold and after it, its fit and its objective; that L; and the number of
    rejected trials."""
    gradient, value, rejected = -problem.X.T @ problem.residual(fit_y), problem.loss(fit_y), 0
    while True:
        before = y - gradient / L
        w = problem.prox(before, 1.0 / L)
        fit, move = problem.fit(w), w - y
        loss, model = problem.loss(fit), value + gradient @ move + 0.5 * L * (move @ move)
        # A loss that is not finite passes: no L cures it, and `drive` calls it divergence.
        if not backtracking or not loss > model + _SLACK * abs(value):
            return (before, w, fit, loss + problem.penalty(w)), L, rejected
        L, rejected = 2.0 * L, rejected + 1


def _beyond(new, old, ahead):
    """The point that continues the line from `old` to `new`."""
    return new + ahead * (new - old)


def proximal_states(
    problem: LinearModel,
    w: np.ndarray,
    theta: np.ndarray,
    L: float,
    *,
    accelerated: bool,
    backtracking: bool,
) -> States:
    """A state per proximal step, from w or, if `accelerated`, from y, extrapolated beyond w."""
    fit = problem.fit(w)
    objective = problem.loss(fit) + problem.penalty(w)
    y, fit_y, momentum, work, picture = w, fit, 1.0, 0, {"w": w, "before_threshold": w, "L": L}
    picture |= {"extrapolated": y, "rejected": 0, "restarted": False}
    yield {"x": w, "dual": {"theta": theta}, **picture}
    while True:
        trial, L, rejected = _trials(problem, y, fit_y, L, backtracking)
        before, new, fit_new, value = trial
        picture = {"before_threshold": before, "L": L, "extrapolated": y, "rejected": rejected}
        work += w.size + rejected * ((w.size + 1) // 2)
        fixed = np.array_equal(new, y) and np.array_equal(y, w)
        restarted = momentum > 1.0 and value > objective
        if restarted:
            y, fit_y, momentum = w, fit, 1.0
        else:
            following = 0.5 * (1.0 + np.sqrt(1.0 + 4.0 * momentum**2)) if accelerated else 1.0
            ahead, momentum = (momentum - 1.0) / following, following
            y, fit_y = _beyond(new, w, ahead), _beyond(fit_new, fit, ahead)
            w, fit, objective = new, fit_new, value
        state = {"x": w, "w": w, "dual": {"theta": problem.residual(fit)}, "work": work}
        state |= {**picture, "restarted": restarted}
        yield state | (STALLED if fixed else _RESTARTED if restarted else {})


def first_lipschitz(problem: LinearModel, lipschitz: float | None, backtracking: bool) -> float:
    """The first L; any is right where the gradient is constant."""
    if lipschitz is not None:
        return positive(lipschitz, "lipschitz")
    if not backtracking:
        return problem.lipschitz() or 1.0
    return _OPTIMISM * column_squares(problem.X).max(initial=0.0) or 1.0


@solver("ista", *_PROBLEMS, label="ISTA", iterate="w", unit="step")
@solver("ista", SparsePrecision, label="proximal gradient", iterate="M", unit="step")
@common_options
def solve_proximal_gradient(
    problem: Lasso | GroupLasso | SparseLogistic | GroupLogistic | SparsePrecision,
    *,
    max_iter: int = 10_000,
    accelerated: bool = False,
    backtracking: bool = False,
    lipschitz: float | None = None,
    **common: Unpack[Common],
) -> Result:
    """Step along the gradient of the loss, then apply the proximal operator of the penalty.

    Parameters
    ----------
    problem : Lasso, GroupLasso, SparseLogistic, GroupLogistic or SparsePrecision
        A `SparsePrecision` goes to `solve_precision_gradient`, which chooses its own steps and
        takes none of the three options below.
    x0 : array_like (D,) or Result
    seed : int
        No effect: nothing is random.
    accelerated : bool
        FISTA; a step that raises the objective is discarded with its momentum.
    backtracking : bool
        Double L until its model lies above the loss.
    lipschitz : float or None
        L, or where backtracking starts; None: the Lipschitz constant of the gradient (for
        backtracking, 1/1000 of the largest ||x_d||^2). Below half that constant a fixed step may
        diverge.

    Returns
    -------
    Result
        `x` is w (D,); `dual` holds theta (N,). iteration counts steps. work: a gradient counts as
        D coordinate updates, a rejected trial as half of that. Snapshots: `w` (T, D);
        `extrapolated` (T, D), where the step began; `before_threshold` (T, D); `L`, `rejected`
        (trials, at L/2, L/4, ...), `restarted` (T,): the step was discarded.

    References
    ----------
    sparse-models: eqs. (14)-(19)
    beck-2009
    odonoghue-2015: function restart
    """
    options = Options(max_iter=max_iter, **common)
    if isinstance(problem, SparsePrecision):
        one_of(accelerated, (False,), "accelerated")
        one_of(backtracking, (False,), "backtracking")
        one_of(lipschitz, (None,), "lipschitz")
        return solve_precision_gradient(problem, max_iter=max_iter, **common)
    w = start(options.x0, problem.X.shape[1])
    states = proximal_states(
        problem,
        w,
        first_dual(problem, options.x0, w),
        first_lipschitz(problem, lipschitz, backtracking),
        accelerated=accelerated,
        backtracking=backtracking,
    )
    return options.drive(remarked(problem, states), problem.certify)


solver("fista", *_PROBLEMS, label="FISTA", iterate="w", unit="step")(
    partial(solve_proximal_gradient, accelerated=True)
)
