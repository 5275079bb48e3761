"""What several scenes draw: unit balls {x: (x - c)' M (x - c) = 1} of metrics, and the points."""

from __future__ import annotations

from typing import Any

import numpy as np

from lab.drawing.geometry import spectral_maps, unit_circle
from widgets import Points


def ball_maps(M, longest=np.inf):
    """Maps (T, d, d) of the unit sphere onto the unit balls of M (T, d, d): symmetric M^-1/2.

    A half-axis is at most `longest`. The ball of a matrix that is not positive definite does not
    exist: its map is 0.
    """

    def half_axes(values):
        with np.errstate(divide="ignore", invalid="ignore"):
            axes = np.minimum(1.0 / np.sqrt(values), longest)
        return np.where(values[:, :1] > 0.0, axes, 0.0)

    return spectral_maps(M, half_axes)


def outline(d):
    """The unit circle (n, 2), or the great circles of the unit sphere in the three planes as one
    walk (n, 3)."""
    circle = unit_circle(73)
    if d == 2:
        return circle
    zero = np.zeros(len(circle))
    first = np.column_stack([*circle.T, zero])
    second = np.column_stack([circle[:, 0], zero, circle[:, 1]])
    quarter = first[: len(circle) // 4 + 1]
    third = np.column_stack([zero, *circle.T])
    return np.vstack([first, second, quarter, third])


def point_marks(case):
    """All points of a case by class, the labelled ones large, and a ring around the one that waits
    for a second click."""
    size = np.where(np.isin(np.arange(len(case.y)), case.labelled), 10.0, 6.0)
    texts = tuple(f"point {i}" for i in range(len(case.y)))
    styles = {"klass": case.y.astype(float), "names": case.classes, "size": size, "texts": texts}
    yield Points(*case.X.T, opacity=0.75, label="points", **styles)
    if case.waiting is not None:
        here = case.X[[case.waiting]].T
        ring: dict[str, Any] = {"symbol": "circle-open", "tone": "now", "size": 18.0}
        yield Points(*here, label="waits for a second point", **ring)
