"""The process that solves the settings of a map, and the side of who asks it."""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import subprocess
import sys

from lab.child import begin_child, give_way, read_requests

#: Seconds after which a process that nobody asks ends by itself.
_IDLE = 300.0


class Solver:
    """Solves settings in a separate process, begun by the first one. One thread asks; any may
    end it.

    steps: how much the priority of the process is lowered, in steps of `nice`.
    """

    def __init__(self, steps):
        self._steps = steps
        self._process: subprocess.Popen | None = None
        self._is_ended, self._owner = False, os.getpid()

    @property
    def pids(self):
        """The ids of the processes that are at work."""
        process = self._process
        return [] if process is None else [process.pid]

    def ask(self, *request):
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

    def end(self):
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


def main(steps):
    """Answer requests until the other side closes, or asks nothing for long."""
    requests = read_requests()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a step prints is no answer
    give_way(steps)
    from lab.sweeps.worker import solve_one  # brings in the solvers

    while True:
        try:
            request = requests.get(timeout=_IDLE)
        except queue.Empty:
            return
        pickle.dump(solve_one(*request), answers, protocol=5)
        answers.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
