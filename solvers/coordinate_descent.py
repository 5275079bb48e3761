"""Coordinate descent: minimise over one weight at a time (eq. 20 of 002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

from functools import partial
from typing import Literal, Unpack

from solvers.checks import InputError, dense, is_sparse, of_type, one_of, short
from solvers.options import Common, Options, common_options
from solvers.problems.sparse_linear import Lasso, SparseLogistic
from solvers.registry import solver
from solvers.result import Result
from solvers.sparse.gram_rounds import Watched
from solvers.sparse.lasso_descent import lasso_sweep_states, lasso_updates
from solvers.sparse.lasso_kernels import RULES
from solvers.sparse.logistic_descent import (
    logistic_model_states,
    logistic_sweep_states,
    logistic_updates,
)
from solvers.sparse.remarks import remarked
from solvers.sparse.start import sparse_start


def _lasso_states(watched, args, options, *, order, steps, active_set, variant, model):
    problem = watched.problem
    if variant != "corrected" or model is not None:
        raise InputError(
            "variant and model must be left out for a Lasso, got "
            f"{short(variant)} and {short(model)}: its steps are exact without a line search."
        )
    if steps == "updates":
        return lasso_updates(problem, *args, rule=RULES[order])
    active_set = active_set and order != "greedy"
    return lasso_sweep_states(
        problem, *args, rule=RULES[order], active_set=active_set, options=options, watched=watched
    )


def _logistic_states(watched, args, options, *, order, steps, active_set, variant, model):
    problem = watched.problem
    if order == "greedy":
        raise InputError("order must be 'random' or 'cyclic' for a SparseLogistic, got 'greedy'.")
    printed, shuffled = variant == "printed", order == "random"
    if model == "shared" and (printed or steps == "updates"):
        raise InputError(
            "model must be 'own' for single updates and for the printed line search, got 'shared'."
        )
    if model is None:
        fast = options.unrecorded or is_sparse(problem.X)
        model = "shared" if fast and not printed and steps == "sweeps" else "own"
    if model == "own":
        dense(problem.X, "X", "model='shared'")
    if steps == "updates":
        states = logistic_updates(problem, *args, shuffled=shuffled, printed=printed)
    elif model == "own":
        states = logistic_sweep_states(
            problem,
            *args,
            shuffled=shuffled,
            active_set=active_set,
            printed=printed,
            options=options,
        )
    else:
        states = logistic_model_states(
            problem, *args, shuffled=shuffled, active_set=active_set, options=options
        )
    return remarked(problem, states)


@solver("cd", Lasso, SparseLogistic, label="coordinate descent", iterate="w")
@common_options
def solve_coordinate_descent(
    problem: Lasso | SparseLogistic,
    *,
    max_iter: int = 10_000,
    order: Literal["random", "cyclic", "greedy"] = "random",
    steps: Literal["sweeps", "updates"] = "sweeps",
    active_set: bool = True,
    variant: Literal["corrected", "printed"] = "corrected",
    model: Literal["own", "shared"] | None = None,
    **common: Unpack[Common],
) -> Result:
    """Minimise over one weight at a time: the lasso exactly, logistic regression by a quadratic
    model of its loss and Armijo's line search (shift halved, rho = 0.01).

    Parameters
    ----------
    problem : Lasso or SparseLogistic
        Data X (N, D), dense or sparse, and t (N,), and lam.
    x0 : array_like (D,) or Result
    order : {"random", "cyclic", "greedy"}
        A new permutation for each sweep, the order of the columns or, for the lasso, "greedy": the
        coordinate whose move lowers the objective most; choosing costs a look at all of them,
        which `work` leaves out.
    steps : {"sweeps", "updates"}
        A row is a pass over the working set, or one coordinate.
    active_set : bool
        Sweep the support and the most correlated columns until nearly solved, then look at all
        columns again; with few columns, and with steps="updates" or order="greedy", all are swept.
    variant : {"corrected", "printed"}
        Logistic only: "printed" takes the new value of the weight for its shift, as the criterion
        after (20) does; most steps are then rejected.
    model : {"own", "shared"} or None
        Logistic only: each coordinate has the model at the current point, as in (20), or one model
        serves the whole working set, swept until nearly minimised, then one line search along the
        way there; a row is then a model. None: "own", but "shared" with record_every=0, where it
        is the faster, and for a sparse X, which has no other.

    Returns
    -------
    Result
        `x` is w (D,); `dual` holds theta (N,). iteration counts sweeps or updates, work counts
        coordinates visited. Snapshots: `w` (T, D), and for sweeps `visited`, `changed` (T,): how
        many coordinates the sweep visited and moved; for updates `coordinate` (T,), -1 at the
        start, its `old` and `new` value, `correlation` x_d'r before the move (minus the slope of
        the loss), `curvature` of the model, for the lasso ||x_d||^2, `thresholded` (the model's
        minimum is 0, inside the threshold). For logistic regression also `trials`, and `alpha`,
        the accepted share of the `shift` to the model's minimum, 0 if none; for sweeps, all trials
        and the least alpha accepted. With record_every=0 many sweeps run in one call of a kernel,
        where X is narrow on X'X.

    References
    ----------
    sparse-models: eq. (20)
    yuan-2012: the shared model
    """
    of_type(problem, [Lasso, SparseLogistic], "problem")
    options = Options(max_iter=max_iter, **common)
    own = {
        "order": one_of(order, tuple(RULES), "order"),
        "steps": one_of(steps, ("sweeps", "updates"), "steps"),
        "active_set": one_of(active_set, (True, False), "active_set"),
        "variant": one_of(variant, ("corrected", "printed"), "variant"),
        "model": one_of(model, (None, "own", "shared"), "model"),
    }
    choose = _lasso_states if isinstance(problem, Lasso) else _logistic_states
    watched = Watched(problem)
    states = choose(watched, sparse_start(problem, options), options, **own)
    return options.drive(states, watched.certify)


solver("printed", SparseLogistic, label="as printed", iterate="w")(
    partial(solve_coordinate_descent, variant="printed")
)
