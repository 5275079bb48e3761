"""Block coordinate descent: minimise over one group of weights at a time (eqs. 21-22 of
002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

from typing import Literal, Unpack

from solvers.checks import InputError, of_type, one_of, short
from solvers.options import Common, Options, common_options
from solvers.problems.sparse_linear import GroupLasso, GroupLogistic
from solvers.registry import solver
from solvers.result import Result
from solvers.sparse.gram_rounds import Watched
from solvers.sparse.group_descent import group_sweep_states, group_updates
from solvers.sparse.group_logistic_descent import (
    group_logistic_model_states,
    group_logistic_sweep_states,
    group_logistic_updates,
)
from solvers.sparse.remarks import remarked
from solvers.sparse.start import sparse_start


def _lasso_states(watched, args, options, *, shuffled, steps, active_set, model):
    problem = watched.problem
    if model is not None:
        raise InputError(
            f"model must be left out for a GroupLasso, got {short(model)}: its steps are exact."
        )
    if steps == "updates":
        return group_updates(problem, *args, shuffled=shuffled)
    return group_sweep_states(
        problem, *args, shuffled=shuffled, active_set=active_set, options=options, watched=watched
    )


def _logistic_states(watched, args, options, *, shuffled, steps, active_set, model):
    problem = watched.problem
    if model == "shared" and steps == "updates":
        raise InputError("model must be 'own' for single updates, got 'shared'.")
    if model is None:
        model = "shared" if options.unrecorded else "own"
    if steps == "updates":
        states = group_logistic_updates(problem, *args, shuffled=shuffled)
    else:
        choose = group_logistic_sweep_states if model == "own" else group_logistic_model_states
        states = choose(problem, *args, shuffled=shuffled, active_set=active_set, options=options)
    return remarked(problem, states)


@solver("block_cd", GroupLasso, GroupLogistic, label="block descent", iterate="w")
@common_options
def solve_block_cd(
    problem: GroupLasso | GroupLogistic,
    *,
    max_iter: int = 10_000,
    order: Literal["random", "cyclic"] = "random",
    steps: Literal["sweeps", "updates"] = "sweeps",
    active_set: bool = True,
    model: Literal["own", "shared"] | None = None,
    **common: Unpack[Common],
) -> Result:
    """Minimise over one group of weights at a time: the group lasso exactly, logistic regression by
    a quadratic model of its loss and Armijo's line search (way halved, rho = 0.01).

    A block's problem is solved in the axes of its curvature, where one unknown is left: the norm
    rho of the new weights, a root that Newton's method reaches from below without passing it.

    Parameters
    ----------
    problem : GroupLasso or GroupLogistic
        Data X (N, D) and t (N,), lam, and the group of each column.
    x0 : array_like (D,) or Result
    order : {"random", "cyclic"}
        A new permutation of the groups for each sweep, or their order.
    steps : {"sweeps", "updates"}
        A row is a pass over the working set, or one group.
    active_set : bool
        Sweep the groups with weights and the most correlated ones until nearly solved, then look
        at all groups again; with few columns, and with steps="updates", all are swept.
    model : {"own", "shared"} or None
        Logistic only: each group has the model at the current point, as in (21), or one model
        serves the whole working set, swept until nearly minimised, then one line search along the
        way there; a row is then a model. None: "own", but "shared" with record_every=0, where it
        is the faster.

    Returns
    -------
    Result
        `x` is w (D,); `dual` holds theta (N,). iteration counts sweeps or updates, work counts
        coordinates visited. Snapshots: `w` (T, D), and for sweeps `visited`, `changed` (T,): how
        many groups the sweep visited and moved; for updates `group` (T,), -1 at the start,
        `old_norm`, `new_norm` (T,) of its weights, `newton` (T,) the number of Newton's iterates
        and `rho` (T, 32) the iterates, `curvature` and `slope` (T, P): a_i and c_i of
        sum c_i^2 / (a_i rho + lam)^2 = 1; unused places are NaN. For logistic regression also
        `trials`, and `alpha`, the accepted share of the way to the model's minimum, 0 if none; for
        sweeps, all trials and the least alpha accepted. With record_every=0 many sweeps run in one
        call of a kernel, those of the group lasso on X'X of the groups in use.

    References
    ----------
    sparse-models: eqs. (21)-(22)
    yuan-2012: the shared model
    """
    of_type(problem, [GroupLasso, GroupLogistic], "problem")
    options = Options(max_iter=max_iter, **common)
    own = {
        "shuffled": one_of(order, ("random", "cyclic"), "order") == "random",
        "steps": one_of(steps, ("sweeps", "updates"), "steps"),
        "active_set": one_of(active_set, (True, False), "active_set"),
        "model": one_of(model, (None, "own", "shared"), "model"),
    }
    choose = _lasso_states if isinstance(problem, GroupLasso) else _logistic_states
    watched = Watched(problem)
    states = choose(watched, sparse_start(problem, options), options, **own)
    return options.drive(states, watched.certify)
