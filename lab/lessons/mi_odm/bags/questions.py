"""What the bags scene asks: which instance is the key, which learner gives the outlier up, and when
the digits come."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import listed, number
from lab.lessons.mi_odm.bags.methods import METHODS, TOL
from lab.questions import asked, pace
from widgets import Question

#: A margin below this share of the largest is not told from 0.
_CLEAR = 0.02
#: The key has more than this probability, by so much more than the next.
_MOST, _MORE = 0.5, 0.1


def questions(view):
    """Predict, then see."""
    trace, least = view.result.trace, TOL * view.problem.scale
    speed = pace(
        trace.iteration, trace.gap, "iterations", least, ("gap",), METHODS[view.main].label
    )
    return asked(view.run.settings, _which_key(view), _whose_outlier(view), speed)


def _which_key(view):
    """Which instance of the first positive bag ends with most of the probability."""
    problem = view.problem
    if len(view) < 4 or not problem.first.size or problem.sizes[0] not in (2, 3, 4):
        return None
    bag, size = int(np.argmax(problem.y > 0.0)), int(problem.sizes[0])
    mu = view.snapshot("key_probability")[:, problem.first[0] : problem.first[0] + size]
    best, (second, most) = int(np.argmax(mu[-1])), np.sort(mu[-1])[-2:]
    if most < _MOST or most - second < _MORE or view.case.projected:
        return None
    values = listed(number(v, 2) for v in mu[-1])
    return Question(
        0,
        f"Nobody said which instance makes bag {bag + 1} positive. Which one will carry most of "
        "the probability at the end?",
        tuple(_place(view, problem.first[0] + j) for j in range(size)),
        best,
        f"Their probabilities end at {values}.",
        "key",
        ("margins", "weights"),
    )


def _place(view, j):
    rounded = (f"{round(v, 1) + 0.0:.1f}".replace("-", "−") for v in view.case.points[j].tolist())
    return f"the one at ({', '.join(rounded)})"


def _whose_outlier(view):
    """Where the learners put the bag with the outlier."""
    case = view.case
    there = case.stray is not None and (case.points[-1] == case.stray).all()
    if len(view) < 4 or view.svm is None or not there:
        return None
    ours, theirs = view.margins[-1], view.svm_margins()
    if any(abs(m[-1]) < _CLEAR * np.abs(m).max() for m in (ours, theirs)):
        return None
    right = (bool(ours[-1] > 0.0), bool(theirs[-1] > 0.0))
    return Question(
        0,
        f"Bag {len(view.problem.y)} is negative and holds the outlier. Who will call it negative "
        "in the end?",
        ("both learners", "MI-ODM alone", "MI-SVM alone", "neither of them"),
        ((True, True), (True, False), (False, True), (False, False)).index(right),
        f"Its margins end at {number(ours[-1])} for MI-ODM and {number(theirs[-1])} for MI-SVM, "
        f"whose smallest margin of all is {number(theirs.min())}; the mean margins are "
        f"{number(ours.mean())} and {number(theirs.mean())}.",
        "outlier",
        ("margins",),
    )
