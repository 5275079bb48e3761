"""What the logistic scene asks: how far a step may go, by the right and by the printed rule, and
where it lands."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import format_distinct, number, weight
from lab.lessons.lars.logistic.planes import iterates_box
from lab.lessons.lars.logistic.search import share
from lab.lessons.lars.logistic.view import CD, PRINTED
from lab.prediction import asked, drawn, landing
from widgets import Question

#: Steps shorter than this share of the values they join are not asked about.
_SHORT = 0.02


def questions(view):
    """Predict, then see."""
    return asked(view.run.settings, _cut(view), _printed(view), _aim(view), step=("cut", "aim"))


def _steps(view, name, least):
    """Frames from `least` on that show exactly one more update, and want a step worth seeing."""
    steps, rows = view.steps[name], view.rows[name]
    k = np.arange(least, len(view))
    k = k[np.diff(rows)[least - 1 :] == 1]
    size = np.maximum(np.abs(steps.old[k]), np.abs(steps.target[k]))
    return k[np.abs(steps.target[k] - steps.old[k]) > _SHORT * np.maximum(size, 1e-6)]


def _cut(view):
    """At the frame before a step: is it taken in full?"""
    steps = view.main
    k = _steps(view, CD, 1)
    kinds = [k[steps.alpha[k] == 1.0], k[(steps.alpha[k] > 0.0) & (steps.alpha[k] < 1.0)]]
    kind = drawn(view.run.settings, "kind", [one for one in kinds if len(one)])
    if kind is None:
        return None
    k = int(kind[0])
    name = weight(steps.moving[k])
    old, aim = format_distinct(steps.old[k], steps.target[k], decimals=2)
    whole = steps.alpha[k] == 1.0
    return Question(
        k - 1,
        f"Next moves {name}, now {old}; its parabola is least at {aim}. Where will it land?",
        (f"at {aim}", f"between {old} and {aim}", f"beyond {aim}"),
        0 if whole else 1,
        "F falls enough there, so that the whole step is taken."
        if whole
        else "F bends differently from its parabola there: at the whole step it falls too little, "
        f"so α = {share(steps.alpha[k])} of it is taken.",
        "cut",
    )


def _printed(view):
    """At the frame before a step of the printed rule: where it lands."""
    if PRINTED not in view.steps:
        return None
    steps = view.steps[PRINTED]
    k = _steps(view, PRINTED, 1)
    size = np.abs(steps.target[k] - steps.old[k])
    kinds = [k[steps.new[k] == steps.old[k]], k[np.abs(steps.new[k] - steps.old[k]) > 0.05 * size]]
    kind = drawn(view.run.settings, "printed kind", [one for one in kinds if len(one)])
    if kind is None:
        return None
    k = int(kind[0])
    off = abs(steps.new[k] - steps.target[k]) / abs(steps.target[k] - steps.old[k])
    if 1e-9 < off < 0.05:
        return None
    name = weight(steps.moving[k])
    old, new = format_distinct(steps.old[k], steps.target[k], decimals=2)
    stays, there = steps.new[k] == steps.old[k], off <= 1e-9
    tried = f"It tries {old} + α · ({new}) instead"
    return Question(
        k - 1,
        f"The printed rule adds the new value to the old one. Its {name} is {old} and should "
        f"become {new}. Where will it land?",
        (f"at {new}, as it should", f"at {old}: the step is rejected", "somewhere else"),
        0 if there else 1 if stays else 2,
        f"{tried}, finds no decrease worth having, and {name} stays."
        if stays
        else f"{tried} and takes α = {share(steps.alpha[k])}: {name} becomes "
        f"{number(steps.new[k], 2)}.",
        "printed",
    )


def _aim(view):
    """Before a long step in the plane: where it ends."""
    steps = view.main
    frames = np.flatnonzero(np.diff(view.rows[CD]) == 1)
    k, aim = landing(view.run.settings, "iterates", steps.w, iterates_box(view), frames[1:])
    if k is None:
        return None
    name, old, new = weight(steps.moving[k + 1]), steps.old[k + 1], steps.new[k + 1]
    whole = steps.alpha[k + 1] == 1.0
    why = (
        "where its parabola is least, as F falls enough there"
        if whole
        else f"α = {share(steps.alpha[k + 1])} of the way to where its parabola is least, as F "
        "falls too little there"
    )
    return Question(
        k,
        f"Next moves {name}, now {number(old, 2)}, and the other weight stays. Where will w be "
        "after that step?",
        why=f"{name} becomes {number(new, 2)}: {why}.",
        key="aim",
        hides=("search", "points"),
        aim=aim,
    )
