"""Coordinate descent that also minimises over all weights in use at once."""

from __future__ import annotations

from typing import Unpack

from solvers.checks import of_type
from solvers.options import Common, Options, common_options
from solvers.problems.sparse_linear import Lasso
from solvers.registry import solver
from solvers.result import Result
from solvers.sparse.gram_rounds import Watched
from solvers.sparse.lasso_descent import lasso_rounds
from solvers.sparse.lasso_kernels import RULES
from solvers.sparse.start import sparse_start
from solvers.sparse.subspace_steps import subspace_rounds, subspace_step


@solver("subspace", Lasso, label="descent in subspaces", iterate="w")
@common_options
def solve_subspace_descent(
    problem: Lasso, *, max_iter: int = 10_000, **common: Unpack[Common]
) -> Result:
    """Sweep over the weights until none changes its sign; then, as long as the signs hold, the
    objective is quadratic in those that are not 0: go to its minimum over all of these at once.

    On the way the objective is followed through every change of sign to where it is least, so that
    a step never raises it. Sweeps find which weights are zero, steps what the others are: where
    many columns are in use and correlated, a few steps do the work of hundreds of sweeps.

    Parameters
    ----------
    problem : Lasso
        Data X (N, D), dense or sparse, and t (N,), and lam. At lam = 0, and for the last digits,
        there are only sweeps.
    x0 : array_like (D,) or Result
    seed : int
        No effect: the weights are swept in their order.

    Returns
    -------
    Result
        `x` is w (D,); `dual` holds theta (N,). iteration counts sweeps, a step being part of the
        sweep before it; work counts coordinates visited. Snapshots: `w` (T, D); `visited`,
        `changed` (T,): how many coordinates the sweep visited and moved. With record_every=0 a
        small dense problem takes a step only once sweeps have cost as much.

    References
    ----------
    wen-2010
    lee-2007: the step through changes of sign
    """
    of_type(problem, [Lasso], "problem")
    options, watched = Options(max_iter=max_iter, **common), Watched(problem)
    w, theta, random = sparse_start(problem, options)
    most = None if options.unrecorded else 1

    def minimise(known, square, limit, budget):
        columns, q = known.gram(problem.lam)
        sweeps, changed, gap = subspace_rounds(
            columns, q, square, known.w, known.v, limit, most or budget
        )
        return sweeps, changed, known.w.size, gap

    args = problem, w, theta, random, RULES["cyclic"], options, watched, minimise
    states = lasso_rounds(*args, subspace_step)
    return options.drive(states, watched.certify)
