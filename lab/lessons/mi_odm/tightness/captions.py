"""Captions of the tightness scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import figure, format_distinct, number
from lab.lessons.mi_odm.tightness.view import EXACT
from widgets.sentences import Sentences


def captions(view):
    """One sentence per frame: bound, optimum, what lies between, and what the average says."""
    say = lambda k: f"{_claim(view, k)} — {_rounding(view, k)}.\n{_average(view, k)}."  # noqa: E731
    return Sentences(len(view), say)


def _keys(keys):
    return f"({', '.join(str(j + 1) for j in keys)})"


def _claim(view, k):
    spot, symbol = view.spots[k], view.symbol
    here = f"{symbol} = {figure(view.clock.values[k], 3)}"
    keys = _keys(spot.best.keys)
    if view.short[k] <= EXACT:
        return f"{here}: exact, {number(view.optimum[k])} with all weight on the best keys {keys}"
    bound, best = format_distinct(view.bound[k], view.optimum[k])
    share = number(100.0 * view.short[k], 1)
    return (
        f"{here}: the relaxation proves {bound}, the best keys {keys} reach {best}, {share} % open"
    )


def _average(view, k):
    """What the averaged machine makes of the bags, and of the keys."""
    right, y = view.right(view.averaged)[k], view.first.y
    plus = y > 0.0
    text = (
        f"The average has {np.count_nonzero(right & plus)} of {np.count_nonzero(plus)} positive "
        f"and {np.count_nonzero(right & ~plus)} of {np.count_nonzero(~plus)} negative bags right"
    )
    found, all_keys = np.count_nonzero(view.ranked[k]), view.ranked.shape[1]
    link = "yet" if found == all_keys and not right[plus].all() else "and"
    return f"{text}, {link} its largest instances are {found} of {all_keys} best keys"


def _rounding(view, k):
    """What the rounded machine costs above the optimum."""
    rounded, best = view.rounded[k], view.optimum[k]
    if rounded - best <= EXACT * best:
        return "rounding finds the optimum"
    return f"rounding ends {number(100.0 * (rounded / best - 1.0), 1)} % above it"
