"""Hunts in the lesson on programs."""

import numpy as np

from lab.checking.task import Hunt
from solvers import solve_simplex

#: Corners whose values differ by less than this share of the scale count as equally good.
_ALIKE = 2e-3
#: Objectives for which one corner alone makes Bland's rule slower: three each for 1, 2, 3 and 4.
_TURNS = (37.0, 40.0, 43.0, 115.0, 125.0, 135.0, 148.0, 155.0, 162.0, 272.0, 275.0, 278.0)


def _two_best(run):
    values = run.extra["case"].shape.corners @ run.problem.c
    apart = np.diff(np.sort(values)[:2])[0] / run.result.certificate.scale
    return apart < _ALIKE, f"The two best corners differ by {apart:.1e} of the scale of F."


def _slower(run):
    case, k = run.extra["case"], run.settings["start"]
    corners = case.shape.corners
    x0 = corners[(k - 1) % len(corners)] if k else None
    bland, largest = (
        int(solve_simplex(case.problem, x0=x0, rule=rule).trace.iteration[-1])
        for rule in ("bland", "largest")
    )
    return bland > largest, f"Bland's rule needs {bland} pivots, the other {largest}."


HUNTS = {
    "two-best-corners": Hunt(
        "programs/polygon",
        {"compare": ()},
        "Turn the objective until two corners are equally good, to within 0.2 % of the scale of F.",
        _two_best,
        knobs=("turn",),
        own={"rotation": tuple(range(3, 60, 3))},  # less than between any two edges
    ),
    "bland-is-slower": Hunt(
        "programs/polygon",
        {"compare": (), "rule": "bland", "start": 5, "rotation": 42, "turn": 120.0},
        "Find a start from which Bland's rule needs more pivots than the most negative multiplier "
        "does.",
        _slower,
        knobs=("start",),
        own={"turn": _TURNS},
    ),
}
