"""Where words find room on a plane: a coarse grid of what is drawn there already.

The rules are those of static/room.js; a table of cases holds both to them.
"""

from __future__ import annotations

import math

import numpy as np

_CELL = 3.0  # pixels
#: How much it costs to cover a cell: of a faint line, of a line, of a marker, of other words.
FAINT, LINE, MARKER, _WORDS = 1, 4, 8, 60
#: What each place further down the list costs, and each pixel between a point and its words.
_FURTHER, _FARTHER = 0.3, 0.1
#: A place that costs more covers a line; then words are sought a place so near, in such steps.
_CROWDED, _REACH, _SLIDE = 14.0, 120.0, 8.0
#: The height of a line of words, in their size.
_HIGH = 1.15
_SIDES = {
    "right": ((1, 0), (1, -1), (1, 1), (-1, 0), (-1, -1), (-1, 1), (0, -1), (0, 1)),
    "left": ((-1, 0), (-1, -1), (-1, 1), (1, 0), (1, -1), (1, 1), (0, -1), (0, 1)),
    "above": ((0, -1), (1, -1), (-1, -1), (0, 1), (1, 0), (-1, 0), (1, 1), (-1, 1)),
    "below": ((0, 1), (1, 1), (-1, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, -1)),
    "center": ((0, 0), (0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1)),
}


class Room:
    """The cells of a box (left, top, width, height) in pixels, y downwards."""

    def __init__(self, box):
        self.box = box
        size = (max(1, math.ceil(v / _CELL)) for v in (box[3], box[2]))
        self._cells = np.zeros(tuple(size), dtype=np.int64)

    def line(self, px, py, weight):
        """Mark the polyline px, py (n,); NaN lifts the pen."""
        for x0, y0, x1, y1 in zip(px[:-1], py[:-1], px[1:], py[1:], strict=True):
            piece = _clipped(x0, y0, x1, y1, self.box)
            if piece is None:
                continue
            x0, y0, x1, y1 = piece
            steps = math.ceil(max(abs(x1 - x0), abs(y1 - y0)) / _CELL) or 1
            share = np.arange(steps + 1) / steps
            self._mark(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, weight)

    def disc(self, x, y, radius, weight):
        """Mark a disc."""
        for dy in np.arange(-radius, radius + 1e-9, _CELL):
            half = math.sqrt(max(radius * radius - dy * dy, 0.0))
            across = np.append(np.arange(-half, half + 1e-9, _CELL), half)
            self._mark(x + across, np.full(across.size, y + dy), weight)

    def place(self, x, y, width, size, anchor):
        """(left end, middle line) of the best place beside (x, y) for words `width` pixels wide,
        which is taken from then on; where all places there are taken, one near it is sought."""
        height = _HIGH * size
        best = self._first(_beside(anchor, width, size), x, y, width, height, _FURTHER)
        if best[0] > _CROWDED:
            near = self._near(x, y, width, height)
            best = min(best, self._first(near, x, y, width, height, _FARTHER), key=lambda b: b[0])
        _, left, middle = best
        self.take(left, middle - height / 2.0, width, height)
        return left, middle

    def _first(self, places, x, y, width, height, price):
        """(cost, left, middle) of the first place that covers nothing, else of the cheapest."""
        best = (math.inf, x, y)
        for dx, dy, far in places:
            left, middle = self._across(x + dx, width), self._up(y + dy, height)
            covered = self.cost(left, middle - height / 2.0, width, height)
            if covered + price * far < best[0]:
                best = (covered + price * far, left, middle)
            if covered == 0:
                break
        return best

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
        x, _, room, _ = self.box
        return max(min(left, x + room - width - 2.0), x + 2.0)

    def _up(self, middle, height):
        _, y, _, room = self.box
        return max(min(middle, y + room - height / 2.0 - 1.0), y + height / 2.0 + 1.0)

    def _mark(self, x, y, weight):
        columns = np.floor((x - self.box[0]) / _CELL).astype(int)
        rows = np.floor((y - self.box[1]) / _CELL).astype(int)
        high, wide = self._cells.shape
        inside = (columns >= 0) & (columns < wide) & (rows >= 0) & (rows < high)
        at = rows[inside], columns[inside]
        self._cells[at] = np.maximum(self._cells[at], weight)

    def cost(self, left, top, width, height):
        """What it costs to cover this part."""
        x, y, *_ = self.box
        first, last = max(0, math.floor((left - x) / _CELL)), math.floor((left + width - x) / _CELL)
        low, high = max(0, math.floor((top - y) / _CELL)), math.floor((top + height - y) / _CELL)
        return int(self._cells[low : high + 1, first : last + 1].sum())

    def take(self, left, top, width, height):
        """Let others keep off this part."""
        across, down = np.arange(0.0, width, _CELL), np.arange(1.0, height, _CELL)
        x, y = np.meshgrid(left + across, top + down)
        self._mark(x.ravel(), y.ravel(), _WORDS)


def _beside(anchor, width, size):
    """(dx, dy, place in the list) of the places beside a point, the best first, then further."""
    near, found = 0.6 * size + 7.0, []
    for far in (1.0, 1.9, 3.0, 4.5, 6.5):
        for across, up in _SIDES[anchor]:
            aside = across * (max(1.0, 8.0 * far - 4.0) if up else 8.0 * far)
            behind = width * (0.5 - 0.5 * across)
            found.append((aside - behind, up * near * far, len(found)))
    return found


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
