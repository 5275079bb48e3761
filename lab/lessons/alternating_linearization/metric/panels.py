"""The panels of the metric scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.gap_panel import GapCurve, gap_panel
from lab.drawing.geometry import HERO, unit_sphere, window
from lab.drawing.text import number
from lab.lessons.alternating_linearization.case import TOL
from lab.lessons.alternating_linearization.marks import ball_maps, outline, point_marks
from lab.lessons.alternating_linearization.metric.floor import floor_panel
from widgets import (
    Axis,
    Band,
    Bars,
    Curve,
    Heatmap,
    Mesh,
    Panel,
    Path,
    Points,
    Segments,
    Text,
    moved,
    prefix,
    row,
)  # fmt: skip

#: More than so many pairs are drawn faintly.
_MANY = 40
#: Names that would not fit under their bars.
_SHORT = {"Euclidean": "Eucl.", "Mahalanobis": "Mahal."}


def points_panel(view):
    """Points, pairs, and the unit balls of M0, M_k, Y_k and the optimum."""
    case, d = view.case, view.d
    centre = case.X.mean(axis=0)
    fixed = ball_maps(np.array([case.prior, view.optimum]))
    reach = np.einsum("nd,tad->tna", outline(d), fixed).reshape(-1, d) + centre
    box = window(np.vstack([case.X, reach]), 0.06, HERO if d == 2 else None)
    longest = 3.0 * max(b - a for a, b in box)
    marks = [*_pairs(case), *point_marks(case), *_balls(view, centre, fixed, longest)]
    return Panel(
        "The ball stretches along what does not matter",
        marks,
        *(Axis(f, range=tuple(ends)) for f, ends in zip(case.features, box, strict=True)),
        equal=d == 2,
        key="points",
        subtitle="unit balls",
        legend=("M₀, the prior", "Mₖ, dense", "Yₖ, sparse", "optimum", "similar", "dissimilar"),
    )


def _pairs(case):
    kinds = (
        (case.similar, "rival2", "solid", "similar"),
        (case.dissimilar, "rival1", "dash", "dissimilar"),
    )
    opacity = 0.55 if len(case.similar) + len(case.dissimilar) <= _MANY else 0.2
    for pairs, tone, dash, words in kinds:
        if len(pairs):
            a, b = case.X[pairs[:, 0]].T, case.X[pairs[:, 1]].T
            deep = {"z0": a[2], "z1": b[2]} if len(a) == 3 else {}
            looks = {"tone": tone, "dash": dash, "width": 1.2, "opacity": opacity, "label": words}
            yield Segments(a[0], a[1], b[0], b[1], **deep, **looks)


def _balls(view, centre, fixed, longest):
    shape, d = outline(view.d), view.d
    b = np.tile(centre, (len(view), 1))
    sparse = np.where(view.snapshot("point_valid")[:, None, None], view.snapshot("Y"), -np.eye(d))
    maps = {"M": ball_maps(view.snapshot("M"), longest), "Y": ball_maps(sparse, longest)}
    still = [shape @ A.T + centre for A in fixed]
    yield Path(*still[0].T, tone="ink", dash="dot", width=1.5, ghost=False, label="M₀, the prior")
    yield Path(
        *still[1].T, tone="good", width=3.5, opacity=0.6, ghost=False, label="optimum", future=True
    )
    looks = {"tone": "now", "width": 1.8, "ghost": False, "label": "Mₖ, dense"}
    yield Path(moved(shape, maps["M"], b), **looks)
    if d == 3:
        sphere, faces = unit_sphere()
        ball = moved(sphere, maps["Y"], b)
        yield Mesh(ball, faces=faces, tone="main", opacity=0.15, label="Yₖ, sparse")
    else:
        ball = moved(shape, maps["Y"], b)
        yield Path(ball, tone="main", width=2.5, fill=0.1, ghost=False, label="Yₖ, sparse")


def matrix_panel(view):
    """Y_k entry by entry; zeros and proved zeros are marked."""
    d, Y = view.d, view.snapshot("Y")
    place, names = np.arange(float(d)), list(view.case.features)
    limit = float(np.abs(Y).max()) or 1.0
    i, j = (a.ravel().astype(float) for a in np.indices((d, d)))
    zero = (Y == 0.0).reshape(len(Y), -1)
    proved = view.proved.reshape(len(Y), -1)
    marks = [
        Heatmap(place, place, row(Y), limits=(-limit, limit), diverging=True, label="Yₖ"),
        _zeros(j, i + 0.22, zero, "circle-open", "now", "zero in Yₖ"),
        _zeros(j, i + 0.22, proved & zero, "circle", "good", "proved zero at the optimum"),
        *_values(Y),
    ]
    return Panel(
        "Entries below the threshold die",
        marks,
        Axis("", range=(-0.5, d - 0.5), ticks=(place, names)),
        Axis("", range=(d - 0.5, -0.5), ticks=(place, names)),
        key="matrix",
        legend=("zero in Yₖ", "proved zero at the optimum"),
    )


def _zeros(x, y, mask, symbol, tone, label):
    shown = row(np.where(mask, y, np.nan))
    return Points(x, shown, symbol=symbol, tone=tone, size=14.0, label=label)


def _values(Y):
    """The number in each cell."""
    for i, j in np.ndindex(Y.shape[1:]):
        words = tuple(number(v) for v in Y[:, i, j])
        yield Text([float(j)], [float(i)], words, tone="ink", anchor="center", per_frame=True)


def proof_panel(view):
    """The certified gap with its predicted rate, the two values that enclose the optimum, or what
    smoothing costs."""
    panels = {"gap": _gap_panel, "values": _values_panel, "floor": floor_panel}
    return panels[view.settings["proof"]](view)


def _gap_panel(view):
    trace, d = view.result.trace, view.d
    gap = np.where(np.isfinite(trace.gap), np.maximum(trace.gap, 0.0), np.inf)
    times = trace.iteration.astype(float)
    curve = GapCurve("certified", "main", "solid", times, gap, view.at, True, named=False)
    panel = gap_panel([curve], view.clock.values.astype(float), TOL * d, "iterations")
    marks = [*panel.marks, *_predicted(view), *_blind(view, panel.y.range[1])]
    return Panel(
        panel.title, marks, panel.x, panel.y, key="gap",
        subtitle="P − D, certified",
        legend={
            "q², the rate near M*": "q², the rate near M*",
            "Σ + U not positive definite": "no dual point of its own",
        },
    )  # fmt: skip


def predicted(view):
    """(k0, gap at k0, q, k1): where the prediction begins, its rate, where it ends; or None.

    Begins halfway, when the zeros are found. Near M* errors shrink by q at least, gaps by q^2 on
    the whole; how the gap falls before, or where its dual points come late, q does not say.
    """
    trace = view.result.trace
    last = len(trace) - 1
    first = min(max(1, len(trace) // 2), last)
    q, gap = float(trace.snapshots["rate"][last]), float(trace.gap[first])
    if last - first < 3 or not (0.0 < q < 1.0 and 0.0 < gap < np.inf):
        return None
    return trace.iteration[first], gap, q, trace.iteration[last]


def measured(view):
    """The factor by which the gap fell per iteration over the stretch of `predicted`."""
    first, gap, _, last = predicted(view)
    end = view.result.trace.gap[-1]
    return (max(end, 1e-15) / gap) ** (1.0 / (last - first))


def _predicted(view):
    found = predicted(view)
    if found is None:
        return
    first, gap, q, last = found
    x = np.linspace(first, last, 40)
    # Ends at the foot of the axis, so that a prediction far below keeps its slope.
    y = gap * q ** (2.0 * (x - first))
    keep = y >= 1e-2 * TOL * view.d
    words = f"q² = {number(q * q)}"
    looks = {"tone": "ink", "dash": "dash", "width": 1.3, "ghost": False}
    yield Curve(x[keep], y[keep], label="q², the rate near M*", **looks)
    mid = int(np.count_nonzero(keep) // 3)
    yield Text([x[mid]], [3.0 * y[mid]], (words,), tone="ink")


def _blind(view, top):
    """Frames in which none of the method's own dual points was feasible."""
    trace = view.result.trace
    rows = np.flatnonzero(~trace.snapshots["dual_valid"].astype(bool))
    if not rows.size:
        return
    gap = np.clip(trace.gap[rows], None, 0.7 * top)
    gap = np.where(np.isfinite(gap) & (gap > 0.0), gap, 0.7 * top)
    x = trace.iteration[rows].astype(float)
    yield Points(x, gap, symbol="x", tone="now", size=9.0, label="Σ + U not positive definite")


