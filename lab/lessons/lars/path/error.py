"""The panel "error" of the path scene: how far along the path one should go."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number
from lab.lessons.lars.path.lines import cursor, x_axis
from widgets import Axis, Curve, Panel, Points, Segments, Text, blend, prefix


def error(view):
    """The exact cross-validation curve, its minimiser, and what C_p estimates."""
    N = view.path.t.size
    lams, upto = _dense(view)
    x, cv = view.place(lams), view.cv.at(lams) / N
    estimate = cp_error(view, lams)
    low, high = _limits(cv, estimate)
    marks = [
        Curve(prefix(x, upto), prefix(cv, upto), width=2.6, label="cross-validation error"),
        *_estimate(x, estimate),
        *_curve_names(x, cv, estimate, high - low),
        *_least(view, low, high),
        *cursor(view, low, high),
        Points(blend(view.x), blend(view.cv.at(view.lams)[:, None] / N), tone="now",
               size=9.0, label="error now"),
    ]  # fmt: skip
    return Panel(
        "How far to go: the error on unseen rows",
        marks,
        x_axis(view),
        Axis("error per row", range=(low, high)),
        key="error",
        subtitle=f"exact over all λ, {len(view.cv.paths)} folds",
        legend={"(RSS + 2 df σ²)/N: Cₚ": "Mallows' Cₚ on this scale"},
    )


def cp_error(view, lams):
    """(RSS + 2 df sigma^2) / N at lams: C_p on the scale of an error per row; NaN if unknown."""
    path = view.path
    sigma2 = path.noise_variance()
    if sigma2 is None:
        return np.full(lams.shape, np.nan)
    rss = np.sum((path.t - path.at(lams) @ path.X.T) ** 2, axis=1)
    return (rss + 2.0 * path.df(lams) * sigma2) / path.t.size


def cp(view):
    """C_p at each frame (T,), NaN if unknown."""
    sigma2 = view.path.noise_variance()
    if sigma2 is None:
        return np.full(len(view), np.nan)
    return view.path.cp(view.lams, sigma2)


def _dense(view):
    """(lams, upto): every frame, every knot of every fold, and both sides of each own knot; the
    last of them that is not below each frame."""
    inner = view.cv.lams[(view.cv.lams < view.lams[0]) & (view.cv.lams > view.lams[-1])]
    knots = view.lams[view.knot >= 0][:-1]
    lams = np.unique(np.concatenate([view.lams, inner, knots * (1.0 - 1e-9)]))[::-1]
    lams = lams[lams >= view.lams[-1]]
    return lams, np.searchsorted(-lams, -view.lams, side="right") - 1


def _limits(cv, estimate):
    every = np.concatenate([cv, estimate[np.isfinite(estimate)]])
    low, high = every.min(), every.max()
    margin = 0.12 * (high - low) or 0.5 * abs(high) or 1.0
    return low - margin, high + margin


def _estimate(x, estimate):
    if np.isfinite(estimate).any():
        yield Curve(x, estimate, tone="muted", width=1.3, label="(RSS + 2 df σ²)/N: Cₚ")


def _least(view, low, high):
    """The minimiser, with its lam."""
    lam, value = view.cv.lam, view.cv.error / view.path.t.size
    lam = min(max(lam, view.lams[-1]), view.lams[0])
    x = float(view.place(np.array([lam]))[0])
    looks = {"tone": "good", "future": True}
    yield Segments([x], [low], [x], [value], **looks, dash="dash", width=1.2, label="least")
    yield Points([x], [value], **looks, symbol="diamond", size=10.0, label="least error")
    words = f"least: λ = {number(lam, 2)}" if view.cv.lam < view.lams[0] else "least at w = 0"
    yield Text([x], [low + 0.05 * (high - low)], (words,), **looks, anchor="left")


def _curve_names(x, cv, estimate, height):
    """Words at both curves a third of the way along, the upper one's above, the lower's below."""
    i = int(np.argmin(np.abs(x - (0.7 * x[0] + 0.3 * x[-1]))))
    known = bool(np.isfinite(estimate[i]))
    up = 1.0 if not known or cv[i] >= estimate[i] else -1.0
    near = np.abs(x - x[i]) < 0.13 * np.ptp(x)
    first, second = (np.max, np.min) if up > 0.0 else (np.min, np.max)
    yield Text([x[i]], [first(cv[near]) + 0.05 * height * up], ("cross-validation",),
               anchor="center")  # fmt: skip
    if known:
        y = second(estimate[np.abs(x - x[i]) < 0.04 * np.ptp(x)]) - 0.05 * height * up
        yield Text([x[i]], [y], ("Cₚ",), tone="muted", anchor="center")
