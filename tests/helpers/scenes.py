"""What tests of a scene share: its solved settings, and panels and marks by their names."""

from functools import cache, lru_cache

import numpy as np
import pytest
from repeated import first

import lab
from lab.discovery import LESSONS, find
from widgets.pack import pack

ADDRESSES = [f"{one.name}/{e.name}" for one in LESSONS.values() for e in one.scenes]
#: What makes a run short; everything else is drawn at random.
_SHORT = {
    "n": 24, "budget": 30, "triplets": 20, "features": 6, "count": 5, "folds": 3, "bags": 2,
    "instances": 2, "positive": 2, "negative": 2, "slow": 1, "peer": "none",
    "i": 1, "j": 2,
}  # fmt: skip
#: Data that are small; of a knob "data" with none of them all are drawn.
_SMALL = {"two", "correlated", "tilted", "blobs", "three", "moons", "toy", "iris", "tight",
          "around", "loose", "wide"}  # fmt: skip


@cache
def at_defaults(address):
    """(run, scene) at the defaults."""
    run = lab.run(address)
    return run, lab.scene(run)


@lru_cache(maxsize=256)
def drawn(address, random_runs, seed, **more):
    """(run, scene) at settings that `seed` draws, short ones but for `more`."""
    knobs = {knob.name: knob for knob in find(address)[1].knobs}
    fixed = {name: value for name, value in _SHORT.items() if name in knobs}
    if "data" in knobs:
        few = [v for v, _ in knobs["data"].pairs() if v in _SMALL]
        fixed |= {"data": few[seed % len(few)]} if few else {}
    (run,) = random_runs(address, 1, seed, **fixed | more)
    return run, lab.scene(run)


def solver_of(experiment):
    """The function `solved(**settings)` -> (run, scene) of an experiment."""

    def solved(**settings):
        run = lab.run(experiment, **settings)
        return run, lab.scene(run)

    return solved


def cases(solved, settings, frames=lambda run: None, count=5):
    """The fixtures "case", "run", "scene" and "view" of a module: what `solved` makes of each of
    `settings`, its parts, and the table of its frames; those after the first `count` with `--all`
    alone."""
    name = lambda given: ",".join(map(str, given.values())) or "-"

    @pytest.fixture(scope="module", params=first(settings, count), ids=name)
    def case(request):
        return solved(**request.param)

    parts = (lambda case: case[0], lambda case: case[1], lambda case: frames(case[0]))
    return case, *map(pytest.fixture(scope="module"), parts)


def lightness(frames=240, bytes_moving=400_000):
    """The test that every case of a module is light."""

    def test_scene_is_light(scene):
        assert_light(scene, frames, bytes_moving)

    return test_scene_is_light


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


def paths_on_axes():
    """The test that the paths of all methods lie within the axes of the panel "iterates"."""

    def test_axes_hold_every_path(run, scene, view):
        low, high = np.transpose([axis.range for axis in panel(scene, "iterates").axes()])
        for name in run.results:
            assert np.all((view.path(name) >= low) & (view.path(name) <= high)), name

    return test_axes_hold_every_path


def cut_short(solved, model):
    """The test that a run whose budget ends after five updates says so."""

    def test_an_unfinished_run_says_so(monkeypatch):
        monkeypatch.setattr(model, "BUDGET", 5)
        _, scene = solved(compare=())
        assert scene.readout["status"] == ("running",) * 5 + ("max_iter",)
        assert "not converged (max iter)" in scene.captions[-1]
        assert "only within" in scene.captions[-1]

    return test_an_unfinished_run_says_so


def assert_proved(reported, gaps, slack=1e-13):
    """Each stated gap is no less than the gap, and rounded up by less than a digit."""
    reported, gaps = (
        np.asarray(reported, dtype=float),
        np.maximum(np.asarray(gaps, dtype=float), 0.0),
    )
    assert np.all((gaps <= reported * (1.0 + 1e-9) + slack) & (reported <= 1.11 * gaps + slack)), (
        reported
    )


def assert_light(scene, frames=240, bytes_moving=400_000):
    """The scene has at most so many frames, its moving arrays travel in so many bytes, and its axes
    have ranges."""
    _, arrays = pack(scene)
    assert sum(map(len, arrays.moving.values())) <= bytes_moving
    assert len(scene) <= frames
    for axis in (axis for panel in scene.panels for axis in panel.axes()):
        assert np.isfinite(axis.range).all() and axis.range[0] != axis.range[1], axis.title
