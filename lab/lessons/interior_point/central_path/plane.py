"""The first panel in two dimensions: the polygon seen straight on, or a plane of two variables."""

from __future__ import annotations

import numpy as np

from lab.drawing.geometry import HERO, window
from lab.drawing.text import figure, subscript
from lab.lessons.interior_point.central_path.marks import KEY, method_path, way
from lab.lessons.interior_point.central_path.polygon import box_edges, cut, hidden, outlines
from widgets import Axis, Lines, Panel, Path, Points, Text

_NO_TICKS = ((), ())


def seen_in(view):
    """(function from points (..., n) to the plane that is drawn (..., 2), ranges of its axes)."""
    problem = view.run.problem
    if view.run.extra["view"] == "pair":
        i, j = view.run.settings["i"] - 1, view.run.settings["j"] - 1
        side = problem.C * np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]], dtype=np.float64)
        flat = lambda x: x[..., [i, j]]  # noqa: E731
        return flat, window(np.vstack([side, flat(view.x)]), 0.08, HERO)
    flat = cut(problem.y, problem.C, problem.b).flat
    corners = flat(box_edges(problem.C).reshape(-1, 3))
    return flat, window(np.vstack([corners, flat(view.x)]), 0.07, HERO)


def plane(view):
    """The polygon in its true shape, the box around it, level lines, path and iterates."""
    problem = view.run.problem
    polygon = cut(problem.y, problem.C, problem.b)
    edges = box_edges(problem.C)
    flat, box = seen_in(view)
    marks = [
        *_box(polygon, edges),
        *level_sets(view, polygon),
        Path(
            *flat(polygon.closed).T, tone="ink", width=1.6, ghost=False, label="y'x = b in the box"
        ),
        *_wall_names(polygon, box),
        *method_path(view, flat),
    ]
    axes = [Axis(range=ends, ticks=_NO_TICKS) for ends in box]
    return Panel(
        way(view),
        marks,
        *axes,
        equal=True,
        key="plane",
        subtitle="0 ≤ x ≤ C seen along y, cut by y'x = b; darker: q lower",
        legend=KEY,
    )


def _box(polygon, edges):
    """The twelve edges of the box; those behind the polygon dotted."""
    behind = hidden(edges, polygon.y, polygon.C)
    for part, dash, words in ((behind, "dot", "behind"), (~behind, "solid", "before")):
        drawn = np.insert(polygon.flat(edges[part]), 2, np.nan, axis=1).reshape(-1, 2)
        yield Lines(*drawn.T, tone="muted", dash=dash, width=1.0, opacity=0.5,
                    label=f"the box [0, C]³, edges {words} the polygon or beside it")  # fmt: skip


def levels_of(view, polygon):
    """Rims (levels, points, 3) and levels of q in the polygon, the highest first."""
    problem, lowest = view.run.problem, view.run.extra["centre"].x[-1]
    Q = problem.y[:, None] * problem.gram() * problem.y
    gradient = Q @ lowest - 1.0
    return outlines(polygon, lowest, 0.5 * lowest @ (gradient - 1.0), gradient, Q)


def level_sets(view, polygon):
    """Sublevel sets of q, one over the other: darker where q is lower."""
    for rim, level in zip(*levels_of(view, polygon), strict=True):
        yield Path(*polygon.flat(rim).T, fill=0.1, width=0.7, ghost=False,
                   label=f"q = {figure(level)}")  # fmt: skip


def _wall_names(polygon, box):
    """The name of each wall beside it, outside, off the middle where an edge of the box comes."""
    flat = polygon.flat(polygon.corners)
    following = np.roll(flat, -1, axis=0)
    out = following - flat
    out = np.column_stack([out[:, 1], -out[:, 0]]) / np.linalg.norm(out, axis=1, keepdims=True)
    height = box[1][1] - box[1][0]
    near = np.where((following - flat).sum(axis=1) > 0.0, 0.68, 0.32)[:, None]
    at = (1.0 - near) * flat + near * following + 0.05 * height * out
    for (x, y), normal, name in zip(at, out, polygon.walls, strict=True):
        anchor = "right" if normal[0] > 0.3 else "left" if normal[0] < -0.3 else "center"
        yield Text([x], [y], (name,), tone="muted", anchor=anchor)


def pair(view):
    """The plane of two variables: the box's side, and the path and iterates projected on it."""
    problem = view.run.problem
    i, j = view.run.settings["i"] - 1, view.run.settings["j"] - 1
    side = problem.C * np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]], dtype=np.float64)
    flat, box = seen_in(view)
    marks = [
        Path(*side.T, tone="ink", width=1.6, ghost=False, label="0 ≤ x ≤ C"),
        Points(*flat(view.optimum)[:, None], symbol="diamond", tone="good", size=11.0,
               label="the optimum", future=True),
        *method_path(view, flat),
    ]  # fmt: skip
    n = problem.y.size
    return Panel(
        f"Two of {n} variables on their way",
        marks,
        Axis(f"x{subscript(i + 1)}", range=box[0]),
        Axis(f"x{subscript(j + 1)}", range=box[1]),
        equal=True,
        key="plane",
        subtitle="a projection, hence no level lines",
        legend=KEY | {"0 ≤ x ≤ C": "0 ≤ x ≤ C"},
    )
