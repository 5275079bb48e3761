"""Knobs, a stage and a status line around a function settings -> (payload, scene)."""

from __future__ import annotations

import contextlib
import operator
import sys
import threading
import time
import weakref
from dataclasses import replace
from functools import partial
from pathlib import Path

import ipywidgets

from widgets.controls import spec_of, tick_on_wire, to_wire
from widgets.edits import Edits
from widgets.inquiry import Inquiry
from widgets.lattice import packed_point
from widgets.prefetch import PrefetchCache
from widgets.session import Session
from widgets.stored_still import StoredStill, in_notebook, unattended
from widgets.uploads import Uploads

#: Seconds for which a cell that nobody looks at waits for its picture; kernels may have to compile.
STILL_PATIENCE = 300.0

#: Why a knob that is fixed cannot be turned.
FIXED = "Fixed in this dashboard; open it without fix to turn it."


class Dashboard(ipywidgets.Widget):
    """Turn a knob and the picture follows; shows itself at the end of a notebook cell.

    All that a page has of it is the view of its stage; so it may stand where any widget may.

    knobs: the `Knob`s, in the order shown. compute(settings, cancelled) -> (payload, Scene) runs in
    one worker thread; its answer is dropped where `cancelled()` became true meanwhile.
    ticks(settings) -> {knob name: (value, words)}: marks on sliders.
    previews(settings) -> {knob name: what was understood of its file}, as `Control.preview`.
    code(settings, frame) -> the Python text of this picture.
    line(settings, frame) -> one line of Python that shows it again, for the stills in notebooks.
    frame: the frame to open at, -1 the last; one that the first picture does not have is said so,
    and the nearest shown.
    predict: whether the player stops at the scene's questions from the start.
    shown: the names of the knobs that are in sight, in this order; None for all.
    fixed: the names of those that cannot be turned.
    projector: whether the picture fills the screen, or the key of the panel that does.
    look: "zoom" and "camera" to begin with, as `widgets.state` says, and a "frame" that may lie
    between two.
    state(settings, look) -> the string that opens this picture again, where `viewpoint` has frame,
    predict, projector, zoom and camera as they stand.
    exports: label -> function(payload, scene, look, announce) -> (filename, mime, bytes), with that
    `viewpoint`; announce(text) shows how far it is.
    ahead(settings) -> whether the pictures of such settings may be made before they are asked for,
    while nobody waits; without it none is.
    judge(payload, scene, began) -> (the report, the scene with more in it): what the button
    *Judge* asks in the background, as `widgets.inquiry.Inquiry` has it; without it there is none.
    stage: the player; a new `Stage` if none is given.
    main_part(settings) -> the settings of what is made first while a hand drags, where the whole
    takes long, or None; the rest comes when the hand rests.
    compiles: whether the first solve may have to compile, and the status line should say so.
    counted(tell) -> a context in which tell(number, total, name) is called for each part that is
    being compiled, of so many as are known; the status line counts them.

    Attributes: knobs (name -> control; `.knobs["lam"].value = 0.3` does what the slider does),
    stage, settings (the knob values last asked for), errors (tracebacks, the newest last).
    """

    def __init__(
        self,
        knobs,
        compute,
        *,
        title,
        question,
        ticks=None,
        previews=None,
        code=None,
        line=None,
        frame=0,
        predict=False,
        shown=None,
        fixed=(),
        projector=False,
        viewpoint=None,
        state=None,
        exports=None,
        ahead=None,
        main_part=None,
        judge=None,
        stage=None,
        compiles=True,
        counted=None,
    ):
        self.stage = _new_stage() if stage is None else stage
        self._compute, self._ticks, self._code, self._line = compute, ticks, code, line
        self._exports, self._state, self._edits = dict(exports or {}), state, None
        self._opened = {k.name: k.check(k.default) for k in knobs}
        self.title = title
        self._held = False  # whether knobs are being turned that are asked for at once
        self._own_layout = False
        self._saving = None  # the thread that makes a file
        self._stored_still = None  # the still beside the live view in a notebook
        self._closes, self._turns = [], []  # what else ends with it, and who follows the knobs
        at = dict(viewpoint or {}).pop("frame", _whole(frame))
        self._view = _Shown(self, ticks, previews, at, main_part)
        how = {"name": f"dashboard {title}", "compiles": compiles, "counted": counted}
        self._session = Session(compute, self._view, self._opened, **how)
        self._inquiry = None if judge is None else self._inquiry_of(judge)
        self._prefetch = None
        self._quiet = 0  # how many are about to turn or mark several knobs
        self._shown = [k.name for k in knobs] if shown is None else list(shown)
        if not any(k.primary for k in knobs if k.name in self._shown):
            knobs = [replace(k, primary=True) for k in knobs]
        self.knobs = {k.name: k.control() for k in knobs}
        for name in fixed:
            self.knobs[name].lock(FIXED)
        self.stage.predict, self.stage.projector = bool(predict), projector
        self.stage.viewpoint = {k: v for k, v in (viewpoint or {}).items() if k != "frame"}
        self.stage.head = {
            "title": title, "question": question, "exports": list(self._exports),
            "copies": code is not None, "judges": judge is not None,
        }  # fmt: skip
        self._arrange()
        self.stage.on_hand, self.stage.on_close = self._handled, self.close
        super().__init__()
        for control in self.knobs.values():
            control.follow(self._tell_knobs, self._turned, self._released)
        if ahead is not None:
            self._prefetch_ahead(ahead)
        self._ask()

    def open(self):
        """Nothing is opened but the stage."""

    @property
    def model_id(self):
        """That of the stage."""
        return self.stage.model_id

    @property
    def layout(self):
        """Its own `Layout`, from when it is first asked for."""
        if not self._own_layout:
            self.stage.layout, self._own_layout = ipywidgets.Layout(), True
        return self.stage.layout

    def __repr__(self):
        return f"<Dashboard {self.title!r}: {self.status}>"

    def _repr_mimebundle_(self, **kwargs):
        """What a notebook keeps: the live view, or, where nobody looks, a still when it is there.

        The view is left out of a still: without a kernel it would be an error beside the picture.
        """
        if not unattended():
            self._keep_still()
            data, metadata = self.stage._repr_mimebundle_(**kwargs)
            return data | {"text/plain": repr(self)}, metadata
        with contextlib.suppress(Exception):  # the status says what went wrong
            self.wait(STILL_PATIENCE)
        return self._still() or {"text/plain": f"{self.title}: {self.status}"}

    def _keep_still(self):
        """Keep a still beside the live view that is about to be shown in a notebook."""
        if not in_notebook():
            return
        if self._stored_still is not None:
            self._stored_still.close()
        itself = weakref.ref(self)
        self._stored_still = StoredStill(
            lambda stopped: (board := itself()) and board._still(stopped)
        )
        self._stored_still.follow()

    def _display_(self):
        """What marimo shows."""
        import marimo  # installed where this is asked for

        return marimo.ui.anywidget(self.stage)

    def _still(self, stopped=lambda: False):
        """(data, metadata) of the picture now shown as a PNG with the words beside it, or None."""
        from widgets.still import still  # brings in matplotlib, for which no live view waits

        picture = self._session.picture
        scene, settings = picture.scene, picture.settings
        if scene is None or picture.is_part or self.status != "ready":
            return None
        frame = round(self.stage.frame) or len(scene) - 1  # the first often shows nothing yet
        line = self._line(settings, frame) if self._line is not None else self.title
        words = f"{self.title}: {scene.captions[frame]}"
        png = still(scene, frame, f"Run this cell to play it:  {line}", stopped)
        return png and (
            {"image/png": png, "text/plain": f"{words}\n{line}"},
            {"image/png": {"alt": words}},
        )

    @property
    def run(self):
        """The payload of the picture that answers the knobs as they stand.

        Where there is none it raises: a knob's ValueError, what computing the picture raised, or,
        while it is being computed, a ValueError that says to wait. Never an earlier payload.
        """
        for control in self.knobs.values():
            if control.error:
                raise ValueError(control.error)
        return self._session.payload({name: c.value for name, c in self.knobs.items()})

    @property
    def settings(self):
        """The knob values last asked for."""
        return self._session.settings

    @property
    def errors(self):
        """Tracebacks of what went wrong, the newest last."""
        return self._session.errors

    @property
    def answers(self):
        """What was answered in predict mode, a list with `.to_csv(path)`."""
        return self.stage.answers

    @property
    def scene(self):
        """The scene now shown; None before the first."""
        return self._session.picture.scene

    @property
    def status(self):
        """What the status line says."""
        return self._view.status()[1]

    def set(self, **values):
        """Turn several knobs at once; the picture is computed once."""
        for name in values:
            if name not in self.knobs:
                raise ValueError(f"{name} is not a knob; there are {', '.join(self.knobs)}.")
            self.knobs[name].allow(values[name])
        self._set(values)

    def _set(self, values, is_edit=False):
        """Turn knobs at once; is_edit: whether undo knows of it already."""
        self._held = True
        try:
            with self._at_once():
                for name, value in values.items():
                    self.knobs[name].value = value
        finally:
            self._held = False
        self._ask(values, is_edit)

    def reset(self):
        """Turn every knob back to what the dashboard was opened with."""
        self.set(**self._opened)

    def wait(self, timeout=60.0):
        """Wait until the picture answers the knobs and every file is saved, else TimeoutError.

        Raises what `run` raises where the knobs as they stand have no picture.
        """
        end, saving = time.monotonic() + timeout, self._saving
        settled = self._session.wait(timeout)
        if saving is not None and saving is not threading.current_thread():
            saving.join(max(end - time.monotonic(), 0.0))
            settled = settled and not saving.is_alive()
        if not settled:
            raise TimeoutError(f"The picture was not settled within {timeout:g} seconds.")
        _ = self.run  # raises where there is none

    def python(self):
        """The Python text that makes exactly the picture now shown."""
        settings = self._session.picture.settings
        if self._code is None or settings is None:
            raise ValueError("There is no picture to copy yet.")
        return self._code(settings, round(self.stage.frame))

    @property
    def state(self):
        """One short string that names all that makes the picture: the knobs as they stand, frame,
        zoom and camera, and how the dashboard was opened."""
        if self._state is None:
            raise ValueError("This dashboard was made without a way to write its state.")
        return self._state(dict(self.settings), self.viewpoint)

    @property
    def viewpoint(self):
        """frame, predict, projector, zoom and camera as they stand."""
        stage = self.stage
        frame = round(stage.frame) if stage.frame == round(stage.frame) else stage.frame
        first = {"frame": frame, "predict": stage.predict, "projector": stage.projector}
        return first | dict(stage.viewpoint)

    def save(self, where):
        """Write the picture to the path `where`, whose suffix names one of `exports`, and return
        the path; or, where it is the name of an export alone, let the browser save it, and return
        at once."""
        name = str(where).lower()
        for label, export in self._exports.items():
            if name.endswith((f".{label.lower()}", f".{label.lower()}.json")):
                return self._write(Path(where), export)
        if where not in self._exports:
            known = ", ".join(self._exports) or "nothing"
            raise ValueError(f"{where!r} cannot be saved; choose one of {known}.")
        self._hand_over(where)
        return None

    def figure(self, panel=None, theme="light"):
        """The picture as a `plotly.graph_objects.Figure` at the frame now shown, with all frames, a
        slider and play; panel: the key of one to have alone. Raises what `run` raises."""
        from widgets.plotly_figure import figure  # brings in plotly

        _ = self.run
        return figure(self.scene, panel, round(self.stage.frame), theme)

    def mpl(self, panel=None, width=16.0, words=True, theme="light"):
        """The frame now shown as a `matplotlib.figure.Figure` that is `width` cm wide, for papers
        and theses: a file of it is vectors, with words as text.

        panel: the key of one to have alone. words: whether the title stands above it, and clock,
        sentence and numbers below. Raises what `run` raises.
        """
        from widgets.matplotlib_marks import draw  # brings in matplotlib

        _ = self.run
        scene = self.scene if panel is None else self.scene.only([panel])
        return draw(scene, round(self.stage.frame), theme, width / 2.54, words)

    def _write(self, path, export):
        _ = self.run  # raises where there is none
        picture = self._session.picture
        path.write_bytes(export(picture.payload, picture.scene, self.viewpoint, self.announce)[2])
        return path

    def _hand_over(self, label):
        """Let the browser save the picture as `label`."""
        picture = self._session.picture
        if picture.scene is None:
            raise ValueError("There is no picture to save yet.")
        if self._session.is_stale:
            raise ValueError("The knobs as they stand have no picture to save; turn them back.")
        if self._saving is not None and self._saving.is_alive():
            raise ValueError("A file is being made; wait until it is done.")
        export = self._exports[label]
        make = partial(export, picture.payload, picture.scene, self.viewpoint, self.announce)
        self._session.tell(note=("solving", f"making the {label} file", ""))
        # No daemon: a file that is being made when Python ends is made, and handed over.
        self._saving = threading.Thread(target=self._save, args=(label, make), daemon=False)
        self._saving.start()

    def announce(self, text):
        """Show `text` in the status line as work that goes on, until there is other news."""
        self._session.tell(note=("solving", text, ""))

    def on_edit(self, act, tools):
        """Let hands edit the picture: `act` and `tools` as `Edits` takes them; what they raise is
        shown in the status line."""
        words = [name for name, control in self.knobs.items() if control.knob.kind == "edits"]
        self._edits = Edits(act, tools, words)
        self.stage.on_click(lambda action: self._session.guarded(self._edit, action))
        self._session.guarded(self._offer, self.settings)

    def on_file(self, check, keep):
        """Take files that are chosen or dropped on the picture.

        check(name, size) raises a ValueError for one that is not wanted; keep(name, data) stores
        another and returns the knobs to turn. What they raise is shown in the status line.
        """
        uploads = Uploads(check, lambda name, data: self.set(**keep(name, data)))
        self.stage.uploads = partial(self._session.guarded, uploads.take)
        self.stage.takes = max(control.knob.most for control in self.knobs.values())

    def entitle(self, title, question):
        """Let other words stand above knobs and picture."""
        self.title = title
        self.stage.head = self.stage.head | {"title": title, "question": question}

    def put_beside(self, widget, close):
        """Show `widget` under the knobs; `close()` is called when the dashboard is closed."""
        self.stage.beside = (*self.stage.beside, widget)
        self._closes += [close, widget.close]

    def put_below(self, widget):
        """Show `widget` under knobs and picture."""
        self.stage.below = (*self.stage.below, widget)
        self._closes.append(widget.close)

    def bring_to_sight(self, *names):
        """Let these knobs be the first that are seen."""
        for name in names:
            self.knobs[name].knob = replace(self.knobs[name].knob, primary=True)
        self._shown.sort(key=lambda name: name not in names)
        self._arrange()

    def on_turn(self, callback):
        """Call `callback(settings)` with what is asked for whenever knobs have been turned."""
        self._turns.append(callback)
        for control in self.knobs.values():
            control.followed = True

    def __del__(self, is_ending=sys.is_finalizing):
        if not is_ending():  # threads stand still then, with locks that closing might wait for
            super().__del__()

    def close(self):
        """End the worker, let go of the browser's side and of what the knobs tell."""
        if "_session" in vars(self):  # ipywidgets also closes what was never finished
            for end in self._closes:
                end()
            self._closes, self._turns = [], []
            if self._inquiry is not None:
                self._inquiry.end()
            self._session.close()
            if self._prefetch is not None:
                self._prefetch.close()
            if self._stored_still is not None:
                self._stored_still.close()
            for control in self.knobs.values():
                with contextlib.suppress(ValueError):
                    control.unobserve(self._turned, "value")
                    control.unobserve(self._released, "dragging")
            self.stage.on_close = None
            self.stage.close()
        super().close()

    def _arrange(self):
        """Draw the knobs that are shown, those first that are in sight from the start."""
        knobs = [self.knobs[name].knob for name in self._shown]
        self.stage.knobs = [spec_of(k) for k in sorted(knobs, key=lambda k: not k.primary)]

    def _tell_knobs(self):
        """Show how the knobs stand."""
        with self._view.voice:
            if not self._quiet:
                self.stage.states = {name: self.knobs[name].state for name in self._shown}

    @contextlib.contextmanager
    def _at_once(self):
        """Where several knobs are turned or marked, one notification comes at the end."""
        with self._view.voice:
            self._quiet += 1
        try:
            yield
        finally:
            with self._view.voice:
                self._quiet -= 1
            self._tell_knobs()

    def _handled(self, content):
        """A knob was turned or a button pressed."""
        if content["kind"] == "press":
            self._session.guarded(self._press, content["what"], content.get("label", ""))
        elif content["knob"] in self.knobs:
            turn = content["value"], bool(content.get("dragging")), str(content.get("turn", ""))
            self._session.guarded(self.knobs[content["knob"]].take, *turn)

    def _edit(self, action):
        """Do what a hand did, or show the table of it."""
        if action.get("do") == "table":
            self.stage.show_table(self._edits.rows(self._session.standing))
            return
        turned = self._edits.turned(self._session.standing, action)
        if turned:
            for name, value in turned.items():
                self.knobs[name].allow(value)
            self._set(turned, is_edit=True)
        self._offer(self.settings)

    def _offer(self, settings):
        """Tell the picture what hands may do at these settings."""
        if self._edits is not None:
            with self._view.voice:
                self.stage.tools = self._edits.spec(settings)

    def _press(self, what, label):
        act = {"reset": self.reset, "copy": self._copy, "save": lambda: self.save(label),
               "judge": self.judge}[what]  # fmt: skip
        act()

    def judge(self):
        """Ask other solvers about the picture, in the background; while they are asked, end that.
        The table and the marks come when they are there, see `.stage.judged`."""
        if self._inquiry is None:
            raise ValueError("Nothing is judged here: other solvers know no such problem.")
        _ = self.run  # raises where there is no picture of the knobs as they stand
        self._inquiry.begin(self._session.picture)

    def _inquiry_of(self, judge):
        itself = weakref.ref(self)

        def show(picture, scene):
            board = itself()
            with board._view.voice if board else contextlib.nullcontext():
                if board and board._session.picture is picture:
                    board.stage.show(scene, _at(picture.settings))

        def tell(report):
            board = itself()
            if board is not None:
                with board._view.voice:
                    was_closed = report["state"] == "stale" and not board.stage.judged.get("state")
                    board.stage.judged = {} if was_closed else report

        return Inquiry(judge, show, tell)

    def _copy(self):
        self.stage.copy(self.python())
        self._session.tell(note=("ready", "copied the Python of this picture", ""))

    def _save(self, label, make):
        def finish():
            try:
                filename, mime, data = make()
                self.stage.download(filename, mime, data)
            except BaseException as error:
                if not threading.main_thread().is_alive():  # then nobody reads the status line
                    print(f"The {label} file was not saved: {error}", file=sys.stderr)
                raise
            self._session.tell(note=("ready", f"saved {filename}", ""))

        self._session.guarded(finish)

    def _turned(self, _):
        if not self._held:
            self._ask()

    def _released(self, change):
        """A hand has let go: what it left behind is of no use any more."""
        if not change["new"]:
            self._session.hurry()

    def _prefetch_ahead(self, allowed):
        """Let the page ask for pictures of one knob's further values, which it keeps."""
        itself = weakref.ref(self)

        def make(settings, cancelled):
            board = itself()
            return board and board._point(settings, cancelled)

        def send(content, buffers):
            board = itself()
            if board is not None:
                board.stage.hold(content, buffers)

        def busy():
            board = itself()
            return board is not None and (not board._session.is_idle or board._view.dragged)

        def ask(cache, name, values):
            board = itself()
            if board is None or board._session.is_closed or name not in board.knobs:
                return
            knob, settings = board.knobs[name].knob, dict(board.settings)
            if allowed(settings):
                board._prefetch.ask(cache, name, [knob.check(value) for value in values], settings)

        self._prefetch = PrefetchCache(make, send, busy)
        self.stage.ahead, self.stage.on_ahead = True, ask

    def _point(self, settings, cancelled):
        """The picture of other settings than those that are asked for, as the page keeps it."""
        ticks = self._ticks(dict(settings)) if self._ticks is not None else {}
        scene = self._compute(settings, cancelled)[1]
        if scene is None or cancelled():
            return None
        marks = {name: tick_on_wire(tick) for name, tick in ticks.items()}
        return packed_point(scene, self.stage.in_sight(scene), at=_at(settings), ticks=marks)

    def _ask(self, given=(), is_edit=False):
        """Ask for the picture of the knobs; one that does not fit counts as before.

        given: the names of knobs whose values were asked for by name. is_edit: as of `_set`.
        """
        left_out = self._begin_anew(given, is_edit) or self._leave_out()
        self._sort_out()
        self._session.ask(lambda: {n: c.value for n, c in self.knobs.items() if not c.error})
        self._session.tell(note=left_out)
        for callback in self._turns:
            self._session.guarded(callback, dict(self.settings))

    def _begin_anew(self, given, is_edit):
        """Where what is edited is another, take the edits out, which undo brings back; a note."""
        before, note = self.settings, None
        for name, control in self.knobs.items() if self._edits is not None else ():
            of, words = control.knob.of, before[name]
            fit = [one for one in of if not self.knobs[one].error]
            turned = [one for one in fit if self.knobs[one].value != before[one]]
            if not turned:
                continue
            if not is_edit:
                self._edits.record({one: before[one] for one in (*of, name)})
            if words and control.value == words and name not in given and not control.locked:
                self._turn_silently(control, "")
                other = self.knobs[turned[0]].knob.label
                why = f"{control.knob.label}: left out, as {other} is another; undo brings it back."
                note = ("ready", why, "")
        return note

    def _turn_silently(self, control, value):
        """Turn a knob without asking for a picture."""
        held, self._held = self._held, True
        control.value, self._held = value, held

    def _leave_out(self):
        """Take edits out that no longer apply, now that another knob was turned; a note of it."""
        fit = {name: c.value for name, c in self.knobs.items() if not c.error}
        values, note = self.settings | fit, None
        for name, control in self.knobs.items():
            words = values[name] if control.knob.kind == "edits" else ""
            if not words or self._edits is None or words != self.settings[name]:
                continue
            retained, gone = self._edits.applying(name, values)
            if gone:
                self._turn_silently(control, retained)
                values[name] = retained
                why = f"{control.knob.label}: left out, as it no longer applies, {' '.join(gone)}."
                note = note or ("ready", why, "")
        return note

    def _sort_out(self):
        """Hide the knobs, and the options, that have no effect where the others stand."""
        values = {name: control.value for name, control in self.knobs.items()}
        with self._at_once():
            for control in self.knobs.values():
                control.idle = not control.knob.applies(values)
                control.without = values.get(control.knob.apart)


