"""A sweep as a picture: the plane of two knobs, a cell coloured by a measure."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import listed
from lab.sweeps.grid import SEED
from lab.sweeps.measures import is_arrival
from solvers import InputError
from solvers.checks import one_of
from widgets import Axis, Clock, Heatmap, Panel, Points, Scene, static
from widgets.knobs import NUMBERS
from widgets.marks import cell_edges

_STATISTICS = {"median": np.median, "mean": np.mean, "min": np.min, "max": np.max}
#: Values whose largest is this many times the smallest are coloured by their logarithm.
_WIDE = 30.0


def draw_map(sweep, x, y, colour, statistic, fixed):
    """The `Scene` of `Sweep.map`."""
    reduce = _STATISTICS[one_of(statistic, tuple(_STATISTICS), "statistic")]
    values = _numbers(sweep, colour)
    keep = _kept(sweep, x, y, fixed)
    ends = _ends(sweep, x, keep), _ends(sweep, y, keep)
    i, j = (_places(sweep, name, end, keep) for name, end in zip((x, y), ends, strict=True))
    shape = len(ends[1]), len(ends[0])
    cells, proved = np.full(shape, np.nan), np.ones(shape, dtype=bool)
    converged = (sweep.columns["status"] == "converged")[keep]
    chosen = values[keep]
    for place in sorted(set(zip(j.tolist(), i.tolist(), strict=True))):
        at = (j == place[0]) & (i == place[1])
        cells[place] = _statistic(reduce, chosen[at], is_arrival(colour))
        proved[place] = converged[at].all()
    return _scene(sweep, (x, y), ends, colour, statistic, cells, proved)


def _statistic(reduce, values, later):
    """Of the seeds of a cell; NaN where it is not there. later: a missing one is later than all."""
    known = np.where(np.isnan(values), np.inf, values) if later else values[~np.isnan(values)]
    if known.size == 0:
        return np.nan
    with np.errstate(invalid="ignore"):
        found = float(reduce(known))
    return found if np.isfinite(found) else np.nan


def _numbers(sweep, colour):
    measures = [name for name in sweep.columns if name not in sweep.varied]
    numeric = [n for n in measures if sweep.columns[n].dtype != object]
    if colour not in numeric:
        raise InputError(f"colour must be one of {', '.join(numeric)}, got {colour!r}.")
    return sweep.columns[colour].astype(np.float64)


def _kept(sweep, x, y, fixed):
    """Which rows (n,) lie in the plane."""
    for name, knob in (("x", x), ("y", y)):
        if knob not in sweep.varied:
            raise InputError(f"{name} must be one of {', '.join(sweep.varied)}, got {knob!r}.")
    if x == y:
        raise InputError(f"x and y must be two knobs, got {x!r} twice.")
    keep = np.ones(len(sweep), dtype=bool)
    for name in fixed:
        if name not in sweep.varied or name in (x, y):
            raise InputError(f"{name} cannot be fixed; it must be a varied knob beside x and y.")
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


def _ends(sweep, name, keep):
    """The values of a varied knob: numbers rise, choices keep their order."""
    values = list(dict.fromkeys(sweep.columns[name][keep].tolist()))
    return sorted(values) if _knob(sweep, name).kind in NUMBERS else values


def _places(sweep, name, ends, keep):
    places = {value: k for k, value in enumerate(ends)}
    return np.array([places[value] for value in sweep.columns[name][keep].tolist()])


def _knob(sweep, name):
    return next(knob for knob in sweep.knobs if knob.name == name)


def _scene(sweep, names, ends, colour, statistic, cells, proved):
    known = cells[np.isfinite(cells)]
    log = known.size > 0 and known.min() > 0.0 and known.max() > _WIDE * known.min()
    words = f"{statistic} of {colour}"
    axes, spots = zip(*(_axis(_knob(sweep, n), v) for n, v in zip(names, ends, strict=True)),
                      strict=True)  # fmt: skip
    shown = np.log10(cells) if log else cells
    label = f"log₁₀ of {words}" if log else words
    marks = [Heatmap(static(spots[0]), static(spots[1]), static(shown), label=label)]
    j, i = np.nonzero(~proved)
    if j.size:
        marks.append(Points(static(spots[0][i]), static(spots[1][j]), symbol="x", size=5.0,
                            tone="ink", label="not proved", legend=True))  # fmt: skip
    title = f"{colour} over {axes[0].title} and {axes[1].title}"
    panel = Panel(title, marks, *axes, key="map", subtitle=label)
    seeds = len(set(sweep.columns[SEED].tolist())) if SEED in sweep.columns else 1
    said = _caption(words, names, ends, cells, proved, seeds)
    return Scene([panel], Clock("map", np.array([1])), [said], {}, title=sweep.address)


def _axis(knob, values):
    """(Axis, where the cells are (k,)) of a knob; choices stand at 0, 1, 2, ..."""
    title = knob.label or knob.name
    if knob.kind in NUMBERS:
        log = knob.kind == "log" and len(values) > 1
        spots = np.array(values, dtype=np.float64)
        edges = cell_edges(spots, log)
        return Axis(title, log=log, range=(float(edges[0]), float(edges[-1]))), spots
    words = dict(knob.pairs())
    spots = np.arange(len(values), dtype=np.float64)
    return Axis(title, ticks=(spots, [str(words.get(v, v)) for v in values])), spots


def _caption(words, names, ends, cells, proved, seeds):
    over = f" over {seeds} seeds" if seeds > 1 else ""
    rest = f" Not proved: {np.count_nonzero(~proved)} of {proved.size} cells."
    if not np.isfinite(cells).any():
        return f"No cell has a {words}{over}.{rest}"
    told = [
        f"{cells[at]:.4g} at {names[0]} = {_word(ends[0][at[1]])}, "
        f"{names[1]} = {_word(ends[1][at[0]])}"
        for at in (np.unravel_index(k, cells.shape) for k in (np.nanargmin(cells),
                                                              np.nanargmax(cells)))
    ]  # fmt: skip
    return f"{words.capitalize()}{over}: from {told[0]} to {told[1]}.{rest}"


def _word(value):
    return f"{value:.4g}" if isinstance(value, float) else str(value)
