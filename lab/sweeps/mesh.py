"""The settings of a map that fills from coarse to fine, and which of them comes next."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers import InputError
from widgets.knobs import NUMBERS

#: Values of a knob that is a number: 2^5 + 1, so that each level halves the steps of the last.
FINEST = 33
_STRIDES = (8, 4, 2, 1)
#: How many levels of fineness a place at the other end of the plane is worth.
_FAR = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """The plane of two knobs: their values from end to end, options as they stand.

    x (nx,), y (ny,): values. strides: per level how many values lie between two of its own, along x
    and along y; options are never skipped.
    """

    knobs: tuple
    x: tuple
    y: tuple
    strides: tuple[tuple[int, int], ...]

    def __len__(self):
        return len(self.x) * len(self.y)

    def cells(self):
        """All cells (n, 2) as (column, row), and the level (n,) that each belongs to."""
        i, j = np.meshgrid(np.arange(len(self.x)), np.arange(len(self.y)), indexing="ij")
        cells = np.stack([i.ravel(), j.ravel()], axis=1)
        level = np.full(len(cells), len(self.strides))
        for k in reversed(range(len(self.strides))):
            level[(cells % self.strides[k] == 0).all(axis=1)] = k
        return cells, level

    def level(self, k):
        """(columns, rows) of level `k`, those of coarser levels included."""
        across, up = self.strides[k]
        return range(0, len(self.x), across), range(0, len(self.y), up)

    def order(self, at):
        """All cells (column, row): coarse before fine, and near the cell `at` before far."""
        cells, level = self.cells()
        size = np.array([max(len(self.x) - 1, 1), max(len(self.y) - 1, 1)])
        away = np.linalg.norm((cells - np.array(at)) / size, axis=1)
        best = np.argsort(level + _FAR * away * (level > 0), kind="stable")
        return [tuple(cell) for cell in cells[best].tolist()]

    def nearest(self, values):
        """The (column, row) whose values lie nearest to those of the two knobs, as on the axes."""
        sides = zip(self.knobs, (self.x, self.y), values, strict=True)
        return tuple(knob.nearest(ends, value) for knob, ends, value in sides)


def mesh(experiment, x, y, finest=FINEST):
    """The `Mesh` of two knobs of an experiment."""
    known = {knob.name: knob for knob in experiment.knobs if knob.kind not in ("text", "several")}
    for name, knob in (("x", x), ("y", y)):
        if knob not in known:
            raise InputError(f"{name} must be one of {', '.join(known)}, got {knob!r}.")
    if x == y:
        raise InputError(f"x and y must be two knobs, got {x!r} twice.")
    knobs = known[x], known[y]
    sides = [tuple(knob.values(finest)) for knob in knobs]
    numbers = [knob.kind in NUMBERS for knob in knobs]
    strides = tuple(tuple(s if n else 1 for n in numbers) for s in _STRIDES)
    return Mesh(knobs, *sides, tuple(dict.fromkeys(strides)))
