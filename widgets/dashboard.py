"""Knobs, a stage and a status line around a function settings -> (payload, scene)."""

from __future__ import annotations

import contextlib
import operator
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets

from widgets.background import weakly
from widgets.controls import settings_on_wire, tick_on_wire
from widgets.edits import Edits
from widgets.exports import Export, Exports
from widgets.knob_states import KnobStates
from widgets.knobs import Knob
from widgets.lattice import packed_point
from widgets.prefetch import PrefetchCache
from widgets.questions import Answers
from widgets.session import Compute, Session
from widgets.stage_view import StageView
from widgets.stored_still import StoredStill, in_notebook, unattended
from widgets.uploads import Uploads

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from plotly.graph_objects import Figure as PlotlyFigure

    from widgets.scene import Scene
    from widgets.stage import Stage

#: Seconds for which a cell without a page waits for its picture; kernels may have to compile.
STILL_PATIENCE = 300.0


@dataclass(frozen=True, slots=True)
class Opening:
    """How a dashboard is opened.

    frame: the frame to open at, -1 the last; one that the first picture does not have is said so,
    and the nearest shown.
    predict: whether the player stops at the scene's questions from the start.
    shown: the names of the visible knobs, in this order; None for all.
    fixed: the names of those that cannot be turned.
    projector: whether the picture fills the screen, or the key of the panel that does.
    viewpoint: "zoom" and "camera" to begin with, as `widgets.state` says, and a "frame" that may
    lie between two.
    """

    frame: int = 0
    predict: bool = False
    shown: Sequence[str] | None = None
    fixed: Sequence[str] | Mapping[str, Any] = ()
    projector: bool | str = False
    viewpoint: Mapping[str, Any] | None = None

    @property
    def place(self) -> float:
        """The frame, or the place between two, where it opens."""
        return (self.viewpoint or {}).get("frame", _whole(self.frame))

    @property
    def zoom_and_camera(self) -> dict[str, Any]:
        """Zoom and camera to begin with."""
        return {name: value for name, value in (self.viewpoint or {}).items() if name != "frame"}


@dataclass(frozen=True, slots=True)
class Extras:
    """What else a dashboard does with its picture; what is None, its buttons do not offer.

    code(settings, frame) -> the Python text of this picture.
    line(settings, frame) -> one line of Python that shows it again, for the stills in notebooks.
    state(settings, viewpoint) -> the string that opens this picture again, where `viewpoint` has
    frame, predict, projector, zoom and camera at present.
    exports: label -> function(payload, scene, viewpoint, announce) -> (filename, mime, bytes), with
    that `viewpoint`; announce(text) shows how far it is.
    ahead(settings) -> whether the pictures of such settings may be made before they are asked for,
    while no caller waits.
    judge(payload, scene, began) -> (the report, the scene with more in it): what the button
    *Judge* asks in the background, as `widgets.stage_view.Inquiry` has it.
    """

    code: Callable[[Mapping[str, Any], int], str] | None = None
    line: Callable[[Mapping[str, Any], int], str] | None = None
    state: Callable[[dict[str, Any], Mapping[str, Any]], str] | None = None
    exports: Mapping[str, Export] = field(default_factory=dict)
    ahead: Callable[[Mapping[str, Any]], bool] | None = None
    judge: Callable | None = None


