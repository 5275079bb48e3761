"""Marks that live in a plane and in space: paths, lines, points, segments, arrows.

A maker takes (mark, board, zorder), adds artists to the axes and returns a `Drawn`.
"""

from __future__ import annotations

import matplotlib
import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.transforms import Affine2D

from widgets.fields import Prefix, at
from widgets.marks import Arrows, Segments, has_ghost, is_moving
from widgets.paper.board import DASHES, MARKERS, PX, Drawn, chosen, kinds, vertices
from widgets.paper.faces import Faces

GHOST = 0.35
_HEAD = 8.0  # pixels


def path(mark, board, zorder):
    """Iterates joined by lines, with their future drawn faintly."""
    line = _line(mark, kinds(mark)[0], board, zorder)
    if mark.markers:
        line.set(marker="o", markersize=5 * PX, markeredgewidth=0.7 * PX)
        line.set(markeredgecolor=board.paper, markerfacecolor=board.colour(mark.tone))
    area = _area(mark, board, zorder) if mark.fill else None
    ghost = _line(mark, kinds(mark)[0], board, zorder - 0.02) if has_ghost(mark) else None
    if ghost is not None:
        ghost.set(linewidth=PX, alpha=GHOST * mark.opacity)

    def update(k):
        points = vertices(mark, k, board)
        _set_line(line, points)
        if area is not None:
            pieces = runs(points.T)
            area.set_verts(pieces) if board.flat else area.show(board, pieces)
        if ghost is not None:
            _set_line(ghost, _future(mark, k, board))

    extra = [a for a in (area, ghost) if a is not None]
    return Drawn(mark, [line], extra, update, is_moving(mark))


