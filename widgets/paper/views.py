"""One panel on paper: its axes and its traces."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from mpl_toolkits.mplot3d import Axes3D

from widgets.paper import artists, faces, ticks, words
from widgets.paper.board import DASHES, MARKERS, PX, Board, Drawn
from widgets.paper.lens import Lens

_MAKERS = {
    "line": artists.line,
    "points": artists.points,
    "words": words.text,
    "bands": artists.bands,
    "heatmap": artists.heatmap,
    "hatch": artists.hatch,
    "surface": faces.surface,
    "mesh": faces.mesh,
}
#: How high a kind lies, if not at 3. Words come last: where they stand hangs on all else, so that
#: they may move with any mark.
_HEIGHTS = {"bands": 1.0, "heatmap": 1.0, "words": 60.0}


@dataclass(frozen=True, slots=True)
class View:
    """A packed panel on its axes; `zero` are the lines at 0, `lens` shows late steps of a path."""

    panel: dict
    board: Board
    drawn: list[Drawn]
    zero: list
    lens: Lens | None

    @property
    def ax(self):
        """The matplotlib axes."""
        return self.board.ax

    def show(self, k, moving_only=False):
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

    def live(self):
        """What a film draws in each frame, lowest first: what moves and whatever lies above it."""
        if not self.board.flat:
            return [self.ax] if any(d.moving for d in self.drawn) else []
        stack = [(a, d.moving) for d in self.drawn for a in d.artists()]
        stack += [(a, False) for a in (*self.zero, *self.ax.spines.values())]
        stack.sort(key=lambda pair: pair[0].get_zorder())
        first = next((i for i, (_, moving) in enumerate(stack) if moving), len(stack))
        return [a for a, _ in stack[first:]] + (self.lens.artists() if self.lens else [])


def build(figure, panel, theme, reader):
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


def legend(view):
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
