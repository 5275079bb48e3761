"""Captions of a method that moves one weight, or one group of them, at a time."""

from __future__ import annotations

from lab.drawing.readout import beside, least
from lab.drawing.text import format_distinct, number, point


def opening(run, w, name):
    """The sentence before the first update. w: the start; name: what will move."""
    gap = least(run.trace.gap[0])
    return f"Start: w = {point(w)} — proved within {gap} of optimal; step, and {name} will move."


def move(name, old, new, stays, quantity=""):
    """ "w₁: 1.20 → 0.31", or that it stays; quantity: "norm ", say, before the numbers."""
    if stays:
        return f"{name} stays at {quantity}{number(new)}"
    before, after = format_distinct(old, new)
    return f"{name}: {quantity}{before} → {after}"


def ending(run, tolerance):
    """What the last sentence says of the proof, honestly; tolerance: of the relative gap."""
    result = run.result
    gap, limit = beside(result.certificate.gap, tolerance * run.problem.scale)
    updates = int(result.trace.iteration[-1])
    how = f"after {updates} updates" if updates else "without a step"
    if result.status == "converged":
        return f"proved within {gap} of optimal, inside the tolerance {limit}, {how}"
    status = result.status.replace("_", " ")
    return f"not converged ({status}): {how} proved only within {gap}, the tolerance is {limit}"
