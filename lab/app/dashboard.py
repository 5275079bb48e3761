"""A scene on screen: `lab.dashboard(...)`, and the Python and the files its buttons make."""

from __future__ import annotations

import inspect
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lab import experiment
from lab.app.teaching import chosen, read, state_of, written
from lab.experiment import Experiment, Run, draw, find, solve
from lab.threads import one_thread
from solvers import InputError
from widgets import Scene

if TYPE_CHECKING:
    from widgets import Question
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
    where: str | Experiment | None = None,
    *,
    frame: int = 0,
    predict: bool = False,
    step: Callable | Mapping[str, Callable] | None = None,
    hide: Sequence[str] = (),
    fix: Mapping[str, Any] | None = None,
    show: Sequence[str] | None = None,
    panels: Sequence[str] | None = None,
    questions: Sequence[Question] | None = None,
    projector: bool | str = False,
    state: str | None = None,
    **settings: Any,
) -> Dashboard:
    """The scene at an address, or an `Experiment`, with its knobs, opened with `settings`; a
    notebook cell shows it.

    frame: where it opens; -1 is the last frame. A frame that the scene turns out not to have is
    refused in the status line, and the nearest one shown.
    predict: begin in predict mode: the player stops where the scene asks, and hides what comes;
    `.answers` holds what was answered, and writes it `.to_csv(path)`.
    step: a function of your own, as `lab.exercise` asks for it; its run plays as "yours" beside the
    reference, from the same start, and the first frame at which they part is marked. A scene that
    takes several tells them by their arguments; {"m-step": mine} says which one it is.
    hide: knobs that are not shown; show: those that are, in this order, and no others; fix: knobs
    and the values at which they stay, grey; another value is refused.
    panels: keys of the panels that are shown, as the scene's `Layout` has them.
    questions: your own, a list of `lab.Question`, in place of the scene's. They are asked while
    the knobs stand as they do at the opening: elsewhere their answers may be others.
    projector: fill the screen with player and picture, in large type; the key of a panel shows
    that panel alone. F, or a button beside the player, does it too, and Escape leaves.
    state: what `.state` of a dashboard, or *Copy link* of a page behind its #, says: all of the
    above; nothing but `where` and `step` may stand beside it.
    Its `.knobs["lam"].value = 0.3` does what the slider does, `.wait()` returns when the picture
    has followed, `.run` is the `Run` then shown. Both raise, and never return an earlier run, where
    the knobs as they stand have none: a value that does not fit, or a problem that is refused.
    `.save("x.html")` writes what is shown, by the suffix, as `lab run --out` does.
    """
    from widgets.assets import load_assets  # brings in ipywidgets

    load_assets()  # the page reads its sources while the solvers are imported here
    options: dict[str, Any] = {"hide": hide, "fix": fix, "show": show, "panels": panels}
    options |= {"questions": questions, "predict": predict, "projector": projector}
    if state is not None:
        defaults = inspect.signature(dashboard).parameters
        beside = [n for n, v in options.items() if v != defaults[n].default] + list(settings)
        beside += ["frame"] * (frame != 0)
        if beside:
            raise InputError(f"state must stand without other options, got {beside[0]} beside it.")
        where, teaching = read(state, where)
        experiment = _with(step, find(where)[1])
    elif where is None:
        raise InputError('where must be an address such as "lasso", or give a state, got none.')
    else:
        experiment = _with(step, find(where)[1])
        teaching = chosen(experiment, settings, **options)
    return _opened(where, experiment, teaching, frame, step)


def _with(step, experiment):
    """The experiment, with a step of one's own where there is one."""
    if step is None:
        return experiment
    from lab.checking.own import with_step

    return with_step(experiment, step)


def _called(step):
    """Python for a step: the name of a function, or {exercise: name}."""
    if isinstance(step, Mapping):
        pairs = (f"{name!r}: {_called(function)}" for name, function in step.items())
        return f"{{{', '.join(pairs)}}}"
    return getattr(step, "__name__", "step")


