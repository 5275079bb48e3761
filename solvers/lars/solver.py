"""LARS as a solver of one lasso: the path from lam_max down to its lam."""

from __future__ import annotations

from typing import Literal, Unpack

from solvers.batches import steps_per_call
from solvers.checks import dense, of_type, one_of
from solvers.lars.homotopy import follow_path
from solvers.options import Common, Options, common_options
from solvers.problems.sparse_linear import Lasso
from solvers.registry import solver
from solvers.result import Result
from solvers.starts import start

_UNUSED = {"note": "LARS always starts from w = 0 at lam_max: x0 was not used."}


def _states(problem, method, options):
    D, unused = problem.X.shape[1], options.x0 is not None
    start(options.x0, D)  # only checked
    knots = steps_per_call(problem.X.size) if options.unrecorded else 1
    how = {"lasso": method == "lasso", "alpha": 0.0, "knots": knots, "most": options.max_iter}
    path = follow_path(problem.X, problem.t, problem.lam, **how)
    for p in path:
        knot = p.records()[0].size - 1
        state = {"x": p.w, "iteration": knot, "work": knot * D, "check": p.lam[0] <= problem.lam}
        picture = {"w": p.w, "lam": p.lam[0], "correlations": p.c, "active": p.before}
        yield state | picture | (_UNUSED if unused else {})


@solver("lars", Lasso, label="LARS", iterate="w")
@common_options
def solve_lars(
    problem: Lasso,
    *,
    max_iter: int = 10_000,
    method: Literal["lasso", "lar"] = "lasso",
    **common: Unpack[Common],
) -> Result:
    """Follow the path of solutions from lam_max, where w = 0, down to the problem's lam: finite.

    See `lars_path`. A row is a knot of the path. The run ends early at a knot that is certified for
    the problem's lam within `tol`.

    Parameters
    ----------
    problem : Lasso
        Data X (N, D) and t (N,), and lam.
    x0 : array_like (D,) or Result
        No effect: the path starts from w = 0; a note says so.
    seed : int
        No effect: nothing is random.
    method : {"lasso", "lar"}
        "lar", in which no column ever leaves, in general does not arrive.

    Returns
    -------
    Result
        `x` is w (D,). iteration counts knots after the first; work counts D for each, the
        correlations looked at. Snapshots: `lam` (T,); `w` (T, D), the solution for that lam;
        `correlations` (T, D), x_d'r; `active` (T, D), the columns in use on the segment that leads
        to the knot.

    References
    ----------
    sparse-models: eq. (23)
    efron-2004
    """
    of_type(problem, [Lasso], "problem")
    options = Options(max_iter=max_iter, **common)
    one_of(method, ("lasso", "lar"), "method")
    dense(problem.X, "X", "solve_coordinate_descent")
    return options.drive(_states(problem, method, options), problem.certify)
