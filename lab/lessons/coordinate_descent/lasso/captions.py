"""Captions and questions of the lasso scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import least
from lab.drawing.text import apart, listed, number, point, power, weight
from lab.lessons.coordinate_descent.lasso.view import CD, METHODS, TOL
from widgets import Question


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
    before, after = apart(old, new)
    return f"{name}: {before} → {after}"


def _rule(view, k):
    """Which branch of soft thresholding fired, with its numbers."""
    slope, new = view.slope()[k], view.new[k]
    size, lam = apart(abs(slope), view.lam, 2)
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


def questions(view):
    """Predict, then see: the direction of the first move, the first stop on an axis, the race."""
    return tuple(q for q in (_direction(view), _stop(view), _race(view)) if q is not None)


def _direction(view):
    if len(view) < 3:
        return None
    name = weight(view.moving[0])
    return Question(
        0,
        f"Coordinate descent starts at {point(view.w[0], 2)}. Which way will the path leave?",
        ("straight to the optimum", f"parallel to the {name} axis", "down the steepest slope of F"),
        1,
        f"It minimises F over {name} alone; every other weight stays, so the path runs along that "
        "axis until F stops falling.",
    )


def _stop(view):
    """At the frame before a weight is first set to zero by the threshold."""
    slope = view.slope()
    stops = view.started & (view.new == 0.0) & (view.old != 0.0)
    after_start = np.flatnonzero(stops[2:]) + 2
    if after_start.size == 0:
        return None
    k = int(after_start[0])
    name, old = weight(view.moving[k]), number(view.old[k], 2)
    size, lam = apart(abs(slope[k]), view.lam, 2)
    return Question(
        k - 1,
        f"Next moves {name}, now {old}. With {name} = 0 its feature would have xᵀr = "
        f"{_signed(slope[k], size)}, and λ = {lam}. Where will it land?",
        ("exactly at 0", "at a small positive value", "at a small negative value"),
        0,
        f"|{_signed(slope[k], size)}| ≤ λ: leaving 0 would cost λ per unit and win less, so the "
        "weight stops on the axis.",
    )


def _race(view):
    """Which method is first within a thousandth; asked where the clock is the same every time."""
    names = [CD, *view.rivals]
    if len(names) < 2 or len(view) < 8 or view.run.settings["clock"] == "seconds":
        return None
    limit = 1e-3 * view.run.problem.scale
    first = [_arrival(view, name, limit) for name in names]
    winner = int(np.argmin(first))
    if not np.isfinite(first[winner]) or first.count(first[winner]) > 1 or first[winner] < 4:
        return None
    words = [METHODS[name].label for name in names]
    times = [
        f"{w} at {int(f)}" if np.isfinite(f) else f"{w} not at all"
        for w, f in zip(words, first, strict=True)
    ]
    return Question(
        3,
        f"Which method will be the first with a proved gap under {power(limit)}?",
        tuple(words),
        winner,
        f"On this clock: {listed(times)}.",
    )


def _arrival(view, name, limit):
    gap = view.run.results[name].trace.gap
    below = np.flatnonzero(gap <= limit)
    return float(view.times(name)[below[0]]) if below.size else np.inf