class Dashboard(ipywidgets.Widget):
    """Turn a knob and the picture follows; shows itself at the end of a notebook cell.

    All that a page has of it is the view of its stage; so it may be placed where any widget may.

    knobs: the `Knob`s, in the order shown. compute(settings, cancelled) -> (payload, Scene) runs in
    one worker thread; its answer is dropped where `cancelled()` became true meanwhile.
    ticks(settings) -> {knob name: (value, words)}: marks on sliders.
    previews(settings) -> {knob name: what was understood of its file}, as `Control.preview`.
    main_part(settings) -> the settings of what is made first during a drag, where the whole takes
    long, or None; the rest comes when the drag pauses.
    opening, extras: how it is opened, and what else it does with the picture.
    stage: the player; a new `Stage` if none is given.
    compiles: whether the first solve may have to compile, and the status line should say so.
    counted(tell) -> a context in which tell(number, total, name) is called for each part that is
    being compiled, of so many as are known; the status line counts them.

    Attributes: knobs (name -> control; `.knobs["lam"].value = 0.3` does what the slider does),
    stage, settings (the knob values last asked for), errors (tracebacks, the newest last).
    """

    def __init__(
        self,
        knobs: Sequence[Knob],
        compute: Compute,
        *,
        title: str,
        question: str,
        ticks: Callable[[dict[str, Any]], Mapping[str, Any]] | None = None,
        previews: Callable[[dict[str, Any]], Mapping[str, dict[str, Any]]] | None = None,
        main_part: Callable[[Mapping[str, Any]], dict[str, Any] | None] | None = None,
        opening: Opening = Opening(),
        extras: Extras = Extras(),
        stage: Stage | None = None,
        compiles: bool = True,
        counted: Callable | None = None,
    ):
        place = opening.place  # refused before anything is opened
        self.stage = _new_stage() if stage is None else stage
        self.title, self._extras, self._compute, self._ticks = title, extras, compute, ticks
        self._own_layout = False
        self._closes, self._turns = [], []  # what else ends with it, and who follows the knobs
        self._states = KnobStates(knobs, self.stage, opening.shown, opening.fixed)
        self.knobs = self._states.controls
        self._view = StageView(self.stage, self._states, ticks, previews, place, main_part)
        self._session = Session(
            compute, self._view, self._states.opened,
            name=f"dashboard {title}", compiles=compiles, counted=counted,
        )  # fmt: skip
        self._view.session = self._session
        if extras.judge is not None:
            self._view.judged_by(extras.judge)
        self._exports = Exports(extras.exports, self._session, self.stage, lambda: self.viewpoint)
        self._prefetch: PrefetchCache | None = None
        self.stage.predict, self.stage.projector = bool(opening.predict), opening.projector
        self.stage.viewpoint = opening.zoom_and_camera
        self.stage.head = {
            "title": title, "question": question, "exports": list(extras.exports),
            "copies": extras.code is not None, "judges": extras.judge is not None,
        }  # fmt: skip
        self.stage.on_input, self.stage.on_close = self._handled, self.close
        super().__init__()
        self._states.follow(self._turned, self._released)
        if extras.ahead is not None:
            self._prefetch = PrefetchCache(
                weakly(self._point), weakly(self._hold), weakly(self._is_busy)
            )
            self.stage.ahead, self.stage.on_ahead = True, weakly(self._ask_ahead)
        with self._states.at_once():
            self._ask()

    def open(self) -> None:
        """Nothing is opened but the stage."""

    @property
    def model_id(self) -> str:
        """That of the stage."""
        return self.stage.model_id

    @property
    def layout(self) -> Any:
        """Its own `Layout`, from when it is first asked for."""
        if not self._own_layout:
            self.stage.layout, self._own_layout = ipywidgets.Layout(), True
        return self.stage.layout

    def __repr__(self):
        return f"<Dashboard {self.title!r}: {self.status}>"

    def _repr_mimebundle_(self, **kwargs):
        """What a notebook stores: the live view, or, where no page shows it, a still when it is
        there.

        The view is left out of a still: without a kernel it would be an error next to the picture.
        """
        if not unattended():
            self._keep_still()
            live = self.stage._repr_mimebundle_(**kwargs)
            assert live is not None  # a stage has a view
            data, metadata = live
            return data | {"text/plain": repr(self)}, metadata
        with contextlib.suppress(Exception):  # the status says what went wrong
            self.wait(STILL_PATIENCE)
        return self._still() or {"text/plain": f"{self.title}: {self.status}"}

    def _keep_still(self):
        """Store a still next to the live view that is about to be shown in a notebook."""
        if not in_notebook():
            return
        if self._view.still is not None:
            self._view.still.close()
        self._view.still = StoredStill(weakly(self._still))
        self._view.still.follow()

    def _display_(self):
        """What marimo shows."""
        import marimo  # installed where this is asked for

        return marimo.ui.anywidget(self.stage)

    def _still(self, stopped=lambda: False):
        """(data, metadata) of the picture now shown as a PNG with its words, or None."""
        from widgets.still import still  # brings in matplotlib, for which no live view waits

        picture = self._session.picture
        scene, settings = picture.scene, picture.settings
        if scene is None or settings is None or picture.is_part or self.status != "ready":
            return None
        frame = round(self.stage.frame) or len(scene) - 1  # the first often shows nothing yet
        line = self.title if self._extras.line is None else self._extras.line(settings, frame)
        words = f"{self.title}: {scene.captions[frame]}"
        png = still(scene, frame, f"Run this cell to play it:  {line}", stopped)
        return png and (
            {"image/png": png, "text/plain": f"{words}\n{line}"},
            {"image/png": {"alt": words}},
        )

    @property
    def run(self) -> Any:
        """The payload of the picture of the present values of the knobs.

        Where there is none it raises: a knob's ValueError, what computing the picture raised, or,
        while it is being computed, a ValueError that says to wait. Never an earlier payload.
        """
        if self._states.error:
            raise ValueError(self._states.error)
        return self._session.payload(self._states.values)

    @property
    def settings(self) -> dict[str, Any]:
        """The knob values last asked for."""
        return self._session.settings

    @property
    def errors(self) -> Any:
        """Tracebacks of what went wrong, the newest last."""
        return self._session.errors

    @property
    def answers(self) -> Answers:
        """What was answered in predict mode, a list with `.to_csv(path)`."""
        return self.stage.answers

    @property
    def scene(self) -> Scene | None:
        """The scene now shown; None before the first."""
        return self._session.picture.scene

    @property
    def status(self) -> str:
        """What the status line says."""
        return self._view.status()[1]

    def set(self, **values: Any) -> None:
        """Turn several knobs at once; the picture is computed once."""
        self._states.allow(values)
        self._set(values)

    def _set(self, values, is_edit=False):
        """Turn knobs at once; is_edit: whether undo knows of it already."""
        with self._states.at_once():
            self._states.turn(values)
            self._ask(values, is_edit)

    def reset(self) -> None:
        """Turn every knob back to what the dashboard was opened with."""
        self.set(**self._states.opened)

    def wait(self, timeout: float = 60.0) -> None:
        """Wait until the picture answers the knobs and every file is saved, else TimeoutError.

        Raises what `run` raises where the present values of the knobs have no picture.
        """
        end, is_saved = time.monotonic() + timeout, self._exports.wait_in_turn()
        settled = self._session.wait(timeout)
        settled = is_saved(end - time.monotonic()) and settled
        if not settled:
            raise TimeoutError(f"The picture was not settled within {timeout:g} seconds.")
        _ = self.run  # raises where there is none

    def python(self) -> str:
        """The Python text that makes exactly the picture now shown."""
        settings = self._session.picture.settings
        if self._extras.code is None or settings is None:
            raise ValueError("There is no picture to copy yet.")
        return self._extras.code(settings, round(self.stage.frame))

    @property
    def state(self) -> str:
        """One short string that names all that makes the picture: the values of the knobs, frame,
        zoom and camera, and how the dashboard was opened."""
        if self._extras.state is None:
            raise ValueError("This dashboard was made without a way to write its state.")
        return self._extras.state(dict(self.settings), self.viewpoint)

    @property
    def viewpoint(self) -> dict[str, Any]:
        """frame, predict, projector, zoom and camera at present."""
        stage = self.stage
        frame = round(stage.frame) if stage.frame == round(stage.frame) else stage.frame
        first = {"frame": frame, "predict": stage.predict, "projector": stage.projector}
        return first | dict(stage.viewpoint)

    def save(self, where: str) -> Any:
        """Write the picture to the path `where`, whose suffix names one of `exports`, and return
        the path; or, where it is the name of an export alone, let the browser save it, and return
        at once."""
        export = self._exports.of_path(where)
        if export is not None:
            _ = self.run  # raises where there is none
            path = Path(where).expanduser()
            if not path.parent.is_dir():
                raise ValueError(f"where must lie in a directory that exists, got {where!r}.")
            return self._exports.write(path, export)
        self._exports.send(where)
        return None

    def figure(self, panel: str | None = None, theme: str = "light") -> PlotlyFigure:
        """The picture as a `plotly.graph_objects.Figure` at the frame now shown, with all frames, a
        slider and play; panel: the key of one to have alone. Raises what `run` raises."""
        from widgets.plotly_figure import figure  # brings in plotly

        _ = self.run
        return figure(self.scene, panel, round(self.stage.frame), theme)

    def mpl(
        self,
        panel: str | None = None,
        width: float = 16.0,
        words: bool = True,
        theme: str = "light",
    ) -> Figure:
        """The frame now shown as a `matplotlib.figure.Figure` that is `width` cm wide, for papers
        and theses: a file of it is vectors, with words as text.

        From a width of 16 on all panels are about as high as a page of A4; narrower, they are one
        below the other, some 50 cm high. panel: the key of one to have alone. words: whether the
        title is above it, and clock, sentence and numbers below. Raises what `run` raises.
        """
        from widgets.matplotlib_figure import draw  # brings in matplotlib

        _ = self.run
        if not isinstance(width, Real) or not 5.08 <= float(width) <= 101.6:
            raise ValueError(f"width must lie between 5.08 and 101.6 cm, got {width!r}.")
        scene = self.scene if panel is None else self.scene.only([panel])
        return draw(scene, round(self.stage.frame), theme, width / 2.54, words)

    def announce(self, text: str) -> None:
        """Show `text` in the status line as work in progress, until there is other news."""
        self._exports.announce(text)

    def on_edit(self, act: Callable, tools: Callable) -> None:
        """Let users edit the picture: `act` and `tools` as `Edits` takes them; what they raise is
        shown in the status line."""
        words = [name for name, control in self.knobs.items() if control.knob.kind == "edits"]
        self._states.edits = edits = Edits(act, tools, words)
        self.stage.on_click(partial(self._session.guarded, self._edit, edits))
        self._session.guarded(self._states.offer, self.settings)

    def on_file(self, check: Callable, store: Callable) -> None:
        """Take files that are chosen or dropped on the picture.

        check(name, size) raises a ValueError for one that is not wanted; store(name, data) stores
        another and returns the knobs to turn. What they raise is shown in the status line.
        """
        uploads = Uploads(check, lambda name, data: self.set(**store(name, data)))
        self.stage.uploads = partial(self._session.guarded, uploads.take)
        self.stage.takes = max(control.knob.most for control in self.knobs.values())

    def entitle(self, title: str, question: str) -> None:
        """Show other words above knobs and picture."""
        self.title = title
        self.stage.head = self.stage.head | {"title": title, "question": question}

    def add_widget(self, widget: Any, close: Callable) -> None:
        """Show `widget` under the knobs; `close()` is called when the dashboard is closed."""
        self.stage.beside = (*self.stage.beside, widget)
        self._closes += [close, widget.close]

    def put_below(self, widget: Any) -> None:
        """Show `widget` under knobs and picture."""
        self.stage.below = (*self.stage.below, widget)
        self._closes.append(widget.close)

    def bring_to_sight(self, *names: Any) -> None:
        """Let these knobs be the first visible ones."""
        self._states.bring_to_sight(names)

    def on_turn(self, callback: Callable) -> None:
        """Call `callback(settings)` with what is asked for whenever knobs have been turned."""
        self._turns.append(callback)
        for control in self.knobs.values():
            control.followed = True

    def __del__(self, is_ending=sys.is_finalizing):
        if not is_ending():  # threads are stopped then, with locks that closing might wait for
            super().__del__()

    def close(self) -> None:
        """End the worker, and disconnect from the browser and from the knobs."""
        if "_session" in vars(self):  # ipywidgets also closes what was never finished
            for end in self._closes:
                end()
            self._closes, self._turns = [], []
            if self._view.inquiry is not None:
                self._view.inquiry.end()
            self._session.close()
            if self._prefetch is not None:
                self._prefetch.close()
            if self._view.still is not None:
                self._view.still.close()
            self._states.unfollow()
            self.stage.on_close = None
            self.stage.close()
        super().close()

    def _handled(self, content):
        """A knob was turned or a button pressed."""
        if content["kind"] == "press":
            self._session.guarded(self._press, content)
        elif content["knob"] in self.knobs:
            turn = content["value"], bool(content.get("dragging")), str(content.get("turn", ""))
            self._session.guarded(self.knobs[content["knob"]].take, *turn)

    def _edit(self, edits, action):
        """Do what a user did, or show the table of it."""
        settings = self._session.clicked_settings
        if action.get("do") == "table":
            self.stage.show_table(edits.rows(settings))
            return
        turned = edits.turned(settings, action)
        if turned:
            self._states.allow(turned)
            self._set(turned, is_edit=True)
        self._states.offer(self.settings)

    def _press(self, content):
        if "frame" in content:
            self.stage.take_viewpoint(content["frame"], content["viewpoint"])
        act = {"reset": self.reset, "copy": self._copy, "judge": self.judge,
               "save": lambda: self.save(content["label"])}[content["what"]]  # fmt: skip
        act()

    def judge(self) -> None:
        """Ask other solvers about the picture, in the background; while they are asked, end that.
        The table and the marks come when they are there, see `.stage.judged`."""
        if self._view.inquiry is None:
            raise ValueError("Nothing is judged here: other solvers know no such problem.")
        _ = self.run  # raises where the present values have no picture
        self._view.inquiry.begin(self._session.picture)

    def _copy(self):
        self.stage.copy(self.python())
        self._session.set_note(("ready", "copied the Python of this picture", ""))

    def _turned(self, _):
        with self._states.at_once():
            self._ask()

    def _released(self, change):
        """A knob is released: pictures of earlier values are of no more use."""
        if not change["new"]:
            self._session.hurry()

    def _is_busy(self):
        """Whether a caller waits for a picture."""
        return not self._session.is_idle or self._states.dragged

    def _hold(self, content, buffers):
        self.stage.hold(content, buffers)

    def _ask_ahead(self, cache, name, values):
        """The page wants to hold pictures of one knob's further values."""
        wanted = self._extras.ahead
        if self._session.is_closed or self._prefetch is None or name not in self.knobs:
            return
        knob, settings = self.knobs[name].knob, dict(self.settings)
        if wanted is not None and wanted(settings):
            self._prefetch.ask(cache, name, [knob.check(value) for value in values], settings)

    def _point(self, settings, cancelled):
        """The picture of other settings than those that are asked for, as the page keeps it."""
        ticks = self._ticks(dict(settings)) if self._ticks is not None else {}
        scene = self._compute(settings, cancelled)[1]
        if scene is None or cancelled():
            return None
        marks = {name: tick_on_wire(tick) for name, tick in ticks.items()}
        return packed_point(
            scene, self.stage.in_sight(scene), at=settings_on_wire(settings), ticks=marks
        )

    def _ask(self, given=(), is_edit=False):
        """Ask for the picture of the knobs; one that does not fit counts as before.

        given: the names of knobs whose values were asked for by name. is_edit: as of `_set`.
        """
        note = self._states.settle(self.settings, given, is_edit)
        self._session.ask(lambda: self._states.fitting)
        self._session.set_note(note)
        for callback in self._turns:
            self._session.guarded(callback, dict(self.settings))


def _whole(frame):
    """`frame` as an int; ValueError where it is not a whole number."""
    try:
        return operator.index(frame)
    except TypeError:
        raise ValueError(f"frame must be a whole number, got {frame!r}.") from None


def _new_stage():
    from widgets.stage import Stage  # brings the player, which is needed only with a picture

    return Stage()
