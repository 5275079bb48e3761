"""A scene on screen: `lab.dashboard(...)`, and the Python and the files its buttons make."""

from __future__ import annotations

import contextlib
import inspect
import os
import tempfile
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lab.app.teaching import encoded_state, state_of, teaching_of, teaching_of_state
from lab.data import imports
from lab.experiment import Experiment, Run
from lab.runs.export import called, code, line
from lab.runs.opening import scene, with_student_step
from lab.solved import SolvedBefore
from solvers import InputError
from solvers.checks import as_input_error

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

    from widgets import Question
    from widgets.dashboard import Dashboard

MIME = {
    "gif": "image/gif",
    "png": "image/png",
    "html": "text/html",
    "csv": "text/csv",
    "npz": "application/octet-stream",
    "plotly.json": "application/json",
}

#: What the menu calls a page whose knobs live.
WITH_KNOBS = "Page with knobs"


def figure(
    what: Run | str | Experiment,
    *,
    panel: str | None = None,
    frame: int = -1,
    theme: str = "light",
    **settings: Any,
) -> Figure:
    """The picture of what `scene` takes as a figure of plotly, or the panel with that key alone.

    It has all frames, a slider, play and the words on hover, and opens at `frame` (-1 the last).
    The trace of a mark has `meta["panel"]` and `meta["mark"]`, so that it can be found and changed.
    InputError for a panel or a frame that is not there, or another theme than light or dark.
    """
    from widgets.plotly_figure import figure  # brings in plotly

    picture = scene(what, **settings)
    with as_input_error():
        return figure(picture, panel, frame, theme)


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
    ahead: bool = True,
    state: str | None = None,
    **settings: Any,
) -> Dashboard:
    """The scene at an address, or an `Experiment`, with its knobs, opened with `settings`; a
    notebook cell shows it.

    frame: where it opens; -1 is the last frame. A frame that the scene turns out not to have is
    refused in the status line, and the nearest one shown.
    predict: begin in predict mode: the player stops where the scene asks, and hides what comes;
    `.answers` has what was answered, and writes it `.to_csv(path)`.
    step: a function of your own, as `lab.exercise` asks for it; its run is the method "yours" next
    to the reference, from the same start, and the first frame at which they differ is marked. A
    scene that takes several distinguishes them by their arguments; {"m-step": mine} says which one
    it is.
    hide: knobs that are not shown; show: those that are, in this order, and no others; fix: knobs
    and the values at which they stay, grey; another value is refused.
    panels: keys of the panels that are shown, as the scene's `Layout` has them.
    questions: your own, a list of `lab.Question`, in place of the scene's; they are asked as with
    predict, while the knobs have the values at the opening: elsewhere their answers may differ.
    projector: fill the screen with player and picture, in large type; the key of a panel shows
    that panel alone. F, or a button next to the player, does it too, and Escape leaves.
    ahead: whether idle time goes into pictures of a slider's further values once it is pointed at,
    so that a drag finds them there; for no dashboard where CONVEXLAB_AHEAD=0 is in the environment,
    as on a machine that many share.
    state: what `.state` of a dashboard, or *Copy link* of a page after its #, says: all of the
    above; only `where` and `step` may be given with it.
    Its `.knobs["lam"].value = 0.3` does what the slider does, `.wait()` returns when the picture
    has followed, `.run` is the `Run` then shown. Both raise, and never return an earlier run, where
    the present values of the knobs have none: a value that does not fit, or a problem that is
    refused. `.save("x.html")` writes what is shown, by the suffix, as `lab run --out` does;
    `.figure()` is the picture as a figure of plotly, `.mpl()` as one of matplotlib.
    `.vote()` lets a class answer its questions on phones, see `help(lab.classroom.open_room)`.
    """
    from widgets.assets import load_assets  # brings in ipywidgets

    load_assets()  # the page reads its sources while the solvers are imported here
    options: dict[str, Any] = {"hide": hide, "fix": fix, "show": show, "panels": panels}
    options |= {"questions": questions, "predict": predict, "projector": projector}
    if state is not None:
        defaults = inspect.signature(dashboard).parameters
        others = [n for n, v in options.items() if v != defaults[n].default] + list(settings)
        others += ["frame"] * (frame != 0)
        if others:
            raise InputError(f"state must come without other options, got {others[0]} as well.")
        where, teaching = teaching_of_state(state, where)
        address, experiment = with_student_step(where, step)
    elif where is None:
        raise InputError('where must be an address such as "lasso", or give a state, got none.')
    else:
        address, experiment = with_student_step(where, step)
        teaching = teaching_of(experiment, settings, **options)
        _refuse_early(address, experiment, teaching)
    return _built(where, address, experiment, teaching, frame, step, ahead and step is None)


def _refuse_early(address, experiment, teaching):
    """Refuse panels and questions that the picture has not, before it is shown; where kernels are
    to be compiled first, the status line does it."""
    from solvers.compiled import is_compiled

    named = teaching.panels is not None or isinstance(teaching.projector, str)
    if (named or teaching.questions) and is_compiled():
        teaching.shown(experiment.play(teaching.settings, address=address))


