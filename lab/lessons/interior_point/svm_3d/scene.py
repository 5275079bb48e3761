"""Scene `svm-3d`: the machine in space, with the surface that parts the classes."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from lab.datasets.own_file import preview_points
from lab.drawing.text import number
from lab.experiment import Experiment
from lab.lessons.interior_point.support import MEASURES
from lab.lessons.interior_point.svm.case import edit, knobs, tools
from lab.lessons.interior_point.svm.marks import KEY, marked, mover, signed
from lab.lessons.interior_point.svm.questions import holds
from lab.lessons.interior_point.svm.scene import PRIMARY, pictures, solve
from lab.lessons.interior_point.svm.student_step import OWN
from lab.lessons.interior_point.svm.view import build_view
from lab.lessons.interior_point.svm_3d import surface
from lab.prediction import asked
from widgets import Axis, Mesh, Panel, Path, Question, row
from widgets.knobs import with_primary

#: Frames: a curved surface is sent anew in each, a plane is six corners.
FRAMES = {True: 24, False: 120}
_MARGIN = 0.08
#: A bias is told from 0 from this share of the largest decision value on.
_CLEAR = 0.05
#: Markers in space look larger than in the plane by the inverse of this.
_MARKERS = 0.65


def scene(run):
    """The points with the surface, the box, the conditions, the proof."""
    view = _view(run)
    return pictures(view, space(view), questions(view))


def _view(run):
    return build_view(run, most=FRAMES[run.settings["kernel"] != "linear"])


def space(view):
    """The points by state, and h = 0."""
    X, names = view.case.cloud.X, view.case.names
    limits = _limits(view.case.seen)
    still = np.broadcast_to(X.T[:, None, :], (3, *view.x.shape))
    marks = [
        *(_surface(view, limits) if view.bent else _planes(view, limits)),
        *marked(view, still, size=_MARKERS),
        mover(view, still),
    ]
    axes = [Axis(name, range=ends) for name, ends in zip(names, limits, strict=True)]
    return Panel(
        "Which points hold the surface?",
        marks,
        *axes,
        key="points",
        hint="drag to turn",
        legend=KEY | {"h = 0, on a coarse grid": "h = 0"},
    )


def _limits(points):
    """(low, high) of each axis, a little beyond all points (k, 3)."""
    low, high = points.min(axis=0), points.max(axis=0)
    room = _MARGIN * max(float(np.max(high - low)), 1e-6)
    return [(float(a - room), float(b + room)) for a, b in zip(low, high, strict=True)]


def _surface(view, limits):
    vertices, faces = surface.curved(view.values, limits)
    columns = [row(vertices[view.frame, :, axis]) for axis in range(3)]
    yield Mesh(*columns, faces=faces, tone="good", opacity=0.3, label="h = 0, on a coarse grid")


def _planes(view, limits):
    """The plane h = 0, and the outlines of h = -1 and h = 1."""
    normals = (view.x * view.y) @ view.case.cloud.X
    cut = partial(surface.flat, normals, limits=limits)
    inside = surface.hidden(cut(view.middle()), limits)
    columns = [row(inside[view.frame, :, axis]) for axis in range(3)]
    yield Mesh(*columns, faces=surface.FAN, tone="good", opacity=0.3, label="h = 0")
    for level, dash, words in ((1.0, "dash", "h = +1"), (-1.0, "dot", "h = −1")):
        around = cut(view.middle() - level)[:, [0, 1, 2, 3, 4, 5, 0]]
        columns = [row(around[view.frame, :, axis]) for axis in range(3)]
        yield Path(*columns, tone="ink", dash=dash, width=1.5, ghost=False, label=words)


def questions(view):
    """Predict, then see: which point holds the surface, and what is said far from all."""
    return asked(view.run.settings, holds(view), _far(view))


def _far(view):
    """Which class a point gets far from all others; asked where the kernel is 0 there, and the bias
    clearly of one sign."""
    if len(view) < 4 or view.settings["kernel"] != "gaussian":
        return None
    low, high = view.bias[-1]
    clear = _CLEAR * abs(view.h[-1]).max()
    if view.run.result.status != "converged" or not (low > clear or high < -clear):
        return None
    signs = (1.0, -1.0)
    return Question(
        0,
        "The surface parts the space that is seen. Which class does the machine give to points "
        "far outside?",
        (*(f"always {signed(s)}" for s in signs), "it depends on the direction"),
        signs.index(1.0 if low > 0.0 else -1.0),
        "Far from all points every kernel value is 0, and h is the bias alone, which is "
        f"{number(0.5 * (low + high))}.",
        "far",
        ("bias",) * (view.settings["third"] == "bias"),
    )


EXPERIMENT = Experiment(
    name="svm-3d",
    title="A machine learns a surface",
    question="Which points carry the surface, and how does each method find them?",
    knobs=with_primary(
        knobs("circles"),
        *PRIMARY,
    ),
    solve=partial(solve, dimension=3),
    scene=scene,
    previews=preview_points,
    click=partial(edit, dimension=3),
    tools=partial(tools, dimension=3),
    own=replace(OWN, view=_view, marks=None),
    measures=MEASURES,
    vary={"C": (0.1, 100.0, 4), "gamma": (0.3, 3.0, 3)},
)
