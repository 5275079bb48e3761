"""The points panel of the triplets scene: triplets and the unit ball, or a separating line."""

from __future__ import annotations

import numpy as np

from lab.drawing.geometry import HERO, lines_in_box, unit_circle, unit_sphere, wider, window
from lab.lessons.coordinate_descent.triplets.shapes import ball_maps, plane_maps, shadow_features
from widgets import Axis, Mesh, Panel, Path, Points, Segments, Text, moved, row

#: What the key says of the marks that have these labels.
_KEY = {
    "unit ball": "unit ball of the metric",
    "to the near partner": "to the near partner",
    "to the far partner": "to the far partner",
    "margin missed: to the near partner": "margin missed",
    "wᵀx = 0": "wᵀx = 0",
    "wᵀx = 1": "its margins ±1",
    "margin missed": "margin missed",
}


def points_panel(view):
    """The points by class, triplets, and the unit ball (or the separating line) of this frame."""
    case = view.case
    keep = shadow_features(case, view.result.x)
    X = case.X[:, keep]
    box = np.array(window(X, 0.1, HERO if len(keep) == 2 else None))
    if case.svm:
        marks = [*_separator(view, box), _points(case, X), _missed_rings(view, X)]
        title = "Points push the plane away" if len(keep) == 3 else "Points push the line away"
    else:
        marks = [*_ball(view, keep, X, box), _points(case, X), *_triplets(view, X)]
        title = "Near partners inside, far ones outside"
    if len(keep) == 2:
        marks.append(_missed_count(view, box))
    words = " (projection)" if case.X.shape[1] > 3 else ""
    axes = [
        Axis(case.features[k] + words, range=tuple(ends)) for k, ends in zip(keep, box, strict=True)
    ]
    return Panel(title, marks, *axes, equal=len(keep) == 2, key="points", legend=_KEY)


def _points(case, X):
    return Points(
        *X.T,
        klass=case.y.astype(float),
        names=case.classes,
        size=6.0 if len(X) > 100 else 8.0,
        opacity=0.75,
        label="points",
    )


def _ball(view, keep, X, box):
    """The unit ball around one of the drawn anchors."""
    centre = X[_anchor(view, X)]
    # In the plane what lies beyond the panel is cut off, in space it is in the way.
    longest = (3.0 if len(keep) == 3 else 30.0) * np.ptp(box, axis=1).max()
    maps = ball_maps(np.maximum(view.w, 0.0), view.case.A, keep, longest)
    b = np.tile(centre, (len(maps), 1))
    ring = Points(*centre[:, None], symbol="circle-open", tone="ink", size=14.0, label="centre")
    if len(keep) == 3:
        shape, faces = unit_sphere()
        looks = {"tone": "main", "opacity": 0.15, "label": "unit ball"}
        return [Mesh(moved(shape, maps, b), faces=faces, **looks), ring]
    looks = {"tone": "ink", "fill": 0.06, "label": "unit ball"}
    return [Path(moved(unit_circle(), maps, b), ghost=False, **looks), ring]


def _anchor(view, X):
    """The anchor of a drawn triplet that is nearest to the middle of its class."""
    y, some = view.case.y, view.case.triplets[view.drawn, 0]
    off = [np.sum((X[i] - X[y == y[i]].mean(axis=0)) ** 2) for i in some]
    return some[int(np.argmin(off))]


def _triplets(view, X):
    """Near (solid) and far (dashed) partners of the drawn triplets, orange where missed."""
    if view.settings["drawn"] == 0:
        return []
    drawn, missed = view.case.triplets[view.drawn], view.missed()[:, view.drawn]
    marks = []
    for partner, dash, words in ((1, "solid", "near"), (2, "dash", "far")):
        a, b = X[drawn[:, 0]].T, X[drawn[:, partner]].T
        looks = {"dash": dash, "label": f"to the {words} partner"}
        marks.append(_segments(a, b, a[1], tone="muted", width=1.2, opacity=0.6, **looks))
        y0 = row(np.where(missed, a[1], np.nan))
        looks["label"] = f"margin missed: {looks['label']}"
        marks.append(_segments(a, b, y0, tone="now", width=2.2, **looks))
    return marks


def _segments(a, b, y0, **looks):
    deep = {"z0": a[2], "z1": b[2]} if len(a) == 3 else {}
    return Segments(a[0], y0, b[0], b[1], **deep, **looks)


def _missed_count(view, box):
    n = view.case.problem.Z.shape[0]
    words = tuple(f"{k} of {n} margins missed" for k in view.missed().sum(axis=1))
    (_, x), (y, _) = box[0], box[1]
    x, y = x - 0.02 * np.ptp(box[0]), y + 0.05 * np.ptp(box[1])
    return Text([x], [y], text=words, tone="muted", anchor="left", per_frame=True)


def _missed_rings(view, X):
    y = row(np.where(view.missed(), X[:, 1], np.nan))
    deep = {"z": X[:, 2]} if X.shape[1] == 3 else {}
    looks = {"symbol": "circle-open", "tone": "now", "size": 13.0, "label": "margin missed"}
    return Points(X[:, 0], y, **deep, **looks)


def _separator(view, box):
    """The line (or plane) w'x = 0 and its margins; none where the points are projected."""
    w, m = view.w, view.w.shape[1]
    if m > 3:
        return []
    if m == 3:
        square = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], dtype=float)
        maps = plane_maps(w, 0.5 * np.ptp(box, axis=1).max())
        shape = moved(square, maps, np.zeros((len(w), 3)))
        faces = np.array([[0, 1, 2], [0, 2, 3]])
        return [Mesh(shape, faces=faces, tone="ink", opacity=0.25, label="wᵀx = 0")]
    marks = []
    for level, words in ((0.0, "wᵀx = 0"), (1.0, "wᵀx = 1"), (-1.0, "wᵀx = −1")):
        x, y = lines_in_box(w, level, np.array(wider(box)))
        looks = {"width": 2.0} if level == 0.0 else {"width": 1.2, "dash": "dash"}
        marks.append(Path(row(x), row(y), tone="ink", ghost=False, label=words, **looks))
    return marks
