"""The panel of the multipliers in their box [0, C]."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import figure
from lab.lessons.interior_point.support import BOUNDED, FREE, STATES, ZERO
from lab.lessons.interior_point.svm.marks import mover, signed
from widgets import Axis, Bars, Panel, Segments, Text, row
from widgets.marks import MAX_BARS

#: Class numbers of bars, for the colours of the states.
_BAR = {ZERO: 7, FREE: 2, BOUNDED: 5}


def box_panel(view):
    """Every x_i in [0, C]; of many points, how many are in each state."""
    return _bars(view) if view.x.shape[1] <= MAX_BARS else _counts(view)


def _bars(view):
    place, plus = _places(view), int(np.count_nonzero(view.y > 0.0))
    n, top = len(place), view.top()
    klass = np.take([_BAR[s] for s in (ZERO, FREE, BOUNDED)], view.state)
    tall = np.minimum(view.x, top)
    middles = [0.5 * (plus + 1), 0.5 * (n + plus + 3)]
    marks = [
        Bars(place, row(tall[view.frame]), klass=row(klass[view.frame]), thickness=0.9,
             names=_names(), label="xᵢ", legend=True),
        *_side(view, n + 2.0),
        mover(view, (np.broadcast_to(place, tall.shape), tall), size=11.0),
    ]  # fmt: skip
    return Panel(
        "Multipliers in their box",
        marks,
        Axis("", range=(-1.0, 1.16 * n + 4.0), ticks=(middles, ["class +1", "class −1"])),
        Axis("xᵢ", range=(0.0, 1.12 * top)),
        key="box",
        subtitle="both classes sum to the same" + ("" if top == view.C else "; cut above"),
        legend=("moved most",),
    )


def _places(view):
    """Where each bar stands (n,): class +1 first, the largest of the last frame first in each."""
    order = np.lexsort((-view.x[-1], -view.y))
    place = np.empty(len(order))
    place[order] = np.arange(1.0, len(order) + 1.0) + (view.y[order] < 0.0)
    return place


def _side(view, end):
    """The side x_i = C of the box, or how far up it is."""
    words = f"C = {figure(view.C)}"
    if view.top() < view.C:
        yield Text([0.5 * end], [1.06 * view.top()], (f"{words} is far above",), tone="ink",
                   anchor="center")  # fmt: skip
        return
    yield Segments([0.0], [view.C], [end], [view.C], tone="ink", dash="dash", width=1.2, label="C")
    yield Text([end], [view.C], (words,), tone="ink", anchor="right")


def _names():
    """What the classes of bars mean, by their number."""
    names = [""] * (1 + max(_BAR.values()))
    for state, klass in _BAR.items():
        names[klass] = STATES[state]
    return tuple(names)


def _counts(view):
    """Points per state and class."""
    kinds = [(s, label) for s in (ZERO, FREE, BOUNDED) for label in (1.0, -1.0)]
    counts = np.stack(
        [((view.state == s) & (view.y == label)).sum(axis=1) for s, label in kinds], axis=1
    )
    shown, place = counts[view.frame], np.arange(6.0) + 0.4 * (np.arange(6) // 2)
    marks = [
        Bars(place, row(shown), klass=np.array([_BAR[s] for s, _ in kinds]), thickness=0.8,
             names=_names(), label="points", legend=True),
        *(_count(place[i], shown[:, i], label) for i, (_, label) in enumerate(kinds)),
    ]  # fmt: skip
    ticks = 0.5 * (place[::2] + place[1::2]), list(STATES)
    return Panel(
        "How many are in the box, how many at its sides",
        marks,
        Axis("xᵢ", range=(-0.8, place[-1] + 0.8), ticks=ticks),
        Axis("points", range=(0.0, 1.15 * max(1, counts.max()))),
        key="box",
        subtitle="left: class +1, right: class −1",
    )


def _count(place, counts, label):
    """The number of points (T,) above their bar."""
    words = tuple(f"{count} of {signed(label)}" for count in counts)
    return Text([place], row(counts), words, tone="ink", anchor="above", per_frame=True)
