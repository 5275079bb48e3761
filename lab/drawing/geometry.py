"""Shapes that scenes draw, level lines of functions on a grid, and chains of vectors."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from contourpy import SerialContourGenerator, ZInterp, contour_generator
from numpy.typing import ArrayLike

from widgets import Axis, Lines, prefix, ragged, row

#: The twelve edges of |w|_1 <= 1 in space as one walk over its corners (13, 3).
OCTAHEDRON = np.array(
    [
        [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, -1, 0], [0, 0, -1], [0, 1, 0], [-1, 0, 0],
        [0, -1, 0], [1, 0, 0], [0, 0, 1], [-1, 0, 0], [0, 0, -1], [1, 0, 0],
    ],
    dtype=np.float64,
)  # fmt: skip


#: Corners of the square that represents a plane, and its two triangles.
SQUARE = np.array([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]])
SQUARE_FACES = np.array([[0, 1, 2], [0, 2, 3]])
SQUARE_EDGE = SQUARE[[0, 1, 2, 3, 0]]

#: Width over height of the large panel of a scene, about as it is next to its small ones. Above
#: them it is up to 2.1, on a telephone 1: what fills a window is computed for these shares of it,
#: along x and y, on each side of it.
HERO = 1.2
BEYOND = (0.4, 0.15)
#: Cells of such a field along x and y: about squares.
CELLS = (72, 52)


def unit_circle(points: int = 97) -> np.ndarray:
    """The closed unit circle, (points, 2)."""
    angle = np.linspace(0.0, 2.0 * np.pi, points)
    return np.column_stack([np.cos(angle), np.sin(angle)])


def unit_sphere(rings: int = 17, spokes: int = 24) -> tuple[np.ndarray, np.ndarray]:
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


def window(
    points: np.ndarray, margin: float = 0.08, aspect: float | None = None, least: float = 0.0
) -> tuple[Any, ...]:
    """((low, high) per axis) around all finite `points` (n, d), with a margin.

    least: smallest length of the longest axis, before the margin. aspect: width / height, reached
    but for the rounding of the ends, by making the axis that is too short longer on both sides.
    """
    points = np.asarray(points, dtype=np.float64)
    points = points[np.isfinite(points).all(axis=1)]
    low, high = points.min(axis=0), points.max(axis=0)
    size = np.maximum(high - low, 0.25 * max(np.max(high - low), least))
    if aspect is not None:
        size = np.maximum(size, size[::-1] * np.array([aspect, 1.0 / aspect]))
    middle, half = 0.5 * (low + high), (0.5 + margin) * size
    ends = zip((middle - half).tolist(), (middle + half).tolist(), strict=True)
    return tuple(round_limits(*pair) for pair in ends)


def wider(
    box: Sequence[tuple[float, float]],
    share: float | tuple[float, float] = BEYOND,
) -> tuple[Any, ...]:
    """The window ((low, high) per axis), longer at each end by a share of its length, one for all
    axes or one for each."""
    shares = np.broadcast_to(share, len(box)).tolist()
    return tuple((a - s * (b - a), b + s * (b - a)) for (a, b), s in zip(box, shares, strict=True))


def round_limits(low: float, high: float) -> tuple[float, float]:
    """(low, high) moved outwards to a grid of between 1/24 and 1/48 of their distance.

    An axis with such ends does not move while a knob moves a little: pictures can be compared, and
    the browser need not lay out its ticks again.
    """
    if not high > low:
        return low, high
    step = 2.0 ** math.floor(math.log2((high - low) / 24.0))
    return step * math.floor(low / step), step * math.ceil(high / step)


def grid(
    xlim: Any, ylim: Any, size: Any, beyond: float | tuple[float, float] = 0.0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """x (nx,), y (ny,) and all points (ny, nx, 2) of a window, grown by the shares `beyond` on each
    side; size: (nx, ny), or one number for both."""
    sizes = np.broadcast_to(size, 2).tolist()
    x, y = (
        np.linspace(low, high, n)
        for (low, high), n in zip(wider((xlim, ylim), beyond), sizes, strict=True)
    )
    return x, y, np.stack(np.meshgrid(x, y), axis=-1)


def axes(names: Sequence[str], box: Any, **style: Any) -> list[Axis]:
    """The axes of a window ((low, high) per axis), named by what is drawn along them."""
    return [Axis(n, range=tuple(ends), **style) for n, ends in zip(names, box, strict=True)]


def by_axis(columns: Any, end: str = "") -> dict[str, Any]:
    """The coordinates of a mark by name, x, y and in space z; end: "0" or "1" of segments."""
    return {f"{axis}{end}": column for axis, column in zip("xyz", columns, strict=False)}


def moving(points: np.ndarray, end: str = "") -> dict[str, Any]:
    """`by_axis` of one point in each frame (T, d), or of n points (T, n, d)."""
    return by_axis((row(column) for column in np.moveaxis(points, -1, 0)), end)


def between(start: np.ndarray, stop: np.ndarray) -> dict[str, Any]:
    """The ends of one segment in each frame, from `start` to `stop`, each (T, d), or of n segments
    (T, n, d)."""
    return moving(start, "0") | moving(stop, "1")


def up_to(points: np.ndarray, rows: np.ndarray) -> dict[str, Any]:
    """`by_axis` of a path through `points` (R, d) that has come to point `rows[k]` in frame k."""
    return by_axis(prefix(column, rows) for column in points.T)


def joining(points: np.ndarray, pairs: np.ndarray) -> dict[str, Any]:
    """The ends of segments that join the `pairs` (n, 2) of rows of `points` (N, d)."""
    return by_axis(points[pairs[:, 0]].T, "0") | by_axis(points[pairs[:, 1]].T, "1")


def spectral_maps(S: np.ndarray, lengths: Callable) -> np.ndarray:
    """Symmetric maps (..., d, d) with the eigenvectors of S (..., d, d), its eigenvalues replaced
    by `lengths(eigenvalues (..., d))`; neighbouring frames mix well."""
    values, vectors = np.linalg.eigh(S)
    return (vectors * lengths(values)[..., None, :]) @ np.swapaxes(vectors, -1, -2)


def ellipsoids(
    H: np.ndarray, center: np.ndarray, heights: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Maps A (T, d, d), b (T, d) that carry the unit sphere to {w: 1/2 (w-c)'H(w-c) = height}.

    H (d, d) positive semidefinite, a flat direction becomes a very long axis; center (d,);
    heights (T,) at least 0.
    """
    root = spectral_maps(H, lambda v: 1.0 / np.sqrt(np.maximum(v, max(1e-12 * v[-1], 1e-300))))
    radius = np.sqrt(2.0 * np.maximum(heights, 0.0))
    return radius[:, None, None] * root, np.tile(center, (len(radius), 1))


