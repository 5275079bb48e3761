"""Captions of the lasso scene."""

from __future__ import annotations

from functools import partial

from lab.drawing.ball import ball_words
from lab.drawing.moves import move, update_sentences
from lab.drawing.text import format_distinct, weight
from lab.lessons.coordinate_descent.lasso.view import TOL


def captions(view):
    """One sentence per frame: which weight moved, from where to where, by which rule.

    Where the clock starts before the first update, several frames show the start.
    """

    def moved(k):
        return move(weight(view.moving[k]), view.old[k], view.new[k], view.stays[k])

    first = weight(view.moving[0])
    rule, more = partial(_rule, view), lambda: f".{ball_words(view)}"
    return update_sentences(view, TOL, first, moved, rule, more)


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
