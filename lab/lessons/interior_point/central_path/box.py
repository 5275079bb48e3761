"""The first panel in space: the box, the polygon in it, path and iterates; to be turned."""

from __future__ import annotations

import numpy as np

from lab.drawing.geometry import window
from lab.lessons.interior_point.central_path.marks import method_path, way
from lab.lessons.interior_point.central_path.plane import levels_of
from lab.lessons.interior_point.central_path.polygon import box_edges, cut
from widgets import Axis, Lines, Mesh, Panel, Path


def space(view):
    """The box [0, C]^3 and in it the polygon with its level lines."""
    problem = view.run.problem
    polygon = cut(problem.y, problem.C, problem.b)
    edges = box_edges(problem.C)
    box = window(np.vstack([edges.reshape(-1, 3), view.x]), 0.03)
    corners = polygon.corners
    fan = [(0, k, k + 1) for k in range(1, len(corners) - 1)]
    rims, _ = levels_of(view, polygon)
    lines = np.insert(rims, rims.shape[1], np.nan, axis=1).reshape(-1, 3)
    marks = [
        Lines(*_joined(edges).T, tone="muted", width=1.4, label="the box [0, C]³"),
        Mesh(*corners.T, faces=np.array(fan), opacity=0.25, label="y'x = b in the box"),
        Lines(*lines.T, width=1.2, opacity=0.6, label="level lines of q"),
        Path(*polygon.closed.T, tone="ink", width=2.0, ghost=False, label="y'x = b in the box"),
        *method_path(view, lambda x: x),
    ]
    axes = (Axis(name, range=ends) for name, ends in zip(("x₁", "x₂", "x₃"), box, strict=True))
    return Panel(
        way(view),
        marks,
        *axes,
        equal=True,
        key="plane",
        subtitle="0 ≤ x ≤ C cut by y'x = b; lines: levels of q; grey: central path; drag to turn",
    )


def _joined(edges):
    """Edges (m, 2, 3) as one line, NaN between them."""
    return np.insert(edges, 2, np.nan, axis=1).reshape(-1, 3)
