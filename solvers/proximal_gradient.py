"""Proximal gradient: ISTA and FISTA (eqs. 14-19 of 002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

from functools import partial

import numpy as np

from solvers.checks import of_type, one_of, positive
from solvers.drive import drive, start
from solvers.precision.gradient import solve_precision_gradient
from solvers.problems.losses import first_dual, remarked
from solvers.problems.sparse_linear import GroupLasso, GroupLogistic, Lasso, SparseLogistic
from solvers.problems.sparse_precision import SparsePrecision
from solvers.registry import solver

_CLASSIFIERS = (SparseLogistic, GroupLogistic)
_PROBLEMS = (Lasso, GroupLasso, *_CLASSIFIERS)
#: Backtracking starts this far below the largest curvature along a coordinate.
_OPTIMISM = 1e-3
#: Relative slack for rounding in the test of a trial step, without which it fails at the optimum.
_SLACK = 1e-13
_RESTARTED = {
    "note": "Momentum was restarted where the objective would have risen (function restart)."
}
_STALLED = {
    "stop": "stalled",
    "note": "The step moves nothing any more in floating-point arithmetic.",
}


@np.errstate(over="ignore", invalid="ignore")
def _trial(problem, y, gradient, L):
    """The point before the threshold, after it, its fit and its objective."""
    before = y - gradient / L
    w = problem.prox(before, 1.0 / L)
    fit = problem.fit(w)
    return before, w, fit, problem.loss(fit) + problem.penalty(w)


@np.errstate(over="ignore", invalid="ignore")
def _trials(problem, y, fit_y, L, backtracking):
    """The step from `y` at the first L, L doubling, whose quadratic model lies above the loss; with
    that L and the number of rejected trials."""
    gradient, value, rejected = -problem.X.T @ problem.residual(fit_y), problem.loss(fit_y), 0
    while True:
        trial = _trial(problem, y, gradient, L)
        _, w, fit, _ = trial
        move = w - y
        model = value + gradient @ move + 0.5 * L * (move @ move)
        # A loss that is not finite passes: no L cures it, and `drive` calls it divergence.
        if not backtracking or not problem.loss(fit) > model + _SLACK * abs(value):
            return trial, L, rejected
        L, rejected = 2.0 * L, rejected + 1


@np.errstate(over="ignore", invalid="ignore")
def _beyond(new, old, ahead):
    """The point that continues the line from `old` to `new`."""
    return new + ahead * (new - old)


def proximal_states(problem, w, theta, L, *, accelerated, backtracking):
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
        yield state | (_STALLED if fixed else _RESTARTED if restarted else {})


def first_lipschitz(problem, lipschitz, backtracking):
    """The L to begin with; any will do where the gradient is constant."""
    if lipschitz is not None:
        return positive(lipschitz, "lipschitz")
    if not backtracking:
        return problem.lipschitz() or 1.0
    return _OPTIMISM * np.einsum("nd,nd->d", problem.X, problem.X).max(initial=0.0) or 1.0


@solver("ista", *_PROBLEMS, SparsePrecision)
def solve_proximal_gradient(
    problem,
    *,
    x0=None,
    tol=1e-6,
    max_iter=10_000,
    record_every=1,
    seed=0,
    cancelled=None,
    accelerated=False,
    backtracking=False,
    lipschitz=None,
):
    """Step along the gradient of the loss, then apply the proximal operator of the penalty.

    Source: 002_8a6384496e3a9cf3.txt, eqs. (14)-(19), for `Lasso`, `GroupLasso`, `SparseLogistic`
    and `GroupLogistic`; Beck and Teboulle (2009), doi:10.1137/080716542; function restart of
    O'Donoghue and Candes (2015), doi:10.1007/s10208-013-9150-3. `x0`: array (D,) or an earlier
    Result. `seed` has no effect.

    accelerated: FISTA; a step that raises the objective is discarded with its momentum.
    backtracking: double L until its model lies above the loss.
    lipschitz: L, or where backtracking starts; by default the Lipschitz constant of the gradient
    (for backtracking, 1/1000 of the largest ||x_d||^2). Below half that constant a fixed step may
    diverge.

    `SparsePrecision` goes to `solve_precision_gradient`, which chooses its own steps.

    iteration counts steps. work: a gradient counts as D coordinate updates, a rejected trial as
    half of that. Snapshots: `w` (T, D); `extrapolated` (T, D), where the step began;
    `before_threshold` (T, D); `L`, `rejected` (trials, at L/2, L/4, ...), `restarted` (T,): the
    step was discarded.
    """
    if isinstance(problem, SparsePrecision):
        for value, name in ((accelerated, "accelerated"), (backtracking, "backtracking")):
            one_of(value, (False,), name)
        common = {"tol": tol, "max_iter": max_iter, "record_every": record_every}
        return solve_precision_gradient(problem, x0=x0, cancelled=cancelled, **common)
    of_type(problem, [*_PROBLEMS, SparsePrecision], "problem")
    one_of(accelerated, (True, False), "accelerated")
    one_of(backtracking, (True, False), "backtracking")
    w = start(x0, problem.X.shape[1])
    states = proximal_states(
        problem,
        w,
        first_dual(problem, x0, w),
        first_lipschitz(problem, lipschitz, backtracking),
        accelerated=accelerated,
        backtracking=backtracking,
    )
    return drive(
        remarked(problem, states) if isinstance(problem, _CLASSIFIERS) else states,
        problem.certify,
        tol=tol,
        max_iter=max_iter,
        record_every=record_every,
        cancelled=cancelled,
    )


solver("fista", *_PROBLEMS)(partial(solve_proximal_gradient, accelerated=True))
