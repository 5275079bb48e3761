"""Coordinate descent: minimise over one weight at a time (eq. 20 of 002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

import numpy as np

from solvers.checks import InputError, integer, nonnegative, of_type, one_of
from solvers.drive import drive, start
from solvers.problems.losses import first_dual, remarked
from solvers.problems.sparse_linear import Lasso, SparseLogistic
from solvers.registry import solver
from solvers.sparse.lasso_descent import lasso_sweep_states, lasso_updates
from solvers.sparse.lasso_kernels import RULES
from solvers.sparse.logistic_descent import (
    logistic_model_states,
    logistic_sweep_states,
    logistic_updates,
)


def _lasso_states(problem, args, sweeping, *, order, steps, active_set, variant, model):
    if variant != "corrected" or model is not None:
        raise InputError(
            "variant and model must be left out for a Lasso, got "
            f"{variant!r} and {model!r}: its steps are exact without a line search."
        )
    if steps == "updates":
        return lasso_updates(problem, *args, rule=RULES[order])
    active_set = active_set and order != "greedy"
    return lasso_sweep_states(problem, *args, rule=RULES[order], active_set=active_set, **sweeping)


def _logistic_states(problem, args, sweeping, *, order, steps, active_set, variant, model):
    if order == "greedy":
        raise InputError("order must be 'random' or 'cyclic' for a SparseLogistic, got 'greedy'.")
    printed, shuffled = variant == "printed", order == "random"
    if model == "shared" and (printed or steps == "updates"):
        raise InputError(
            "model must be 'own' for single updates and for the printed line search, got 'shared'."
        )
    if model is None:
        model = "own" if sweeping["each"] or printed else "shared"
    if steps == "updates":
        states = logistic_updates(problem, *args, shuffled=shuffled, printed=printed)
    elif model == "own":
        states = logistic_sweep_states(
            problem, *args, shuffled=shuffled, active_set=active_set, printed=printed, **sweeping
        )
    else:
        states = logistic_model_states(
            problem, *args, shuffled=shuffled, active_set=active_set, **sweeping
        )
    return remarked(problem, states)


@solver("cd", Lasso, SparseLogistic)
def solve_coordinate_descent(
    problem,
    *,
    x0=None,
    tol=1e-6,
    max_iter=10_000,
    record_every=1,
    seed=0,
    cancelled=None,
    order="random",
    steps="sweeps",
    active_set=True,
    variant="corrected",
    model=None,
):
    """Minimise over one weight at a time: the lasso exactly, logistic regression by a quadratic
    model of its loss and Armijo's line search (shift halved, rho = 0.01).

    Source: 002_8a6384496e3a9cf3.txt, eq. (20), for `Lasso` and `SparseLogistic`. `x0`: array (D,)
    or an earlier Result.

    order: "random" (a new permutation for each sweep), "cyclic", or, for the lasso, "greedy" (the
    coordinate whose move lowers the objective most; choosing costs a look at all of them, which
    `work` leaves out).
    steps: "sweeps" - a row is a pass over the working set - or "updates" - a row is one coordinate.
    active_set: sweep the support and the most correlated columns until nearly solved, then look at
    all columns again; with few columns, and with steps="updates" or order="greedy", all are swept.
    variant, logistic only: "printed" takes the new value of the weight for its shift, as the
    criterion after (20) does; most steps are then rejected.
    model, logistic only: "own" - each coordinate has the model at the current point, as in (20) -
    or "shared" - one model for the whole working set, swept until nearly minimised, then one line
    search along the way there (Yuan, Ho and Lin, 2012, JMLR 13:1999-2030); a row is then a model.
    By default "own", but "shared" with record_every=0, where it is the faster.

    iteration counts sweeps or updates, work counts coordinates visited. Snapshots: `w` (T, D), and
    for sweeps `visited`, `changed` (T,): how many coordinates the sweep visited and moved; for
    updates `coordinate` (T,), -1 at the start, its `old` and `new` value, `correlation` x_d'r
    before the move (minus the slope of the loss), `curvature` of the model, for the lasso
    ||x_d||^2, `thresholded` (the model's minimum is 0, inside the threshold). For logistic
    regression also `trials`, and `alpha`, the accepted share of the `shift` to the model's minimum,
    0 if none; for sweeps, all trials and the least alpha accepted.
    With record_every=0 many sweeps run in one call of a kernel, where X is narrow on X'X.
    """
    of_type(problem, [Lasso, SparseLogistic], "problem")
    options = {
        "order": one_of(order, tuple(RULES), "order"),
        "steps": one_of(steps, ("sweeps", "updates"), "steps"),
        "active_set": one_of(active_set, (True, False), "active_set"),
        "variant": one_of(variant, ("corrected", "printed"), "variant"),
        "model": one_of(model, (None, "own", "shared"), "model"),
    }
    sweeping = {
        "tol": nonnegative(tol, "tol"),
        "max_iter": integer(max_iter, "max_iter"),
        "each": integer(record_every, "record_every") > 0,
    }
    w = start(x0, problem.X.shape[1])
    random = np.random.SeedSequence(integer(seed, "seed")).generate_state(1).astype(np.int64) >> 1
    choose = _lasso_states if isinstance(problem, Lasso) else _logistic_states
    states = choose(problem, (w, first_dual(problem, x0, w), random), sweeping, **options)
    return drive(
        states,
        problem.certify,
        tol=tol,
        max_iter=max_iter,
        record_every=record_every,
        cancelled=cancelled,
    )
