"""Faces in space: surfaces and meshes, shaded by where they look."""

from __future__ import annotations

import numpy as np
from matplotlib.colors import to_rgb
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from widgets.fields import at
from widgets.marks import is_moving
from widgets.paper.board import PX, Drawn, vertices

_LIGHT = np.array([-0.4, -0.5, 0.77])


class Faces(Poly3DCollection):
    """Polygons in space that remember their corners (n, 3)."""

    corners = np.empty((0, 3))

    def set_verts(self, verts, closed=True):
        """Show these polygons."""
        self.corners = np.concatenate([np.reshape(v, (-1, 3)) for v in verts] or [self.corners[:0]])
        super().set_verts(verts, closed)


def surface(mark, board, zorder):
    """A surface over a grid, four corners a face."""

    def corners(k):
        x, y, z = (
            board.place(at(f, k), i).reshape(np.shape(at(f, k)))
            for i, f in enumerate((mark.x, mark.y, mark.z))
        )
        grid = np.stack([x, y, z], axis=-1)
        return np.stack([grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]], axis=2)

    return _faces(mark, board, zorder, lambda k: corners(k).reshape(-1, 4, 3))


def mesh(mark, board, zorder):
    """Triangles."""
    return _faces(mark, board, zorder, lambda k: vertices(mark, k, board).T[mark.faces])


def _faces(mark, board, zorder, corners):
    colour = board.colour(mark.tone)
    faces = Faces([], facecolor=colour, edgecolor=colour, linewidth=0.4 * PX, zorder=zorder)
    board.ax.add_collection3d(faces, autolim=False)
    sizes = np.array([np.diff(board.place(a.range, i))[0] for i, a in enumerate(board.axes)])

    def update(k):
        shown = corners(k)
        shown = shown[np.isfinite(shown).all(axis=(1, 2))]
        faces.set_verts(shown)
        tint = _shaded(colour, shown / sizes)
        faces.set_facecolor(np.column_stack([tint, np.full(len(tint), mark.opacity)]))
        faces.set_edgecolor((*to_rgb(colour), 0.35 * mark.opacity))

    return Drawn(mark, [faces], [], update, is_moving(mark))


def _shaded(colour, corners):
    """The colour of each face: full where it faces the light, darker where it turns away."""
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normal, axis=1)
    towards = np.abs(normal @ _LIGHT) / np.where(length > 0.0, length, 1.0)
    return np.array(to_rgb(colour)) * (0.62 + 0.38 * towards)[:, None]
