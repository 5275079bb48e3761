"""The panels of the margins scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.gap_panel import GapCurve, gap_panel
from lab.drawing.geometry import round_limits, wider
from lab.drawing.text import number
from lab.lessons.mi_odm.levels import SQUARE, SQUARE_EDGE, SQUARE_FACES, lines, planes
from lab.lessons.mi_odm.margins.view import MAIN, RIVALS
from lab.lessons.mi_odm.spread import KEY, histogram, steps, summary
from widgets import (
    Axis,
    Band,
    Bars,
    Curve,
    Mesh,
    Panel,
    Path,
    Points,
    Segments,
    Text,
    moved,
    row,
)

_BINS = 26
_DASHED = {"dash": "dashed", "dot": "dotted", "dashdot": "dash-dotted"}


def points_panel(view):
    """The points, the boundary with its band, and the rivals' boundaries."""
    d, box = view.problem.X.shape[1], view.box
    draw = _lines if d == 2 else _planes
    names = [f"x{'₁₂₃'[k]}" for k in range(d)]
    return Panel(
        _turned(view),
        [*_rivals(view, box, d), *_points(view), *draw(view, box)],
        *(Axis(name, range=ends) for name, ends in zip(names, box, strict=True)),
        equal=d == 2,
        key="points",
        subtitle="large points pull",
        legend=("f = 0", *(view.rival_label(n) for n in view.rivals), "y = +1", "y = −1"),
    )


def _turned(view):
    if view.stray is None:
        return "The band lies along the clouds"
    if view.run.extra["separable"] and view.margins[-1, view.stray] < 0.0:
        return "One outlier moves the hard machine, not the band"
    return "The band and the outlier"


def _points(view):
    X, y = view.problem.X, view.problem.y
    pull = np.abs(view.result.trace.snapshots["s"][view.at])
    size = 5.0 + 11.0 * np.sqrt(pull / np.maximum(pull.max(axis=1, keepdims=True), 1e-300))
    for sign, symbol, tone, words in ((1.0, "circle", "ink", "y = +1"),
                                      (-1.0, "circle-open", "muted", "y = −1")):  # fmt: skip
        own = y == sign
        yield Points(*X[own].T, size=row(size[:, own]), symbol=symbol, tone=tone, opacity=0.7,
                     label=words)  # fmt: skip
    if view.stray is not None:
        here = X[[view.stray]].T
        yield Points(*here, symbol="circle-open", tone="now", size=22.0, label="outlier")
        deep = {"z": here[2]} if len(here) == 3 else {}
        yield Text(*here[:2], ("  outlier",), tone="now", **deep)


def _edges(view):
    """(level, look) of the boundary and of the band's edges."""
    theta = view.problem.theta
    edges = [(0.0, {"width": 3.0})]
    for level in (1.0 - theta, 1.0 + theta):
        look = {"width": 1.2, "opacity": 0.8, "dash": "solid" if level <= 1.0 else "longdash"}
        edges += [(level, look), (-level, look)]
    return edges[: 3 if theta == 0.0 else None]


def _lines(view, box):
    for level, look in _edges(view):
        ends = lines(view.w, view.b, level, wider(box))
        words = "f = 0" if level == 0.0 else f"f = {number(level, 2)}"
        yield Segments(*(row(ends[:, i, j, None]) for i, j in ((0, 0), (0, 1), (1, 0), (1, 1))),
                       tone="main", label=words, **look)  # fmt: skip


def _planes(view, box):
    A, b = planes(view.w, view.b, 0.0, box)
    yield Mesh(moved(SQUARE, A, b), faces=SQUARE_FACES, tone="main", opacity=0.35, label="f = 0")
    for level, look in _edges(view):
        A, b = planes(view.w, view.b, level, box)
        yield Path(moved(SQUARE_EDGE, A, b), tone="main", ghost=False, label=f"f = {level:.2f}",
                   **look)  # fmt: skip


def _rivals(view, box, d):
    for name, plane in view.rivals.items():
        words, (_, tone, dash) = view.rival_label(name), RIVALS[name]
        looks = {"tone": tone, "dash": dash, "width": 2.0, "label": words, "future": True}
        w, b = plane.w[None], np.array([plane.b])
        if d == 3:
            A, foot = planes(w, b, 0.0, box)
            yield Path(*(SQUARE_EDGE @ A[0].T + foot[0]).T, ghost=False, **looks)
            continue
        (x0, y0), (x1, y1) = lines(w, b, 0.0, wider(box))[0]
        yield Segments([x0], [y0], [x1], [y1], **looks)


def _machines(view):
    """(name, look, margins) of every machine, the machine in question last."""
    for name in view.rivals:
        words, (_, tone, dash) = view.rival_label(name), RIVALS[name]
        yield words, {"tone": tone, "dash": dash, "width": 2.0}, view.rival_margins(name)
    yield "ODM", MAIN | {"width": 2.5}, view.margins


