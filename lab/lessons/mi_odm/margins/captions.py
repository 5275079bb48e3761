"""Captions of the margins scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import least
from lab.drawing.text import format_distinct, number
from widgets.sentences import sentences


def captions(view):
    """One sentence per frame: mean, variance and minimum, and the point that moved most."""
    return sentences(
        len(view), lambda: _start(view), lambda k: _step(view, k), lambda: _ending(view)
    )


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
    name = "the outlier" if i == view.stray else f"point {i}"
    return f"{name} moved most, s {old} → {new}, as its margin {_where(view, k, i)}"


def _where(view, k, i):
    """Where the margin of point `i` stands in the band, all of it in the units of the picture."""
    f, (low, high) = view.margins[k, i], view.band(k)
    if low <= f <= high:
        return "{1} lies between {0} and {2}".format(*format_distinct(low, f, high))
    if f < low:
        return "{} falls short of {}, the band's edge".format(*format_distinct(f, low))
    return "{} exceeds {}, the band's edge".format(*format_distinct(f, high))


def _ending(view):
    c, m = view.result.certificate, view.margins[-1]
    gap = least(c.gap)
    text = f"Proved: the best P is within {gap} of the optimum"
    if view.result.status != "converged":
        text = f"Ended ({view.result.status}): proved within {gap} only"
    out = int(np.count_nonzero(m < 0.0))
    parts = [f"{text}. On the wrong side, of {m.size}: ODM {out}"]
    for name in view.rivals:
        r = view.rival_margins(name)
        parts.append(
            f"{view.rival_label(name)} {int(np.count_nonzero(r < 0.0))}, with variance "
            f"{number(r.var())}"
        )
    return f"{'; '.join(parts)}."
