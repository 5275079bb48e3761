"""Tables of numbers: titles, heads, rows of plain values, as text, Markdown and JSON."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Table:
    """A title, column heads, rows of plain values, and sentences to read with them."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple]
    notes: tuple[str, ...] = ()

    def __str__(self):
        return markdown(self)

    __repr__ = __str__

    def _repr_html_(self):
        right = _right(self)
        heads = _html_row(self.columns, right, "th scope='col'", "th")
        rows = "".join(_html_row(map(figure, row), right, "td", "td") for row in self.rows)
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes)
        return (
            f"<div style='overflow-x:auto'><table><caption>{html.escape(self.title)}</caption>"
            f"<thead>{heads}</thead><tbody>{rows}</tbody></table></div>{notes}"
        )

    def record(self) -> dict[str, Any]:
        """The table as JSON-ready lists and dicts."""
        return asdict(self)


def markdown(table: Table) -> str:
    """The table as text that reads in a terminal and in Markdown alike."""
    cells = [list(table.columns), *([figure(v) for v in row] for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    right = _right(table)
    lines = ["| " + " | ".join(_padded(row, widths, right)) + " |" for row in cells]
    rule = [("-" * (w - 1) + ":") if r else "-" * w for w, r in zip(widths, right, strict=True)]
    lines.insert(1, "| " + " | ".join(rule) + " |")
    notes = ["", *table.notes] if table.notes else []
    return "\n".join([f"**{table.title}**", "", *lines, *notes])


def csv_text(heads: Sequence[str], rows: Iterable[Iterable]) -> str:
    """The text of a CSV file; None is an empty cell."""
    lines = []
    for row in (heads, *rows):
        out = io.StringIO(newline="")
        csv.writer(out).writerow(row)  # Python before 3.11.9 quotes a lone \r only so
        lines.append(out.getvalue().removesuffix("\r\n") + "\n")
    return "".join(lines)


def no_formula(value: Any) -> Any:
    """`value`, marked as text where a spreadsheet would take it for a formula."""
    taken = isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r")
    return f"'{value}" if taken else value


def short(value: Any, digits: int = 3) -> float:
    """A float rounded to so many significant digits."""
    return float(f"{value:.{digits}g}")


def figure(value: Any) -> str:
    """A value in few characters: seven significant digits, and an empty cell for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.7g}"
    return str(value)


def _padded(row, widths, right):
    cells = zip(row, widths, right, strict=True)
    return [c.rjust(w) if r else c.ljust(w) for c, w, r in cells]


def _html_row(cells, right, opened, closed):
    sides = ("right" if r else "left" for r in right)
    return (
        "<tr>"
        + "".join(
            f"<{opened} style='text-align:{side}'>{html.escape(cell)}</{closed}>"
            for cell, side in zip(cells, sides, strict=True)
        )
        + "</tr>"
    )


def _right(table):
    """For each column whether it has only numbers, which are aligned to the right."""
    return [all(_is_number(row[k]) for row in table.rows) for k in range(len(table.columns))]


def _is_number(value):
    return value is None or (isinstance(value, (int, float)) and not isinstance(value, bool))
