"""Captions of the proof scene: what the line does, what it proves, how far that is from F(w)."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import gap_caption, least
from lab.drawing.text import figure, number
from widgets.sentences import Sentences


def captions(view):
    """One sentence per frame."""
    return Sentences(len(view), lambda k: _sentence(view, k))


def floor(bound):
    """A bound as words write it: rounded down, so that what is written is proved."""
    return number(np.floor(bound * 1e3) / 1e3)


def _sentence(view, k):
    last = k == len(view) - 1
    if last and view.run.result.status == "converged":
        gap = least(view.run.result.certificate.gap)
        return (
            f"The line lies level against F where F is lowest, at w = {number(view.w[k])}: value "
            f"and bound meet, and F(w) is proved within {gap} of optimal."
        )
    head = _by_hand(view, k) if view.by_hand else _residual(view, k)
    return f"{head} — {gap_caption(view.run.result, view.rows[k])} at w = {number(view.w[k])}."


def _residual(view, k):
    slope = view.given[k, 0]
    proved = f"nothing is lower than {floor(view.bound[k])}"
    if view.steep[k]:
        share = figure(view.held[k, 0] / slope, 2)
        return f"{_tips(slope)}; {share} of it proves that {proved}"
    return f"The residual's line has a lowest place, above 0, and {proved}"


def _by_hand(view, k):
    slope = view.given[k, 0]
    proved = f"proves that nothing is lower than {floor(view.bound[k])}"
    if view.cuts:
        return f"Your line cuts F and is no dual point; the one that touches F there {proved}"
    if view.steep[k]:
        share = figure(view.held[k, 0] / slope, 2)
        return f"{_tips(slope, 'Your line')}; {share} of it {proved}"
    if abs(view.bound[k] - view.given[k, 1]) <= 1e-9 * (1.0 + abs(view.bound[k])):
        return f"Your line {proved}"
    times = figure(view.held[k, 0] / slope, 3) if slope else "a multiple"
    return f"Your line proves {floor(view.given[k, 1])}; {times} times its dual point {proved}"


def _tips(slope, line="The residual's line"):
    side = "right" if slope > 0.0 else "left"
    return f"{line} falls for ever on the {side}: {figure(abs(slope), 2)} > λ"
