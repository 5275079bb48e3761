"""Stages of the site: which settings are solved for which pages, and the files that hold them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import widgets
from lab.discovery import find
from lab.experiment import Experiment
from lab.runs.export import completed
from lab.site.folder import CACHE
from lab.site.page import page
from lab.site.vary import TooLarge, lattice_grid, usual
from lab.sweeps.grid import SEED, Grid, number_of
from lab.version import hash_of, setting_of, version_of
from solvers.compiled import digest
from widgets.controls import settings_on_wire, to_wire
from widgets.knobs import NUMBERS

#: Stops of the only number that is varied, and of each of two.
STOPS, EACH_OF_TWO = 9, 5


def varied(experiment: Experiment) -> dict[str, object]:
    """Knob -> values of the knobs that are varied on the page of a scene: those that it names, else
    at most two visible ones, numbers first."""
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
    """The `Grid` of `vary` with, among its stops, the values that pages show first.

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
    """The stops of `values` that stay: an inner one gives way to one near it that a page shows
    first."""
    if kind not in NUMBERS or len(values) < 3:
        return values
    scale = np.log if kind == "log" else np.asarray
    places, own = scale(np.array(values, float)), scale(np.array(opened, float))
    near = 0.3 * np.diff(places).min()
    ends = {0, len(values) - 1}
    return [v for i, v in enumerate(values) if i in ends or np.abs(own - places[i]).min() > near]


def _in_order(merged, values):
    """Options in the order of `values`, others after them."""
    order = {value: k for k, value in enumerate(values)}
    return sorted(merged, key=lambda v: order.get(v, len(order)))


#: The directory of stages within the site, and how large one may be.
FOLDER, LIMIT = "stages", "4MB"


@dataclass(frozen=True, slots=True, eq=False)
class StageGrid:
    """The settings of one file. name: of the file, without suffix: equal lattices of equal code
    have equal names, so that an existing file need not be made again.
    opened: varied knob -> the values that pages show first."""

    name: str
    address: str
    experiment: Experiment
    grid: Grid
    opened: Mapping[str, tuple]

    def item(self) -> dict[str, Any]:
        """What `solve` takes, apart from the paths of its files."""
        axes = {name: [to_wire(v) for v in values] for name, values in self.grid.axes.items()}
        base = settings_on_wire(self.grid.base)
        opened = {name: [to_wire(v) for v in values] for name, values in self.opened.items()}
        return {"address": self.address, "name": self.name, "axes": axes, "base": base,
                "opened": opened}  # fmt: skip

    def start(self, knobs: Mapping, axes: Mapping) -> int:
        """The number of the setting that shows these knobs; both as JSON has them."""
        settings = self.experiment.settings(dict(knobs))
        return number_of(axes, settings_on_wire(settings))


def lattices(shown: Iterable[tuple[str, Mapping]]) -> dict[tuple[str, str], StageGrid]:
    """(address, `rest_of` its knobs) -> the `StageGrid` with all of those settings.

    shown: (address, knobs as JSON has them) of every picture of the site.
    """
    groups: dict[tuple[str, str], list] = defaultdict(list)
    for address, knobs in shown:
        experiment = find(address)[1]
        groups[address, rest_of(address, knobs)].append(experiment.settings(dict(knobs)))
    return {key: _lattice(key[0], wanted) for key, wanted in groups.items()}


def rest_of(address: str, knobs: Mapping) -> str:
    """The knobs that are not varied on the site, as a key."""
    experiment = find(address)[1]
    apart = varied(experiment)
    settings = experiment.settings(dict(knobs))
    rest = settings_on_wire({n: value for n, value in settings.items() if n not in apart})
    return json.dumps(rest, sort_keys=True)


def _lattice(address, wanted):
    experiment = find(address)[1]
    grid = grid_through(experiment, varied(experiment), wanted)
    axes = {name: list(values) for name, values in grid.axes.items()}
    opened = {name: tuple(dict.fromkeys(one[name] for one in wanted)) for name in axes}
    rest = {name: value for name, value in grid.base.items() if name not in axes}
    parts = [version_of(experiment), code_of_pictures(), setting_of(address, rest), repr(axes)]
    name = f"{address.replace('/', '-')}-{hash_of(parts)[:12]}"
    return StageGrid(name, address, experiment, grid, opened)


@cache
def code_of_pictures() -> str:
    """Digest of the sources that make pictures from runs."""
    folders = (Path(__file__).parents[1], Path(widgets.__path__[0]))
    return "-".join(map(digest, folders))


def solve(item: Mapping[str, Any]) -> None:
    """Solve the lattice of an item in this process, write its script, and what pages must know of
    it as JSON.

    item: that of `StageGrid.item`, with the paths "script" and "about".
    """
    how = {"limit": LIMIT, "jobs": 1, "progress": False, **item["base"]}
    axes = item["axes"]
    while True:
        try:
            made = page(item["address"], vary=axes, **how)
            break
        except TooLarge:
            axes, before = fewer(axes, item["opened"]), axes
            if axes == before:
                raise
    with completed(Path(item["script"])) as part:
        part.write_text(made.stage.script(item["name"]), encoding="utf-8")
    about = {"space": made.stage.space, "settings": made.settings, "axes": dict(made.stage.axes)}
    with completed(Path(item["about"])) as part:
        part.write_text(json.dumps(about), encoding="utf-8")


def fewer(axes: Mapping[str, list], opened: Mapping[str, list]) -> dict[str, list]:
    """The axes without every second value of the longest that has one to spare: its ends, and the
    values that pages show first, stay."""
    found = dict(axes)
    for name in sorted(axes, key=lambda name: -len(axes[name])):
        values, keep = axes[name], [axes[name][0], axes[name][-1], *opened[name]]
        spare = [v for v in values if v not in keep][::2]
        if spare:
            return found | {name: [v for v in values if v not in spare]}
    return found


def files_of(name: str) -> tuple[str, str]:
    """(the script, what is known of it) of a stage within the site."""
    return f"{FOLDER}/{name}.js", f"{CACHE}/{name}.json"
