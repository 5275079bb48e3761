"""Marks that show how a set of margins is spread: steps of its distribution, mean, deviation,
minimum."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number
from widgets import Curve, Points, Segments, Text, row, static


def staircase(values):
    """(x (..., 2n + 2), y (2n + 2,)): the cumulative share of `values` (..., n) as a staircase that
    reaches a tenth of the range beyond both ends."""
    ordered = np.sort(np.asarray(values, dtype=np.float64), axis=-1)
    n = ordered.shape[-1]
    room = 0.1 * (ordered[..., -1:] - ordered[..., :1]) + 1e-9
    x = np.repeat(ordered, 2, axis=-1)
    x = np.concatenate([ordered[..., :1] - room, x, ordered[..., -1:] + room], axis=-1)
    return x, np.concatenate([[0.0], np.repeat(np.arange(n + 1) / n, 2)[1:-1], [1.0]])


def as_row(values, T):
    """The field of (T, ...) values, or of values that stay."""
    values = np.asarray(values, dtype=np.float64)
    moves = values.ndim > 1 and len(values) == T
    return row(values) if moves else static(values.ravel())


def steps(values, looks, words, T):
    """The staircase of margins `values` (T, n), or (n,) for one that stays."""
    x, y = staircase(values)
    return Curve(as_row(x, T), y, ghost=False, label=words, **looks)


def summary(values, height, looks, words, T):
    """At `height`: a dot at the mean of `values` (T, n) or (n,), a bar of one deviation to both
    sides, and a triangle at the minimum."""
    mean, deviation = values.mean(axis=-1), values.std(axis=-1)
    left, right, low = (
        as_row(v[..., None], T) for v in (mean - deviation, mean + deviation, values.min(axis=-1))
    )
    at, tone = [float(height)], {"tone": looks["tone"]}
    yield Segments(left, at, right, at, width=3.0, opacity=0.7, label=f"{words}: ± deviation",
                   **tone)  # fmt: skip
    yield Points(as_row(mean[..., None], T), at, size=11.0, label=f"{words}: mean", **tone)
    yield Points(low, at, symbol="triangle-up", size=11.0, label=f"{words}: minimum", **tone)


def spoken(words, m):
    """The machine's name with mean, variance and minimum of its margins m (n,)."""
    values = (number(v, 2) for v in (m.mean(), m.var(), m.min()))
    return "{}: {}, var {}, min {}".format(words, *values)


def numbers(machines, ends):
    """What `spoken` says of each of `machines` (name, look, margins), a line each, in the corner of
    the staircases' panel, whose axis has these `ends`, in which there is more room."""
    last = [m[-1] if m.ndim > 1 else m for *_, m in machines]
    left = min(float(np.quantile(m, 0.8)) for m in last) - ends[0]
    right = ends[1] - max(float(np.quantile(m, 0.3)) for m in last)
    room = 0.012 * (ends[1] - ends[0])
    x, top, anchor = ends[0] + room, 0.95, "right"
    if right > left:
        x, top, anchor = ends[1] - room, 0.06 + 0.09 * (len(machines) - 1), "left"
    for k, (words, look, m) in enumerate(machines):
        moves = m.ndim > 1
        text = tuple(spoken(words, v) for v in (m if moves else [m]))
        place = [x], [top - 0.09 * k]
        yield Text(*place, text, tone=look["tone"], anchor=anchor, per_frame=moves)


def histogram(values, edges):
    """Shares (..., bins) of `values` (..., n) between `edges`, in per cent; what lies beyond the
    edges counts in the first and last bin."""
    inside = np.clip(values, edges[0], edges[-1])
    at = np.clip(np.searchsorted(edges, inside, side="right") - 1, 0, edges.size - 2)
    hits = at[..., :, None] == np.arange(edges.size - 1)
    return 100.0 * hits.mean(axis=-2)
