"""The panel of Theta^-1 in the scene `identification`."""

from __future__ import annotations

import numpy as np

from lab.drawing.gap_panel import clock_axis, round_limits_log, spread_labels
from lab.drawing.text import figure
from lab.lessons.interior_point.support import BOUNDED, FREE, ZERO
from lab.lessons.interior_point.svm.panels import AXES
from widgets import Axis, Curve, Lines, Panel, Path, Points, Segments, Text, prefix, row

#: state at the optimum -> name, tone, dash, symbol.
_LOOKS = {
    FREE: ("free", "rival2", "solid", "circle"),
    BOUNDED: ("at C", "rival4", "dash", "triangle-up"),
    ZERO: ("zero", "muted", "dot", "circle-open"),
}
#: At most so many lines of each state, evenly chosen, and vertices of lines in all.
_LINES, _VERTICES = 40, 15_000
#: Theta^-1 is drawn between these.
_FEWEST, _MOST = 1e-9, 1e9
#: The least distance of two names, as a share of the height.
_ROOM = 0.08


def split(view):
    """Theta^-1 of the points over the iterations, by their state at the optimum."""
    base = view.base
    times = view.times(base.run.trace)[base.appearing]
    rest = view.times(view.whole)
    clock = clock_axis(np.concatenate([times, rest]), log=view.long)
    values = _within(view.inverse)
    low, high = _range(values)
    ceiling = high * (high / low) ** _ROOM
    marks = [*_stayed(view, clock, rest), *_selection(view, clock, low, ceiling)]
    marks.append(_threshold(view, clock, times))
    for state in _LOOKS:
        marks += _lines(view, clock, times, values, state)
    marks += [_stops(view, clock, times, values), *_ends(view, clock, values)]
    title = "Θ⁻¹ splits: up for free points, down for the others"
    if view.printed and base.run.result.status != "converged":
        title = "Θ⁻¹ splits by the smaller problem's answer, a wrong one"
    return Panel(
        title,
        marks,
        clock.axis(AXES[base.settings["clock"]]),
        Axis("Θᵢ⁻¹", log=True, range=round_limits_log(low, ceiling * (high / low) ** _ROOM)),
        key="split",
        subtitle="Θᵢ⁻¹ = xᵢwᵢ / (xᵢuᵢ + wᵢtᵢ), by what xᵢ* will be",
        legend=("no longer free", "had it stayed free"),
    )


def _range(values):
    """Of the lines, with room: the threshold may lie outside."""
    return 0.4 * np.nanmin(values), 2.5 * np.nanmax(values)


def _within(inverse):
    """Theta^-1 as drawn; NaN where there is none."""
    return np.where(np.isfinite(inverse), np.clip(inverse, _FEWEST, _MOST), np.nan)


