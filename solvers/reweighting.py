"""Reweighting: the best multipliers for the weights on assignments, then the best weights for the
lengths of their machines."""

from __future__ import annotations

import numpy as np

from solvers.checks import nonnegative, of_type
from solvers.odm.saddle_run import (
    best_response,
    drive_saddle,
    one_class_note,
    pictures,
    start_mixture,
)
from solvers.problems.band import difference
from solvers.problems.lifted import margins_and_squares
from solvers.problems.multi_instance import MultiInstanceODM
from solvers.registry import solver

_TIGHTEST = 1e-14


def _states(problem, v, listed, accuracy):
    """A state per pair of steps: u exactly, then v."""
    index, s, note = problem.first + listed, None, one_class_note(problem)
    while True:
        u = best_response(problem, v, index, s, accuracy)
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


@solver("reweighting", MultiInstanceODM)
def solve_reweighting(
    problem,
    *,
    x0=None,
    tol=1e-6,
    max_iter=1_000,
    record_every=1,
    seed=0,
    cancelled=None,
):
    """Alternate between the best u for v and the best v for the lengths ||w_c|| = v_c sqrt(Q_c).

    Block descent on the primal of the relaxation, one weight vector per assignment: the upper half
    never rises. A weight of zero stays zero, so all start equal. Slow where the best weights are
    not unique.
    All assignments are listed: an InputError above 10 000 of them names the way out.
    x0: an earlier result; its assignments with positive weight are the only ones used, so that the
    run may end short of the optimum. An array u (2N,) has no effect, as `seed` has none.

    iteration counts pairs of steps; work is the same. Snapshots: u (T, 2N); key_probability (T, J);
    heaviest (T, 10, p), weights (T, 10); and v (T, count) up to 500.

    Source: the alternation that 004_0576c39cd2308ab8.txt leaves to the reader after (9); the v step
    is that of multiple kernel learning (Rakotomamonjy et al., JMLR 2008).
    """
    of_type(problem, [MultiInstanceODM], "problem")
    tol = nonnegative(tol, "tol")
    mixture = start_mixture(problem, x0)
    if mixture is None:
        listed = problem.assignments()
        mixture = np.full(len(listed), 1.0 / len(listed)), listed
    return drive_saddle(
        _states(problem, *mixture, max(0.01 * tol, _TIGHTEST)),
        problem,
        tol=tol,
        max_iter=max_iter,
        record_every=record_every,
        cancelled=cancelled,
    )
