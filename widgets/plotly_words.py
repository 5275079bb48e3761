"""On which side of their points words of a plane are in a figure of plotly.

plotly moves no words: each has one of nine sides of its point, or of six a line or two further off,
chosen once, where in some of the frames it covers least and is nearest to what it names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from widgets.paper.occupancy import Occupancy, occupy
from widgets.paper.words import width_of

if TYPE_CHECKING:
    from widgets.reader import Reader

#: Where words begin, in their width; and where their middle is, in their size and y downwards, as
#: plotly 6 sets them; both relative to the point. A line that is empty moves them so far.
_ACROSS = {"right": 0.0, "left": -1.0, "center": -0.5}
_DOWN = {"middle": -0.08, "top": -0.58, "bottom": 0.42}
_LINE = 1.3
_EMPTY = "\N{NO-BREAK SPACE}"
#: (`textposition`, empty lines between the point and its words)
SIDES = [(f"{down} {across}", 0) for across in _ACROSS for down in _DOWN] + [
    (f"{down} {across}", lines)
    for lines in (1, 2)
    for across in _ACROSS
    for down in ("top", "bottom")
]
#: How many frames are looked at; the height of words in their size; what it costs to be on another
#: side than asked, and nearer to another mark.
_FRAMES, _HIGH, _OTHER, _STRAY = 5, 1.17, 2.0, 40.0
_OUT = 1e4  # beyond the plot


def sides(
    panel: dict[str, Any], reader: Reader, size: tuple[float, float], asked: dict[str, str]
) -> dict:
    """{number of a trace among the panel's: {number of a word: its side}} of a packed plane that is
    `size` (width, height) pixels; `asked` says the side of an anchor."""
    frames = np.unique(np.linspace(0, reader.frames - 1, _FRAMES).astype(int))
    place = _placer(panel, size)
    occupied = {k: Occupancy((0.0, 0.0, *size)) for k in frames}
    words = {k: _words(panel, reader, k, place) for k in frames}
    for k, occupancy in occupied.items():
        for trace in panel["traces"]:
            if trace["style"]["kind"] in ("line", "points"):
                found = reader.read(trace, k)
                occupy(occupancy, trace, place(found), found.get("size"))
        for (j, _), (x, y, _) in words[k].items():
            style = panel["traces"][j]["style"]
            occupancy.name(x, y, style["color"], style["anchor"])
    result: dict = {}
    for j, i in sorted({one for k in frames for one in words[k]}):
        style = panel["traces"][j]["style"]
        here = [(occupied[k], *words[k][j, i]) for k in frames if (j, i) in words[k]]
        first = asked[style["anchor"]], 0
        costs = {
            side: _OTHER * ((side != first) + side[1])
            + sum(_cost(o, x, y, text, style, side) for o, x, y, text in here)
            for side in (first, *SIDES)
        }
        best = min(costs, key=lambda one: costs[one])
        for occupancy, x, y, text in here:
            occupancy.take(*_box(x, y, text, style["size"], best))
        result.setdefault(j, {})[i] = best
    return result


def aside(words: str, side: tuple[str, int]) -> str:
    """Words of plotly as they are written on a side."""
    where, lines = side
    off = _EMPTY + "<br>"
    if not (words and lines):
        return words
    return words + lines * f"<br>{_EMPTY}" if where.startswith("top") else lines * off + words


def _words(panel, reader, k, place):
    """{(number of the trace, of the word): (x, y, word)} that frame `k` shows, in pixels."""
    result: dict = {}
    for j, trace in enumerate(panel["traces"]):
        if trace["style"]["kind"] == "words":
            found = reader.read(trace, k)
            text = found.get("text", trace["style"].get("text"))
            for i, ((x, y), words) in enumerate(zip(place(found), text, strict=False)):
                if words and np.isfinite(x + y):
                    result[j, i] = x, y, words
    return result


def _placer(panel, size):
    """The function from what a trace reads to pixels (n, 2), y downwards."""
    ranges = np.array([axis["range"] for axis in panel["axes"]], dtype=float)
    middle, span = ranges.mean(axis=1), np.ptp(ranges, axis=1) * np.sign(ranges @ [-1.0, 1.0])
    scale = np.array(size) / span
    if panel["equal"]:
        scale = np.sign(scale) * np.abs(scale).min()
    scale[1] *= -1.0

    def place(found):
        points = np.column_stack([found["x"], found["y"]]).astype(float)
        return (points - middle) * scale + 0.5 * np.array(size)

    return place


def _box(x, y, words, size, side):
    """(left, top, width, height) of words on a side of (x, y)."""
    (vertical, across), lines = side[0].split(), side[1]
    down = _DOWN[vertical] + (-lines if vertical == "top" else lines) * _LINE
    wide, high = width_of(words), _HIGH * size
    return x + _ACROSS[across] * wide, y + down * size - 0.5 * high, wide, high


def _cost(occupancy, x, y, words, style, side):
    """What it costs to set words there."""
    left, top, wide, high = box = _box(x, y, words, style["size"], side)
    _, _, width, height = occupancy.box
    if left < 0.0 or top < 0.0 or left + wide > width or top + high > height:
        return _OUT
    mark = occupancy.meant(x, y, style["color"])
    return occupancy.cost(*box) + _STRAY * (not occupancy.is_right(box, x, y, mark, style["color"]))
