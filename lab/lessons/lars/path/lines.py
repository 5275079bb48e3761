"""The panels "weights" and "correlations" of the path scene, and the axis that all panels share."""

from __future__ import annotations

import numpy as np

from widgets import Axis, Band, Curve, Lines, Panel, Points, Segments, Text, blend, prefix, row
from widgets.palette import CLASS_TONES

#: Classes of colour and symbol for the weights; the others have roles of their own.
_CLASSES = (0, 1, 2, 3, 5, 6)
#: So many weights get a line, a dot and a name of their own.
_SHOWN = 12
#: Room at the right end for the names, as a share of the axis.
_ROOM = 0.13


def weights(view):
    """Every weight over the axis: a straight line between knots."""
    low, high = _span(view.w)
    marks = [*_knots(view, low, high), *_lines(view, _awake(view.w)), *_event(view, low, high)]
    asked = f"the problem with {view.remedy}" if view.remedy else "the lasso"
    return Panel(
        "Weights enter, and some leave again",
        [*marks, *_ends(view, view.w), *cursor(view, low, high), *_dots(view, view.w, "weight")],
        x_axis(view),
        Axis("w", range=(low, high), zero=True),
        key="weights",
        subtitle=f"solutions of {asked} for every λ",
        legend={"a weight enters": "enters", "a weight leaves": "leaves"},
    )


def correlations(view):
    """x_d'r of every feature in the band between -lam and lam."""
    top = 1.06 * view.lams[0]
    marks = [*_funnel(view), *_lines(view, view.c), *cursor(view, -top, top)]
    return Panel(
        "Only at the edge may a weight differ from 0",
        [*marks, *_dots(view, view.c, "xᵀr"), *_edge_names(view), *_starts(view, top)],
        x_axis(view),
        Axis("xᵀr", range=(-top, top), zero=True),
        key="correlations",
        subtitle="of each feature",
        legend=("|xᵀr| ≤ λ",),
    )


def x_axis(view):
    """lam falling to the right, linear or logarithmic, or |w|_1 growing to the right."""
    if view.axis == "log":
        ratio = view.lams[0] / view.lams[-1]
        ends = (view.lams[0] * ratio**0.02, view.lams[-1] / ratio**_ROOM)
        return Axis("λ, falling, by powers", log=True, range=ends)
    if view.axis == "eta":
        return Axis("‖w‖₁", range=(-0.02 * view.x.max(), (1.0 + _ROOM) * view.x.max()))
    top, last = view.lams[0], view.lams[-1]
    at = ticks(last, top)
    ends = (top + 0.02 * (top - last), last - _ROOM * (top - last))
    return Axis("λ, falling", range=ends, ticks=(at, [f"{v:g}" for v in at]))


def ticks(low, high, about=6):
    """Round numbers from low to high."""
    raw = (high - low) / about
    size = 10.0 ** np.floor(np.log10(raw))
    step = size * min((1.0, 2.0, 5.0, 10.0), key=lambda m: abs(np.log(m * size / raw)))
    first = np.ceil(low / step - 1e-9)
    return np.round((first + np.arange(int((high / step - first) + 1e-9) + 1)) * step, 12)


def cursor(view, low, high):
    """The line at the lam of this moment; it glides between frames."""
    x = blend(view.x)
    yield Segments(x, [low], x, [high], tone="now", width=1.4, label="λ now")


def shown(view):
    """The weights with a line of their own: those that become largest."""
    if view.w.shape[1] <= _SHOWN:
        return np.arange(view.w.shape[1])
    length = np.linalg.norm(view.path.X, axis=0)
    return np.sort(np.argsort(-np.abs(view.w).max(axis=0) * length)[:_SHOWN])


def classes(view):
    """A class of colour and symbol for each weight (D,): in the order of entering, where there are
    more weights than classes."""
    D = view.w.shape[1]
    order = np.arange(D)
    if len(_CLASSES) < D:
        entered = dict.fromkeys(e.feature for e in view.path.events if e.kind == "in")
        order[list(entered)] = np.arange(len(entered))
    return np.array(_CLASSES)[order % len(_CLASSES)]


def _tones(view):
    return [CLASS_TONES[c] for c in classes(view)]


def _span(values):
    low, high = min(values.min(), 0.0), max(values.max(), 0.0)
    margin = 0.08 * (high - low) or 1.0
    return low - margin, high + 1.5 * margin


def _awake(w):
    """`w` without the stretches in which a weight is 0 and stays there."""
    zero = np.pad(w == 0.0, ((1, 1), (0, 0)), constant_values=True)
    return np.where(zero[:-2] & zero[1:-1] & zero[2:], np.nan, w)


