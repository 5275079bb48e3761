"""Compile the kernels before anybody waits for them, or while nobody does."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import cloudpickle

from lab import discovery
from lab.app.server import warming
from lab.version import code_version, hash_of
from solvers.compiled import TooSlow, cache_root, interpreted

#: How much a process beside others gives way, in steps of `nice`.
_GIVES_WAY = 10
#: Seconds of the processor that a picture may take without machine code: few scenes take more than
#: one at their defaults, and to compile takes up to twenty.
_PATIENCE = 4.0


def warm():
    """Solve every scene with its defaults and all its methods; how many scenes there are."""
    for lesson in discovery.LESSONS.values():
        for experiment in lesson.scenes:
            several = [k for k in experiment.knobs if k.kind == "several"]
            every = {k.name: [value for value, _ in k.pairs()] for k in several}
            experiment.play(experiment.settings(every))
    (cache_root() / "warm").write_text(_version(), encoding="utf-8")
    return len(_scenes())


def beside():
    """Warm up at low priority, and say so in a line; silent where this version has done so."""
    mark = cache_root() / "warm"
    if mark.is_file() and mark.read_text(encoding="utf-8") == _version():
        return
    _give_way()
    print(f"Compiling the kernels of {len(_scenes())} scenes beside you (once)...", flush=True)
    warm()


def _scenes():
    return [(name, scene) for name, one in discovery.LESSONS.items() for scene in one.names()]


def _version():
    return hash_of([sys.version, code_version(), _scenes()])


def _give_way():
    if hasattr(os, "nice"):  # Windows sets the priority of a process where it is started
        os.nice(_GIVES_WAY)


class Unhurried:
    """compute(settings, cancelled), which does not wait for kernels to be compiled.

    While a process beside this one compiles them, they run as plain Python. Where that takes too
    long, or seconds are to be measured, or such a process was there in vain, they are compiled
    here, as ever. experiment: what the process solves, at the settings that were asked for.
    """

    def __init__(self, compute, experiment):
        self._compute, self._experiment = compute, experiment
        self.is_ready = False  # whether nothing is left to be compiled
        self._sent: set = set()  # what ran as plain Python when the process was started
        self._beside = None

    def __call__(self, settings, cancelled):
        """What `compute` answers."""
        if self.is_ready or settings.get("clock") == "seconds":
            return self._compute(settings, cancelled)
        try:
            with interpreted(_PATIENCE) as plain:
                answer = self._compute(settings, cancelled)
        except TooSlow:
            self.is_ready = True
            return self._compute(settings, cancelled)
        if self._beside is None or self._beside.poll() is not None:
            self.is_ready = plain <= self._sent
            if not self.is_ready:
                self._sent |= plain
                self._compile(settings)
        return answer

    def _compile(self, settings):
        """Have the kernels of these settings compiled."""
        work = cloudpickle.dumps((self._experiment, dict(settings)))
        quiet = subprocess.DEVNULL
        self._beside = warming("-", stdin=subprocess.PIPE, stdout=quiet, stderr=quiet)
        # It reads once it has imported everything, for which nobody waits.
        threading.Thread(target=self._beside.communicate, args=(work,), daemon=True).start()


def _solve(work):
    """Solve what `Unhurried` has sent."""
    _give_way()
    experiment, settings = cloudpickle.loads(work)
    experiment.draw(experiment.play(settings))


if __name__ == "__main__":
    if sys.argv[1:]:
        _solve(sys.stdin.buffer.read())
    else:
        beside()
