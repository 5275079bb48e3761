"""How long a class waits: a check of a step, a check of a hunt, all notebooks from top to
bottom."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from types import SimpleNamespace

import numpy as np

from lab.benchmarks.tables import tracked
from lab.books.copies import in_folder, name_of, notebooks
from lab.books.versions import has_solutions
from lab.checking import catalogue
from lab.checking.check import check_step
from lab.checking.hunt import check_hunt
from lab.race.peers import timed
from lab.table import Table, short


def tables(options: SimpleNamespace) -> Iterator[Table]:
    """One table for the answers, and one for the notebooks."""
    yield answers(options)
    yield whole_notebooks(options)


def answers(options: SimpleNamespace) -> Table:
    """Seconds of a check, warm: medians and maxima over all exercises and hunts."""
    steps = {name: _zeros(catalogue.find(name)) for name in catalogue.names()}
    calls: dict[str, tuple[list[Callable[[], object]], float]] = {
        "check_step": ([partial(check_step, n, s) for n, s in steps.items()], 2.0),
        "check_hunt": ([partial(check_hunt, n) for n in catalogue.hunts()], 1.0),
    }
    rows = []
    for name, (every, target) in calls.items():
        for call in every:
            call()
        seconds = [timed(call) for call in tracked(every, options)]
        rows.append((name, len(every), short(median(seconds)), short(max(seconds)), target))
    return Table(
        "Seconds until an answer",
        ("check", "how many", "median", "longest", "target of the median"),
        tuple(rows),
        ("A step that answers 0 everywhere is run on every problem.",),
    )


def _zeros(exercise):
    """A step whose answers have the right form."""
    shape = exercise.shape
    return lambda *args: np.zeros(shape(*args))


def whole_notebooks(options: SimpleNamespace) -> Table:
    """Seconds of every notebook in a separate kernel, run from top to bottom."""
    import nbformat
    from nbclient import NotebookClient

    rows: list[tuple[str, float, float | None]] = []
    for path in tracked(list(in_folder(notebooks()).values()), options):
        book = nbformat.read(path, as_version=4)
        client = NotebookClient(book, timeout=600, resources={"metadata": {"path": os.getcwd()}})
        rows.append((name_of(path), short(timed(client.execute)), None))
    rows.append(("together", short(sum(row[1] for row in rows)), 300))
    texts = (path.read_text(encoding="utf-8") for path in in_folder(notebooks()).values())
    solved = any(map(has_solutions, texts))
    notes = () if solved else ("These are students' notebooks, which stop where work begins.",)
    return Table("Notebooks, top to bottom", ("notebook", "s", "target s"), tuple(rows), notes)
