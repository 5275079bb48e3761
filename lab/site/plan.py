"""Which knobs live on the site, and at how many stops: few enough for all scenes together."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from lab.experiment import Experiment
from lab.site.vary import lattice_grid, usual
from lab.sweeps.grid import SEED, Grid
from widgets.knobs import NUMBERS

#: Stops of the only number that is varied, and of each of two.
STOPS, EACH_OF_TWO = 9, 5


def varied(experiment: Experiment) -> dict[str, object]:
    """Knob -> values of the knobs that live on the page of a scene: those that it names, else at
    most two in sight, numbers first."""
    if experiment.vary:
        return dict(experiment.vary)
    chosen = usual(experiment, {})
    kinds = {knob.name: knob.kind for knob in experiment.knobs}
    free = [name for name in chosen if name != SEED]
    names = sorted(free, key=lambda name: kinds[name] not in NUMBERS)[:2]
    stops = EACH_OF_TWO if sum(kinds[n] in NUMBERS for n in names) == 2 else STOPS
    return {n: _fewer(chosen[n], stops) for n in names}


def _fewer(values, stops):
    return (*values[:2], min(values[2], stops)) if isinstance(values, tuple) else values


def grid_through(experiment: Experiment, vary: Mapping, wanted: list[dict]) -> Grid:
    """The `Grid` of `vary` with, among its stops, the values at which pages open.

    wanted: settings of pages, all knobs, that differ in varied knobs alone. Numbers stay in rising
    order.
    """
    grid = lattice_grid(experiment, vary, wanted[0])
    kinds = {knob.name: knob.kind for knob in experiment.knobs}
    axes = {}
    for name, values in grid.axes.items():
        opened = [settings[name] for settings in wanted]
        merged = list(dict.fromkeys([*opened, *_apart(values, opened, kinds[name])]))
        axes[name] = tuple(sorted(merged) if kinds[name] in NUMBERS else _in_order(merged, values))
    return Grid(grid.base, axes)


def _apart(values, opened, kind):
    """The stops of `values` that stay: an inner one makes way for an opening value near it."""
    if kind not in NUMBERS or len(values) < 3:
        return values
    scale = np.log if kind == "log" else np.asarray
    places, own = scale(np.array(values, float)), scale(np.array(opened, float))
    near = 0.3 * np.diff(places).min()
    ends = {0, len(values) - 1}
    return [v for i, v in enumerate(values) if i in ends or np.abs(own - places[i]).min() > near]


def _in_order(merged, values):
    """Options in the order of `values`, others behind."""
    order = {value: k for k, value in enumerate(values)}
    return sorted(merged, key=lambda v: order.get(v, len(order)))


def number_of(axes: Mapping, settings: Mapping) -> int:
    """The number of the setting that holds these values of the axes, the last axis fastest."""
    k = 0
    for name, values in axes.items():
        k = k * len(values) + values.index(settings[name])
    return k
