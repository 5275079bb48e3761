"""The panels "correlations" and "gap" of the lasso scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.gap_panel import GapCurve, gap_panel
from lab.drawing.text import number, weight
from lab.lessons.coordinate_descent.lasso.view import CD, METHODS, TOL
from widgets import Axis, Bars, Panel, Segments, Text, row

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
        *(_bar_labels(d, size[:, d], view.lam, top) for d in places),
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


def _bar_labels(d, size, lam, top):
    cut = size > top
    digits = 2 if top > 0.2 else 4
    words = tuple(f"{number(s, digits)}{' ↑' if c else ''}" for s, c in zip(size, cut, strict=True))
    y = np.minimum(size, 0.91 * top) + 0.04 * top
    y = np.where(np.abs(y - lam) < 0.04 * top, lam + 0.04 * top, y)  # clear of the line
    return Text([float(d)], row(y[:, None]), words, per_frame=True, anchor="center", tone="ink")


def gaps(view):
    """Certified gap of every method on one clock."""
    tolerance = TOL * view.run.problem.scale
    curves = [
        GapCurve(*_style(name), view.times(name), r.trace.gap, view.rows[name], name == CD)
        for name, r in reversed(view.run.results.items())
    ]
    return gap_panel(curves, view.clock.values, tolerance, _AXES[view.run.settings["clock"]])


_AXES = {
    "iterations": "updates; steps of the rivals",
    "work": "coordinate updates (a gradient is one for each weight)",
    "seconds": "seconds of the algorithm alone",
}


def _style(name):
    look = METHODS[name]
    return look._replace(label="coord. descent") if name == CD else look
