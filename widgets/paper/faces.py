"""Faces in space: surfaces and meshes, shaded by where they look."""

import numpy as np
from matplotlib.colors import to_rgb
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from widgets.paper.board import PX, Drawn

_LIGHT = np.array([-0.4, -0.5, 0.77])


class Faces(Poly3DCollection):
    """Polygons in space that end at the walls, as lines in a plane end at its frame.

    `corners` (n, 3) are those of the whole polygons.
    """

    corners = np.empty((0, 3))

    def show(self, board, polygons, colours=None):
        """Show `polygons`, m of (corners, 3), in `colours` (m, 4) if there are any."""
        polygons = [np.reshape(p, (-1, 3)) for p in polygons]
        self.corners = np.concatenate(polygons or [np.empty((0, 3))])
        walls = np.sort([axis["range"] for axis in board.axes])
        cut = [_cut(p, walls) for p in polygons]
        retained = [i for i, p in enumerate(cut) if len(p) > 2]
        self.set_verts([cut[i] for i in retained])
        if colours is not None:
            self.set_facecolor(colours[retained])


def surface(trace, board, zorder):
    """A surface over a grid, four corners a face."""

    def corners(found):
        grid = np.stack([found[name] for name in "xyz"], axis=-1)
        faces = [grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]]
        return np.stack(faces, axis=2).reshape(-1, 4, 3)

    return _faces(trace, board, zorder, corners)


def mesh(trace, board, zorder):
    """Triangles."""
    faces = np.array(trace["style"]["faces"])

    def corners(found):
        return np.column_stack(np.broadcast_arrays(*(found[name] for name in "xyz")))[faces]

    return _faces(trace, board, zorder, corners)


def _faces(trace, board, zorder, corners):
    colour, opacity = board.ink(trace["style"]).values()
    faces = Faces([], facecolor=colour, edgecolor=colour, linewidth=0.4 * PX, zorder=zorder)
    board.ax.add_collection3d(faces, autolim=False)
    sizes = board.sizes()

    def update(k):
        shown = corners(board.reader.read(trace, k))
        shown = shown[np.isfinite(shown).all(axis=(1, 2))]
        tint = _shaded(colour, shown / sizes)
        faces.show(board, shown, np.column_stack([tint, np.full(len(tint), opacity)]))
        faces.set_edgecolor((*to_rgb(colour), 0.35 * opacity))

    return Drawn(trace, [faces], [], update)


def _cut(polygon, walls):
    """What of a polygon (c, 3) lies between the walls (Sutherland and Hodgman, 1974)."""
    if ((polygon >= walls[:, 0]) & (polygon <= walls[:, 1])).all():
        return polygon
    for axis, wall in enumerate(walls):
        for limit, sign in zip(wall, (1.0, -1.0), strict=True):
            depth = sign * (polygon[:, axis] - limit)
            if np.all(depth >= 0.0):
                continue
            if np.all(depth < 0.0):
                return polygon[:0]
            polygon = _halved(polygon, depth)
    return polygon


def _halved(polygon, depth):
    """The part of a polygon where `depth` is not negative; new corners where it changes sign."""
    corners = []
    for i in range(len(polygon)):
        j = (i + 1) % len(polygon)
        if depth[i] >= 0.0:
            corners.append(polygon[i])
        if (depth[i] >= 0.0) != (depth[j] >= 0.0):
            share = depth[i] / (depth[i] - depth[j])
            corners.append(polygon[i] + share * (polygon[j] - polygon[i]))
    return np.array(corners)


def _shaded(colour, corners):
    """The colour of each face: full where it faces the light, darker where it turns away."""
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normal, axis=1)
    towards = np.abs(normal @ _LIGHT) / np.where(length > 0.0, length, 1.0)
    return np.array(to_rgb(colour)) * (0.62 + 0.38 * towards)[:, None]
