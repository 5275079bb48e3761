"""The page around the panels: heading, grid, legends, and the sentence of the frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.transforms import Affine2D

from widgets import palette
from widgets.layout import Layout
from widgets.pack import pack
from widgets.paper import ticks
from widgets.paper.artists import colours
from widgets.paper.board import FONT, PX
from widgets.paper.footer import Footer
from widgets.paper.grid import GUTTER, UNDER, arrange, rows_of, under_the_hero
from widgets.paper.views import View, build, legend
from widgets.paper.words import Ruler, font
from widgets.reader import Reader

if TYPE_CHECKING:
    from widgets.scene import Scene

MARGIN = 16.0
_HEAD, _LEGEND = 42.0, 19.0
#: A plane of equal units shows at most so much more than its range; a space is at least so high,
#: as a share of its width.
_WIDENED, _DEEP = 1.6, 0.7
#: The large plane may be so many times as high as it asks for.
_STRETCHED = 1.3
#: Of an entry of a key, what is not words: its sample, and space.
_SAMPLE = 36.0


@dataclass(slots=True)
class Page:
    """A scene on a figure; `show(k)` turns it to frame k. footer: None where nothing is said."""

    figure: Figure
    views: list[View]
    footer: Footer | None

    def show(self, k: int, moving_only: bool = False) -> None:
        """Show frame `k`; `moving_only` trusts that the rest has been shown before."""
        for view in self.views:
            view.show(k, moving_only)
        if self.footer:
            self.footer.show(k)

    def live(self) -> list:
        """What a film draws anew in each frame, lowest first."""
        said = self.footer.artists() if self.footer else []
        return [a for view in self.views for a in view.live()] + said


class _Figure(Figure):
    """A figure whose files hold words as text."""

    def savefig(self, fname, **options):
        """As matplotlib does."""
        with rc_context({"pdf.fonttype": 42, "svg.fonttype": "none"}):
            super().savefig(fname, **options)


def layout(scene: Scene, theme: str, width: float, dpi: int = 100, words: bool = True) -> Page:
    """A `Page` of `scene` that is `width` inches wide, with nothing shown yet; without `words`
    nothing is above the panels and below them."""
    figure = _Figure(figsize=(width, width), dpi=dpi, facecolor=palette.PAPER[theme]["paper"])
    FigureCanvasAgg(figure)
    ruler = Ruler(figure)
    available = 100.0 * width - 2 * MARGIN
    spec, arrays = pack(scene, exact=True)
    reader, places = Reader(spec, arrays), Layout(**spec["layout"])
    views = {p["key"]: build(figure, p, theme, reader) for p in spec["panels"]}
    rows = rows_of(places, available)
    footer = Footer(spec, figure, ruler, theme, available) if words else None
    if not words:
        spec |= {"title": "", "question": ""}

    def head(key, width):
        return _above(views[key], _legend_plan(views[key], ruler, width)[1])

    def plot(key, width):
        return _plot_height(places, views[key], width)

    def arranged(rows):
        return arrange(rows, MARGIN, _heading_height(spec), available, head, plot)

    cells, bottom = arranged(rows if views else [])
    hero = cells.get(places.hero)
    equal = bool(hero) and views[places.hero].panel["equal"]
    equal = equal and len(rows[0]) == 2 and len(rows[0][1][1]) > 1
    # In equal units what is too high has empty bands above and below what it shows.
    if equal and hero.height > _STRETCHED * plot(places.hero, hero.width):
        cells, bottom = arranged(under_the_hero(rows))
    total = bottom + (footer.height if footer else 0.0)
    figure.set_size_inches(width, total / 100.0)
    sheet = Sheet(figure, ruler, theme, 100.0 * width, total)
    _heading(sheet, spec)
    for key, cell in cells.items():
        _cell(sheet, views[key], cell, _legend_plan(views[key], ruler, cell.width))
    if footer:
        footer.place(sheet, bottom)
    return Page(figure, list(views.values()), footer)


class Sheet:
    """A figure measured in pixels of 1/100 inch from its top left corner."""

    def __init__(self, figure: Figure, ruler: Ruler, theme: str, width: float, height: float):
        self.figure, self.ruler, self.theme = figure, ruler, theme
        self.width, self.height = width, height
        self.transform = (
            Affine2D().scale(1.0, -1.0).translate(0.0, height).scale(0.01) + figure.dpi_scale_trans
        )

    def write(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        tone: str = "ink",
        bold: bool = False,
        **more: Any,
    ) -> Any:
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

    def rule(
        self, xs: list[float], ys: list[float], colour: str, width: float = 1.0, **more: Any
    ) -> Any:
        """A line through the given pixels."""
        line = Line2D(xs, ys, transform=self.transform, color=colour, linewidth=width * PX, **more)
        self.figure.add_artist(line)
        return line

    def box(
        self, left: float, top: float, width: float, height: float
    ) -> tuple[float, float, float, float]:
        """A rectangle in fractions of the figure, as axes want it."""
        low = self.height - top - height
        return (left / self.width, low / self.height, width / self.width, height / self.height)


def _plot_height(layout, view, width):
    """The height of the axes of a panel that is alone in its column of so much width."""
    large = view.panel["key"] in (layout.hero, *layout.side[: layout.twin])
    height = 430.0 if large else 262.0
    if not view.board.flat:
        return max(height + 90.0, _DEEP * width)
    if view.panel["equal"]:
        x, y = abs(view.board.sizes())
        own = width * y / x
        return max(min(height, own), own / _WIDENED)
    return height


def _above(view, legends):
    """Space for title, subtitle and legend over a panel."""
    head = _HEAD if view.panel["subtitle"] else _HEAD - 15.0
    return head + (legends * _LEGEND + 5.0 if legends else 0.0)


def _heading_height(spec):
    return 14.0 + (30.0 if spec["title"] else 0.0) + (28.0 if spec["question"] else 0.0)


def _heading(sheet, spec):
    y = 32.0
    available = sheet.width - 2 * MARGIN
    if spec["title"]:
        sheet.write(MARGIN, y, *sheet.ruler.set(spec["title"], 17.0, available, True), bold=True)
        y += 23.0
    if spec["question"]:
        sheet.write(MARGIN, y - 1, *sheet.ruler.set(spec["question"], 13.0, available), "muted")


def _legend_plan(view, ruler, available):
    """(entries in a row, rows) of the legend above a panel."""
    words = legend(view)[1]
    if not words:
        return 0, 0
    widest = max(ruler.width(w, 12.0) for w in words) + 52.0
    across = max(1, min(len(words), int(available // widest)))
    return across, -(-len(words) // across)


def _cell(sheet, view, cell, plan):
    left, top, width, head, height = cell.left, cell.top, cell.width, cell.head, cell.height
    panel, ruler = view.panel, sheet.ruler
    sheet.write(left, top + 13.0, *ruler.set(panel["title"], 13.0, width, True), bold=True)
    sheet.write(left, top + 32.0, *ruler.set(panel["subtitle"], 12.0, width), "muted")
    if not view.board.flat:
        view.ax.set_position(sheet.box(left, top + head - 20.0, width, height + UNDER))
        indent = 0.0
    else:
        indent = _axes(sheet, view, left, top + head, width, height)
    if plan[0]:
        above = top + head - plan[1] * _LEGEND - 2.0
        _legend(sheet, view, left + indent, above, width - indent, plan[0])


def _axes(sheet, view, left, top, width, height):
    """Set flat axes so that the words left of them begin at the cell's edge; returns the indent."""
    styles = [trace["style"] for trace in view.panel["traces"]]
    maps = [style for style in styles if style["kind"] == "heatmap"]
    right = 4.0
    if maps:
        right = 78.0 if maps[-1]["unit"] else 58.0
    ax = view.ax
    _place(view, sheet.box(left + 45.0, top, width - 45.0 - right, height))
    words = ax.yaxis.get_tightbbox(sheet.figure.canvas.get_renderer())
    edge = ax.get_window_extent().x0
    indent = max(28.0, (edge - words.x0) * 100.0 / sheet.figure.dpi + 1.0) if words else 28.0
    _place(view, sheet.box(left + indent, top, width - indent - right, height))
    ticks.thin(ax, view.board.axes[0], width - indent - right, sheet.ruler)
    beside = 2.0 * (right + 0.4 * GUTTER)  # the title is in the middle, and may go on next to it
    words, size = sheet.ruler.set(ax.get_xlabel(), 12.0, width - indent - right + beside)
    ax.set_xlabel(words, fontsize=size * PX)
    if maps:
        ax.grid(False)
        _scale(sheet, view, maps[-1])
    return indent


