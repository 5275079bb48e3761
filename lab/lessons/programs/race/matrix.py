"""The matrix of a program of one's own: where its rows have entries, and of which sign."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import figure
from widgets import Axis, Panel, Points

#: Rows and columns that are drawn one by one; of more, neighbours share a place.
_ROWS, _COLUMNS = 50, 80
#: Rows and columns that have their names at the axis, and letters of such a name.
_NAMED, _LETTERS = 8, 10
#: Sign -> the tone and the symbol of an entry.
_LOOKS = {
    "positive": ("main", "square"), "negative": ("rival1", "circle"),
    "both signs": ("ink", "diamond"),
}  # fmt: skip


def matrix(own):
    """Rows from top to bottom, columns from left to right, one mark an entry."""
    entries = own.stated_rows()[0].tocoo()
    filled = entries.data != 0.0
    rows, columns, values = entries.row[filled], entries.col[filled], entries.data[filled]
    r, n = entries.shape
    down, right = _places(r, _ROWS), _places(n, _COLUMNS)
    cells = down[rows] * (n + 1) + right[columns]
    order = np.argsort(cells, kind="stable")
    cells, first = np.unique(cells[order], return_index=True)
    groups = np.split(order, first[1:])
    marks = []
    for name, (tone, symbol) in _LOOKS.items():
        here = [g for g in groups if _sign(values[g]) == name] if len(cells) else []
        if here:
            x = np.array([columns[g].mean() + 1.0 for g in here])
            y = np.array([rows[g].mean() + 1.0 for g in here])
            texts = tuple(_text(own, rows[g], columns[g], values[g]) for g in here)
            marks.append(Points(x, y, tone=tone, symbol=symbol, size=_size(r, n), label=name,
                                texts=texts))  # fmt: skip
    what = "each mark an entry" if r <= _ROWS and n <= _COLUMNS else "each mark a block of entries"
    return Panel(
        "Rows and columns of the program",
        marks,
        Axis("column", range=(0.4, n + 0.6), ticks=_ticks(own.column_names)),
        Axis("row", range=(r + 0.6, 0.4), ticks=_ticks(own.row_names)),
        key="matrix",
        subtitle=f"{len(values):,} entries of {r:,} × {n:,}; {what}",
        legend=[mark.label for mark in marks],
    )


def _places(count, most):
    """Which of at most `most` places each of `count` rows or columns has."""
    return np.arange(count) * min(count, most) // max(count, 1)


def _sign(values):
    if (values > 0.0).all():
        return "positive"
    return "negative" if (values < 0.0).all() else "both signs"


def _text(own, rows, columns, values):
    """What hovering tells: names and number of an entry, or how many there are."""
    if len(values) == 1:
        return f"{own.row_names[rows[0]]}, {own.column_names[columns[0]]}: {figure(values[0], 5)}"
    ends = (own.row_names[rows.min()], own.row_names[rows.max()],
            own.column_names[columns.min()], own.column_names[columns.max()])  # fmt: skip
    return "{} to {}, {} to {}: ".format(*ends) + f"{len(values)} entries"


def _size(r, n):
    """Pixels of a mark, so that neighbours of a full matrix hardly touch."""
    return float(np.clip(120.0 / max(min(r, _ROWS), 0.5 * min(n, _COLUMNS), 1), 2.5, 12.0))


def _ticks(names):
    """Names where they are few, else numbers."""
    count = len(names)
    if count <= _NAMED:
        at = np.arange(1, count + 1)
        return at.astype(float), [name[:_LETTERS] for name in names]
    at = np.unique(np.linspace(1, count, 5).round().astype(int))
    return at.astype(float), [f"{k:,}" for k in at]
