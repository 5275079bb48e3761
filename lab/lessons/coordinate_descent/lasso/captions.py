"""Captions of the lasso scene."""

from __future__ import annotations

from lab.drawing.ball import ball_words
from lab.drawing.moves import ending, move, opening
from lab.drawing.text import format_distinct, point, weight
from lab.lessons.coordinate_descent.lasso.view import TOL
from widgets.sentences import Sentences


def captions(view):
    """One sentence per frame: which weight moved, from where to where, by which rule.

    Where the clock starts before the first update, several frames show the start.
    """
    start = opening(view.run, view.w[0], weight(view.moving[0]))

    def say(k):
        if k == len(view.started) - 1:
            return _ending(view)
        return f"{_move(view, k)} — {_rule(view, k)}." if view.started[k] else start

    return Sentences(len(view.started), say)


def _move(view, k):
    return move(weight(view.moving[k]), view.old[k], view.new[k], view.stays[k])


def _rule(view, k):
    """Which branch of soft thresholding fired, with its numbers."""
    slope, new = view.slope()[k], view.new[k]
    size, lam = format_distinct(abs(slope), view.lam, decimals=2)
    if view.curvature[k] == 0.0:
        return "its feature is zero, so it stays 0"
    if new == 0.0:
        end = "it stays on the axis" if view.old[k] == 0.0 else "it stops on the axis"
        return f"inside the threshold |{_signed(slope, size)}| ≤ λ = {lam}, so {end}"
    if view.stays[k]:
        return (
            f"slope {_signed(slope, size)} beats the threshold λ = {lam}, but it is there already"
        )
    return (
        f"slope {_signed(slope, size)} beats the threshold λ = {lam}, so it moves and shrinks by λ"
    )


def _signed(value, size):
    return f"−{size}" if value < 0.0 else size


def _ending(view):
    """The last sentence: what was proved, honestly."""
    k = len(view) - 1
    start = _move(view, k) if view.started[k] else f"Start: w = {point(view.w[k])}"
    return f"{start} — {ending(view.run, TOL)}.{ball_words(view)}"
