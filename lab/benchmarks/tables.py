"""What tables of benchmarks and of sources share, and which lessons reproduce printed ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from types import SimpleNamespace
from typing import TypeVar

import numpy as np

from lab.benchmarks.lessons import offered
from lab.table import Table
from solvers import InputError

Item = TypeVar("Item")
Data = TypeVar("Data")


def printed_tables() -> dict[str, str]:
    """What `lab tables` can print: lesson -> its module `tables`, which has a function
    `tables(options) -> iterable of Table`; options.slow: also rows that take minutes."""
    return offered("tables")


def mean_and_error(values: np.ndarray | Sequence[float]) -> tuple[float, float]:
    """(mean, its standard error) of independent `values` (n,), n >= 2."""
    values = np.asarray(values, dtype=np.float64)
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(values.size))


def tracked(items: Iterable[Item], options: SimpleNamespace) -> Iterator[Item]:
    """`items`, while `options.progress(done, total)`, where there is one, is called after each."""
    items = list(items)
    tell = getattr(options, "progress", None)
    for k, item in enumerate(items):
        yield item
        if tell:
            tell(k + 1, len(items))


def available(
    names: Iterable[str], read: Callable[[str], Data]
) -> tuple[dict[str, Data], dict[str, str]]:
    """({name: read(name)}, {name: why not}): the sets that are there, and those that are not."""
    found, absent = {}, {}
    for name in names:
        try:
            found[name] = read(name)
        except InputError as error:
            absent[name] = str(error)
    return found, absent


def not_run(rows: Iterable[tuple[str, str, int, str]]) -> Table:
    """The table that names what is missing; rows: (tables, data, how many rows, reason)."""
    return Table("Rows not run", ("tables", "data", "rows", "reason"), tuple(rows))
