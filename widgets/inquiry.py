"""What is asked of a picture in the background: begun by a button, ended by it, and dropped once
the knobs are turned."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from typing import Any

from widgets.background import begin_thread

#: How an inquiry stands: nothing was asked, it is being asked, answered, of other knobs, or failed.
STATES = ("", "running", "done", "stale", "failed")

_STALE = "The knobs were turned: these answers are to the problem before. Judge again."
_FAILED = "The judgement failed; see Details."
_RUNNING = "Asking other solvers, each in a separate process; the knobs stay live."


class Inquiry:
    """One question at a time about the picture that is shown.

    ask(payload, scene, began) -> (the report, another scene), or None where it was stopped; it
    calls began(stoppable) with what has `stop()` as soon as there is something to stop. It runs in
    a separate thread. show(report, scene): shows what came of it, if it is still of the picture.
    tell(state): shows how it stands, the state of `STATES` and what else is known.
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
            self._job = job = _Job(picture)
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

    def _run(self, job):
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
