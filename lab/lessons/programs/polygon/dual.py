"""The dual's polygon: each edge of the region is a corner there, each corner an edge.

Seen from a point o inside, the edge normal'(x - o) <= r of reach r becomes the point normal / r.
Multipliers y >= 0 are weights of these points, so that feasible ones are a point of the arrow's ray
inside their hull, the further out the better its bound. A point x becomes the line p'(x - o) = 1,
with the hull on one side where x is feasible. Where both meet, both are optimal.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial import ConvexHull

from lab.drawing.geometry import HERO, lines_in_box, wider, window
from lab.lessons.programs.polygon.levels import FAR
from lab.lessons.programs.polygon.panels import NAMED, methods_at
from lab.lessons.programs.polygon.shape import SAME
from widgets import Arrows, Axis, Lines, Panel, Path, Points, Text, row

#: The ray of the arrow ends so many times as far as the furthest corner.
_FAR = 4.0
_CURVED = "F is curved: its dual has x as a variable beside the multipliers; no plane holds both."
_NOTHING = "No point is strictly inside the edges, from which the dual could be drawn."
_PARALLEL = "All edges are parallel: the dual's polygon is a line."


def dual(view):
    """The panel; without marks, and in words why, where there is no such polygon."""
    shape, problem = view.case.shape, view.run.problem
    if not len(shape.reach):
        return _panel((), "No edge yet: the dual's polygon has no corner.")
    if problem.Q is not None or problem.rows.inner is None:
        return _panel((), _NOTHING if problem.Q is None else _CURVED)
    inside = problem.rows.outward(problem.rows.inner)
    places = shape.normals / shape.slack(inside)[:, None]
    if np.linalg.matrix_rank(shape.normals, SAME) < 2:
        return _panel((), _PARALLEL)
    hull = np.vstack([places, np.zeros(2)])
    hull = hull[ConvexHull(hull).vertices]
    box = window(np.vstack([hull, np.zeros(2)]), 0.2, HERO)
    marks = [
        Path(*np.vstack([hull, hull[:1]]).T, tone="ink", width=1.8, fill=0.07, ghost=False,
             label="the dual's polygon"),
        *_ray(view, np.linalg.norm(hull, axis=1).max()),
        *_line(view, inside, box),
        Points(*places.T, tone="ink", symbol="circle-open", size=9.0,
               texts=tuple(f"edge {name}" for name in view.case.names), label="an edge"),
        *methods_at(view, {name: _weighed(view, name, inside) for name in view.run.results}, False),
    ]  # fmt: skip
    if len(places) <= NAMED:
        out = places + 0.04 * np.ptp(box[0]) * shape.normals
        marks.append(Text(*out.T, tuple(view.case.names), tone="ink", anchor="center"))
    words = "y is a point, x a line; they meet at the optimum"
    return _panel(marks, words, *(Axis(f"normal{low} ÷ reach", range=ends)
                                  for low, ends in zip("₁₂", box, strict=True)))  # fmt: skip


def _panel(marks, words, x=None, y=None):
    empty = Axis(range=(0.0, 1.0), ticks=((), ()))
    shown = {"x as a line": "x", "the dual's polygon": "the dual's polygon"}
    return Panel("The dual: each edge a corner", marks, x or empty, y or empty, equal=True,
                 key="dual", subtitle=words, legend=shown)  # fmt: skip


def _ray(view, size):
    """The way of the arrow from the middle, further than any corner."""
    way = -view.run.problem.c / np.linalg.norm(view.run.problem.c)
    yield Lines(*np.column_stack([np.zeros(2), _FAR * size * way]), tone="muted", width=1.2,
                dash="dot", label="the arrow's ray")  # fmt: skip
    yield Arrows(0.0, 0.0, *(0.3 * size * way), tone="ink", width=2.5, label="F falls this way")


def _line(view, inside, box):
    """The main method's x as a line, in each frame."""
    away = view.x - inside
    ends = lines_in_box(away, np.ones(len(away)), np.array(wider(box, FAR)))
    yield Lines(*(row(v) for v in ends), tone="now", width=1.2, dash="dash", label="x as a line")


def _weighed(view, name, inside):
    """The points (R, 2) that a method's multipliers weigh out; NaN where it has none."""
    shown = view.run.traces[name].snapshots
    if "y" not in shown:
        return np.full_like(view.path(name), np.nan)
    y = shown["y"][: len(view.path(name))] * np.linalg.norm(view.run.problem.A, axis=1)
    total = y @ view.case.shape.slack(inside)
    clear = np.abs(total) > 1e-9 * np.abs(y).max(axis=1, initial=0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(clear[:, None], y @ view.case.shape.normals / total[:, None], np.nan)
