"""What the tightness scene asks: how often the bound meets the optimum, where it is worst, and what
recovers first."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import figure
from lab.lessons.mi_odm.tightness.view import EXACT, LOOSE
from lab.prediction import asked
from widgets import Question

#: The worst of one third is worse than that of the others by this share.
_CLEAR = 0.05


def questions(view):
    """Predict, then see."""
    return asked(view.run.settings, _meeting(view), _loosest(view), _recovery(view))


def _loosest(view):
    """In which part of the sweep the bound falls short most; asked where that is clear."""
    thirds = np.arange(len(view)) * 3 // len(view)
    if len(view) < 6:
        return None
    worst = np.array([view.short[thirds == i].max() for i in range(3)])
    second, most = np.sort(worst)[-2:]
    if most < LOOSE or second > (1.0 - _CLEAR) * most:
        return None
    at = int(np.argmax(view.short))
    first, last = (figure(view.clock.values[k], 3) for k in (0, -1))
    return Question(
        0,
        f"{view.symbol} will go from {first} to {last}. Where will the relaxation fall short most, "
        "as a share of the best keys' value?",
        ("in the first third", "in the middle third", "in the last third"),
        int(thirds[at]),
        f"At {view.symbol} = {figure(view.clock.values[at], 3)}, where "
        f"{figure(100.0 * view.short[at], 2)} % are left unproved: there a mixture of assignments "
        "fits far better than any single one.",
        "loosest",
        ("values", "short", "weights"),
    )


def _meeting(view):
    """At how many values the relaxation is exact; asked where none is nearly so."""
    exact = view.short <= EXACT
    if np.any((view.short > EXACT) & (view.short < 10.0 * EXACT)):
        return None
    first, last = (figure(view.clock.values[k], 3) for k in (0, -1))
    share = exact.mean()
    return Question(
        0,
        f"{view.symbol} will go from {first} to {last} in {len(view)} values. At how many of these "
        "does the relaxation meet the best keys' value exactly?",
        ("at none", "at up to a half of them", "at more than a half"),
        0 if share == 0.0 else 1 if share <= 0.5 else 2,
        f"At {np.count_nonzero(exact)} of {len(view)}. The relaxation has a weight vector for each "
        "assignment, and only their sum must fit the margins: cheap where one assignment wins "
        "anyway, far too good where a mixture fits what no single machine can.",
        "meeting",
    )


def _recovery(view):
    """What comes back first, where the sweep begins with a collapse."""
    bags = view.right(view.averaged)[:, view.first.y > 0.0].any(axis=1)
    tight = view.short <= LOOSE
    near = np.abs(view.short / LOOSE - 1.0) < 0.02
    if bags[0] or tight[0] or near.any() or not (bags.any() or tight.any()):
        return None
    never = len(view)
    first, second = (int(np.argmax(m)) if m.any() else never for m in (bags, tight))
    text = [
        f"{figure(view.clock.values[k], 3)}" if k < never else "no value" for k in (first, second)
    ]
    return Question(
        min(first, second) // 2,
        "The averaged machine calls no positive bag positive. What comes first on the way: a "
        "positive bag that it calls positive, or a bound within 5 % of the best keys' value?",
        ("a positive bag", "the bound", "both at the same value"),
        0 if first < second else 1 if second < first else 2,
        f"The first positive bag comes at {view.symbol} = {text[0]}, the bound at {text[1]}.",
        "recovery",
    )
