"""Words: text marks on a panel, and how wide words are on a page."""

from __future__ import annotations

import math
from functools import lru_cache, partial

import numpy as np
from matplotlib.collections import PathCollection
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke
from matplotlib.textpath import TextToPath
from matplotlib.transforms import ScaledTranslation

from widgets.fields import frames
from widgets.marks import is_moving
from widgets.paper.board import FONT, PX, Drawn, vertices
from widgets.paper.room import FAINT, LINE, MARKER, Room

_SIZE = 12.0  # pixels
_GAP = {"right": (7, 0), "left": (-7, 0), "above": (0, 8), "below": (0, -8), "center": (0, 0)}
_ALIGN = {"right": "left", "left": "right"}
_VERTICAL = {"above": "bottom", "below": "top"}


def text(mark, board, zorder):
    """Words beside points."""
    known = [frames(f) or 1 for f in mark.all_fields().values()]
    most = max(vertices(mark, k, board).shape[1] for k in range(max(known)))
    make = _label if board.flat else _label_in_space
    labels = [make(mark, board, zorder) for _ in range(most)]

    def update(k):
        where = vertices(mark, k, board).T
        for i, label in enumerate(labels):
            words = mark.text[k] if mark.per_frame else mark.text[i] if i < len(mark.text) else ""
            shown = i < len(where) and bool(np.isfinite(where[i]).all()) and words != ""
            label.set_visible(shown)
            if shown:
                label.set_text(words)
                _move(label, where[i])

    return Drawn(mark, labels, [], update, is_moving(mark))


def room_beside(ax, drawn):
    """The `Room` of a plane, off the lines and markers of `drawn`."""
    pixel = ax.figure.dpi / 100.0
    room = Room((0.0, 0.0, ax.bbox.width / pixel, ax.bbox.height / pixel))
    for one in drawn:
        for artist in one.artists():
            _occupy(room, artist, partial(pixels, ax))
    return room


def settle(ax, room, labels):
    """Give each of `labels`, marks of words first come first served, the best place beside its
    point: where there is room, off the labels before it, and inside `ax`."""
    for mark, label in labels:
        if label.get_visible():
            x, y = pixels(ax, [label.xy])[0]
            wide = _width(label.get_text())
            left, middle = room.place(x, y, wide, _SIZE, mark.anchor)
            label.set_position(((left - x) * PX, (y - middle) * PX))


def pixels(ax, points):
    """Where data `points` (n, 2) lie: pixels (n, 2) from the top left corner of `ax`."""
    pixel = ax.figure.dpi / 100.0
    at = np.asarray(ax.transData.transform(np.asarray(points, dtype=np.float64)))
    return (at - [ax.bbox.x0, ax.bbox.y1]) / [pixel, -pixel]


def _occupy(room, artist, place):
    """What a line or markers take of the room."""
    if not artist.get_visible():
        return
    if isinstance(artist, Line2D):
        faint = (artist.get_alpha() or 1.0) < 0.5
        points = artist.get_xydata()
        if len(points) and artist.get_linewidth():
            room.line(*place(points).T, FAINT if faint else LINE)
    elif isinstance(artist, PathCollection):
        points, sizes = place(artist.get_offsets()), np.sqrt(artist.get_sizes()) / PX
        for (x, y), size in zip(points, np.resize(sizes, len(points)), strict=True):
            if np.isfinite(x + y) and size > 0.0:
                room.disc(x, y, 0.5 * size + 1.0, MARKER)


@lru_cache(maxsize=4096)
def _width(words):
    """The width of a label in pixels."""
    return TextToPath().get_text_width_height_descent(words, font(_SIZE), False)[0] / PX


class Ruler:
    """Measures words in pixels of 1/100 inch, each once."""

    def __init__(self, figure):
        self._renderer = figure.canvas.get_renderer()
        self._pixels = 100.0 / figure.dpi
        self._known = {}

    def width(self, words, size, bold=False):
        """Width of `words` set in `size` pixels."""
        key = (words, size, bold)
        if key not in self._known:
            face = font(size, bold)
            wide = self._renderer.get_text_width_height_descent(words, face, False)[0]
            self._known[key] = wide * self._pixels
        return self._known[key]

    def fit(self, words, size, room, bold=False):
        """`words` as they are, or shortened with an ellipsis to `room` pixels."""
        if self.width(words, size, bold) <= room:
            return words
        share = room / self.width(words, size, bold)
        kept = words[: max(1, math.floor(len(words) * share) - 1)].rstrip()
        while len(kept) > 1 and self.width(kept + "…", size, bold) > room:
            kept = kept[:-1].rstrip()
        return kept + "…"

    def wrap(self, pieces, size, room):
        """Lines of [(words, bold)] from [(words, bold)], each at most `room` pixels wide."""
        lines, used = [[]], 0.0
        for words, bold in pieces:
            for word in words.split():
                wide = self.width(word + " ", size, bold)
                if used and used + wide > room:
                    lines.append([])
                    used = 0.0
                used += wide
                if lines[-1] and lines[-1][-1][1] == bold:
                    lines[-1][-1] = (f"{lines[-1][-1][0]} {word}", bold)
                else:
                    lines[-1].append((word, bold))
        return lines


def font(size, bold=False):
    """The font of the page in `size` pixels."""
    return FontProperties(family=FONT, size=size * PX, weight="bold" if bold else "normal")


def halo(paper):
    """What keeps words apart from lines under them."""
    return [withStroke(linewidth=2.5 * PX, foreground=paper)]


def _style(mark, board, zorder):
    anchor = "right" if board.flat else mark.anchor  # in a plane, `settle` gives the left end
    return {
        "color": board.colour(mark.tone),
        "alpha": mark.opacity,
        "fontproperties": font(_SIZE),
        "ha": _ALIGN.get(anchor, "center"),
        "va": _VERTICAL.get(anchor, "center"),
        "zorder": zorder,
        "path_effects": halo(board.paper),
        "parse_math": False,
    }


def _label(mark, board, zorder):
    return board.ax.annotate(
        "",
        (0.0, 0.0),
        xytext=(0.0, 0.0),
        textcoords="offset points",
        annotation_clip=True,
        **_style(mark, board, zorder),
    )


def _label_in_space(mark, board, zorder):
    dx, dy = (v / 100.0 for v in _GAP[mark.anchor])
    aside = ScaledTranslation(dx, dy, board.ax.figure.dpi_scale_trans)
    where = board.ax.transData + aside
    return board.ax.text(0.0, 0.0, 0.0, "", transform=where, **_style(mark, board, zorder))


def _move(label, where):
    if len(where) == 3:
        label.set_position_3d(where)
    else:
        label.xy = tuple(where)
