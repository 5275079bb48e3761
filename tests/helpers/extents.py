"""How far marks reach on paper, read from their artists."""

from __future__ import annotations

from functools import singledispatch

import numpy as np
from matplotlib.collections import Collection, PathCollection, QuadMesh
from matplotlib.lines import Line2D
from matplotlib.text import Annotation
from mpl_toolkits.mplot3d.art3d import Line3D, Path3DCollection, Text3D

from widgets.paper.artists import Faces
from widgets.paper.page import layout


def extents(scene, frame=-1):
    """How far each mark reaches on paper, by panel key.

    Each entry is (index of the mark, its kind, [xmin, xmax, ymin, ymax(, zmin, zmax)]); the list is
    empty where the frame shows nothing. Ghosts, heads and the size of markers do not count; bars
    and cells count with their width, words as their point.
    """
    (found,) = extents_at(scene, [frame])
    return found


def extents_at(scene, frames):
    """The `extents` of each of these frames, on one page."""
    page = layout(scene, "light", 12.4)
    for frame in frames:
        page.show(range(len(scene))[frame])
        yield {panel.key: list(_extents(panel, view))
               for panel, view in zip(scene.panels, page.views, strict=True)}  # fmt: skip


def _extents(panel, view):
    drawn = [d for d in view.drawn if "ghost" not in d.trace]
    for i, mark in enumerate(panel.marks):
        own = [d for d in drawn if d.trace["mark"] == i]
        yield i, type(mark).__name__, _extent(own, view.board)


def _extent(drawn, board):
    d = len(board.axes)
    artists = [a for one in drawn for a in one.solid]
    points = [np.asarray(corners(a), dtype=float).reshape(-1, d) for a in artists]
    points = np.concatenate(points or [np.empty((0, d))])
    logs = [a["log"] and not board.flat for a in board.axes]
    points = np.where(logs, 10.0 ** np.where(logs, points, 0.0), points)
    points = points[np.isfinite(points).all(axis=1)]
    if not len(points):
        return []
    return np.column_stack([points.min(axis=0), points.max(axis=0)]).ravel().tolist()


@singledispatch
def corners(artist):
    """The points (n, d) between which an artist lies, in the numbers of its axes."""
    raise TypeError(f"{type(artist).__name__} has no corners.")


@corners.register
def _(artist: Line2D):
    return artist.get_xydata()


@corners.register
def _(artist: Line3D):
    return np.transpose(artist.get_data_3d())


@corners.register
def _(artist: Collection):
    paths = [p.vertices for p in artist.get_paths()]
    return np.concatenate(paths or [np.empty((0, 2))])


@corners.register
def _(artist: PathCollection):
    return np.ma.filled(artist.get_offsets(), np.nan)


@corners.register
def _(artist: Path3DCollection):
    return np.column_stack([np.ma.filled(c, np.nan) for c in artist._offsets3d])


@corners.register
def _(artist: QuadMesh):
    return artist.get_coordinates()


@corners.register
def _(artist: Faces):
    return artist.corners


@corners.register
def _(artist: Annotation):
    return [artist.xy] if artist.get_visible() else np.empty((0, 2))


@corners.register
def _(artist: Text3D):
    return [artist.get_position_3d()] if artist.get_visible() else np.empty((0, 3))
