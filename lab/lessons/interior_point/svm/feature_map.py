"""The panel "map" of the trained machine: the features behind the kernel (γ z'z̃)², three of them
for points of the plane, in which the curved boundary is a plane (Figs. 3-2 and 3-4 of
001_f12148ddf98c114b.txt)."""

from __future__ import annotations

import numpy as np

from lab.lessons.interior_point.svm.marks import KEY, LOOKS_IN_SPACE, marked, mover
from lab.lessons.interior_point.svm_3d import surface
from widgets import Axis, Mesh, Panel, row

#: The sheet on which all points lie: rings, and points on each.
_RINGS, _AROUND = 6, 25
_MARGIN, _MARKERS = 0.06, 0.65
_NAMES = ("γ z₁²", "√2 γ z₁z₂", "γ z₂²")


def has_map(view):
    """Whether the kernel has three features: (γ z'z̃)² of points in the plane."""
    s = view.settings
    power = s["kernel"] == "polynomial" and s["degree"] == 2 and s["coef0"] == 0.0
    return power and view.case.cloud.X.shape[1] == 2


def features(points, gamma):
    """γ (z₁², √2 z₁z₂, z₂²) of points (..., 2): their products are the kernel's values."""
    a, b = np.moveaxis(np.asarray(points), -1, 0)
    return gamma * np.stack([a * a, np.sqrt(2.0) * a * b, b * b], axis=-1)


def map_panel(view):
    """The points among the features, the sheet they lie on, and the plane h = 0."""
    gamma = view.settings["gamma"]
    places = features(view.case.cloud.X, gamma)
    sheet, faces = _sheet(gamma, np.linalg.norm(view.case.seen, axis=1).max(initial=0.0))
    limits = _limits(np.vstack([places, sheet]))
    normals = (view.x * view.y) @ places
    inside = surface.hidden(surface.flat(normals, view.middle(), limits), limits)
    still = np.broadcast_to(places.T[:, None, :], (3, *view.x.shape))
    marks = [
        Mesh(*sheet.T, faces=faces, tone="muted", opacity=0.18, label="all points of the plane"),
        Mesh(*(row(inside[view.frame, :, axis]) for axis in range(3)), faces=surface.FAN,
             tone="good", opacity=0.35, label="h = 0, a plane"),
        *marked(view, still, size=_MARKERS, looks=LOOKS_IN_SPACE),
        mover(view, still),
    ]  # fmt: skip
    return Panel(
        "Among its features the boundary is a plane",
        marks,
        *(Axis(name, range=ends) for name, ends in zip(_NAMES, limits, strict=True)),
        key="map",
        subtitle="z and −z fall together",
        legend=KEY | {"all points of the plane": "the plane", "h = 0, a plane": "h = 0"},
    )


def _sheet(gamma, reach):
    """(vertices, faces) of the image of the disc of radius `reach`; half of it is enough."""
    radius = reach * np.linspace(0.0, 1.0, _RINGS)
    angle = np.linspace(0.0, np.pi, _AROUND)
    disc = radius[:, None, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    corner = np.arange((_RINGS - 1) * _AROUND).reshape(-1, _AROUND)[:, :-1].ravel()
    halves = np.array([[0, 1, _AROUND + 1], [0, _AROUND + 1, _AROUND]])
    return features(disc.reshape(-1, 2), gamma), (corner[:, None, None] + halves).reshape(-1, 3)


def _limits(points):
    """(low, high) of each axis, a little beyond all points (k, 3)."""
    low, high = points.min(axis=0), points.max(axis=0)
    room = _MARGIN * max(float(np.max(high - low)), 1e-6)
    return [(float(a - room), float(b + room)) for a, b in zip(low, high, strict=True)]
