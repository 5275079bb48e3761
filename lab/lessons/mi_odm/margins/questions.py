"""What the margins scene asks: who gives way to the outlier, whose margins are larger, and when the
digits come."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number
from lab.lessons.mi_odm.margins.view import angle
from lab.prediction import asked, pace
from widgets import Question

#: The certified gap, as a share of the scale, at which the machine is found.
_TOL = 1e-6
#: A margin below this share of the largest is not told from 0.
_CLEAR = 0.01


def questions(view):
    """Predict, then see."""
    trace, least = view.run.trace, _TOL * (view.result.certificate.scale or 1.0)
    speed = pace(trace.iteration, trace.gap, "sweeps", least, ("last",))
    return asked(view.run.settings, _outlier(view), _means(view), speed)


def _hard_is_shown(view):
    return view.run.extra["separable"] and "hard" in view.run.extra["rivals"]


def _means(view):
    """Whose mean distance from the boundary is larger; asked where a hard margin exists and its
    machine is drawn."""
    extra = view.run.extra
    if view.raw or not _hard_is_shown(view) or len(view) < 3:
        return None
    theirs = extra["hard"].margins(view.problem.X, view.problem.y, False)
    ours = view.margins[-1]
    means = np.array([ours.mean(), theirs.mean()])
    if abs(means[0] / means[1] - 1.0) < _CLEAR:
        return None
    return Question(
        0,
        "The hard SVM makes the smallest distance from its line as large as it can be. Whose mean "
        "distance over all points will be larger in the end?",
        ("that of ODM", "that of the hard SVM", "both alike, within 1 %"),
        int(np.argmax(means)),
        f"The means are {number(means[0])} for ODM and {number(means[1])} for the hard SVM; the "
        f"smallest distances {number(ours.min())} and {number(theirs.min())}. ODM gives some of "
        "the smallest for the whole.",
        "means",
        ("histogram", "cumulative", "last"),
    )


def _outlier(view):
    """Asked where a hard margin exists and its machine is drawn."""
    extra = view.run.extra
    if view.stray is None or not _hard_is_shown(view) or len(view) < 3:
        return None
    hard = extra["hard"]
    theirs, ours = hard.margins(view.problem.X, view.problem.y, view.raw), view.margins[-1]
    if any(abs(m[view.stray]) < _CLEAR * np.abs(m).max() for m in (theirs, ours)):
        return None
    right = (bool(theirs[view.stray] > 0.0), bool(ours[view.stray] > 0.0))
    turned = number(angle(view.w[-1], hard.w), 1)
    return Question(
        0,
        "One point stands far from the others of its class. Which machine will put it on its "
        "proper side?",
        ("the hard SVM alone", "ODM alone", "both", "neither"),
        ((True, False), (False, True), (True, True), (False, False)).index(right),
        f"Its margin is {number(theirs[view.stray])} for the hard SVM, whose smallest it must keep "
        f"above 0, and {number(ours[view.stray])} for ODM, which weighs the whole distribution; "
        f"the two machines stand {turned}° apart.",
        "outlier",
        ("histogram", "cumulative", "last"),
    )
