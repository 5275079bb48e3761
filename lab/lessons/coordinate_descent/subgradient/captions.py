"""Captions of the subgradient scene."""

from __future__ import annotations

from lab.drawing.readout import least
from lab.drawing.text import number


def captions(run):
    """One sentence per frame: the point, the slope shown, the slopes there are, what follows."""
    w, z = run.trace.snapshots["w"], run.trace.snapshots["slope"]
    low, high = run.problem.subdifferential(w)
    sentences = [_sentence(*values) for values in zip(w, z, low, high, strict=True)]
    sentences[0] = f"Start at {sentences[0]}"
    sentences[-1] = f"w = {number(w[-1])}, slope {_slope(z[-1])} — {_verdict(run)}."
    return sentences


def _sentence(w, z, low, high):
    start = f"w = {number(w)}, slope {_slope(z)}"
    if high > low:
        return f"{start} of [{_slope(low)}, {_slope(high)}] — {_at_kink(z, low, high)}."
    return f"{start} — the only line that supports F here; {_zero(low, high)}."


def _at_kink(z, low, high):
    if z == 0.0:
        return "a level line supports F: no point is lower, and w is the minimum"
    if low <= 0.0 <= high:
        return "every slope of the interval supports F, and 0 is one of them"
    return f"every slope of the interval supports F; {_zero(low, high)}"


def _slope(z):
    return "0" if abs(z) < 1e-12 else number(z)


def _zero(low, high):
    if low > 1e-12:
        return "0 is not a slope here, and F falls to the left"
    if high < -1e-12:
        return "0 is not a slope here, and F falls to the right"
    return "it is level: no point is lower, and w is the minimum"


def _verdict(run):
    result = run.result
    gap = least(result.certificate.gap)
    best = f"F = {number(result.certificate.objective)} at w = {number(result.x[0])}"
    if result.status == "converged":
        return f"the lines so far prove {best} within {gap} of optimal"
    return f"the lines so far prove {best} only within {gap}"
