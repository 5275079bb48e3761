"""Shapes that scenes draw."""

from __future__ import annotations

import numpy as np


def unit_circle(points=97):
    """The closed unit circle, (points, 2)."""
    angle = np.linspace(0.0, 2.0 * np.pi, points)
    return np.column_stack([np.cos(angle), np.sin(angle)])


def unit_sphere(rings=17, spokes=24):
    """(vertices (n, 3), faces (F, 3)) of the unit sphere: two poles and `rings` circles."""
    polar = np.linspace(0.0, np.pi, rings + 2)[1:-1]
    angle = np.linspace(0.0, 2.0 * np.pi, spokes, endpoint=False)
    ring = np.stack(
        [
            np.outer(np.sin(polar), np.cos(angle)),
            np.outer(np.sin(polar), np.sin(angle)),
            np.repeat(np.cos(polar)[:, None], spokes, axis=1),
        ],
        axis=-1,
    )
    vertices = np.vstack([[0.0, 0.0, 1.0], ring.reshape(-1, 3), [0.0, 0.0, -1.0]])
    a = 1 + np.arange(spokes)
    b = np.roll(a, -1)
    top, last = np.column_stack([0 * a, a, b]), len(vertices) - 1
    bands = [
        np.vstack(
            [np.column_stack([a, a + spokes, b]), np.column_stack([b, a + spokes, b + spokes])]
        )
        + k * spokes
        for k in range(rings - 1)
    ]
    end = np.column_stack([0 * a + last, b, a]) + (rings - 1) * spokes * np.array([0, 1, 1])
    return vertices, np.vstack([top, *bands, end])
