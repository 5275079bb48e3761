"""A sweep as a map: which rows lie in the plane of two knobs, and what a cell says of its seeds."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from lab.drawing.text import listed
from lab.sweeps.grid import SEED, in_order, require_two
from lab.sweeps.measures import is_arrival
from lab.sweeps.picture import Layer, MapTitle, picture
from lab.sweeps.worker import FAILED
from solvers import InputError
from solvers.checks import one_of

if TYPE_CHECKING:
    from widgets.scene import Scene

_STATISTICS = {"median": np.median, "mean": np.mean, "min": np.min, "max": np.max}


def draw_map(
    sweep: Any,
    x: str,
    y: str,
    colour: str,
    statistic: str,
    fixed: dict[str, Any],
    cross: tuple[float, float] | None = None,
) -> Scene:
    """The `Scene` of `Sweep.map`; cross: (value of x, value of y) of the knobs."""
    reduce = _STATISTICS[one_of(statistic, tuple(_STATISTICS), "statistic")]
    values = _numbers(sweep, colour)
    keep = _known(sweep, x, y, fixed)
    seeds = len(set(sweep.columns[SEED].tolist())) if SEED in sweep.columns else 1
    title = MapTitle(
        tuple(_knob(sweep, name) for name in (x, y)),
        colour,
        f"{statistic} of {colour}" if seeds > 1 else colour,
        sweep.address,
        f"over {seeds} seeds" if seeds > 1 else "",
        cross,
    )
    layer = _layer(sweep, (x, y), keep, values, partial(_statistic, reduce, is_arrival(colour)))
    known = values[np.isfinite(values)]
    limits = (float(known.min()), float(known.max())) if fixed and known.size else None
    return picture(title, [layer], limits if limits and limits[0] < limits[1] else None)


def _layer(sweep, names, keep, values, statistic):
    """The cells of the rows that are there."""
    ends = [in_order(_knob(sweep, name), sweep.columns[name][keep].tolist()) for name in names]
    i, j = (_places(sweep, name, end, keep) for name, end in zip(names, ends, strict=True))
    shape = len(ends[1]), len(ends[0])
    cells = np.full(shape, np.nan)
    known, proved, refused = np.zeros((3, *shape), dtype=bool)
    status, chosen = sweep.columns["status"][keep], values[keep]
    for place in sorted(set(zip(j.tolist(), i.tolist(), strict=True))):
        at = (j == place[0]) & (i == place[1])
        cells[place], known[place] = statistic(chosen[at]), True
        proved[place] = (status[at] == "converged").all()
        refused[place] = (status[at] == FAILED).any()
    cells[refused] = np.nan
    return Layer(tuple(ends[0]), tuple(ends[1]), cells, known, proved, refused)


def _statistic(reduce, later, values):
    """The statistic of the values of a cell, one for each seed; NaN where there is none. later: a
    missing one is later than all, and infinite."""
    known = np.where(np.isnan(values), np.inf, values) if later else values[~np.isnan(values)]
    if known.size == 0:
        return np.nan
    with np.errstate(invalid="ignore"):
        found = float(reduce(known))
    return found if later or np.isfinite(found) else np.nan


def _numbers(sweep, colour):
    measures = [name for name in sweep.columns if name not in sweep.varied]
    numeric = [n for n in measures if sweep.columns[n].dtype != object]
    if colour not in numeric:
        raise InputError(f"colour must be one of {', '.join(numeric)}, got {colour!r}.")
    return sweep.columns[colour].astype(np.float64)


def _known(sweep, x, y, fixed):
    """Which rows (n,) lie in the plane."""
    require_two(x, y, sweep.varied)
    keep = np.ones(len(sweep), dtype=bool)
    for name in fixed:
        if name not in sweep.varied or name in (x, y):
            raise InputError(f"{name} cannot be fixed; it must be varied and neither x nor y.")
    for name in sweep.varied:
        values = list(dict.fromkeys(sweep.columns[name].tolist()))
        if name in fixed:
            if fixed[name] not in values:
                raise InputError(f"{name} must be {listed(map(str, values))}, got {fixed[name]!r}.")
            keep &= np.array([v == fixed[name] for v in sweep.columns[name].tolist()], dtype=bool)
        elif name not in (x, y, SEED) and len(values) > 1:
            raise InputError(
                f"{name} was varied too: fix it, as in map(..., {name}={values[0]!r})."
            )
    if not keep.any():
        raise InputError("There is no row to draw; the sweep was stopped before one was done.")
    return keep


def _places(sweep, name, ends, keep):
    places = {value: k for k, value in enumerate(ends)}
    return np.array([places[value] for value in sweep.columns[name][keep].tolist()])


def _knob(sweep, name):
    return next(knob for knob in sweep.knobs if knob.name == name)