def _range(view):
    """The ends of the axis of margins, which both panels share."""
    every = np.concatenate([m.ravel() for *_, m in _machines(view)])
    low, high = float(every.min()), float(every.max())
    return round_limits(min(low, 0.0) - 0.03 * (high - low), high + 0.03 * (high - low))


def histogram_panel(view):
    """How many margins lie where; above, the mean, the deviation and the minimum of each."""
    ends, T = _range(view), len(view)
    edges = np.linspace(*ends, _BINS + 1)
    middle, machines = 0.5 * (edges[1:] + edges[:-1]), list(_machines(view))
    heights = histogram(view.margins, edges)
    others = [(words, look, histogram(m, edges)) for words, look, m in machines[:-1]]
    top = max([heights.max(), *(h.max() for *_, h in others)])
    marks = [*_band(view, top)]
    marks.append(Bars(middle, row(heights), tone="main", opacity=0.55, label="ODM",
                      thickness=0.9 * (edges[1] - edges[0])))  # fmt: skip
    for words, look, h in others:
        marks.append(Curve(np.repeat(edges, 2)[1:-1], np.repeat(h, 2), label=words, **look))
    for k, (words, look, m) in enumerate(reversed(machines)):
        height = top * (1.12 + 0.13 * k)
        marks += summary(m, height, look, words, T)
    return Panel(
        "The whole distribution, not its edge",
        [*marks, _zero(1.5 * top)],
        Axis(f"margin {view.unit}", range=ends),
        Axis("points, %", range=(0.0, 1.12 * top + 0.13 * top * len(machines))),
        key="histogram",
        legend={"ODM": "ODM"} | KEY,
    )


def _zero(top):
    return Segments([0.0], [0.0], [0.0], [top], tone="ink", width=1.0, label="margin 0")


def _band(view, top):
    """The band, where margins are in its units."""
    if view.raw and view.problem.theta > 0.0:
        ends = np.array([1.0 - view.problem.theta, 1.0 + view.problem.theta])
        yield Band(ends, [0.0, 0.0], [2.0 * top, 2.0 * top], tone="good", fill=0.12,
                   label="the band 1 ± θ")  # fmt: skip


def cumulative_panel(view):
    """The share of margins up to each value, and the numbers."""
    ends, T, machines = _range(view), len(view), list(_machines(view))
    marks = [*_band(view, 1.0), _zero(1.0)]
    for words, look, m in machines:
        marks.append(steps(m, look, words, T))
    return Panel(
        "Steep is a small variance",
        marks,
        Axis(f"margin {view.unit}", range=ends),
        Axis("share below", range=(-0.03, 1.03)),
        key="cumulative",
        subtitle="named with mean, variance and minimum",
    )


def last_panel(view, tolerance):
    """The way of theta, or the certified gap."""
    if view.run.extra["path"] is None:
        return _gap(view, tolerance)
    path, theta = view.run.extra["path"](), view.problem.theta
    here = float(np.interp(theta, path.theta, path.angle))
    top, hard = max(1.15 * float(path.angle.max()), 1.0), view.run.extra["separable"]
    limit = "hard margin" if hard else "C = 10⁴ stands in"
    first = "least squares" if view.problem.nu == 1.0 else "ν = 1: least squares"
    marks = [
        Curve(path.theta, path.angle, tone="main", width=2.5, markers=True, ghost=False,
              label=f"angle to the w of the {view.rival_label('hard')}"),
        Segments([theta], [0.0], [theta], [top], tone="now", dash="dot", width=1.5, label="θ now"),
        Points([theta], [here], tone="now", size=12.0, label="this θ"),
        Text([0.0], [min(path.angle[0] + 0.06 * top, 0.97 * top)], (first,), tone="muted"),
        Text([0.95], [max(path.angle[-4:]) + 0.07 * top], (limit,), tone="rival1", anchor="left"),
    ]  # fmt: skip
    return Panel(
        "θ leads from squares to the hard margin" if hard else "θ leads away from least squares",
        marks,
        Axis("θ", range=(-0.03, 1.0)),
        Axis("angle, degrees", range=(-0.04 * top, 1.05 * top)),
        key="last",
        subtitle=f"angle to {view.rival_label('hard')}; here {number(here, 2)}°",
    )


def _gap(view, tolerance):
    trace = view.result.trace
    times = trace.iteration.astype(float)
    curve = GapCurve("coordinate descent", "main", "solid", times, trace.gap, view.at, True)
    panel = gap_panel([curve], view.clock.values.astype(float), tolerance * view.problem.lam,
                      "sweeps")  # fmt: skip
    return Panel(panel.title, panel.marks, panel.x, panel.y, key="last", subtitle=panel.subtitle)
