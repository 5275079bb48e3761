"""The panels that both scenes of the trained machine share."""

from __future__ import annotations

import numpy as np

from lab.interior_point.methods import METHODS
from lab.interior_point.svm_case import TOL
from lab.interior_point.svm_view import BOUNDED, FREE, STATES, ZERO, losses
from lab.proof import Runner, gap_panel
from lab.words import number
from widgets import Axis, Bars, Curve, Panel, Path, Points, Segments, Text, ragged, row
from widgets.marks import MAX_BARS

#: (state, label) -> (symbol, tone): a state has its colour, a class its family of shapes.
LOOKS = {
    (ZERO, 1.0): ("circle-open", "muted"),
    (ZERO, -1.0): ("square-open", "muted"),
    (FREE, 1.0): ("circle", "main"),
    (FREE, -1.0): ("square", "main"),
    (BOUNDED, 1.0): ("triangle-up", "rival1"),
    (BOUNDED, -1.0): ("triangle-down", "rival1"),
}
#: The same in space, where there are no triangles, and crosses depend on the fonts.
LOOKS_IN_SPACE = LOOKS | {
    (BOUNDED, 1.0): ("diamond", "rival1"),
    (BOUNDED, -1.0): ("diamond-open", "rival1"),
}
#: Class numbers of bars: their colours are those of `LOOKS`.
_BAR = {ZERO: 7, FREE: 0, BOUNDED: 1}
_SMALL, _LARGE = 7.0, 12.0
#: Margins beyond these are drawn at the edge.
MARGINS = (-2.0, 4.0)
_BIASES = 61
_AXES = {"iterations": "iterations", "work": "columns of Q used"}


def marked(view, coordinates, size=1.0):
    """`Points` of each state and class, moving: coordinates (d, R, n) of the shown rows."""
    sizes = size * (_SMALL + (_LARGE - _SMALL) * np.sqrt(view.x / view.C))
    looks = LOOKS if view.case.cloud.X.shape[1] == 2 else LOOKS_IN_SPACE
    state_of, fields = view.state[view.frame], [*coordinates, sizes]
    for (state, label), (symbol, tone) in looks.items():
        here = (state_of == state) & (view.y == label)
        frame, point = np.nonzero(here)
        offsets = np.concatenate([[0], np.cumsum(here.sum(axis=1))])
        *places, area = (ragged(f[view.frame[frame], point], offsets) for f in fields)
        yield Points(
            *places,
            size=area,
            symbol=symbol,
            tone=tone,
            label=f"{STATES[state]}, class {'+1' if label > 0.0 else '−1'}",
        )


def mover(view, coordinates, size=17.0):
    """An orange ring around the point whose x_i moved most; coordinates (d, R, n)."""
    i, r = view_movers(view), view.frame
    fields = [row(c[r, i][:, None]) for c in coordinates]
    return Points(*fields, symbol="circle-open", tone="now", size=size, label="moved most")


def view_movers(view):
    """The point (T,) whose x_i moved most since the frame before; in the first, the largest."""
    x = view.x[view.frame]
    moves = np.abs(np.diff(x, axis=0))
    first = int(np.argmax(x[0]))
    return np.concatenate([[first], moves.argmax(axis=1)])


def box_panel(view):
    """Every x_i in [0, C]; of many points, how many are in each state."""
    return _bars(view) if view.x.shape[1] <= MAX_BARS else _counts(view)


def _bars(view):
    order = np.lexsort((-view.x[-1], -view.y))
    n, plus = len(order), int(np.count_nonzero(view.y > 0.0))
    place = np.empty(n)
    place[order] = np.arange(1.0, n + 1.0) + (np.arange(n) >= plus)
    klass = np.take([_BAR[s] for s in (ZERO, FREE, BOUNDED)], view.state)
    i = view_movers(view)
    tall = view.x[view.frame, i]
    marks = [
        Bars(place, row(view.x[view.frame]), klass=row(klass[view.frame]), thickness=0.9,
             names=_names(), label="xᵢ"),
        Segments([0.0], [view.C], [n + 2.0], [view.C], tone="ink", dash="dash", width=1.2,
                 label="C"),
        Text([n + 2.0], [view.C], (f"C = {number(view.C, 2)}",), tone="ink", anchor="right"),
        Points(row(place[i][:, None]), row(tall[:, None]), tone="now", symbol="circle-open",
               size=11.0, label="moved most"),
    ]  # fmt: skip
    middles = [0.5 * (plus + 1), 0.5 * (n + plus + 3)]
    return Panel(
        "Multipliers in their box",
        marks,
        Axis("", range=(-1.0, 1.14 * n + 4.0), ticks=(middles, ["class +1", "class −1"])),
        Axis("xᵢ", range=(0.0, 1.12 * view.C)),
        key="box",
        subtitle="xᵢ by class, blue: free, hatched: at C; both classes sum to the same",
    )


