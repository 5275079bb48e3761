"""The panel "iterates" of the lasso scene: the path in the plane or in space."""

from __future__ import annotations

import numpy as np

from lab.drawing.ball import ball_marks, ball_points
from lab.drawing.geometry import HERO, OCTAHEDRON, ellipsoids, unit_circle, unit_sphere, window
from lab.drawing.paths import iterates_panel, landscape, method_paths, path_names
from widgets import Mesh, Path, Points, Segments, moved, row

_RINGS = 97
#: |w|_1 = 1 in the plane.
_DIAMOND = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]])
#: Length of the longest axis at least, for runs that never move.
_LEAST = 2.0


def iterates(view):
    """The panel: one axis per weight."""
    return _plane(view) if view.dimension == 2 else _space(view)


def plane_box(view):
    """The ranges of the plane."""
    return window(_shown(view), margin=0.1, aspect=HERO, least=_LEAST)


def _plane(view):
    box = plane_box(view)
    marks = [
        *landscape(view, *box),
        _ring(view),
        *ball_marks(view, _DIAMOND),
        *method_paths(view, "coordinate descent"),
        *_now(view),
        *path_names(view, box),
    ]
    legend = {
        "F(w)": "F(w)",
        "all w with the same F as here": "the same F as here",
        "this update": "this update",
    }
    return iterates_panel("Every move is along one axis", marks, box, legend, names=view.names)


def _space(view):
    solids = _solids(view)
    box = _box(view, solids)
    paths = method_paths(view, "coordinate descent")
    behind = [*_draw(solids, box), *ball_marks(view, OCTAHEDRON)]
    marks = [*behind, *paths, *_now(view), *path_names(view, box)]
    legend = {mark.label: mark.label.partition(";")[0] for mark in marks if "as here" in mark.label}
    return iterates_panel("Every move is along one axis", marks, box, legend, names=view.names)


def _shown(view):
    """Every point that the axes must hold."""
    paths = [view.path(name) for name in view.run.results]
    return np.vstack([*paths, ball_points(view), np.zeros(view.dimension), view.minimiser])


def _ring(view):
    """The level line of F through the current point: each move ends where it touches one."""
    ring = level_ring(view, unit_circle(_RINGS))
    return Path(
        row(ring[..., 0]), row(ring[..., 1]), tone="ink", width=1.0, opacity=0.6,
        label="all w with the same F as here",
    )  # fmt: skip


def level_ring(view, directions):
    """{w: F(w) = F(w_k)} for each frame (T, n, 2), exactly, on rays from the minimiser.

    Along a ray F is convex, and quadratic between its (at most two) kinks, so that each distance is
    the root of one quadratic, at any scale. directions: (n, 2) unit vectors.
    """
    best = view.minimiser
    bend = 0.5 * np.einsum("nd,de,ne->n", directions, view.H, directions)
    with np.errstate(divide="ignore", invalid="ignore"):
        kinks = np.where(best * directions < 0.0, -best / directions, np.inf)
    heights = np.maximum(view.objective(view.w) - view.objective(best), 0.0)[:, None]
    distance = np.zeros((len(view), len(directions)))
    for start in (np.zeros(len(directions)), *np.sort(kinks, axis=1).T):
        known = np.isfinite(start)
        p = np.where(known, start, 0.0)
        here = best + p[:, None] * directions
        ahead = np.where((p[:, None] >= kinks) | (best == 0.0), directions, best)
        slope = np.sum((here @ view.H - view.q + view.lam * np.sign(ahead)) * directions, axis=1)
        left = heights - (view.objective(here) - view.objective(best))
        root = slope + np.sqrt(slope**2 + 4.0 * bend * np.maximum(left, 0.0))
        step = 2.0 * left / np.where(root > 0.0, root, np.inf)
        distance = np.where(known & (left >= 0.0), p + step, distance)
    return best + distance[:, :, None] * directions


def _solids(view):
    """Maps A (T, 3, 3), b (T, 3) of the ellipsoid of equal loss and the octahedron of equal
    |w|_1."""
    centre = np.linalg.lstsq(view.H, view.q, rcond=None)[0]
    offsets = view.w - centre
    loss = 0.5 * np.einsum("td,de,te->t", offsets, view.H, offsets)
    size = np.abs(view.w).sum(axis=1)
    return ellipsoids(view.H, centre, loss), (
        size[:, None, None] * np.eye(3),
        np.zeros((len(view), 3)),
    )


def _box(view, solids):
    """Axes that hold every path, and the last solids as far as that leaves the paths large."""
    points = _shown(view)
    reach = 1.2 * np.abs(points).max()
    (A, b), (octahedron, _) = ((a[-1], c[-1]) for a, c in solids)
    ends = [b + sign * np.linalg.norm(A, axis=1) for sign in (-1.0, 1.0)]
    corners = [sign * np.diag(octahedron) for sign in (-1.0, 1.0)]
    return window(
        np.vstack([points, np.clip([*ends, *corners], -reach, reach)]), margin=0.08, least=_LEAST
    )


def _draw(solids, box):
    """The solids in the frames where they fit into the axes; a point stands for them before."""
    low, high = np.array(box).T
    vertices, faces = unit_sphere()
    (A, b), (size, zero) = solids
    half = np.linalg.norm(A, axis=2)
    A = A * np.all((b - half >= low) & (b + half <= high), axis=1)[:, None, None]
    half = size[:, 0, :1]
    size = size * np.all((-half >= low) & (half <= high), axis=1)[:, None, None]
    later = "; drawn where it fits into the axes"
    yield Mesh(
        moved(vertices, A, b), faces=faces, opacity=0.18, label=f"the same loss as here{later}"
    )
    yield Path(
        moved(OCTAHEDRON, size, zero), tone="muted", width=1.5, ghost=False,
        label=f"the same |w|₁ as here{later}",
    )  # fmt: skip


def _now(view):
    """The move of this frame in orange: where it came from, where it is."""
    before = view.w.copy()
    before[np.arange(len(view)), view.moving] = view.old
    ends = {f"{axis}0": row(before[:, [d]]) for d, axis in _axes(view)}
    ends |= {f"{axis}1": row(view.w[:, [d]]) for d, axis in _axes(view)}
    yield Segments(**ends, tone="now", width=4.5, label="this update")
    at_old = {axis: row(before[:, [d]]) for d, axis in _axes(view)}
    yield Points(**at_old, symbol="circle-open", tone="ink", size=12.0, label="before this update")
    at_new = {axis: row(view.w[:, [d]]) for d, axis in _axes(view)}
    yield Points(**at_new, tone="now", size=9.0, label="w")


def _axes(view):
    return tuple(enumerate("xyz"[: view.dimension]))
