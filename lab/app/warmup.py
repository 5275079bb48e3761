"""Compile the kernels before anybody waits for them."""

from __future__ import annotations

import os
import sys

from lab import discovery
from lab.version import code_version, hash_of
from solvers.compiled import cache_root

#: How much a process beside others gives way, in steps of `nice`.
_GIVES_WAY = 10


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
    if hasattr(os, "nice"):  # Windows sets the priority of a process where it is started
        os.nice(_GIVES_WAY)
    print(f"Compiling the kernels of {len(_scenes())} scenes beside you (once)...", flush=True)
    warm()


def _scenes():
    return [(name, scene) for name, one in discovery.LESSONS.items() for scene in one.names()]


def _version():
    return hash_of([sys.version, code_version(), _scenes()])


if __name__ == "__main__":
    beside()
