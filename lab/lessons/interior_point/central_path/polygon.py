"""The feasible set of three training points: the polygon in which y'x = b cuts the box [0, C]^3.

Seen along y the polygon shows its true shape, and the box around it is a hexagon. That view is
`flat`: coordinates (right, up) in an orthonormal basis of {d: y'd = 0}.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.drawing.text import subscript

#: Vertices of a level line along each edge of the polygon.
_SAMPLES = 40
#: Shares of the polygon's range of q at which levels stand.
LEVELS = (0.004, 0.02, 0.06, 0.13, 0.23, 0.37, 0.54, 0.75)
#: Two corners this near to each other, as a share of C, are one.
_SAME = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Polygon:
    """corners (m, 3) in order around; walls: the m edges by name, wall k from corner k to k + 1."""

    y: np.ndarray
    C: float
    corners: np.ndarray
    walls: tuple[str, ...]

    @property
    def closed(self):
        """The outline (m + 1, 3)."""
        return np.vstack([self.corners, self.corners[:1]])

    def flat(self, x):
        """(right, up) (..., 2) of points x (..., 3), seen along y."""
        return x @ basis(self.y)


def basis(y):
    """Two orthonormal columns (3, 2) of {d: y'd = 0} for labels y (3,), not all the same.

    Right leads to where all variables grow, up to where the first of the larger class does.
    """
    odd = int(np.argmax(y != np.sign(y.sum())))
    first, second = (i for i in range(3) if i != odd)
    right, up = np.ones(3), np.zeros(3)
    right[odd], up[first], up[second] = 2.0, 1.0, -1.0
    return np.column_stack([right / np.sqrt(6.0), up / np.sqrt(2.0)])


def cut(y, C, b):
    """The `Polygon` of {0 <= x <= C, y'x = b} for three labels y, b strictly inside its range."""
    found = [p for i in range(3) for p in _crossings(i, y, C, b)]
    found = [p for k, p in enumerate(found) if all(_apart(p, q, C) for q in found[:k])]
    corners = np.array(found)
    flat = (corners - corners.mean(axis=0)) @ basis(y)
    corners = corners[np.argsort(np.arctan2(flat[:, 1], flat[:, 0]))]
    following = np.roll(corners, -1, axis=0)
    walls = tuple(_wall(p, q, C) for p, q in zip(corners, following, strict=True))
    return Polygon(y, C, corners, walls)


def _crossings(i, y, C, b):
    """Where the plane meets the four edges of the box along axis i."""
    j, k = (a for a in range(3) if a != i)
    for p in (0.0, C):
        for q in (0.0, C):
            value = (b - y[j] * p - y[k] * q) * y[i]
            if -_SAME * C <= value <= C * (1.0 + _SAME):
                point = np.zeros(3)
                point[[i, j, k]] = np.clip(value, 0.0, C), p, q
                yield point


def _apart(p, q, C):
    return np.abs(p - q).max() > _SAME * C


def _wall(p, q, C):
    """ "x₂ = 0": the bound that both corners meet."""
    for i in range(3):
        for bound, name in ((0.0, "0"), (C, "C")):
            if abs(p[i] - bound) <= _SAME * C and abs(q[i] - bound) <= _SAME * C:
                return f"x{subscript(i + 1)} = {name}"
    return ""


def box_edges(C):
    """The twelve edges of the box (12, 2, 3)."""
    corners = np.array([[i >> 2 & 1, i >> 1 & 1, i & 1] for i in range(8)], dtype=np.float64)
    return C * np.array(
        [(p, q) for a, p in enumerate(corners) for q in corners[a + 1 :] if abs(p - q).sum() == 1]
    )


def hidden(edges, y, C):
    """Which of the edges (12, 2, 3) end at the corner farthest from who looks along y (12,)."""
    far = np.where(y > 0.0, 0.0, C)
    return (edges == far).all(axis=2).any(axis=1)


def outlines(polygon, lowest, value, gradient, curvature):
    """Rims (levels, points, 3) of {q <= level} in the polygon, the highest level first.

    The sets are convex and hold `lowest` (3,), so a ray from there leaves each once: it ends at the
    level or at the polygon, whichever is nearer. value: q there, gradient (3,), curvature (3, 3).
    """
    share = np.linspace(0.0, 1.0, _SAMPLES, endpoint=False)[:, None]
    following = np.roll(polygon.corners, -1, axis=0)
    rim = [p + share * (q - p) for p, q in zip(polygon.corners, following, strict=True)]
    rays = np.vstack([*rim, polygon.corners[:1]]) - lowest
    slope, bend = rays @ gradient, 0.5 * np.einsum("ki,ij,kj->k", rays, curvature, rays)
    highest = (slope + bend).max()
    levels = highest * np.array(LEVELS[::-1])
    return lowest + _reach(slope, bend, levels[:, None])[..., None] * rays, value + levels


def _reach(slope, bend, level):
    """The share in [0, 1] of each ray at which slope a + bend a^2 reaches `level` > 0."""
    root = np.sqrt(slope**2 + 4.0 * bend * level)
    below = slope + root
    with np.errstate(divide="ignore"):
        return np.minimum(1.0, np.where(below > 0.0, 2.0 * level / below, np.inf))
