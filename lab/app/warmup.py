"""Compile the kernels before a user waits for them, or while none does: one process of a machine
and cache at a time."""

from __future__ import annotations

import contextlib
import pickle
import platform
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, BinaryIO

import cloudpickle

from lab import discovery
from lab.experiment import Experiment
from lab.processes import begin_child, interrupts_wait, lower_priority, read_requests
from lab.version import code_version, hash_of
from solvers.compiled import TooSlow, cache_root, interpreted, is_anothers, unlock
from widgets.background import Timer, begin_thread, weakly
from widgets.scene import Scene
from widgets.session import Compute

#: Seconds between two looks whether it is this process's turn.
WAIT = 0.25


class Turn:
    """A lock of all processes that use one cache on one machine; the system takes it back from a
    process that ends. path: the locked file; that of the cache in use by default."""

    def __init__(self, path: Path | None = None):
        self._path = path or lock_path()
        self._file: BinaryIO | None = None

    def take(self) -> bool:
        """Whether it is this process's turn from now on; does not wait."""
        try:
            file = open(self._path, "ab")  # noqa: SIM115  # which is locked for as long as it is open
        except OSError:  # not writable, so nothing is compiled twice
            return True
        if is_anothers(file):
            file.close()
            return False
        self._file = file
        return True

    def release(self) -> None:
        """Let others have it."""
        file, self._file = self._file, None
        if file is not None:
            unlock(file)
            file.close()


@contextlib.contextmanager
def in_turn() -> Iterator[None]:
    """Wait for the turn, those first who wait already, and have it while the body runs."""
    turn = Turn()
    time.sleep(WAIT)
    while not turn.take():
        time.sleep(WAIT)
    try:
        yield
    finally:
        turn.release()


def lock_path() -> Path:
    """The file that those lock who compile for the cache in use."""
    machine = re.sub(r"[^\w-]", "-", platform.node())
    return cache_root() / f"compiling-{machine}.lock"


_MODULE = "lab.app.warmup"  # also where it runs as a program
#: How much the priority of a background process is lowered, in steps of `nice`.
_GIVES_WAY = 10
#: Seconds of the processor that a picture may take without machine code: few scenes take more than
#: one at their defaults, and to compile takes up to twenty.
_PATIENCE = 4.0


def warm(
    each: Callable[[], AbstractContextManager[object]] = contextlib.nullcontext, processes: int = 1
) -> int:
    """Solve every scene with its defaults and all its methods, each in its context each(); how
    many scenes there are.

    processes: at most so many, each with a lesson at a time, as the scenes of one share kernels;
    with more than one, `each` is not entered.
    """
    names = list(discovery.LESSONS)
    if min(processes, len(names)) > 1:
        foreign = set(active_children())
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            with interrupts_wait():
                # Neighbours share most kernels, and would compile them at the same time.
                done = pool.map(_warm_lesson, names[::2] + names[1::2])
            try:
                list(done)
            except KeyboardInterrupt:  # a lesson may take minutes
                for child in set(active_children()) - foreign:
                    child.kill()
                raise
    else:
        for name in names:
            _warm_lesson(name, each)
    (cache_root() / "warm").write_text(_version(), encoding="utf-8")
    return len(_scenes())


def _warm_lesson(name, each=contextlib.nullcontext):
    for experiment in discovery.LESSONS[name].scenes:
        several = [k for k in experiment.knobs if k.kind == "several"]
        every = {k.name: [value for value, _ in k.pairs()] for k in several}
        with each():
            experiment.play(experiment.settings(every))


def compile_in_background() -> None:
    """Warm up at low priority, and say so in a line; silent where this version has done so."""
    mark = cache_root() / "warm"
    if mark.is_file() and mark.read_text(encoding="utf-8") == _version():
        return
    lower_priority(_GIVES_WAY)
    print(f"Compiling kernels of {len(_scenes())} scenes in the background (once)...", flush=True)
    warm(in_turn)


def _scenes():
    return [(name, scene) for name, one in discovery.LESSONS.items() for scene in one.names()]


def _version():
    return hash_of([sys.version, code_version(), _scenes()])


class BackgroundCompilation:
    """compute(settings, cancelled), which does not wait for kernels to be compiled.

    While another process compiles them, they run as plain Python. Where that takes too long, or
    seconds are to be measured, or such a process was there in vain, they are compiled here, as
    ever. Of all that use one cache on one machine, one such process runs at a time; who finds
    another one at work waits for the turn. experiment: what the process solves, at the settings
    that were asked for. start(work, ended): begins that process.
    """

    def __init__(
        self,
        compute: Compute,
        experiment: Experiment,
        start: Callable[[bytes, Callable[[], None]], subprocess.Popen] | None = None,
    ):
        self._compute, self._experiment = compute, experiment
        self._start = start or _compiling
        self._path, self._guard = lock_path(), threading.Lock()
        self.is_ready = False  # whether nothing is left to be compiled
        self._sent: set = set()  # what ran as plain Python when the process was started
        self._compiler: subprocess.Popen | None = None
        self._waiting: Timer | None = None  # asks again for the turn
        self._newest: dict | None = None  # the settings that were asked for last

    def __call__(
        self, settings: Mapping[str, Any], cancelled: Callable[[], bool]
    ) -> tuple[Any, Scene | None]:
        """What `compute` answers."""
        if self.is_ready or settings.get("clock") == "seconds":
            return self._compute(settings, cancelled)
        try:
            with interpreted(_PATIENCE) as plain:
                answer = self._compute(settings, cancelled)
        except TooSlow:
            self.is_ready = True
            return self._compute(settings, cancelled)
        if self._compiler is None or self._compiler.poll() is not None:
            self.is_ready = plain <= self._sent
            if not self.is_ready:
                self._compile(plain, dict(settings))
        return answer

    def _compile(self, plain, settings):
        """Have the kernels of these settings compiled, `plain` among them, when it is our turn."""
        with self._guard:
            if self._waiting is not None:
                self._waiting.cancel()
            self._newest = settings
            self._try(plain, settings)

    def _try_again(self, plain, settings):
        """The same by the timer's thread, unless newer settings have come meanwhile."""
        with self._guard:
            if settings is self._newest:
                self._try(plain, settings)

    def _try(self, plain, settings):
        self._waiting, turn = None, Turn(self._path)
        if self.is_ready:
            return
        if turn.take():
            self._sent |= plain
            work = cloudpickle.dumps((self._experiment, settings))
            self._compiler = self._start(work, turn.release)
        else:
            again = partial(weakly(self._try_again), plain, settings)
            self._waiting = Timer(WAIT / 2, again)


def _compiling(work, ended):
    """A process that solves `work`; ended() is called when it ends."""
    quiet = subprocess.DEVNULL
    process = begin_child(_MODULE, "-", stdout=quiet, stderr=quiet)

    def feed():
        with contextlib.suppress(OSError):  # it has ended already
            # It reads once it has imported everything; no caller waits for that.
            assert process.stdin is not None  # `begin_child` gives each a pipe
            pickle.dump(work, process.stdin, protocol=5)
            process.stdin.flush()
        process.wait()
        ended()

    begin_thread(feed, process.kill, "compiling")
    return process


def _solve(work):
    """Solve what `BackgroundCompilation` has sent."""
    lower_priority(_GIVES_WAY)
    experiment, settings = cloudpickle.loads(work)
    experiment.draw(experiment.play(settings))


if __name__ == "__main__":
    requests = read_requests()
    if sys.argv[1:]:
        _solve(requests.get())
    else:
        compile_in_background()
