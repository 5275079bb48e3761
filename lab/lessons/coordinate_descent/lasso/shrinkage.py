"""The panel "update" of the lasso scene as a function: the weight that a slope leads to (Fig. 3 of
002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

import numpy as np

from lab.drawing.geometry import round_limits
from lab.drawing.text import number, weight
from widgets import Axis, Band, Curve, Panel, Points, Segments, Text, row


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
