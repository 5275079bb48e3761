"""Two panels of the scene `identification`: the points kept, and their answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lab.lessons.interior_point.svm.marks import KEY
from lab.lessons.interior_point.svm.scene import plane
from lab.lessons.interior_point.svm_3d.scene import space
from widgets import Axis, Panel, Path, Points, Text, ragged, row


def kept(view):
    """The points with the boundary, a ring around those kept."""
    base, X = view.base, view.base.case.cloud.X
    panel = plane(base) if X.shape[1] == 2 else space(base)
    point = np.nonzero(view.selected[base.frame])[1]
    offsets = np.concatenate([[0], np.cumsum(view.selected[base.frame].sum(axis=1))])
    ringed = [ragged(column[point], offsets) for column in X.T]
    rings = Points(*ringed, symbol="circle-open", tone="rival3", size=15.0, label="kept")
    return replace(
        panel,
        title="Who is kept? Those near the boundary",
        marks=[*panel.marks, rings],
        legend=KEY | {"kept": "kept"},
    )


def answer(view):
    """Every x_i beside its optimum, sorted by that."""
    order = np.lexsort((view.base.y, view.best))
    place = np.arange(1.0, view.n + 1.0)
    top, frame = max(view.base.top(), float(view.best.max())), view.base.frame
    x, fixed, wrong = (a[:, order][frame] for a in (view.x, view.fixed, view.wrong))
    tall = np.minimum(x, 1.05 * top)
    words = tuple(_size(view, k) for k in frame)

    def some(where, symbol, tone, size, label):
        return Points(place, row(np.where(where, tall, np.nan)), symbol=symbol, tone=tone,
                      size=size, label=label)  # fmt: skip

    marks = [
        Path(
            place,
            view.best[order],
            tone="good",
            width=2.5,
            ghost=False,
            label="the optimum",
            future=True,
        ),
        some(~fixed, "circle", "rival2", 7.0, "xᵢ, free"),
        some(fixed & ~wrong, "x", "muted", 7.0, "xᵢ, no longer free"),
        some(wrong, "x", "rival1", 10.0, "xᵢ, no longer free, and wrong"),
        Text([1.0], [1.16 * top], words, tone="ink", per_frame=True),
    ]
    return Panel(
        "Has the smaller problem the right answer?",
        marks,
        Axis("points, sorted by their optimum", range=(0.0, view.n + 1.0)),
        Axis("xᵢ", range=(-0.06 * top, 1.26 * top)),
        key="answer",
        subtitle="higher: at the edge" if x.max() > 1.05 * top else "",
        legend={
            "the optimum": "the optimum",
            "xᵢ, free": "free",
            "xᵢ, no longer free": "not free",
            "xᵢ, no longer free, and wrong": "and wrong",
        },
    )


def _size(view, r):
    """How large the problem of a shown row is."""
    count, wrong = view.counts[r], int(view.wrong[r].sum())
    if not view.fixed[r].any():
        return f"{count} variables: all"
    text = f"{count} of {view.n}"
    return f"{text}; {wrong} others wrong" if wrong else f"{text}; the others right"
