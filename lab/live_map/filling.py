"""A map that fills in the background: one process, which leaves the processor to whatever else
wants it, and a thread that hands it one setting after another."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool

from joblib.externals.loky import ProcessPoolExecutor

from lab.sweeps.worker import LOST, pack, solve_one

#: Settings that end their worker before the map gives up.
_PATIENCE = 3
#: Seconds after which a worker that nobody asks ends by itself.
_IDLE = 300


class Filling:
    """Solves settings one by one, the most wanted first.

    job(base) -> `Job` of all knobs that stand at `base`. notify(): called in the thread after each
    row, and when there is nothing left to do. rows: {cell: row} of the knobs that were last aimed
    at; `total` cells in all. failure: the sentence of what ended it, or "".
    """

    def __init__(self, job, notify):
        self._job, self._notify = job, notify
        self._news = threading.Condition()
        self._rows: dict[tuple, dict] = {}
        self._wanted, self._plan = [], None
        self._parcel, self._base, self.rows = None, None, {}
        self._rest, self._closed, self._busy, self._lost = 0.0, False, False, 0
        self._pool = None
        self.failure = ""
        self._thread = threading.Thread(target=self._serve, name="map", daemon=True)
        self._thread.start()

    def aim(self, base, wanted):
        """Solve next what `wanted()` gives, pairs (cell, varied values), the first first, with the
        other knobs at `base`; rows of knobs that come back are still there. It is called in the
        thread: whoever turns a knob does not wait for it."""
        key = tuple(sorted((name, repr(value)) for name, value in base.items()))
        with self._news:
            if key != self._base:
                self._base, self._parcel = key, pack(self._job(base))
                self.rows = self._rows.setdefault(key, {})
                self.failure, self._lost = "", 0
            self._plan = wanted
            self._news.notify_all()

    def rest(self, seconds):
        """Begin nothing for so long."""
        self._rest = time.monotonic() + seconds

    @property
    def workers(self):
        """The ids of the processes that work for it."""
        pool = self._pool
        return [] if pool is None else list(pool._processes or ())

    @property
    def done(self):
        """Whether nothing is left to do."""
        ahead = self._wanted or self._plan or self._busy
        return self._closed or bool(self.failure) or not ahead

    def wait(self, timeout):
        """Wait until nothing is left to do; whether that came in time."""
        with self._news:
            return self._news.wait_for(lambda: self.done, timeout)

    def close(self):
        """End the process, whatever it is at, and the thread."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._end_pool()

    def _end_pool(self):
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, kill_workers=True)

    def _serve(self):
        while (task := self._next()) is not None:
            base, parcel, cell, varied = task
            row = self._solved(parcel, varied)
            if self._closed:
                return
            with self._news:
                self._busy = False
                if row is not None:
                    self._rows[base][cell] = row
                self._news.notify_all()
            with contextlib.suppress(Exception):  # a stage that is closed shows nothing
                self._notify()

    def _next(self):
        """(base, parcel, cell, varied) of what is to be solved next; None at the end."""
        with self._news:
            while not self._closed:
                pause = self._rest - time.monotonic()
                waits = bool(self._wanted or self._plan) and not self.failure
                if waits and pause <= 0.0:
                    self._order()
                    if self._wanted:
                        self._busy = True
                        return self._base, self._parcel, *self._wanted.pop()
                    self._news.notify_all()
                    continue
                self._news.wait(max(pause, 0.01) if waits else None)
        return None

    def _order(self):
        """Put what is wanted in its order, the last first, where that is new."""
        if self._plan is not None:
            missing = [pair for pair in self._plan() if pair[0] not in self.rows]
            self._wanted, self._plan = missing[::-1], None

    def _solved(self, parcel, varied):
        """The row of a setting; None where there is no process to solve it."""
        try:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, timeout=_IDLE, initializer=_yield_to_others)
            future = self._pool.submit(solve_one, parcel.digest, parcel.content, 0, varied)
            return future.result()[1]
        except (BrokenProcessPool, CancelledError, RuntimeError, AttributeError) as error:
            if self._closed:
                return None
            self._end_pool()
            self._lost += 1
            if self._lost >= _PATIENCE:
                self.failure = f"The map stopped: its worker ended {self._lost} times ({error})."
            return (LOST,)
        except Exception as error:  # what cannot be sent to another process
            self.failure = f"The map cannot be computed: {type(error).__name__}: {error}"
            return None


def _yield_to_others():
    """Take little of the processor where something else wants it."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, 0, 19)
