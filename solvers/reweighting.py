"""Reweighting: the best multipliers for the weights on assignments, then the best weights for the
lengths of their machines."""

from __future__ import annotations

from typing import Unpack

import numpy as np

from solvers.odm.saddle_run import (
    answer,
    drive_saddle,
    one_class_note,
    pictures,
    start_mixture,
)
from solvers.options import Common, Options, common_options
from solvers.problems.band import difference
from solvers.problems.lifted import margins_and_squares
from solvers.problems.multi_instance import MultiInstanceODM
from solvers.registry import solver
from solvers.result import Result

#: The lowest accuracy, as a share of the scale, that is asked of the exact step: above rounding.
_TIGHTEST = 1e-14


def _states(problem, v, listed, accuracy):
    """A state per pair of steps: u exactly, then v."""
    index, s, note = problem.first + listed, None, one_class_note(problem)
    while True:
        u = answer(problem, v, index, s, accuracy)
        s = difference(u)
        yield {
            "x": u,
            "dual": {"v": v, "assignments": listed, "s": s},
            **pictures(problem, u, v, listed),
            **note,
        }
        squares = margins_and_squares(problem.gram(), index, problem.negative, s, v)[1]
        length = v * np.sqrt(np.maximum(squares, 0.0))
        v, note = (length / length.sum() if length.sum() > 0.0 else v), {}


@solver("reweighting", MultiInstanceODM, iterate="u")
@common_options
def solve_reweighting(
    problem: MultiInstanceODM, *, max_iter: int = 1_000, **common: Unpack[Common]
) -> Result:
    """Alternate between the best u for v and the best v for the lengths ||w_c|| = v_c sqrt(Q_c).

    Block descent on the primal of the relaxation, one weight vector per assignment: the upper half
    never rises. A weight of zero stays zero, so all start equal. Slow where the best weights are
    not unique. It is the alternation that the source leaves to the reader after (9); the v step is
    that of multiple kernel learning.

    Parameters
    ----------
    problem : MultiInstanceODM
        Bags of instances with labels.
    x0 : array_like (2N,) or Result
        The assignments of a result with positive weight are the only ones used, so that the run may
        end short of the optimum. An array has no effect.
    seed : int
        No effect: nothing is random.

    Returns
    -------
    Result
        `x` is u (2N,); `dual` holds v (k,), assignments (k, p) and s (N,). iteration counts pairs
        of steps; work is the same. Snapshots: u (T, 2N); key_probability (T, J); heaviest
        (T, 10, p), weights (T, 10); and v (T, count) up to 500.

    Raises
    ------
    InputError
        Also above 10 000 assignments; then use `solve_column_generation`.

    References
    ----------
    mi-odm: (9)
    rakotomamonjy-2008: the v step
    """
    options = Options(max_iter=max_iter, **common)
    mixture = start_mixture(problem, options.x0)
    if mixture is None:
        listed = problem.assignments()
        mixture = np.full(len(listed), 1.0 / len(listed)), listed
    v, listed = mixture
    states = _states(problem, v, listed, max(0.01 * options.tol, _TIGHTEST))
    return drive_saddle(states, problem, options)
