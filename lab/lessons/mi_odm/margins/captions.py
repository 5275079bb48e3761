"""Captions of the margins scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import least
from lab.drawing.text import format_distinct, number


def captions(view):
    """One sentence per frame: mean, variance and minimum, and the point that moved most."""
    words = [_start(view), *(_step(view, k) for k in range(1, len(view)))]
    words[-1] = f"{words[-1]} {_ending(view)}"
    return words


def _start(view):
    m = view.margins[0]
    return (
        "Start along the difference of the class means: every point pulls alike — mean margin "
        f"{number(m.mean())}, variance {number(m.var())}, smallest {number(m.min())}."
    )


def _step(view, k):
    old, new = view.margins[k - 1], view.margins[k]
    text = "mean margin {} → {}, variance {} → {}".format(
        *format_distinct(old.mean(), new.mean()), *format_distinct(old.var(), new.var())
    )
    return f"{text} — {_pull(view, k)}; smallest margin {number(new.min())}."


def _pull(view, k):
    """The multiplier that moved most, and where its point stands in the band."""
    s = view.result.trace.snapshots["s"][view.at]
    i = int(np.argmax(np.abs(s[k] - s[k - 1])))
    old, new = format_distinct(s[k - 1, i], s[k, i])
    f = view.problem.margins(s[k])[i]
    name = "the outlier" if i == view.stray else f"point {i}"
    return f"{name} moved most, s {old} → {new}, as its y f = {number(f)} {_where(view, f)}"


def _where(view, f):
    theta = view.problem.theta
    low, high = number(1.0 - theta, 2), number(1.0 + theta, 2)
    if f < 1.0 - theta:
        return f"falls short of {low}"
    return f"exceeds {high}" if f > 1.0 + theta else f"lies between {low} and {high}"


def _ending(view):
    c, m = view.result.certificate, view.margins[-1]
    gap = least(c.gap)
    text = f"Proved: the best P is within {gap} of the optimum"
    if view.result.status != "converged":
        text = f"Ended ({view.result.status}): proved within {gap} only"
    out = int(np.count_nonzero(m < 0.0))
    parts = [f"{text}; ODM leaves {out} of {m.size} points on the wrong side"]
    for name in view.rivals:
        r = view.rival_margins(name)
        parts.append(
            f"{view.rival_label(name)} {int(np.count_nonzero(r < 0.0))}, with variance "
            f"{number(r.var())}"
        )
    return f"{'; '.join(parts)}."
