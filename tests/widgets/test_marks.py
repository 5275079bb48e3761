"""Marks as data: what they hold, and what they refuse."""

import dataclasses

import numpy as np
import pytest

from widgets import marks as m
from widgets.fields import Static, at, moved, prefix, row
from widgets.pack import pack
from widgets.scene import Clock, Panel, Scene

ONE = np.arange(3.0)
DISC = moved(np.eye(2), np.ones((4, 2, 2)), np.zeros((4, 2)))


def test_arrays_become_fields():
    mark = m.Points(ONE, row(np.ones((2, 3))), size=[1.0, 2.0, 3.0])
    assert isinstance(mark.x, Static) and isinstance(mark.size, Static)
    assert set(mark.all_fields()) == {"x", "y", "size"}


def test_coordinates_name_what_lies_along_an_axis():
    band = m.Band(ONE, low=ONE - 1, high=ONE + 1)
    assert [at(f, 0)[0] for f, _ in band.coordinates(1)] == [-1.0, 1.0]
    assert len(m.Segments(ONE, ONE, ONE, ONE).coordinates(0)) == 2
    assert m.Segments(ONE, ONE, ONE, ONE).coordinates(2) == []
    path = m.Path(DISC)
    assert path.coordinates(1) == [(DISC, 1)] and path.coordinates(2) == []


def moves(mark):
    """Whether the trace of a mark moves in a packed scene of two frames."""
    spec, _ = pack(Scene([Panel("plane", [mark])], Clock("step", np.arange(2)), ["", ""], {}))
    return "moving" in spec["panels"][0]["traces"][0]


def test_what_moves():
    assert not moves(m.Path(ONE, ONE))
    assert moves(m.Path(ONE, row(np.ones((2, 3)))))
    assert moves(m.Points(ONE, ONE, klass=row(np.zeros((2, 3)))))
    assert moves(m.Text(0.0, 0.0, ("a", "b"), per_frame=True))
    assert not moves(m.Text(0.0, 0.0, ("a",)))


def test_only_paths_that_grow_along_all_axes_have_a_ghost():
    grows = prefix(ONE, [0, 2])
    assert m.has_ghost(m.Path(grows, grows)) and m.has_ghost(m.Curve(grows, grows))
    assert not m.has_ghost(m.Path(grows, grows, ghost=False))
    assert not m.has_ghost(m.Path(grows, row(np.ones((2, 3)))))
    assert not m.has_ghost(m.Lines(grows, grows))


def test_marks_are_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        m.Path(ONE, ONE).tone = "now"


def test_contours_without_levels_get_eight_inside_the_values():
    mark = m.Contour(ONE, ONE, np.add.outer(ONE, ONE))
    assert len(mark.levels) == 8
    assert mark.levels[0] > 0.0 and mark.levels[-1] < 4.0
    assert np.all(np.diff(mark.levels) > 0)


def test_heatmap_with_signs_has_zero_in_the_middle():
    values = np.array([[-1.0, 3.0]])
    assert m.Heatmap([0.0, 1.0], [0.0], values, diverging=True).scale() == (-3.0, 3.0)
    assert m.Heatmap([0.0, 1.0], [0.0], values).scale() == (-1.0, 3.0)
    assert m.Heatmap([0.0, 1.0], [0.0], values, limits=(0.0, 9.0)).scale() == (0.0, 9.0)
    low, high = m.Heatmap([0.0, 1.0], [0.0], values * 0).scale()
    assert low < high


def test_logarithmic_heatmap_has_positive_ends_and_one_in_the_middle():
    made = lambda values, **more: m.Heatmap([0.0, 1.0], [0.0], [values], log=True, **more)
    np.testing.assert_allclose(made([0.0, 20.0]).scale(), (20.0, 200.0))
    np.testing.assert_allclose(made([0.5, 20.0]).scale(), (0.5, 20.0))
    np.testing.assert_allclose(made([0.5, 20.0], diverging=True).scale(), (0.05, 20.0))
    with pytest.raises(ValueError, match="limits must be positive where log is True"):
        made([1.0, 2.0], limits=(0.0, 1.0))


def test_cell_edges_are_midpoints():
    np.testing.assert_allclose(m.cell_edges([0.0, 1.0, 3.0]), [-0.5, 0.5, 2.0, 4.0])
    np.testing.assert_allclose(m.cell_edges([5.0]), [4.5, 5.5])
    np.testing.assert_allclose(m.cell_edges([1.0, 100.0], log=True), [0.1, 10.0, 1000.0])


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: m.Path(ONE, ONE, tone="red"), "tone must be one of main, .* got 'red'"),
        (lambda: m.Path(ONE, ONE, dash="wavy"), "dash must be one of"),
        (lambda: m.Points(ONE, ONE, symbol="star"), "symbol must be one of"),
        (lambda: m.Path(ONE), "Path takes y as well as x, unless x is a moved field"),
        (lambda: m.Path(DISC, ONE), "moved field of Path is given as x alone"),
        (lambda: m.Path(ONE, DISC), "moved field of Path is given as x alone"),
        (lambda: m.Contour(ONE, ONE, row(np.ones((2, 3, 3)))), "values of Contour must be static"),
        (lambda: m.Contour(ONE, ONE, np.ones((3, 3)), (2.0, 1.0)), "levels must rise"),
        (lambda: m.Contour(ONE, ONE, np.ones((2, 3))), r"must be \(ny, nx\) = \(3, 3\)"),
        (lambda: m.Heatmap(ONE, row(np.ones((2, 3))), np.ones((3, 3))), "y of Heatmap must be"),
        (lambda: m.Hatch(ONE, ONE, np.ones((3, 3)), way="x"), "way must be one of"),
        (lambda: m.Mesh(ONE, ONE, ONE), r"faces \(F, 3\)"),
    ],
)
def test_what_cannot_be_drawn_is_refused(make, words):
    with pytest.raises(ValueError, match=words):
        make()
