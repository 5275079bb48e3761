"""What the margins scene asks: who gives way to the outlier."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number
from lab.lessons.mi_odm.margins.view import angle
from lab.questions import asked
from widgets import Question

#: A margin below this share of the largest is not told from 0.
_CLEAR = 0.01


def questions(view):
    """Predict, then see."""
    return asked(view.run.settings, _outlier(view))


def _outlier(view):
    """Asked where a hard margin exists."""
    extra = view.run.extra
    if view.stray is None or not extra["separable"] or len(view) < 3:
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
