"""Where a linear decision function takes given values, in the plane and in space."""

from __future__ import annotations

import numpy as np

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
