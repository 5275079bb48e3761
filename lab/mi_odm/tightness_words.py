"""Captions and questions of the tightness scene."""

from __future__ import annotations

import numpy as np

from lab.mi_odm.tightness_view import EXACT, LOOSE
from lab.words import apart, figure, number
from widgets import Question


def captions(view):
    """One sentence per frame: bound, optimum, what lies between, and what the average says."""
    return [f"{_claim(view, k)} — {_machine(view, k)}." for k in range(len(view))]


def _keys(keys):
    return f"({', '.join(str(j + 1) for j in keys)})"


def _claim(view, k):
    spot, symbol = view.spots[k], view.symbol
    here = f"{symbol} = {figure(view.clock.values[k], 3)}"
    keys = _keys(spot.best.keys)
    if view.short[k] <= EXACT:
        return f"{here}: exact, {number(view.optimum[k])} with all weight on the best keys {keys}"
    bound, best = apart(view.bound[k], view.optimum[k])
    share = number(100.0 * view.short[k], 1)
    return (
        f"{here}: the relaxation proves {bound}, the best keys {keys} reach {best}, {share} % open"
    )


def _machine(view, k):
    return f"{_average(view, k)}; {_rounding(view, k)}"


def _average(view, k):
    """What the averaged machine makes of the bags, and of the keys."""
    right, y = view.right(view.averaged)[k], view.first.y
    plus = y > 0.0
    said = (
        f"the average has {np.count_nonzero(right & plus)} of {np.count_nonzero(plus)} positive "
        f"and {np.count_nonzero(right & ~plus)} of {np.count_nonzero(~plus)} negative bags right"
    )
    found, all_keys = np.count_nonzero(view.ranked[k]), view.ranked.shape[1]
    link = "yet" if found == all_keys and not right[plus].all() else "and"
    return f"{said}, {link} its largest instances are {found} of {all_keys} best keys"


def _rounding(view, k):
    """What the rounded machine costs above the optimum."""
    rounded, best = view.rounded[k], view.optimum[k]
    if rounded - best <= EXACT * best:
        return "rounding finds the optimum"
    return f"rounding ends {number(100.0 * (rounded / best - 1.0), 1)} % above it"


def questions(view):
    """Predict, then see: how much is proved at the start, and what a collapse does to the keys."""
    return (*_share(view), *_ranking(view))


def _share(view):
    if view.symbol != "λ":
        return ()
    proved = 1.0 - float(view.short[0])
    if 0.1 < proved < 0.3 or 0.7 < proved < 0.95:
        return ()
    answer = 0 if proved >= 0.95 else 1 if proved >= 0.3 else 2
    return (
        Question(
            0,
            f"λ = {figure(view.clock.values[0], 3)}. The relaxation is solved to nine digits. What "
            "share of the best keys' value does it prove?",
            ("nearly all", "about half", "less than a tenth"),
            answer,
            f"It proves {number(100.0 * proved, 1)} per cent. Each assignment has a weight vector "
            "of its own in the relaxation; where λ is large and the kernel is poor, their mixture "
            "fits margins that no single machine can.",
        ),
    )


def _ranking(view):
    plus = view.first.y > 0.0
    none = ~view.right(view.averaged)[:, plus].any(axis=1) & (view.short > LOOSE)
    if not none.any():
        return ()
    k = int(np.flatnonzero(none)[len(np.flatnonzero(none)) // 2])
    kept = bool(view.ranked[k].all())
    return (
        Question(
            k,
            f"At {view.symbol} = {figure(view.clock.values[k], 3)} the averaged machine calls "
            "every bag negative. Are its largest instances the best keys all the same?",
            ("yes", "no"),
            0 if kept else 1,
            "The average of many machines is too small everywhere, but mostly keeps the order: so "
            "take its largest instance of each bag as the key, and solve once more.",
        ),
    )
