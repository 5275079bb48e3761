"""What the subgradient scene asks: how many lines support a function at a point, which ones at its
kink, where the slopes say that it is least, and what a further line proves."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number
from lab.lessons.coordinate_descent.subgradient.kinked import HIGH, LOW
from lab.prediction import asked, drawn
from widgets import Aim, Question

#: A line that cuts F rises this far above it, as a share of how much F varies.
_CLEAR = 0.01
#: A kink with a wider interval of slopes than this is asked about; numbers smaller than the second
#: are rounding. A click is right within this distance in w.
_WIDE, _TINY, _REACH = 0.02, 1e-9, 0.3


def questions(run):
    """Predict, then see."""
    return asked(run.settings, _lowest(run), _count(run), _supports(run), _bound(run))


def _lowest(run):
    """With F hidden: where the slopes say that it is lowest."""
    w, z = run.trace.snapshots["w"], run.trace.snapshots["slope"]
    best = run.problem.minimiser()
    low, high = run.problem.subdifferential(np.array([best]))
    if not low[0] - _TINY <= 0.0 <= high[0] + _TINY:
        return None
    # Several points are lowest where F is level.
    level = [run.problem(best + d) - run.problem(best) for d in (-_REACH, _REACH)]
    k = drawn(run.settings, "lowest", np.flatnonzero(w < best - 3.0 * _REACH)[:12])
    if k is None or min(level) < _TINY * run.problem.scale:
        return None
    aim = Aim("slopes", (float(w[k]), float(z[k])), (best, 0.0), (_REACH, 0.0))
    return Question(
        int(k),
        "F is hidden, and this shows the slopes of all lines that support it. Where is F lowest?",
        why=f"At w = {number(best, 2)}: there 0 is one of the slopes, and the line with slope 0 "
        "says that no point is lower.",
        key="lowest",
        hides=("kinked", "proof", "smooth"),
        aim=aim,
    )


def _count(run):
    """In the frame before a point: how many lines support F there."""
    w = run.trace.snapshots["w"]
    low, high = run.problem.subdifferential(w)
    moves = np.append(False, np.diff(w) > 0.0)
    kinds = [np.flatnonzero(moves & (high - low > _WIDE)), np.flatnonzero(moves & (high == low))]
    kind = drawn(run.settings, "count", [one for one in kinds if len(one)])
    if kind is None:
        return None
    k = int(drawn(run.settings, "count at", kind[:20]))
    many = high[k] > low[k]
    return Question(
        k - 1,
        f"Next comes w = {number(w[k], 2)}. How many lines through that point of F stay below F?",
        ("none", "exactly one", "infinitely many"),
        2 if many else 1,
        f"F has a kink there: every slope from {_slope(low[k])} to {_slope(high[k])} will do."
        if many
        else f"F is smooth there, and only its tangent, with slope {_slope(low[k])}, stays below.",
        "count",
        ("slopes",),
    )


def _bound(run):
    """In the frame before a line: what it does to the proved bound."""
    bound = np.maximum.accumulate(run.trace.bound)
    rise = np.diff(bound)
    kinds = [np.flatnonzero(rise > _CLEAR * run.problem.scale), np.flatnonzero(rise == 0.0)]
    kind = drawn(run.settings, "bound", [one for one in kinds if len(one)])
    if kind is None:
        return None
    k = int(drawn(run.settings, "bound at", kind))
    return Question(
        k,
        f"So far the lines prove F ≥ {number(bound[k], 2)}. What does the next one do to that "
        "bound?",
        ("it raises it", "it leaves it as it is", "it lowers it"),
        0 if rise[k] > 0.0 else 1,
        f"{'Now' if rise[k] > 0.0 else 'Still'} F ≥ {number(bound[k + 1], 2)} is proved. The bound "
        "is the lowest point of the highest of all lines: a further line can only lift it, and "
        "does so where it passes above that point.",
        "bound",
        ("proof",),
    )


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
