"""A dashboard without its widgets: settings in, the newest answer out, and a failure is stored."""

from __future__ import annotations

import contextlib
import math
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from widgets.background import Timer, short_turns
from widgets.scene import Scene
from widgets.worker import Worker

#: Seconds after which a solve is announced, and after which the first one must be compiling.
PATIENCE = 0.08
COMPILES = 0.3

#: The same during a drag: pictures that come late one by one are no news.
DRAGGED = 0.5

#: Seconds for which a picture that was asked for may be made while its knob is turned further.
DRAG = 2.0

#: Seconds for which a drag must pause until hidden panels are made as well.
REST = 0.15

#: The same until a picture is made whole of which the main part is shown: it ends where the drag
#: continues.
PAUSE = 0.05

#: Where a page takes long to paint, it sends values far apart: so many times what the last two
#: were apart is a pause of that drag, at most `DRAGGED`.
APART = 1.5

#: During a drag, a picture that takes more seconds than this is made of the main part first, where
#: that takes at most this share of them.
SLOW, SHARE = 0.015, 0.75

#: (state, words, traceback) of the status line.
Status = tuple[str, str, str] | tuple[str, str, str, float]

READY: Status = ("ready", "ready", "")
SOLVING: Status = ("solving", "solving", "")
COMPILING: Status = ("compiling", "compiling (once)", "")


@dataclass(frozen=True, slots=True)
class Picture:
    """One answer: what was computed, the scene of it, the settings that it answers, and whether it
    is a part of what they ask for, such as the main method without its rivals."""

    payload: Any = None
    scene: Any = None
    settings: Mapping[str, Any] | None = None
    is_part: bool = False


