"""Column generation: the relaxation over a few assignments, to which the worst one left out is
added until none is worse."""

from __future__ import annotations

from typing import Unpack

import numpy as np

from solvers.assignment import mean_keys
from solvers.odm.newton import newton_band
from solvers.odm.saddle_master import solve_master
from solvers.odm.saddle_run import (
    answer,
    band_scale,
    drive_saddle,
    one_class_note,
    pictures,
    start_mixture,
)
from solvers.options import Common, Options, common_options
from solvers.problems.band import difference, parts
from solvers.problems.key_search import largest_square
from solvers.problems.lifted import mixed_gram
from solvers.problems.multi_instance import MultiInstanceODM
from solvers.registry import solver
from solvers.result import Result

#: The lowest accuracy, as a share of the scale, that is asked of the relaxation: above rounding.
_TIGHTEST = 1e-15
_HEURISTIC = (
    "There are too many assignments to search through: columns come from coordinate ascent, which "
    "may miss the worst one, and the lower half uses a looser bound that is still rigorous."
)
#: The share of that accuracy asked once more where no assignment is worse than those in use.
_FINER = 1e-4
_LAST = (
    "No assignment is worse than those in use; what is left of the gap is rounding in the "
    "solution of the relaxation over them."
)


def _key_gram(problem, keys):
    """K(c) (N, N) of one assignment (p,)."""
    index = (problem.first + keys)[None]
    return mixed_gram(problem.gram(), index, problem.negative, np.ones(1))


def _states(problem, keys, share):
    """A state per column; where the oracle finds none that is new, the relaxation is solved once
    more, as exactly as can be, and that is the end."""
    columns, grams = list(keys), [_key_gram(problem, c) for c in keys]
    note, above, finest = one_class_note(problem), problem.nu * problem.omega, False
    scale = problem.at_zero
    while True:
        u, v, s = _solve(problem, columns, grams, above, share * scale)
        K = np.tensordot(v, np.array(grams), axes=1)
        scale = band_scale(s, K @ s, problem, problem.at_zero)
        # The found column costs a separate search: the certificate does not trust a solver.
        search = largest_square(problem, difference(u), columns)
        if not search.exact:
            note = {"note": _HEURISTIC}
        is_duplicate = any(np.array_equal(search.keys, c) for c in columns)
        ends = {"stop": "stalled"} if is_duplicate and (finest or not search.exact) else {}
        if ends and search.exact:
            note = {"note": _LAST}
        yield {
            "x": u,
            "dual": {"v": v, "assignments": np.array(columns), "s": s},
            "check": True,
            "columns": len(columns),
            "found": search.keys,
            "exact": search.exact,
            **pictures(problem, u, v, np.array(columns)),
            **note,
            **ends,
        }
        if is_duplicate:
            share, finest = _FINER * share, True
        else:
            columns.append(search.keys)
            grams.append(_key_gram(problem, search.keys))
        note = {}


def _solve(problem, columns, grams, above, enough):
    """(u, v, s) of the relaxation over `columns`: u is pushed to its best value for its difference,
    s to the best response to v, on which the upper half depends."""
    v, index = problem.mixture(np.ones(len(columns)), np.array(columns))
    if len(columns) == 1:
        u = answer(problem, v, index)
        return u, v, difference(u)
    u, v = solve_master(np.array(grams), problem.omega, above, problem.theta, enough)
    s = difference(u)
    K = np.tensordot(v, np.array(grams), axes=1)
    better, _ = newton_band(K, 0.5 / problem.omega, 0.5 / above, problem.theta, s)
    return parts(s), v, better


@solver("column_generation", MultiInstanceODM, iterate="u")
@common_options
def solve_column_generation(
    problem: MultiInstanceODM, *, max_iter: int = 200, **common: Unpack[Common]
) -> Result:
    """Solve the relaxation over the columns in use, then add the assignment most violated.

    Cutting planes for (6) of the source, which lists all assignments instead. Their number does not
    matter as long as branch and bound finishes: then the run ends certified, or a note says that
    rounding keeps it from that (prices of 1e5 and more on rows that depend on each other). Beyond
    its reach columns come from coordinate ascent, the lower half is rigorous but looser, a note
    says so, and the run ends as "stalled" once nothing new is found.

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
        added and the last solution of the relaxation; work is the same. Snapshots: columns (T,),
        how many there are; found (T, p), the worst assignment at this row and the next column;
        exact (T,), whether it is proved to be the worst; u (T, 2N); key_probability (T, J);
        heaviest (T, 10, p), weights (T, 10); and v (T, count) up to 500.

    References
    ----------
    mi-odm: (6)
    """
    options = Options(max_iter=max_iter, **common)
    mixture = start_mixture(problem, options.x0)
    keys = mean_keys(problem)[None] if mixture is None else mixture[1]
    share = max(0.01 * options.tol, _TIGHTEST)
    return drive_saddle(_states(problem, keys, share), problem, options)
