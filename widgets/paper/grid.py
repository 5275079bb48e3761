"""Where panels are on a page: the large one first, small ones next to it, further ones below."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from widgets.layout import Layout

GUTTER, UNDER = 28.0, 44.0
#: Narrower pages have one column; side panels are at least so high.
_NARROW, _LEAST = 580.0, 130.0
_HERO, _ACROSS = 0.62, 3


@dataclass(frozen=True, slots=True)
class Cell:
    """A panel's place in pixels from the top left: words of height `head`, then its axes."""

    left: float
    top: float
    width: float
    head: float
    height: float


#: Columns of a page from left to right: (share of the width, keys from top to bottom).
Row = list[tuple[float, tuple[str, ...]]]


def rows_of(layout: Layout, available: float) -> list[Row]:
    """The rows of a page that is `available` wide."""
    first: Row
    if available < _NARROW:
        return [[(1.0, (key,))] for key in layout.shown()]
    rest = (*layout.side, *layout.tabs)
    if layout.twin:
        first, rest = [(0.5, (layout.hero,)), (0.5, (rest[0],))], rest[1:]
    else:
        beside = rest if len(rest) <= _ACROSS else tuple(layout.side) or rest[:_ACROSS]
        rest = rest[len(beside) :]
        first = (
            [(_HERO, (layout.hero,)), (1.0 - _HERO, beside)] if beside else [(1.0, (layout.hero,))]
        )
    rows = [first]
    for i in range(0, len(rest), _ACROSS):
        below = rest[i : i + _ACROSS]
        rows.append([(1.0 / len(below), (key,)) for key in below])
    return rows


def under_the_hero(rows: list[Row]) -> list[Row]:
    """The rows with the last of several panels next to the large one under it instead."""
    (share, hero), (rest, side) = rows[0]
    return [[(share, (*hero, side[-1])), (rest, side[:-1])], *rows[1:]]


def arrange(
    rows: list[list[tuple]],
    left: float,
    top: float,
    available: float,
    head: Callable,
    plot: Callable,
) -> tuple[dict[str, Cell], float]:
    """({key: Cell}, the bottom) of rows that begin at (left, top) and are `available` wide.

    head(key, width): height of the words above a panel; plot(key, width): wanted height of its
    axes.
    """
    cells: dict = {}
    for row in rows:
        inner = available - (len(row) - 1) * GUTTER
        widths = [share * inner for share, _ in row]
        heads = [[head(key, w) for key in keys] for w, (_, keys) in zip(widths, row, strict=True)]
        if all(len(h) == 1 for h in heads):
            heads = [[max(h[0] for h in heads)]] * len(row)
        wanted = [
            _wanted(share, keys, w, plot) for w, (share, keys) in zip(widths, row, strict=True)
        ]
        high = max(sum(h) + len(h) * UNDER + sum(p) for h, p in zip(heads, wanted, strict=True))
        at = left
        for width, (_, keys), above, plots in zip(widths, row, heads, wanted, strict=True):
            cells |= _column(keys, above, plots, at, top, width, high)
            at += width + GUTTER
        top += high
    return cells, top


def _wanted(share, keys, width, plot):
    """The heights of a column's axes; of several all but the large panel's are the least."""
    first = plot(keys[0], width) if len(keys) == 1 or share == _HERO else _LEAST
    return [first, *[_LEAST] * (len(keys) - 1)]


def _column(keys, heads, plots, left, top, width, high):
    more = (high - sum(heads) - len(keys) * UNDER) / sum(plots)
    cells: dict = {}
    for key, head, plot in zip(keys, heads, plots, strict=True):
        cells[key] = Cell(left, top, width, head, more * plot)
        top += head + more * plot + UNDER
    return cells
