"""Captions of the groups scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.ball import ball_words
from lab.drawing.moves import ending, move, opening
from lab.drawing.text import format_distinct, number, point
from lab.lessons.lars.groups.view import NAMES, TOL


def captions(view):
    """One sentence per frame: which group moved, its norm before and after, by which rule."""
    start = opening(view.run, view.w[0], NAMES[view.group[0]])
    sentences = [
        f"{_move(view, k)} — {_rule(view, k)}." if started else start
        for k, started in enumerate(view.started)
    ]
    return [*sentences[:-1], _ending(view)]


def _move(view, k):
    stays = np.array_equal(view.w[k], view.before[k])
    return move(NAMES[view.group[k]], view.old[k], view.new[k], stays, "norm ")


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


def _ending(view):
    """The last sentence: what was proved, honestly."""
    k = len(view) - 1
    start = _move(view, k) if view.started[k] else f"Start: w = {point(view.w[k])}"
    return f"{start} — {ending(view.run, TOL)}.{ball_words(view)}"
