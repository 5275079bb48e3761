"""Measuring speed: two programs in turn, medians, and which benchmarks there are."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from importlib.metadata import version
from statistics import median

from lab.peers import timed

#: What `lab bench` can measure: name -> module with `tables(options) -> iterable of Table`.
#: options.runs: medians of so many; options.slow: also peers that take minutes.
BENCHES = {"coordinate-descent": "lab.coordinate_descent.bench", "browser": "lab.bench_browser"}


@dataclass(frozen=True, slots=True)
class Race:
    """Median seconds of ours and of a peer that reach the same, and how often we are faster."""

    ours: float
    peer: float

    @property
    def faster(self):
        """The peer's seconds over ours: above 1, ours is faster."""
        return self.peer / self.ours


def race(ours, peer, runs=5):
    """Run `ours()` and `peer()` in turn, once to warm up and then `runs` times."""
    ours(), peer()
    pairs = [(timed(ours), timed(peer)) for _ in range(runs)]
    return Race(*(median(seconds) for seconds in zip(*pairs, strict=True)))


def machine():
    """What the numbers were measured on."""
    packages = ("convexlab", "numpy", "scipy", "numba", "scikit-learn")
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "packages": {name: version(name) for name in packages},
    }
