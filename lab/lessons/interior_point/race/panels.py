"""The panels of the race."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lab.drawing.gap_panel import FinalMark, clock_axis, gap_panel
from lab.drawing.geometry import grid, window
from lab.drawing.level_sets import level_lines, ragged_rows
from lab.drawing.readout import least
from lab.lessons.interior_point.methods import METHODS
from lab.lessons.interior_point.race.view import MAIN
from lab.race.arrivals import arrival_lines, arrivals_panel
from widgets import Axis, Lines, Panel, Points, Segments, Text, ragged, row

_ASPECT = 1.75
#: Points a side of the grid on which lines are sought; a straight line needs few.
_GRID, _STRAIGHT = 32, 4
_VERTICES = 60


def machines(view):
    """The data, and where each method's decision function is 0 now."""
    problem, names = view.run.problem, view.run.extra["names"]
    box = window(problem.X, 0.08, _ASPECT)
    size = _STRAIGHT if view.run.settings["kernel"] == "linear" else _GRID
    x, y, points = grid(*box, size)
    K = problem.kernel.values(problem.X, points.reshape(-1, 2))
    marks = [*_data(problem), *(_boundary(view, name, x, y, K) for name in reversed(view.traces))]
    return Panel(
        "Where each way leads",
        marks,
        *(Axis(name, range=ends) for name, ends in zip(names, box, strict=True)),
        equal=True,
        key="machines",
        subtitle="where each decides now",
        legend=tuple(mark.label for mark in reversed(marks) if isinstance(mark, Lines)),
    )


def _data(problem):
    for sign, symbol in ((1.0, "circle"), (-1.0, "square")):
        here = problem.y == sign
        yield Points(*problem.X[here].T, tone="muted", symbol=symbol, size=6.0, opacity=0.6,
                     label=f"class {'+1' if sign > 0.0 else '−1'}")  # fmt: skip


def _boundary(view, name, x, y, K):
    label, tone, dash = METHODS.look(name)
    shown, frame = view.distinct(name)
    values = view.values(name, shown, K).reshape(-1, y.size, x.size)
    (u, v), offsets = ragged_rows(level_lines(x, y, values, (0.0,), _VERTICES)[0.0], frame)
    width = 3.0 if name == MAIN else 2.0
    return Lines(ragged(u, offsets), ragged(v, offsets), tone=tone, dash=dash, width=width,
                 label=label)  # fmt: skip


def gaps(view):
    """Every method's certified gap, LIBSVM's, and where the source's rule would have stopped."""
    final = []
    if view.peer is not None and view.seconds:
        gap = view.peer.certificate.gap
        final = [FinalMark(view.peer.name, view.peer.seconds, gap, "diamond")]
    now = view.clock.values.astype(float)
    panel = gap_panel(view.gap_curves(), now, view.limit, view.axis, marks=final, log=view.log)
    clock = clock_axis([*now, *(m.time for m in final)], view.log)
    more = [*_level(view, clock), *_false_stops(view, clock)]
    return replace(panel, marks=(*panel.marks, *more))


def _level(view, clock):
    """The gap that LIBSVM ends at, where the clock does not count its steps."""
    if view.peer is None or view.seconds:
        return
    gap = max(view.peer.certificate.gap, 0.1 * view.limit)
    words = f"LIBSVM ends at {least(view.peer.certificate.gap)}"
    ends = [clock.place(0.0)], [gap], [clock.place(1.02)], [gap]
    yield Segments(*ends, tone="ink", dash="dot", width=1.0, label=f"{words}, our certificate")
    yield Text([clock.place(1.0)], [1.6 * gap], (words,), tone="ink", anchor="left")


def _false_stops(view, clock):
    """A ring where the source's rule fired, from that frame on."""
    for name, at in view.fired.items():
        label, tone, _ = METHODS.look(name)
        time, gap = float(clock.at(view.times(name)[at])), view.traces[name].gap[at]
        there = np.where(view.rows[name] >= at, time, np.nan)[:, None]
        yield Points(
            row(there),
            [gap],
            tone=tone,
            symbol="circle-open",
            size=15.0,
            width=2.5,
            label=f"{label}: the source's rule stops here, at a gap of {least(gap)}",
        )


def support(view):
    """How many variables are strictly between 0 and C."""
    n = view.run.problem.y.size
    clock = clock_axis(view.clock.values, view.log)
    now = row(clock.at(view.clock.values))
    marks = [
        Segments(now, [0.0], now, [1.08 * n], tone="muted", dash="dot", width=1.0, label="now"),
        *(view.curve(name, view.free(name), clock) for name in reversed(view.traces)),
    ]
    return Panel(
        "How many variables are still free",
        marks,
        clock.axis(view.axis),
        Axis("free variables", range=(-0.04 * n, 1.08 * n)),
        key="support",
        subtitle="0 < xᵢ < C; at the end: on the margin",
        legend=tuple(METHODS.look(name).label for name in view.traces),
    )


def arrivals(view):
    """A line for each method: where it is now, and when it arrives."""
    clock = view.clock.values.astype(float)
    low = 0.7 * float(clock[clock > 0.0].min(initial=1.0))
    return arrivals_panel(arrival_lines(view, view.arrival_at), low, f"{view.axis}, log axis")
