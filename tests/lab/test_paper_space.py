"""On paper the panels fill the width, whichever of a scene's panels are chosen."""

import itertools
import random

import pytest
from scenes import ADDRESSES as SCENES
from scenes import at_defaults

from widgets.paper.page import layout

#: The widest empty band, as a share of the figure; a box in space has corners.
PLANE, SPACE = 0.06, 0.15


def extents(page):
    """(left, right, bottom, top) of all axes with their words; a lens lies in other axes."""
    renderer = page.figure.canvas.get_renderer()
    lenses = [view.lens.ax for view in page.views if view.lens]
    for ax in (ax for ax in page.figure.axes if ax not in lenses):
        if ax.name == "3d":
            drawn = ax.get_tightbbox(renderer)
            yield drawn.x0, drawn.x1, drawn.y0, drawn.y1
            continue
        box = ax.get_window_extent()
        words = [axis.get_tightbbox(renderer) for axis in (ax.xaxis, ax.yaxis)]
        seen = [box, *(b for b in words if b is not None and b.width)]
        yield min(b.x0 for b in seen), max(b.x1 for b in seen), box.y0, box.y1


def widest_band(page):
    """The widest part of a row of panels where nothing is drawn, as a share of the figure."""
    found, width, widest = list(extents(page)), page.figure.bbox.width, 0.0
    for _, _, bottom, top in found:
        reached = 0.0
        for left, right, low, high in sorted(found):
            if min(high, top) - max(low, bottom) > 0.5 * min(high - low, top - bottom):
                widest, reached = max(widest, left - reached), max(reached, right)
        widest = max(widest, width - reached)
    return widest / width


def assert_full(scene, choices):
    for keys in choices:
        chosen = scene.only(keys)
        page = layout(chosen, "light", 12.0)
        allowed = PLANE if all(view.board.flat for view in page.views) else SPACE
        assert widest_band(page) <= allowed, keys


def choices(scene):
    keys = scene.layout.shown()
    return [c for n in (1, 2, 3, len(keys)) for c in itertools.combinations(keys, n)]


@pytest.mark.further
@pytest.mark.parametrize("address", SCENES)
def test_no_choice_of_panels_leaves_an_empty_band(address):
    _, scene = at_defaults(address)
    hero, *rest = scene.layout.shown()
    some = random.Random(address).sample(choices(scene), 2)
    assert_full(scene, [(hero,), (hero, rest[-1]), *some])


@pytest.mark.long
@pytest.mark.parametrize("address", SCENES)
def test_no_choice_at_all_leaves_an_empty_band(address):
    _, scene = at_defaults(address)
    assert_full(scene, choices(scene))
