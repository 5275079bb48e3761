"""Block coordinate descent: minimise over one group of weights at a time (eqs. 21-22 of
002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

import numpy as np

from solvers.checks import InputError, integer, nonnegative, of_type, one_of
from solvers.drive import drive, start
from solvers.problems.losses import first_dual, remarked
from solvers.problems.sparse_linear import GroupLasso, GroupLogistic
from solvers.registry import solver
from solvers.sparse.group_descent import group_sweep_states, group_updates
from solvers.sparse.group_logistic_descent import (
    group_logistic_model_states,
    group_logistic_sweep_states,
    group_logistic_updates,
)


def _lasso_states(problem, args, sweeping, *, shuffled, steps, active_set, model):
    if model is not None:
        raise InputError(
            f"model must be left out for a GroupLasso, got {model!r}: its steps are exact."
        )
    if steps == "updates":
        return group_updates(problem, *args, shuffled=shuffled)
    return group_sweep_states(problem, *args, shuffled=shuffled, active_set=active_set, **sweeping)


def _logistic_states(problem, args, sweeping, *, shuffled, steps, active_set, model):
    if model == "shared" and steps == "updates":
        raise InputError("model must be 'own' for single updates, got 'shared'.")
    if model is None:
        model = "own" if sweeping["each"] else "shared"
    if steps == "updates":
        states = group_logistic_updates(problem, *args, shuffled=shuffled)
    else:
        choose = group_logistic_sweep_states if model == "own" else group_logistic_model_states
        states = choose(problem, *args, shuffled=shuffled, active_set=active_set, **sweeping)
    return remarked(problem, states)


@solver("block_cd", GroupLasso, GroupLogistic)
def solve_block_cd(
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
    model=None,
):
    """Minimise over one group of weights at a time: the group lasso exactly, logistic regression by
    a quadratic model of its loss and Armijo's line search (way halved, rho = 0.01).

    Source: 002_8a6384496e3a9cf3.txt, eqs. (21)-(22), for `GroupLasso` and `GroupLogistic`. A
    block's problem is solved in the axes of its curvature, where one unknown is left: the norm
    rho of the new weights, a root that Newton's method reaches from below without passing it.
    `x0`: array (D,) or an earlier Result.

    order: "random" (a new permutation for each sweep) or "cyclic".
    steps: "sweeps" - a row is a pass over the working set - or "updates" - a row is one group.
    active_set: sweep the groups with weights and the most correlated ones until nearly solved, then
    look at all groups again; with few columns, and with steps="updates", all are swept.
    model, logistic only: "own" - each group has the model at the current point, as in (21) - or
    "shared" - one model for the whole working set, swept until nearly minimised, then one line
    search along the way there (Yuan, Ho and Lin, 2012, JMLR 13:1999-2030); a row is then a model.
    By default "own", but "shared" with record_every=0, where it is the faster.

    iteration counts sweeps or updates, work counts coordinates visited. Snapshots: `w` (T, D), and
    for sweeps `visited`, `changed` (T,): how many groups the sweep visited and moved; for updates
    `group` (T,), -1 at the start, `old_norm`, `new_norm` (T,) of its weights, `newton` (T,) the
    number of Newton's iterates and `rho` (T, 32) the iterates, `curvature` and `slope` (T, P): a_i
    and c_i of sum c_i^2 / (a_i rho + lam)^2 = 1; unused places are NaN. For logistic regression
    also `trials`, and `alpha`, the accepted share of the way to the model's minimum, 0 if none; for
    sweeps, all trials and the least alpha accepted.
    With record_every=0 many sweeps run in one call of a kernel, where X is narrow on X'X.
    """
    of_type(problem, [GroupLasso, GroupLogistic], "problem")
    options = {
        "shuffled": one_of(order, ("random", "cyclic"), "order") == "random",
        "steps": one_of(steps, ("sweeps", "updates"), "steps"),
        "active_set": one_of(active_set, (True, False), "active_set"),
        "model": one_of(model, (None, "own", "shared"), "model"),
    }
    sweeping = {
        "tol": nonnegative(tol, "tol"),
        "max_iter": integer(max_iter, "max_iter"),
        "each": integer(record_every, "record_every") > 0,
    }
    w = start(x0, problem.X.shape[1])
    random = np.random.SeedSequence(integer(seed, "seed")).generate_state(1).astype(np.int64) >> 1
    choose = _lasso_states if isinstance(problem, GroupLasso) else _logistic_states
    states = choose(problem, (w, first_dual(problem, x0, w), random), sweeping, **options)
    return drive(
        states,
        problem.certify,
        tol=tol,
        max_iter=max_iter,
        record_every=record_every,
        cancelled=cancelled,
    )
