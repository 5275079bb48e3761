"""Captions of the lasso scene."""

from __future__ import annotations

from lab.drawing.readout import least
from lab.drawing.text import format_distinct, number, point, power, weight
from lab.lessons.coordinate_descent.lasso.view import TOL


def captions(view):
    """One sentence per frame: which weight moved, from where to where, by which rule.

    Where the clock starts before the first update, several frames show the start.
    """
    opening = _opening(view)
    sentences = [
        _sentence(view, k) if started else opening for k, started in enumerate(view.started)
    ]
    return [*sentences[:-1], _ending(view)]


def _opening(view):
    gap = least(view.run.trace.gap[0])
    return (
        f"Start: w = {point(view.w[0])} — proved within {gap} of optimal; step, and "
        f"{weight(view.moving[0])} will move."
    )


def _sentence(view, k):
    return f"{_move(view, k)} — {_rule(view, k)}."


def _move(view, k):
    name, old, new = weight(view.moving[k]), view.old[k], view.new[k]
    if view.stays[k]:
        return f"{name} stays at {number(new)}"
    before, after = format_distinct(old, new)
    return f"{name}: {before} → {after}"


def _rule(view, k):
    """Which branch of soft thresholding fired, with its numbers."""
    slope, new = view.slope()[k], view.new[k]
    size, lam = format_distinct(abs(slope), view.lam, 2)
    if view.curvature[k] == 0.0:
        return "its feature is zero, so it stays 0"
    if new == 0.0:
        end = "it stays on the axis" if view.old[k] == 0.0 else "it stops on the axis"
        return f"inside the threshold |{_signed(slope, size)}| ≤ λ = {lam}, so {end}"
    if view.stays[k]:
        return (
            f"slope {_signed(slope, size)} beats the threshold λ = {lam}, but it is there already"
        )
    return (
        f"slope {_signed(slope, size)} beats the threshold λ = {lam}, so it moves and shrinks by λ"
    )


def _signed(value, size):
    return f"−{size}" if value < 0.0 else size


def _ending(view):
    """The last sentence: what was proved, honestly."""
    result, k = view.run.result, len(view) - 1
    gap, limit = least(result.certificate.gap), power(TOL * view.run.problem.scale)
    updates = int(result.trace.iteration[-1])
    start = _move(view, k) if view.started[k] else f"Start: w = {point(view.w[k])}"
    if result.status == "converged":
        how = f"after {updates} updates" if updates else "without a step"
        return f"{start} — proved within {gap} of optimal, inside the tolerance {limit}, {how}."
    return (
        f"{start} — not converged ({result.status.replace('_', ' ')}): after {updates} updates "
        f"proved only within {gap}, the tolerance is {limit}."
    )
