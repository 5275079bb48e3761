"""What the subgradient scene asks: which lines support a function at its kink."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number
from lab.questions import asked, drawn
from widgets import Question


def questions(run):
    """Predict, then see."""
    return asked(run.settings, _supports(run))


def _supports(run):
    """In the frame before the first kink: which of three slopes supports F there."""
    w = run.trace.snapshots["w"]
    low, high = run.problem.subdifferential(w)
    at_kink = np.flatnonzero(high - low > 0.02)
    if at_kink.size == 0 or at_kink[0] == 0:
        return None
    k = int(at_kink[0])
    width = high[k] - low[k]
    share = drawn(run.settings, "share", (0.15, 0.3, 0.5, 0.7, 0.85))
    beyond = drawn(run.settings, "beyond", (0.25, 0.5, 0.75))
    slopes = (low[k] + share * width, low[k] - beyond * width, high[k] + beyond * width)
    ends = f"{_slope(low[k])} and {_slope(high[k])}"
    return Question(
        k - 1,
        f"At w = {number(w[k], 2)} F has a kink; the slopes on its two sides are {ends}. Which of "
        "these lines through that point stays below F?",
        tuple(f"the one with slope {_slope(z)}" for z in slopes),
        0,
        f"Each line with a slope between {ends} does: it lies below one of the two one-sided "
        "tangents on each side, and F above. These slopes are the subgradients, and 0 among them "
        "means a minimum.",
        "supports",
        ("slopes",),
    )


def _slope(z):
    return "0" if abs(z) < 1e-12 else number(z)
