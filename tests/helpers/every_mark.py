"""Scenes with every mark, reading every kind of field."""

import numpy as np

from widgets import marks as m
from widgets.fields import blend, moved, prefix, ragged, row, static
from widgets.scene import Axis, Clock, Panel, Scene

T, R, N = 5, 9, 4
FRAMES = (0, T // 2, T - 1)
OFFSETS = [0, 2, 5, 5, 7, R]  # frame 2 shows nothing
WORDS = tuple("abcdefghi")


def field(how, rng):
    """A field of positive numbers of each kind."""
    values = 0.5 + rng.random((T, N))
    return {
        "static": lambda: static(values[0]),
        "prefix": lambda: prefix(0.5 + rng.random(R), [0, 2, 4, 7, 8]),
        "row": lambda: row(values),
        "blend": lambda: blend(values),
        "ragged": lambda: ragged(0.5 + rng.random(R), OFFSETS),
    }[how]()


HOW = ("static", "prefix", "row", "blend", "ragged")
GRIDS = ("static", "row", "blend")
#: Cells of the first two columns and of the last two rows.
HATCHED = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


def grid(how, rng, shape):
    values = rng.normal(size=(T, *shape))
    return {"static": static(values[0]), "row": row(values), "blend": blend(values)}[how]


def cloud(d, rng):
    shape = rng.normal(size=(6, d))
    return moved(shape, rng.normal(size=(T, d, d)), rng.normal(size=(T, d)))


def flat_marks():
    rng = np.random.default_rng(0)
    f = lambda how, n: [field(how, rng) for _ in range(n)]
    result = [kind(*f(how, 2)) for how in HOW for kind in (m.Path, m.Curve, m.Lines, m.Points)]
    result += [m.Text(*f(how, 2), WORDS) for how in HOW]
    result += [kind(*f(how, 4)) for how in HOW for kind in (m.Segments, m.Arrows)]
    result += [m.Band(*f(how, 3)) for how in HOW] + [m.Bars(*f(how, 2)) for how in HOW]
    result += [kind(cloud(2, rng)) for kind in (m.Path, m.Lines, m.Points)]
    result += [m.Heatmap(np.arange(3.0), [0.0, 1.0, 4.0], grid(h, rng, (3, 3))) for h in GRIDS]
    result += [m.Hatch(np.arange(3.0), [0.0, 1.0, 4.0], HATCHED)]
    result += [m.Contour(np.arange(4.0), np.arange(3.0), rng.normal(size=(3, 4)))]
    result += [m.Path(*f("prefix", 2), fill=0.2, markers=True)]
    return result


def space_marks():
    rng = np.random.default_rng(1)
    f = lambda how, n: [field(how, rng) for _ in range(n)]
    result = [kind(*f(how, 3)) for how in HOW for kind in (m.Path, m.Curve, m.Lines, m.Points)]
    for how in HOW:
        x, y, z = f(how, 3)
        result.append(m.Text(x, y, WORDS, z=z))
        ends = dict(zip(("x0", "y0", "x1", "y1", "z0", "z1"), f(how, 6), strict=True))
        result += [m.Segments(**ends), m.Arrows(**ends)]
    result += [m.Surface(*(grid(how, rng, (3, 4)) for _ in range(3))) for how in GRIDS]
    faces = [[0, 1, 2], [1, 2, 3]]
    result += [m.Mesh(*f(how, 3), faces=faces) for how in ("static", "row", "blend")]
    result += [kind(cloud(3, rng)) for kind in (m.Path, m.Lines, m.Points)]
    return [*result, m.Mesh(cloud(3, rng), faces=np.array([[0, 1, 2], [3, 4, 5]]))]


def scene(*panels, frames=T, **more):
    settings = {"captions": [f"Step {k} — goes on." for k in range(frames)], "readout": {}}
    return Scene(panels, Clock("iteration", np.arange(frames)), **(settings | more))


def one_of_each(z=False, log=False):
    """A scene with every mark of `every_mark` once, reading one kind of field."""
    axis = Axis(log=log)
    once = {type(d): d for d in every_mark(z, log).panels[0].marks}.values()
    return scene(Panel("all", list(once), key="all", x=axis, y=axis, z=axis if z else None))


def every_mark(z=False, log=False):
    """A scene with every mark reading every kind of field; on log axes only positive numbers."""
    result = space_marks() if z else flat_marks()
    if log:
        positive = (m.Path, m.Lines, m.Points, m.Segments, m.Band, m.Text)
        result = [
            d
            for d in result
            if isinstance(d, positive)
            and not hasattr(d.all_fields()["x" if hasattr(d, "x") else "x0"], "shape")
        ]
    axis = Axis(log=log)
    return scene(Panel("all", result, key="all", x=axis, y=axis, z=axis if z else None))
