"""One panel on paper: its axes and its traces, and a lens in a corner of a plane: late steps of an
iterate are a few pixels, so what lies around its last ones is drawn again, larger."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle
from mpl_toolkits.mplot3d import Axes3D

from widgets import palette, text
from widgets.paper import artists, ticks, words
from widgets.paper.board import DASHES, FONT, MARKERS, PX, Board, Drawn
from widgets.paper.occupancy import Occupancy
from widgets.paper.words import halo, pixels

if TYPE_CHECKING:
    from widgets.reader import Reader

_MAKERS = {
    "line": artists.line,
    "points": artists.points,
    "words": words.text,
    "bands": artists.bands,
    "heatmap": artists.heatmap,
    "hatch": artists.hatch,
    "surface": artists.surface,
    "mesh": artists.mesh,
}
#: How high a kind lies, if not at 3. Words come last: their place depends on all else, so that they
#: may move with any mark.
_HEIGHTS = {"bands": 1.0, "heatmap": 1.0, "words": 60.0}
# The lens: its rules are those of static/lens.js; a table of cases holds both to them.
_NEAR = 12.0  # pixels: shorter steps are looked at through the lens
_STEPS = 3  # as many last steps lie in it,
_LAST = 4.0  # or as far as so many times the last one
_SHARES = (0.36, 0.28, 0.2)  # its side, as a share of the plot's shorter one: what is free
_INSIDE = 0.36  # how far these steps reach, as a share of its side
_MOST = 1e4  # times as large, at most
_LEAST = 14.0  # pixels: what is smaller has no frame in the plot, only its mark
_ASIDE, _CLEAR = 12.0, 6.0  # pixels between it and the point it shows, and other vertices


@dataclass(frozen=True, slots=True)
class View:
    """A packed panel on its axes; `zero` are the lines at 0, `lens` shows late steps of a path."""

    panel: dict
    board: Board
    drawn: list[Drawn]
    zero: list
    lens: Lens | None

    @property
    def ax(self) -> Any:
        """The matplotlib axes."""
        return self.board.ax

    def show(self, k: int, moving_only: bool = False) -> None:
        """Show frame `k`; the artists are in place afterwards."""
        for d in self.drawn:
            if d.moving or not moving_only:
                d.update(k)
        if self.board.flat:
            texts = sorted((d for d in self.drawn if d.kind == "words"), key=lambda d: d.moving)
            labels = [(d.trace["style"], label) for d in texts for label in d.solid]
            if self.lens or any(label.get_visible() for _, label in labels):
                occupancy = words.occupancy_of(self.ax, self.drawn, self.board, k)
                if self.lens:
                    self.lens.show(k, occupancy)
                words.settle(self.ax, occupancy, labels)

    def live(self) -> list:
        """What a film draws in each frame, lowest first: what moves and whatever lies above it."""
        if not self.board.flat:
            return [self.ax] if any(d.moving for d in self.drawn) else []
        stack = [(a, d.moving) for d in self.drawn for a in d.artists()]
        stack += [(a, False) for a in (*self.zero, *self.ax.spines.values())]
        stack.sort(key=lambda pair: pair[0].get_zorder())
        first = next((i for i, (_, moving) in enumerate(stack) if moving), len(stack))
        return [a for a, _ in stack[first:]] + (self.lens.artists() if self.lens else [])


def build(figure: Any, panel: dict[str, Any], theme: str, reader: Reader) -> View:
    """A `View` of a packed `panel` on new axes of `figure`, with nothing shown yet."""
    axes = panel["axes"]
    if panel["space"]:
        ax, zero = figure.add_axes(Axes3D(figure, (0.1, 0.1, 0.8, 0.8))), []
        ticks.dress_space(ax, axes, theme, panel["equal"])
    else:
        ax = figure.add_axes((0.1, 0.1, 0.8, 0.8))
        zero = ticks.dress(ax, axes, theme)
    ax.set_autoscale_on(False)
    board = Board(ax, axes, theme, reader)
    drawn = [_make(trace, board) for trace in panel["traces"]]
    if panel["cross"] is not None:
        artists.cross(panel["cross"], board)
    followed = any("follow" in trace for trace in panel["traces"])
    return View(panel, board, drawn, zero, Lens(panel, board, _make) if followed else None)


def legend(view: View) -> tuple[list, list]:
    """(handles, words) of the panel's key."""
    asked = [trace for trace in view.panel["traces"] if "legend" in trace]
    return [_handle(t["style"], view.board) for t in asked], [t["legend"] for t in asked]