def _lines(view, values):
    """A line per weight up to this frame, faint beyond, and its piece since the last frame."""
    rows, own, tones = np.arange(len(view)), shown(view), _tones(view)
    rest = np.setdiff1d(np.arange(values.shape[1]), own)
    if rest.size:
        yield Lines(
            *_joined(view.x, values[:, rest]), tone="muted", width=0.8, opacity=0.35,
            label="the other weights",
        )  # fmt: skip
    for d in own:
        yield Curve(
            prefix(view.x, rows), prefix(values[:, d], rows), tone=tones[d], width=2.2,
            label=view.names[d],
        )  # fmt: skip
    for tone in dict.fromkeys(tones[d] for d in own):
        mine = values[:, [d for d in own if tones[d] == tone]]
        x = np.repeat(view.x[:, None], mine.shape[1], axis=1)
        yield Segments(row(x), row(mine), blend(x), blend(mine), tone=tone, width=2.2)


def _joined(x, values):
    """Columns over x as one polyline each, NaN between them."""
    gap = np.full((1, values.shape[1]), np.nan)
    return np.tile(np.append(x, np.nan), values.shape[1]), np.vstack([values, gap]).T.ravel()


def _dots(view, values, what):
    own = shown(view)
    yield Points(
        blend(np.repeat(view.x[:, None], own.size, axis=1)), blend(values[:, own]),
        klass=classes(view)[own], size=7.0, label=what, texts=tuple(view.names[d] for d in own),
    )  # fmt: skip


def _ends(view, values):
    """Each weight's name where its line ends."""
    tones = _tones(view)
    for d in shown(view):
        yield Text([view.x[-1]], [values[-1, d]], (view.names[d],), tone=tones[d], future=True)


def _knots(view, low, high):
    """A thin line at each knot, a mark for what happens there."""
    at = np.flatnonzero(view.knot >= 0)
    x = view.x[at]
    yield Segments(
        x, np.full(x.size, low), x, np.full(x.size, high), tone="muted", width=0.8, opacity=0.45,
        label="knot", future=True,
    )  # fmt: skip
    y = low + 0.035 * (high - low)
    for kind, symbol, words in (
        ("in", "triangle-up", "enters"),
        ("out", "triangle-down", "leaves"),
    ):
        hits = [k for k in at if any(e.kind == kind for e in view.events(view.knot[k]))]
        if hits:
            yield Points(
                view.x[hits], np.full(len(hits), y), symbol=symbol, tone="ink", size=8.0,
                label=f"a weight {words}",
            )  # fmt: skip


def _event(view, low, high):
    """What happened at the last knot, in orange, where it happened."""
    frames = {view.knot[k]: k for k in range(len(view)) if view.knot[k] >= 0}
    knots = np.array(sorted({e.knot for e in view.path.events if e.kind != "end"}))
    last = knots[np.searchsorted(knots, view.after, side="right") - 1]
    where = np.array([view.x[frames[a]] for a in last])
    words = tuple(event_caption(view, a) for a in last)
    y = [high - 0.05 * (high - low)]
    yield Text(row(where), y, words, per_frame=True, anchor="center", tone="now")


def event_caption(view, k):
    """ "w₁ in, w₂ in" for knot `k`; at most three, then a number."""
    events = view.events(k)
    words = [f"{view.names[e.feature]} {e.kind}" for e in events[:3]]
    return ", ".join(words + [f"{len(events) - 3} more"] * (len(events) > 3))


def _funnel(view):
    lam = view.lams
    yield Band(view.x, -lam, lam, tone="muted", fill=0.1, label="|xᵀr| ≤ λ")
    for sign in (1.0, -1.0):
        yield Curve(view.x, sign * lam, tone="ink", width=1.2, label="λ" if sign > 0 else "−λ")
    x = blend(view.x)
    yield Segments(x, blend(-lam[:, None]), x, blend(lam), tone="now", width=3.5,
                   label="from −λ to λ, now")  # fmt: skip


def _starts(view, top):
    """Each feature's name above its line, where it is still free; too many would cover it all."""
    own = shown(view)
    if own.size > 4:
        return
    k, tones = len(view) // 10, _tones(view)
    for d in own:
        at = [view.c[k, d] - 0.07 * top * np.sign(view.c[k, d])]
        yield Text([view.x[k]], at, (view.names[d],), tone=tones[d], anchor="center")


def _edge_names(view):
    k = len(view) // 4
    for sign, words in ((1.0, "λ"), (-1.0, "−λ")):
        y = sign * (view.lams[k] + 0.07 * view.lams[0])
        yield Text([view.x[k]], [y], (words,), tone="ink", anchor="center")
