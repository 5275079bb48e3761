"""The panel "curve" of the affinity scene: the smallest eigenvalue of Sigma over beta."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number
from lab.lessons.alternating_linearization.affinity.view import BETAS
from widgets import Axis, Curve, Panel, Points, Segments, Text, row

#: Words are so long: their end is at this multiple of the beta at which they begin.
_WIDE = 3.2


def curve_panel(view):
    """lambda_min(Sigma) over beta, -rho, beta_max, and where no metric is left."""
    low, high = _range(view)
    left, right = BETAS[0], BETAS[-1]
    rho, beta = view.rho, view.settings["beta"]
    ground = -rho
    marks = [
        Segments([left], [ground], [right], [ground], tone="ink", dash="dash", width=1.2,
                 label="−ρ"),
        Text([1.15 * left], [ground - 0.06 * (high - low)], (f"−ρ = −{number(rho)}",), tone="ink"),
        Curve(BETAS, _inside(view.lows[0], low), tone="muted", dash="dot", width=1.5,
              label="t = 0: the pairs alone"),
        Curve(BETAS, row(_inside(view.lows, low)), tone="main", width=2.6, label="λmin(Σ)"),
        *_limit(view.beta_max, ground, high),
        *_cliff(view, low, high),
        Segments([beta], [low], [beta], [high], tone="now", width=1.4, label="β of the knob"),
        Points([beta], row(np.where(view.low >= low, view.low, np.nan)), tone="now",
               size=10.0, label="λmin(Σ) at this β"),
        *_names(view, low, high),
    ]  # fmt: skip
    return Panel(
        "Too much weight on the pairs, and no metric is left"
        if np.isfinite(view.beta_max[-1])
        else "No weight on the pairs is too much",
        marks,
        Axis("β, log axis", log=True, range=(left, right)),
        Axis("λmin(Σ)", range=(low, high), zero=True),
        key="curve",
        subtitle="above −ρ a metric surely exists",
        legend={"t = 0: the pairs alone": "t = 0", "λmin(Σ)": "Σ = M₀⁻¹ + βT"},
    )


def _range(view):
    """Ends of the axis: the start of the curves, and as much below -rho."""
    start = float(view.lows[:, 0].max())
    size = max(start, view.rho)
    safe = view.lows[view.lows > 0.0]
    high = min(max(1.3 * start, float(safe.max(initial=0.0))), 4.0 * size)
    return -view.rho - 0.8 * size, 1.15 * high


def _inside(values, low):
    return np.where(values >= low, values, np.nan)


def _limit(places, ground, high):
    """beta_max, where the curve crosses -rho, with its value in each frame."""
    x = np.where((places >= BETAS[0]) & (places <= BETAS[-1]), places, np.nan)[:, None]
    looks = {"tone": "good", "label": "βmax: a metric exists for sure"}
    yield Segments(row(x), [ground], row(x), [high], dash="dash", width=1.4, **looks)
    yield Points(row(x), [ground], symbol="diamond", size=9.0, **looks)


def _cliff(view, low, high):
    """Where the last metric disappears, which is known exactly for two features."""
    x = np.where(view.cliff <= BETAS[-1], view.cliff, np.nan)[:, None]
    yield Segments(row(x), [low], row(x), [high], tone="rival1", width=2.0,
                   label="no metric from here on")  # fmt: skip


def _names(view, low, high):
    """The three values, one below the other, right of all lines that they would cross."""
    beta = np.full(len(view), view.settings["beta"])
    lines = {"β =": (beta, "now"), "βmax": (view.beta_max, "good"),
             "none from": (view.cliff, "rival1")}  # fmt: skip
    places = np.array([v for v, _ in lines.values()])
    for i, (words, (values, tone)) in enumerate(lines.items()):
        shown = (values >= BETAS[0]) & (values <= BETAS[-1])
        x = np.where(shown, [_free(v, places[:, k]) for k, v in enumerate(values)], np.nan)
        text = tuple(
            f"{words} {number(v, 2)}" if s else "" for v, s in zip(values, shown, strict=True)
        )
        y = high - (0.06 + 0.09 * i) * (high - low)
        yield Text(row(x), [y], text, tone=tone, per_frame=True)


def _free(place, lines):
    """Where words begin that stand right of `place` and cross none of `lines`."""
    for line in np.sort(lines[np.isfinite(lines)]):
        if place <= line < _WIDE * place:
            place = line
    return min(1.04 * place, BETAS[-1] / _WIDE)
