"""The panels of the mirror scene beside its two planes."""

from __future__ import annotations

import numpy as np

from lab.drawing.gap_panel import GapCurve, gap_panel
from lab.drawing.geometry import grid, window
from lab.drawing.level_sets import level_lines
from lab.drawing.text import subscript
from lab.lessons.mi_odm.mirror.view import AVERAGE, BACK, BACK2, DUAL2, END, MIDDLE, TOL
from solvers import bag_machine, instance_values
from widgets import Axis, Bars, Curve, Lines, Panel, Points, Segments, Text, prefix, row

_ASPECT = 1.75


#: Sub-step -> where its u stands in the `Iteration`.
_POSITIONS = {
    BACK: ("first", "hat_u"),
    MIDDLE: ("first", "new_u"),
    DUAL2: ("first", "new_u"),
    BACK2: ("second", "hat_u"),
    END: ("last", "new_u"),
}


def multipliers(view):
    """The u (T, 2N) that each frame shows: where its half of the point stands now."""
    shown = np.array(view.shown("centre_u")[view.done])
    for k, stage in enumerate(view.stage):
        if stage in _POSITIONS:
            part, name = _POSITIONS[stage]
            shown[k] = getattr(getattr(view.step(k), part), name)
        elif stage == AVERAGE:
            shown[k] = view.shown("u")[view.row[k]]
    return shown


def names(N):
    """ "ζ₁", ..., "β₁", ..."""
    return tuple(f"{letter}{subscript(i + 1)}" for letter in "ζβ" for i in range(N))


def multipliers_panel(view):
    """u as bars; what the step pushed below zero is hatched until the projection."""
    u, N = multipliers(view), view.problem.omega.size
    x = np.arange(2.0 * N)
    best = view.saddle.x
    marks = [
        Bars(
            x,
            row(u),
            klass=row((u < 0.0).astype(float)),
            names=("u", "below 0"),
            label="u",
            legend=True,
        ),
        Segments(
            x - 0.42,
            best,
            x + 0.42,
            best,
            tone="good",
            width=2.5,
            label="u* at the saddle",
            future=True,
        ),
    ]
    high = 1.12 * max(float(u.max()), float(best.max()))
    floor = min(1.25 * float(u.min()), -0.06 * high)
    return Panel(
        "The u half: a step, and a cut at zero",
        marks,
        Axis(ticks=(x, names(N))),
        Axis("u", range=(floor, high), zero=True),
        key="multipliers",
        subtitle="ζ pulls a margin up, β down; 1: the bag",
        legend={"u* at the saddle": "u*"},
    )


def bags_panel(view):
    """The instances, those of the positive bag as large as the average weighs them, and the machine
    of the saddle point."""
    problem = view.problem
    plus = problem.points[problem.first[0] : problem.first[0] + 3]
    minus = problem.points[problem.negative]
    box = window(problem.points, 0.22, _ASPECT)
    weight = view.shown("v")[view.done]
    labels = tuple(f"x{subscript(k + 1)}" for k in range(3))
    marks = [
        *_machine(view, box),
        Points(*minus.T, tone="rival1", symbol="square", size=8.0, label="negative instances"),
        Points(*plus.T, size=row(7.0 + 20.0 * weight), label="positive bag, size: average weight"),
        Text(*plus.T + np.array([[0.0], [0.13 * (box[1][1] - box[1][0])]]), labels, tone="main",
             anchor="center"),
    ]  # fmt: skip
    return Panel(
        "Which of three is the key?",
        marks,
        Axis("feature 1", range=box[0]),
        Axis("feature 2", range=box[1]),
        equal=True,
        key="bags",
        subtitle="size: weight in the average",
    )


