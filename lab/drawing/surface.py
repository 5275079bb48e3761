"""The surface f = 0 in a box, as meshes whose triangles are the same in every frame."""

import numpy as np

#: Vertices of a mesh: four for each of its quadrilaterals.
MOST = 900
#: Grid points along each side of the box: at first, at least, at most.
_TRIAL, _COARSE, _FINE = 10, 6, 18


def box_around(points, margin):
    """(low, high) of each axis, a little beyond all points (k, 3): by that share of the largest."""
    low, high = points.min(axis=0), points.max(axis=0)
    pad = margin * max(float(np.max(high - low)), 1e-6)
    return [(float(a - pad), float(b + pad)) for a, b in zip(low, high, strict=True)]


def curved(evaluate, limits):
    """(vertices (R, V, 3), faces (F, 3)) of f = 0 for R functions, whose values (R, a) at points
    (a, 3) `evaluate` gives, on a grid as fine as `MOST` vertices allow."""
    meshes = _quads(evaluate, limits, _TRIAL)
    most = max(1, *map(len, meshes))
    size = int(np.clip(_TRIAL * np.sqrt(MOST / 4 / most), _COARSE, _FINE))
    meshes = _quads(evaluate, limits, size)
    while max(map(len, meshes)) > MOST // 4 and size > _COARSE:
        size -= 1
        meshes = _quads(evaluate, limits, size)
    return _padded([q[: MOST // 4] for q in meshes], limits)


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


def _quads(evaluate, limits, size):
    """[(q, 4, 3)]: surface nets on a grid of `size` points a side. Every cell that f = 0 crosses
    has a vertex, the mean of the crossings of its edges; every crossed edge joins its four cells.
    """
    sides = [np.linspace(low, high, size) for low, high in limits]
    points = np.stack(np.meshgrid(*sides, indexing="ij"), axis=-1)
    values = evaluate(points.reshape(-1, 3)).reshape(-1, size, size, size)
    return [_net(f, points) for f in values]


def _net(f, points):
    cells = len(f) - 1
    total, count = np.zeros((cells, cells, cells, 3)), np.zeros((cells, cells, cells))
    around = []
    for axis in range(3):
        crossed, place = _crossings(f, points, axis)
        others = [a for a in range(3) if a != axis]
        for shift in ((0, 0), (0, 1), (1, 1), (1, 0)):
            near = [slice(None)] * 3
            for other, s in zip(others, shift, strict=True):
                near[other] = slice(s, s + cells)
            total += np.where(crossed[tuple(near)][..., None], place[tuple(near)], 0.0)
            count += crossed[tuple(near)]
        around.append((others, crossed))
    vertices = total / np.maximum(count, 1.0)[..., None]
    return np.concatenate([_joined(vertices, others, crossed) for others, crossed in around])


def _crossings(f, points, axis):
    """(whether f = 0 crosses, where) for every grid edge along `axis`."""
    a, b = (np.take(f, range(s, len(f) - 1 + s), axis) for s in (0, 1))
    p, q = (np.take(points, range(s, len(f) - 1 + s), axis) for s in (0, 1))
    crossed = (a > 0.0) != (b > 0.0)
    share = np.divide(a, a - b, out=np.full(a.shape, 0.5), where=crossed)
    return crossed, p + share[..., None] * (q - p)


def _joined(vertices, others, crossed):
    """The quadrilaterals (q, 4, 3) around crossed edges that have four cells."""
    edges = np.argwhere(crossed)
    most = len(vertices)
    inner = np.all([(edges[:, o] > 0) & (edges[:, o] < most) for o in others], axis=0)
    edges = edges[inner]
    corners = []
    for shift in ((0, 0), (0, 1), (1, 1), (1, 0)):
        cell = edges.copy()
        for other, s in zip(others, shift, strict=True):
            cell[:, other] -= s
        corners.append(vertices[tuple(cell.T)])
    return np.stack(corners, axis=1)


#: Faces of a polygon with six corners.
FAN = np.array([[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]])


def flat(normals, offsets, limits):
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


def hidden(polygons, limits):
    """`polygons` (R, 6, 3) where those that are not there have shrunk to a point."""
    return np.where(np.isnan(polygons), np.mean(limits, axis=1), polygons)


def _turned(points, normal):
    """The corners of a convex polygon (m, 3) in order around its middle."""
    off = points - points.mean(axis=0)
    first = off[np.argmax(np.linalg.norm(off, axis=1))]
    angle = np.arctan2(off @ np.cross(normal, first) / np.linalg.norm(normal), off @ first)
    return points[np.argsort(angle)]
