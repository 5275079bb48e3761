"""The panels "update", "correlations" and "gap" of the lasso scene."""

from __future__ import annotations

import numpy as np

from lab.coordinate_descent.lasso_view import CD, RIVALS, TOL
from lab.words import apart, number, weight
from widgets import Axis, Bars, Curve, Panel, Points, Segments, Text, prefix, row

#: Gaps below this share of the tolerance are drawn here, at the foot of the axis.
_FOOT = 1e-2
#: Where the name of the loss stands, as a share of the height of its panel.
_NAME_HEIGHT = 0.86
#: |x'r| within this share of lam counts as touching it.
TOUCH = 1e-3
STATES = ("at λ, as it should", "passes λ", "below λ, weight 0", "off λ, weight not 0")


def update(view):
    """The problem in one weight that this frame solves (Fig. 3 of the source)."""
    x, top = _window(view)
    h, best = view.curvature[:, None], _unpenalised(view)[:, None]
    loss = 0.5 * h * (x - best) ** 2
    price = view.lam * np.abs(x)
    high = 3.0 * top  # far above the window, so that short integers keep their digits
    marks = [
        Curve(x, row(np.minimum(loss, high)), tone="muted", dash="dot", width=1.5, label="loss"),
        Curve(x, price, tone="muted", dash="dash", width=1.5, label="λ|w|"),
        Curve(x, row(np.minimum(loss + price, high)), width=2.5, label="their sum: F"),
        *_landing(view, x, top),
        *_curve_names(view, x, top),
    ]
    return Panel(
        "The update now: one parabola, one kink",
        marks,
        Axis("the weight that moves", range=(x[0], x[-1]), zero=True),
        Axis("F along it, shifted", range=(-0.16 * top, top)),
        key="update",
        subtitle="loss (dotted) + λ|w| (dashed) = F (strong); the other weights stay",
    )


def _unpenalised(view):
    """Where the loss alone would be least along the moving weight (T,)."""
    h = view.curvature
    return view.old + np.divide(view.correlation, h, out=np.zeros_like(h), where=h > 0.0)


def _along(view, w):
    """The shifted F at values w (T,) of the moving weight."""
    return 0.5 * view.curvature * (w - _unpenalised(view)) ** 2 + view.lam * np.abs(w)


def _window(view):
    """x (n,), with the kink in it, and the height at which the picture is cut.

    It holds every landing and nine in ten of the points before a move: the first moves come from
    so high that the kink would be too small to see; those are marked at the upper edge.
    """
    values = np.concatenate([view.old, view.new[view.started], [0.0]])
    low, high = values.min(), values.max()
    margin = 0.15 * (high - low) or 1.0
    x = np.union1d(np.linspace(low - margin, high + margin, 72), [0.0])
    before = np.quantile(_along(view, view.old), 0.9)
    after = _along(view, view.new)[view.started].max(initial=0.0)
    return x, 1.2 * max(before, after, 1.1 * view.lam * np.abs(x).max())


def _landing(view, x, top):
    """Where the weight was and where it lands, with the words beside and under them."""
    old_y, new_y = (np.minimum(_along(view, w), 0.95 * top) for w in (view.old, view.new))
    yield Points(
        *_dots(view.old, old_y), symbol="circle-open", tone="ink", size=11.0, label="before"
    )
    yield Points(*_dots(view.new, new_y), tone="now", size=11.0, label="after the update")
    text = {"per_frame": True, "anchor": "center", "tone": "ink"}
    side = _beside(view, x)
    yield Text(
        *_dots(view.old + side, np.minimum(old_y + 0.05 * top, 0.95 * top)), _was(view, top), **text
    )
    yield Text(*_dots(view.new, new_y - 0.08 * top), _lands(view), **text)


def _dots(x, y):
    """One point per frame as fields."""
    return row(x[:, None]), row(y[:, None])


def _beside(view, x):
    """How far right of the old point its words stand: away from the new one, inside the picture."""
    side = 0.1 * (x[-1] - x[0]) * np.where(view.new < view.old, 1.0, -1.0)
    end = view.old + 1.2 * side
    return np.where((end > x[0]) & (end < x[-1]), side, -side)


def _was(view, top):
    high = _along(view, view.old) > 0.95 * top
    return tuple(
        ""
        if start and new == old
        else f"{'was' if start else 'is'} {_pair(old, new)[0]}{' ↑' if up else ''}"
        for start, old, new, up in zip(view.started, view.old, view.new, high, strict=True)
    )


def _lands(view):
    return tuple(
        f"{'stays at' if new == old else 'lands'} {_pair(old, new)[1]}" if start else ""
        for start, old, new in zip(view.started, view.old, view.new, strict=True)
    )


def _pair(old, new):
    """Both values with two decimals, or with as many as tell them apart."""
    return (number(old, 2), "") if np.isnan(new) else apart(old, new, 2)


def _curve_names(view, x, top):
    """Labels at the curves: where each leaves the picture, on the side with more room."""
    best, h = _unpenalised(view), np.maximum(view.curvature, 1e-300)
    reach = np.sqrt(2.0 * _NAME_HEIGHT * top / h)
    width = x[-1] - x[0]
    right = x[-1] - (best + reach) > (best - reach) - x[0]
    at = np.where(right, best + reach + 0.13 * width, best - reach - 0.13 * width)
    at = np.clip(at, x[0] + 0.12 * width, x[-1] - 0.12 * width)
    words = tuple(f"loss along {weight(d)}" for d in view.moving)
    y = np.full((len(view), 1), _NAME_HEIGHT * top)
    yield Text(row(at[:, None]), row(y), words, per_frame=True, anchor="center", tone="muted")
    edge = x[0] if -x[0] > x[-1] else x[-1]
    where = edge - 0.07 * width * np.sign(edge)
    yield Text(
        [where], [view.lam * abs(where) + 0.07 * top], ("λ|w|",), anchor="center", tone="muted"
    )


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
    "iterations": "updates (coordinate descent) or steps (its rivals)",
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
