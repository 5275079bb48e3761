"""The panels beside the points: the conditions, the bias, the proof."""

from __future__ import annotations

import numpy as np

from lab.clock import times
from lab.drawing.gap_panel import GapCurve, gap_panel
from lab.drawing.text import number
from lab.lessons.interior_point.methods import METHODS
from lab.lessons.interior_point.svm.case import TOL
from lab.lessons.interior_point.svm.marks import KEY, marked, mover
from lab.lessons.interior_point.svm.view import losses
from widgets import Axis, Curve, Panel, Path, Points, Segments, Text, row

#: Margins beyond these are drawn at the edge.
MARGINS = (-2.0, 4.0)
_BIASES = 61
#: The best biases are told as an interval where it is wider than this share of a margin.
WIDE = 0.01
#: clock -> title of its axis.
AXES = {"iterations": "iterations", "work": "columns of Q used"}


def third_panel(view):
    """What the knob "third" asks for."""
    return _bias(view) if view.settings["third"] == "bias" else _margins(view)


def _margins(view):
    """Margin against x_i: at the optimum every point lies on a line with two corners."""
    low, high = MARGINS
    top, C = view.top(), view.C
    places = np.clip(view.y * view.h, low, high), np.minimum(view.x, top)
    marks = [
        Path([high, 1.0, 1.0, low], [0.0, 0.0, C, C], tone="good", dash="dash", width=2.0,
             ghost=False, label="where optimal points lie"),
        *marked(view, places),
        mover(view, places),
    ]  # fmt: skip
    return Panel(
        "Optimal: all points on the broken line",
        marks,
        Axis("margin yᵢ h(zᵢ)", range=(low - 0.15, high + 0.15)),
        Axis("xᵢ", range=(-0.06 * top, 1.1 * top)),
        key="margins",
        subtitle="xᵢ = 0 from margin 1 on, C up to it",
        legend=KEY,
    )


def _bias(view):
    """What another bias would cost: nothing over a whole interval where all support vectors are
    bounded."""
    low, high = _bias_range(view)
    place = np.linspace(low, high, _BIASES)
    above, f = losses(view, place) - losses(view), view.frame
    top = 1.15 * float(above[-1].max())
    above = np.minimum(above, top)
    ends, ground = np.clip(view.bias, low, high)[f], np.zeros((len(view), 1))
    text = tuple(bias_caption(view, k) for k in range(len(view)))
    middle = row(ends.mean(axis=1, keepdims=True))
    marks = [
        Curve(place, row(above[f]), tone="main", ghost=False, label="loss above the least"),
        Segments(row(ends[:, :1]), row(ground), row(ends[:, 1:]), row(ground), tone="now",
                 width=6.0, label="the best biases"),
        Points(middle, row(ground), tone="now", size=10.0, label="the bias in use"),
        Text(middle, row(ground), text, tone="ink", anchor="below", per_frame=True),
    ]  # fmt: skip
    return Panel(
        "Which bias? The one with the least loss",
        marks,
        Axis("bias β", range=(low, high)),
        Axis("mean loss above the least", range=(-0.16 * top, top)),
        key="bias",
        subtitle="loss max(0, 1 − yᵢ h(zᵢ)) if β moved",
        legend=("the best biases", "the bias in use"),
    )


def _bias_range(view):
    """(low, high): the best biases of the last frame and as much again, at least 1, beside."""
    low, high = view.bias[-1]
    room = max(1.0, 0.7 * (high - low))
    return float(low - room), float(high + room)


def bias_caption(view, k):
    """The bias of frame `k`, or its interval where that is wide."""
    low, high = view.bias[view.frame[k]]
    if high - low > WIDE:
        return f"any β in [{number(low)}, {number(high)}]"
    return f"β = {number(0.5 * (low + high))}"


def gaps_panel(view, log=False):
    """The certified gap of the method and of its rivals; log: whether the clock's axis is."""
    kind = view.settings["clock"]
    curves = [
        GapCurve(m.label, m.tone, m.dash, times(trace, kind).astype(float), trace.gap,
               view.rows[name], name == view.run.main)
        for name, trace in reversed(view.run.traces.items())
        for m in [METHODS[name]]
    ]  # fmt: skip
    limit = TOL * view.run.result.certificate.scale
    now = view.clock.values.astype(float)
    return gap_panel(curves, now, limit, AXES[view.settings["clock"]], log=log)
