"""The solid in space, with the paths of the methods."""

from __future__ import annotations

import numpy as np

from lab.lessons.programs.methods import METHODS
from lab.lessons.programs.polygon.panels import at_the_end
from lab.race.methods import YOURS
from widgets import Arrows, Axis, Lines, Mesh, Panel, Path, Points, prefix, row

#: What marks the methods in space, where there are no triangles and crosses.
_SYMBOLS = ("circle", "square", "diamond", "circle-open", "square-open", "diamond-open")


def space(view):
    """Facets, edges, the arrow of the objective, central path, the methods' ways."""
    case = view.case
    corners, extent = case.drawn.corners, np.ptp(case.box, axis=1)
    middle = corners.mean(axis=0) if len(corners) else np.mean(case.box, axis=1)
    drawn = np.insert(case.edges(), 2, np.nan, axis=1).reshape(-1, 3)
    way = 0.25 * extent.min() * case.problem.c / (np.linalg.norm(case.problem.c) or 1.0)
    marks = [
        Mesh(*corners.T, faces=case.triangles(), tone="muted", opacity=0.12, label="feasible"),
        Lines(*drawn.T, tone="ink", width=1.5, label="edges"),
        _arrow(middle, middle - way, tone="ink", width=2.5,
               label="F falls this way" if case.problem.Q is None else "F falls this way at 0"),
        *_centre(view),
        *_paths(view),
        *_ray(view, extent.max()),
    ]  # fmt: skip
    return Panel(
        "From corner to corner, or through the middle",
        marks,
        *(Axis(name, range=ends) for name, ends in zip(case.axes, case.box, strict=True)),
        key="space",
        hint="drag to turn",
        legend={"central path": "central path"}
        | {METHODS[name].label: METHODS[name].label for name in view.run.results},
    )


def _arrow(start, stop, **look):
    """One arrow from (x, y, z) to (x, y, z)."""
    names = ("x0", "y0", "z0", "x1", "y1", "z1")
    return Arrows(**dict(zip(names, (*start, *stop), strict=True)), **look)


def _ray(view, size):
    """The way without an end."""
    if view.run.result.status == "unbounded":
        start = view.run.result.x
        ends = ([at_the_end(view, [v]) for v in x] for x in (start, start + size * view.ray))
        yield _arrow(*ends, tone="good", width=5.0, label="the way without an end")


def _centre(view):
    x = view.run.extra["centre"]
    if x is not None:
        yield Path(*x.T, tone="muted", width=4.0, ghost=False, label="central path")


def _paths(view):
    places = [*METHODS, YOURS]
    for name in (*view.rivals, view.run.main):
        label, tone, dash = METHODS[name]
        rows, path, main = view.rows[name], view.path(name), name == view.run.main
        yield Path(*(prefix(v, rows) for v in path.T), tone=tone, dash=dash, label=label,
                   width=5.0 if main else 3.0)  # fmt: skip
        yield Points(*(row(v[:, None]) for v in path[rows].T), tone=tone, label=label,
                     symbol=_SYMBOLS[places.index(name) % len(_SYMBOLS)], size=7.0)  # fmt: skip
