"""Where panels stand on a page: the large one first, small ones beside it, further ones below."""

from __future__ import annotations

from dataclasses import dataclass

GUTTER, UNDER = 28.0, 44.0
#: Narrower pages have one column; side panels are at least so high.
_NARROW, _LEAST = 620.0, 130.0
_HERO, _ACROSS = 0.62, 3


@dataclass(frozen=True, slots=True)
class Cell:
    """A panel's place in pixels from the top left: words of height `head`, then its axes."""

    left: float
    top: float
    width: float
    head: float
    height: float


def rows_of(layout, room, stretches):
    """Rows of columns (share of the width, keys from top to bottom).

    stretches(key): whether a panel that is left alone in a row gains by its whole width.
    """
    if room < _NARROW:
        return [[(1.0, (key,))] for key in layout.shown()]
    large = layout.side[:1] if layout.twin else ()
    small = tuple(key for key in layout.side if key not in large)
    if layout.twin:
        first, rest = [(0.5, (layout.hero,)), (0.5, large)], (*small, *layout.tabs)
    elif len(small) == 2 and len(layout.tabs) == 1:
        first, rest = [(_HERO, (layout.hero,)), (1.0 - _HERO, (*small, *layout.tabs))], ()
    elif small:
        first, rest = [(_HERO, (layout.hero,)), (1.0 - _HERO, small)], layout.tabs
    else:
        first, rest = [(1.0, (layout.hero,))], layout.tabs
    below = [rest[i : i + _ACROSS] for i in range(0, len(rest), _ACROSS)]
    return [first, *([(_share(row, stretches), (key,)) for key in row] for row in below)]


def _share(row, stretches):
    return 1.0 / len(row) if len(row) > 1 or stretches(row[0]) else _HERO


def arrange(rows, left, top, room, head, plot):
    """({key: Cell}, the bottom) of rows that begin at (left, top) and are `room` wide.

    head(key, width): height of the words above a panel; plot(key): wanted height of its axes.
    """
    cells = {}
    for row in rows:
        inner = room - (len(row) - 1) * GUTTER
        widths = [share * inner for share, _ in row]
        heads = [[head(key, w) for key in keys] for w, (_, keys) in zip(widths, row, strict=True)]
        if all(len(h) == 1 for h in heads):
            heads = [[max(h[0] for h in heads)]] * len(row)
        high = max(_height(keys, h, plot) for (_, keys), h in zip(row, heads, strict=True))
        at = left
        for width, (_, keys), above in zip(widths, row, heads, strict=True):
            cells |= _column(keys, above, at, top, width, high)
            at += width + GUTTER
        top += high
    return cells, top


def _height(keys, heads, plot):
    """What a column needs; several panels in one are content with the least."""
    wanted = plot(keys[0]) if len(keys) == 1 else len(keys) * _LEAST
    return sum(heads) + len(keys) * UNDER + wanted


def _column(keys, heads, left, top, width, high):
    height = (high - sum(heads) - len(keys) * UNDER) / len(keys)
    cells = {}
    for key, head in zip(keys, heads, strict=True):
        cells[key] = Cell(left, top, width, head, height)
        top += head + height + UNDER
    return cells