def _opened(where, experiment, teaching, frame, step):
    """The dashboard of checked options."""
    from solvers.compiled import is_compiled  # brings in numba
    from widgets.dashboard import Dashboard

    address = find(where)[0]
    place = where if isinstance(where, Experiment) else address
    own = {} if step is None else {"step": _called(step)}
    board = Dashboard(
        [_set(k, teaching) for k in experiment.knobs],
        partial(_compute, address, experiment, teaching),
        title=experiment.title,
        question=experiment.question,
        ticks=experiment.ticks,
        previews=experiment.previews,
        code=partial(code, place, teaching=teaching, **own),
        line=partial(line, place, experiment, teaching=teaching, **own),
        frame=frame,
        predict=teaching.predict,
        shown=teaching.knobs(experiment),
        fixed=teaching.fix,
        projector=teaching.projector,
        look=teaching.look,
        state=partial(written, address, teaching),
        exports=_exports(teaching),
        compiles=not is_compiled(),
    )
    if any(k.kind == "file" for k in experiment.knobs):
        from lab.datasets.csv_file import require_size
        from lab.datasets.own_file import kept

        board.on_file(require_size, partial(kept, teaching.settings))
    if experiment.click is not None and experiment.tools is not None:
        board.on_edit(experiment.click, experiment.tools)
    return board


def _set(knob, teaching):
    """`knob` at its value; what a teacher chose to show is all in sight."""
    primary = knob.primary or teaching.show is not None
    return replace(knob, default=teaching.settings[knob.name], primary=primary)


def code(where, settings, frame=0, step=None, teaching=None):
    """Python that shows the picture now shown at its frame; floats read back exactly. An
    `Experiment` that has no address is called `experiment` there; step: what a function of one's
    own is called; teaching: the options beside the settings."""
    place = "experiment" if isinstance(where, Experiment) else repr(where)
    given = _arguments(settings, step, teaching)
    arguments = "".join(f"    {name}={words},\n" for name, words in given.items())
    return (
        "import lab\n\n"
        f"d = lab.dashboard(\n    {place},\n{arguments}    frame={int(frame)},\n)\n"
        "d  # d.wait(), and d.run is its run, d.scene its picture\n"
    )


def line(where, experiment, settings, frame, step=None, teaching=None):
    """One line of Python that shows a scene again: the knobs that are not at their defaults."""
    place = "experiment" if isinstance(where, Experiment) else repr(where)
    turned = [k.name for k in experiment.knobs if settings[k.name] != k.check(k.default)]
    given = _arguments({name: settings[name] for name in turned}, step, teaching)
    words = "".join(f", {name}={words}" for name, words in given.items())
    return f"lab.dashboard({place}{words}, frame={frame})"


def _arguments(settings, step, teaching):
    """Name -> Python of what is given to `dashboard` beside place and frame."""
    fixed = teaching.fix if teaching is not None else ()
    given = {name: repr(value) for name, value in settings.items() if name not in fixed}
    given |= {"step": step} if step else {}
    return given | (teaching.python() if teaching is not None else {})


def _compute(address, experiment, teaching, settings, cancelled):
    with one_thread():  # looks for libraries once for both
        run = solve(experiment, settings, cancelled, address=address)
        if cancelled():
            return run, None
        return run, teaching.picture(draw(experiment, run), settings)


def _exports(teaching):
    """What may be saved; a page whose knobs live has all knobs and panels, and so is not for what
    was chosen of them."""
    exports = {kind.upper(): partial(_file, kind, teaching) for kind in MIME}
    return exports | ({} if teaching.chooses else {WITH_KNOBS: _with_knobs})


def _with_knobs(run, picture, look, announce):
    """(file name, media type, bytes) of a page whose primary knobs live."""
    from lab.pages.page import page_of_run

    def tell(done, total):
        announce(f"solved {done} of {total} settings of the page")

    name = f"{run.address.replace('/', '-')}-knobs.html"
    return name, MIME["html"], page_of_run(run, round(look["frame"]), tell).html().encode()


def _file(kind, teaching, run, picture, look, announce):
    """(file name, media type, bytes) of a run as `kind`, a page as it looks."""
    from lab.app.export import write

    name = run.address.replace("/", "-")
    state = state_of(run.address, teaching, run.settings, look)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.{kind}"
        options = {"frame": round(look["frame"]), "state": lambda scene: state}
        write(run, lambda: picture, path, **options)
        return path.name, MIME[kind], path.read_bytes()
