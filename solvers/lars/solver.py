"""LARS as a solver of one lasso: the walk from lam_max down to its lam."""

from __future__ import annotations

from solvers.checks import integer, of_type, one_of
from solvers.drive import drive
from solvers.lars.walk import walk
from solvers.problems.sparse_linear import Lasso
from solvers.registry import solver

#: Knots between two questions to `cancelled` where no rows are kept.
_PATIENCE = 50
_UNUSED = {"note": "LARS always starts from w = 0 at lam_max: x0 was not used."}


def _states(problem, method, each, unused):
    D = problem.X.shape[1]
    walking = walk(
        problem.X, problem.t, problem.lam,
        lasso=method == "lasso", alpha=0.0, knots=1 if each else _PATIENCE,
    )  # fmt: skip
    for p in walking:
        knot = p.records()[0].size - 1
        state = {"x": p.w, "iteration": knot, "work": knot * D, "check": p.lam[0] <= problem.lam}
        picture = {"w": p.w, "lam": p.lam[0], "correlations": p.c, "active": p.before}
        yield state | picture | (_UNUSED if unused else {})


@solver("lars", Lasso)
def solve_lars(
    problem,
    *,
    x0=None,
    tol=1e-6,
    max_iter=10_000,
    record_every=1,
    seed=0,
    cancelled=None,
    method="lasso",
):
    """Follow the path of solutions from lam_max, where w = 0, down to the problem's lam: finite.

    Source: 002_8a6384496e3a9cf3.txt, eq. (23); see `lars_path`. A row is a knot of the path. The
    run ends early at a knot that is certified for the problem's lam within `tol`.
    `x0` and `seed` have no effect. method: "lasso", or "lar", which in general does not arrive.

    iteration counts knots after the first; work counts D for each, the correlations looked at.
    Snapshots: `lam` (T,); `w` (T, D), the solution for that lam; `correlations` (T, D), x_d'r;
    `active` (T, D), the columns in use on the segment that leads to the knot.
    """
    of_type(problem, [Lasso], "problem")
    one_of(method, ("lasso", "lar"), "method")
    integer(seed, "seed")
    each = integer(record_every, "record_every") > 0
    return drive(
        _states(problem, method, each, x0 is not None),
        problem.certify,
        tol=tol,
        max_iter=max_iter,
        record_every=record_every,
        cancelled=cancelled,
    )
