"""Captions of the group path."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import least
from lab.drawing.text import format_distinct, listed, number
from widgets.sentences import Sentences


def captions(view):
    """One sentence per lam: a group that moved, its norm old and new, why, and what is proved."""
    return Sentences(len(view), lambda k: _step(view, k) if k else _start(view))


def _start(view):
    return (
        f"λ = λmax = {number(view.lams[0], 1)}: all {len(view.names)} groups are 0, and nobody is "
        f"judged; {_proof(view, 0)}."
    )


def moved(view, k):
    """Of the groups that enter or leave in frame `k`, or of all where none does, the one whose norm
    moved most."""
    moves, changed = np.abs(view.norms[k] - view.norms[k - 1]), view.used[k] != view.used[k - 1]
    return int(np.argmax(np.where(changed, moves, -1.0) if changed.any() else moves))


def _step(view, k):
    g = moved(view, k)
    old, new = format_distinct(view.norms[k - 1, g], view.norms[k, g])
    return (
        f"{view.names[g]}: norm {old} → {new} — {_rule(view, k, g)}; {_news(view, k)}.\n"
        f"Wrong on {wrong(view)[k]} held out; {_proof(view, k)}."
    )


def _rule(view, k, g):
    """Why the group may differ from zero, or why it is zero."""
    pull, lam = format_distinct(view.pull[k, g], view.lams[k], decimals=2)
    if view.used[k, g]:
        return f"its |Xᵀθ| = {number(view.pull[k, g], 2)} is at λ = {number(view.lams[k], 2)}"
    return f"its |Xᵀθ| = {pull} is below λ = {lam}"


def _news(view, k):
    """Which groups came and went, and how many there are."""
    left = view.used[k - 1] & ~view.used[k]
    parts = [f"in: {_names(view, view.entered[k])}"] * bool(view.entered[k].any())
    parts += [f"out: {_names(view, left)}"] * bool(left.any())
    count = f"{view.used[k].sum()} of {len(view.names)} groups"
    return ", ".join([*parts, count])


def _names(view, mask):
    """The groups of `mask` (G,); their number where they are many."""
    names = [view.names[g] for g in np.flatnonzero(mask)]
    return listed(names) if len(names) <= 2 else f"{len(names)} groups"


def wrong(view):
    """How many of those held out are on the wrong side in each frame, where w = 0 judges nobody."""
    counts, held = view.wrong(held=True), len(view.cells.held_t)
    judged = view.used.any(axis=1)
    return [f"{n} of {held}" if j else "no verdict" for n, j in zip(counts, judged, strict=True)]


def _proof(view, k):
    """What is proved, after how many passes over all weights."""
    status = "" if view.results[k].status == "converged" else ", not converged"
    return f"proved within {least(view.gap[k])} in {number(view.passes[k], 1)} passes{status}"