def _values_panel(view):
    trace, at = view.result.trace, view.at
    steps = trace.iteration.astype(float)
    P, D = np.minimum.accumulate(trace.objective), np.maximum.accumulate(trace.bound)
    P, D = (np.where(np.isfinite(v), v, np.nan) for v in (P, D))
    x, above, below = prefix(steps, at), prefix(P, at), prefix(D, at)
    ring = {"symbol": "circle-open", "size": 11.0, "label": "this frame"}
    marks = [
        Band(x, below, above, tone="main", fill=0.12, label="not known yet"),
        Curve(x, above, tone="main", label="P, best so far"),
        Curve(x, below, tone="rival2", dash="dash", label="D, best so far"),
        Points(row(steps[at]), row(P[at]), tone="main", **ring),
        Points(row(steps[at]), row(D[at]), tone="rival2", **ring),
    ]
    return Panel(
        "The optimum lies between", marks, Axis("iterations"), Axis("value"), key="gap",
        subtitle="best so far",
        legend={"P, best so far": "primal value P", "D, best so far": "dual value D"},
    )  # fmt: skip


def errors_panel(view):
    """1-NN error of this frame's metric beside metrics that take no iteration or no neighbours."""
    bars = view.run.extra["errors"]()
    now = view.run.extra["now"][view.at]
    names = list(bars)
    heights = np.tile([100.0 * bars[n] for n in names], (len(view), 1))
    here = names.index(view.run.extra["main"])
    heights[:, here] = 100.0 * now
    missing = ~np.isfinite(heights)
    top = max(10.0, 1.25 * float(np.nanmax(heights)))
    drawn, places = np.where(missing, 0.0, heights), np.arange(float(len(names)))
    others = places != here
    marks = [
        Bars(places[others], drawn[0, others], tone="faint", label="other metrics"),
        Bars([float(here)], row(drawn[:, [here]]), tone="main", label="this frame"),
        *(_above(x, drawn[:, i], heights[:, i]) for i, x in enumerate(places)),
    ]
    return Panel(
        "Does it help to find neighbours?",
        marks,
        Axis("", range=(-0.6, len(names) - 0.4), ticks=(places, [_SHORT.get(n, n) for n in names])),
        Axis("error, %", range=(0.0, top)),
        key="errors",
        subtitle=f"nearest labelled point; {len(view.case.hidden())} others",
        legend={"this frame": f"{view.run.extra['main']}, this frame"},
    )


def _above(x, tops, errors):
    """The error above its bar, or that there is no metric."""
    words = tuple(f"{e:.1f} %" if np.isfinite(e) else "no metric" for e in errors)
    return Text([x], row(tops), words, tone="ink", anchor="above", per_frame=True)
