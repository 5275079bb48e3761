"""How a dashboard shows its session on a stage."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from widgets.background import begin_thread, weakly
from widgets.controls import settings_on_wire
from widgets.session import Session

if TYPE_CHECKING:
    from widgets.knob_states import KnobStates
    from widgets.scene import Scene
    from widgets.session import Picture
    from widgets.stage import Stage
    from widgets.stored_still import StoredStill

#: The states of an inquiry: nothing was asked, it is being asked, answered, of other knobs, or
#: failed.
STATES = ("", "running", "done", "stale", "failed")

_STALE = "The knobs were turned: these answers are to the problem before. Judge again."
_FAILED = "The judgement failed; see Details."
_RUNNING = "Asking other solvers, each in a separate process; the knobs stay live."


class Inquiry:
    """One question at a time about the picture that is shown.

    ask(payload, scene, began) -> (the report, another scene), or None where it was stopped; it
    calls began(stoppable) with what has `stop()` as soon as there is something to stop. It runs in
    a separate thread. show(report, scene): shows what came of it, if it is still of the picture.
    tell(state): shows its state, one of `STATES` and what else is known.
    """

    def __init__(self, ask: Callable, show: Callable, tell: Callable[[dict[str, Any]], object]):
        self._ask, self._show, self._tell = ask, show, tell
        self._lock = threading.RLock()
        self._job: _Job | None = None
        self._reported: dict[str, Any] = {}

    @property
    def is_running(self) -> bool:
        """Whether something is being asked."""
        return self._job is not None

    def begin(self, picture: Any) -> None:
        """Ask about a picture; where something is being asked, end that."""
        with self._lock:
            if self._job is not None:
                self.drop()
                return
            job = self._job = _Job(picture)
            self._reported = {}
            self._tell({"state": "running", "short": _RUNNING})
        begin_thread(lambda: self._run(job), job.stop, "inquiry")

    def drop(self) -> None:
        """Another picture is asked for: end what is running, and say that what is shown is old."""
        with self._lock:
            job, self._job = self._job, None
            if job is not None:
                job.stop()
                self._tell({"state": ""})
            elif self._reported.get("state") == "done":
                self._reported = self._reported | {"state": "stale", "short": _STALE}
                self._tell(self._reported)
            elif self._reported.get("state") == "failed":
                self._reported = {}
                self._tell({"state": ""})

    def end(self) -> None:
        """End what is running, without waiting for anything: for finalizers."""
        job, self._job = self._job, None
        if job is not None:
            job.stop()

    def _run(self, job: _Job) -> None:
        try:
            answer = self._ask(job.picture.payload, job.picture.scene, job.began)
        except Exception:
            failed = {"state": "failed", "short": _FAILED, "detail": traceback.format_exc()}
            answer = failed, None
        with self._lock:
            if self._job is not job:
                return
            self._job = None
            if answer is None:
                self._tell({"state": ""})
                return
            reported, scene = answer
            self._reported = {"state": "done"} | reported
            self._tell(self._reported)
            if scene is not None:
                self._show(job.picture, scene)


class _Job:
    """A picture that is asked about, and what ends the asking; any thread may end it."""

    def __init__(self, picture):
        self.picture, self._stoppable, self._is_stopped = picture, None, False

    def began(self, stoppable):
        self._stoppable = stoppable
        if self._is_stopped:
            stoppable.stop()

    def stop(self):
        self._is_stopped = True
        if self._stoppable is not None:
            self._stoppable.stop()


class StageView:
    """A `widgets.session.View` of a stage and its `KnobStates`.

    ticks, previews, main_part: as `Dashboard` takes them. frame: where the first picture opens.

    Attributes: session (what it shows, set by who makes both), inquiry (what other solvers are
    asked, or None), still (the `StoredStill` of the live view, or None).
    """

    session: Session

    def __init__(
        self,
        stage: Stage,
        states: KnobStates,
        ticks: Callable[[dict[str, Any]], Mapping[str, Any]] | None,
        previews: Callable[[dict[str, Any]], Mapping[str, dict[str, Any]]] | None,
        frame: float,
        main_part: Callable[[Mapping[str, Any]], dict[str, Any] | None] | None,
    ):
        self._stage, self._states, self._opening = stage, states, frame
        self._ticks, self._previews, self._main_part = ticks, previews, main_part
        self.inquiry: Inquiry | None = None
        self.still: StoredStill | None = None
        self._said = None
        self._whole: Scene | None = None  # the last whole one, and its axes' ends once it is gone
        self._ranges: dict = {}

    @property
    def dragged(self) -> bool:
        """Whether the user holds a knob."""
        return self._states.dragged

    def asked(self) -> None:
        """What belongs to the picture that is shown will be another's."""
        if self.inquiry is not None:
            self.inquiry.drop()
        if self.still is not None:
            self.still.close()

    def prepare(self, settings: Mapping[str, Any], cancelled: Any) -> None:
        """Show marks on sliders, and what was understood of files."""
        if self._ticks is not None:
            self._states.mark(self._ticks(dict(settings)), cancelled)
        if self._previews is not None:
            previews = self._previews(dict(settings))
            for name, preview in previews.items() if not cancelled() else ():
                self._states.controls[name].show_preview(preview)

    def main_part(self, settings: Mapping[str, Any]) -> dict[str, Any] | None:
        """The settings of what comes first while the user drags; questions are about the whole."""
        if self._main_part is None or self._stage.predict:
            return None
        return self._main_part(settings)

    def show(self, picture: Picture, is_first: bool) -> bool:
        """Show it; whether all of it was shown."""
        assert picture.settings is not None  # of one that was made
        with self._states.stage_lock:
            self._stage.answers.settings = picture.settings
            self._states.offer(picture.settings)
            scene, how = picture.scene, {"part": True} if picture.is_part else {}
            if picture.is_part:
                scene = self._on_same_axes(scene)
            else:
                self._whole = scene
            shown = self._stage.show(scene, settings_on_wire(picture.settings), is_first, **how)
            return shown is not False

    def answered(self, picture: Picture) -> Any:
        """Go to the frame asked for at the opening, once; a note where it is not there."""
        if self.still is not None:
            self.still.follow()
        wanted, self._opening = self._opening, 0
        frames = len(picture.scene)
        if wanted:
            self._stage.frame = float(min(max(wanted, -frames), frames - 1) % frames)
        if -frames <= wanted < frames:
            return None
        rule = f"frame must lie in {-frames} to {frames - 1} here"
        return ("error", f"{rule}, got {wanted}; the nearest is shown.", "")

    def finish(self, picture: Picture) -> None:
        """Show the hidden panels as well."""
        with self._states.stage_lock:
            self._stage.show(picture.scene, settings_on_wire(picture.settings))

    def status(self) -> Any:
        """A knob that does not fit, then a passing note, then what is being done."""
        error = self._states.error
        return ("error", error, "") if error else self.session.status

    def notified(self) -> None:
        """The status is another."""
        with self._states.stage_lock:
            text = self.status()
            self._stage.stale = self.session.is_stale
            if text != self._said:
                self._said = text
                self._stage.set_status(*text)

    def judged_by(self, judge: Callable) -> None:
        """Let `judge` be asked about the picture that is shown; its report and marks come to the
        stage when they are there."""
        self.inquiry = Inquiry(judge, weakly(self._show_marks), weakly(self._report))

    def _show_marks(self, picture, scene):
        with self._states.stage_lock:
            if self.session.picture is picture:
                self._stage.show(scene, settings_on_wire(picture.settings))

    def _report(self, report):
        with self._states.stage_lock:
            was_closed = report["state"] == "stale" and not self._stage.judged.get("state")
            self._stage.judged = {} if was_closed else report

    def _on_same_axes(self, scene):
        """A part on axes that reach as far as those of the last whole picture, so that what is left
        out does not make them jump as a drag begins and ends."""
        if self._whole is not None:
            self._ranges, self._whole = self._whole.ranges(), None
        return scene.reaching(self._ranges)
