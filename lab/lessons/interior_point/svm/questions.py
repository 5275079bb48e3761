"""What the scenes of the trained machine ask: which kind of point is most frequent."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import figure
from lab.lessons.interior_point.support import BOUNDED, FREE, ZERO
from lab.questions import asked
from widgets import Question


def questions(view):
    """Predict, then see."""
    return asked(view.run.settings, _most(view))


def _most(view):
    """Asked where the proved classes tell, whatever the class of the other points is."""
    if len(view) < 4 or view.case.x0 is not None or view.run.result.status != "converged":
        return None
    kinds = view.kinds
    counts = np.array([np.count_nonzero(kinds == s) for s in (ZERO, FREE, BOUNDED)])
    low, high = np.sort(counts)[-2:]
    if high - low <= kinds.size - counts.sum():
        return None
    text = ("not support vectors", "free", "at C")
    open_ = kinds.size - counts.sum()
    rest = f"; {open_} are too near to two of these to tell" if open_ else ""
    return Question(
        0,
        f"C = {figure(view.C)}: what will most of the {kinds.size} points be at the optimum, or "
        "more than are of any other kind?",
        ("no support vector (x = 0)", "free, on the margin", "at C, on the margin or inside"),
        int(counts.argmax()),
        f"{', '.join(f'{c} {w}' for c, w in zip(counts, text, strict=True))}{rest}. Points well "
        "outside the margin need no weight; a small C leaves many at C.",
        "most",
    )
