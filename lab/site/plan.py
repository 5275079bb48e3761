"""Which knobs live on the site, and at how many stops: few enough for all scenes together."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from lab.experiment import Experiment
from lab.pages.vary import lattice_grid, usual
from lab.sweeps.grid import SEED, Grid
from widgets.knobs import NUMBERS

#: Stops of the only number that is varied, and of each of two.
STOPS, EACH_OF_TWO = 9, 5
#: Address of a scene -> knob -> its values, as `lab.page` takes them: those on which its story
#: turns, for scenes where the first two numbers and choices in sight are not those. None of them
#: is varied where nothing is named.
VARIED: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "coordinate-descent/lasso": {"lam": (0.01, 2.0, 8), "start": None},
        "coordinate-descent/triplets": {"C": (0.001, 100.0, 8), "steps": None},
        "lars/path": {"data": ["two", "three", "leaves", "tie", "twins"], "axis": ["lam", "log"]},
        "lars/groups": {"lam": (0.01, 1.5, 8), "between": (-0.6, 0.6, 3)},
        "lars/logistic": {"lam": (0.05, 20.0, 7), "search": None},
        "lars/group-path": {"groups": None, "least": [0.001, 0.01, 0.1]},
        "lars/split": {"share": (0.005, 1.0, 7), "method": None},
        "lars/race": {"share": (0.003, 0.5, 6), "clock": ["iterations", "work"]},
        "interior-point/central-path": {
            "C": (0.1, 100.0, 5),
            "method": ["mehrotra", "path_following", "centering", "affine_scaling"],
        },
        "interior-point/svm": {"C": (0.1, 100.0, 5), "gamma": (0.1, 10.0, 5)},
        "interior-point/svm-3d": {"C": (0.1, 100.0, 4), "gamma": (0.3, 3.0, 3)},
        "interior-point/identification": {"C": (0.1, 100.0, 5), "form": None},
        "interior-point/race": {"C": (0.1, 100.0, 5), "clock": ["iterations", "work"]},
        "alternating-linearization/metric": {"rho": (0.01, 1.0, 4), "beta": (0.05, 1.0, 6)},
        "alternating-linearization/affinity": {"alpha": (0.0, 0.9, 4), "k": [2, 6, 12]},
        "alternating-linearization/sparsity": {"data": ["wine", "iris"], "peer": ["last", "none"]},
        "alternating-linearization/methods": {"rho": (0.02, 1.0, 4), "beta": (0.05, 0.3, 3)},
        "mi-odm/margins": {"theta": (0.0, 0.9, 7), "reach": (0.0, 1.5, 3)},
        "mi-odm/bags": {"lam1": (0.1, 100.0, 5), "method": ["mirror_prox", "column_generation"]},
        "mi-odm/mirror": {"factor": (0.2, 16.0, 6), "method": ["plain", "accelerated"]},
        "mi-odm/tightness": {"sweep": None, "bags": [2, 3]},
    }
)


def varied(address: str, experiment: Experiment) -> dict[str, object]:
    """Knob -> values of the knobs that live on the page of a scene."""
    if address in VARIED:
        return dict(VARIED[address])
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
