"""Words: text marks on a panel, and how wide words are on a page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke
from matplotlib.textpath import TextToPath
from matplotlib.transforms import ScaledTranslation

from widgets.paper.board import FONT, PX, Drawn
from widgets.paper.occupancy import ROW_GAP, Occupancy, occupy

if TYPE_CHECKING:
    from widgets.paper.board import Board

_SIZE = 12.0  # pixels
_HALF = 0.5 * _SIZE
#: Pixels from their point up to which words need no line that leads to it, and where they are
#: nearer to other marks.
_LEAD, _CLOSE = 22.0, 2.0
#: Words that do not fit are set smaller, down to so large a share of their size.
_SMALLEST = 0.75
_GAP = {"right": (7, 0), "left": (-7, 0), "above": (0, 8), "below": (0, -8), "center": (0, 0)}
_GAP["row"] = _GAP["right"]
_ALIGN = {"right": "left", "left": "right", "row": "left"}
_VERTICAL = {"above": "bottom", "below": "top"}


def text(trace: dict[str, Any], board: Board, zorder: float) -> Drawn:
    """Words next to points."""
    style, last = trace["style"], board.reader.frames if "moving" in trace else 1
    most = max(board.vertices(trace, k).shape[1] for k in range(last))
    make = _label if board.flat else _label_in_space
    labels = [make(style, board, zorder) for _ in range(most)]
    leads = [label.lead for label in labels] if board.flat else []

    def update(k):
        where = board.vertices(trace, k).T
        words_of = board.reader.read(trace, k).get("text", style.get("text"))
        for i, label in enumerate(labels):
            words = words_of[i] if i < len(words_of) else ""
            shown = i < len(where) and bool(np.isfinite(where[i]).all()) and words != ""
            label.set_visible(shown)
            for lead in leads[i : i + 1]:
                lead.set_visible(False)
            if shown:
                label.set_text(words)
                _move(label, where[i])

    return Drawn(trace, labels, leads, update)


def occupancy_of(ax: Any, drawn: list[Drawn], board: Board, k: int) -> Occupancy:
    """The `Occupancy` of a plane in frame `k`, off the lines and markers of `drawn`."""
    pixel = ax.figure.dpi / 100.0
    occupancy = Occupancy((0.0, 0.0, ax.bbox.width / pixel, ax.bbox.height / pixel))
    for one in drawn:
        if one.kind in ("line", "points"):
            points = pixels(ax, board.vertices(one.trace, k).T)
            occupy(occupancy, one.trace, points, board.reader.read(one.trace, k).get("size"))
    return occupancy


def settle(ax: Any, occupancy: Occupancy, labels: list[tuple[dict, Any]]) -> None:
    """Give each of `labels`, (style, label) first come first served, the best place next to its
    point: where there is space, off the labels before it, and inside `ax`."""
    shown = [(*one, *pixels(ax, [one[1].xy])[0]) for one in labels if one[1].get_visible()]
    for style, _, x, y in shown:
        occupancy.name(x, y, style["color"], style["anchor"])
    for style, label, x, y in shown:
        wide, size = width_of(label.get_text()), _SIZE
        if style["anchor"] == "row":  # the only words that cannot move up or down off a mark
            share = (occupancy.box[2] - x - ROW_GAP) / wide
            size *= min(1.0, max(_SMALLEST, share))
            wide *= size / _SIZE
        label.set_fontsize(size * PX)
        left, middle, is_right = occupancy.place(x, y, wide, size, style["anchor"], style["color"])
        label.set_position(((left - x) * PX, (y - middle) * PX))
        near = max(left, min(x, left + wide)), middle + max(-_HALF, min(y - middle, _HALF))
        label.lead.set_data(*unpixelled(ax, [near, (x, y)]).T)
        label.lead.set_visible(math.dist(near, (x, y)) > (_LEAD if is_right else _CLOSE))


def pixels(ax: Any, points: list[tuple[float, float]] | np.ndarray) -> np.ndarray:
    """Where data `points` (n, 2) lie: pixels (n, 2) from the top left corner of `ax`."""
    pixel = ax.figure.dpi / 100.0
    at = np.asarray(ax.transData.transform(np.asarray(points, dtype=np.float64)))
    return (at - [ax.bbox.x0, ax.bbox.y1]) / [pixel, -pixel]


def unpixelled(ax: Any, points: np.ndarray | Sequence[tuple[float, float]]) -> np.ndarray:
    """The data points (n, 2) that lie at `points` (n, 2), as `pixels` says them."""
    pixel = ax.figure.dpi / 100.0
    at = np.asarray(points) * [pixel, -pixel] + [ax.bbox.x0, ax.bbox.y1]
    return ax.transData.inverted().transform(at)


@lru_cache(maxsize=4096)
def width_of(words: str) -> float:
    """The width of a label in pixels."""
    return TextToPath().get_text_width_height_descent(words, font(_SIZE), False)[0] / PX


@lru_cache(maxsize=65_536)
def _width_at(dpi, words, size, bold):
    """The width of words set in `size` pixels, in pixels of 1/100 inch, as a page of `dpi` has it:
    dots are whole. Measured once, as scenes of one problem share most of their words."""
    wide = _renderer(dpi).get_text_width_height_descent(words, font(size, bold), False)[0]
    return wide * 100.0 / dpi


@lru_cache(maxsize=8)
def _renderer(dpi):
    return RendererAgg(1, 1, dpi)


class Ruler:
    """Measures words in pixels of 1/100 inch."""

    def __init__(self, figure: Figure):
        self._dpi = figure.dpi

    def width(self, words: str, size: float, bold: bool = False) -> float:
        """Width of `words` set in `size` pixels."""
        return _width_at(self._dpi, words, size, bold)

    def fit(self, words: str, size: float, limit: float, bold: bool = False) -> str:
        """`words` as they are, or shortened with an ellipsis to `limit` pixels."""
        if self.width(words, size, bold) <= limit:
            return words
        share = limit / self.width(words, size, bold)
        retained = words[: max(1, math.floor(len(words) * share) - 1)].rstrip()
        while len(retained) > 1 and self.width(retained + "…", size, bold) > limit:
            retained = retained[:-1].rstrip()
        return retained + "…"

    def set(self, words: str, size: float, limit: float, bold: bool = False) -> tuple[str, float]:
        """(words, size) that fit into `limit` pixels: a little smaller, else shortened too."""
        least = _SMALLEST * size
        while size > least and self.width(words, size, bold) > limit:
            size = max(least, size - 0.25)
        return self.fit(words, size, limit, bold), size

    def wrap(self, pieces: list[tuple[str, tuple]], limit: float) -> list:
        """Lines of [(words, style)] from [(words, style)], each at most `limit` pixels wide; a
        style begins with size and whether it is bold."""
        lines: list[list] = [[]]
        used = 0.0
        for words, style in pieces:
            for word in words.split():
                wide = self.width(word + " ", *style[:2])
                if used and used + wide > limit:
                    lines.append([])
                    used = 0.0
                used += wide
                if lines[-1] and lines[-1][-1][1] == style:
                    lines[-1][-1] = (f"{lines[-1][-1][0]} {word}", style)
                else:
                    lines[-1].append((word, style))
        return lines


def font(size: float, bold: bool = False) -> Any:
    """The font of the page in `size` pixels."""
    return FontProperties(family=FONT, size=size * PX, weight="bold" if bold else "normal")


def halo(paper: str) -> list[Any]:
    """What keeps words apart from lines under them."""
    return [withStroke(linewidth=2.5 * PX, foreground=paper)]


def _style(style, board, zorder):
    anchor = "right" if board.flat else style["anchor"]  # in a plane, `settle` gives the left end
    return board.ink(style, f"{style['color']}_word") | {
        "fontproperties": font(_SIZE),
        "ha": _ALIGN.get(anchor, "center"),
        "va": _VERTICAL.get(anchor, "center"),
        "zorder": zorder,
        "path_effects": halo(board.paper),
        "parse_math": False,
    }


def _label(style, board, zorder):
    label = board.ax.annotate(
        "",
        (0.0, 0.0),
        xytext=(0.0, 0.0),
        textcoords="offset points",
        annotation_clip=True,
        **_style(style, board, zorder),
    )
    # A thin line to the point that words name, where they could be taken for another's.
    thin = {"color": board.ink(style)["color"], "linewidth": PX, "alpha": 0.6, "visible": False}
    label.lead = board.ax.add_line(Line2D([], [], zorder=zorder, **thin))
    return label


def _label_in_space(style, board, zorder):
    dx, dy = (v / 100.0 for v in _GAP[style["anchor"]])
    aside = ScaledTranslation(dx, dy, board.ax.figure.dpi_scale_trans)
    where = board.ax.transData + aside
    return board.ax.text(0.0, 0.0, 0.0, "", transform=where, **_style(style, board, zorder))


def _move(label, where):
    if len(where) == 3:
        label.set_position_3d(where)
    else:
        label.xy = tuple(where)
