"""Captions of the groups scene."""

from __future__ import annotations

from functools import partial

import numpy as np

from lab.drawing.ball import ball_words
from lab.drawing.moves import move, update_sentences
from lab.drawing.text import format_distinct, number
from lab.lessons.lars.groups.view import NAMES, TOL


def captions(view):
    """One sentence per frame: which group moved, its norm before and after, by which rule."""
    old, new = view.old, view.new

    def moved(k):
        stays = np.array_equal(view.w[k], view.before[k])
        return move(NAMES[view.group[k]], old[k], new[k], stays, "norm ")

    first = NAMES[view.group[0]]
    rule, more = partial(_rule, view), lambda: f".{ball_words(view)}"
    return update_sentences(view, TOL, first, moved, rule, more)


def _rule(view, k):
    """Whether the group beat the threshold, and how many steps Newton took to its norm."""
    pull, lam = format_distinct(view.pull[k], view.lam, decimals=2)
    if view.newton[k] == 0:
        end = "the whole group stays 0" if view.old[k] == 0.0 else "the whole group stops at 0"
        return f"inside the threshold |b| = {pull} ≤ λ = {lam}, so {end}"
    count = int(view.newton[k])
    how = (
        "its norm is known at once"
        if count == 1
        else f"Newton climbs to its norm in {count} iterates, from (|b| − λ) ÷ L = "
        f"{number(view.rho[k, 0])}"
    )
    return f"|b| = {pull} beats the threshold λ = {lam}; {how}"
