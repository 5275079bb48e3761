"""The surface f = 0 in a box, as meshes whose triangles are the same in every frame."""

from collections.abc import Callable, Sequence

import numpy as np

#: Vertices of a mesh: four for each of its quadrilaterals.
MOST = 900
#: Grid points along each side of the box: at first, at least, at most.
_TRIAL, _COARSE, _FINE = 10, 6, 18


def box_around(points: np.ndarray, margin: float) -> list[tuple[float, float]]:
    """(low, high) of each axis, a little beyond all points (k, 3): by that share of the largest."""
    low, high = points.min(axis=0), points.max(axis=0)
    pad = margin * max(float(np.max(high - low)), 1e-6)
    return [(float(a - pad), float(b + pad)) for a, b in zip(low, high, strict=True)]


def curved(evaluate: Callable, limits: list[tuple[float, float]]) -> tuple[np.ndarray, np.ndarray]:
    """(vertices (R, V, 3), faces (F, 3)) of f = 0 for R functions, whose values (R, a) at points
    (a, 3) `evaluate` gives, on a grid as fine as `MOST` vertices allow."""
    most = max(1, _most_quads(_on_grid(evaluate, limits, _TRIAL)[1]))
    size = int(np.clip(_TRIAL * np.sqrt(MOST / 4 / most), _COARSE, _FINE))
    sides, values = _on_grid(evaluate, limits, size)
    while _most_quads(values) > MOST // 4 and size > _COARSE:
        size -= 1
        sides, values = _on_grid(evaluate, limits, size)
    return _padded([q[: MOST // 4] for q in _nets(values, sides)], limits)


def _on_grid(evaluate, limits, size):
    """(sides, values (R, size, size, size)) on a grid of `size` points a side."""
    sides = [np.linspace(low, high, size) for low, high in limits]
    points = np.stack(np.meshgrid(*sides, indexing="ij"), axis=-1).reshape(-1, 3)
    return sides, evaluate(points).reshape(-1, size, size, size)


def _padded(meshes, limits):
    """Quadrilaterals (q, 4, 3) of each frame as vertices; what is missing has shrunk to a point."""
    most = max(1, *map(len, meshes))
    vertices = np.empty((len(meshes), 4 * most, 3))
    for k, quads in enumerate(meshes):
        flat = quads.reshape(-1, 3)
        vertices[k, : len(flat)] = flat
        vertices[k, len(flat) :] = flat[0] if len(flat) else np.mean(limits, axis=1)
    halves = np.array([[0, 1, 2], [0, 2, 3]])
    return vertices, (4 * np.arange(most)[:, None, None] + halves).reshape(-1, 3)


#: The four cells around an edge lie so far before it, along the two other axes.
_AROUND = ((0, 0), (0, 1), (1, 1), (1, 0))


def _crossed(values, axis):
    """Whether f = 0 crosses each grid edge along `axis`."""
    above = np.moveaxis(values > 0.0, axis + 1, 0)
    return np.moveaxis(above[1:] != above[:-1], 0, axis + 1)


def _most_quads(values):
    """The most quadrilaterals that a frame has: edges that are crossed and have four cells."""
    total = 0
    for axis in range(3):
        inner = tuple(slice(None) if a == axis else slice(1, -1) for a in range(3))
        total += np.count_nonzero(_crossed(values, axis)[:, *inner], axis=(1, 2, 3))
    return int(np.max(total, initial=0))


def _nets(values, sides):
    """[(q, 4, 3)] of each frame: surface nets. Every cell that f = 0 crosses has a vertex, the mean
    of the crossings of its edges; every crossed edge joins its four cells."""
    shape = (len(values), *(len(side) - 1 for side in sides))
    cells, places, corners, frames = [], [], [], []
    for axis in range(3):
        edges = np.array(np.nonzero(_crossed(values, axis)))
        place, size = _crossings(values, sides, edges, axis), shape[1]
        others = [a + 1 for a in range(3) if a != axis]
        around = np.repeat(edges[None], 4, axis=0)
        around[:, others] -= np.array(_AROUND)[:, :, None]
        cell = around[:, others]
        here = np.logical_and.reduce((cell >= 0) & (cell < size), axis=1)
        number = np.ravel_multi_index(tuple(np.moveaxis(around, 1, 0)), shape, mode="clip")
        cells += [number[k, h] for k, h in enumerate(here)]
        places += [place[:, h] for h in here]
        inner = here.all(axis=0)
        corners.append(number[:, inner])
        frames.append(edges[0, inner])
    cells, places = np.concatenate(cells), np.concatenate(places, axis=1)
    count = np.maximum(np.bincount(cells, minlength=np.prod(shape)), 1)
    vertices = np.stack([np.bincount(cells, p, count.size) / count for p in places], axis=-1)
    frames, corners = np.concatenate(frames), np.concatenate(corners, axis=1)
    quads = vertices[corners.T[np.argsort(frames, kind="stable")]]
    ends = np.cumsum(np.bincount(frames, minlength=len(values)))
    return np.split(quads, ends[:-1])


def _crossings(values, sides, edges, axis):
    """Where (3, m) f = 0 crosses the `edges` (4, m) along `axis`: frame, and place on the grid."""
    far = edges.copy()
    far[axis + 1] += 1
    a, b = values[tuple(edges)], values[tuple(far)]
    places = np.stack([side[at] for side, at in zip(sides, edges[1:], strict=True)])
    places[axis] += a / (a - b) * (sides[axis][far[axis + 1]] - places[axis])
    return places


#: Faces of a polygon with six corners.
FAN = np.array([[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]])


def flat(normals: np.ndarray, offsets: np.ndarray, limits: Sequence) -> np.ndarray:
    """(R, 6, 3): the polygons in which the planes n'z + offset = 0 cut the box; a corner is given
    again where there are fewer than six, and NaN where plane and box do not meet."""
    corners = np.stack(np.meshgrid(*limits, indexing="ij"), axis=-1).reshape(-1, 3)
    edges = [(i, i | bit) for i in range(8) for bit in (1, 2, 4) if not i & bit]
    start, end = (corners[list(side)] for side in zip(*edges, strict=True))
    return np.array([_polygon(n, o, start, end) for n, o in zip(normals, offsets, strict=True)])


def _polygon(normal, offset, start, end):
    a, b = start @ normal + offset, end @ normal + offset
    hit = (a > 0.0) != (b > 0.0)
    if np.count_nonzero(hit) < 3:
        return np.full((6, 3), np.nan)
    share = (a[hit] / (a[hit] - b[hit]))[:, None]
    found = start[hit] + share * (end[hit] - start[hit])
    around = _turned(found, normal)
    return np.vstack([around, np.repeat(around[-1:], 6 - len(around), axis=0)])


def hidden(polygons: np.ndarray, limits: Sequence) -> np.ndarray:
    """`polygons` (R, 6, 3) where those that are not there have shrunk to a point."""
    return np.where(np.isnan(polygons), np.mean(limits, axis=1), polygons)


def _turned(points, normal):
    """The corners of a convex polygon (m, 3) in order around its middle."""
    off = points - points.mean(axis=0)
    first = off[np.argmax(np.linalg.norm(off, axis=1))]
    angle = np.arctan2(off @ np.cross(normal, first) / np.linalg.norm(normal), off @ first)
    return points[np.argsort(angle)]
