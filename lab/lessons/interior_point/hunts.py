"""Hunts in the lesson on interior points."""

import numpy as np

from lab.checking.hunt import again
from lab.checking.task import Hunt
from solvers import optimal_classes
from widgets.words import count

#: How near to the edge C is to be.
_SHARE = 1.03


def _classes(run):
    """How many points are not proved, zero, free, bounded."""
    classes = optimal_classes(run.problem, run.result.x)
    return np.bincount(classes + 1, minlength=4).tolist()


def _three_free(run):
    open_, _, free, _ = _classes(run)
    unproved = f"; not proved: {open_}" if open_ else ""
    return free == 3 and not open_, f"{count(free, 'free support vector')}{unproved}."


def _half_bounded(run):
    _, zero, free, bounded = _classes(run)
    above = _classes(again(run, C=run.settings["C"] * _SHARE))[-1]
    right = 2 * bounded >= run.problem.y.size > 2 * above
    words = f"At 0: {zero}, free: {free}, at C: {bounded}"
    return right, f"{words}; with C 3 % larger, at C: {above}."


HUNTS = {
    "three-free": Hunt(
        "interior-point/svm",
        {"n": 40},
        "Find C such that exactly three support vectors are free, which the run must prove.",
        _three_free,
        level=2,
        minutes=10,
        knobs=("C",),
        # Where a finite C leaves exactly three.
        own={"seed": (1, 2, 3, 4, 6, 8, 11, 15)},
    ),
    "half-bounded": Hunt(
        "interior-point/svm",
        {"n": 40, "C": 100.0},
        "Find the largest C, to 3 %, at which at least half of the points are at C.",
        _half_bounded,
        level=2,
        minutes=10,
        knobs=("C",),
        own={"noise": (0.1, 0.2, 0.3, 0.4), "gamma": (0.3, 0.5, 1.0, 2.0, 3.0)},
    ),
}