def lines_in_box(
    normals: np.ndarray, level: float | np.ndarray, box: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Ends x (k, 2), y (k, 2) of the lines {p: normal'p = level} inside `box` (2, 2); NaN where a
    line misses it.

    normals: (k, 2), a zero normal has no line. level: a number or (k,).
    """
    a = np.asarray(normals, dtype=float)
    square = np.einsum("kj,kj->k", a, a)
    with np.errstate(divide="ignore", invalid="ignore"):
        foot = a * (np.broadcast_to(level, square.shape) / square)[:, None]
        along = np.column_stack([-a[:, 1], a[:, 0]])
        hits = (box[None] - foot[:, :, None]) / along[:, :, None]
    hits = np.where(along[:, :, None] == 0.0, [-np.inf, np.inf], np.sort(hits, axis=2))
    start, stop = hits[:, :, 0].max(axis=1), hits[:, :, 1].min(axis=1)
    inside = (foot >= box[:, 0]) & (foot <= box[:, 1]) | (along != 0.0)
    ends = np.column_stack([start, stop])
    ends[~(start < stop) | ~inside.all(axis=1)] = np.nan
    with np.errstate(invalid="ignore"):
        p = foot[:, :, None] + along[:, :, None] * ends[:, None, :]
    return p[:, 0], p[:, 1]


def planes(
    w: np.ndarray, b: float | np.ndarray, level: float, box: ArrayLike, side: float = 0.36
) -> tuple[np.ndarray, np.ndarray]:
    """Maps A (T, 3, 3), b (T, 3) that carry `SQUARE` into the plane w'x + b = level, for w (T, 3),
    b (T,): a square around the point of the plane next to the middle of the box; a point where w
    is 0.

    side: half of the square's, as a share of the box's longest side.
    """
    low, high = np.array(box).T
    middle, half = 0.5 * (low + high), side * float(np.max(high - low))
    length = np.linalg.norm(w, axis=1)
    safe = np.where(length > 0.0, length, 1.0)
    normal = w / safe[:, None]
    # The axis that the last plane is steepest against is the reference of all: no jumps on the way.
    axis = np.eye(3)[int(np.argmin(np.abs(normal[-1])))]
    first = np.cross(normal, axis)
    first /= np.maximum(np.linalg.norm(first, axis=1, keepdims=True), 1e-12)
    second = np.cross(normal, first)
    foot = middle + ((level - b - w @ middle) / safe)[:, None] * normal
    A = np.stack([first, second, normal], axis=2) * (half * (length > 0.0))[:, None, None]
    return A, foot


def hull(points: np.ndarray) -> np.ndarray:
    """The corners (k, 2) of the convex hull of `points` (n, 2), in order."""
    ordered = sorted(set(map(tuple, np.asarray(points).tolist())))
    if len(ordered) < 3:
        return np.array(ordered)
    return np.array(_chain(ordered)[:-1] + _chain(ordered[::-1])[:-1])


def outline(points: np.ndarray) -> np.ndarray:
    """The corners of the hull of points (n, 2), the first again at the end; two but once each, as a
    way there and back fills the gaps of a dotted line."""
    corners = hull(points)
    return corners if len(corners) < 3 else np.vstack([corners, corners[:1]])


def _chain(points):
    """The corners of the lower hull, from the first to the last point."""
    retained: list = []
    for p in points:
        while len(retained) > 1 and _turn(retained[-2], retained[-1], p) <= 0.0:
            retained.pop()
        retained.append(p)
    return retained


def _turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


#: Where a chain may be placed, as shares of the window.
_PLACES = np.stack(np.meshgrid([0.18, 0.5, 0.82], [0.18, 0.5, 0.82]), -1).reshape(-1, 2)


def tip_to_tail(vectors: np.ndarray) -> np.ndarray:
    """Tails and tips (2, n, 2): the vectors (n, 2) in the order of their angles, each from the
    tip of the one before, around (0, 0); they close where their sum is 0, and cross nowhere."""
    arrows = vectors[np.argsort(np.arctan2(vectors[:, 1], vectors[:, 0]))]
    tips = np.cumsum(arrows, axis=0)
    middle = tips.mean(axis=0)
    return np.stack([tips - arrows, tips]) - middle


def free_place(
    box: tuple[tuple[float, float], tuple[float, float]], taken: ArrayLike
) -> np.ndarray:
    """Where in the window `box` ((low, high) of x and of y) the points `taken` leave most space
    (m, 2): the middle of that."""
    low, high = np.transpose(box)
    shares = (np.asarray(taken) - low) / (high - low)
    away = np.linalg.norm(_PLACES[:, None] - shares[None], axis=-1).min(axis=1)
    return low + _PLACES[away.argmax()] * (high - low)


#: About so many vertices a level in a frame; more where it has many pieces.
MOST = 160
#: A piece keeps at least so many steps, so that a small island stays one.
_LEAST = 6
#: What `contour_generator` gives to a tracer where nothing is asked for.
_USUAL: dict[str, Any] = {
    "corner_mask": True,
    "line_type": SerialContourGenerator.default_line_type,
    "fill_type": SerialContourGenerator.default_fill_type,
    "quad_as_tri": False,
    "z_interp": ZInterp.Linear,
}


def level_lines(
    x: np.ndarray, y: np.ndarray, values: np.ndarray, levels: Any, most: int = MOST
) -> dict[float, list[np.ndarray]]:
    """level -> [(m, 2) per function]: the line values = level, NaN between its pieces; x (nx,),
    y (ny,), values (R, ny, nx)."""
    tracers = _tracers(x, y, values)
    return {level: [joined(t.lines(level), most) for t in tracers] for level in levels}


def _tracers(x, y, values):
    """What `contour_generator` makes of each function; it would look at every one for gaps, and
    spread the grid out anew, which takes longer than to trace the lines."""
    if not np.isfinite(values).all():
        return [contour_generator(x, y, v) for v in values]
    grid = np.meshgrid(x, y)
    return [SerialContourGenerator(*grid, v, None, **_USUAL) for v in values]


#: Between two pieces of a line.
_GAP = np.full((1, 2), np.nan)


def joined(pieces: list[np.ndarray], most: int | None = None) -> np.ndarray:
    """The pieces (each (m, 2)) as one line, NaN behind each; about `most` vertices in all."""
    if not pieces:
        return np.empty((0, 2))
    step = 1 if most is None else -(-sum(len(p) + 1 for p in pieces) // most)
    if len(pieces) == 1 and step == 1:
        return np.concatenate([pieces[0], _GAP])
    return np.concatenate([part for p in pieces for part in (_thinned(p, step), _GAP)])


def _thinned(piece, step):
    """Every `step`-th vertex of a piece (m, 2), and the last."""
    step = min(step, max(1, len(piece) // _LEAST))
    return piece if step == 1 else np.concatenate([piece[:-1:step], piece[-1:]])


def frame_lines(
    parts: list[np.ndarray], frame: range | list[int] | np.ndarray, **style: Any
) -> Lines:
    """The `Lines` that are part `frame[k]` of `parts` (each (m, d)) in frame k."""
    shown = [parts[i] for i in frame]
    offsets = np.concatenate([[0], np.cumsum([len(p) for p in shown])])
    return Lines(*(ragged(column, offsets) for column in np.concatenate(shown).T), **style)


def polyline(pieces: np.ndarray) -> np.ndarray:
    """Pieces (m, k, d) of lines as one line (m (k + 1), d), NaN behind each."""
    pieces = np.asarray(pieces)
    return np.insert(pieces, pieces.shape[1], np.nan, axis=1).reshape(-1, pieces.shape[2])
