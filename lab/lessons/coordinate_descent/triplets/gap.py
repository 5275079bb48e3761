"""The multipliers and the proof of the triplets scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import least
from lab.drawing.text import power, subscript
from lab.lessons.coordinate_descent.triplets.active_set import held_points
from lab.lessons.coordinate_descent.triplets.view import CD, METHODS, TOL
from widgets import Axis, Band, Bars, Curve, Panel, Path, Points, Text, prefix, row

_MOST_BARS = 118
#: Gaps below this share of the tolerance are drawn here, at the foot of the axis.
_FOOT = 1e-2


def duals_panel(view):
    """The multipliers of this frame between 0 and C, and t."""
    share, few = _shares(view)
    t = view.trace.snapshots["t"][:, : 0 if view.case.svm else None]
    tallest, bars = t.max(initial=0.0), share.shape[1]
    apart = bars / 12.0 if t.shape[1] <= 3 else 1.0
    slots = bars + max(3.0, bars / 10.0) + max(1.0, apart) * np.arange(t.shape[1])
    pushes = t[view.at] / (tallest or 1.0)
    klass = np.hstack([share >= 1.0, np.full(pushes.shape, 2)])
    names = ("0 < λ < C", "λ = C", "t > 0")
    x = np.concatenate([np.arange(1.0, bars + 1.0), slots])
    height = np.hstack([share, pushes])
    marks = [
        Bars(
            x,
            row(height),
            klass=row(klass),
            names=names,
            thickness=0.7,
            label="share of C",
            legend=True,
        ),
        Path([0.4, bars + 0.6], [1.0, 1.0], tone="ink", width=1.2, ghost=False, label="λ = C"),
    ]
    if few:
        marks += held_points(view, x, tallest)
    if few and view.updates:
        marks.append(_pointer(view, x, height))
    n = view.case.problem.Z.shape[0]
    many = "" if few else f"{bars} quantiles of {n}; "
    pushing = f"; t as a share of {power(tallest)}" if tallest > 0.0 else ""
    return Panel(
        "Few multipliers stay between the bounds",
        marks,
        Axis("points" if view.case.svm else "triplets", ticks=_slot_ticks(bars, slots)),
        Axis("λ", range=(0.0, 1.12), ticks=((0.0, 0.5, 1.0), ("0", "½ C", "C"))),
        key="duals",
        subtitle=f"{many}λ by final size, hatched at C{pushing}",
    )


def _shares(view):
    """lambda / C (T, k): each by its final size, or sorted quantiles where they are too many."""
    share = view.trace.snapshots["lam"][view.at] / view.case.problem.C
    room = _MOST_BARS - view.w.shape[1]
    n = share.shape[1]
    if n <= room:
        return share[:, view.order], True
    return -np.sort(-share, axis=1)[:, np.linspace(0, n - 1, room).astype(int)], False


def _pointer(view, x, height):
    """A pointer at the bar that this frame moves."""
    block, index = view.moved()
    n = view.order.size
    bar = np.where(block == 1, n + index, np.argsort(view.order)[index % n])
    bar = np.minimum(bar, x.size - 1)
    place = np.where(block < 0, np.nan, x[bar])[:, None]
    top = height[np.arange(len(bar)), bar][:, None] + 0.05
    looks = {"symbol": "triangle-down", "tone": "now", "size": 10.0}
    return Points(row(place), row(top), label="moved in this frame", **looks)


def _slot_ticks(bars, slots):
    if slots.size > 3:
        return ((1, bars, slots[slots.size // 2]), ("1", str(bars), "t"))
    names = [f"t{subscript(j + 1)}" for j in range(slots.size)]
    return ((1, bars, *slots), ("1", str(bars), *names))


def proof_panel(view):
    """The certified gap, or the two values that enclose the optimum, on the common clock."""
    return _values(view) if view.settings["proof"] == "values" else _gaps(view)


def _gaps(view):
    tolerance = TOL * view.result.certificate.scale
    end, gaps = float(view.clock.values[-1]), [np.array([tolerance])]
    looks = {"tone": "good", "dash": "dash", "width": 1.0, "ghost": False}
    marks = [
        Path([0.0, end], [tolerance] * 2, label="tolerance: 1e-6 of P", **looks),
        Text([0.0], [2.0 * tolerance], text=("tolerance",), tone="good"),
    ]
    for name, trace in view.traces.items():
        label, tone, dash = METHODS[name]
        gap = np.maximum(trace.gap, _FOOT * tolerance)
        x, at = trace.iteration.astype(float), view.rows[name]
        gaps.append(gap)
        marks.append(Curve(prefix(x, at), prefix(gap, at), label=label, tone=tone, dash=dash))
        marks.append(_ring(x[at], gap[at], tone))
        if len(view.traces) > 1:
            k = len(x) // 2
            anchor = "above" if name == CD else "right"
            marks.append(Text([x[k]], [gap[k]], (label,), tone=tone, anchor=anchor))
    marks += _stop(view, np.concatenate(gaps))
    return Panel(
        "Proved distance from optimal",
        marks,
        Axis(f"{view.clock.name}s"),
        Axis("gap", log=True),
        key="gap",
        subtitle="certified: P − D, best so far",
    )


def _values(view):
    trace, at = view.trace, view.at
    steps = trace.iteration.astype(float)
    P, D = np.minimum.accumulate(trace.objective), np.maximum.accumulate(trace.bound)
    x, above, below = prefix(steps, at), prefix(P, at), prefix(D, at)
    marks = [
        Band(x, below, above, tone="main", fill=0.12, label="not known yet"),
        Curve(x, above, tone="main", label="P, best so far"),
        Curve(x, below, tone="rival2", dash="dash", label="D, best so far"),
        _ring(steps[at], P[at], "main"),
        _ring(steps[at], D[at], "rival2"),
        *_stop(view, np.concatenate([P, D])),
    ]
    return Panel(
        "The optimum lies between",
        marks,
        Axis(f"{view.clock.name}s"),
        Axis("value"),
        key="gap",
        subtitle="best so far",
        legend={"P, best so far": "primal value P", "D, best so far": "dual value D"},
    )


def _ring(x, y, tone):
    looks = {"symbol": "circle-open", "tone": tone, "size": 11.0}
    return Points(row(x), row(y), label="this frame", **looks)


def _stop(view, heights):
    """Where the paper's own rule would have stopped, with its honest gap."""
    if view.fired is None:
        return []
    x, gap = float(view.trace.iteration[view.fired]), view.trace.gap[view.fired]
    anchor = "left" if x > 0.5 * view.clock.values[-1] else "right"
    words = f"the paper: {least(gap)}"
    looks = {"tone": "ink", "dash": "dot", "width": 1.3, "ghost": False, "future": True}
    return [
        Path([x, x], [heights.min(), heights.max()], label="the paper's rule", **looks),
        Text([x], [heights.max()], text=(words,), tone="ink", anchor=anchor, future=True),
    ]