class View(Protocol):
    """What shows a session. All but `dragged` and `asked` are called by the session's thread."""

    @property
    def dragged(self) -> bool:
        """Whether a user drags a knob: further values will come."""

    def asked(self) -> None:
        """Another picture than the one that is shown is about to be made."""

    def prepare(self, settings: Mapping[str, Any], cancelled: Callable[[], bool]) -> None:
        """Show what is known of the settings before there is a picture."""

    def main_part(self, settings: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The settings of the part that comes first during a drag, None where there is no
        such part."""

    def show(self, picture: Picture, is_first: bool) -> bool:
        """Show it; whether all of it was shown, and not only the visible panels."""

    def answered(self, picture: Picture) -> Status | None:
        """The picture is shown; what is to be remarked of it."""

    def finish(self, picture: Picture) -> None:
        """Show the hidden panels as well."""

    def notified(self) -> None:
        """The status is another; called by any thread."""


#: compute(settings, cancelled) -> (what was computed, its scene).
Compute = Callable[[Mapping[str, Any], Callable[[], bool]], tuple[Any, Scene | None]]


class Session:
    """The settings last asked for, the newest picture, and what went wrong since.

    compute(settings, cancelled) -> (payload, scene) runs in one worker thread; its answer is
    dropped where `cancelled()` became true meanwhile. view: the `View`. settings: to begin with.
    name: of the thread. compiles: whether the first answer may have to compile. counted(tell) -> a
    context in which tell(number, total, name) is called for each part that is being compiled.

    Attributes: settings (last asked for), picture (the newest, a `Picture`), failure (what the
    newest request raised, and its settings; else two None), errors (tracebacks, the newest last),
    is_whole (whether hidden panels, and what comes after the main part, is shown as well).
    """

    def __init__(
        self,
        compute: Compute,
        view: View,
        settings: Mapping[str, Any],
        *,
        name: str,
        compiles: bool = True,
        counted: Callable | None = None,
    ):
        self._compute, self._view, self._counted = compute, view, counted
        self.settings, self.picture = dict(settings), Picture()
        self.failure: tuple[Exception | None, Mapping[str, Any] | None] = (None, None)
        self.errors: deque[str] = deque(maxlen=20)
        self.is_whole = True
        self._work: Status = SOLVING
        self._note: Status | None = None
        self._is_first = compiles  # whether nothing was answered yet, for which kernels compile
        self._seconds = {True: 0.0, False: 0.0}  # of the last picture: of a part, of a whole
        self._fills_in = False  # whether the job in flight makes what was left out
        self._row: set[str] = set()  # the knobs that were turned last
        self._asked, self._apart = 0.0, 0.0  # when, and how long after the value before in its row
        self._timer: Timer | None = None  # announces what lasts
        # What a timer announced; once another thread has stopped that one it says nothing.
        self._announced: tuple[Timer | None, Status] = (None, SOLVING)
        self._rest: Timer | None = None  # makes the rest of a picture
        self._lock = threading.RLock()
        self._worker = Worker(name)

    def ask(self, read: Callable) -> None:
        """Ask for the picture of the values {name: value} that read() gives; one that is left out
        counts as before.

        Where the same knobs are turned further, by a user or a loop, the picture in flight may be
        made and is shown before: a row of values that come faster than pictures does not starve.
        """
        with self._lock:  # of two threads that ask, the later one must read the later values
            values = read()
            before, self.settings = self.settings, self.settings | values
            row = {name for name, value in self.settings.items() if value != before[name]}
            goes_on, now = row and row == self._row, time.monotonic()
            patience = DRAG if goes_on and not self._fills_in else 0.0
            self._apart = now - self._asked if goes_on else 0.0
            self._row, self._asked = row, now
            if len(values) == len(before) or self.settings != before:
                self._view.asked()
                self._worker.submit(partial(self._answer, dict(self.settings)), patience)

    def hurry(self) -> None:
        """A knob is released: pictures of earlier values are of no more use, and what was left out
        is made at once."""
        self._worker.hurry()
        if self.picture.is_part:
            self._worker.offer(self._complete)

    def wait(self, timeout: float) -> bool:
        """Wait until the newest request is answered, and whole; False where that took longer."""
        self._worker.hurry()
        settled = self._worker.wait(timeout)
        if not self.is_whole and self._worker.offer(self._complete):
            settled = self._worker.wait(timeout)
        return settled

    def payload(self, wanted: dict[str, Any]) -> Any:
        """What was computed for the settings `wanted`; else what computing it raised or, where
        that is not known yet, a ValueError that says to wait. Never that of other settings."""
        if self.picture.settings == wanted and not self.picture.is_part:
            return self.picture.payload
        error, failed = self.failure
        if error is not None and failed == wanted:
            raise error
        why = "is closed" if self.is_closed else "is still solving; call wait() first"
        raise ValueError(f"The picture does not answer the knobs: the dashboard {why}.")

    @property
    def clicked_settings(self) -> Any:
        """The settings that a click in the picture changes: those last asked for or, where these
        have no answer, those of the picture."""
        shown = self.picture.settings
        return shown if shown is not None and self.failure[1] == self.settings else self.settings

    @property
    def is_stale(self) -> bool:
        """Whether the newest request has no answer, so that the picture is of other settings."""
        return self.failure[0] is not None and self.picture.scene is not None

    @property
    def is_idle(self) -> bool:
        """Whether nothing is asked for or being made."""
        return self._worker.idle

    @property
    def is_closed(self) -> bool:
        """Whether nothing will be answered any more."""
        return self._worker.closed

    def close(self) -> None:
        """End the thread; what is in flight is dropped. It waits for nothing, as a garbage
        collection may call it, in a thread that holds a lock."""
        self._worker.close()
        self._stop_timer()

    @property
    def status(self) -> Status:
        """A passing note, else what is being done."""
        return self._note or self._doing

    @property
    def _doing(self):
        timer, work = self._announced
        return work if timer is not None and timer is self._timer else self._work

    def set_note(self, note: Status | None) -> None:
        """Show a passing note, or none, in place of what is being done."""
        self._note = note
        self._view.notified()

    def _set_work(self, work):
        self._work = work
        self._view.notified()

    def guarded(self, act: Callable, *args: Any) -> None:
        """Do it; what it raises is a passing note, and the picture stays."""
        try:
            act(*args)
        except BaseException as error:
            self.set_note(self._described(error))

    @short_turns()
    def _answer(self, settings, cancelled):
        """Compute and show one picture; runs in the worker. During a drag, the main part of one
        that takes long; then the rest comes when the drag pauses."""
        self._start_timer()
        if self._rest is not None:
            self._rest.cancel()
        part = self._main_part(settings, cancelled)
        if cancelled():
            return
        if part is None or not self._view.dragged:
            self._answer_whole(settings, cancelled)
        else:
            self._leave_for_later()

    def _answer_whole(self, settings, cancelled):
        try:
            self._view.prepare(settings, cancelled)
            picture = self._made(settings, cancelled)
            if cancelled():
                return
            self._show(picture)
            self.failure = (None, None)
            work, note = READY, self._view.answered(self.picture)
        except BaseException as error:  # the picture stays, and the reason is shown
            work, note = self._described(error), None
            if cancelled():
                return
            # What ends a program must not end the one that only waits.
            plain = error if isinstance(error, Exception) else RuntimeError(work[1])
            self.failure = (plain, settings)
        if not self.is_whole:  # also where the picture that stays is an earlier one
            self._complete_after(REST)
        self._stop_timer()
        self._is_first = False
        self._note = note or self._note
        self._set_work(work)

    def _main_part(self, settings, cancelled):
        """Show what comes first during a drag, and return its `Picture`; None where all of it comes
        at once, as it is quick, or as there is no such part."""
        part, whole = self._seconds[True], self._seconds[False]
        if not self._view.dragged or whole <= SLOW or part > SHARE * whole:
            return None
        main = self._view.main_part(settings)
        if main is None:
            return None
        try:
            self._view.prepare(settings, cancelled)
            picture = self._made(settings, cancelled, main)
            if not cancelled():
                self._show(picture)
        except Exception:  # what is wrong there is said of the whole
            self._seconds[True] = math.inf
            return None
        return picture

    def _made(self, settings, cancelled, part=None):
        """The `Picture` of these settings, or of those of a part of it."""
        # Of a part the work of this thread: one that once waited for the processor is not slow for
        # the whole drag. A whole may wait for a process that plays a student's step.
        clock = time.monotonic if part is None else time.thread_time
        began = clock()
        with self._counting():
            payload, scene = self._compute(settings if part is None else part, cancelled)
        if not cancelled():
            self._seconds[part is not None] = clock() - began
        return Picture(payload, scene, settings, part is not None)

    def _leave_for_later(self):
        """The main part is shown, and the drag continues: the rest when it pauses."""
        self.failure = (None, None)
        self._complete_after(PAUSE)
        is_ready = self._doing == READY
        self._stop_timer()
        if not is_ready:
            self._set_work(READY)

    def _complete_after(self, pause):
        """Show the rest once the drag has paused for so many seconds, more where its values come
        far apart: it would be made after each of them, while the page waits for the next."""
        if self._view.dragged:
            pause = max(pause, min(APART * self._apart, DRAGGED))
        self._rest = Timer(pause, partial(self._worker.offer, self._complete))

    def _show(self, picture):
        """Show one answer; who observes the view meanwhile reads the run that belongs to it."""
        before, self.picture = self.picture, picture
        try:
            shown = self._view.show(picture, before.scene is None)
            self.is_whole = shown and not picture.is_part
        except BaseException:
            self.picture = before
            raise

    @short_turns()
    def _complete(self, cancelled):
        """Show hidden panels, or what was left out; runs in the worker, when the drag pauses."""
        if self.picture.is_part and self.failure[0] is None:
            self._fill_in(dict(self.picture.settings or {}), cancelled)
        elif not self.is_whole and self.picture.scene is not None:
            self.guarded(self._view.finish, self.picture)
            self.is_whole = True

    def _fill_in(self, settings, cancelled):
        """Make the whole picture of which a part is shown; a newer request does not wait for it."""
        self._fills_in = True
        try:
            self._start_timer()
            self._answer_whole(settings, cancelled)
        finally:
            self._fills_in = False

    def _described(self, error) -> Status:
        """The status for `error`: a ValueError in its own words, others with their traceback."""
        text = "".join(traceback.format_exception(error))
        self.errors.append(text)
        if isinstance(error, ValueError):
            return ("error", str(error), "")
        return ("error", f"{type(error).__name__}: {error}".rstrip(": "), text)

    def _counting(self):
        """While the first picture is made, each part that is compiled for it is announced."""
        if not self._is_first or self._counted is None:
            return contextlib.nullcontext()
        share = 0.0

        def tell(number, total, name):
            nonlocal share
            # Where more parts come to light, the bar waits.
            share = max(share, (number - 1) / total)
            words = f"{COMPILING[1]}: part {number} of at least {total}, {name}"
            self._announce(("compiling", words, "", share))

        return self._counted(tell)

    def _start_timer(self):
        """Announce work that lasts; a request that replaces another does not start anew."""
        if self._timer is not None:
            return
        usual = (DRAGGED if self._view.dragged else PATIENCE, SOLVING)
        after, work = (COMPILES, COMPILING) if self._is_first else usual
        self._timer = Timer(after, partial(self._announce, work))

    def _announce(self, work):
        if self._timer is not None and not self.is_closed:
            self._announced = self._timer, work
            self._view.notified()

    def _stop_timer(self):
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
