"""Graph, matrix and spectrum of the affinity scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.geometry import HERO, window
from lab.lessons.alternating_linearization.marks import point_marks
from widgets import Axis, Bars, Heatmap, Panel, Points, Segments, Text, ragged, row

#: The strongest of so many pairs are drawn.
EDGES = 150
#: From this size an affinity is strong, or of middle strength.
STRONG, MIDDLE = 0.3, 0.1
_STRENGTHS = (
    ("strong", STRONG, np.inf, 2.8, 0.9),
    ("middle", MIDDLE, STRONG, 1.7, 0.75),
    ("weak", 0.0, MIDDLE, 1.0, 0.5),
)
_SIGNS = (("similar", 1.0, "main", "solid"), ("dissimilar", -1.0, "rival1", "dash"))
#: Eigenvalues of this share of the largest are zero up to rounding.
_ROUNDING = 1e-9


def graph_panel(view):
    """Points, the neighbour graph, and the strongest affinities by class of sign and strength."""
    case, d = view.case, view.case.X.shape[1]
    box = window(case.X, 0.06, HERO if d == 2 else None)
    edges = [strongest(W) for W in view.W]
    marks = [
        *_neighbours(case),
        *(_edges(view, edges, sign, strength) for sign in _SIGNS for strength in _STRENGTHS),
        *point_marks(case),
        *_now(view),
    ]
    return Panel(
        "Neighbours inherit what pairs were told",
        marks,
        *(Axis(f, range=tuple(ends)) for f, ends in zip(case.features, box, strict=True)),
        equal=d == 2,
        key="graph",
        subtitle=f"the {EDGES} strongest",
        legend={
            "similar, strong": "similar",
            "dissimilar, strong": "dissimilar",
            "neighbours": "neighbours",
            "the pair in the caption": "the pair in the sentence",
        },
    )


def strongest(W):
    """Pairs (e, 2), i < j, of the affinities `W` (n, n) largest in size, zeros left out."""
    i, j = np.nonzero(np.triu(W, 1))
    order = np.argsort(-np.abs(W[i, j]), kind="stable")[:EDGES]
    return np.column_stack([i, j])[order]


def _neighbours(case):
    P = case.affinity.P
    pairs = np.argwhere(np.triu((P + P.T) > 0.0, 1))
    if len(pairs):
        looks = {"tone": "faint", "width": 1.0, "label": "neighbours"}
        yield Segments(**_ends(case.X, pairs, lambda a: a), **looks)


def _ends(X, pairs, field):
    """The ends of segments that join the `pairs`, by name."""
    ends = {}
    for axis, name in zip(X.T, "xyz", strict=False):
        ends |= {f"{name}{end}": field(axis[pairs[:, end]]) for end in (0, 1)}
    return ends


def _edges(view, edges, sign, strength):
    """The affinities of one class."""
    kind, factor, tone, dash = sign
    words, low, high, width, opacity = strength
    chosen = []
    for W, pairs in zip(view.W, edges, strict=True):
        size = factor * W[pairs[:, 0], pairs[:, 1]]
        chosen.append(pairs[(size > 0.0) & (size >= low) & (size < high)])
    offsets = np.concatenate([[0], np.cumsum([len(c) for c in chosen])])
    looks = {"tone": tone, "dash": dash, "width": width, "opacity": opacity}
    ends = _ends(view.case.X, np.concatenate(chosen), lambda a: ragged(a, offsets))
    return Segments(**ends, **looks, label=f"{kind}, {words}")


def _now(view):
    """Rings around the pair that the frame talks about, and around where it came from."""
    rings = np.full((len(view), 3), -1)
    for k, pair in enumerate(view.watched):
        if pair is not None:
            rings[k] = (*pair, view.source(k, pair)[0])
    places = np.where(rings[:, :, None] >= 0, view.case.X[rings], np.nan)
    looks = {"symbol": "circle-open", "tone": "now"}
    pair, source = np.moveaxis(places[:, :2], 2, 0), np.moveaxis(places[:, 2:], 2, 0)
    yield Points(*map(row, pair), size=17.0, label="the pair in the caption", **looks)
    yield Points(*map(row, source), size=11.0, label="where it came from", **looks)


def order_of(case):
    """Rows of X class by class, those with a known class first."""
    known = np.isin(np.arange(len(case.y)), case.labelled)
    return np.lexsort((~known, case.y))


def matrix_panel(view):
    """W(t) point by point, the classes side by side."""
    case, order = view.case, order_of(view.case)
    n, place = len(order), np.arange(float(len(order)))
    W = view.W[:, order][:, :, order]
    limit = colour_limit(view)
    counts = np.bincount(case.y)
    ends = np.cumsum(counts)[:-1] - 0.5
    middle = np.cumsum(counts) - 0.5 * counts - 0.5
    low, high = np.full(len(ends), -0.5), np.full(len(ends), n - 0.5)
    looks = {"tone": "muted", "width": 1.0, "dash": "dot", "label": "between classes"}
    marks = [
        Heatmap(place, place, row(W), limits=(-limit, limit), diverging=True, label="W(t)"),
        Segments(ends, low, ends, high, **looks),
        Segments(low, ends, high, ends, **looks),
        _cells(view, order),
    ]
    return Panel(
        "Blocks appear where only a few cells were told",
        marks,
        Axis("", range=(-0.5, n - 0.5), ticks=(middle, case.classes)),
        Axis("", range=(n - 0.5, -0.5), ticks=((), ())),
        key="matrix",
        subtitle="labelled points first in each class",
        legend={"the pair in the caption": "the pair in the sentence"},
    )


def colour_limit(view):
    """The size at which cells reach full colour: the largest that is not told but inherited, in
    any frame."""
    inherited = np.abs(view.W) * (view.case.affinity.W0 == 0.0)
    return float(inherited.max()) or 1.0


def _cells(view, order):
    """A ring around the two cells of the pair in the caption."""
    place = np.argsort(order).astype(float)
    cells = np.full((len(view), 2), np.nan)
    for k, pair in enumerate(view.watched):
        if pair is not None:
            cells[k] = place[list(pair)]
    looks = {"symbol": "square-open", "tone": "now", "size": 11.0}
    return Points(row(cells), row(cells[:, ::-1]), label="the pair in the caption", **looks)


def spectrum_panel(view):
    """The eigenvalues of L, the negative ones apart; and those of the start."""
    values, n = view.spectrum, view.spectrum.shape[1]
    place = np.arange(1.0, n + 1.0)
    low, high = min(values.min(), 0.0), max(values.max(), 0.0)
    low = low if low < -_ROUNDING * high else 0.0
    room = 0.08 * (high - low) or 1.0
    negative = [
        f"{np.count_nonzero(v < -_ROUNDING * np.abs(values).max())} below 0" for v in values
    ]
    marks = [
        Points(place, values[0], symbol="circle-open", tone="muted", size=5.0, label="at t = 0"),
        Bars(place, row(np.maximum(values, 0.0)), tone="main", label="eigenvalues of L"),
        Bars(place, row(np.minimum(values, 0.0)), tone="rival1", label="negative ones"),
        Text([0.04 * n], [0.8 * high or 0.5], tuple(negative), tone="rival1", per_frame=True),
    ]
    return Panel(
        "Dissimilar pairs push eigenvalues below zero"
        if low < 0.0
        else "Similar pairs alone leave no eigenvalue below zero",
        marks,
        Axis("eigenvalues of L, in order", range=(0.0, n + 1.0)),
        Axis("", range=(low - room, high + room), zero=True),
        key="spectrum",
        subtitle="of L = diag(W1) − W; none negative: safe",
        legend=("at t = 0",),
    )
