"""Captions of the logistic scene."""

from __future__ import annotations

from lab.drawing.moves import move, update_sentences
from lab.drawing.readout import least
from lab.drawing.text import number, weight
from lab.lessons.lars.logistic.search import share, why_not
from lab.lessons.lars.logistic.view import PRINTED, TOL


def captions(view):
    """One sentence per frame: which weight moved, from where to where, by which share and why."""
    steps = view.main

    def moved(k):
        old, new = steps.old[k], steps.new[k]
        return move(weight(steps.moving[k]), old, new, old == new)

    def rule(k):
        return f"{_rule(view, k)}{_printed(view, k)}"

    def more():
        return f"{_printed_ending(view)}."

    return update_sentences(view, TOL, weight(steps.moving[0]), moved, rule, more)


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


def _printed_ending(view):
    if PRINTED not in view.run.results:
        return ""
    result = view.run.results[PRINTED]
    gap = least(result.certificate.gap)
    return f"; as printed: {view.outcome(PRINTED)} at a gap of {gap}"
