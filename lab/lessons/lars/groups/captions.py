"""Captions of the groups scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import least
from lab.drawing.text import format_distinct, number, point, power
from lab.lessons.lars.groups.view import NAMES, TOL


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
    before, after = format_distinct(old, new)
    return f"{name}: norm {before} → {after}"


def _rule(view, k):
    """Whether the group beat the threshold, and how many steps Newton took to its norm."""
    pull, lam = format_distinct(view.pull[k], view.lam, 2)
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
