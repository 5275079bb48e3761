"""The panel "update" of the lasso scene: the problem in one weight that a frame solves."""

from __future__ import annotations

import numpy as np

from lab.drawing.geometry import round_limits
from widgets import Axis, Curve, Panel, Points, row


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
        *_landing(view, top),
    ]
    return Panel(
        "One parabola, one kink",
        marks,
        Axis("the weight that moves", range=(x[0], x[-1]), zero=True),
        Axis("F along it, shifted", range=round_limits(-0.08 * top, top)),
        key="update",
        subtitle="the other weights stay",
        legend={
            "loss": "loss",
            "λ|w|": "λ|w|",
            "their sum: F": "their sum: F",
            "before": "before",
            "after the update": "after",
        },
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


def _landing(view, top):
    """Where the weight was and where it lands."""
    old_y, new_y = (np.minimum(_along(view, w), 0.95 * top) for w in (view.old, view.new))
    yield Points(
        *_dots(view.old, old_y), symbol="circle-open", tone="ink", size=11.0, label="before"
    )
    yield Points(*_dots(view.new, new_y), tone="now", size=11.0, label="after the update")


def _dots(x, y):
    """One point per frame as fields."""
    return row(x), row(y)
