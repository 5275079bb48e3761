"""A scene on screen: `lab.dashboard(...)`, and the Python and the files its buttons make."""

from __future__ import annotations

import tempfile
import weakref
from dataclasses import replace
from functools import partial
from pathlib import Path

from lab.experiment import Run, find, solve
from lab.threads import one_thread
from solvers import InputError
from solvers.compiled import is_compiled

MIME = {
    "gif": "image/gif",
    "png": "image/png",
    "html": "text/html",
    "csv": "text/csv",
    "npz": "application/octet-stream",
}


def scene(run):
    """The picture of `run`, as data."""
    if not isinstance(run, Run):
        raise InputError(f"run must be what lab.run returns, got {type(run).__name__}.")
    return find(run.address)[1].scene(run)


def dashboard(address, **settings):
    """The scene at `address` with its knobs, opened with `settings`; a notebook cell shows it.

    Its `.knobs["lam"].value = 0.1` does what the slider does, `.wait()` returns when the picture
    has followed, `.run` is the `Run` then shown.
    """
    from widgets.dashboard import Dashboard  # brings in ipywidgets and plotly

    lesson, experiment = find(address)
    opened = experiment.settings(settings)
    board = Dashboard(
        [replace(k, default=opened[k.name]) for k in experiment.knobs],
        partial(_compute, lesson, experiment),
        title=experiment.title,
        question=experiment.question,
        ticks=experiment.ticks,
        code=partial(code, f"{lesson.name}/{experiment.name}"),
        exports={kind.upper(): partial(_file, kind) for kind in MIME},
        compiles=not is_compiled(),
    )
    if experiment.click is not None:
        board.on_click(partial(_click, weakref.ref(board), experiment))
    return board


def _click(board, experiment, click):
    """Turn the knobs that a click in the picture turns."""
    board = board()
    turned = experiment.click(board.settings, click)
    if turned:
        board.set(**turned)


def code(address, settings, frame=0):
    """Python that makes the run, the scene and the frame now shown; floats read back exactly."""
    arguments = "".join(f"    {name}={value!r},\n" for name, value in settings.items())
    return (
        "import lab\n\n"
        f"run = lab.run(\n    {address!r},\n{arguments})\n"
        "scene = lab.scene(run)\n"
        f"frame = {int(frame)}\n"
    )


def _compute(lesson, experiment, settings, cancelled):
    with one_thread():
        run = solve(lesson, experiment, settings, cancelled)
        return run, None if cancelled() else experiment.scene(run)


def _file(kind, run, picture, frame):
    """(file name, media type, bytes) of a run as `kind`."""
    from lab.app.export import write

    name = run.address.replace("/", "-")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.{kind}"
        write(run, lambda: picture, path, frame=frame)
        return path.name, MIME[kind], path.read_bytes()
