"""One panel on paper: its axes and its marks."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from mpl_toolkits.mplot3d import Axes3D

from widgets import marks as m
from widgets.paper import areas, artists, faces, ticks, words
from widgets.paper.board import DASHES, MARKERS, PX, Board, Drawn, check_dimension, kinds
from widgets.paper.lens import Lens, follows
from widgets.scene import Panel

_MAKERS = {
    m.Path: artists.path,
    m.Curve: artists.path,
    m.Lines: artists.strokes,
    m.Segments: artists.strokes,
    m.Arrows: artists.strokes,
    m.Points: artists.points,
    m.Text: words.text,
    m.Band: areas.band,
    m.Bars: areas.bars,
    m.Contour: areas.contour,
    m.Hatch: areas.hatch,
    m.Heatmap: areas.heatmap,
    m.Surface: faces.surface,
    m.Mesh: faces.mesh,
}
_GROUND = (m.Contour, m.Heatmap)
_FLAT_ONLY = (m.Band, m.Bars, m.Contour, m.Hatch, m.Heatmap)
_SPACE_ONLY = (m.Surface, m.Mesh)


@dataclass(frozen=True, slots=True)
class View:
    """A panel on its axes; `zero` are the lines at 0, `lens` shows late steps of a path in it."""

    panel: Panel
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
            texts = sorted((d for d in self.drawn if isinstance(d.mark, m.Text)), key=_is_moving)
            labels = [(d.mark, label) for d in texts for label in d.solid]
            if self.lens or any(label.get_visible() for _, label in labels):
                room = words.room_beside(self.ax, [d for d in self.drawn if d not in texts])
                if self.lens:
                    self.lens.show(k, room)
                words.settle(self.ax, room, labels)

    def live(self):
        """What a film draws in each frame, lowest first: what moves and whatever lies above it."""
        if not self.board.flat:
            return [self.ax] if any(d.moving for d in self.drawn) else []
        stack = [(a, d.moving) for d in self.drawn for a in d.artists()]
        stack += [(a, False) for a in (*self.zero, *self.ax.spines.values())]
        stack.sort(key=lambda pair: pair[0].get_zorder())
        first = next((i for i, (_, moving) in enumerate(stack) if moving), len(stack))
        return [a for a, _ in stack[first:]] + (self.lens.artists() if self.lens else [])


def build(figure, panel, theme):
    """A `View` of `panel` on new axes of `figure`, with nothing shown yet."""
    settled = panel.axes()
    if panel.z is None:
        ax = figure.add_axes((0.1, 0.1, 0.8, 0.8))
        zero = ticks.dress(ax, settled, theme, panel.equal)
    else:
        ax, zero = figure.add_axes(Axes3D(figure, (0.1, 0.1, 0.8, 0.8))), []
        ticks.dress_space(ax, settled, theme, panel.equal)
    ax.set_autoscale_on(False)
    board = Board(ax, settled, theme, panel.key)
    drawn = [_make(mark, i, board) for i, mark in enumerate(panel.marks)]
    if panel.cross is not None:
        areas.cross(panel.cross, board)
    lens = Lens(panel, board, _make) if board.flat and any(map(follows, panel.marks)) else None
    return View(panel, board, drawn, zero, lens)


def legend(view):
    """(handles, words) of the marks that ask for it, one for each class with a name."""
    entries = [
        (_handle(mark, kind, view.board), kind.label)
        for mark in view.panel.marks
        if mark.legend
        for kind in kinds(mark)
        if kind.label
    ]
    return [h for h, _ in entries], [w for _, w in entries]


def _make(mark, index, board):
    kind = type(mark).__name__
    if board.flat and isinstance(mark, _SPACE_ONLY):
        raise ValueError(f"{kind} in {board.key!r} lives in space: give the panel a z axis.")
    if not board.flat and isinstance(mark, _FLAT_ONLY):
        raise ValueError(f"{kind} in {board.key!r} lives in a plane: drop the panel's z axis.")
    check_dimension(mark, board)
    # Words come last: where they stand hangs on all else, so that they may move with any mark.
    height = 1.0 if isinstance(mark, _GROUND) else 60.0 if isinstance(mark, m.Text) else 3.0
    return _MAKERS[type(mark)](mark, board, height + 0.1 * index)


def _handle(mark, kind, board):
    colour = board.colour(kind.tone)
    if isinstance(mark, m.Hatch):
        return Patch(
            facecolor=board.paper, edgecolor=colour, hatch=4 * mark.way, linewidth=0.7 * PX
        )
    if isinstance(mark, (m.Bars, m.Band, m.Heatmap, m.Contour, m.Surface, m.Mesh)):
        face = board.paper if kind.hatch else colour
        alpha = mark.fill if isinstance(mark, m.Band) else mark.opacity
        patch = Patch(facecolor=face, edgecolor=colour, alpha=alpha)
        areas.hatched(patch, kind)
        return patch
    if isinstance(mark, m.Points):
        opened = kind.symbol.endswith("-open")
        face = {"markerfacecolor": "none" if opened else colour, "markeredgecolor": colour}
        return Line2D([], [], linestyle="", marker=MARKERS[kind.symbol], markersize=8 * PX, **face)
    return Line2D([], [], color=colour, linestyle=DASHES[kind.dash], linewidth=mark.width * PX)


def _is_moving(drawn):
    return drawn.moving
