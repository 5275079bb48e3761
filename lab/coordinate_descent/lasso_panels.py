"""The panels "correlations" and "gap" of the lasso scene."""

from __future__ import annotations

import numpy as np

from lab.coordinate_descent.lasso_view import CD, RIVALS, TOL
from lab.words import number, weight
from widgets import Axis, Bars, Curve, Panel, Segments, Text, prefix, row

#: Gaps below this share of the tolerance are drawn here, at the foot of the axis.
_FOOT = 1e-2
#: |x'r| within this share of lam counts as touching it.
TOUCH = 1e-3
STATES = ("at λ, as it should", "passes λ", "below λ, weight 0", "off λ, weight not 0")


def correlations(view):
    """|x_d'r| of every weight against λ: the optimality condition as a picture."""
    c = view.q - view.w @ view.H
    size, top = np.abs(c), _bar_top(view, np.abs(c))
    ends = (-0.6, view.dimension - 0.4)
    places = np.arange(view.dimension)
    marks = [
        Bars(places, row(size), klass=row(bar_states(c, view.w, view.lam)), names=STATES),
        Segments([ends[0]], [view.lam], [ends[1]], [view.lam], tone="ink", label="λ"),
        Text(
            [ends[1]],
            [view.lam + 0.045 * top],
            ("λ",),
            anchor="left",
            tone="ink",
        ),
        *(_bar_words(d, size[:, d], view.lam, top) for d in places),
    ]
    return Panel(
        "Optimal when no bar passes the line",
        marks,
        Axis(range=ends, ticks=(places, [weight(d) for d in places])),
        Axis("|xᵀr|", range=(0.0, top)),
        key="correlations",
        subtitle="|xᵀr| of each feature; where its weight is not 0, the bar must touch λ",
    )


def bar_states(c, w, lam):
    """A class per bar, as in `STATES`: c = X'r and w are (..., D)."""
    near = TOUCH * lam
    touches = np.where(w != 0.0, np.abs(c - lam * np.sign(w)), np.abs(np.abs(c) - lam)) <= near
    passes = np.abs(c) > lam + near
    return np.select([touches, passes, w == 0.0], [0, 1, 2], 3)


def _bar_top(view, size):
    """Height of the axis: λ stays visible, and bars that are taller for a while are cut."""
    most = size.max(axis=1)
    return 1.15 * max(min(most.max(), max(3.0 * view.lam, 1.3 * np.median(most))), view.lam * 1.3)


def _bar_words(d, size, lam, top):
    cut = size > top
    digits = 2 if top > 0.2 else 4
    words = tuple(f"{number(s, digits)}{' ↑' if c else ''}" for s, c in zip(size, cut, strict=True))
    y = np.minimum(size, 0.91 * top) + 0.04 * top
    y = np.where(np.abs(y - lam) < 0.04 * top, lam + 0.04 * top, y)  # clear of the line
    return Text([float(d)], row(y[:, None]), words, per_frame=True, anchor="center", tone="ink")


def gaps(view):
    """Certified gap of every method on one clock."""
    tolerance = TOL * view.run.problem.scale
    foot = _FOOT * tolerance
    last = float(view.clock.values[-1]) or 1.0
    tallest = max(foot * 1e3, *(r.trace.gap[0] for r in view.run.results.values()))
    names = [*view.rivals, CD]
    now = view.clock.values[:, None]
    marks = [
        Segments([0.0], [tolerance], [1.02 * last], [tolerance], tone="good", dash="dash",
                 width=1.0, label="tolerance: 1e-6 of F(0)"),
        Text([0.0], [1.9 * tolerance], ("tolerance",), tone="good"),
        Segments(row(now), np.array([foot]), row(now), np.array([3.0 * tallest]), tone="muted",
                 dash="dot", width=1.0, label="now"),
        *(_gap_curve(view, name, foot) for name in names),
        *_gap_names(view, names, foot, tallest, last),
    ]  # fmt: skip
    return Panel(
        "Proved distance from optimal",
        marks,
        Axis(_AXES[view.run.settings["clock"]], range=(-0.02 * last, 1.34 * last)),
        Axis("gap", log=True, range=(0.6 * foot, 3.0 * tallest)),
        key="gap",
        subtitle="duality gap, certified at every frame",
    )


_AXES = {
    "iterations": "updates; steps of the rivals",
    "work": "coordinate updates (a gradient is one for each weight)",
    "seconds": "seconds of the algorithm alone",
}


def _style(name):
    return RIVALS.get(name, ("coordinate descent", "main", "solid"))


def _gap_curve(view, name, foot):
    words, tone, dash = _style(name)
    shown = slice(view.rows[name][-1] + 1)
    gap = view.run.results[name].trace.gap[shown]
    low = f"; gaps under {foot:.0e}, zero included, are drawn there" if gap.min() < foot else ""
    return Curve(
        prefix(view.times(name)[shown], view.rows[name]),
        prefix(np.maximum(gap, foot), view.rows[name]),
        tone=tone,
        dash=dash,
        width=2.5 if name == CD else 2.0,
        markers=name == CD and len(gap) <= 60,
        label=words + low,
    )


def _gap_names(view, names, foot, tallest, last):
    """A label at each line's end, pushed apart where ends are close."""
    room = 0.065 * np.log10(5.0 * tallest / foot)
    ends = [view.rows[name][-1] for name in names]
    heights = np.log10(
        [max(view.run.results[n].trace.gap[e], foot) for n, e in zip(names, ends, strict=True)]
    )
    placed = spread(heights, room, np.log10(foot))
    for name, end, y in zip(names, ends, placed, strict=True):
        words, tone, _ = _style(name)
        words = "coord. descent" if name == CD else words
        x = float(view.times(name)[end]) + 0.015 * last
        yield Text([x], [10.0**y], (words,), tone=tone)


def spread(values, room, low):
    """`values` moved as little upwards as keeps them `room` apart and not below `low`."""
    placed, floor = np.empty(len(values)), low
    for i in np.argsort(values, kind="stable"):
        placed[i] = max(values[i], floor)
        floor = placed[i] + room
    return placed