def _built(where, address, experiment, teaching, frame, step, ahead):
    """The dashboard of checked options."""
    from lab.app.warmup import BackgroundCompilation
    from solvers.compiled import heard_compiling, is_compiled  # brings in numba
    from widgets.dashboard import Dashboard, Extras, Opening

    _import_packages(experiment, teaching)
    place = where if isinstance(where, Experiment) else address
    own: dict[str, Any] = {} if step is None else {"step": called(step)}
    picture = partial(_compute, address, experiment, teaching, SolvedBefore())
    compute = BackgroundCompilation(picture, experiment)
    compute.is_ready = step is not None  # a student's step is compiled where it is run
    ahead = ahead and os.environ.get("CONVEXLAB_AHEAD", "1") != "0"
    board = Dashboard(
        [_knob_at_opening(k, teaching) for k in experiment.knobs],
        compute,
        title=experiment.title,
        question=experiment.question,
        ticks=experiment.ticks,
        previews=experiment.previews,
        main_part=experiment.main_part,
        opening=Opening(
            frame=frame,
            predict=teaching.predict,
            shown=teaching.knobs(experiment),
            fixed=teaching.fix,
            projector=teaching.projector,
            viewpoint=teaching.viewpoint,
        ),
        extras=Extras(
            code=partial(code, place, teaching=teaching, **own),
            line=partial(line, place, experiment, teaching=teaching, **own),
            state=partial(encoded_state, address, teaching),
            exports=_exports(teaching),
            ahead=partial(_is_free, compute) if ahead else None,
            judge=partial(_judge, experiment) if experiment.judged else None,
        ),
        compiles=not is_compiled(),
        counted=heard_compiling,
    )
    _accept_files(board, experiment, teaching)
    if experiment.click is not None and experiment.tools is not None:
        board.on_edit(experiment.click, experiment.tools)
    board.vote = partial(_vote, weakref.ref(board))
    return board


def _import_packages(experiment, teaching):
    """Import what `solve` would import in another thread: a cell that imports it at the same time
    might see half of it, as might that thread."""
    for package in (*experiment.imports, *imports(teaching.settings.get("data"))):
        import_module(package)


def _accept_files(board, experiment, teaching):
    """Let the dashboard take files, where the scene has a knob for one."""
    files = [k.name for k in experiment.knobs if k.kind == "file"]
    if files:
        require_size, store = _file_functions(files)
        board.on_file(require_size, partial(store, teaching.settings))


def _file_functions(knobs):
    """(what refuses a file by its size, what stores one) for knobs of tables, or of programs."""
    if "program" in knobs:
        from lab.programs.knob import stored as store
        from lab.programs.text import require_size
    else:
        from lab.datasets.csv_file import require_size
        from lab.datasets.own_file import store_upload as store
    return require_size, store


def _judge(experiment, run, picture, began):
    """What other solvers say of the problem of a run."""
    from lab.app.judge import ask

    return ask(experiment, run, picture, began)


def _vote(board, listen=None, **options):
    """Open a room for a dashboard, see `lab.classroom.open_room`."""
    from lab.classroom import open_room

    return open_room(board(), listen, **options)


def _is_free(compute, settings):
    """Whether two may solve at once: not where seconds are measured or kernels are not compiled."""
    return compute.is_ready and settings.get("clock") != "seconds"


def _knob_at_opening(knob, teaching):
    """`knob` at its value; what a teacher chose to show is all visible."""
    primary = knob.primary or teaching.show is not None
    return replace(knob, default=teaching.settings[knob.name], primary=primary)


def _compute(address, experiment, teaching, before, settings, cancelled):
    is_timed = settings.get("clock") == "seconds"  # what is measured is solved anew
    with contextlib.nullcontext() if is_timed else before.used():
        run = experiment.play(settings, cancelled, address=address)
    if cancelled():
        return run, None
    return run, teaching.picture(experiment.draw(run), settings)


def _exports(teaching):
    """What may be saved; a page whose knobs live has all knobs and panels, and so is not for what
    was chosen of them."""
    exports = {
        "Plotly" if kind == "plotly.json" else kind.upper(): partial(_saved_file, kind, teaching)
        for kind in MIME
    }
    return exports | ({} if teaching.chooses else {WITH_KNOBS: _page_with_knobs})


def _page_with_knobs(run, picture, viewpoint, announce):
    """(file name, media type, bytes) of a page whose primary knobs live."""
    from lab.site.page import page_of_run

    def report(done, total):
        announce(f"solved {done} of {total} settings of the page")

    name = f"{run.address.replace('/', '-')}-knobs.html"
    return name, MIME["html"], page_of_run(run, round(viewpoint["frame"]), report).html().encode()


def _saved_file(kind, teaching, run, picture, viewpoint, announce):
    """(file name, media type, bytes) of a run as `kind`, a page as it looks."""
    from lab.runs.export import write

    name = run.address.replace("/", "-")
    state = state_of(run.address, teaching, run.settings, viewpoint)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.{kind}"
        options = {"frame": round(viewpoint["frame"]), "state": lambda scene: state}
        write(run, lambda: picture, path, **options)
        return path.name, MIME[kind], path.read_bytes()
