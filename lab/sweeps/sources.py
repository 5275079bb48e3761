"""Where the cells of a map next to a dashboard come from: a sweep that was stored, or one that
fills while it is looked at.

A source has where (which scene), knobs (the two of the plane), ends (their values on the axes),
`scene(settings)`, `status(settings)` (kind and words), `follow(settings)` when knobs are turned,
`wait` and `close`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lab.discovery import find, portable
from lab.sweeps.filling import Filling
from lab.sweeps.grid import SEED, in_order, require_two
from lab.sweeps.maps import draw_map
from lab.sweeps.measures import GENERAL, is_arrival, measure_of
from lab.sweeps.picture import Layer, MapTitle, picture
from lab.sweeps.sweep import Sweep
from lab.sweeps.worker import FAILED, LOST, failed_row, job_of, measured_row
from widgets.knobs import NUMBERS

if TYPE_CHECKING:
    from lab.experiment import Experiment
    from widgets.scene import Scene

#: Seconds without a turn of a knob after which a map continues to fill, and between two pictures.
REST, EVERY = 0.4, 0.5
#: Values of a knob that is a number: 2^5 + 1, so that each level halves the steps of the last.
FINEST = 33
_STRIDES = (8, 4, 2, 1)
#: How many levels of fineness a place at the other end of the plane is worth.
_DISTANCE = 2.0


class Stored:
    """The rows of a `Sweep`; knobs outside the plane that were varied choose among them."""

    def __init__(self, sweep: Sweep, x: str, y: str, colour: str, statistic: str):
        self._sweep, self._colour, self._statistic = sweep, colour, statistic
        self.where = sweep.address
        known = {knob.name: knob for knob in sweep.knobs}
        require_two(x, y, sweep.varied)
        self.knobs = known[x], known[y]
        self.ends = tuple(_values(sweep, knob) for knob in self.knobs)
        self._others = {
            known[name]: _values(sweep, known[name])
            for name in sweep.varied
            if name not in (x, y) and not (name == SEED and len(_values(sweep, known[name])) > 1)
        }
        self.scene(self.opening())

    def opening(self) -> dict[str, Any]:
        """Settings at which the map applies, near the defaults of the knobs."""
        near = {knob.name: knob.check(knob.default) for knob in self._sweep.knobs}
        plane = {k.name: _near(k, e, near[k.name]) for k, e in zip(self.knobs, self.ends,
                                                                  strict=True)}  # fmt: skip
        others = {
            k.name: near[k.name] if near[k.name] in v else v[0] for k, v in self._others.items()
        }
        return near | dict(self._sweep.settings) | plane | others

    def scene(self, settings: Mapping[str, Any]) -> Scene:
        """The map of the rows that belong to the settings, with its cross."""
        fixed = {k.name: v[k.nearest(v, settings[k.name])] for k, v in self._others.items()}
        here = tuple(settings[knob.name] for knob in self.knobs)
        x, y = (knob.name for knob in self.knobs)
        return draw_map(self._sweep, x, y, self._colour, self._statistic, fixed, here)

    def status(self, settings: Mapping[str, Any]) -> tuple[str, str]:
        """Whether the knobs that were not varied have the values of the sweep."""
        fixed_settings = self._sweep.settings
        turned = [n for n in fixed_settings if n in settings and settings[n] != fixed_settings[n]]
        if not turned:
            return "ready", f"stored, {len(self._sweep)} rows"
        name = turned[0]
        return (
            "error",
            f"The map is of {name} = {fixed_settings[name]!r}, and the knob is turned elsewhere.",
        )

    def follow(self, settings: Mapping[str, Any]) -> None:
        """Nothing is to be done."""

    def wait(self, timeout: float) -> bool:
        """Whether it is whole: always."""
        return True

    def close(self) -> None:
        """Nothing is to be ended."""


class Live:
    """Cells that are solved in the background from coarse to fine, near the cross first.

    finest: how many values a knob takes that is a number.
    changed(): called when there is something new to show, from another thread.
    """

    changed = staticmethod(lambda: None)

    def __init__(self, where: str | Experiment, x: str, y: str, colour: str, finest: int = FINEST):
        address, self._experiment = find(where)
        measure_of(self._experiment, colour)
        self.where = portable(address, self._experiment)
        self._address, self._colour = address, colour
        self._names = () if colour in GENERAL else (colour,)
        self._mesh = mesh(self._experiment, x, y, finest)
        self.knobs, self.ends = self._mesh.knobs, (self._mesh.x, self._mesh.y)
        self._shown = -math.inf
        self._filling = Filling(self._job, self._notify)

    def follow(self, settings: Mapping[str, Any]) -> None:
        """Solve next what is near the cross, of the present values of the knobs; pause while they
        move."""
        base = {n: v for n, v in settings.items() if n not in {k.name for k in self.knobs}}
        needs_rivals = " of " in self._colour or self._colour in self._experiment.measures
        if not needs_rivals and "compare" in base:
            base["compare"] = ()
        here = self._mesh.nearest([settings[knob.name] for knob in self.knobs])
        self._filling.rest(REST)
        # The whole plane, near the cross first.
        self._filling.aim(
            base, lambda: [(cell, self._varied(cell)) for cell in self._mesh.order(here)]
        )

    def scene(self, settings: Mapping[str, Any]) -> Scene:
        """The map as far as it is known: levels from coarse to fine, none under a whole one."""
        rows = dict(self._filling.rows)
        layers: list = []
        for k in range(len(self._mesh.strides)):
            layer = self._layer(rows, *self._mesh.level(k))
            if not layers or layer.known.sum() > layers[-1].known.sum():
                layers = [layer] if layer.known.all() else [*layers, layer]
        here = tuple(settings[knob.name] for knob in self.knobs)
        title = MapTitle(self.knobs, self._colour, self._colour, self._address, cross=here)
        return picture(title, layers, ends=self.ends)

    def status(self, settings: Mapping[str, Any]) -> tuple[str, str]:
        """How far it is, and what a setting that was refused says."""
        if self._filling.failure:
            return "error", self._filling.failure
        rows, total = dict(self._filling.rows), len(self._mesh)
        wrong = [row[-1] for row in rows.values() if row[0] == FAILED]
        words = f"{len(rows)} of {total} cells"
        if wrong:
            words += f"; {len(wrong)} refused, such as: {wrong[-1]}"
        return ("ready" if len(rows) == total else "filling"), words

    def wait(self, timeout: float) -> bool:
        """Wait until it is whole; whether that came in time."""
        return self._filling.wait(timeout)

    def close(self) -> None:
        """End what fills it."""
        self._filling.close()

    @property
    def workers(self) -> list[int]:
        """The ids of the processes that fill it."""
        return self._filling.workers

    def _job(self, base):
        defaults = {knob.name: knob.check(knob.default) for knob in self._experiment.knobs}
        return job_of(self.where, defaults | base, measured_row, failed_row, self._names)

    def _varied(self, cell):
        """The values of the two knobs in a cell."""
        values = (side[k] for side, k in zip(self.ends, cell, strict=True))
        return dict(zip((knob.name for knob in self.knobs), values, strict=True))

    def _notify(self):
        """Show what is new, not more often than it can be looked at."""
        if self._filling.done or time.monotonic() - self._shown > EVERY:
            self._shown = time.monotonic()
            self.changed()

    def _layer(self, rows, columns, heights):
        shape = len(heights), len(columns)
        cells, place = np.full(shape, np.nan), (*GENERAL, *self._names).index(self._colour)
        known, proved, refused = np.zeros((3, *shape), dtype=bool)
        for a, j in enumerate(heights):
            for b, i in enumerate(columns):
                row = rows.get((i, j))
                if row is None:
                    continue
                known[a, b], proved[a, b] = True, row[0] == "converged"
                refused[a, b] = row[0] in (FAILED, LOST)
                if not refused[a, b]:
                    cells[a, b] = _number(row[place], is_arrival(self._colour))
        x, y = self.ends
        x, y = tuple(x[i] for i in columns), tuple(y[j] for j in heights)
        return Layer(x, y, cells, known, proved, refused)


def _number(value, later):
    """A measure as a cell; one that was not reached is later than all."""
    if value is None:
        return math.inf if later else math.nan
    return float(value) if isinstance(value, (bool, int, float)) else math.nan


def _values(sweep, knob):
    """The values that a knob took."""
    return tuple(in_order(knob, sweep.columns[knob.name].tolist()))


def _near(knob, values, value):
    """`value` itself where the axis of a number holds it, else the value that lies nearest."""
    if knob.kind in NUMBERS and values[0] <= value <= values[-1]:
        return value
    return values[knob.nearest(values, value)]


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """The plane of two knobs: their values from end to end, options in their order.

    x (nx,), y (ny,): values. strides: per level how many values lie between two of its own, along x
    and along y; options are never skipped.
    """

    knobs: tuple
    x: tuple
    y: tuple
    strides: tuple[tuple[int, int], ...]

    def __len__(self):
        return len(self.x) * len(self.y)

    def cells(self) -> tuple[np.ndarray, np.ndarray]:
        """All cells (n, 2) as (column, row), and the level (n,) that each belongs to."""
        i, j = np.meshgrid(np.arange(len(self.x)), np.arange(len(self.y)), indexing="ij")
        cells = np.stack([i.ravel(), j.ravel()], axis=1)
        level = np.full(len(cells), len(self.strides))
        for k in reversed(range(len(self.strides))):
            level[(cells % self.strides[k] == 0).all(axis=1)] = k
        return cells, level

    def level(self, k: int) -> tuple[range, range]:
        """(columns, rows) of level `k`, those of coarser levels included."""
        across, up = self.strides[k]
        return range(0, len(self.x), across), range(0, len(self.y), up)

    def order(self, at: tuple[int, int]) -> list[tuple[int, int]]:
        """All cells (column, row): coarse before fine, and near the cell `at` before far."""
        cells, level = self.cells()
        size = np.array([max(len(self.x) - 1, 1), max(len(self.y) - 1, 1)])
        away = np.linalg.norm((cells - np.array(at)) / size, axis=1)
        best = np.argsort(level + _DISTANCE * away * (level > 0), kind="stable")
        return [tuple(cell) for cell in cells[best].tolist()]

    def nearest(self, values: Sequence) -> tuple[int, int]:
        """The (column, row) whose values lie nearest to those of the two knobs, as on the axes."""
        sides = zip(self.knobs, (self.x, self.y), values, strict=True)
        return tuple(knob.nearest(ends, value) for knob, ends, value in sides)


def mesh(experiment: Experiment, x: str, y: str, finest: int = FINEST) -> Mesh:
    """The `Mesh` of two knobs of an experiment."""
    known = {knob.name: knob for knob in experiment.knobs if knob.kind not in ("text", "several")}
    require_two(x, y, known)
    knobs = known[x], known[y]
    across, up = (tuple(knob.values(finest)) for knob in knobs)
    wide, high = (knob.kind in NUMBERS for knob in knobs)
    strides = [(s if wide else 1, s if high else 1) for s in _STRIDES]
    return Mesh(knobs, across, up, tuple(dict.fromkeys(strides)))