def _place(view, box):
    view.ax.set_position(box)
    if view.panel["equal"]:
        ticks.level(view.ax, view.board.axes)


def _scale(sheet, view, style):
    """The colour scale of a heatmap, a thin bar to its right."""
    panel = view.ax.get_position()
    left, width = panel.x1 + 10.0 / sheet.width, 8.0 / sheet.width
    bar = sheet.figure.add_axes((left, panel.y0, width, panel.height))
    cells, log = np.linspace(style["low"], style["high"], 129), style["log"]
    cells = 10.0**cells if log else cells
    bar.pcolormesh([0.0, 1.0], cells, np.arange(128)[:, None], cmap=colours(style, sheet.theme))
    bar.set(xticks=[], yscale="log" if log else "linear", ylim=cells[[0, -1]])
    for spine in bar.spines.values():
        spine.set_visible(False)
    bar.yaxis.tick_right()
    ink = palette.PAPER[sheet.theme]["ink"]
    bar.tick_params(length=0, pad=3, labelsize=11 * PX, labelcolor=ink, labelfontfamily=FONT)
    ticks.along_scale(bar.yaxis, cells[[0, -1]], log)
    if style["unit"]:
        title = {"fontfamily": FONT, "fontsize": 11 * PX, "color": ink, "parse_math": False}
        bar.yaxis.set_label_position("right")
        bar.set_ylabel(sheet.ruler.fit(style["unit"], 11.0, sheet.height * panel.height), **title)


def _legend(sheet, view, left, top, width, across):
    handles, words = legend(view)
    entry = width / across - _SAMPLE
    fitted = [sheet.ruler.set(one, 12.0, entry) for one in words]
    result = Legend(
        sheet.figure,
        handles,
        [one for one, _ in fitted],
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
    for one, (_, size) in zip(result.get_texts(), fitted, strict=True):
        one.set_fontsize(size * PX)
    sheet.figure.add_artist(result)
