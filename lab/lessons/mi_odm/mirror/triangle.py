"""The triangle of weights on three assignments: corners, lattice, level lines."""

from __future__ import annotations

import contourpy
import numpy as np

from lab.drawing.level_sets import joined

#: Corners of the triangle, one per assignment, around the origin: what is the same in all three
#: weights moves nothing here, as the plane is seen along (1, 1, 1).
CORNERS = np.array([[-np.sqrt(0.75), -0.5], [np.sqrt(0.75), -0.5], [0.0, 1.0]])
_SIDE = 16


def flat(weights):
    """Points (..., 2) of weights (..., 3), which need not be positive or sum to 1."""
    return weights @ CORNERS


def lattice():
    """Weights (n, 3) on a triangular lattice, and where each stands in a square: rows, columns."""
    i, j = np.nonzero(np.add.outer(np.arange(_SIDE + 1), np.arange(_SIDE + 1)) <= _SIDE)
    return np.column_stack([i, j, _SIDE - i - j]) / _SIDE, i, j


def triangle_lines(values, count=7):
    """Level lines (m, 3) of weights, NaN between them, of `values` (n,) on the lattice.

    Levels rise with the square of their number: even steps in distance from a minimum.
    """
    _, i, j = lattice()
    square = np.ma.masked_all((_SIDE + 1, _SIDE + 1))
    # Roots are nearly straight where values are nearly a parabola: so the lattice may be coarse.
    square[i, j] = np.sqrt(np.maximum(values - values.min(), 0.0))
    lines = contourpy.contour_generator(z=square, corner_mask=True)
    levels = square.max() * np.arange(1, count + 1) / (count + 1)
    # Columns are the second, rows the first weight.
    line = joined([line for level in levels for line in lines.lines(level)]) / _SIDE
    return np.column_stack([line[:, 1], line[:, 0], 1.0 - line.sum(axis=1)])
