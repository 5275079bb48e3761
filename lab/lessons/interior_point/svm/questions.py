"""What the scenes of the trained machine ask: which kind of point is most frequent, which point
holds the boundary, and when the digits come."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import figure, number
from lab.lessons.interior_point.support import BOUNDED, FREE, ZERO
from lab.lessons.interior_point.svm.marks import signed
from lab.prediction import asked, drawn, ringed
from widgets import Question

#: A point is clearly no support vector from this margin on.
_BEYOND = 1.2


def questions(view):
    """What the scene in the plane asks."""
    return asked(view.run.settings, most(view), holds(view))


def holds(view):
    """Which of three points is on the margin in the end; asked where the proof tells, and where
    nothing is known at the start."""
    if len(view) < 4 or view.case.x0 is not None or view.run.result.status != "converged":
        return None
    free, zero = (np.flatnonzero(view.kinds == s) for s in (FREE, ZERO))
    first = view.x[0]
    if not len(free) or len(zero) < 2 or np.ptp(first[np.concatenate([free, zero])]) > 0.0:
        return None
    i = drawn(view.run.settings, "free", free)
    X, margin = view.case.cloud.X, view.y * view.h[-1]
    same = zero[(view.y[zero] == view.y[i]) & (margin[zero] > _BEYOND)]
    if len(same) < 2:
        return None
    # The two that come nearest to the margin: of the others it is seen that they are far.
    j, k = same[np.argsort(margin[same], kind="stable")[:2]]
    rings = ringed("points", X[[i, j, k]], X)
    if rings is None:
        return None
    margins = number(margin[j], 2), number(margin[k], 2)
    return Question(
        0,
        f"One of the ringed points, of class {signed(view.y[i])}, holds the boundary in the end, "
        "the others could be left out. Which one?",
        why=f"It ends on the margin, with 0 < x < C; the others lie beyond it, at {margins[0]} and "
        f"{margins[1]} times its distance, and have x = 0.",
        key="holds",
        rings=rings,
    )


def most(view):
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
