"""The panels beside the way: complementarity products, steps, and the proof."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lab.drawing.gap_panel import NAME_WIDTH, GapCurve, clock_axis, gap_panel, spread_labels
from lab.drawing.readout import least
from lab.drawing.text import subscript
from lab.lessons.interior_point.central_path.view import TOL
from widgets import Axis, Band, Curve, Panel, Path, Points, Segments, Text, prefix, row

#: Products under this share of the largest are drawn at the foot of both axes.
_LEAST = 1e-14
#: The drawn neighbourhood: products between mu / 10 and 10 mu.
_NEAR = 10.0
_KINDS = ("0 at the optimum", "free at the optimum", "C at the optimum")
#: snapshot -> (label, tone, dash) of what the steps panel shows, as far as the method has it.
_STEPS = {
    "alpha_a": ("predictor α", "rival3", "dot"),
    "alpha_p": ("step α", "main", "solid"),
    "alpha_d": ("dual step", "main", "dash"),
    "step": ("step α", "main", "solid"),
    "sigma": ("σ", "now", "solid"),
    "spectral": ("λ", "rival2", "solid"),
    "curvature": ("λ", "rival2", "solid"),
    "violation": ("violation", "rival1", "solid"),
}
_SPECTRAL = ("spectral", "curvature")


def products(view):
    """(x_i t_i, w_i u_i) of the points on log axes: the central path is the diagonal."""
    foot, top = _ends(view)
    line = [foot, top]
    marks = [
        Segments([foot], [foot], [top], [top], tone="muted", dash="dash", width=1.4,
                 label="the central path: all products equal"),
        Text([foot * (top / foot) ** 0.55], [foot * (top / foot) ** 0.3],
             ("central path: the diagonal",), tone="muted"),
        *_neighbourhood(view, foot, top),
        *_trails(view, foot),
        *_target(view, foot),
        *_points(view, foot),
    ]  # fmt: skip
    axis = {"log": True, "range": tuple(line)}
    return Panel(
        "Off the path, and back" if view.interior else "One of each pair is 0: no path here",
        marks,
        Axis("xᵢtᵢ", **axis),
        Axis("wᵢuᵢ", **axis),
        key="products",
        subtitle="" if view.interior else "0 is drawn at the foot",
        legend={
            "0 at the optimum": "0",
            "free at the optimum": "free",
            "C at the optimum": "C at the optimum",
            "the target σμ": "σμ",
            "a tenth to ten times μ": "μ/10 to 10μ",
        },
    )


def _ends(view):
    both = np.concatenate([view.xt, view.wu])
    both = both[np.isfinite(both) & (both > 0.0)]
    most = float(both.max(initial=0.0)) or 1.0
    least = max(float(both.min(initial=1e-6 * most)), _LEAST * most)
    return 0.2 * least, 8.0 * most


def _neighbourhood(view, foot, top):
    if not view.interior:
        return
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]])
    mu = view.mu[view.rows, None, None]
    x, y = np.moveaxis(np.clip(mu * _NEAR**square, foot, top), 2, 0)
    yield Path(row(x), row(y), tone="main", width=1.0, fill=0.08, opacity=0.6, ghost=False,
               label="a tenth to ten times μ")  # fmt: skip


def _trails(view, foot):
    """The way of each product, where they are few."""
    if view.sample.size > 3 or not view.interior:
        return
    for i in range(view.sample.size):
        x, y = (np.maximum(a[:, i], foot) for a in (view.xt, view.wu))
        yield Path(prefix(x, view.rows), prefix(y, view.rows), tone="muted", width=1.2,
                   label=f"point {i + 1}")  # fmt: skip


def _target(view, foot):
    """σμ on the diagonal: where the step of this frame aims."""
    sigma = view.snapshot("sigma")[view.rows]
    if not np.isfinite(sigma).any():
        return
    aim = np.maximum(sigma * view.mu[view.steps], foot)[:, None]
    yield Points(row(aim), row(aim), tone="now", symbol="diamond", size=11.0,
                 label="the target σμ")  # fmt: skip


def _points(view, foot):
    x, y = (np.maximum(a[view.rows], foot) for a in (view.xt, view.wu))
    kinds = view.kinds[view.sample].astype(float)
    few = view.sample.size <= 3
    texts = tuple(f"point {i + 1}" for i in view.sample)
    yield Points(row(x), row(y), klass=kinds, names=_KINDS, size=10.0 if few else 6.0, texts=texts,
                 label="products")  # fmt: skip
    if few:
        names = tuple(f"x{subscript(i + 1)}" for i in view.sample)
        yield Text(row(x), row(y), names, anchor="right", tone="ink")


def steps(view):
    """How far the steps went, how much they centred, and λ where it stands in place of Q."""
    clock = clock_axis(view.clock.values, view.long)
    known = [name for name in _STEPS if np.isfinite(view.snapshot(name)).any()]
    if "alpha_d" in known and np.array_equal(
        *(view.snapshot(a)[1:] for a in ("alpha_p", "alpha_d"))
    ):
        known.remove("alpha_d")
    # In a long run only the rows of frames are drawn: what all rows do is a blur.
    curves = {name: np.maximum(view.snapshot(name)[view.rows], 1e-8) for name in known}
    low_end, top = _range(view, curves)
    times = clock.at(view.clock.values.astype(float))
    now = row(times)
    marks = [
        *_spectrum(view, known, clock, low_end),
        Segments(now, [low_end], now, [top], tone="muted", dash="dot", width=1.0, label="now"),
        *(_curve(name, times, curve) for name, curve in curves.items()),
        *_names(curves, times, clock, np.log10([low_end, top])),
    ]
    return Panel(
        _title(known),
        marks,
        clock.axis("iterations"),
        Axis(_axis_title(known), log=True, range=(low_end, top)),
        key="steps",
        subtitle=_subtitle(known),
        legend={
            "between the smallest and the largest eigenvalue of Q": "between the eigenvalues of Q"
        },
    )


def _title(known):
    return "How far a step may go" if "violation" not in known else "How wrong the worst pair is"


def _axis_title(known):
    if "violation" in known:
        return "violation"
    return "α, σ, λ" if set(known) & set(_SPECTRAL) else "α, σ"


def _subtitle(known):
    if "violation" in known:
        return "of the optimality conditions, the largest"
    if set(known) & set(_SPECTRAL):
        return "λ stands in place of Q"
    return "α: share of the direction; σ: aim, ÷ μ"


def _range(view, curves):
    values = np.concatenate([c[np.isfinite(c)] for c in curves.values()] or [np.ones(1)])
    if set(curves) & set(_SPECTRAL):
        values = np.append(values, _eigenvalues(view)[1])
    low, high = float(np.clip(values.min(), 1e-8, 0.1)), max(float(values.max()), 1.0)
    return 0.4 * low, 3.0 * high * (high / low) ** 0.1


def _eigenvalues(view):
    """The smallest and the largest eigenvalue of Q."""
    return np.linalg.eigvalsh(view.run.problem.gram())[[0, -1]]


def _spectrum(view, known, clock, foot):
    if not set(known) & set(_SPECTRAL):
        return
    least, high = _eigenvalues(view)
    ends = [clock.place(0.0), clock.place(1.02)]
    yield Band(ends, [max(least, foot)] * 2, [high] * 2, tone="muted", fill=0.15,
               label="between the smallest and the largest eigenvalue of Q")  # fmt: skip


def _curve(name, times, curve):
    label, tone, dash = _STEPS[name]
    frames = np.arange(len(times))
    return Curve(prefix(times, frames), prefix(curve, frames), tone=tone, dash=dash, width=2.2,
                 markers=len(times) <= 40, label=label)  # fmt: skip


def _names(curves, times, clock, powers):
    """Each curve's name at its end, pushed apart; powers: of the axis' ends."""
    ends = {name: curve[np.isfinite(curve)][-1] for name, curve in curves.items()}
    heights = np.log10(list(ends.values()))
    margin = 0.08 * (powers[1] - powers[0])
    placed = spread_labels([1.0] * len(ends), heights, NAME_WIDTH, margin, powers[1] - 0.5 * margin)
    for name, y in zip(ends, placed, strict=True):
        label, tone, _ = _STEPS[name]
        yield Text([clock.beside(times[-1])], [10.0**y], (label,), tone=tone)


def gaps(view):
    """The certified relative gap, and what the source's digits claim."""
    times, rows = view.run.trace.iteration.astype(float), view.rows
    curves = [GapCurve("certified gap", "main", "solid", times, view.relative, rows, True)]
    if view.interior:
        r_e = view.run.trace.snapshots["r_e"]
        claims = GapCurve("sigfig claims", "rival3", "dash", times, 10.0**-view.sigfig, rows)
        curves = [claims, *curves]
        if r_e.max() > TOL:
            curves = [GapCurve("‖rₑ‖", "muted", "dot", times, r_e, rows), *curves]
    panel = gap_panel(curves, view.clock.values.astype(float), TOL, "iterations", log=view.long)
    return replace(
        panel,
        marks=[*panel.marks, *_fired(view, times)],
        y=replace(panel.y, title="relative gap"),
        subtitle="certified, ÷ |q*|",
    )


def _fired(view, times):
    """Where the source would stop, and what is proved there."""
    k = view.fired()
    if k is None:
        return
    gap, late = max(view.relative[k], 1e-2 * TOL), times[k] > 0.6 * times[-1]
    yield Points(
        [times[k]], [gap], tone="rival1", symbol="diamond-open", size=13.0, future=True,
        label=f"here the source stops; proved is a relative gap of {least(view.relative[k])}",
    )  # fmt: skip
    yield Text([times[k]], [4.0 * gap], ("the source stops",), tone="rival1", future=True,
               anchor="left" if late else "right")  # fmt: skip
