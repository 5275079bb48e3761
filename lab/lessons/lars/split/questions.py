"""What the split scene asks: has an inside walk zeros, and which of many solutions it finds."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import point
from lab.questions import asked
from widgets import Question


def questions(view):
    """Predict, then see."""
    if len(view) < 4 or not view.crossed[-1] or view.run.result.status != "converged":
        return ()
    twins = view.run.settings["data"] == "twins"
    return asked(view.run.settings, _twins(view) if twins else _zeros(view))


def _zeros(view):
    """How many of the final zeros are there just before the jump."""
    zero = view.x[-1] == 0.0
    count = int(zero.sum())
    if not count:
        return None
    before = int((view.w[-2][zero] == 0.0).sum())
    weights = f"{count} of the {zero.size} weights {'is' if count == 1 else 'are'}"
    return Question(
        1,
        f"All w⁺ and w⁻ stay positive on the way; at the end {weights} exactly 0. How many of "
        "these are exactly 0 one row before the end?",
        ("none of them", "some, but not all", "every one of them"),
        0 if before == 0 else 2 if before == count else 1,
        f"{before} of {count}. Both halves shrink but never vanish, and their difference is some "
        "tiny number unless both are the same. So the last row jumps: halves smaller than their "
        "multipliers are set to 0, the rest is solved for, and the certificate decides.",
        "zeros",
        ("halves", "products", "gap"),
    )


def _twins(view):
    """Where on the edge of equal solutions the walk ends."""
    w = np.abs(view.x[-1])
    size = w.max()
    if w.size != 2 or size == 0.0:
        return None
    share = w.min() / size
    if 0.0 < share < 1e-3 or 0.95 < share < 0.99:
        return None
    return Question(
        1,
        "The two features are the same, so only w₁ + w₂ matters and a whole edge of the diamond is "
        "optimal. Where will the walk end?",
        ("at a corner, with one weight 0", "in the middle of the edge", "elsewhere on the edge"),
        0 if share == 0.0 else 1 if share >= 0.99 else 2,
        f"At w = {point(view.x[-1])}. The logarithms push away from every wall, and LARS, which "
        "walks on the outside, takes a corner.",
        "twins",
        ("halves", "products"),
    )
