"""Tables of numbers: one small class, and which lessons reproduce printed tables."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from importlib import import_module

import numpy as np

from lab import discovery
from solvers import InputError


def printed_tables():
    """What `lab tables` can print: lesson -> its module `tables`, which has a function
    `tables(options) -> iterable of Table`; options.slow: also rows that take minutes."""
    return discovery.LESSONS.offers("tables")


@dataclass(frozen=True, slots=True)
class Table:
    """A title, column heads, rows of plain values, and sentences to read with them."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple, ...]
    notes: tuple[str, ...] = ()

    def __str__(self):
        return markdown(self)

    def record(self):
        """The table as JSON-ready lists and dicts."""
        return asdict(self)


def markdown(table):
    """The table as text that reads in a terminal and in Markdown alike."""
    cells = [list(table.columns), *([figure(v) for v in row] for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    right = [all(_is_number(row[k]) for row in table.rows) for k in range(len(widths))]
    lines = ["| " + " | ".join(_padded(row, widths, right)) + " |" for row in cells]
    rule = [("-" * (w - 1) + ":") if r else "-" * w for w, r in zip(widths, right, strict=True)]
    lines.insert(1, "| " + " | ".join(rule) + " |")
    return "\n".join([f"**{table.title}**", "", *lines, *_sentences(table.notes)])


def short(value, digits=3):
    """A float rounded to so many significant digits."""
    return float(f"{value:.{digits}g}")


def mean_and_error(values):
    """(mean, its standard error) of independent `values` (n,), n >= 2."""
    values = np.asarray(values, dtype=np.float64)
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(values.size))


def figure(value):
    """A value in few characters: seven significant digits, and an empty cell for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.7g}"
    return str(value)


def tracked(items, options):
    """`items`, while `options.progress(done, total)`, where there is one, is told how far it is."""
    items = list(items)
    tell = getattr(options, "progress", None)
    for k, item in enumerate(items):
        yield item
        if tell:
            tell(k + 1, len(items))


def at_hand(names, read):
    """({name: read(name)}, {name: why not}): the sets that are there, and those that are not."""
    found, absent = {}, {}
    for name in names:
        try:
            found[name] = read(name)
        except InputError as error:
            absent[name] = str(error)
    return found, absent


def not_run(rows):
    """The table that names what is missing; rows: (tables, data, how many rows, reason)."""
    return Table("Rows not run", ("tables", "data", "rows", "reason"), tuple(rows))


def load(registry, name, what):
    """The module that `registry` names for `name`; one sentence where there is none."""
    if name not in registry:
        raise InputError(f"{what} must be one of {', '.join(registry)}, got {name!r}.")
    try:
        return import_module(registry[name])
    except ModuleNotFoundError as error:
        raise InputError(
            f"{what} {name} needs the package {error.name}, which is not installed; "
            "install the extra 'test'."
        ) from None


def _padded(row, widths, right):
    cells = zip(row, widths, right, strict=True)
    return [c.rjust(w) if r else c.ljust(w) for c, w, r in cells]


def _is_number(value):
    return value is None or (isinstance(value, (int, float)) and not isinstance(value, bool))


def _sentences(notes):
    return ["", *notes] if notes else []
