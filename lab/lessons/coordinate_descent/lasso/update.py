"""The panel "update" of the lasso scene: the problem in one weight that a frame solves, or the
weight that a slope leads to (Fig. 3 of 002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

import numpy as np

from lab.drawing.geometry import round_limits
from lab.drawing.text import number, weight
from widgets import Axis, Band, Curve, Panel, Points, Segments, Text, row


def update(view):
    """The problem in one weight that this frame solves."""
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


def shrinkage(view):
    """w = soft(b, λ) / ‖x‖² against the slope b, for the feature of each frame."""
    b, lam = view.slope(), view.lam
    reach = 1.1 * max(np.abs(b).max(), 1.5 * lam, 1e-9)
    x = np.array([-reach, -lam, lam, reach])
    h = np.where(view.curvature > 0.0, view.curvature, np.inf)[:, None]
    y = np.sign(x) * np.maximum(np.abs(x) - lam, 0.0) / h
    free = np.array([-reach, reach]) / h
    high = 1.08 * max(np.abs(y).max(), 1e-9)
    new = np.where(view.started, view.new, view.old)
    names = tuple(f"{weight(d)}: b = {number(v, 2)}" for d, v in zip(view.moving, b, strict=True))
    marks = [
        Band([-lam, lam], [-2.0 * high] * 2, [2.0 * high] * 2, tone="muted", fill=0.13,
             label="|b| ≤ λ: the weight is 0"),
        Curve([-reach, reach], row(free), tone="muted", dash="dot", width=1.5, label="λ = 0"),
        Curve(x, row(y), width=2.5, label="w of b"),
        Segments(row(b), [0.0], row(b), row(new), tone="now", width=1.5,
                 label="this update"),
        Points(row(b), row(new), tone="now", size=9.0, label="lands here"),
        Text([-0.95 * reach], [0.85 * high], names, tone="ink", per_frame=True),
    ]  # fmt: skip
    return Panel(
        "Where a slope leads: 0 on a whole interval",
        marks,
        Axis("slope b if the weight were 0", range=round_limits(-reach, reach), zero=True),
        Axis("the weight", range=round_limits(-high, high), zero=True),
        key="update",
        subtitle="w = sign(b) (|b| − λ)₊ ÷ ‖x‖²",
        legend={"|b| ≤ λ: the weight is 0": "|b| ≤ λ: w = 0", "λ = 0": "without λ"},
    )