def _machine(view, box):
    """Where the averaged machine of the saddle point takes the values 0 and 1 - theta."""
    problem, saddle = view.problem, view.saddle
    a = bag_machine(problem, saddle.x, saddle.dual["v"], saddle.dual["assignments"])
    x, y, points = grid(*box, size=40)
    f = instance_values(problem, a, points.reshape(-1, 2)).reshape(40, 40)
    levels = {0.0: ("solid", "f = 0"), 1.0 - problem.theta: ("dot", "f = 1 − θ")}
    found = level_lines(x, y, f[None], levels)
    for level, (dash, words) in levels.items():
        (line,) = found[level]
        yield Lines(*line.T, tone="muted", dash=dash, width=1.5, label=words)


def proof_panel(view):
    """The gap of the average with its two halves, and that of the last iterate."""
    times = view.trace.iteration.astype(float)
    upper, lower = view.halves
    seen = np.flatnonzero(np.isfinite(view.last_gap))
    places = np.searchsorted(seen, view.done)
    curves = [
        GapCurve("half of u", "rival3", "dot", times, lower, view.done),
        GapCurve("half of v", "rival2", "dash", times, upper, view.done),
        GapCurve("last iterate", "rival1", "dashdot", times[seen], view.last_gap[seen], places),
        GapCurve("average", "main", "solid", times, view.trace.gap, view.done, True),
    ]
    subtitle = "the average's is its halves' sum"
    if view.single:
        prox = view.run.extra["prox"].trace
        x = prox.iteration.astype(float)
        at = np.searchsorted(x, view.clock.values, side="right") - 1
        curves.insert(0, GapCurve("mirror prox, same step", "ink", "longdash", x, prox.gap, at))
    panel = gap_panel(curves, view.clock.values, TOL * view.result.certificate.scale, "iterations")
    return Panel(
        "How far from the saddle, proved",
        panel.marks,
        panel.x,
        panel.y,
        key=panel.key,
        subtitle=subtitle,
    )


def steps_panel(view):
    """Step sizes; those beyond the rule of safe steps are marked."""
    times, eta = view.trace.iteration[1:].astype(float), view.shown("step")[1:]
    if not len(times):
        times, eta = np.zeros(1), np.ones(1)
    upto = np.maximum(view.row - 1, 0)
    unsafe = np.array([r for r, s in sorted(view.steps.items()) if s.ratio > 1.0], dtype=int)
    marks = [Curve(prefix(times, upto), prefix(eta, upto), label="step η", width=2.5)]
    if unsafe.size:
        x, y = times[unsafe - 1], eta[unsafe - 1]
        until = np.where(unsafe <= view.row[:, None], y, np.nan)
        marks.append(
            Points(x, row(until), tone="rival1", symbol="x", size=7.0, label="beyond the rule")
        )
    last = max(float(times[-1]), 1.0)
    now = np.maximum(view.row, 1)[:, None].astype(float)
    marks.append(
        Points(
            row(times[now.astype(int) - 1] if len(times) else now),
            row(eta[upto]),
            tone="now",
            size=10.0,
            label="now",
        )
    )
    return Panel(
        "How far a step reaches" + (": too far" if unsafe.size else ""),
        marks,
        Axis("iterations", range=(-0.02 * last, 1.05 * last)),
        Axis("step η", log=True, range=(0.5 * float(eta.min()), 2.0 * float(eta.max()))),
        key="steps",
        subtitle=_RULES[view.method] if view.method != "plain" else _rule(view),
    )


_RULES = {
    "single": "held fixed: nothing tells how long one step may be",
    "accelerated": "rises to a limit: ηₜ = factor · t ÷ 2(L + Mt)",
    "stochastic": "falls in the end: ηₜ = factor · t ÷ (5L + 3Mt + 0.3M t³ᐟ²)",
}


def _rule(view):
    if view.run.settings["rule"] == "fixed":
        return "held fixed; ×: longer than V(w; y) + V(y; w⁺) allows"
    if view.run.settings["rule"] == "adaptive":
        return "up by half, then halved until V(w; y) + V(y; w⁺) allows it"
    return "1 ÷ √2(M + L), from norms of the kernel matrices"


#: The panel that the knob "fourth" chooses, by its key.
FOURTH_PANELS = {"gap": proof_panel, "steps": steps_panel, "bags": bags_panel}
