"""A user who drags a slider waits for visible panels only: those behind tabs come later."""

import numpy as np
import pytest
from scenes import ADDRESSES

import lab
from lab.discovery import find
from lab.solved import SolvedBefore
from widgets.pack import pack
from widgets.scene import OnDemand


def drawn_anew(address):
    experiment = find(address)[1]
    return experiment.draw(lab.run(address))


def behind(scene):
    """The keys of the hidden panels, except those that give a visible one its axis."""
    seen, shared = set(scene.layout.in_sight()), set(scene.layout.share_x)
    return set(scene.keys) - seen - (shared if shared & seen else set())


@pytest.mark.parametrize("address", ADDRESSES)
def test_panels_behind_tabs_are_made_when_they_are_looked_at(address):
    scene = drawn_anew(address)
    asked = {q.panel for q in scene.questions}
    pack(scene, seen=scene.layout.in_sight(), captioned={0})
    left = {p.key for p in scene.placed(scene.layout.in_sight()) if isinstance(p, OnDemand)}
    assert left == behind(scene) - asked
    assert [p.key for p in scene.panels] == list(scene.keys)
    assert not any(isinstance(p, OnDemand) for p in scene.placed(scene.layout.in_sight()))


PARTED = [a for a in ADDRESSES if find(a)[1].main_part(find(a)[1].settings({})) is not None]


@pytest.mark.parametrize("address", PARTED)
def test_main_part_has_numbers_of_the_main_method_and_can_be_drawn(address):
    experiment, whole = find(address)[1], lab.run(address)
    part = experiment.play(experiment.main_part(whole.settings), address=address)
    assert len(experiment.draw(part)) > 0 and experiment.main_part(part.settings) is None
    assert part.main == whole.main and part.result.status == whole.result.status
    for column in ("iteration", "objective", "bound", "gap"):
        assert np.array_equal(getattr(part.trace, column), getattr(whole.trace, column))
    assert np.array_equal(part.result.x, whole.result.x)


@pytest.mark.parametrize("address", PARTED)
def test_whole_picture_does_not_solve_the_main_part_again(address):
    experiment, before = find(address)[1], SolvedBefore()
    settings = experiment.settings({})
    with before.used():
        part = experiment.play(experiment.main_part(settings), address=address)
        whole = experiment.play(settings, address=address)
    assert whole.result is part.result
    assert experiment.play(settings, address=address).result is not part.result


@pytest.mark.parametrize("address", PARTED)
def test_main_part_on_the_axes_of_the_whole_reaches_as_far(address):
    experiment, whole = find(address)[1], lab.run(address)
    ranges = experiment.draw(whole).ranges()
    part = experiment.play(experiment.main_part(whole.settings), address=address)
    reached = experiment.draw(part).reaching(ranges).ranges()
    shared = ranges.keys() & reached.keys()
    assert shared
    pairs = [both for key in shared for both in zip(ranges[key], reached[key], strict=True)]
    for own, wide in pairs:
        assert own.log == wide.log and np.diff(own.range) * np.diff(wide.range) > 0.0
        assert min(wide.range) <= min(own.range) < max(own.range) <= max(wide.range)


def test_main_part_leaves_out_rivals_or_what_the_scene_names():
    race, sparsity = find("programs/race")[1], find("sparsity")[1]
    settings = race.settings({"n": 5})
    assert race.main_part(settings) == settings | {"compare": ()}
    assert sparsity.main_part(sparsity.settings({}))["peer"] == "none"
    assert {"lasso", "methods", "polygon"} <= {a.rpartition("/")[2] for a in PARTED}
    assert find("group-path")[1].main_part({"seed": 0}) is None