def _members(view, state):
    """The points of a state that have a line: all, or an even choice."""
    return _evenly(np.flatnonzero(view.kind == state), _VERTICES // (9 * len(view.base.appearing)))


def _evenly(members, most):
    """At most `most` of the members, and no more than lines can be told apart."""
    room = max(2, min(_LINES, most))
    if members.size <= room:
        return members
    return members[np.linspace(0, members.size - 1, room).round().astype(int)]


def _lines(view, clock, times, values, state):
    """What has been of each line, the last vertex marked."""
    members = _members(view, state)
    if not members.size:
        return
    label, tone, dash, symbol = _LOOKS[state]
    shown, frame = values[:, members], view.base.frame
    x = np.broadcast_to(clock.at(times)[:, None], shown.shape)
    if len(times) > 1:
        # Row by row, so that a prefix holds all lines up to a row; NaN between two pieces.
        pieces = [_pieces(a) for a in (x, shown)]
        upto = np.maximum(3 * members.size * frame - 1, 0)
        yield Path(*(prefix(a, upto) for a in pieces), tone=tone, dash=dash, width=1.7,
                   opacity=0.75, label=f"{label} at the optimum")  # fmt: skip
    yield Points(row(x[frame]), row(shown[frame]), tone=tone, symbol=symbol, size=7.0,
                 label=f"{label} at the optimum")  # fmt: skip


def _pieces(a):
    """(R, m) -> the pieces from row to row of each column, (3 m (R - 1),)."""
    return np.stack([a[:-1], a[1:], np.full_like(a[1:], np.nan)], axis=2).ravel()


def _stayed(view, clock, times):
    """Theta^-1 of the points fixed at the selection, had they stayed."""
    if view.at is None:
        return
    at = min(view.at, len(times) - 1)
    gone = ~view.base.run.trace.snapshots["selected"][view.at]
    members = _evenly(np.flatnonzero(gone), _VERTICES // (2 * len(times)))
    if not members.size or at == len(times) - 1:
        return
    inverse = _within(view.whole.snapshots["theta_inv"][at:, members])
    bar = np.full((1, members.size), np.nan)
    y = np.vstack([inverse, bar]).T.ravel()
    x = np.tile(np.append(clock.at(times[at:]), np.nan), members.size)
    yield Lines(
        x, y, tone="muted", opacity=0.45, width=1.3, label="had it stayed free", future=True
    )


def _selection(view, clock, low, ceiling):
    """When, and how many are kept."""
    trace = view.base.run.trace
    if view.at is None:
        return
    times = view.times(trace)
    kept = int(trace.snapshots["selected"][view.at].sum())
    x = [clock.at(times[view.at])]
    yield Segments(x, [low], x, [ceiling], tone="now", dash="dash", width=1.5,
                   label=f"the selection: {kept} of {view.n}", future=True)  # fmt: skip
    late = clock.share(times[view.at]) > 0.6
    yield Text(x, [ceiling], (f"{kept} of {view.n} kept",), tone="now", future=True,
               anchor="left" if late else "right")  # fmt: skip


def _threshold(view, clock, times):
    level = np.clip(view.snapshot("threshold"), _FEWEST, _MOST)
    return Curve(prefix(clock.at(times), view.base.frame), prefix(level, view.base.frame),
                 tone="ink", dash="dashdot", width=2.0,
                 label=f"θ√μ with θ = {figure(view.base.settings['theta'])}")  # fmt: skip


def _stops(view, clock, times, values):
    """Where points ceased to be free."""
    places, upto = [(np.nan, np.nan)], np.zeros(len(values), dtype=int)
    for r in range(1, len(values)):
        last = np.where(np.isfinite(values[r]), values[r], values[r - 1])
        new = view.fixed[r] & ~view.fixed[r - 1]
        places += [(float(clock.at(times[r])), v) for v in last[new]]
        upto[r] = len(places) - 1
    x, y = (prefix(column, upto[view.base.frame]) for column in zip(*places, strict=True))
    return Points(x, y, symbol="x", tone="muted", size=6.0, label="no longer free")


def _ends(view, clock, values):
    """A name at the right end of each kind of line."""
    ends = {state: _last(values[:, view.kind == state]) for state in _LOOKS}
    level, (low, high) = float(view.snapshot("threshold")[-1]), _range(values)
    named = [(_LOOKS[s][0], _LOOKS[s][1], end) for s, end in ends.items() if np.isfinite(end)]
    named += [("θ√μ", "ink", level)] if low <= level <= high else []
    powers = np.log10([end for *_, end in named])
    room = _ROOM * (np.log10(np.nanmax(values)) - np.log10(np.nanmin(values)) + 1.0)
    placed = spread_labels(np.zeros(len(named)), powers, 1.0, room, np.log10(high))
    x = [clock.beside(clock.place(1.0))]
    for (label, tone, _), y in zip(named, placed, strict=True):
        yield Text(x, [10.0**y], (label,), tone=tone, future=True)


def _last(values):
    """The median of the last values (R, m) that are known, on a log scale."""
    known = values[np.isfinite(values).any(axis=1)] if values.size else values
    return float(10.0 ** np.nanmedian(np.log10(known[-1]))) if known.size else np.nan
