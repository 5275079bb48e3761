"""How much of a plane is occupied, as a coarse grid, and where words are placed on it.

The rules are those of static/occupancy.js; a table of cases holds both to them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

_CELL = 3.0  # pixels
#: How much it costs to cover a cell: of a faint line, of a line, of a marker, of other words.
FAINT, LINE, MARKER, _WORDS = 1, 4, 8, 60
#: What each place further down the list costs, and each pixel between a point and its words.
_FURTHER, _FARTHER = 0.3, 0.1
#: A place that costs more covers a line; then words are sought a place so near, in such steps.
_CROWDED, _REACH, _SLIDE = 14.0, 120.0, 8.0
#: Pixels from a mark to words on its row.
ROW_GAP = 13.0
#: The height of a line of words, and of its letters, in their size.
_HIGH, _SEEN = 1.15, 0.8
#: Pixels from its point to a marker, and a line, that words name; around words in which marks are
#: compared; and by which the mark that they name is nearer than others.
_NAMED, _SIGHT, _APART = (12.0, 24.0), 60.0, 5.0
_SIDES = {
    "right": ((1, 0), (1, -1), (1, 1), (-1, 0), (-1, -1), (-1, 1), (0, -1), (0, 1)),
    "left": ((-1, 0), (-1, -1), (-1, 1), (1, 0), (1, -1), (1, 1), (0, -1), (0, 1)),
    "above": ((0, -1), (1, -1), (-1, -1), (0, 1), (1, 0), (-1, 0), (1, 1), (-1, 1)),
    "below": ((0, 1), (1, 1), (-1, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, -1)),
    "center": ((0, 0), (0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1)),
    "row": ((1, 0), (-1, 0)),
}


class Occupancy:
    """The cells of a box (left, top, width, height) in pixels, y downwards."""

    def __init__(self, box: Sequence[float]):
        self.box = box
        size = tuple(max(1, math.ceil(v / _CELL)) for v in (box[3], box[2]))
        self._cells = np.zeros(size, dtype=np.int64)
        # The markers, and the lines, in each cell: a bit for each look.
        self._owners = np.zeros((2, *size), dtype=np.int64)
        self._styles: tuple[list, list] = ([], [])
        self._named = []

    def owner(self, style: dict[str, Any], kind: int) -> tuple[int, int]:
        """Whose cells are those of a mark: of markers (0) or lines (1) of a packed `style`."""
        known = self._styles[kind]
        words = colour_of(style.get("color")), style.get("name", ""), style.get("dash", "")
        if words not in known:
            known.append(words)
        return kind, 1 << known.index(words) % 31

    def name(self, x: float, y: float, color: str, anchor: str) -> None:
        """Say that words belong at (x, y), before any is placed."""
        if anchor != "row":
            self._named.append((x, y, colour_of(color)))

    def line(self, px: np.ndarray, py: np.ndarray, weight: int, owner: Any = None) -> None:
        """Mark the polyline px, py (n,); NaN lifts the pen."""
        for x0, y0, x1, y1 in zip(px[:-1], py[:-1], px[1:], py[1:], strict=True):
            piece = _clipped(x0, y0, x1, y1, self.box)
            if piece is None:
                continue
            x0, y0, x1, y1 = piece
            steps = math.ceil(max(abs(x1 - x0), abs(y1 - y0)) / _CELL) or 1
            share = np.arange(steps + 1) / steps
            self._mark(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, weight, owner)

    def disc(self, x: float, y: float, radius: float, weight: int, owner: Any = None) -> None:
        """Mark a disc."""
        for dy in np.arange(-radius, radius + 1e-9, _CELL):
            half = math.sqrt(max(radius * radius - dy * dy, 0.0))
            across = np.append(np.arange(-half, half + 1e-9, _CELL), half)
            self._mark(x + across, np.full(across.size, y + dy), weight, owner)

    def place(
        self, x: Any, y: Any, width: float, size: float, anchor: str, color: Any = ""
    ) -> tuple[float, float, bool]:
        """(left end, middle line, is it right) of the best place next to (x, y) for words `width`
        pixels wide, which is taken from then on; where all places there are taken, one near it is
        sought, but words on a "row" keep the height of their point. Words that name a mark come
        no nearer to others of its kind; where they cannot but, their place is not right."""
        free, height = anchor != "row", _HIGH * size
        mark = self.meant(x, y, color) if free else None
        best = right = (math.inf, x, y)

        def weigh(places, price):
            nonlocal best, right
            for dx, dy, far in places:
                left, middle = self._across(x + dx, width), self._up(y + dy, height)
                covered = self.cost(left, middle - height / 2.0, width, height)
                one = (covered + price * far, left, middle)
                best = min(best, one, key=lambda b: b[0])
                if one[0] >= right[0]:
                    continue
                rect = (left, middle - _SEEN * size / 2.0, width, _SEEN * size)
                if not free or self.is_right(rect, x, y, mark, color):
                    right = one
                    if covered == 0:
                        break

        weigh(_places_near(anchor, width, size), _FURTHER)
        if right[0] > _CROWDED and free:
            weigh(self._near(x, y, width, height), _FARTHER)
        is_right = bool(right[0] <= max(best[0], _CROWDED))
        _, left, middle = right if is_right else best
        self.take(left, middle - height / 2.0, width, height)
        return left, middle, is_right

    def _around(self, rect, kind, sight):
        """(owners, their distances) of the cells nearer to a rectangle than `sight`."""
        left, top, width, height = rect
        x, y, *_ = self.box
        first, low = (max(0, math.floor((v - sight) / _CELL)) for v in (left - x, top - y))
        last = math.floor((left + width + sight - x) / _CELL)
        high = math.floor((top + height + sight - y) / _CELL)
        found = self._owners[kind, low : high + 1, first : last + 1]
        rows, columns = np.nonzero(found)
        far = _away(rect, x + (first + columns + 0.5) * _CELL, y + (low + rows + 0.5) * _CELL)
        return found[rows, columns][far < sight], far[far < sight]

    def meant(self, x: float, y: float, color: str) -> Any:
        """(kind, bits) of what words of a colour at a point name: markers, else lines; or None."""
        colour = colour_of(color)
        for kind, sight in enumerate(_NAMED):
            mine = sum({1 << i % 31 for i, k in enumerate(self._styles[kind]) if k[0] == colour})
            found, far = self._around((x, y, 0.0, 0.0), kind, sight)
            found, far = found[found & mine > 0] & mine, far[found & mine > 0]
            if found.size:
                return kind, int(np.bitwise_or.reduce(found[far <= far.min() + _CELL]))
        return None

    def is_right(
        self, rect: tuple[float, float, float, float], x: float, y: float, mark: Any, color: str
    ) -> bool:
        """Whether words are nearer to their point, and what they name, than to other marks of its
        kind and to the points of words in their colour."""
        colour, near = colour_of(color), _away(rect, x, y) + _APART
        for px, py, other in self._named:
            if other != colour or math.hypot(px - x, py - y) < _CELL:
                continue
            if _away(rect, px, py) < near:
                return False
        if mark is None:
            return True
        found, far = self._around(rect, mark[0], _SIGHT)
        own = far[found & mark[1] > 0].min(initial=math.inf)
        others = far[found & mark[1] == 0].min(initial=math.inf)
        return bool(own < _SIGHT and own + _APART <= others)

    def _near(self, x, y, width, height):
        """Places all around: (dx, dy, distance), the nearest first."""
        left, top, wide, high = self.box
        lefts = np.arange(left + 2.0, left + wide - width + 1e-9, _SLIDE)
        middles = np.arange(top + height / 2.0, top + high - height / 2.0 - 1e-9, 0.6 * height)
        dx, dy = (a.ravel() for a in np.meshgrid(lefts - x, middles - y, indexing="ij"))
        far = np.hypot(np.maximum.reduce([dx, 0.0 * dx, -dx - width]), dy)
        order = np.argsort(far, kind="stable")
        return [(dx[i], dy[i], far[i]) for i in order[far[order] <= _REACH]]

    def _across(self, left, width):
        x, _, occupancy, _ = self.box
        return max(min(left, x + occupancy - width - 2.0), x + 2.0)

    def _up(self, middle, height):
        _, y, _, occupancy = self.box
        return max(min(middle, y + occupancy - height / 2.0 - 1.0), y + height / 2.0 + 1.0)

    def _mark(self, x, y, weight, owner=None):
        columns = np.floor((x - self.box[0]) / _CELL).astype(int)
        rows = np.floor((y - self.box[1]) / _CELL).astype(int)
        high, wide = self._cells.shape
        inside = (columns >= 0) & (columns < wide) & (rows >= 0) & (rows < high)
        at = rows[inside], columns[inside]
        self._cells[at] = np.maximum(self._cells[at], weight)
        if owner:
            self._owners[owner[0]][at] |= owner[1]

    def cost(self, left: float, top: float, width: float, height: float) -> int:
        """What it costs to cover this part."""
        x, y, *_ = self.box
        first, last = max(0, math.floor((left - x) / _CELL)), math.floor((left + width - x) / _CELL)
        low, high = max(0, math.floor((top - y) / _CELL)), math.floor((top + height - y) / _CELL)
        return int(self._cells[low : high + 1, first : last + 1].sum())

    def take(self, left: float, top: float, width: float, height: float) -> None:
        """Let others keep off this part."""
        across, down = np.arange(0.0, width, _CELL), np.arange(1.0, height, _CELL)
        x, y = np.meshgrid(left + across, top + down)
        self._mark(x.ravel(), y.ravel(), _WORDS)


def _places_near(anchor, width, size):
    """(dx, dy, place in the list) of the places next to a point, the best first, then further."""
    near = 0.6 * size + 7.0
    found: list = []
    apart = ROW_GAP - 8.0 if anchor == "row" else 0.0
    for far in (1.0, 1.9, 3.0, 4.5, 6.5):
        for across, up in _SIDES[anchor]:
            aside = across * (max(1.0, 8.0 * far - 4.0) if up else 8.0 * far + apart)
            behind = width * (0.5 - 0.5 * across)
            found.append((aside - behind, up * near * far, len(found)))
    return found


def occupy(occupancy: Any, trace: dict[str, Any], points: Any, sizes: Any) -> None:
    """What lines or markers of a packed trace at `points` (n, 2) occupy."""
    style, is_line, ghost = trace["style"], trace["style"]["kind"] == "line", "ghost" in trace
    pale = style["opacity"] < 0.5 or style["color"] == "@faint"
    # No words name the vertical line that marks the frame.
    x = points[np.isfinite(points[:, 0]), 0]
    cursor = is_line and "moving" in trace and x.max(initial=-1e9) - x.min(initial=1e9) < 0.5
    named = style["name"] and (ghost or not (pale or cursor))
    owner = occupancy.owner(style, int(is_line)) if named else None
    if style.get("width"):
        occupancy.line(*points.T, FAINT if ghost or pale else LINE, owner)
    if is_line and "dots" not in style:
        return
    sizes = style.get("dots", style.get("size")) if sizes is None else sizes
    for (x, y), size in zip(points, np.broadcast_to(sizes, len(points)), strict=True):
        if np.isfinite(x + y) and size > 0.0:
            occupancy.disc(x, y, 0.5 * size + 1.0, MARKER, owner)


def colour_of(color: Any) -> str:
    """A colour of a spec without its share."""
    return (color or "").split("/")[0]


def _away(rect, x, y):
    """How far points lie from a rectangle (left, top, width, height)."""
    left, top, width, height = rect
    across = np.maximum(np.maximum(left - x, x - left - width), 0.0)
    return np.hypot(across, np.maximum(np.maximum(top - y, y - top - height), 0.0))


def _clipped(x0, y0, x1, y1, box):
    """The part of a piece that lies in the box; None where a number is missing or none does."""
    if not math.isfinite(x0 + y0 + x1 + y1):
        return None
    left, top, width, height = box
    dx, dy, start, end = x1 - x0, y1 - y0, 0.0, 1.0
    for p, q in (
        (-dx, x0 - left),
        (dx, left + width - x0),
        (-dy, y0 - top),
        (dy, top + height - y0),
    ):
        if p == 0.0 and q < 0.0:
            return None
        if p < 0.0:
            start = max(start, q / p)
        elif p > 0.0:
            end = min(end, q / p)
    if start > end:
        return None
    return x0 + start * dx, y0 + start * dy, x0 + end * dx, y0 + end * dy
