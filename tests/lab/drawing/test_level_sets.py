"""Level lines lie on their level, with all ends and islands, and have few vertices."""

from types import SimpleNamespace

import contourpy
import numpy as np
import pytest

from lab.drawing.geometry import MOST, frame_lines, joined, level_lines
from lab.drawing.paths import landscape

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
def test_a_line_is_what_contourpy_traces_and_ends_at_gaps(gap):
    values = np.array([BOWL, BOWL * X])
    values[1, 40, 60:] = np.nan if gap else 1.0
    found = level_lines(X, X, values, [0.3, 1.0], most=10_000)
    for level, lines in found.items():
        for line, v in zip(lines, values, strict=True):
            pieces = contourpy.contour_generator(X, X, v).lines(level)
            assert np.array_equal(line, joined(pieces), equal_nan=True)
    assert np.isfinite(found[1.0][1]).any()


def test_a_landscape_ends_at_the_wall_behind_which_no_point_may_be():
    def objective(w):
        return np.where((w >= 0.0).all(axis=-1), (w**2).sum(axis=-1), np.inf)

    view = SimpleNamespace(objective=objective, minimiser=np.zeros(2))
    filled, lines = landscape(view, (-1.0, 2.0), (-1.0, 1.0))
    assert filled.levels == lines.levels and filled.levels[-1] == objective(np.array([2.0, 1.0]))
    values = np.asarray(filled.values.values)
    behind = (filled.x.values < 0.0) | (filled.y.values < 0.0)[:, None]
    assert np.isfinite(values).all() and values[behind].min() > filled.levels[-1]
