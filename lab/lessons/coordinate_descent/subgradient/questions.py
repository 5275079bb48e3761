"""What the subgradient scene asks: which lines support a function at its kink."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number
from lab.lessons.coordinate_descent.subgradient.kinked import HIGH, LOW
from lab.questions import asked, drawn
from widgets import Question

#: A line that cuts F rises this far above it, as a share of how much F varies.
_CLEAR = 0.01


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
    width, bend = high[k] - low[k], run.problem.bend
    share = drawn(run.settings, "share", (0.15, 0.3, 0.5, 0.7, 0.85))
    off = max(0.5 * width, 3.0 * np.sqrt(2.0 * bend * _CLEAR * run.problem.scale))
    slopes = (low[k] + share * width, low[k] - off, high[k] + off)
    if min(_above(run.problem, w[k], z) for z in slopes[1:]) < _CLEAR * run.problem.scale:
        return None
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


def _above(F, w, z):
    """How far the line of slope z through F(w) rises above F."""
    grid = np.linspace(LOW, HIGH, 1001)
    return np.max(F(w) + z * (grid - w) - F(grid))


def _slope(z):
    return "0" if abs(z) < 1e-12 else number(z)
