"""Hunts in the lesson on interior points."""

import numpy as np

from lab.checking.hunt import Hunt
from solvers import optimal_classes


def _classes(run):
    """How many points are not proved, zero, free, bounded."""
    classes = optimal_classes(run.problem, run.result.x)
    return np.bincount(classes + 1, minlength=4).tolist()


def _three_free(run):
    open_, _, free, _ = _classes(run)
    unproved = f", {open_} are not proved" if open_ else ""
    return free == 3 and not open_, f"{free} support vectors are free{unproved}."


def _half_bounded(run):
    _, zero, free, bounded = _classes(run)
    right = abs(bounded / run.problem.y.size - 0.5) <= 0.05 and free > 0
    return right, f"{zero} points are zero, {free} free, {bounded} bounded by C."


HUNTS = {
    "three-free": Hunt(
        "interior-point/svm",
        {"n": 40},
        "Find C such that exactly three support vectors are free, which the run must prove.",
        _three_free,
    ),
    "half-bounded": Hunt(
        "interior-point/svm",
        {"n": 40, "C": 100.0},
        "Find C such that half of the points, to 5 %, are bounded by C.",
        _half_bounded,
    ),
}
