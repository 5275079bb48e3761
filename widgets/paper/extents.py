"""How far each mark reaches on paper, read from its artists."""

from __future__ import annotations

from functools import singledispatch

import numpy as np
from matplotlib.collections import Collection, PathCollection, QuadMesh
from matplotlib.lines import Line2D
from matplotlib.text import Annotation
from mpl_toolkits.mplot3d.art3d import Line3D, Path3DCollection, Text3D

from widgets.paper.faces import Faces


def extent(drawn, board):
    """[xmin, xmax, ymin, ymax(, zmin, zmax)] of what is shown, [] where nothing is."""
    d = len(board.axes)
    points = [np.asarray(corners(a), dtype=float).reshape(-1, d) for a in drawn.solid]
    points = board.read(np.concatenate(points or [np.empty((0, d))]))
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
