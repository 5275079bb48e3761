"""What the scene `identification` asks: what the selection looks for, how much it leaves, what it
costs, and when the digits come."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import least
from lab.drawing.text import power
from lab.lessons.interior_point.support import BOUNDED, FREE, ZERO
from lab.prediction import asked, drawn
from widgets import Question

#: Theta^-1 grows or shrinks where it changes by more than this factor.
_CLEAR = 10.0
_ENDS = {
    ZERO: ("at 0", "At 0 it is x that goes to 0 while t stays, so that it"),
    FREE: ("between 0 and C", "Only where 0 < x < C do both t and u go to 0, so that it"),
    BOUNDED: ("at C", "At C the room w goes to 0 while u stays, so that it"),
}


def questions(view):
    """Predict, then see."""
    run = view.base.run
    return asked(run.settings, _direction(view), _kept(view), _cost(view))


def _kept(view):
    """In the frame before the selection: how many variables it keeps."""
    k = int(view.selected.any(axis=1)[view.base.frame].argmax())
    if k < 1:  # never, or at once
        return None
    # Not that frame's own count: it may show a later round already.
    kept = int(view.base.run.trace.snapshots["selected"][view.at].sum())
    share, edges = kept / view.n, np.array([0.25, 0.5])
    if np.any(np.abs(share - edges) * view.n < 0.5):
        return None
    free = int(np.count_nonzero(view.kind == FREE))
    return Question(
        k - 1,
        f"The next step keeps the variables that look free, and fixes all others. How many of the "
        f"{view.n} will it keep?",
        ("less than a quarter", "between a quarter and a half", "more than a half"),
        int((share > edges).sum()),
        f"It keeps {kept}; in the end {free} are free. What remains to be factored is that small.",
        "kept",
        ("split", "points", "answer"),
    )


def _direction(view):
    """What becomes of Theta^-1 of the points that end alike."""
    inverse = view.whole.snapshots["theta_inv"]
    kind = drawn(view.base.run.settings, "end", np.unique(view.kind))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.median(inverse[-1, view.kind == kind] / inverse[0, view.kind == kind])
    if len(inverse) < 4 or not (ratio > _CLEAR or ratio < 1.0 / _CLEAR):
        return None
    where, why = _ENDS[int(kind)]
    ends = "grows" if ratio > 1.0 else "shrinks"
    return Question(
        0,
        f"Some x end {where}. If all variables stay free, what happens to their "
        "Θ⁻¹ = xw / (xu + wt) as μ falls?",
        ("it grows", "it shrinks", "it keeps its size"),
        0 if ratio > 1.0 else 1,
        f"{why} {ends}: here by a factor of {power(ratio)} in the median.",
        "direction",
        ("split",),
    )


def _cost(view):
    """In the frame before the selection as printed: does the whole problem get solved?"""
    frames, result = view.base.frame, view.base.run.result
    picked = view.selected.any(axis=1)[frames]
    if not view.printed or not picked.any() or not 1 <= picked.argmax() < len(frames) - 1:
        return None
    solved = result.status == "converged"
    dropped = int((view.wrong[-1] & (view.kind == BOUNDED)).sum())
    return Question(
        int(picked.argmax()) - 1,
        "Algorithm 6 is about to keep a few points and to count every other as 0. Where will the "
        "certified gap of the whole problem be at the end?",
        ("within the tolerance", "above the tolerance"),
        0 if solved else 1,
        f"It ends at {least(result.certificate.gap)}. "
        + (
            f"{dropped} points that belong at C stand at 0: they are missing from y'x = 0 and from "
            "the sum that makes the machine."
            if dropped
            else "No point that belongs at C stands at 0."
        ),
        "cost",
        ("split", "points", "answer", "gap"),
    )
