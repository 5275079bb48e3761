"""The weights panel of the triplets scene: the path of w, or w as bars."""

from __future__ import annotations

import numpy as np

from lab.drawing.geometry import grid, lines_in_box, window
from lab.drawing.text import weight
from lab.lessons.coordinate_descent.triplets.active_set import held_lines
from lab.lessons.coordinate_descent.triplets.view import ASPECT, CD, METHODS
from widgets import Axis, Band, Bars, Contour, Panel, Path, Points, prefix, row

_LEVELS, _GRID = 9, 60


_KEY = ("P(w)", "zᵢᵀw = 1", "its line", "held by the active set", "w < 0")


def weights_panel(view):
    """The path of w over level sets of P (two features), in space (three), or w as bars."""
    m = view.w.shape[1]
    if m > 3:
        return _bars(view)
    marks, ranges = [*_walks(view), *_optimum(view)], [None] * m
    place = "line" if m == 2 else "plane"
    title = f"Each update heads for one {place}" if view.updates else "One sweep, one corner"
    subtitle = "the path of w in space"
    if m == 2:
        ranges = weights_box(view)
        marks = [*_landscape(view, np.array(ranges)), *marks]
        subtitle = ""
    axes = [Axis(weight(j), zero=True, range=ranges[j]) for j in range(m)]
    return Panel(title, marks, *axes, equal=m == 2, key="weights", subtitle=subtitle, legend=_KEY)


def weights_box(view):
    """The ranges of the plane of w."""
    ends = [METHODS.iterates(name, trace) for name, trace in view.traces.items()]
    return window(np.vstack([np.zeros((1, 2)), *ends]), 0.1, ASPECT)


def _landscape(view, box):
    """Level sets of P where w is allowed, the lines z'w = 1, and what is not allowed in grey."""
    (left, right), (floor, top) = box
    marks = [_level_sets(view, box)]
    if not view.case.svm:
        x, high = [left, 0.0, 0.0, right], [top, top, 0.0, 0.0]
        marks.append(Band(x, [floor] * 4, high, tone="muted", fill=0.13, label="w < 0"))
    lines = _joined(*lines_in_box(view.case.problem.Z[view.drawn], 1.0, box))
    looks = {"tone": "muted", "width": 1.0, "opacity": 0.6, "ghost": False}
    marks.append(Path(*lines, label="zᵢᵀw = 1", **looks))
    return [*marks, *held_lines(view, box), *_line_now(view, box)]


def _level_sets(view, box):
    problem, best = view.case.problem, view.result.certificate.objective
    corner = box[:, 0] if view.case.svm else np.maximum(box[:, 0], 0.0)
    x, y, w = grid(*zip(corner, box[:, 1], strict=True), _GRID)
    short = np.maximum(1.0 - w @ problem.Z.T, 0.0).sum(axis=-1)
    P = 0.5 * np.einsum("yxj,jk,yxk->yx", w, problem.L, w) + problem.C * short
    best = min(best, P.min())
    levels = best + (P.max() - best) * (np.arange(_LEVELS) / (_LEVELS - 1)) ** 2
    return Contour(x, y, P, levels=tuple(map(float, levels)), label="P(w)")


def _joined(x, y):
    """Segments (k, 2) as one polyline with gaps."""
    gap = np.full((len(x), 1), np.nan)
    return np.hstack([x, gap]).ravel(), np.hstack([y, gap]).ravel()


def _line_now(view, box):
    """The line z'w = 1 (or w_j = 0) of the multiplier that this frame moves."""
    if not view.updates:
        return []
    block, index = view.moved()
    Z = view.case.problem.Z
    normals = np.where((block == 1)[:, None], np.eye(2)[index % 2], Z[index % len(Z)])
    normals[block < 0] = 0.0
    x, y = lines_in_box(normals, (block == 0).astype(float), box)
    looks = {"tone": "now", "width": 1.6, "dash": "dash", "ghost": False}
    return [Path(row(x), row(y), label="its line", **looks)]


def _walks(view):
    """Each method's path of w, what this frame moved, and where it stands."""
    marks = []
    for name, trace in reversed(view.traces.items()):
        label, tone, dash = METHODS[name]
        w = [prefix(c, view.rows[name]) for c in METHODS.iterates(name, trace).T]
        marks.append(Path(*w, label=label, tone=tone, dash=dash))
    before = view.traces[CD].snapshots["w"][np.maximum(view.at - 1, 0)]
    step = np.stack([before, view.w], axis=2)
    step = [row(step[:, j]) for j in range(step.shape[1])]
    marks.append(Path(*step, tone="now", width=3.5, ghost=False, label="this frame"))
    here = [row(c) for c in view.w.T]
    return [*marks, Points(*here, symbol="circle-open", size=11.0, label="w of this frame")]


def _optimum(view):
    w = view.optimum()
    if w is None:
        return []
    return [
        Points(
            *w[:, None], symbol="x", tone="ink", size=9.0, label="optimum, certified", future=True
        )
    ]


def _bars(view):
    w, last = view.w, view.trace.snapshots["w"][-1]
    places = np.arange(1, w.shape[1] + 1)
    marked = places if places.size <= 13 else places[4::5]
    below = "w < 0" if view.case.svm else "w < 0, not allowed"
    rings = {"symbol": "circle-open", "tone": "muted", "size": 7.0}
    return Panel(
        "How much each feature counts",
        [
            Bars(
                places, row(w), klass=row(w < 0.0), names=("w ≥ 0", below), label="w", legend=True
            ),
            Points(places, last, label="where it ends", **rings),
        ],
        Axis("feature", ticks=(marked.tolist(), [weight(j - 1) for j in marked])),
        Axis("w", zero=True),
        key="weights",
        subtitle="of this frame",
        legend=("where it ends",),
    )
