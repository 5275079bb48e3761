"""Windows hold their points; the octahedron has its edges; level lines lie on their level, with all
ends and islands, and have few vertices; arrows are tip to tail."""

import itertools

import contourpy
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.drawing.geometry import (
    MOST,
    OCTAHEDRON,
    frame_lines,
    free_place,
    grid,
    joined,
    level_lines,
    round_limits,
    tip_to_tail,
    window,
)

numbers = st.floats(-1e8, 1e8, allow_nan=False)


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


X = np.linspace(-2.0, 2.0, 81)
BOWL = X[None, :] ** 2 + X[:, None] ** 2


def test_vertices_lie_on_their_level():
    (ring, none) = level_lines(X, X, np.array([BOWL, BOWL + 9.0]), [1.0])[1.0]
    known = ring[np.isfinite(ring[:, 0])]
    assert np.linalg.norm(known, axis=1) == pytest.approx(1.0, abs=2e-3)
    assert known[0].tolist() == known[-1].tolist() and none.shape == (0, 2)


def test_long_lines_are_thinned_and_islands_stay():
    wells = np.minimum(BOWL, 50.0 * ((X[None, :] - 1.7) ** 2 + (X[:, None] - 1.7) ** 2) - 0.1)
    (line,) = level_lines(X, X, wells[None], [0.5], most=40)[0.5]
    pieces = np.split(line, np.flatnonzero(np.isnan(line[:, 0])) + 1)
    sizes = [len(p) - 1 for p in pieces if len(p) > 1]
    assert len(sizes) == 2 and min(sizes) >= 6 and sum(sizes) <= 60 < MOST
    whole = level_lines(X, X, wells[None], [0.5], most=10_000)[0.5][0]
    assert len(whole) > len(line)


def test_rows_of_a_frame_are_those_of_its_function():
    lines = level_lines(X, X, np.array([BOWL, BOWL + 9.0]), [1.0])[1.0]
    drawn = frame_lines(lines, [1, 0, 0, 1], tone="ink")
    n = len(lines[0])
    for field, column in zip((drawn.x, drawn.y), lines[0].T, strict=True):
        assert field.offsets.tolist() == [0, 0, n, 2 * n, 2 * n]
        assert np.array_equal(field.values, np.tile(column, 2), equal_nan=True)


@pytest.mark.parametrize("gap", [False, True])
def test_line_is_what_contourpy_traces_and_ends_at_gaps(gap):
    values = np.array([BOWL, BOWL * X])
    values[1, 40, 60:] = np.nan if gap else 1.0
    found = level_lines(X, X, values, [0.3, 1.0], most=10_000)
    for level, lines in found.items():
        for line, v in zip(lines, values, strict=True):
            pieces = contourpy.contour_generator(X, X, v).lines(level)
            assert np.array_equal(line, joined(pieces), equal_nan=True)
    assert np.isfinite(found[1.0][1]).any()


@pytest.mark.parametrize("seed", range(5))
def test_vectors_that_add_up_to_nothing_close_and_turn_one_way(seed):
    ways = np.random.default_rng(seed).normal(size=(4, 2))
    ways = np.vstack([ways, -ways.sum(axis=0)])
    tails, tips = tip_to_tail(ways)
    assert tips == pytest.approx(np.roll(tails, -1, axis=0))
    (x, y), (u, v) = (tips - tails).T, np.roll(tips - tails, -1, axis=0).T
    turned = x * v - y * u
    assert (turned > -1e-12).all()  # so that they cross nowhere
    assert tips.mean(axis=0) == pytest.approx([0.0, 0.0])


def test_vectors_with_a_sum_leave_a_gap_as_large_as_that():
    tails, tips = tip_to_tail(np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, -0.75]]))
    assert np.linalg.norm(tips[-1] - tails[0]) == pytest.approx(0.25)


def test_free_place_is_in_the_window_and_away_from_what_is_there():
    box = ((0.0, 10.0), (-1.0, 1.0))
    taken = [[1.8, -0.64], [1.8, 0.64], [5.0, 0.0], [8.2, 0.64]]
    assert free_place(box, taken) == pytest.approx([8.2, -0.64])
