"""Scene `svm-3d`: the machine in space, with the surface that separates the classes."""

from dataclasses import replace
from functools import partial

import numpy as np

from lab.datasets.own_file import preview_points
from lab.drawing import surface
from lab.drawing.geometry import axes, moving
from lab.experiment import Experiment, Run
from lab.lessons.interior_point.common import MEASURES
from lab.lessons.interior_point.svm.model import (
    SPACE,
    edit,
    frames,
    knobs,
    solve,
    tools,
    values_at,
)
from lab.lessons.interior_point.svm.picture import (
    IN_SPACE,
    KEY,
    PRIMARY,
    STUDENT_STEPS,
    holds,
    marked,
    mover,
    pictures,
    signed,
)
from lab.prediction import asked
from lab.scenes.frames import Frames
from widgets import Mesh, Panel, Path, Question, Scene
from widgets.knobs import with_primary
from widgets.words import value

#: Frames: a curved surface is sent again in each, a plane has six corners.
FRAMES = {True: 24, False: 120}
#: The sign of a bias is clear from this share of the largest decision value on.
_CLEAR = 0.05


def _flat(run):
    """Whether the surface is a plane."""
    return run.settings["kernel"] == "linear"


def _frames(run):
    return frames(run, most=FRAMES[not _flat(run)])


def space(f: Frames) -> Panel:
    """The points by state, and h = 0."""
    X, names = f.case.cloud.X, f.case.names
    limits = surface.box_around(f.case.seen, SPACE)
    still = np.broadcast_to(X.T[:, None, :], (3, *f.x.shape))
    marks = [
        *((_planes if _flat(f.run) else _surface)(f, limits)),
        *marked(f, still, size=IN_SPACE),
        mover(f, still),
    ]
    return Panel(
        "Points and the surface h = 0",
        marks,
        *axes(names, limits),
        key="points",
        hint="drag to turn",
        legend=KEY | {"h = 0, on a coarse grid": "h = 0"},
    )


def _surface(f, limits):
    vertices, faces = surface.curved(partial(values_at, f), limits)
    yield Mesh(**moving(vertices[f.shows]), faces=faces, tone="good", opacity=0.3,
               label="h = 0, on a coarse grid")  # fmt: skip


def _planes(f, limits):
    """The plane h = 0, and the outlines of h = -1 and h = 1."""
    normals = (f.x[f.first] * f.y) @ f.case.cloud.X
    middle, cut = f.middle[f.first], partial(surface.flat, normals, limits=limits)
    inside = surface.hidden(cut(middle), limits)
    yield Mesh(**moving(inside[f.shows]), faces=surface.FAN, tone="good", opacity=0.3,
               label="h = 0")  # fmt: skip
    for level, dash, words in ((1.0, "dash", "h = +1"), (-1.0, "dot", "h = −1")):
        around = cut(middle - level)[:, [0, 1, 2, 3, 4, 5, 0]]
        yield Path(**moving(around[f.shows]), tone="ink", dash=dash, width=1.5, ghost=False,
                   label=words)  # fmt: skip


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see: which point holds the surface, and which class is far from all."""
    return asked(f.run.settings, holds(f), _distant(f))


def _distant(f):
    """Which class a point gets far from all others; asked where the kernel is 0 there, and the bias
    clearly of one sign."""
    if len(f) < 4 or f.run.settings["kernel"] != "gaussian":
        return None
    low, high = f.bias[-1]
    clear = _CLEAR * abs(f.h[-1]).max()
    if f.run.result.status != "converged" or not (low > clear or high < -clear):
        return None
    signs = (1.0, -1.0)
    return Question(
        0,
        "The surface divides the visible space. Which class does the machine give to points "
        "far outside?",
        (*(f"always {signed(s)}" for s in signs), "it depends on the direction"),
        signs.index(1.0 if low > 0.0 else -1.0),
        "Far from all points every kernel value is 0, and h is the bias alone, which is "
        f"{value(0.5 * (low + high))}.",
        "far",
        ("bias",) * (f.run.settings["third"] == "bias"),
    )


def scene(run: Run) -> Scene:
    """The points with the surface, the box, the conditions, the proof."""
    f = _frames(run)
    return pictures(f, space, questions(f), {})


EXPERIMENT = Experiment(
    name="svm-3d",
    title="A machine learns a surface",
    question="Which points determine the surface, and how does each method find them?",
    knobs=with_primary(knobs("circles"), *PRIMARY),
    solve=partial(solve, dimension=3),
    scene=scene,
    previews=preview_points,
    click=partial(edit, dimension=3),
    tools=partial(tools, dimension=3),
    student_steps=replace(STUDENT_STEPS, view=_frames, marks=None),
    measures=MEASURES,
    vary={"C": (0.1, 100.0, 4), "gamma": (0.3, 3.0, 3)},
    first="Turn the picture, then drag C.",
    see=(
        "The boundary is a surface now; the points whose multiplier is 0 could be taken away "
        "without moving it."
    ),
)
