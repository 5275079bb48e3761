"""Marks that live in a plane only: bands, bars, filled level sets, heatmaps."""

from __future__ import annotations

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.colors import LinearSegmentedColormap, LogNorm, Normalize

from widgets import palette
from widgets.fields import at
from widgets.marks import cell_edges, is_moving
from widgets.paper.artists import add
from widgets.paper.board import PX, Drawn, chosen, kinds


def band(mark, board, zorder):
    """The area between two curves."""
    colour = board.colour(mark.tone)
    area = PolyCollection([], facecolor=colour, edgecolor="none", alpha=mark.fill * mark.opacity)
    area.set_zorder(zorder)
    add(board, area)

    def update(k):
        x, low = np.broadcast_arrays(board.place(at(mark.x, k), 0), _floored(mark.low, k, board))
        x, high = np.broadcast_arrays(x, board.place(at(mark.high, k), 1))
        whole = np.stack([x, np.broadcast_to(low, x.shape), x, high], axis=1)
        area.set_verts([np.vstack([r[:, :2], r[::-1, 2:]]) for r in _pieces(whole)])

    return Drawn(mark, [area], [], update, is_moving(mark))


def bars(mark, board, zorder):
    """Bars from zero, one artist per class; classes differ in hatching."""
    looks = kinds(mark)
    stacks = [_stack(mark, kind, board, zorder) for kind in looks]

    def update(k):
        x, top = np.broadcast_arrays(
            np.atleast_1d(at(mark.x, k)), board.place(at(mark.height, k), 1)
        )
        foot = board.axes[1].range[0] if board.axes[1].log else 0.0
        left, right = x - 0.5 * mark.thickness, x + 0.5 * mark.thickness
        low = np.full(x.shape, foot)
        boxes = np.stack([[left, low], [left, top], [right, top], [right, low]]).transpose(2, 0, 1)
        for stack, kind in zip(stacks, looks, strict=True):
            shown = chosen(mark, k, len(x), kind) & np.isfinite(boxes).all(axis=(1, 2))
            stack.set_verts(boxes[shown])

    return Drawn(mark, stacks, [], update, is_moving(mark))


def contour(mark, board, zorder):
    """Level sets of a static grid, the lowest strongest."""
    x, y, values = (f.values for f in (mark.x, mark.y, mark.values))
    shades = palette.levels(len(mark.levels) + 1, mark.tone, board.theme)
    ink = board.colour(mark.tone)
    result = []
    if mark.fill:
        filled = board.ax.contourf(
            x, y, values, levels=mark.levels, colors=shades, extend="both", alpha=mark.opacity
        )
        result.append(filled)
    width = (0.6 if mark.fill else mark.width) * PX
    if _crossed(values, mark.levels):
        lines = board.ax.contour(x, y, values, levels=mark.levels, colors=ink, linewidths=width)
        result.append(lines)
        lines.set_alpha((0.3 if mark.fill else 0.8) * mark.opacity)
        lines.set_linestyle("-")
    for artist in result:
        artist.set_zorder(zorder)
    return Drawn(mark, result[:1], result[1:], lambda k: None, False)


def heatmap(mark, board, zorder):
    """A matrix as coloured cells."""
    edges = [cell_edges(f.values, a.log) for f, a in zip((mark.x, mark.y), board.axes, strict=True)]
    cells = board.ax.pcolormesh(
        *edges,
        np.zeros((len(edges[1]) - 1, len(edges[0]) - 1)),
        cmap=colours(mark, board.theme),
        norm=(LogNorm if mark.log else Normalize)(*mark.scale()),
        alpha=mark.opacity,
        zorder=zorder,
    )

    def update(k):
        values = at(mark.values, k)
        cells.set_array(np.where(np.isfinite(values), values, np.nan))

    return Drawn(mark, [cells], [], update, is_moving(mark))


def hatch(mark, board, zorder):
    """Hatching over the cells that ask for it."""
    edges = [cell_edges(f.values, a.log) for f, a in zip((mark.x, mark.y), board.axes, strict=True)]
    boxes = PolyCollection([], facecolor="none", edgecolor=board.colour(mark.tone), linewidth=0.0)
    boxes.set(zorder=zorder, alpha=mark.opacity, hatch=4 * mark.way)
    if hasattr(boxes, "set_hatch_linewidth"):
        boxes.set_hatch_linewidth(1.1 * PX)
    add(board, boxes)

    def update(k):
        rows, columns = np.nonzero(np.nan_to_num(at(mark.values, k)))
        (left, right), (foot, top) = (
            (ends[i], ends[i + 1]) for ends, i in zip(edges, (columns, rows), strict=True)
        )
        corners = [[left, foot], [left, top], [right, top], [right, foot]]
        boxes.set_verts(np.stack(corners).transpose(2, 0, 1))

    return Drawn(mark, [boxes], [], update, is_moving(mark))


def cross(point, board):
    """Hairlines and a ring where a panel's cross stands."""
    ink, paper = board.colour("ink"), board.paper
    for draw, where in zip((board.ax.axvline, board.ax.axhline), point, strict=True):
        draw(where, color=paper, linewidth=3.0 * PX, alpha=0.7, zorder=5.0)
        draw(where, color=ink, linewidth=1.2 * PX, zorder=5.1)
    ring = {"marker": "o", "markersize": 9 * PX, "zorder": 5.2}
    look = {"markerfacecolor": board.colour("now"), "markeredgecolor": ink}
    board.ax.plot(*([v] for v in point), linestyle="", **ring, **look)


def hatched(artist, kind):
    """Hatch an artist as its class asks; older matplotlib has one width for all hatches."""
    artist.set_hatch(3 * kind.hatch)
    if hasattr(artist, "set_hatch_linewidth"):
        artist.set_hatch_linewidth(2.2 * PX)


def colours(mark, theme):
    """The colour scale of a heatmap."""
    if mark.diverging:
        return LinearSegmentedColormap.from_list("signs", palette.diverging(theme))
    if mark.rich:
        return LinearSegmentedColormap.from_list("steps", palette.SCALE[theme])
    return LinearSegmentedColormap.from_list("values", palette.sequential(theme, mark.tone))


def _pieces(table):
    known = np.isfinite(table).all(axis=1)
    pieces = np.split(table, np.flatnonzero(np.diff(known)) + 1)
    return [p for p in pieces if np.isfinite(p).all()]


def _floored(field, k, board):
    """A lower edge; where a log axis has no place for it, the bottom of the axis."""
    low = board.place(at(field, k), 1)
    raw = np.atleast_1d(at(field, k))
    return np.where((raw <= 0.0) & np.isnan(low), board.axes[1].range[0], low)


def _stack(mark, kind, board, zorder):
    colour = board.colour(kind.tone)
    stack = PolyCollection([], zorder=zorder, alpha=mark.opacity, edgecolor=colour)
    stack.set(facecolor=board.paper if kind.hatch else colour, linewidth=PX)
    if kind.hatch:
        hatched(stack, kind)
    add(board, stack)
    return stack


def _crossed(values, levels):
    return np.nanmin(values) < levels[-1] and np.nanmax(values) > levels[0]
