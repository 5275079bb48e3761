"""What scenes of this lesson share: where a linear decision function takes given values, how a set
of margins is spread, and what is read per bag."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from lab.drawing.geometry import (
    SQUARE,
    SQUARE_EDGE,
    SQUARE_FACES,
    lines_in_box,
    planes,
    wider,
)
from lab.drawing.text import number
from solvers import MultiInstanceODM, Trace
from widgets import Curve, Mesh, Path, Points, Segments, moved, row, static
from widgets.fields import Row, Static
from widgets.marks import Mark
from widgets.words import value


def lines(
    w: np.ndarray, b: np.ndarray, level: float, box: Sequence[tuple[float, float]]
) -> np.ndarray:
    """Ends (T, 2, 2) of {x in box: w'x + b = level} for w (T, 2), b (T,); NaN where they miss it.

    Entry [t, 0] is one end, [t, 1] the other.
    """
    return np.stack(lines_in_box(w, level - b, np.array(box)), axis=-1)


def straight(
    w: np.ndarray, b: np.ndarray, level: float, box: Sequence[tuple[float, float]], **style: Any
) -> Path | Segments:
    """The mark of w'x + b = level for w (T, d), b (T,): a line of the plane, in space the edge of a
    square. One machine is the same in every frame."""
    moves = len(w) > 1
    if w.shape[1] == 3:
        A, foot = planes(w, b, level, box)
        edge = (moved(SQUARE_EDGE, A, foot),) if moves else (SQUARE_EDGE @ A[0].T + foot[0]).T
        return Path(*edge, ghost=False, **style)
    ends = np.moveaxis(lines(w, b, level, wider(box)).reshape(-1, 4, 1), 1, 0)
    return Segments(*(row(v) if moves else v[0] for v in ends), **style)


def band_levels(
    theta: float, boundary: dict[str, Any], edge: dict[str, Any]
) -> list[tuple[float, dict[str, Any]]]:
    """(level, style) of f = 0, drawn as `boundary`, then of the edges 1 - theta, 1 + theta of the
    band and of its mirror image, drawn as `edge`, the outer ones in long dashes."""
    edges = [(1.0 - theta, edge), (1.0 + theta, edge | {"dash": "longdash"})]
    both = ((sign * level, style) for level, style in edges[: 1 if theta == 0.0 else 2]
            for sign in (1.0, -1.0))  # fmt: skip
    return [(0.0, boundary), *both]


def straight_levels(
    w: np.ndarray,
    b: np.ndarray,
    levels: Iterable[tuple[float, dict[str, Any]]],
    box: Sequence[tuple[float, float]],
    **plane: Any,
) -> Iterator[Mark]:
    """The marks of a linear machine's `levels`, (level, style) each; in space f = 0 is a square as
    well, drawn as `plane`."""
    if w.shape[1] == 3:
        square = moved(SQUARE, *planes(w, b, 0.0, box))
        yield Mesh(square, faces=SQUARE_FACES, tone="main", label="f = 0", **plane)
    for level, style in levels:
        yield straight(w, b, level, box, label=f"f = {value(level, 2)}", **style)


#: What the key says of the marks of `summary`, of the machines in question.
KEY = {
    f"{machine}: {what}": words
    for machine in ("ODM", "MI-ODM")
    for what, words in {"mean": "mean", "± deviation": "± deviation", "minimum": "smallest"}.items()
}


def staircase(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(x (..., 2n + 2), y (2n + 2,)): the cumulative share of `values` (..., n) as a staircase that
    reaches a tenth of the range beyond both ends."""
    ordered = np.sort(np.asarray(values, dtype=np.float64), axis=-1)
    n = ordered.shape[-1]
    margin = 0.1 * (ordered[..., -1:] - ordered[..., :1]) + 1e-9
    x = np.repeat(ordered, 2, axis=-1)
    x = np.concatenate([ordered[..., :1] - margin, x, ordered[..., -1:] + margin], axis=-1)
    return x, np.concatenate([[0.0], np.repeat(np.arange(n + 1) / n, 2)[1:-1], [1.0]])


def as_row(values: np.ndarray, T: int) -> Row | Static:
    """The field of (T, ...) values, or of values that stay."""
    values = np.asarray(values, dtype=np.float64)
    moves = values.ndim > 1 and len(values) == T
    return row(values) if moves else static(values.ravel())


def steps(values: np.ndarray, styles: dict[str, Any], label: str, T: int) -> Curve:
    """The staircase of margins `values` (T, n), or (n,) for one that stays, which the legend names
    with its mean, variance and minimum."""
    x, y = staircase(values)
    label = label if values.ndim > 1 else f"{label}: {spoken(values)}"
    return Curve(as_row(x, T), y, ghost=False, label=label, legend=True, **styles)


def summary(
    values: np.ndarray, height: float, styles: dict[str, Any], label: str, T: int
) -> Iterator[Mark]:
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


def spoken(m: np.ndarray) -> str:
    """Mean, variance and minimum of the margins m (n,)."""
    return spoken_frames(m[None])[0]


def spoken_frames(values: np.ndarray) -> tuple[str, ...]:
    """What `spoken` says of the margins `values` (T, n) in each frame."""
    columns = values.mean(axis=1), values.var(axis=1), values.min(axis=1)
    words = (map(number, column.tolist(), itertools.repeat(2)) for column in columns)
    return tuple(map("{}, var {}, min {}".format, *words))


def bag_names(problem: MultiInstanceODM, own: np.ndarray) -> tuple[str, ...]:
    """ "bag 1" for each of the instances `own` (J,)."""
    return tuple(f"bag {b + 1}" for b in problem.bag[own])


def per_bag(problem: MultiInstanceODM, reduced: np.ufunc, values: np.ndarray) -> np.ndarray:
    """The ufunc `reduced` over the values (T, J) of the instances of each bag, (T, m)."""
    return reduced.reduceat(values, np.flatnonzero(np.diff(problem.bag, prepend=-1)), axis=-1)


def halves_of(trace: Trace, value: float) -> tuple[np.ndarray, np.ndarray]:
    """(upper (R,), lower (R,)): how far the best upper half of a saddle point so far lies above its
    `value`, and the best lower half below."""
    upper = np.minimum.accumulate(trace.objective) - value
    return np.maximum(upper, 0.0), np.maximum(value - np.maximum.accumulate(trace.bound), 0.0)


def histogram(values: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Shares (..., bins) of `values` (..., n) between `edges`, in per cent; what lies beyond the
    edges counts in the first and last bin."""
    inside = np.clip(values, edges[0], edges[-1])
    at = np.clip(np.searchsorted(edges, inside, side="right") - 1, 0, edges.size - 2)
    hits = at[..., :, None] == np.arange(edges.size - 1)
    return 100.0 * hits.mean(axis=-2)
