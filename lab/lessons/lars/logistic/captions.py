"""Captions of the logistic scene."""

from __future__ import annotations

from lab.drawing.moves import ending, move, opening
from lab.drawing.readout import least
from lab.drawing.text import number, point, weight
from lab.lessons.lars.logistic.search import share, why_not
from lab.lessons.lars.logistic.view import PRINTED, TOL


def captions(view):
    """One sentence per frame: which weight moved, from where to where, by which share and why."""
    start = opening(view.run, view.main.w[0], weight(view.main.moving[0]))
    sentences = [
        f"{_move(view, k)} — {_rule(view, k)}{_printed(view, k)}." if started else start
        for k, started in enumerate(view.main.started)
    ]
    return [*sentences[:-1], _ending(view)]


def _move(view, k):
    steps = view.main
    old, new = steps.old[k], steps.new[k]
    return move(weight(steps.moving[k]), old, new, old == new)


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
    k = len(view) - 1
    start = _move(view, k) if view.main.started[k] else f"Start: w = {point(view.main.w[k])}"
    return f"{start} — {ending(view.run, TOL)}{_printed_ending(view)}."


def _printed_ending(view):
    if PRINTED not in view.run.results:
        return ""
    result = view.run.results[PRINTED]
    gap = least(result.certificate.gap)
    return f"; as printed: {view.outcome(PRINTED)} at a gap of {gap}"
