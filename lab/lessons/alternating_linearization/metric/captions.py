"""What each frame of the metric scene says."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import least
from lab.drawing.text import format_distinct, number, subscript
from lab.lessons.alternating_linearization.metric.panels import measured, predicted
from lab.lessons.alternating_linearization.metric.view import entry
from widgets.sentences import sentences


def captions(view):
    """One sentence per frame: the entry that moved most, old and new, and its threshold."""
    Y, watched = view.snapshot("Y"), view.watched()
    step = lambda k: _step(view, Y, watched[k], k)  # noqa: E731
    return sentences(len(view), lambda: _start(view), step, lambda: _ending(view))


def _start(view):
    return f"Start at the prior: Y = M₀ — gap {_gap(view.gap[0])}{_faults(view, 0)}."


def _gap(value):
    return least(value) if np.isfinite(value) else "unknown, no dual point yet"


def _step(view, Y, watched, k):
    i, j = watched
    old, new = Y[k - 1, i, j], Y[k, i, j]
    text = f"{entry(i, j)}: {_move(old, new)} — {_rule(view, k, i, j)}"
    return f"{text}{_faults(view, k)}."


def _move(old, new):
    if old == new:
        return f"stays {number(old)}"
    return " → ".join(format_distinct(old, new, most=9))


def _rule(view, k, i, j):
    if not np.isfinite(view.shown("mu", k)):
        return "taken directly"
    if view.shown("smoothing", k) > 0.0:
        return f"σ > 0 smooths the threshold: {_zeros(view, k)}"
    B, size = (a[i, j] for a in view.threshold(k))
    name = f"|{entry(i, j, 'B')}|"
    value, limit = format_distinct(abs(B), size, most=9)
    if view.snapshot("Y")[k, i, j] == 0.0:
        return f"{name} = {value} is within the threshold {limit}: zero"
    return f"{name} = {value} beats the threshold {limit} and shrinks by it"


def _zeros(view, k):
    count = int(np.count_nonzero(view.shown("Y", k) == 0.0))
    return f"{count} exact zeros in Y{subscript(int(view.clock.values[k]))}"


def _faults(view, k):
    """What this frame lacks."""
    text = ""
    if not view.shown("point_valid", k):
        text += "; Y is not positive definite, so M is certified"
    if not view.shown("dual_valid", k):
        text += "; its own dual point is not positive definite"
    return text


def _ending(view):
    certificate, pairs = view.result.certificate, view.pairs()
    proved = sum(bool(view.proved[-1][pair]) for pair in pairs)
    gap = least(certificate.gap)
    text = {
        "converged": f"Proved: the best P is within {gap} of the optimum",
        "max_iter": f"The budget is spent: proved within {gap} only",
    }.get(view.result.status, f"Ended ({view.result.status}): proved within {gap} only")
    text += f"; {proved} of {len(pairs)} above the diagonal proved zero"
    found = predicted(view)
    if found is not None:
        text += (
            f"; the gap became {number(measured(view))} of itself a step, near M* it is q² = "
            f"{number(found[2] ** 2)}"
        )
    return f"{text}."


def statuses(view):
    """The status of each frame."""
    words = ["running"] * len(view)
    words[-1] = view.result.status
    return words