def _make(trace, board):
    kind = trace["style"]["kind"]
    height = _HEIGHTS.get(kind, 3.0) - 0.02 * ("ghost" in trace)
    return _MAKERS[kind](trace, board, height + 0.1 * trace["mark"])


def _handle(style, board):
    if style["kind"] == "points":
        colour, opened = board.ink(style)["color"], style["symbol"].endswith("-open")
        face = {"markerfacecolor": "none" if opened else colour, "markeredgecolor": colour}
        marker = MARKERS[style["symbol"]]
        return Line2D([], [], linestyle="", marker=marker, markersize=8 * PX, **face)
    if style["kind"] == "line" and not ("fill" in style and style["width"] < 1.5):
        colour = board.ink(style)["color"]
        return Line2D(
            [], [], color=colour, linestyle=DASHES[style["dash"]], linewidth=style["width"] * PX
        )
    patch = Patch()
    if "fill" in style:
        artists.filled(patch, style, board)
        patch.set(edgecolor=board.ink(style)["color"], linewidth=PX)
    elif style["kind"] == "hatch":
        colour = board.ink(style)["color"]
        patch.set(facecolor=board.paper, edgecolor=colour, hatch=4 * style["way"])
    else:
        token = style.get("color") or (style.get("stops") or style["colours"][:1])[-1]
        patch.set(facecolor=board.ink(style, token)["color"], alpha=style["opacity"])
    return patch


class Lens:
    """A second set of axes over those of `board`, with its panel's traces; `show(k, occupancy)`
    moves it and marks its place as taken.

    make: makes the `Drawn` of a trace on a board.
    """

    def __init__(
        self, panel: dict[str, Any], board: Board, make: Callable[[dict[str, Any], Board], Drawn]
    ):
        self.board = board
        self.path = next(trace for trace in panel["traces"] if "follow" in trace)
        self.paths = [t for t in panel["traces"] if _is_path(t)]
        figure, ink = board.ax.figure, palette.PAPER[board.theme]["ink"]
        self.ax = figure.add_axes((0.0, 0.0, 0.1, 0.1), zorder=board.ax.get_zorder() + 1.0)
        self.ax.set(facecolor=board.paper, xticks=[], yticks=[], autoscale_on=False)
        for spine in self.ax.spines.values():
            spine.set(color=ink, linewidth=1.2 * PX, zorder=99.0)
        for name, axis in zip("xy", board.axes, strict=True):
            if axis["log"]:
                getattr(self.ax, f"set_{name}scale")("log", nonpositive="mask")
                getattr(self.ax, f"{name}axis").set_ticks([], minor=False)
                getattr(self.ax, f"{name}axis").set_ticks([], minor=True)
        inner = replace(board, ax=self.ax)
        hidden = ("heatmap", "words")
        seen = [trace for trace in panel["traces"] if trace["style"]["kind"] not in hidden]
        self.drawn = [make(trace, inner) for trace in seen]
        self.words = self.ax.annotate(
            "", (0.0, 0.0), (6.0 * PX, 4.0 * PX), "axes fraction", "offset points",
            color=ink, fontfamily=FONT, fontsize=12.0 * PX, zorder=100.0,
            path_effects=halo(board.paper),
        )  # fmt: skip
        self.frame = board.ax.add_patch(
            Rectangle((0.0, 0.0), 1.0, 1.0, fill=False, edgecolor=ink, linewidth=1.2 * PX)
        )
        self.frame.set(zorder=59.0, transform=figure.dpi_scale_trans)

    def artists(self) -> list:
        """What a film draws in each frame."""
        return [self.frame, self.ax]

    def show(self, k: int, occupancy: Occupancy) -> None:
        """Show frame `k`, in the corner where it covers least of `occupancy`."""
        points = self.board.vertices(self.path, k)
        path = pixels(self.board.ax, points.T)
        trail = trail_of(*path.T)
        ends = [self.board.vertices(one, k)[:, -1] for one in self.paths]
        heads = pixels(self.board.ax, np.reshape(ends, (-1, 2)))
        box = trail and box_of(occupancy.box, trail, path, heads, occupancy.cost)
        for artist in self.artists():
            artist.set_visible(box is not None)
        if box is None:
            return
        occupancy.take(*box)
        self._style(trail, box)
        for one in self.drawn:
            one.update(k)

    def _style(self, trail, box):
        """Put the lens into `box` over what it shows; both in pixels of the plot."""
        ax = self.board.ax
        x, y, reach = trail
        left, top, side, _ = box
        times = magnification(reach, side)
        half = 0.5 * side / times
        ends = ax.transData.inverted().transform(
            [_display(ax, x - half, y + half), _display(ax, x + half, y - half)]
        )
        self.ax.set(xlim=ends[:, 0], ylim=ends[:, 1])
        to_figure = ax.figure.transFigure.inverted().transform
        low = to_figure(_display(ax, left, top + side))
        self.ax.set_position((*low, *(to_figure(_display(ax, left + side, top)) - low)))
        self.words.set_text(f"× {text.number(_rounded(times))}")
        corner = _display(ax, x - half, y + half) / ax.figure.dpi
        self.frame.set(xy=corner, width=half / 50.0, height=half / 50.0)
        self.frame.set_visible(2.0 * half > _LEAST)


