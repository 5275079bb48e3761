"""What the group path asks: which group comes in first, how much of it does, and how many are
needed in the end."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number
from lab.prediction import asked
from widgets import Question

#: Sizes nearer to each other than this share are not told apart.
_CLEAR = 1e-2
_HIDES = ("norms", "weights", "correlations")


def questions(view):
    """Predict, then see."""
    if any(r.status != "converged" for r in view.results):
        return ()
    return asked(view.run.settings, _first(view), _whole(view), _many(view))


def _first(view):
    """Which group comes in first; asked where it comes alone, and no other comes near."""
    order = np.argsort(-view.pull[0], kind="stable")[:4]
    some = view.used.any(axis=1)
    if len(order) < 3 or view.used[0].any() or not some.any():
        return None
    came, size = np.flatnonzero(view.used[some.argmax()]), view.pull[0, order]
    if size[1] > (1.0 - _CLEAR) * size[0] or came.tolist() != [order[0]]:
        return None
    names = [view.names[g] for g in order]
    text = ", ".join(f"{number(s, 1)} for {n}" for s, n in zip(size, names, strict=True))
    return Question(
        0,
        "At this λ all weights are 0, and now λ falls. Which group comes in first?",
        tuple(names),
        0,
        f"The one whose |Xᵀθ| is largest: a group stays at 0 while that is at most λ. Here {text}.",
        "first",
        _HIDES,
    )


def _whole(view):
    """How many weights of the first group are not 0 when it comes in."""
    labels, some = view.run.problem.groups, view.used.any(axis=1)
    size = int(np.bincount(labels)[0])
    if size == 1 or view.used[0].any() or not some.any():
        return None
    k = int(some.argmax())
    g = int(np.argmax(view.norms[k]))
    w = view.w[k, labels == g]
    if (np.abs(w) < 1e-4 * np.abs(w).max()).any():
        return None
    return Question(
        0,
        f"A group here is {size} weights. Of the first one that comes in: how many of its weights "
        "leave 0 at once?",
        ("one", "some, but not all", "all of them"),
        2,
        f"It is {view.names[g]}, with all {size}. |w_g| has its only kink where the whole group is "
        "0: once outside, no weight of it is held at 0.",
        "whole",
        _HIDES,
    )


def _many(view):
    """How many groups are in use at the smallest lam."""
    total, count = len(view.names), int(view.used[-1].sum())
    share, edges = count / total, np.array([1.0, 2.0]) / 3.0
    if total < 6 or view.used[0].any() or np.any(np.abs(share - edges) * total < 0.5):
        return None
    waiting = np.where(view.used[-1], 0.0, view.pull[-1]) / view.lams[-1]
    least = np.where(view.used[-1], view.norms[-1], np.inf).min() / view.norms[-1].max()
    if waiting.max() > 1.0 - 1e-4 or least < 1e-4:
        return None
    return Question(
        0,
        f"λ falls from {number(view.lams[0], 1)} to {number(view.lams[-1], 2)}. How many of the "
        f"{total} groups will be in use then?",
        ("less than a third", "between a third and two thirds", "more than two thirds"),
        int((share > edges).sum()),
        f"{count} of them. What the others know is known from these, or is not worth λ.",
        "many",
        _HIDES,
    )
