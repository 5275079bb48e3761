"""Words: text marks on a panel, and how wide words are on a page."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.patheffects import withStroke
from matplotlib.transforms import ScaledTranslation

from widgets.fields import frames
from widgets.marks import is_moving
from widgets.paper.board import FONT, PX, Drawn, vertices

_SIZE = 12.0  # pixels
_LINE = 13.0
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
                if board.flat:
                    _inside(label, mark.anchor, board.ax)

    return Drawn(mark, labels, [], update, is_moving(mark))


def settle(labels):
    """Move labels (in this order) up or down by half lines until none covers one before it."""
    taken = []
    for label in labels:
        if not label.get_visible():
            continue
        box, tries = _box(label), (0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5)
        free = (s for s in tries if not any(_meet(_shifted(box, s), other) for other in taken))
        step = next(free, 0.0)
        x, y = label.get_position()
        label.set_position((x, y + step * _LINE * PX))
        taken.append(_shifted(box, step))


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


def _style(mark, board, zorder):
    halo = [withStroke(linewidth=2.5 * PX, foreground=board.paper)]
    return {
        "color": board.colour(mark.tone),
        "alpha": mark.opacity,
        "fontproperties": font(_SIZE),
        "ha": _ALIGN.get(mark.anchor, "center"),
        "va": _VERTICAL.get(mark.anchor, "center"),
        "zorder": zorder,
        "path_effects": halo,
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


def _inside(label, anchor, ax):
    """Set words at their anchor, or at the other side where the panel ends."""
    box, scale = ax.bbox, ax.figure.dpi / 100.0
    x = ax.transData.transform(label.xy)[0]
    wide = 0.62 * _SIZE * len(label.get_text()) * scale
    right, left = x + wide + 7 * scale > box.x1, x - wide - 7 * scale < box.x0
    if anchor == "right" and right and not left:
        anchor = "left"
    elif anchor == "left" and left and not right:
        anchor = "right"
    label.set_position(tuple(v * PX for v in _GAP[anchor]))
    align = _ALIGN.get(anchor, "center")
    if align == "center":
        over, under = x + 0.5 * wide > box.x1, x - 0.5 * wide < box.x0
        align = "right" if over and not under else "left" if under and not over else "center"
    label.set_horizontalalignment(align)


def _box(label):
    """(left, right, low, high) of a label in pixels, estimated from its letters."""
    scale = label.figure.dpi / 100.0
    x, y = label.axes.transData.transform(label.xy)
    dx, dy = (v / PX * scale for v in label.get_position())
    wide, high = 0.56 * _SIZE * len(label.get_text()) * scale, _LINE * scale
    left = {"left": 0.0, "center": -0.5, "right": -1.0}[label.get_horizontalalignment()] * wide
    low = {"bottom": 0.0, "center": -0.5, "top": -1.0}[label.get_verticalalignment()] * high
    return (x + dx + left, x + dx + left + wide, y + dy + low, y + dy + low + high)


def _shifted(box, lines):
    high = (box[3] - box[2]) * lines
    return (box[0], box[1], box[2] + high, box[3] + high)


def _meet(a, b):
    return a[0] < b[1] and b[0] < a[1] and a[2] + 1e-6 < b[3] and b[2] + 1e-6 < a[3]
