"""Traces over the cells of a grid in a plane: filled level sets, heatmaps, hatchings; and the cross
of a panel."""

from __future__ import annotations

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.colors import LinearSegmentedColormap, Normalize

from widgets import palette
from widgets.marks import cell_edges
from widgets.paper.artists import add, thicken
from widgets.paper.board import PX, Drawn


def bands(trace, board, zorder):
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


def heatmap(trace, board, zorder):
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


def hatch(trace, board, zorder):
    """Hatching over the cells that ask for it."""
    style, edges = trace["style"], _edges(trace, board)
    ink = board.ink(style)
    boxes = PolyCollection([], facecolor="none", edgecolor=ink["color"], linewidth=0.0)
    boxes.set(zorder=zorder, alpha=ink["alpha"], hatch=4 * style["way"])
    thicken(boxes, 1.1)
    add(board, boxes)

    def update(k):
        rows, columns = np.nonzero(np.nan_to_num(board.reader.read(trace, k)["z"]))
        (left, right), (foot, top) = (
            (ends[i], ends[i + 1]) for ends, i in zip(edges, (columns, rows), strict=True)
        )
        corners = [[left, foot], [left, top], [right, top], [right, foot]]
        boxes.set_verts(np.stack(corners).transpose(2, 0, 1))

    return Drawn(trace, [boxes], [], update)


def cross(point, board):
    """Hairlines and a ring where a panel's cross stands."""
    ink, paper = (palette.colour("ink", board.theme), board.paper)
    for draw, where in zip((board.ax.axvline, board.ax.axhline), point, strict=True):
        draw(where, color=paper, linewidth=3.0 * PX, alpha=0.7, zorder=5.0)
        draw(where, color=ink, linewidth=1.2 * PX, zorder=5.1)
    ring = {"marker": "o", "markersize": 9 * PX, "zorder": 5.2}
    style = {"markerfacecolor": palette.colour("now", board.theme), "markeredgecolor": ink}
    board.ax.plot(*([v] for v in point), linestyle="", **ring, **style)


def colours(style, theme):
    """The colour scale of a heatmap."""
    stops = [palette.ink(stop, theme)[0] for stop in style["stops"]]
    return LinearSegmentedColormap.from_list("scale", stops)


def _edges(trace, board):
    found = board.reader.read(trace, 0)
    logs = [axis["log"] for axis in board.axes]
    return [cell_edges(board.place(found[n], i), logs[i]) for i, n in enumerate("xy")]
