"""Compile the kernels before anybody waits for them."""

from __future__ import annotations

from lab import discovery
from lab.experiment import solve


def warm():
    """Solve every scene with its defaults and all its methods; how many scenes there are."""
    count = 0
    for lesson in discovery.LESSONS.values():
        for experiment in lesson.scenes:
            several = [k for k in experiment.knobs if k.kind == "several"]
            every = {k.name: [value for value, _ in k.pairs()] for k in several}
            solve(experiment, experiment.settings(every))
            count += 1
    return count
