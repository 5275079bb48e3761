"""When each method arrives, and how far outside it is on its way."""

from __future__ import annotations

import numpy as np

from lab.drawing.gap_panel import clock_axis
from lab.drawing.text import figure
from lab.lessons.programs.methods import METHODS
from lab.lessons.programs.race.view import AXES
from lab.race.arrivals import arrival_line, arrivals_panel
from widgets import Axis, Curve, Panel, Segments, prefix, row

#: Distances below this share of the largest are rounding, and drawn at the foot.
_FOOT = 1e-9


def arrivals(view):
    """A line for each method."""
    names = view.run.results
    moments = np.concatenate([view.times(name)[1:2] for name in names])
    low = 0.5 * float(moments[moments > 0.0].min(initial=1.0))
    lines = [
        arrival_line(*METHODS[name], view.clock.values, view.arrivals[name],
                     float(view.times(name)[-1]), names[name].status,
                     lambda time, name=name: view.text_at(name, time))
        for name in names
    ]  # fmt: skip
    return arrivals_panel(lines, low, AXES[view.run.settings["clock"]].partition(":")[0])


def outside(view):
    """How far beyond a row each method's iterate is: some never leave the feasible set."""
    over = {name: view.outside(name) for name in view.run.results}
    most = max(max(float(v[np.isfinite(v)].max(initial=0.0)) for v in over.values()), 1e-6)
    foot, clock = _FOOT * most, clock_axis(view.clock.values, True)
    now = row(clock.at(view.clock.values[:, None]))
    marks = [Segments(now, [foot], now, [3.0 * most], tone="muted", dash="dot", width=1.0,
                      label="now")]  # fmt: skip
    for name in (*view.rivals, view.run.main):
        label, tone, dash = METHODS[name]
        rows = view.rows[name]
        shown = slice(rows[-1] + 1)
        marks.append(Curve(prefix(clock.at(view.times(name)[shown]), rows),
                           prefix(np.maximum(over[name][shown], foot), rows), tone=tone, dash=dash,
                           label=label))  # fmt: skip
    return Panel(
        "How far outside each method walks",
        marks,
        clock.axis(AXES[view.run.settings["clock"]].partition(":")[0]),
        Axis("distance", log=True, range=(0.3 * foot, 10.0 * most)),
        key="outside",
        subtitle="the largest beyond a row; at the foot: feasible",
        legend=[mark.label for mark in marks[1:]],
    )


def worth(view, own):
    """What the point of each method is worth, as the file states its objective."""
    names, clock = (*view.rivals, view.run.main), clock_axis(view.clock.values, True)
    values = {name: own.stated(_values(own, view.path(name))) for name in names}
    marks = [view.curve(name, values[name], clock) for name in names]
    best = own.stated(view.run.result.certificate.objective)
    shown = np.concatenate([v[np.isfinite(v)] for v in values.values()])
    if np.isfinite(best):
        ends = ([clock.low], [best], [clock.high], [best])
        marks.insert(0, Segments(*ends, tone="good", dash="dot", width=1.2, future=True,
                                 label="the best that is proved"))  # fmt: skip
    words = {"min": "minimised", "max": "maximised"}[own.sense]
    constant = f", with the constant {figure(own.constant, 4)}" if own.constant else ""
    return Panel(
        "What each method's point is worth",
        marks,
        clock_axis(view.clock.values, True).axis(
            AXES[view.run.settings["clock"]].partition(":")[0]
        ),
        Axis(own.objective_name, range=_window(shown, best)),
        key="worth",
        subtitle=f"the objective as stated: {words}{constant}",
        legend=[METHODS[name].label for name in names],
    )


def _values(own, x):
    """The objective (R,) at points (R, n), as the program is minimised."""
    curved = 0.0 if own.Q is None else 0.5 * np.sum(x * (own.Q @ x.T).T, axis=1)
    return x @ own.c + curved


def _window(values, best):
    """The range of an axis that shows most of `values` (R,), and `best` where it is finite: the
    first steps of some methods lie so far out that they would hide all else."""
    low, high = np.quantile(values, [0.1, 0.9]) if values.size else (0.0, 1.0)
    if np.isfinite(best):
        low, high = min(low, best), max(high, best)
    pad = 0.1 * (high - low) or max(1.0, 0.1 * abs(high))
    return float(low - pad), float(high + pad)