def trail_of(px: np.ndarray, py: np.ndarray) -> tuple[float, float, float] | None:
    """(x, y, reach): the end of a path and how far its last steps reach from there, in pixels;
    None before a step, or while steps are long."""
    found: list = []
    for x, y in zip(px[::-1].tolist(), py[::-1].tolist(), strict=True):
        if math.isfinite(x + y) and (not found or (x, y) != found[-1]):
            found.append((x, y))
        if len(found) > _STEPS:
            break
    if len(found) < 2:
        return None
    (x, y), *before = found
    away = [math.hypot(a - x, b - y) for a, b in before]
    return (x, y, min(max(away), _LAST * away[0])) if away[0] < _NEAR else None


def box_of(
    box: Sequence[float],
    trail: Sequence[float],
    path: np.ndarray,
    heads: np.ndarray,
    cost: Callable[..., float],
) -> tuple[float, float, float, float] | None:
    """(left, top, side, side) of the corner of `box` in which a lens covers least, off the point
    it shows, every vertex of the path (n, 2) and the `heads` (m, 2) of all paths; smaller where no
    corner is so free, None if none is even then; cost(left, top, width, height)."""
    left, top, width, height = box
    end = np.vstack([[trail[:2]], heads])
    for share in _SHARES:
        side = round(share * min(width, height))
        right, low = left + width - side - 6.0, top + height - side - 6.0
        corners = [(right, top + 6.0), (left + 6.0, top + 6.0), (right, low), (left + 6.0, low)]
        free = [c for c in corners if not _over(c, side, end, _ASIDE)
                and not _over(c, side, path, _CLEAR)]  # fmt: skip
        if free:
            return (*min(free, key=lambda c: cost(*c, side, side)), side, side)
    return None


def _is_path(trace):
    """Whether a trace is a line that grows from frame to frame."""
    return trace["bind"].get("x", {}).get("how") == "prefix" and "ghost" not in trace


def _over(corner, side, points, off):
    """Whether a square lies on one of the points (n, 2), or nearer than `off`."""
    inside = (points > np.array(corner) - off) & (points < np.array(corner) + side + off)
    return bool(inside.all(axis=-1).any())


def magnification(reach: float, side: float) -> float:
    """How many times larger steps that reach so far are drawn in a lens of that side."""
    return min(max(_INSIDE * side / (reach or 1e-12), 2.0), _MOST)


def _rounded(times):
    return round(times) if times < 100.0 else float(f"{times:.2g}")


def _display(ax, x, y):
    """Where a pixel of the plot lies on the figure."""
    pixel = ax.figure.dpi / 100.0
    return np.array([ax.bbox.x0 + x * pixel, ax.bbox.y1 - y * pixel])
