"""Traces that live in a plane and in space: lines with what they enclose, points, and
what fills the cells of a grid; faces in space, shaded by where they look; the cross of a panel.

A maker takes (trace, board, zorder), adds artists to the axes and returns a `Drawn`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import matplotlib
import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.colors import LinearSegmentedColormap, Normalize, to_rgb
from matplotlib.transforms import Affine2D
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from widgets import palette
from widgets.marks import cell_corners, cell_edges
from widgets.paper.board import DASHES, MARKERS, PX, Drawn

if TYPE_CHECKING:
    from widgets.paper.board import Board

_HEAD = 8.0  # pixels
#: Where the light on faces in space comes from.
_LIGHT = np.array([-0.4, -0.5, 0.77])


def line(trace: dict[str, Any], board: Board, zorder: float) -> Drawn:
    """Polylines, with the area they enclose, arrow heads or dots."""
    style = trace["style"]
    stroke = _line(style, board, zorder)
    size = style.get("dots", max(5.0, 2.0 * style["width"])) * PX
    stroke.set(markersize=size, markeredgewidth=0.7 * PX)
    stroke.set(markeredgecolor=board.paper, markerfacecolor=board.ink(style)["color"])
    dots = "o" if "dots" in style else ""
    # The only point of a line that has no second yet, which a stroke would not show.
    lone = "" if {"fill", "ghost"} & {*style, *trace} or not style["width"] else "o"
    area = _area(style, board, zorder) if "fill" in style else None
    head = _head(style, board, zorder) if "head" in style else None

    def update(k):
        points = board.vertices(trace, k)
        _set_line(stroke, points)
        count = np.isfinite(points).all(axis=0).sum()
        stroke.set_marker(lone if count == 1 and not dots else dots)
        if area is not None:
            pieces = runs(points.T)
            area.set_verts(pieces) if board.flat else area.show(board, pieces)
        if head is not None:
            _set_heads(head, board, points[:, ::3], points[:, 1::3])

    return Drawn(trace, [stroke], [a for a in (area, head) if a is not None], update)


def points(trace: dict[str, Any], board: Board, zorder: float) -> Drawn:
    """Markers."""
    style = trace["style"]
    ink, opened = board.ink(style), style["symbol"].endswith("-open")
    cloud = board.ax.scatter(
        *[[]] * len(board.axes),
        marker=MARKERS[style["symbol"]],
        facecolors="none" if opened else ink["color"],
        edgecolors=ink["color"] if opened else board.paper,
        linewidths=(2.0 if opened else 0.7) * PX,
        alpha=ink["alpha"],
        zorder=zorder,
        **({} if board.flat else {"depthshade": False}),
        **_walls(board),
    )

    def update(k):
        where = board.vertices(trace, k)
        size = board.reader.read(trace, k).get("size", style.get("size"))
        known = np.isfinite(where).all(axis=0)
        cloud.set_offsets(where[:2, known].T)
        if not board.flat:
            cloud.set_3d_properties(where[2, known], "z")
        cloud.set_sizes(np.broadcast_to((size * PX) ** 2, known.shape)[known])

    return Drawn(trace, [cloud], [], update)


def runs(points: np.ndarray) -> list[np.ndarray]:
    """The pieces of `points` (n, d) between gaps, those with an area."""
    known = np.all(np.isfinite(points), axis=1)
    pieces = np.split(points, np.flatnonzero(np.diff(known)) + 1)
    return [p for p in pieces if len(p) > 2 and np.isfinite(p[0]).all()]


def add(board: Board, collection: Any) -> None:
    """Put a collection on the panel without asking it how large the axes should be."""
    if board.flat:
        board.ax.add_collection(collection, autolim=False)
    else:
        board.ax.add_collection3d(collection, autolim=False)


def filled(patch: Any, style: dict[str, Any], board: Board) -> None:
    """Give a patch, or many, the face of a filled style."""
    colour, alpha = board.ink(style, style["fill"]).values()
    if "hatch" in style:
        patch.set(facecolor=board.paper, hatch=3 * style["hatch"], edgecolor=colour, linewidth=0.0)
        thicken(patch, 2.2)
    else:
        patch.set(facecolor=colour, edgecolor="none", alpha=alpha)


def thicken(hatched: Any, width: float) -> None:
    """Set the strokes of a hatching; older matplotlib has one width for all."""
    if hasattr(hatched, "set_hatch_linewidth"):
        hatched.set_hatch_linewidth(width * PX)


def _line(style, board, zorder):
    (result,) = board.ax.plot(
        *[[]] * len(board.axes),
        **board.ink(style),
        linestyle=DASHES[style["dash"]],
        linewidth=style["width"] * PX,
        zorder=zorder,
        solid_joinstyle="round",
        solid_capstyle="butt" if "head" in style else "round",
        dash_capstyle="butt",
        marker="",
        **_walls(board),
    )
    return result


def _walls(board):
    """In space, what lies beyond the walls is left out, where matplotlib can do that."""
    return {} if board.flat or matplotlib.__version_info__ < (3, 10) else {"axlim_clip": True}


def _set_line(stroke, points):
    if len(points) == 3:
        stroke.set_data_3d(*points)
    else:
        stroke.set_data(*points)


def _area(style, board, zorder):
    area = (PolyCollection if board.flat else Faces)([], zorder=zorder - 0.01)
    filled(area, style, board)
    add(board, area)
    return area


def _head(style, board, zorder):
    if not board.flat:
        return _line(style | {"dash": "solid"}, board, zorder)
    ink = board.ink(style)
    head = PolyCollection(
        [],
        facecolor=ink["color"],
        edgecolor="none",
        alpha=ink["alpha"],
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
    """Four short strokes back from each tip (3, 9 m), so that one is visible from any side."""
    sizes = board.sizes()
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


def bands(trace: dict[str, Any], board: Board, zorder: float) -> Drawn:
    """Filled level sets of a static grid."""
    style, found = trace["style"], board.reader.read(trace, 0)
    x, y = (board.place(found[n], i) for i, n in enumerate("xy"))
    shades = [board.ink(style, colour)["color"] for colour in style["colours"]]
    levels = np.arange(len(shades) - 1.0)
    result = board.ax.contourf(
        x, y, found["z"], levels=levels, colors=shades, extend="both", alpha=style["opacity"]
    )
    result.set_zorder(zorder)
    return Drawn(trace, [result], [], lambda k: None)


def heatmap(trace: dict[str, Any], board: Board, zorder: float) -> Drawn:
    """A matrix as coloured cells."""
    style, edges = trace["style"], _edges(trace, board)
    cells = board.ax.pcolormesh(
        *edges,
        np.zeros((len(edges[1]) - 1, len(edges[0]) - 1)),
        cmap=colours(style, board.theme),
        norm=Normalize(style["low"], style["high"]),
        alpha=style["opacity"],
        zorder=zorder,
    )

    def update(k):
        cells.set_array(board.reader.read(trace, k)["z"])

    return Drawn(trace, [cells], [], update)


def hatch(trace: dict[str, Any], board: Board, zorder: float) -> Drawn:
    """Hatching over the cells that ask for it."""
    style, edges = trace["style"], _edges(trace, board)
    ink = board.ink(style)
    boxes = PolyCollection([], facecolor="none", edgecolor=ink["color"], linewidth=0.0)
    boxes.set(zorder=zorder, alpha=ink["alpha"], hatch=4 * style["way"])
    thicken(boxes, 1.1)
    add(board, boxes)

    def update(k):
        boxes.set_verts(list(cell_corners(edges, board.reader.read(trace, k)["z"])))

    return Drawn(trace, [boxes], [], update)


def cross(point: list[float], board: Board) -> None:
    """Hairlines and a ring where a panel's cross is."""
    ink, paper = (palette.colour("ink", board.theme), board.paper)
    for draw, where in zip((board.ax.axvline, board.ax.axhline), point, strict=True):
        draw(where, color=paper, linewidth=3.0 * PX, alpha=0.7, zorder=5.0)
        draw(where, color=ink, linewidth=1.2 * PX, zorder=5.1)
    ring = {"marker": "o", "markersize": 9 * PX, "zorder": 5.2}
    style = {"markerfacecolor": palette.colour("now", board.theme), "markeredgecolor": ink}
    board.ax.plot(*([v] for v in point), linestyle="", **ring, **style)


