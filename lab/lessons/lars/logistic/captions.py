"""Captions of the logistic scene."""

from __future__ import annotations

from lab.drawing.readout import least
from lab.drawing.text import format_distinct, number, point, power, weight
from lab.lessons.lars.logistic.search import share, why_not
from lab.lessons.lars.logistic.view import PRINTED, TOL


def captions(view):
    """One sentence per frame: which weight moved, from where to where, by which share and why."""
    opening = _opening(view)
    sentences = [
        f"{_move(view, k)} — {_rule(view, k)}{_printed(view, k)}." if started else opening
        for k, started in enumerate(view.main.started)
    ]
    return [*sentences[:-1], _ending(view)]


def _opening(view):
    gap = least(view.run.trace.gap[0])
    return (
        f"Start: w = {point(view.main.w[0])} — proved within {gap} of optimal; step, and "
        f"{weight(view.main.moving[0])} will move."
    )


def _move(view, k):
    steps = view.main
    name, old, new = weight(steps.moving[k]), steps.old[k], steps.new[k]
    if old == new:
        return f"{name} stays at {number(new)}"
    before, after = format_distinct(old, new)
    return f"{name}: {before} → {after}"


def _rule(view, k):
    """Which share of the step was taken, and why."""
    steps = view.main
    aim, alpha = steps.target[k], steps.alpha[k]
    if alpha == 0.0 and aim == steps.old[k]:
        return (
            "its parabola with λ|w| is least at 0, inside the threshold"
            if aim == 0.0
            else "its parabola is least here already"
        )
    if alpha == 0.0:
        return f"no share of the step to {number(aim)} lowers F beyond rounding"
    if alpha < 1.0:
        return (
            f"α = {share(alpha)} of the way to {number(aim)}, where its parabola is least; longer "
            f"steps lower F too little ({steps.trials[k]} trials)"
        )
    if aim == 0.0:
        return "its parabola with λ|w| is least at 0, inside the threshold, and F agrees: α = 1"
    return "where its parabola with λ|w| is least, and F falls enough there: α = 1"


def _printed(view, k):
    """What the printed line search does in this frame, if it takes part and still runs."""
    if PRINTED not in view.steps:
        return ""
    steps, rows = view.steps[PRINTED], view.rows[PRINTED]
    if not steps.started[k]:
        return ""
    if rows[k] == rows[k - 1]:
        return f"; as printed: {view.outcome(PRINTED)}"
    if steps.alpha[k] == 0.0:
        return f"; as printed: {why_not(steps, k)}"
    return f"; as printed: α = {share(steps.alpha[k])}"


def _ending(view):
    """The last sentence: what was proved, honestly, by both line searches."""
    result, k = view.run.result, len(view) - 1
    gap, limit = least(result.certificate.gap), power(TOL * view.run.problem.scale)
    updates = int(result.trace.iteration[-1])
    start = _move(view, k) if view.main.started[k] else f"Start: w = {point(view.main.w[k])}"
    how = f"after {updates} updates" if updates else "without a step"
    if result.status == "converged":
        text = f"{start} — proved within {gap} of optimal, inside the tolerance {limit}, {how}"
    else:
        text = (
            f"{start} — not converged ({result.status.replace('_', ' ')}): {how} proved only "
            f"within {gap}, the tolerance is {limit}"
        )
    return f"{text}{_printed_ending(view)}."


def _printed_ending(view):
    if PRINTED not in view.run.results:
        return ""
    result = view.run.results[PRINTED]
    gap = least(result.certificate.gap)
    return f"; as printed: {view.outcome(PRINTED)} at a gap of {gap}"
