"""How a frame reads an array. A field holds numbers and says which of them belong to frame k.

`at(field, k)` is the one definition of what a frame shows; all readers of a packed
scene follow it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike


@dataclass(frozen=True, slots=True, eq=False)
class Static:
    """The same array in every frame."""

    values: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Prefix:
    """Frame k shows `values[: upto[k] + 1]`: every vertex so far, whatever rows the frames skip."""

    values: np.ndarray  # (R,)
    upto: np.ndarray  # (T,) rows, rising


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """Frame k shows `values[k]`."""

    values: np.ndarray  # (T, ...)


@dataclass(frozen=True, slots=True, eq=False)
class Blend:
    """Like `Row`, and between frames the rows are mixed linearly: only for what is linear there."""

    values: np.ndarray  # (T, ...)


@dataclass(frozen=True, slots=True, eq=False)
class Ragged:
    """Frame k shows `values[offsets[k] : offsets[k + 1]]`; NaN separates polylines."""

    values: np.ndarray  # (M,)
    offsets: np.ndarray  # (T + 1,)


@dataclass(frozen=True, slots=True, eq=False)
class Moved:
    """Frame k shows the points `shape @ A[k].T + b[k]`; it gives all coordinates of a mark.

    Between frames the map is mixed, but only a scene that blends something is ever shown there.
    """

    shape: np.ndarray  # (n, d)
    A: np.ndarray  # (T, d, d)
    b: np.ndarray  # (T, d)


Field = Static | Prefix | Row | Blend | Ragged | Moved
_KINDS = (Static, Prefix, Row, Blend, Ragged, Moved)  # `isinstance` of a union takes longer
#: What a mark takes as a field: one, or numbers that are the same in every frame.
FieldLike = Field | ArrayLike


def static(a: ArrayLike) -> Static:
    """A field that shows `a` in every frame."""
    return Static(_numbers(a))


def prefix(a: ArrayLike, upto: ArrayLike) -> Prefix:
    """A field that shows `a` (R,) up to and including row `upto[k]` in frame k."""
    a, upto = _numbers(a), np.array(upto, dtype=np.int64)
    if a.ndim != 1 or upto.ndim != 1:
        raise ValueError(f"prefix takes (R,) values and (T,) rows, got {a.shape} and {upto.shape}.")
    if upto.size and not (upto.min() >= 0 and upto.max() < a.size):
        raise ValueError(f"upto must point into {a.size} rows, got {upto.min()}..{upto.max()}.")
    if np.any(np.diff(upto) < 0):
        raise ValueError("upto must not fall: a frame shows at least what the one before shows.")
    return Prefix(a, upto)


def row(a: ArrayLike) -> Row:
    """A field that shows `a[k]` in frame k: of a (T,) one number, of a (T, n) so many."""
    return Row(_framed(a, "row"))


def blend(a: ArrayLike) -> Blend:
    """A field that shows `a[k]` in frame k and mixes neighbours linearly between frames."""
    return Blend(_framed(a, "blend"))


def ragged(values: ArrayLike, offsets: ArrayLike) -> Ragged:
    """A field that shows `values[offsets[k]:offsets[k + 1]]` in frame k."""
    values, offsets = _numbers(values), np.asarray(offsets, dtype=np.int64)
    if values.ndim != 1 or offsets.ndim != 1 or offsets.size < 2:
        raise ValueError(
            f"ragged takes (M,) values, (T + 1,) offsets, got {values.shape}, {offsets.shape}."
        )
    if offsets[0] != 0 or offsets[-1] != len(values):
        raise ValueError(f"offsets must run from 0 to {len(values)}, got {offsets[[0, -1]]}.")
    if np.any(np.diff(offsets) < 0):
        raise ValueError("offsets must not fall.")
    return Ragged(values, offsets)


def moved(shape: ArrayLike, A: ArrayLike, b: ArrayLike) -> Moved:
    """A field that shows `shape` (n, d) under the affine map `A[k]` (d, d), `b[k]` (d,)."""
    shape, A, b = _numbers(shape), _numbers(A), _numbers(b)
    if shape.ndim != 2:
        raise ValueError(f"moved takes a shape (n, 2) or (n, 3), got {shape.shape}.")
    d = shape.shape[1]
    if A.shape[1:] != (d, d) or b.shape != (len(A), d):
        raise ValueError(f"moved takes A (T, {d}, {d}) and b (T, {d}), got {A.shape}, {b.shape}.")
    return Moved(shape, A, b)


def as_field(value: FieldLike) -> Field:
    """`value` itself if it is a field, else the static field of it."""
    return value if isinstance(value, _KINDS) else static(value)


def held(field: FieldLike) -> np.ndarray:
    """The numbers that a field holds for all frames together; of a `Moved` one those of its
    shape."""
    found = as_field(field)
    return found.shape if isinstance(found, Moved) else found.values


def frames(field: Field) -> int | None:
    """Number of frames the field knows, or None where it fits any."""
    match field:
        case Static():
            return None
        case Prefix():
            return field.upto.size
        case Ragged():
            return field.offsets.size - 1
        case Moved():
            return len(field.A)
    return len(field.values)


def at(field: Field, k: float, axis: int | None = None) -> np.ndarray:
    """What frame `k` in 0..T-1 shows; a fraction matters to `Blend` and `Moved`, others step.

    axis: which coordinate of a `Moved` field.
    """
    i = int(np.floor(k))
    match field:
        case Static():
            return field.values
        case Prefix():
            return field.values[: field.upto[i] + 1]
        case Row():
            return field.values[i]
        case Ragged():
            return field.values[field.offsets[i] : field.offsets[i + 1]]
        case Moved():
            points = field.shape @ _mix(field.A, k).T + _mix(field.b, k)
            return points if axis is None else points[:, axis]
    return _mix(field.values, k)


def span(field: Field, axis: int | None = None) -> tuple[float, float] | None:
    """(low, high) of all finite numbers that any frame shows, or None if there are none."""
    if isinstance(field, Moved):
        values = np.einsum("nd,tad->tna", field.shape, field.A) + field.b[:, None, :]
        values = values if axis is None else values[..., axis]
    elif isinstance(field, Prefix):
        values = field.values[: field.upto.max(initial=-1) + 1]
    else:
        values = field.values
    values = values[np.isfinite(values)]
    return (float(values.min()), float(values.max())) if values.size else None


def _mix(a: np.ndarray, k: float) -> np.ndarray:
    i = int(np.floor(k))
    j, share = min(i + 1, len(a) - 1), k - i
    return a[i] if share == 0.0 else (1.0 - share) * a[i] + share * a[j]


def _framed(a: ArrayLike, name: str) -> np.ndarray:
    a = _numbers(a)
    if a.ndim == 0:
        raise ValueError(f"{name} takes one entry per frame; use static for {float(a):g}.")
    return a[:, None] if a.ndim == 1 else a


def _numbers(a: ArrayLike) -> np.ndarray:
    a = np.array(a, dtype=np.float64)
    a.flags.writeable = False
    return a
