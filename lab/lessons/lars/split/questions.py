"""What the split scene asks: has an inside walk zeros, which of many solutions it finds, where the
next step leads."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number, point
from lab.lessons.lars.split.panels import weights_box
from lab.prediction import asked, landing
from widgets import Question


def questions(view):
    """Predict, then see."""
    settings = view.run.settings
    done = view.crossed[-1] and view.run.result.status == "converged"
    end = _twins if settings["data"] == "twins" else _zeros
    last = end(view) if done and len(view) > 3 else None
    return asked(settings, _aim(view), last)


def _aim(view):
    """Before a long step in the plane: where it ends."""
    if view.w.shape[1] != 2:
        return None
    # A row that jumps to exact zeros is another question.
    frames = np.flatnonzero(~view.crossed[:-1] & ~view.crossed[1:])
    k, aim = landing(view.run.settings, "weights", view.w, weights_box(view), frames)
    if k is None:
        return None
    return Question(
        k,
        f"From the ring the next step aims at σ = {number(view.sigma[k + 1], 2)} of its μ, and "
        "goes on as long as all halves stay positive. Where will w be after it?",
        why=f"At {point(view.w[k + 1], 2)}, after {number(100.0 * view.step[k + 1], 0)} % of its "
        "way. It heads for where all products have that size, whatever F is nearest.",
        key="aim",
        hides=("halves", "products"),
        aim=aim,
    )


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
