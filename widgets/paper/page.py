"""The page around the panels: heading, grid, legends, and the sentence of the frame."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.transforms import Affine2D

from widgets import palette
from widgets.marks import Heatmap
from widgets.paper import ticks
from widgets.paper.areas import colours
from widgets.paper.board import FONT, PX
from widgets.paper.footer import Footer
from widgets.paper.grid import UNDER, arrange, rows_of
from widgets.paper.views import View, build, legend
from widgets.paper.words import Ruler, font

MARGIN = 16.0
_HEAD, _LEGEND = 42.0, 19.0


@dataclass(slots=True)
class Page:
    """A scene on a figure; `show(k)` turns it to frame k."""

    figure: Figure
    views: list[View]
    footer: Footer

    def show(self, k, moving_only=False):
        """Show frame `k`; `moving_only` trusts that the rest has been shown before."""
        for view in self.views:
            view.show(k, moving_only)
        self.footer.show(k)

    def live(self):
        """What a film draws anew in each frame, lowest first."""
        return [a for view in self.views for a in view.live()] + self.footer.artists()


def layout(scene, theme, width, dpi=100):
    """A `Page` of `scene` that is `width` inches wide, with nothing shown yet."""
    figure = Figure(figsize=(width, width), dpi=dpi, facecolor=palette.PAPER[theme]["paper"])
    FigureCanvasAgg(figure)
    ruler = Ruler(figure)
    room = 100.0 * width - 2 * MARGIN
    views = {p.key: build(figure, p, theme) for p in scene.placed()}
    rows = rows_of(scene.layout, room, lambda key: _stretches(views[key]))
    footer = Footer(scene, figure, ruler, theme, room)
    cells, bottom = arrange(
        rows if views else [],
        MARGIN,
        _heading_height(scene),
        room,
        lambda key, width: _above(views[key], _legend_plan(views[key], ruler, width)[1]),
        lambda key: _plot_height(scene.layout, views, key),
    )
    total = bottom + footer.height
    figure.set_size_inches(width, total / 100.0)
    sheet = Sheet(figure, ruler, theme, 100.0 * width, total)
    _heading(sheet, scene)
    for key, cell in cells.items():
        _cell(sheet, views[key], cell, _legend_plan(views[key], ruler, cell.width))
    footer.place(sheet, bottom)
    return Page(figure, list(views.values()), footer)


class Sheet:
    """A figure measured in pixels of 1/100 inch from its top left corner."""

    def __init__(self, figure, ruler, theme, width, height):
        self.figure, self.ruler, self.theme = figure, ruler, theme
        self.width, self.height = width, height
        self.transform = (
            Affine2D().scale(1.0, -1.0).translate(0.0, height).scale(0.01) + figure.dpi_scale_trans
        )

    def write(self, x, y, words, size, tone="ink", bold=False, **more):
        """Words with their baseline at (x, y)."""
        return self.figure.text(
            x,
            y,
            words,
            transform=self.transform,
            fontproperties=font(size, bold),
            color=palette.PAPER[self.theme].get(tone) or palette.colour(tone, self.theme),
            parse_math=False,
            **({"va": "baseline"} | more),
        )

    def rule(self, xs, ys, colour, width=1.0, **more):
        """A line through the given pixels."""
        line = Line2D(xs, ys, transform=self.transform, color=colour, linewidth=width * PX, **more)
        self.figure.add_artist(line)
        return line

    def box(self, left, top, width, height):
        """A rectangle in fractions of the figure, as axes want it."""
        low = self.height - top - height
        return (left / self.width, low / self.height, width / self.width, height / self.height)


def _plot_height(layout, views, key):
    """The height of the axes of a panel that is alone in its column."""
    large = key == layout.hero or (layout.twin and key == layout.side[0])
    return (430.0 if large else 262.0) + (0.0 if views[key].board.flat else 90.0)


def _above(view, legends):
    """Room for title, subtitle and legend over a panel."""
    head = _HEAD if view.panel.subtitle else _HEAD - 15.0
    return head + (legends * _LEGEND + 5.0 if legends else 0.0)


def _stretches(view):
    """Whether a panel gains by the empty place beside it."""
    return view.board.flat and not view.panel.equal


def _heading_height(scene):
    return 14.0 + (30.0 if scene.title else 0.0) + (28.0 if scene.question else 0.0)


def _heading(sheet, scene):
    y = 32.0
    room = sheet.width - 2 * MARGIN
    if scene.title:
        sheet.write(MARGIN, y, sheet.ruler.fit(scene.title, 17.0, room, True), 17.0, bold=True)
        y += 23.0
    if scene.question:
        sheet.write(MARGIN, y - 1, sheet.ruler.fit(scene.question, 13.0, room), 13.0, "muted")


def _legend_plan(view, ruler, room):
    """(entries in a row, rows) of the legend above a panel."""
    words = legend(view)[1]
    if not words:
        return 0, 0
    widest = max(ruler.width(w, 12.0) for w in words) + 52.0
    across = max(1, min(len(words), int(room // widest)))
    return across, -(-len(words) // across)


def _cell(sheet, view, cell, plan):
    left, top, width, head, height = cell.left, cell.top, cell.width, cell.head, cell.height
    panel, ruler = view.panel, sheet.ruler
    sheet.write(left, top + 13.0, ruler.fit(panel.title, 13.0, width, True), 13.0, bold=True)
    subtitle = ruler.fit(panel.subtitle, 12.0, width)
    sheet.write(left, top + 32.0, subtitle, 12.0, "muted")
    if not view.board.flat:
        view.ax.set_position(sheet.box(left, top + head - 20.0, width, height + UNDER))
        indent = 0.0
    else:
        indent = _axes(sheet, view, left, top + head, width, height)
    if plan[0]:
        _legend(sheet, view, left + indent, top + head - plan[1] * _LEGEND - 2.0, plan[0])


def _axes(sheet, view, left, top, width, height):
    """Set flat axes so that the words left of them begin at the cell's edge; returns the indent."""
    maps = [mark for mark in view.panel.marks if isinstance(mark, Heatmap)]
    right = 4.0
    if maps:
        right = 78.0 if maps[-1].unit else 58.0
    ax = view.ax
    ax.set_position(sheet.box(left + 45.0, top, width - 45.0 - right, height))
    words = ax.yaxis.get_tightbbox(sheet.figure.canvas.get_renderer())
    edge = ax.get_window_extent().x0
    indent = max(28.0, (edge - words.x0) * 100.0 / sheet.figure.dpi + 1.0) if words else 28.0
    ax.set_position(sheet.box(left + indent, top, width - indent - right, height))
    ax.apply_aspect()
    ticks.thin(ax, view.board.axes[0], width - indent - right, sheet.ruler)
    if maps:
        ax.grid(False)
        _scale(sheet, view, maps[-1])
    return indent


