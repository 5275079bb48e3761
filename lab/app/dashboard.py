"""A scene on screen: `lab.dashboard(...)`, and the Python and the files its buttons make."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lab import experiment
from lab.experiment import Experiment, Run, draw, find, solve
from lab.threads import one_thread
from solvers import InputError
from widgets import Scene

if TYPE_CHECKING:
    from widgets.dashboard import Dashboard

MIME = {
    "gif": "image/gif",
    "png": "image/png",
    "html": "text/html",
    "csv": "text/csv",
    "npz": "application/octet-stream",
}

#: What the menu calls a page whose knobs live.
WITH_KNOBS = "Page with knobs"


def scene(what: Run | str | Experiment, **settings: Any) -> Scene:
    """The picture, as data, of what `lab.run` returned, or of an address or an `Experiment` with
    those `settings`."""
    if isinstance(what, str | Experiment):
        what = experiment.run(what, **settings)
    elif settings:
        raise InputError(f"A run has its settings already, got {', '.join(settings)} beside it.")
    if not isinstance(what, Run):
        raise InputError(
            "scene takes what lab.run returns, an address or an Experiment, "
            f"got {type(what).__name__}."
        )
    return draw(what.experiment or find(what.address)[1], what)


def dashboard(
    where: str | Experiment,
    *,
    frame: int = 0,
    predict: bool = False,
    step: Callable | None = None,
    **settings: Any,
) -> Dashboard:
    """The scene at an address, or an `Experiment`, with its knobs, opened with `settings`; a
    notebook cell shows it.

    frame: where it opens; -1 is the last frame. A frame that the scene turns out not to have is
    refused in the status line, and the nearest one shown.
    predict: begin in predict mode: the player stops where the scene asks, and hides what comes;
    `.answers` holds what was answered, and writes it `.to_csv(path)`.
    step: a function of your own, as `lab.exercise` asks for it; its run plays as "yours" beside the
    reference, from the same start, and the first frame at which they part is marked.
    Its `.knobs["lam"].value = 0.1` does what the slider does, `.wait()` returns when the picture
    has followed, `.run` is the `Run` then shown. Both raise, and never return an earlier run, where
    the knobs as they stand have none: a value that does not fit, or a problem that is refused.
    """
    from widgets.assets import load_assets
    from widgets.dashboard import Dashboard  # brings in ipywidgets

    load_assets()  # the page reads its sources while the solvers are imported here
    address, experiment = find(where)
    from solvers.compiled import is_compiled  # brings in numba

    opened = experiment.settings(settings)
    if step is not None:
        from lab.checking.own import with_step

        experiment = with_step(experiment, step)
    place = where if isinstance(where, Experiment) else address
    own = {} if step is None else {"step": getattr(step, "__name__", "step")}
    board = Dashboard(
        [replace(k, default=opened[k.name]) for k in experiment.knobs],
        partial(_compute, address, experiment),
        title=experiment.title,
        question=experiment.question,
        ticks=experiment.ticks,
        previews=experiment.previews,
        code=partial(code, place, **own),
        line=partial(line, place, experiment, **own),
        frame=frame,
        predict=predict,
        exports={kind.upper(): partial(_file, kind) for kind in MIME} | {WITH_KNOBS: _with_knobs},
        compiles=not is_compiled(),
    )
    if any(k.kind == "file" for k in experiment.knobs):
        from lab.datasets.csv_file import require_size
        from lab.datasets.own_file import kept

        board.on_file(require_size, partial(kept, opened))
    if experiment.click is not None and experiment.tools is not None:
        board.on_edit(experiment.click, experiment.tools)
    return board


def code(where, settings, frame=0, step=None):
    """Python that shows the picture now shown at its frame; floats read back exactly. An
    `Experiment` that has no address is called `experiment` there; step: what a function of one's
    own is called."""
    place = "experiment" if isinstance(where, Experiment) else repr(where)
    arguments = "".join(f"    {name}={value!r},\n" for name, value in settings.items())
    arguments += f"    step={step},\n" if step else ""
    return (
        "import lab\n\n"
        f"d = lab.dashboard(\n    {place},\n{arguments}    frame={int(frame)},\n)\n"
        "d  # d.wait(), and d.run is its run, d.scene its picture\n"
    )


def line(where, experiment, settings, frame, step=None):
    """One line of Python that shows a scene again: the knobs that are not at their defaults."""
    place = "experiment" if isinstance(where, Experiment) else repr(where)
    turned = [k.name for k in experiment.knobs if settings[k.name] != k.check(k.default)]
    given = "".join(f", {name}={settings[name]!r}" for name in turned)
    given += f", step={step}" if step else ""
    return f"lab.dashboard({place}{given}, frame={frame})"


def _compute(address, experiment, settings, cancelled):
    with one_thread():  # looks for libraries once for both
        run = solve(experiment, settings, cancelled, address=address)
        return run, None if cancelled() else draw(experiment, run)


def _with_knobs(run, picture, frame, announce):
    """(file name, media type, bytes) of a page whose primary knobs live."""
    from lab.pages.page import page_of_run

    def tell(done, total):
        announce(f"solved {done} of {total} settings of the page")

    name = f"{run.address.replace('/', '-')}-knobs.html"
    return name, MIME["html"], page_of_run(run, frame, tell).html().encode()


def _file(kind, run, picture, frame, announce):
    """(file name, media type, bytes) of a run as `kind`."""
    from lab.app.export import write

    name = run.address.replace("/", "-")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.{kind}"
        write(run, lambda: picture, path, frame=frame)
        return path.name, MIME[kind], path.read_bytes()
