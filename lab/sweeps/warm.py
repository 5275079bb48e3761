"""Compile a sweep's kernels once, here, before its workers load them from the cache."""

from __future__ import annotations

import itertools

from lab.addresses import find
from solvers import InputError
from widgets.knobs import NUMBERS, TEXTS

#: Combinations of choices that are tried at most.
_MOST = 24
#: Choices that need a file or a large set are left at their defaults.
_DATA = "data"


def warm(where, grid):
    """Solve the scene at its defaults with every combination of the sweep's choices: those decide
    which kernels run, and defaults are quick."""
    address, experiment = find(where)
    kinds = {knob.name: knob.kind for knob in experiment.knobs}
    chosen = {
        name: grid.axes.get(name, (grid.base[name],))
        for name, kind in kinds.items()
        if kind not in (*NUMBERS, *TEXTS) and name != _DATA
    }
    for values in itertools.islice(itertools.product(*chosen.values()), _MOST):
        settings = experiment.settings(dict(zip(chosen, values, strict=True)))
        try:
            experiment.play(settings, address=address)
        except InputError:
            continue  # the setting itself will say so, in its row
