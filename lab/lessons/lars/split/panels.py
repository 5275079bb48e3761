"""The panels of the split scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.geometry import BEYOND, HERO, OCTAHEDRON, grid, window
from lab.lessons.lars.split.view import TOL
from widgets import (
    Axis,
    Contour,
    Curve,
    Panel,
    Path,
    Points,
    Segments,
    Text,
    prefix,
    row,
)
from widgets.palette import CLASS_TONES

#: Colours and symbols of the weights.
_CLASSES = (0, 1, 2)


def weights(view):
    """w = u - v in the plane or in space, the central path, the exact solution."""
    d = view.w.shape[1]
    (u, v), box = view.centre, weights_box(view)
    marks = [*(_landscape(view, box) if d == 2 else _octahedron(view)), *_walk(view, u - v)]
    return Panel(
        "An inside walk to a corner",
        marks,
        *(Axis(view.names[i], range=box[i], zero=True) for i in range(d)),
        equal=True,
        key="weights",
        subtitle="" if d == 2 else "edges: ‖w‖₁ of the solution",
        legend=("F(w)", "w = w⁺ − w⁻", "central path"),
    )


def weights_box(view):
    """The ranges of the panel "weights"."""
    u, v = view.centre
    shown = np.vstack([view.w, view.x, u - v, view.run.extra["lars"]])
    return window(shown, 0.12, HERO if shown.shape[1] == 2 else None, 0.1)


def _landscape(view, box):
    problem = view.run.problem
    x, y, points = grid(*box, size=(108, 74), beyond=BEYOND)
    loss = 0.5 * np.sum((problem.t - points @ problem.X.T) ** 2, axis=-1)
    F = loss + problem.lam * np.abs(points).sum(axis=-1)
    low = min(F.min(), view.run.trace.objective.min())
    levels = tuple(low + (F.max() - low) * np.linspace(0.0, 1.0, 9)[1:] ** 2)
    yield Contour(x, y, F, levels=levels, opacity=0.45, label="F(w)")
    if view.run.settings["data"] == "twins":
        size = np.abs(view.run.extra["lars"]).sum()
        ends = size * np.sign(view.x[-1])
        yield Segments([ends[0]], [0.0], [0.0], [ends[1]], tone="good", width=5.0, opacity=0.6,
                       label="every point here is optimal")  # fmt: skip


def _octahedron(view):
    size = np.abs(view.run.extra["lars"]).sum()
    corners = size * OCTAHEDRON.T
    yield Path(*corners, tone="muted", width=1.2, ghost=False, label="‖w‖₁ of the solution")


def _walk(view, centre):
    names = "xyz"[: view.w.shape[1]]
    rows = np.arange(len(view))
    each = list(enumerate(names))
    yield Path(**{a: centre[:, d] for d, a in each}, tone="muted", dash="dash", width=1.6,
               ghost=False, label="central path", future=True)  # fmt: skip
    exact = view.run.extra["lars"]
    yield Points(**{a: [exact[d]] for d, a in each}, symbol="diamond", tone="good", size=11.0,
                 label="exact solution (LARS)", future=True)  # fmt: skip
    yield Text(**{a: [exact[d]] for d, a in each}, text=("LARS",), tone="good", future=True)
    yield Path(**{a: prefix(view.w[:, d], rows) for d, a in each}, width=2.5,
               markers=len(view) <= 60, label="w = w⁺ − w⁻", follow=True)  # fmt: skip
    ends = {f"{a}0": row(view.w[:, [d]]) for d, a in each}
    ends |= {f"{a}1": row(view.x[:, [d]]) for d, a in each}
    yield Segments(**ends, tone="now", width=3.5, label="jump to exact zeros")
    yield Points(**{a: row(view.x[:, [d]]) for d, a in each}, tone="now", size=10.0, label="w now")


def halves(view):
    """Each weight as a pair (w+, w-) in the quadrant whose walls it may not touch."""
    cu, cv = view.centre
    top = 1.08 * max(view.u.max(), view.v.max(), cu.max(), cv.max())
    rows, marks = np.arange(len(view)), []
    for d, name in enumerate(view.names):
        tone = CLASS_TONES[_CLASSES[d]]
        marks += [
            Path(cu[:, d], cv[:, d], tone=tone, dash="dash", width=1.2, opacity=0.5, ghost=False,
                 label=f"{name} on the central path", future=True),
            Path(prefix(view.u[:, d], rows), prefix(view.v[:, d], rows), tone=tone, width=2.4,
                 markers=len(view) <= 60, label=name),
            Text([view.u[-1, d] + 0.02 * top], [view.v[-1, d] + 0.06 * top], (name,), tone=tone,
                 future=True),
        ]  # fmt: skip
    now = Points(
        row(view.u), row(view.v), klass=np.array(_CLASSES[: view.u.shape[1]]), size=9.0,
        label="now", texts=view.names,
    )  # fmt: skip
    ends = (-0.04 * top, top)
    return Panel(
        "Each pair slides along a wall, never onto it",
        [*marks, now],
        Axis("w⁺", range=ends, zero=True),
        Axis("w⁻", range=ends, zero=True),
        key="halves",
        subtitle="at a solution one of the two is 0",
    )


def products(view):
    """w+ p and w- q of every weight: what centring keeps together and every step lowers."""
    rows, steps = np.arange(len(view)), view.run.trace.iteration
    D = view.w.shape[1]
    marks = []
    for j in range(2 * D):
        half = "w⁺" if j < D else "w⁻"
        marks.append(
            Curve(
                prefix(steps, rows), prefix(view.products[:, j], rows),
                tone=CLASS_TONES[_CLASSES[j % D]], dash="solid" if j < D else "dot", width=1.8,
                label=f"{half} times its multiplier, {view.names[j % D]}",
            )
        )  # fmt: skip
    low, high = view.products.min(), max(view.products.max(), view.mu.max())
    marks += [
        Curve(prefix(steps, rows), prefix(view.mu, rows), tone="ink", width=2.8, label="mean μ"),
        *_now(view, 0.2 * low, 5.0 * high),
        Text([steps[-1]], [view.mu[-1]], ("μ",), tone="ink"),
    ]
    return Panel(
        "All products fall together",
        marks,
        _steps_axis(view),
        Axis("product", log=True, range=(0.2 * low, 5.0 * high)),
        key="products",
        subtitle="each half times its multiplier",
        legend={f"w{sign} times its multiplier, {view.names[0]}": f"w{sign}" for sign in "⁺⁻"}
        | {"mean μ": "mean μ"},
    )


def gaps(view):
    """The certified gap of the lasso, below the gap 2 D mu of the split problem."""
    steps = view.run.trace.iteration
    rows, split = np.arange(len(view)), 2 * view.w.shape[1] * view.mu
    tolerance = TOL * view.run.result.certificate.scale
    gap, foot = view.run.trace.gap, 1e-6 * tolerance
    gap = np.where(np.isfinite(gap), np.maximum(gap, foot), np.nan)
    top, last = 10.0 * np.fmax(split, gap).max(), _last(view)
    marks = [
        Segments([0.0], [tolerance], [last], [tolerance], tone="good", dash="dash", width=1.0,
                 label="tolerance"),
        Text([0.0], [4.0 * tolerance], ("tolerance",), tone="good"),
        Curve(prefix(steps, rows), prefix(split, rows), tone="muted", dash="dash", width=1.8,
              label="2Dμ, the gap of (5) on the central path"),
        Text([steps[-1]], [split[-1]], ("2Dμ",), tone="muted", future=True),
        Curve(prefix(steps, rows), prefix(gap, rows), width=2.6, markers=len(view) <= 60,
              label="certified gap; under 1e-6 of the tolerance it is drawn there"),
        Text([steps[-1]], [gap[-1]], ("lasso gap",), future=True),
        *_now(view, 0.3 * foot, top),
    ]  # fmt: skip
    return Panel(
        "Proved distance from optimal",
        marks,
        _steps_axis(view),
        Axis("gap", log=True, range=(0.3 * foot, top)),
        key="gap",
        subtitle="the jump to exact zeros leaves only rounding",
    )


def _last(view):
    return float(view.run.trace.iteration[-1]) or 1.0


def _steps_axis(view):
    return Axis("factorisations", range=(-0.03 * _last(view), 1.22 * _last(view)))


def _now(view, low, high):
    now = row(view.run.trace.iteration)
    yield Segments(now, np.array([low]), now, np.array([high]), tone="now", width=1.4, label="now")
