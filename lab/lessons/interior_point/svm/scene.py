"""Scene `svm`: a support vector machine learns to part points of the plane."""

from __future__ import annotations

from functools import partial

import numpy as np

from lab.datasets.own_file import preview_points
from lab.drawing.level_sets import level_lines, ragged_rows
from lab.drawing.readout import readout
from lab.experiment import Experiment, Judged, Run
from lab.lessons.interior_point.methods import METHODS
from lab.lessons.interior_point.support import MEASURES
from lab.lessons.interior_point.svm.box import box_panel
from lab.lessons.interior_point.svm.captions import captions
from lab.lessons.interior_point.svm.case import TOL, case_of, edit, knobs, tools
from lab.lessons.interior_point.svm.feature_map import has_map, map_panel
from lab.lessons.interior_point.svm.marks import KEY, marked, mover
from lab.lessons.interior_point.svm.panels import gaps_panel, third_panel
from lab.lessons.interior_point.svm.questions import questions
from lab.lessons.interior_point.svm.student_step import OWN
from lab.lessons.interior_point.svm.view import boundary, build_view
from widgets import Axis, Layout, Lines, Panel, Scene, Text, on_demand, ragged, row
from widgets.knobs import with_primary

#: The boundary and its margins: level -> tone, dash, width, name, where that stands, seen from the
#: line's end in that direction.
_LEVELS = {
    -1.0: ("ink", "dot", 1.5, "h = −1", "below", (0.0, -1.0)),
    0.0: ("good", "solid", 3.0, "h = 0", "right", (1.0, 0.0)),
    1.0: ("ink", "dash", 1.5, "h = +1", "above", (0.0, 1.0)),
}
#: Lines are named at least this share of the window inside.
_INSIDE = 0.12


def solve(settings, cancelled=None, dimension=2):
    """The method of the knobs and its rivals, all from the same start."""
    case = case_of(settings, dimension)
    common = {"x0": case.x0, "tol": TOL, "max_iter": settings["budget"], "cancelled": cancelled}
    main = settings["method"]
    names = (main, *(name for name in settings["compare"] if name != main))
    results = {name: METHODS[name].run(case.problem, settings, **common) for name in names}
    return Run(case.problem, results, extra={"case": case})


def scene(run):
    """The points with the boundary, the box, the conditions, the proof; the feature map where it
    has three dimensions."""
    view = build_view(run)
    more = [on_demand("map", map_panel, view)] if has_map(view) else []
    return pictures(view, plane(view), questions(view), *more)


#: The knobs that are in sight from the start, where they have an effect.
PRIMARY = ("C", "kernel", "gamma", "degree", "coef0", "data", "method")


def pictures(view, first, asks, *more):
    """The `Scene` of the panel `first`, of those that both scenes share, and of `more` as tabs;
    asks: its questions."""
    run = view.run
    third = third_panel(view)
    return Scene(
        [first, on_demand("box", box_panel, view), third, gaps_panel(view), *more],
        view.clock,
        captions(view),
        readout(run.result, view.at, TOL, "q", "bound"),
        asks,
        layout=Layout("points", (third.key, "gap"), ("box", *(panel.key for panel in more))),
    )


def plane(view):
    """The points by state, and h = -1, 0, 1."""
    X, names = view.case.cloud.X, view.case.names
    limits, (x, y, places) = view.window(), view.grid()
    values = view.values(places.reshape(-1, 2)).reshape(-1, *places.shape[:2])
    still = np.broadcast_to(X.T[:, None, :], (2, *view.x.shape))
    lines = level_lines(x, y, values, _LEVELS)
    marks = [m for level in _LEVELS for m in _level(view, lines[level], _LEVELS[level], limits)]
    marks += [*marked(view, still), mover(view, still)]
    return Panel(
        "Which points hold the boundary?",
        marks,
        Axis(names[0], range=limits[0]),
        Axis(names[1], range=limits[1]),
        equal=True,
        key="points",
        legend=KEY,
    )


def _level(view, lines, look, limits):
    """A level line, and its name; lines: of the shown rows."""
    tone, dash, width, label, anchor, way = look
    columns, offsets = ragged_rows(lines, view.frame)
    yield Lines(*(ragged(c, offsets) for c in columns), tone=tone, dash=dash, width=width,
                label=label)  # fmt: skip
    spots = np.array([_spot(line, limits, way) for line in lines])[view.frame]
    yield Text(row(spots[:, :1]), row(spots[:, 1:]), (label,), tone=tone, anchor=anchor)


def _spot(line, limits, way):
    """Where the name of a line stands: its vertex furthest along `way` well inside the window."""
    low, high = np.array(limits).T
    room = _INSIDE * (high - low)
    with np.errstate(invalid="ignore"):
        inside = line[((line > low + room) & (line < high - room)).all(axis=1)]
    return inside[np.argmax(inside @ way)] if len(inside) else np.full(2, np.nan)


EXPERIMENT = Experiment(
    name="svm",
    title="A machine learns a boundary",
    question="Which points carry the boundary, and how does each method find them?",
    knobs=with_primary(knobs("moons"), *PRIMARY),
    solve=solve,
    scene=scene,
    previews=preview_points,
    click=partial(edit, dimension=2),
    tools=partial(tools, dimension=2),
    own=OWN,
    judged=(Judged("points", boundary, line=True),),
    measures=MEASURES,
    vary={"C": (0.1, 100.0, 5), "gamma": (0.1, 10.0, 5)},
)