def _scale(sheet, view, mark):
    """The colour scale of a heatmap, a thin bar to its right."""
    panel = view.ax.get_position()
    left, width = panel.x1 + 10.0 / sheet.width, 8.0 / sheet.width
    bar = sheet.figure.add_axes((left, panel.y0, width, panel.height))
    low, high = mark.scale()
    cells = (np.geomspace if mark.log else np.linspace)(low, high, 129)
    bar.pcolormesh([0.0, 1.0], cells, np.arange(128)[:, None], cmap=colours(mark, sheet.theme))
    bar.set(xticks=[], yscale="log" if mark.log else "linear", ylim=(low, high))
    for spine in bar.spines.values():
        spine.set_visible(False)
    bar.yaxis.tick_right()
    ink = palette.PAPER[sheet.theme]["ink"]
    bar.tick_params(length=0, pad=3, labelsize=11 * PX, labelcolor=ink, labelfontfamily=FONT)
    ticks.along_scale(bar.yaxis, (low, high), mark.log)
    if mark.unit:
        title = {"fontfamily": FONT, "fontsize": 11 * PX, "color": ink, "parse_math": False}
        bar.yaxis.set_label_position("right")
        bar.set_ylabel(sheet.ruler.fit(mark.unit, 11.0, sheet.height * panel.height), **title)


def _legend(sheet, view, left, top, across):
    handles, words = legend(view)
    result = Legend(
        sheet.figure,
        handles,
        words,
        loc="upper left",
        bbox_to_anchor=(left, top),
        bbox_transform=sheet.transform,
        ncols=across,
        frameon=False,
        prop=font(12.0),
        labelcolor=palette.PAPER[sheet.theme]["ink"],
        borderpad=0.0,
        borderaxespad=0.0,
        handlelength=2.0,
        handletextpad=0.6,
        columnspacing=1.4,
        labelspacing=0.45,
    )
    sheet.figure.add_artist(result)