class _Shown:
    """How a dashboard shows its session: a `widgets.session.View`."""

    def __init__(self, board, ticks, previews, frame, main_part):
        self._board, self._ticks, self._previews, self._opening = board, ticks, previews, frame
        self._main_part = main_part
        self._said = None
        self._whole, self._ranges = None, {}  # the last whole scene; of its axes, once it is gone
        self.voice = threading.RLock()  # one thread at a time speaks to the stage

    @property
    def dragged(self):
        return any(control.dragging for control in self._board.knobs.values())

    def asked(self):
        if getattr(self._board, "_inquiry", None) is not None:
            self._board._inquiry.drop()
        if self._board._stored_still is not None:
            self._board._stored_still.close()  # the picture that it shows will be another's

    def prepare(self, settings, cancelled):
        knobs = self._board.knobs
        if self._ticks is not None:
            ticks = self._ticks(dict(settings))
            with self._board._at_once():
                for name in knobs if not cancelled() else ():
                    knobs[name].mark(ticks.get(name))
        if self._previews is not None:
            previews = self._previews(dict(settings))
            for name, preview in previews.items() if not cancelled() else ():
                knobs[name].tell(preview)

    def main_part(self, settings):
        if self._main_part is None or self._board.stage.predict:
            return None  # questions are about the whole picture
        return self._main_part(settings)

    def show(self, picture, is_first):
        stage = self._board.stage
        with self.voice:
            stage.answers.settings = picture.settings
            self._board._offer(picture.settings)
            scene, how = picture.scene, {"part": True} if picture.is_part else {}
            if picture.is_part:
                scene = self._on_same_axes(scene)
            else:
                self._whole = scene
            return stage.show(scene, _at(picture.settings), is_first, **how) is not False

    def _on_same_axes(self, scene):
        """A part on axes that reach as far as those of the last whole picture, so that what is left
        out does not make them jump as a drag begins and ends."""
        if self._whole is not None:
            self._ranges, self._whole = self._whole.ranges(), None
        return scene.reaching(self._ranges)

    def answered(self, picture):
        """Go to the frame asked for at the opening, once; a note where it is not there."""
        if self._board._stored_still is not None:
            self._board._stored_still.follow()
        wanted, self._opening = self._opening, 0
        frames = len(picture.scene)
        if wanted:
            self._board.stage.frame = float(min(max(wanted, -frames), frames - 1) % frames)
        if -frames <= wanted < frames:
            return None
        rule = f"frame must lie in {-frames} to {frames - 1} here"
        return ("error", f"{rule}, got {wanted}; the nearest is shown.", "")

    def finish(self, picture):
        with self.voice:
            self._board.stage.show(picture.scene, _at(picture.settings))

    def status(self):
        """A knob that does not fit, then a passing note, then what is being done."""
        for control in self._board.knobs.values():
            if control.error:
                return ("error", control.error, "")
        return self._board._session.status

    def notified(self):
        with self.voice:
            text = self.status()
            self._board.stage.stale = self._board._session.is_stale
            if text != self._said:
                self._said = text
                self._board.stage.set_status(*text)


def _at(settings):
    """`settings` as the page has them."""
    return {name: to_wire(value) for name, value in settings.items()}


def _whole(frame):
    """`frame` as an int; ValueError where it is not a whole number."""
    try:
        return operator.index(frame)
    except TypeError:
        raise ValueError(f"frame must be a whole number, got {frame!r}.") from None


def _new_stage():
    from widgets.stage import Stage  # brings the player, which nobody needs without a picture

    return Stage()
