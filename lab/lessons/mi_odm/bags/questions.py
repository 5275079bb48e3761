"""What the bags scene asks: which instance is the key, which learner gives the outlier up, and when
the digits come."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number
from lab.prediction import asked, ringed
from widgets import Question

#: A margin below this share of the largest is not told from 0.
_CLEAR = 0.02
#: The key has more than this probability, by so much more than the next.
_MOST, _MORE = 0.5, 0.1


def questions(view):
    """Predict, then see."""
    return asked(view.run.settings, _which_key(view), _whose_outlier(view))


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
    places = view.case.points[problem.first[0] :][:size]
    rings = ringed("bags", places, view.case.points)
    if rings is None:
        return None
    return Question(
        0,
        f"Nobody said which instance makes bag {bag + 1} positive; they are ringed. Which one "
        "will carry most of the probability at the end?",
        answer=best,
        why=f"Its probability ends at {number(most, 2)}, the next one's at {number(second, 2)}.",
        key="key",
        hides=("margins", "weights"),
        rings=rings,
    )


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
