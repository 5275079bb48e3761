"""The panel "update" of the lasso scene: the problem in one weight that a frame solves."""

from __future__ import annotations

import numpy as np

from lab.drawing.geometry import round_limits
from lab.drawing.text import format_distinct, number, weight
from widgets import Axis, Curve, Panel, Points, Text, row

#: Where the name of the loss stands, as a share of the height of its panel.
_NAME_HEIGHT = 0.86


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
        Axis("F along it, shifted", range=round_limits(-0.16 * top, top)),
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
    x = np.union1d(np.linspace(*round_limits(low - margin, high + margin), 72), [0.0])
    before = np.quantile(_along(view, view.old), 0.9)
    after = _along(view, view.new)[view.started].max(initial=0.0)
    height = 1.2 * max(before, after, 1.1 * view.lam * np.abs(x).max())
    return x, round_limits(0.0, height)[1]


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
    verb = np.where(view.started, "was", "is")
    mark = np.where(_along(view, view.old) > 0.95 * top, " ↑", "")
    words = [
        f"{v} {_pair(old, new)[0]}{m}"
        for v, old, new, m in zip(verb, view.old, view.new, mark, strict=True)
    ]
    return tuple(np.where(view.stays, "", words).tolist())


def _lands(view):
    words = [
        f"stays at {number(new, 2)}" if stays else f"lands {_pair(old, new)[1]}"
        for old, new, stays in zip(view.old, view.new, view.stays, strict=True)
    ]
    return tuple(np.where(view.started, words, "").tolist())


def _pair(old, new):
    """Both values with two decimals, or with as many as tell them apart."""
    return (number(old, 2), "") if np.isnan(new) else format_distinct(old, new, 2)


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