def strokes(mark, board, zorder):
    """Lines and segments: one artist per class, the entries of other classes left out."""
    looks = kinds(mark)
    lines = [_line(mark, kind, board, zorder) for kind in looks]
    heads = [_head(mark, kind, board, zorder) for kind in looks if isinstance(mark, Arrows)]

    def update(k):
        points, each = _woven(mark, k, board)
        for i, kind in enumerate(looks):
            mask = chosen(mark, k, points.shape[1] // each, kind)
            _set_line(lines[i], np.where(np.repeat(mask, each), points, np.nan))
            if heads:
                tails, tips = (vertices(mark, k, board, e)[:, mask] for e in (0, 1))
                _set_heads(heads[i], board, tails, tips)

    return Drawn(mark, lines, heads, update, is_moving(mark))


def points(mark, board, zorder):
    """Markers: one artist per class."""
    looks = kinds(mark)
    clouds = [_cloud(mark, kind, board, zorder) for kind in looks]

    def update(k):
        where = vertices(mark, k, board)
        size = np.broadcast_to((at(mark.size, k) * PX) ** 2, where.shape[1])
        for cloud, kind in zip(clouds, looks, strict=True):
            mask = chosen(mark, k, where.shape[1], kind) & np.all(np.isfinite(where), axis=0)
            if board.flat:
                cloud.set_offsets(where[:, mask].T)
            else:
                cloud.set_offsets(where[:2, mask].T)
                cloud.set_3d_properties(where[2, mask], "z")
            cloud.set_sizes(size[mask])

    return Drawn(mark, clouds, [], update, is_moving(mark))


def runs(points):
    """The pieces of `points` (n, d) between gaps, those with an area."""
    known = np.all(np.isfinite(points), axis=1)
    pieces = np.split(points, np.flatnonzero(np.diff(known)) + 1)
    return [p for p in pieces if len(p) > 2 and np.isfinite(p[0]).all()]


def _line(mark, kind, board, zorder):
    (line,) = board.ax.plot(
        *[[]] * len(board.axes),
        color=board.colour(kind.tone),
        linestyle=DASHES[kind.dash],
        linewidth=mark.width * PX,
        alpha=mark.opacity,
        zorder=zorder,
        solid_joinstyle="round",
        solid_capstyle="butt" if isinstance(mark, Arrows) else "round",
        dash_capstyle="butt",
        marker="",
        **_walls(board),
    )
    return line


def _walls(board):
    """In space, what lies beyond the walls is left out, where matplotlib can do that."""
    return {} if board.flat or matplotlib.__version_info__ < (3, 10) else {"axlim_clip": True}


def _set_line(line, points):
    if len(points) == 3:
        line.set_data_3d(*points)
    else:
        line.set_data(*points)


def _area(mark, board, zorder):
    colour = board.colour(mark.tone)
    if board.flat:
        area = PolyCollection([], facecolor=colour, edgecolor="none", alpha=mark.fill)
    else:
        area = Faces([], facecolor=colour, edgecolor="none", alpha=mark.fill)
    area.set_zorder(zorder - 0.01)
    add(board, area)
    return area


def add(board, collection):
    """Put a collection on the panel without asking it how large the axes should be."""
    if board.flat:
        board.ax.add_collection(collection, autolim=False)
    else:
        board.ax.add_collection3d(collection, autolim=False)


def _future(mark, k, board):
    columns = []
    for i in range(len(board.axes)):
        field: Prefix = mark.coordinates(i)[0][0]
        columns.append(board.place(field.values[field.upto[k] : field.upto[-1] + 1], i))
    return np.stack(columns)


def _woven(mark, k, board):
    """(coordinates with a gap after each piece, entries per piece)."""
    if not isinstance(mark, Segments):
        return vertices(mark, k, board), 1
    first, second = (vertices(mark, k, board, end) for end in (0, 1))
    first, second = np.broadcast_arrays(first, second)
    woven = np.stack([first, second, np.full(first.shape, np.nan)], axis=2)
    return woven.reshape(len(first), -1), 3


def _cloud(mark, kind, board, zorder):
    colour, opened = board.colour(kind.tone), kind.symbol.endswith("-open")
    depth = {} if board.flat else {"depthshade": False}
    return board.ax.scatter(
        *[[]] * len(board.axes),
        marker=MARKERS[kind.symbol],
        facecolors="none" if opened else colour,
        edgecolors=colour if opened else board.paper,
        linewidths=(2.0 if opened else 0.7) * PX,
        alpha=mark.opacity,
        zorder=zorder,
        **depth,
        **_walls(board),
    )


def _head(mark, kind, board, zorder):
    if not board.flat:
        return _line(mark, kind, board, zorder)
    colour = board.colour(kind.tone)
    head = PolyCollection(
        [],
        facecolor=colour,
        edgecolor="none",
        alpha=mark.opacity,
        zorder=zorder,
        offsets=np.empty((0, 2)),
        offset_transform=board.ax.transData,
        transform=Affine2D().scale(1.0 / 72.0) + board.ax.figure.dpi_scale_trans,
    )
    add(board, head)
    return head


def _set_heads(head, board, tails, tips):
    if not board.flat:
        _set_line(head, _barbs(board, tails, tips))
        return
    pixels = [board.ax.transData.transform(p.T) for p in (tails, tips)]
    way = (pixels[1] - pixels[0]) * 72.0 / board.ax.figure.dpi
    length = np.linalg.norm(way, axis=1)
    real = np.isfinite(length) & (length > 0.0)
    along = way[real] / length[real, None]
    along = along * np.minimum(_HEAD * PX, 0.6 * length[real])[:, None]
    across = 0.42 * along[:, ::-1] * (-1.0, 1.0)
    base = np.zeros_like(along)
    head.set_verts(np.stack([base, across - along, -across - along], axis=1))
    head.set_offsets(tips.T[real])


def _barbs(board, tails, tips):
    """Four short strokes back from each tip (3, 9 m), so that one is seen from any side."""
    sizes = np.array([np.diff(board.place(a.range, i))[0] for i, a in enumerate(board.axes)])
    way = ((tips - tails) / sizes[:, None]).T
    length = np.linalg.norm(way, axis=1, keepdims=True)
    way = way / np.where(length > 0.0, length, np.nan)
    side = np.cross(way, np.eye(3)[np.argmin(np.abs(np.nan_to_num(way)), axis=1)])
    other = np.cross(way, side)
    size = np.minimum(0.04, 0.5 * length)
    ends = [-way + 0.45 * s for s in (side, -side, other, -other)]
    end = np.stack([tips.T + size * e * sizes for e in ends], axis=1).reshape(-1, 3)
    tip = np.repeat(tips.T, 4, axis=0)
    return np.stack([tip, end, np.full(end.shape, np.nan)], axis=1).reshape(-1, 3).T
