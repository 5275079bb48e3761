"""What tests of a scene share: its solved settings, and panels and marks by their names."""

import pytest

import lab
from widgets.plotly_marks import pack


def solver_of(experiment):
    """The function `solved(**settings)` -> (run, scene) of an experiment."""

    def solved(**settings):
        run = lab.run(experiment, **settings)
        return run, lab.scene(run)

    return solved


def cases(solved, settings):
    """The fixture "case" of a module: what `solved` makes of each of `settings`."""
    name = lambda given: ",".join(map(str, given.values())) or "-"

    @pytest.fixture(scope="module", params=settings, ids=name)
    def case(request):
        return solved(**request.param)

    return case


def panel(scene, key):
    """The panel with that key."""
    return next(p for p in scene.panels if p.key == key)


def marks(scene, key, label):
    """The marks of a panel that are called `label` or, where none is, whose label begins so."""
    drawn = panel(scene, key).marks
    called = [m for m in drawn if m.label == label]
    return called or [m for m in drawn if m.label.startswith(label)]


def mark(scene, key, label):
    """The first of these `marks`."""
    return marks(scene, key, label)[0]


def assert_light(scene, frames, bytes_moving=400_000):
    """The scene has at most so many frames, and its moving arrays travel in so many bytes."""
    _, arrays = pack(scene)
    assert sum(map(len, arrays.moving.values())) <= bytes_moving
    assert len(scene) <= frames
