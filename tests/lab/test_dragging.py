"""What a hand that drags a slider waits for is what it sees: panels behind tabs come later."""

import pytest
from scenes import ADDRESSES

import lab
from lab.addresses import find
from widgets.pack import pack
from widgets.scene import OnDemand


def drawn_anew(address):
    experiment = find(address)[1]
    return experiment.draw(lab.run(address))


def behind(scene):
    """The keys of the panels out of sight, but for those that give one in sight its axis."""
    seen, shared = set(scene.layout.in_sight()), set(scene.layout.share_x)
    return set(scene.keys) - seen - (shared if shared & seen else set())


@pytest.mark.parametrize("address", ADDRESSES)
def test_panels_behind_tabs_are_made_when_they_are_looked_at(address):
    scene = drawn_anew(address)
    asked = {q.panel for q in scene.questions}
    pack(scene, seen=scene.layout.in_sight(), told={0})
    left = {p.key for p in scene.placed(scene.layout.in_sight()) if isinstance(p, OnDemand)}
    assert left == behind(scene) - asked
    assert [p.key for p in scene.panels] == list(scene.keys)
    assert not any(isinstance(p, OnDemand) for p in scene.placed(scene.layout.in_sight()))