def _names():
    """What the classes of bars mean, by their number."""
    names = [""] * 8
    for state, klass in _BAR.items():
        names[klass] = STATES[state]
    return tuple(names)


def _counts(view):
    """Points per state and class."""
    kinds = [(s, label) for s in (ZERO, FREE, BOUNDED) for label in (1.0, -1.0)]
    counts = np.stack(
        [((view.state == s) & (view.y == label)).sum(axis=1) for s, label in kinds], axis=1
    )
    shown, place = counts[view.frame], np.arange(6.0) + 0.4 * (np.arange(6) // 2)
    marks = [
        Bars(place, row(shown), klass=np.array([_BAR[s] for s, _ in kinds]), thickness=0.8,
             names=_names(), label="points"),
        *(_count(place[i], shown[:, i], label) for i, (_, label) in enumerate(kinds)),
    ]  # fmt: skip
    ticks = 0.5 * (place[::2] + place[1::2]), list(STATES)
    return Panel(
        "How many are in the box, how many at its sides",
        marks,
        Axis("xᵢ", range=(-0.8, place[-1] + 0.8), ticks=ticks),
        Axis("points", range=(0.0, 1.15 * max(1, counts.max()))),
        key="box",
        subtitle="points with xᵢ at 0, between, and at C; left +1, right −1",
    )


def _count(place, counts, label):
    """The number of points (T,) above their bar."""
    sign = "+1" if label > 0.0 else "−1"
    words = tuple(f"{count} of {sign}" for count in counts)
    return Text([place], row(counts[:, None]), words, tone="ink", anchor="above", per_frame=True)


def third_panel(view):
    """What the knob "third" asks for."""
    return _bias(view) if view.settings["third"] == "bias" else _margins(view)


def _margins(view):
    """Margin against x_i: at the optimum every point lies on a line with two corners."""
    low, high = MARGINS
    margins = np.clip(view.y * view.h, low, high)
    C = view.C
    places = (margins, view.x)
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
        Axis("xᵢ", range=(-0.06 * C, 1.1 * C)),
        key="margins",
        subtitle="xᵢ = 0 at margins ≥ 1, between at 1, xᵢ = C at margins ≤ 1",
    )


def _bias(view):
    """The losses as a function of the bias: flat at the bottom where all support vectors are
    bounded."""
    low, high = _bias_range(view)
    place = np.linspace(low, high, _BIASES)
    loss = losses(view, place)
    least = losses_at(view)
    ends = np.clip(view.bias, low, high)
    f = view.frame
    said = tuple(bias_words(view, k) for k in range(len(view)))
    top = 1.15 * float(max(loss[-1].max(), least.max()))
    marks = [
        Curve(place, row(loss[f]), tone="main", ghost=False, label="mean loss"),
        Segments(row(ends[f, :1]), row(least[f, None]), row(ends[f, 1:]), row(least[f, None]),
                 tone="now", width=6.0, label="the best biases"),
        Points(row(ends.mean(axis=1)[f, None]), row(least[f, None]), tone="now", size=10.0,
               label="the bias in use"),
        Text(row(ends.mean(axis=1)[f, None]), row(least[f, None]), said, tone="ink",
             anchor="below", per_frame=True),
    ]  # fmt: skip
    return Panel(
        "Which bias? The one with the least loss",
        marks,
        Axis("bias β", range=(low, high)),
        Axis("mean loss", range=(-0.16 * top, top)),
        key="bias",
        subtitle="mean of max(0, 1 − yᵢ h(zᵢ)) if β moved; orange: every bias that is best",
    )


def losses_at(view):
    """The mean loss (R,) at the bias in use."""
    return np.maximum(1.0 - view.y * view.h, 0.0).mean(axis=1)


def _bias_range(view):
    """(low, high): the best biases of the last frame and as much again, at least 1, beside."""
    low, high = view.bias[-1]
    room = max(1.0, 0.7 * (high - low))
    return float(low - room), float(high + room)


def bias_words(view, k):
    """The bias of frame `k`, or its interval where no support vector is free."""
    r = view.frame[k]
    low, high = view.bias[r]
    if view.loose()[r] and number(low) != number(high):
        return f"any β in [{number(low)}, {number(high)}]"
    return f"β = {number(0.5 * (low + high))}"


def gaps_panel(view):
    """The certified gap of the method and of its rivals."""
    column = {"iterations": "iteration", "work": "work"}[view.settings["clock"]]
    runners = [
        Runner(m.words, m.tone, m.dash, getattr(trace, column).astype(float), trace.gap,
               view.rows[name], name == view.run.main)
        for name, trace in reversed(view.run.traces.items())
        for m in [METHODS[name]]
    ]  # fmt: skip
    limit = TOL * abs(view.run.result.certificate.objective)
    now = view.clock.values.astype(float)
    return gap_panel(runners, now, limit, _AXES[view.settings["clock"]])
