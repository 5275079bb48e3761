"""Captions and questions of the groups scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import least
from lab.drawing.text import apart, number, point, power
from lab.lessons.lars.groups.view import NAMES, TOL
from widgets import Question


def captions(view):
    """One sentence per frame: which group moved, its norm before and after, by which rule."""
    opening = _opening(view)
    sentences = [
        f"{_move(view, k)} — {_rule(view, k)}." if started else opening
        for k, started in enumerate(view.started)
    ]
    return [*sentences[:-1], _ending(view)]


def _opening(view):
    gap = least(view.run.trace.gap[0])
    return (
        f"Start: w = {point(view.w[0])} — proved within {gap} of optimal; step, and "
        f"{NAMES[view.group[0]]} will move."
    )


def _move(view, k):
    name, old, new = NAMES[view.group[k]], view.old[k], view.new[k]
    if np.array_equal(view.w[k], view.before[k]):
        return f"{name} stays at norm {number(new)}"
    before, after = apart(old, new)
    return f"{name}: norm {before} → {after}"


def _rule(view, k):
    """Whether the group beat the threshold, and how many steps Newton took to its norm."""
    pull, lam = apart(view.pull[k], view.lam, 2)
    if view.newton[k] == 0:
        end = "the whole group stays 0" if view.old[k] == 0.0 else "the whole group stops at 0"
        return f"inside the threshold |b| = {pull} ≤ λ = {lam}, so {end}"
    count = int(view.newton[k])
    how = (
        "its norm is known at once"
        if count == 1
        else f"Newton climbs to its norm in {count} iterates, from {number(view.rho[k, 0])}"
    )
    return f"|b| = {pull} beats the threshold λ = {lam}; {how}"


def _ending(view):
    """The last sentence: what was proved, honestly."""
    result, k = view.run.result, len(view) - 1
    gap, limit = least(result.certificate.gap), power(TOL * view.run.problem.scale)
    updates = int(result.trace.iteration[-1])
    start = _move(view, k) if view.started[k] else f"Start: w = {point(view.w[k])}"
    how = f"after {updates} updates" if updates else "without a step"
    if result.status == "converged":
        return f"{start} — proved within {gap} of optimal, inside the tolerance {limit}, {how}."
    return (
        f"{start} — not converged ({result.status.replace('_', ' ')}): {how} proved only within "
        f"{gap}, the tolerance is {limit}."
    )


def questions(view):
    """Predict, then see: can one weight of a group vanish alone; where a group lands."""
    return tuple(q for q in (_together(view), _stop(view)) if q is not None)


def _together(view):
    if len(view) < 3:
        return None
    return Question(
        0,
        "Raise λ as you like. How many of w₁ and w₂ can be 0 at the optimum?",
        ("none or both", "none, one or both", "always at least one"),
        0,
        "|(w₁, w₂)| has its only kink where both are 0: the top has a tip and a rim, but no corner "
        "at w₁ = 0 alone. Only by chance would one of them be 0.",
    )


def _stop(view):
    """At the frame before a group is first set to zero."""
    stops = view.started & (view.new == 0.0) & (view.old != 0.0)
    found = np.flatnonzero(stops[2:]) + 2
    if found.size == 0:
        return None
    k = int(found[0])
    name, old = NAMES[view.group[k]], number(view.old[k], 2)
    pull, lam = apart(view.pull[k], view.lam, 2)
    return Question(
        k - 1,
        f"Next moves {name}, whose norm is {old}. With the group at 0 its correlation would have "
        f"norm {pull}, and λ = {lam}. Where will it land?",
        ("at 0, the whole group", "at a shorter vector", "at a longer vector"),
        0,
        f"{pull} ≤ λ: leaving 0 would cost λ per unit and win less, in every direction.",
    )
