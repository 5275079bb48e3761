"""The panels "points" and "iterates" of the logistic scene: the data, and the weights."""

from __future__ import annotations

import numpy as np

from lab.drawing.geometry import HERO, lines_in_box, window
from lab.drawing.paths import axis_titles, iterates_panel, landscape, method_paths, path_names
from lab.lessons.lars.logistic.view import METHODS, PRINTED
from widgets import Axis, Panel, Path, Points, Segments, row

_ASPECT = 1.8
#: Length of the longest axis of the weights at least.
_LEAST = 2.0
#: Log odds of the two lines beside the boundary: there the probability is 1/4 and 3/4.
ODDS = float(np.log(3.0))


def boundary(view):
    """The points, the line of even odds and the lines of one to three."""
    problem = view.run.problem
    box = np.array(window(problem.X, 0.1, _ASPECT))
    side = (problem.t > 0.0).astype(float)
    marks = [
        *_separators(view, box),
        Points(
            *problem.X.T, klass=1.0 - side, names=("t = +1", "t = −1"), size=8.0, opacity=0.8,
            label="points",
        ),
    ]  # fmt: skip
    return Panel(
        "The line follows the weights",
        marks,
        *(
            Axis(words, range=tuple(ends), zero=True)
            for words, ends in zip(axis_titles(["x₁", "x₂"], view.names), box, strict=True)
        ),
        equal=True,
        key="points",
        legend={
            "σ(wᵀx) = ½": "probability ½",
            "σ(wᵀx) = ¼": "¼ and ¾",
            "printed: σ = ½": "the printed rule",
        },
    )


def _separators(view, box):
    if PRINTED in view.steps:
        _, tone, dash = METHODS[PRINTED]
        yield _level(view.steps[PRINTED].w, 0.0, box, tone=tone, dash=dash, label="printed: σ = ½")
    w = view.main.w
    for odds, words in ((-ODDS, "σ(wᵀx) = ¼"), (ODDS, "σ(wᵀx) = ¾")):
        yield _level(w, odds, box, tone="ink", dash="dash", width=1.0, label=words)
    yield _level(w, 0.0, box, tone="ink", width=2.5, label="σ(wᵀx) = ½")


def _level(w, odds, box, **looks):
    x, y = lines_in_box(w, odds, box)
    return Path(row(x), row(y), ghost=False, **looks)


def wrong(view):
    """How many points the rule sign(w'x), with 0 for -1, puts on the wrong side, in each frame; ""
    at w = 0, where there is no line."""
    problem = view.run.problem
    predicted = np.where(view.main.w @ problem.X.T > 0.0, 1.0, -1.0)
    counts = (predicted != problem.t).sum(axis=1)
    lines = view.main.w.any(axis=1)
    return tuple(f"{k} of {problem.t.size}" if line else ""
                 for k, line in zip(counts, lines, strict=True))  # fmt: skip


def iterates_box(view):
    """The ranges of the plane of the weights."""
    shown = np.vstack([*(view.path(n) for n in view.run.results), np.zeros(2), view.minimiser])
    return window(shown, 0.1, HERO, _LEAST)


def iterates(view):
    """F over the plane of the weights, and every method's path."""
    box = iterates_box(view)
    paths = method_paths(view, "right rule")
    marks = [*landscape(view, *box), *paths, *_now(view), *path_names(view, box)]
    legend = ("F(w)", "the parabola's minimum", "this step")
    return iterates_panel("Along an axis, but not always all the way", marks, box, legend,
                          names=view.names)  # fmt: skip


def _now(view):
    """This frame's step in orange, and the point that its parabola aimed at."""
    steps = view.main
    before = np.where(steps.started[:, None], steps.before, steps.w)
    aim = steps.before.copy()
    aim[np.arange(len(view)), steps.moving] = steps.target
    yield Points(
        row(aim[:, :1]), row(aim[:, 1:]), symbol="circle-open", tone="now", size=13.0,
        label="the parabola's minimum",
    )  # fmt: skip
    ends = (before[:, :1], before[:, 1:], steps.w[:, :1], steps.w[:, 1:])
    yield Segments(*map(row, ends), tone="now", width=4.5, label="this step")
    yield Points(row(steps.w[:, :1]), row(steps.w[:, 1:]), tone="now", size=9.0, label="w")
