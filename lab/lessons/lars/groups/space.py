"""The panels "iterates" and "correlations" of the groups scene: the spinning top and the ellipsoid
(figure 1 of 002_8a6384496e3a9cf3.txt), and the optimality condition by groups."""

from __future__ import annotations

import numpy as np

from lab.drawing.ball import ball_marks, ball_points
from lab.drawing.conditions import TOUCH, conditions_panel
from lab.drawing.geometry import unit_circle, window
from lab.drawing.paths import iterates_panel, method_paths, path_names
from lab.lessons.lars.groups.view import NAMES, norms
from widgets import (
    Lines,
    Mesh,
    Points,
    Segments,
    moved,
    row,
)  # fmt: skip

#: Length of the longest axis at least, for runs that never move.
_LEAST = 1.5
_SPOKES = 48
#: Points of a ring.
_RING = 73
#: Directions in which the loss rises less than this share of the steepest are drawn as if it did.
_FLAT = 1e-6
STATES = ("at λ, as it should", "passes λ", "below λ, group 0", "off λ, group not 0")


def spinning_top():
    """(vertices (50, 3), faces (96, 3)) of |(w1, w2)| + |w3| <= 1: two cones on one rim."""
    rim = np.column_stack([unit_circle(_SPOKES + 1)[:-1], np.zeros(_SPOKES)])
    vertices = np.vstack([rim, [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]])
    a = np.arange(_SPOKES)
    b = (a + 1) % _SPOKES
    top, bottom = np.full(_SPOKES, _SPOKES), np.full(_SPOKES, _SPOKES + 1)
    return vertices, np.vstack([np.column_stack([a, b, top]), np.column_stack([b, a, bottom])])


def _outline():
    """The rim of the top and four lines from tip to tip, NaN between them."""
    rim = np.column_stack([unit_circle(65), np.zeros(65)])
    gap, up, down = np.full((1, 3), np.nan), [[0.0, 0.0, 1.0]], [[0.0, 0.0, -1.0]]
    sides = [
        np.vstack([gap, up, [[np.cos(u), np.sin(u), 0.0]], down])
        for u in np.arange(4) * np.pi / 2.0
    ]
    return np.vstack([rim, *sides])


def space(view):
    """The path of w, the top of its size and the ellipsoid of its loss."""
    box = _box(view)
    paths = [*method_paths(view, "block descent"), *_now(view), *path_names(view, box)]
    marks = [_rings(view, box), *_top(view, box), *ball_marks(view, _outline()), *paths]
    legend = {mark.label: mark.label.partition(";")[0] for mark in marks if "as here" in mark.label}
    title = "The ellipsoid touches the spinning top"
    return iterates_panel(title, marks, box, legend, "drag to turn")


def _box(view):
    """Axes that hold every path and the first top, and the last top and ellipsoid as far as they
    are not far."""
    paths = [view.path(name) for name in view.run.results]
    points = np.vstack([*paths, ball_points(view), np.zeros(3), view.minimiser])
    reach = 1.5 * np.abs(points).max()
    size, rings = norms(view.w[-1]).sum(), ellipsoid_rings(view)[-1]
    solids = np.vstack([size * np.eye(3), -size * np.eye(3), rings])
    first = norms(view.w[0]).sum()
    points = np.vstack([points, first * np.eye(3), -first * np.eye(3)])
    return window(np.vstack([points, np.clip(solids, -reach, reach)]), margin=0.04, least=_LEAST)


def _top(view, box):
    """The top in the frames where it fits into the axes; a point stands for it before."""
    size, half = norms(view.w).sum(axis=1), np.abs(np.array(box)).min()
    maps = np.where(size <= half, size, 0.0)[:, None, None] * np.eye(3), np.zeros((len(view), 3))
    vertices, faces = spinning_top()
    label = "the same |(w₁, w₂)| + |w₃| as here; drawn where it fits into the axes"
    yield Mesh(moved(vertices, *maps), faces=faces, opacity=0.25, label=label)
    yield Lines(moved(_outline(), *maps), width=1.2, opacity=0.8, label=label)


def _rings(view, box):
    """The ellipsoid of the loss as three rings, two of them through w; cut at the walls."""
    rings = ellipsoid_rings(view)
    low, high = np.array(box).T
    rings[~np.all((rings >= low) & (rings <= high), axis=2)] = np.nan
    return Lines(
        *(row(rings[:, :, d]) for d in range(3)), tone="good", width=2.0,
        label="the same loss as here",
    )  # fmt: skip


def ellipsoid_rings(view):
    """Points (T, n, 3) on {the loss is that of w}: three ellipses around the least-squares
    solution, NaN between them. The first two cross at w, so that one sees it touch."""
    X, t = view.problem.X, view.problem.t
    centre = np.linalg.lstsq(X, t, rcond=None)[0]
    values, vectors = np.linalg.eigh(X.T @ X)
    root = np.sqrt(np.maximum(values, _FLAT * values[-1]))
    ahead = (view.w - centre) @ vectors * root  # w on the sphere that the ellipsoid comes from
    radius = np.linalg.norm(ahead, axis=1)
    frame = _frames(ahead / np.where(radius > 0.0, radius, 1.0)[:, None])
    ring = unit_circle(_RING)
    rings = [ring @ frame[:, [i, j]] for i, j in ((0, 1), (0, 2), (1, 2))]
    gap = np.full((len(view), 1, 3), np.nan)
    sphere = np.concatenate([rings[0], gap, rings[1], gap, rings[2]], axis=1)
    return centre + (radius[:, None, None] * sphere / root) @ vectors.T


def _frames(first):
    """Orthonormal rows (T, 3, 3) that begin with the unit vectors `first` (T, 3)."""
    long = np.eye(3)[0] - first[:, :1] * first  # what the longest axis has beside them
    short = np.eye(3)[2] - first[:, 2:] * first
    second = np.where(np.linalg.norm(long, axis=1, keepdims=True) > 0.3, long, short)
    second /= np.linalg.norm(second, axis=1, keepdims=True)
    return np.stack([first, second, np.cross(first, second)], axis=1)


def _now(view):
    """The move of this frame in orange: where it came from, where it is."""
    before = np.where(view.started[:, None], view.before, view.w)
    ends = {f"{a}0": row(before[:, [d]]) for d, a in enumerate("xyz")}
    ends |= {f"{a}1": row(view.w[:, [d]]) for d, a in enumerate("xyz")}
    yield Segments(**ends, tone="now", width=5.0, label="this update")
    yield Points(*(row(view.w[:, [d]]) for d in range(3)), tone="now", size=9.0, label="w")


def conditions(view):
    """|X_g'r| of both groups against λ: the optimality condition as a picture."""
    c = view.correlations
    return conditions_panel(
        norms(c),
        bar_states(c, view.w, view.lam),
        view.lam,
        "One bar for a whole group",
        "norm of xᵀr",
        NAMES,
        STATES,
        "where a group is not 0, its bar is at λ",
    )


def bar_states(c, w, lam):
    """A class per group, as in `STATES`: c = X'r and w are (T, 3)."""
    size, length = norms(c), norms(w)
    with np.errstate(divide="ignore", invalid="ignore"):
        wanted = lam * w / length[:, [0, 0, 1]]
    near, zero = TOUCH * lam, length == 0.0
    touches = np.where(
        zero, np.abs(size - lam), norms(c - np.where(zero[:, [0, 0, 1]], 0.0, wanted))
    )
    passes = size > lam + near
    return np.select([touches <= near, passes, zero], [0, 1, 2], 3)
