"""What the affinity scene asks: how far spreading reaches, what becomes of a pair that was told,
and whether spreading makes the pairs safer."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number
from lab.prediction import asked, drawn
from widgets import Question

#: A change of beta_max by less than this share counts as none, up to twice that as undecided.
_SMALL = 0.01
#: Shares nearer than this to where two options part are not asked about.
_UNSURE = 0.03


def questions(view):
    """Predict, then see."""
    return asked(view.settings, _reach(view), _told(view), _safer(view))


def _reach(view):
    """How many of the pairs that nobody told have an affinity in the end."""
    unknown = np.triu(view.case.affinity.W0 == 0.0, 1)
    share, edges = float(np.mean(view.W[-1][unknown] != 0.0)), np.array([1.0, 2.0]) / 3.0
    if len(view) < 4 or np.any(np.abs(share - edges) < _UNSURE):
        return None
    theta = view.settings["theta"]
    return Question(
        0,
        f"Of {unknown.sum()} pairs nothing is known. Neighbours pass on what they know, and what "
        f"is below θ = {number(theta)} is dropped. How many of these pairs will have an affinity "
        "in the end?",
        ("less than a third", "between a third and two thirds", "more than two thirds"),
        int((share > edges).sum()),
        f"{number(100.0 * share, 0)} %. Every step takes what is known one neighbour further, and "
        "leaves α of it.",
        "reach",
        ("graph", "matrix", "spectrum", "curve"),
    )


def _told(view):
    """What becomes of a pair that was told."""
    W0, alpha = view.case.affinity.W0, view.settings["alpha"]
    pairs = np.argwhere(np.triu(W0 != 0.0, 1))
    pair = drawn(view.settings, "told", pairs)
    if len(view) < 4 or pair is None:
        return None
    i, j = pair
    start, end = float(W0[i, j]), float(view.mean(view.t[-1])[i, j])
    share = end / start
    if min(abs(share), abs(share - 1.0)) < _UNSURE:
        return None
    kind = "similar" if start > 0.0 else "dissimilar"
    return Question(
        0,
        f"A pair was told to be {kind}: W = {number(start, 2)}. In each step it keeps 1 − α = "
        f"{number(1.0 - alpha, 2)} of that, and gets α of what its neighbours think. Where will it "
        "end?",
        ("further from 0", "nearer to 0", "beyond 0, with the other sign"),
        0 if share > 1.0 else 1 if share > 0.0 else 2,
        f"At {number(end, 2)}. Its neighbours were told nothing at first, and what reaches them "
        "has been weakened by α in each step.",
        "told",
        ("graph", "matrix"),
    )


def _safer(view):
    first, last = view.beta_max[0], view.beta_max[-1]
    if len(view) < 4 or not np.isfinite([first, last]).all():
        return None
    change = last / first - 1.0
    if _SMALL < abs(change) < 2.0 * _SMALL:
        return None
    return Question(
        0,
        f"With the pairs alone a metric surely exists up to βmax = {number(first, 2)}. Now the "
        "neighbours inherit what the pairs were told. What will βmax have done at the end?",
        ("fallen", "stayed within 1 %", "risen"),
        1 if abs(change) <= _SMALL else 0 if change < 0.0 else 2,
        f"It goes to {number(last, 2)}. Every pair that counts as dissimilar adds a negative "
        "term to T, every similar one a positive term; what spreads is a mixture of both, over "
        "longer and shorter distances.",
        "safer",
    )
