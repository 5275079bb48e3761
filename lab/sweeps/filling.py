"""A map that fills in the background: one process, which leaves the processor to whatever else
wants it, and a thread that sends it one setting after another."""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from lab.processes import begin_child, lower_priority, read_requests
from lab.sweeps.worker import LOST, Job, Parcel, pack
from widgets.worker import Worker

#: Seconds after which an idle process ends by itself.
_IDLE = 300.0


class SolvingProcess:
    """Solves settings in a separate process, begun by the first one. One thread asks; any may
    end it.

    steps: how much the priority of the process is lowered, in steps of `nice`.
    """

    def __init__(self, steps: int):
        self._steps = steps
        self._process: subprocess.Popen | None = None
        self._is_ended, self._owner = False, os.getpid()

    @property
    def pids(self) -> list[int]:
        """The ids of the processes that are at work."""
        process = self._process
        return [] if process is None else [process.pid]

    def ask(self, *request: Any) -> tuple:
        """What `solve_one` answers to `request`; EOFError where the process ended instead, or was
        ended."""
        data, process = pickle.dumps(request, protocol=5), self._begun()
        try:
            process.stdin.write(data)
            process.stdin.flush()
            return pickle.load(process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            self._process = None
            raise EOFError(f"status {_reaped(process)}") from error

    def end(self) -> None:
        """End the process, whatever it is at. It waits for nothing."""
        if os.getpid() != self._owner:  # the child of a fork forgets what is its parent's
            return
        self._is_ended = True
        process, self._process = self._process, None
        if process is not None:
            process.kill()

    def _begun(self):
        process = self._process
        if process is None or process.poll() is not None:
            process = begin_child(__name__, str(self._steps), stdout=subprocess.PIPE)
            self._process = process
            if self._is_ended:  # meanwhile, by another thread
                self.end()
        return process


def _reaped(process):
    """The exit status of a process that gives no answer, ended by now."""
    process.kill()
    for stream in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):  # what was not written yet
            stream.close()
    return process.wait()


def main(steps: Any) -> None:
    """Answer requests until the other side closes, or asks nothing for long."""
    requests = read_requests()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a step prints is no answer
    lower_priority(steps)
    from lab.sweeps.worker import solve_one  # brings in the solvers

    while True:
        try:
            request = requests.get(timeout=_IDLE)
        except queue.Empty:
            return
        pickle.dump(solve_one(*request), answers, protocol=5)
        answers.flush()


#: Settings that end their process before the map gives up.
_PATIENCE = 3
#: How much the priority of the process is lowered, in steps of `nice`.
_GIVES_WAY = 19
#: Seconds between two checks whether the map may continue.
_POLL = 0.02


class Filling:
    """Solves settings one by one, the most wanted first.

    job(base) -> `Job` of all knobs that have their values in `base`. notify(): called in the thread
    after each row. rows: {cell: row} of the knobs that were last aimed at. failure: the sentence of
    what ended it, or "".
    """

    def __init__(self, job: Callable[[dict[str, Any]], Job], notify: Callable[[], object]):
        self._job, self._notify = job, notify
        self._all_rows: dict[tuple, dict] = {}
        self._parcel: Parcel | None = None
        self._base: tuple | None = None
        self.rows: dict = {}
        self._rest, self._left, self._lost = 0.0, 0, 0
        self._order = threading.Lock()
        self.failure = ""
        self._solver = SolvingProcess(_GIVES_WAY)
        self._worker = Worker("map", self._solver.end)

    def aim(self, base: dict[str, Any], wanted: Callable) -> None:
        """Solve next what `wanted()` gives, pairs (cell, varied values), the first first, with the
        other knobs at `base`; rows of knobs that come back are still there. It is called in the
        thread: turning a knob does not wait for it."""
        key = tuple(sorted((name, repr(value)) for name, value in base.items()))
        with self._order:  # of two threads that aim, the later one's knobs are filled
            if key != self._base:
                self._base, self._parcel = key, pack(self._job(base))
                self.rows = self._all_rows.setdefault(key, {})
                self.failure, self._lost = "", 0
            self._worker.submit(partial(self._fill, self.rows, self._parcel, wanted))

    def rest(self, seconds: float) -> None:
        """Begin nothing for so long."""
        self._rest = time.monotonic() + seconds

    @property
    def workers(self) -> list[int]:
        """The ids of the processes that work for it."""
        return self._solver.pids

    @property
    def done(self) -> bool:
        """Whether, as `notify` is called, nothing is left to do."""
        return self._worker.closed or bool(self.failure) or not self._left

    def wait(self, timeout: float) -> bool:
        """Wait until nothing is left to do; whether that came in time."""
        return self._worker.wait(timeout)

    def close(self) -> None:
        """End the process, whatever it is at, and the thread. It waits for nothing, as a garbage
        collection may call it."""
        self._worker.close()

    def _fill(self, rows, parcel, wanted, replaced):
        """Solve what is missing of what is wanted; runs in the thread."""
        self._pause(replaced)
        missing = [] if replaced() else [pair for pair in wanted() if pair[0] not in rows]
        for done, (cell, varied) in enumerate(missing, start=1):
            self._pause(replaced)
            if replaced() or self.failure:
                return
            row = self._solved(parcel, varied)
            if self._worker.closed:
                return
            self._left = len(missing) - done
            if row is not None:
                rows[cell] = row
            with contextlib.suppress(Exception):  # a stage that is closed shows nothing
                self._notify()

    def _pause(self, replaced):
        while (rest := self._rest - time.monotonic()) > 0.0 and not replaced():
            time.sleep(min(rest, _POLL))

    def _solved(self, parcel, varied):
        """The row of a setting; None where there is no process to solve it."""
        try:
            return self._solver.ask(parcel.digest, parcel.content, 0, varied)[1]
        except EOFError as error:
            self._lost += 1
            if self._lost >= _PATIENCE and not self._worker.closed:
                self.failure = f"The map stopped: its worker ended {self._lost} times ({error})."
            return (LOST,)
        except Exception as error:  # what cannot be sent to another process
            self.failure = f"The map cannot be computed: {type(error).__name__}: {error}"
            return None


if __name__ == "__main__":
    main(int(sys.argv[1]))
