"""The panels of the methods scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.gap_panel import gap_panel
from lab.drawing.geometry import window
from lab.drawing.text import figure
from lab.lessons.alternating_linearization.marks import ball_maps, outline
from lab.lessons.alternating_linearization.methods.view import ALM, METHODS
from lab.race.arrivals import ArrivalLine, arrival_lines, arrivals_panel
from widgets import Axis, Curve, Panel, Path, Points, moved, prefix

_ASPECT = 1.75


def balls_panel(view):
    """The unit ball of every method's M, and that of the optimum."""
    case, shape = view.case, outline(view.case.X.shape[1])
    d, centre = shape.shape[1], case.X.mean(axis=0)
    still = [shape @ A.T + centre for A in ball_maps(np.array([view.optimum, case.prior]))]
    box = window(
        np.vstack([*still, case.X * 0.5 + centre * 0.5]), 0.06, _ASPECT if d == 2 else None
    )
    longest = 3.0 * max(b - a for a, b in box)
    marks = [
        _points(case, box),
        Path(
            *still[0].T,
            tone="good",
            width=4.0,
            opacity=0.5,
            ghost=False,
            label="optimum",
            future=True,
        ),
        *(_ball(view, name, shape, centre, longest) for name in reversed(view.traces)),
    ]
    return Panel(
        "All but one turn to the green ball"
        if view.needed()
        else "Every ball turns to the green one",
        marks,
        *(Axis(f, range=tuple(ends)) for f, ends in zip(case.features, box, strict=True)),
        equal=d == 2,
        key="balls",
        subtitle="unit balls; all begin at M₀",
        legend={"optimum": "M*", **{METHODS[name][0]: METHODS[name][0] for name in view.traces}},
    )


def _points(case, box):
    """The points inside the window."""
    low, high = np.array(box).T
    inside = (np.abs(case.X - 0.5 * (low + high)) < 0.5 * (high - low)).all(axis=1)
    looks = {"klass": case.y[inside].astype(float), "names": case.classes, "size": 5.0}
    return Points(*case.X[inside].T, opacity=0.4, label="points", **looks)


def _ball(view, name, shape, centre, longest):
    label, tone, dash = METHODS[name]
    A = ball_maps(view.iterates(name), longest)
    b = np.tile(centre, (len(view), 1))
    looks = {"tone": tone, "dash": dash, "width": 2.5 if name == ALM else 2.0}
    return Path(moved(shape, A, b), ghost=False, label=label, **looks)


def gaps_panel(view):
    """Every method's certified gap."""
    return gap_panel(view.gap_curves(), view.clock.values.astype(float), view.limit, "iterations")


def steps_panel(view):
    """The steps mu on a log axis: sigma = 1e-6 allows the printed method no more than 1e-6."""
    last = float(view.clock.values[-1]) or 1.0
    marks = []
    for name in reversed(view.traces):
        label, tone, dash = METHODS[name]
        step, rows = view.step(name), view.rows[name]
        known = np.isfinite(step)
        if not known.any():
            continue
        times = view.traces[name].iteration.astype(float)
        shown = slice(rows[-1] + 1)
        x, y = times[shown], np.where(known, step, np.nan)[shown]
        marks.append(Curve(prefix(x, rows), prefix(y, rows), tone=tone, dash=dash,
                           width=2.5 if name == ALM else 2.0, label=label))  # fmt: skip
    return Panel(
        "How far a step may reach",
        marks,
        Axis("iterations", range=(-0.02 * last, 1.02 * last)),
        Axis("step μ", log=True),
        key="steps",
        subtitle="as printed: μ = 1 ÷ max{L(f), 1/σ}",
        legend=tuple(mark.label for mark in reversed(marks)),
    )


def arrivals(view):
    """A line for each method: where it is now, and when it arrives."""
    lines = arrival_lines(view, lambda _, value: figure(value))
    needed = view.needed()
    if needed is not None:
        frames, words = len(view), thousands(needed)
        place = list(view.traces).index("printed") + 1
        lines.insert(place, ArrivalLine("predicted", "rival3", "dot", np.full(frames, needed),
                                        (words,) * frames, forecast=True))  # fmt: skip
    return arrivals_panel(lines, 1.0, "iterations, log axis")


def thousands(count):
    """ "32 million", "4.1 thousand"."""
    for size, word in ((1e9, "billion"), (1e6, "million"), (1e3, "thousand")):
        if count >= size:
            return (
                f"{count / size:.2g} {word}" if count < 100 * size else f"{count / size:.0f} {word}"
            )
    return f"{count:.0f}"