def colours(style: dict[str, Any], theme: str) -> Any:
    """The colour scale of a heatmap."""
    stops = [palette.ink(stop, theme)[0] for stop in style["stops"]]
    return LinearSegmentedColormap.from_list("scale", stops)


def _edges(trace, board):
    found = board.reader.read(trace, 0)
    logs = [axis["log"] for axis in board.axes]
    return [cell_edges(board.place(found[n], i), logs[i]) for i, n in enumerate("xy")]


class Faces(Poly3DCollection):
    """Polygons in space that end at the walls, as lines in a plane end at its frame.

    `corners` (n, 3) are those of the whole polygons.
    """

    corners = np.empty((0, 3))

    def show(
        self, board: Board, polygons: list | np.ndarray, colours: np.ndarray | None = None
    ) -> None:
        """Show `polygons`, m of (corners, 3), in `colours` (m, 4) if there are any."""
        polygons = [np.reshape(p, (-1, 3)) for p in polygons]
        self.corners = np.concatenate(polygons or [np.empty((0, 3))])
        walls = np.sort([axis["range"] for axis in board.axes])
        cut = [_cut(p, walls) for p in polygons]
        retained = [i for i, p in enumerate(cut) if len(p) > 2]
        self.set_verts([cut[i] for i in retained])
        if colours is not None:
            self.set_facecolor(colours[retained])


def surface(trace: dict[str, Any], board: Board, zorder: float) -> Drawn:
    """A surface over a grid, four corners a face."""

    def corners(found):
        grid = np.stack([found[name] for name in "xyz"], axis=-1)
        faces = [grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]]
        return np.stack(faces, axis=2).reshape(-1, 4, 3)

    return _faces(trace, board, zorder, corners)


def mesh(trace: dict[str, Any], board: Board, zorder: float) -> Drawn:
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
