"""A progress bar for long computations, in a shell or a notebook."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def teller(
    wanted: bool | Callable[[int, int], object], name: str
) -> AbstractContextManager[Callable[[int, int], object]]:
    """The context of the function (done, total) that `wanted` means: itself, or where it is True
    one that moves a bar under that name."""
    if callable(wanted):
        return nullcontext(wanted)
    return progress(name) if wanted else nullcontext(lambda done, total: None)


@contextlib.contextmanager
def progress(name: str) -> Iterator[Callable[[int, int], object]]:
    """A function (done, total) that moves a bar with an estimate; silent where none is shown."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(),
               TimeRemainingColumn())  # fmt: skip
    is_shown = console.is_terminal or console.is_jupyter
    with Progress(*columns, console=console, transient=True, disable=not is_shown) as bar:
        task = bar.add_task(name, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
