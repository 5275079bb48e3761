"""Column generation: the relaxation over a few assignments, to which the worst one left out is
added until none is worse."""

from __future__ import annotations

from typing import Unpack

import numpy as np

from solvers.assignment import mean_keys
from solvers.checks import of_type
from solvers.odm.saddle_master import solve_master
from solvers.odm.saddle_run import (
    answer,
    drive_saddle,
    one_class_note,
    pictures,
    start_mixture,
)
from solvers.options import Common, Options, common_options
from solvers.problems.band import difference, parts
from solvers.problems.key_search import largest_square
from solvers.problems.multi_instance import MultiInstanceODM
from solvers.registry import solver
from solvers.result import Result

_TIGHTEST = 1e-15
_HEURISTIC = (
    "There are too many assignments to search through: columns come from coordinate ascent, which "
    "may miss the worst one, and the lower half uses a looser bound that is still rigorous."
)
_DONE = {"stop": "stalled"}


def _key_gram(problem, keys):
    """K(c) (N, N) of one assignment (p,)."""
    at = np.concatenate([problem.first + keys, problem.negative])
    sign = np.where(np.arange(at.size) < keys.size, 1.0, -1.0)
    return problem.gram()[np.ix_(at, at)] * sign[:, None] * sign


def _states(problem, keys, enough):
    """A state per column; ends where the oracle finds none that is new."""
    columns, grams = list(keys), [_key_gram(problem, c) for c in keys]
    note, above = one_class_note(problem), problem.nu * problem.omega
    while True:
        u, v = _solve(problem, columns, grams, above, enough)
        s = difference(u)
        # The found column costs a search of its own: the certificate does not trust a solver.
        search = largest_square(problem, s, columns)
        if not search.exact:
            note = {"note": _HEURISTIC}
        known = any(np.array_equal(search.keys, c) for c in columns)
        yield {
            "x": u,
            "dual": {"v": v, "assignments": np.array(columns), "s": s},
            "check": True,
            "columns": len(columns),
            "found": search.keys,
            "exact": search.exact,
            **pictures(problem, u, v, np.array(columns)),
            **note,
            **(_DONE if known else {}),
        }
        columns.append(search.keys)
        grams.append(_key_gram(problem, search.keys))
        note = {}


def _solve(problem, columns, grams, above, enough):
    """(u, v) of the relaxation over `columns`; u is pushed to its best value for its difference."""
    if len(columns) == 1:
        v, index = problem.mixture(np.ones(1), np.array(columns))
        return answer(problem, v, index), v
    u, v = solve_master(np.array(grams), problem.omega, above, problem.theta, enough)
    return parts(difference(u)), v


@solver("column_generation", MultiInstanceODM)
@common_options
def solve_column_generation(
    problem: MultiInstanceODM, *, max_iter: int = 200, **common: Unpack[Common]
) -> Result:
    """Solve the relaxation over the columns at hand, then add the assignment most violated.

    Cutting planes for (6) of the source, which lists all assignments instead. Their number does not
    matter as long as branch and bound gets through: then the run ends certified. Beyond its reach
    columns come from coordinate ascent, the lower half is rigorous but looser, a note says so, and
    the run ends as "stalled" once nothing new is found.

    Parameters
    ----------
    problem : MultiInstanceODM
        Bags of instances with labels.
    x0 : array_like (2N,) or Result
        The assignments of a result with positive weight are the first columns; else the keys under
        the means of the bags are the first.
    seed : int
        No effect: nothing is random.

    Returns
    -------
    Result
        `x` is u (2N,); `dual` holds v (k,), assignments (k, p) and s (N,). iteration counts columns
        added; work is the same. Snapshots: columns (T,), how many there are; found (T, p), the
        worst assignment at this row and the next column; exact (T,), whether it is proved to be
        the worst; u (T, 2N); key_probability (T, J); heaviest (T, 10, p), weights (T, 10); and v
        (T, count) up to 500.

    References
    ----------
    mi-odm: (6)
    """
    of_type(problem, [MultiInstanceODM], "problem")
    options = Options(max_iter=max_iter, **common)
    mixture = start_mixture(problem, options.x0)
    keys = mean_keys(problem)[None] if mixture is None else mixture[1]
    enough = max(0.01 * options.tol, _TIGHTEST) * problem.scale
    return drive_saddle(_states(problem, keys, enough), problem, options)
