"""What scenes of this lesson draw alike: where a linear decision function takes given values, and
how a set of margins is spread."""

import itertools

import numpy as np

from lab.drawing.text import number
from widgets import Curve, Points, Segments, row, static

#: Corners of the square that stands for a plane, and its two triangles.
SQUARE = np.array([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]])
SQUARE_FACES = np.array([[0, 1, 2], [0, 2, 3]])
SQUARE_EDGE = SQUARE[[0, 1, 2, 3, 0]]


#: Half the side of a plane's square, as a share of the box's longest side.
_SIDE = 0.36


def lines(w, b, level, box):
    """Ends (T, 2, 2) of {x in box: w'x + b = level} for w (T, 2), b (T,); NaN where they miss it.

    Entry [t, 0] is one end, [t, 1] the other.
    """
    w, b = np.asarray(w, dtype=np.float64), np.asarray(b, dtype=np.float64)
    low, high = np.array(box).T
    middle = 0.5 * (low + high)
    square = np.sum(w * w, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        foot = middle + ((level - b - w @ middle) / square)[:, None] * w
        along = np.column_stack([-w[:, 1], w[:, 0]]) / np.sqrt(square)[:, None]
        first, second = (low - foot) / along, (high - foot) / along
        enter = np.fmax.reduce(np.fmin(first, second), axis=1)
        leave = np.fmin.reduce(np.fmax(first, second), axis=1)
        ends = foot[:, None, :] + np.stack([enter, leave], axis=1)[:, :, None] * along[:, None, :]
    inside = (enter < leave) & np.isfinite(ends).all(axis=(1, 2))
    return np.where(inside[:, None, None], ends, np.nan)


def planes(w, b, level, box):
    """Maps A (T, 3, 3), b (T, 3) that carry `SQUARE` into the plane w'x + b = level, for w (T, 3),
    b (T,): a square around the point of the plane next to the middle of the box."""
    low, high = np.array(box).T
    middle, half = 0.5 * (low + high), _SIDE * float(np.max(high - low))
    length = np.linalg.norm(w, axis=1)
    safe = np.where(length > 0.0, length, 1.0)
    normal = w / safe[:, None]
    # The axis that the first plane is steepest against stays the reference: no jumps on the way.
    axis = np.eye(3)[int(np.argmin(np.abs(normal[-1])))]
    first = np.cross(normal, axis)
    first /= np.maximum(np.linalg.norm(first, axis=1, keepdims=True), 1e-12)
    second = np.cross(normal, first)
    foot = middle + ((level - b - w @ middle) / safe)[:, None] * normal
    A = np.stack([first, second, normal], axis=2) * (half * (length > 0.0))[:, None, None]
    return A, foot


#: What the key says of the marks of `summary`, of the machines in question.
KEY = {
    f"{machine}: {what}": words
    for machine in ("ODM", "MI-ODM")
    for what, words in {"mean": "mean", "± deviation": "± deviation", "minimum": "smallest"}.items()
}


def staircase(values):
    """(x (..., 2n + 2), y (2n + 2,)): the cumulative share of `values` (..., n) as a staircase that
    reaches a tenth of the range beyond both ends."""
    ordered = np.sort(np.asarray(values, dtype=np.float64), axis=-1)
    n = ordered.shape[-1]
    margin = 0.1 * (ordered[..., -1:] - ordered[..., :1]) + 1e-9
    x = np.repeat(ordered, 2, axis=-1)
    x = np.concatenate([ordered[..., :1] - margin, x, ordered[..., -1:] + margin], axis=-1)
    return x, np.concatenate([[0.0], np.repeat(np.arange(n + 1) / n, 2)[1:-1], [1.0]])


def as_row(values, T):
    """The field of (T, ...) values, or of values that stay."""
    values = np.asarray(values, dtype=np.float64)
    moves = values.ndim > 1 and len(values) == T
    return row(values) if moves else static(values.ravel())


def steps(values, styles, label, T):
    """The staircase of margins `values` (T, n), or (n,) for one that stays, which the legend names
    with its mean, variance and minimum."""
    x, y = staircase(values)
    label = label if values.ndim > 1 else f"{label}: {spoken(values)}"
    return Curve(as_row(x, T), y, ghost=False, label=label, legend=True, **styles)


def summary(values, height, styles, label, T):
    """At `height`: a diamond at the mean of `values` (T, n) or (n,), a bar of one deviation to both
    sides, and a triangle at the minimum."""
    mean, deviation = values.mean(axis=-1), values.std(axis=-1)
    left, right, low = (
        as_row(v[..., None], T) for v in (mean - deviation, mean + deviation, values.min(axis=-1))
    )
    at, tone = [float(height)], {"tone": styles["tone"]}
    yield Segments(left, at, right, at, width=3.0, opacity=0.7, label=f"{label}: ± deviation",
                   **tone)  # fmt: skip
    yield Points(as_row(mean[..., None], T), at, symbol="diamond", size=11.0,
                 label=f"{label}: mean", **tone)  # fmt: skip
    yield Points(low, at, symbol="triangle-up", size=11.0, label=f"{label}: minimum", **tone)


def spoken(m):
    """Mean, variance and minimum of the margins m (n,)."""
    return spoken_frames(m[None])[0]


def spoken_frames(values):
    """What `spoken` says of the margins `values` (T, n) in each frame."""
    columns = values.mean(axis=1), values.var(axis=1), values.min(axis=1)
    words = (map(number, column.tolist(), itertools.repeat(2)) for column in columns)
    return tuple(map("{}, var {}, min {}".format, *words))


def histogram(values, edges):
    """Shares (..., bins) of `values` (..., n) between `edges`, in per cent; what lies beyond the
    edges counts in the first and last bin."""
    inside = np.clip(values, edges[0], edges[-1])
    at = np.clip(np.searchsorted(edges, inside, side="right") - 1, 0, edges.size - 2)
    hits = at[..., :, None] == np.arange(edges.size - 1)
    return 100.0 * hits.mean(axis=-2)
