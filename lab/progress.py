"""A progress bar for long computations, in a shell or a notebook."""

import contextlib

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextlib.contextmanager
def progress(name):
    """A function (done, total) that moves a bar with an estimate; silent where none is shown."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(),
               TimeRemainingColumn())  # fmt: skip
    is_shown = console.is_terminal or console.is_jupyter
    with Progress(*columns, console=console, transient=True, disable=not is_shown) as bar:
        task = bar.add_task(name, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
