"""Numbers in captions read back; windows hold their points; the octahedron has its edges."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.drawing.geometry import OCTAHEDRON, grid, round_limits, window
from lab.drawing.text import format_distinct, listed, number, power, read, unsigned

numbers = st.floats(-1e8, 1e8, allow_nan=False)


@given(numbers)
def test_numbers_read_back(x):
    assert read(number(x)) == pytest.approx(x, rel=0.06, abs=6e-4)
    assert (number(x) == "0") == (x == 0.0) and "-0" not in number(x, 2).split("e")[0]
    assert read(power(x)) == pytest.approx(x, rel=0.051)


@given(numbers, st.floats(1e-9, 1e-2))
def test_numbers_that_differ_read_differently(x, share):
    y = x + share * max(abs(x), 1.0)
    first, second = format_distinct(x, y)
    assert read(first) < read(second)
    assert format_distinct(x, x)[0] == format_distinct(x, x)[1]


def test_only_rounding_is_forgiven():
    assert unsigned(np.array([-1e-12, -1e-3, 2.0]), 1.0).tolist() == [0.0, -1e-3, 2.0]


def test_lists_of_words():
    assert [listed("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]


@pytest.mark.parametrize("aspect", [None, 1.8])
def test_windows_hold_their_points(aspect):
    points = np.random.default_rng(0).normal(size=(30, 2)) * [1.0, 5.0]
    points[3] = np.nan
    (x0, x1), (y0, y1) = window(points, aspect=aspect)
    assert np.all((points[:3] > [x0, y0]) & (points[:3] < [x1, y1]))
    if aspect:
        assert (x1 - x0) / (y1 - y0) == pytest.approx(aspect, rel=0.1)  # ends are rounded
    assert np.ptp(window(np.zeros((1, 2)), margin=0.0, least=2.0)[0]) == 0.5


@given(numbers, st.floats(1e-9, 1e9))
def test_steady_ends_lie_a_little_outside(low, size):
    low = round(low, 9)
    high = low + max(size, 1e-6 * abs(low))
    a, b = round_limits(low, high)
    pad = (high - low) / 24.0
    assert low - pad <= a <= low and high <= b <= high + pad


def test_steady_ends_do_not_move_while_the_data_move_a_little():
    assert round_limits(-1.094, 2.122) == round_limits(-1.09, 2.11) == (-1.125, 2.125)
    assert round_limits(2.0, 2.0) == (2.0, 2.0)


def test_grid_reaches_beyond_its_window():
    x, y, points = grid((0.0, 1.0), (0.0, 2.0), size=5, beyond=0.5)
    assert (x[0], x[-1], y[0], y[-1]) == (-0.5, 1.5, -1.0, 3.0)
    assert points.shape == (5, 5, 2) and points[4, 0].tolist() == [-0.5, 3.0]


def test_octahedron_walks_every_edge_once():
    ends = {frozenset([tuple(a), tuple(b)]) for a, b in itertools.pairwise(OCTAHEDRON)}
    assert len(OCTAHEDRON) == 13 and len(ends) == 12
    assert all(np.dot(*map(np.array, pair)) == 0.0 for pair in map(tuple, ends))
