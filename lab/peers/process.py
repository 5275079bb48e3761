"""Peers in processes of their own, with a time limit: what crashes or hangs is an outcome."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import cloudpickle

from lab.peers.parts import Answer
from lab.peers.registry import Peer
from lab.processes import interrupts_wait
from solvers.checks import InputError

#: One thread for each peer, whatever linear algebra it brings.
_THREADS = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS",
     "VECLIB_MAXIMUM_THREADS", "RAYON_NUM_THREADS"), "1",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one run of a peer ended.

    answer: what it said, or None; then `why` says in words why not, and `kind` is "absent" (not
    installed), "unknown" (it knows no such problem), "error" (it raised), "crashed" or "late".
    seconds: of processor time, its own form not counted.
    """

    answer: Answer | None
    seconds: float = float("nan")
    kind: str = ""
    why: str = ""


class Runs:
    """Peers that run; an iterator over (index of a task, its `Outcome`) as they end."""

    def __init__(self, worker: subprocess.Popen[bytes], count: int):
        self._worker, self._left, self.stopped = worker, count, False

    def __iter__(self) -> Iterator[tuple[int, Outcome]]:
        return self

    def __next__(self) -> tuple[int, Outcome]:
        if not self._left or self.stopped:
            raise StopIteration
        try:
            assert self._worker.stdout is not None  # it is a pipe
            found = pickle.load(self._worker.stdout)
        except (EOFError, pickle.UnpicklingError) as error:
            if self.stopped:
                raise StopIteration from None
            raise RuntimeError(
                "The process that runs the peers ended before it was done."
            ) from error
        self._left -= 1
        return found

    def stop(self) -> None:
        """End them: no further outcome comes. Waits for nothing; any thread may call it."""
        self.stopped = True
        self._worker.terminate()


@contextmanager
def running(
    problem: Any, tasks: Sequence[tuple[Peer, float | None]], seconds: float, jobs: int
) -> Iterator[Runs]:
    """Run tasks, each a peer and the tolerance that is asked of it, in processes of their own,
    `jobs` at once; each is ended after `seconds`, and all of them with the context.

    Yields `Runs`, an iterator over (index of a task, its `Outcome`) as they end, while others run.
    """
    load = _packed(problem, tasks, seconds, jobs)
    with interrupts_wait():
        worker = subprocess.Popen(
            [sys.executable, "-m", "lab.peers.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | _THREADS,
        )
    assert worker.stdin is not None and worker.stdout is not None  # both are pipes
    try:
        with suppress(BrokenPipeError):  # the reader reports why it ended
            worker.stdin.write(load)
            worker.stdin.flush()
        yield Runs(worker, len(tasks))
    finally:
        _end(worker)
        for stream in (worker.stdin, worker.stdout):
            with suppress(BrokenPipeError):
                stream.close()


def _end(worker):
    """Ask the worker to end its children and itself."""
    worker.terminate()
    try:
        worker.wait(5.0)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()


def _packed(problem, tasks, seconds, jobs):
    """What the worker reads: the path to import from, then the rest as bytes of their own."""
    calls = [(p.prepare, tol, p.compiles) for p, tol in tasks]
    try:
        inner = cloudpickle.dumps((problem, calls, seconds, jobs))
    except Exception as error:
        why = " ".join(str(error).split())
        raise InputError(
            f"problem and peers must be such that another process can load them, got: {why}."
        ) from error
    return pickle.dumps(sys.path) + pickle.dumps(inner)
