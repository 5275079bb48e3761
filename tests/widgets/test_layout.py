"""Where the panels of a scene are placed."""

import numpy as np
import pytest
from refusing import assert_refused

from widgets import Axis, Clock, Curve, Layout, Panel, Scene
from widgets.pack import pack


def scene(keys="abc", layout=None, **axes):
    panels = [
        Panel(k, [Curve([0.0, 1.0], [0.0, 1.0])], x=axes.get(k, Axis(f"{k} along")), key=k)
        for k in keys
    ]
    return Scene(panels, Clock("step", [0]), ["."], {}, layout=layout)


@pytest.mark.parametrize(
    "keys, side, tabs", [("a", "", ""), ("abc", "bc", ""), ("abcdef", "bcd", "ef")]
)
def test_without_a_layout_the_first_panel_is_large(keys, side, tabs):
    assert scene(keys).layout == Layout("a", tuple(side), tuple(tabs))


@pytest.mark.parametrize(
    "layout, words",
    [
        (Layout("a", ("b",)), "layout must place each of the panels 'a', 'b', 'c' once"),
        (Layout("a", ("b", "c"), ("c",)), "once, got 'a', 'b', 'c', 'c'"),
        (Layout("a", ("b", "d")), "got 'a', 'b', 'd'"),
        (Layout("a", ("b", "c"), share_x=("z",)), "share_x must be among"),
        ("a", "layout must be a Layout, got 'a'"),
    ],
)
def test_layout_that_does_not_fit_is_refused(layout, words):
    assert_refused(words, scene, layout=layout, error=ValueError)


def test_keys_come_as_several_and_a_twin_needs_a_second_panel():
    for side in ("bc", np.array("b"), {"b"}, ("b", 3), 3):
        assert_refused("side must hold keys of panels", Layout, "a", side, error=ValueError)
    assert_refused("twin needs a second panel", Layout, "a", twin=True, error=ValueError)


@pytest.mark.parametrize("falls", [False, True])
def test_panels_that_share_x_show_one_range_and_name_it_once(falls):
    turn = (lambda ends: ends[::-1]) if falls else (lambda ends: ends)
    axes = {
        k: Axis("λ", range=turn(ends)) for k, ends in {"b": (0.0, 2.0), "c": (-1.0, 1.0)}.items()
    }
    result = scene(layout=Layout("a", ("b", "c"), share_x=("b", "c")), **axes)
    a, b, c = result.placed()
    assert b.x.range == c.x.range == turn((-1.0, 2.0))
    assert (a.x.title, b.x.title, c.x.title) == ("a along", "", "λ")
    packed = pack(result)[0]
    assert packed["layout"]["share_x"] == ("b", "c")
    assert [p["axes"][0]["title"] for p in packed["panels"]] == ["a along", "", "λ"]


@pytest.mark.parametrize(
    ("layout", "tab", "seen"),
    [
        (Layout("a", ("b", "c")), "", "abc"),
        (Layout("a", ("b", "c"), ("d",)), "", "abc"),
        (Layout("a", ("b", "c"), ("d",)), "d", "abd"),
        (Layout("a", ("b", "c"), ("d",)), "gone", "abc"),
        (Layout("a", ("b", "c"), ("d",), twin=True), "", "ab"),
        (Layout("a", ("b", "c"), ("d",), twin=True), "d", "ad"),
        (Layout("a", (), ("d", "e")), "", "ad"),
    ],
)
def test_of_the_panels_in_one_place_one_is_visible(layout, tab, seen):
    assert "".join(layout.in_sight(tab)) == seen


def test_panel_exchanged_with_the_hero_is_visible():
    layout = Layout("a", ("b", "c"), ("d",), share_x=("b", "c"))
    assert layout.swapped("d") == Layout("d", ("b", "c"), ("a",), share_x=("b", "c"))
    assert layout.swapped("b") == Layout("b", ("a", "c"), ("d",), share_x=("b", "c"))
    assert layout.swapped("d").in_sight() == ("d", "b", "c")
    assert layout.swapped("") is layout and layout.swapped("a") is layout
