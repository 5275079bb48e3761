"""The panel "touching" of the path scene where there are too many weights to draw the shapes."""

from __future__ import annotations

import numpy as np

from lab.lessons.lars.path.lines import ticks
from widgets import Axis, Curve, Panel, Points, Segments, Text, blend, prefix, row


def sizes(view):
    """eta over lam, and what it would be if the two were inverse to each other."""
    lam, eta, rows = view.lams, view.eta, np.arange(len(view))
    top = 1.1 * eta.max()
    inner = view.path.knots[1:-1] if view.path.knots.size > 2 else view.lams[1:2]
    middle = inner[np.argmin(np.abs(inner - lam[0] / 3.0))]
    product = middle * np.abs(view.path.at(middle)).sum()
    x = np.linspace(max(product / top, 1e-3 * lam[0]), lam[0], 120)
    now = blend(lam[:, None])
    marks = [
        Curve(x, product / x, tone="muted", dash="dash", width=1.5, label="if λη were constant"),
        Text([product / (0.8 * top)], [0.8 * top], ("if λη were constant",), tone="muted",
             anchor="left"),
        Curve(prefix(lam, rows), prefix(eta, rows), width=2.6, label="η(λ) = ‖w(λ)‖₁"),
        Segments(row(lam[:, None]), row(eta[:, None]), now, blend(eta[:, None]), width=2.6),
        Points(lam[view.knot >= 0], eta[view.knot >= 0], symbol="circle-open", tone="ink", size=6.0,
               label="knot", future=True),
        Segments(now, [-0.04 * top], now, [top], tone="now", width=1.4, label="λ now"),
        Points(now, blend(eta[:, None]), tone="now", size=9.0, label="η now"),
    ]  # fmt: skip
    at = ticks(lam[-1], lam[0])
    room = 0.03 * (lam[0] - lam[-1])
    return Panel(
        "η grows as λ falls, but not as 1/λ",
        marks,
        Axis(
            "λ, falling", range=(lam[0] + room, lam[-1] - room), ticks=(at, [f"{v:g}" for v in at])
        ),
        Axis("η = ‖w‖₁", range=(-0.04 * top, top)),
        key="touching",
        subtitle="the size η(λ) of the solution, straight between knots",
    )
