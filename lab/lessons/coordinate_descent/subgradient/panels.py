"""The panels of the subgradient scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number
from lab.lessons.coordinate_descent.subgradient.kinked import HIGH, LOW, TOL
from widgets import Axis, Band, Curve, Panel, Points, Segments, Text, on_demand, prefix, row

FORMULAS = {
    "abs": "λ|w|",
    "lasso": "½(w − a)² + λ|w|",
    "lines": "the highest of three lines",
    "hinge": "½(w − a)² + λ max(0, 1 − w)",
}
#: Supporting lines drawn faintly at a kink.
_FAN = 7
_ENDS = np.array([LOW, HIGH])


def panels(run):
    """Smooth, kinked, the set of slopes, and the proof."""
    return [on_demand("smooth", _smooth, run), _kinked(run), _slopes(run), _proof(run)]


def _smooth(run):
    a, w = run.settings["a"], run.trace.snapshots["w"]
    x = np.linspace(LOW, HIGH, 121)
    f, slope = 0.5 * (w - a) ** 2, w - a
    y = 0.5 * (x - a) ** 2
    marks = [
        Curve(x, y, width=2.5, label="½(w − a)²"),
        *_line(w, f, slope),
        Text([LOW + 0.2], [-0.13 * y.max()], _slope_captions(slope), per_frame=True, tone="ink"),
    ]
    return Panel(
        "Smooth: one supporting line at each point",
        marks,
        Axis("w", range=(LOW, HIGH)),
        Axis("½(w − a)²", range=_room(y)),
        key="smooth",
        subtitle="the tangent: everywhere below",
    )


def _kinked(run):
    problem, w, z = run.problem, run.trace.snapshots["w"], run.trace.snapshots["slope"]
    x = np.union1d(np.linspace(LOW, HIGH, 121), problem.kinks())
    y, f = problem(x), problem(w)
    marks = [
        _fan(problem, w, f),
        Curve(x, y, width=2.5, label="F(w)"),
        *_line(w, f, z),
        Text([LOW + 0.2], [_room(y)[0] + 0.09 * np.ptp(_room(y))], _slope_captions(z),
             per_frame=True, tone="ink"),
    ]  # fmt: skip
    return Panel(
        "At a kink: many supporting lines",
        marks,
        Axis("w", range=(LOW, HIGH)),
        Axis("F(w)", range=_room(y)),
        key="kinked",
        subtitle=f"F(w) = {FORMULAS[run.settings['function']]}",
        legend={
            "F(w)": "F",
            "supporting line": "a line that stays below F",
            "other supporting lines": "others",
        },
    )


def _room(y):
    """The range of a function with room under it, where its lines pass."""
    low, high = float(y.min()), float(y.max())
    size = (high - low) or 1.0
    return low - 0.3 * size, high + 0.05 * size


def _line(w, f, slope):
    """The supporting line of this frame and its point."""
    y = f[:, None] + slope[:, None] * (_ENDS - w[:, None])
    yield Segments(
        [LOW], row(y[:, :1]), [HIGH], row(y[:, 1:]), tone="now", width=2.5, label="supporting line"
    )
    yield Points(row(w), row(f), tone="now", size=10.0, label="w")


def _slope_captions(slope):
    return tuple(f"slope {number(s, 2)}" for s in slope)


def _fan(problem, w, f):
    """Further supporting lines, where the point stands at a kink."""
    low, high = problem.subdifferential(w)
    share = np.linspace(0.0, 1.0, _FAN)
    slopes = low[:, None] + share * (high - low)[:, None]
    slopes[high <= low] = np.nan
    left, right = (f[:, None] + slopes * (end - w[:, None]) for end in _ENDS)
    return Segments(
        np.full(_FAN, LOW), row(left), np.full(_FAN, HIGH), row(right), tone="muted", width=1.0,
        opacity=0.7, label="other supporting lines",
    )  # fmt: skip


def _slopes(run):
    problem, w, z = run.problem, run.trace.snapshots["w"], run.trace.snapshots["slope"]
    x, kinks = np.linspace(LOW, HIGH, 61), problem.kinks()
    x = x[(np.abs(x[:, None] - kinks) > 1e-6).all(axis=1)]
    x = np.sort(np.concatenate([x, np.repeat(kinks, 2)]))
    low, high = problem.subdifferential(x)
    second = np.append(False, np.diff(x) == 0.0)
    graph, best = np.where(second, high, low), problem.minimiser()
    here_low, here_high = problem.subdifferential(w)
    size = float(np.ptp(graph)) or 1.0
    found = np.where(np.arange(w.size) >= _found(run), best, np.nan)
    marks = [
        Segments([LOW], [0.0], [HIGH], [0.0], tone="ink", width=1.2, label="slope 0"),
        Curve(x, graph, width=2.5, label="∂F(w)"),
        Segments(
            row(w), row(here_low), row(w), row(here_high),
            tone="now", width=5.0, label="all slopes here",
        ),
        Points(row(w), row(z), tone="now", size=10.0, label="slope of the line"),
        Points(
            row(found), [0.0], tone="good", symbol="diamond-open", size=15.0,
            label="0 ∈ ∂F: the minimum",
        ),
        Text(row(found[:, None] - 0.15), [0.09 * size], ("0 ∈ ∂F",), tone="good", anchor="left"),
    ]  # fmt: skip
    return Panel(
        "Lowest where the slopes cross zero",
        marks,
        Axis("w", range=(LOW, HIGH)),
        Axis("slopes ∂F(w)", range=(graph.min() - 0.12 * size, graph.max() + 0.12 * size)),
        key="slopes",
        subtitle="all slopes at each w; an interval at a kink",
    )


def _found(run):
    """The first frame whose lines prove the minimum; the number of frames if none does."""
    proved = run.trace.gap <= TOL * run.problem.scale
    return int(np.argmax(proved)) if proved.any() else len(proved)


def _proof(run):
    trace = run.trace
    best, bound = np.minimum.accumulate(trace.objective), np.maximum.accumulate(trace.bound)
    low, high = float(best.min()), float(best.max())
    size = (high - low) or 1.0
    foot = low - 1.2 * size
    step, upto = trace.iteration.astype(float), trace.iteration
    shown = np.maximum(bound, foot - size)
    last = float(step[-1])
    marks = [
        Band(prefix(step, upto), prefix(shown, upto), prefix(best, upto), label="not yet known"),
        Curve(prefix(step, upto), prefix(best, upto), width=2.5, label="lowest F so far"),
        Curve(
            prefix(step, upto), prefix(shown, upto), tone="good", dash="dash", width=2.0,
            label="no point is lower: minimum of all lines so far",
        ),
        Segments(row(step), [foot], row(step), [high + size], tone="muted",
                 dash="dot", width=1.0, label="now"),
        Text([last], [low + 0.16 * size], ("lowest F so far",), tone="main", anchor="left"),
        Text([last], [low - 0.16 * size], ("proved",), tone="good", anchor="left"),
    ]  # fmt: skip
    return Panel(
        "Each line proves a bound",
        marks,
        Axis("step", range=(-0.02 * last, 1.02 * last)),
        Axis("F", range=(foot, high + 0.1 * size)),
        key="proof",
        subtitle="F is no lower than the lines so far",
    )
