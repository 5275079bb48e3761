"""The panel "gap": what is proved of several methods on one clock."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lab.drawing.geometry import round_limits
from lab.drawing.text import figure, power
from solvers import Trace
from widgets import Axis, Band, Curve, Panel, Points, Segments, Text, prefix, row, static

#: Gaps below this share of the tolerance are drawn here, at the foot of the axis.
_FOOT = 1e-2
#: The same as a share of the largest gap, where the scale and so the tolerance is 0.
_LEAST = 1e-10
#: Curves of at most so many rows carry a dot at each.
_DOTTED = 60
#: The share of the axis that is left to the names at the curves' ends.
_MARGIN = 0.34
#: The length of a name, as a share of the clock's range.
NAME_WIDTH = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class GapCurve:
    """A method in the picture: its name, its look, and its history.

    times, gap (R,): the clock's value and the certified gap at every row; rows (T,): the row that
    each frame shows. main: whether it is the method in question. named: whether its name is at its
    end, which a single method does not need.
    """

    label: str
    tone: str
    dash: str
    times: np.ndarray
    gap: np.ndarray
    rows: np.ndarray
    main: bool = False
    named: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class FinalMark:
    """A foreign package: where it ends, by its own clock and our certificate."""

    label: str
    time: float
    gap: float
    symbol: str


@dataclass(frozen=True, slots=True)
class ClockAxis:
    """A clock's axis: where values lie, with space for names on the right.

    low, high: the first and the last value; log: whether the axis is logarithmic, which suits
    seconds, as some methods take a thousandth of others' time.
    """

    low: float
    high: float
    log: bool

    def at(self, value: float | np.integer | np.ndarray) -> float | np.ndarray:
        """`value`, no less than the axis shows."""
        return np.maximum(value, self.low)

    def share(self, value: float) -> Any:
        """How far along the clock's range a value lies: 0 at the first, 1 at the last."""
        if self.log:
            return np.log(self.at(value) / self.low) / np.log(self.high / self.low)
        return np.asarray(value) / self.high

    def place(self, share: float) -> float:
        """The value at that share."""
        if self.log:
            return float(self.low * (self.high / self.low) ** share)
        return float(self.high * share)

    def right_of(self, value: float) -> float:
        """Where words begin that are right of a value."""
        return self.place(float(self.share(value)) + 0.015)

    def now(self, values: np.ndarray, low: float, high: float) -> Segments:
        """The line at each frame's value (T,), from `low` to `high`."""
        x = row(self.at(values))
        return Segments(x, [low], x, [high], tone="muted", dash="dot", width=1.0, label="now")

    def across(self, height: float, **style: Any) -> Segments:
        """The line at a height over all values."""
        return Segments([self.place(0.0)], [height], [self.place(1.02)], [height], **style)

    def axis(self, label: str) -> Axis:
        """The `Axis` with that title."""
        low, high = self.place(-0.02), self.place(1.0 + _MARGIN)
        return Axis(
            label,
            log=self.log,
            range=round_limits_log(low, high) if self.log else round_limits(low, high),
        )


def clock_axis(times: np.ndarray | list, log: bool = False) -> ClockAxis:
    """The `ClockAxis` of values `times`; those at 0 lie at the left end of a logarithmic axis."""
    times = np.asarray(times, dtype=np.float64)
    high = float(times.max(initial=0.0))
    if high == 0.0 or not log:
        return ClockAxis(0.0, high or 1.0, False)
    low = 0.7 * float(times[times > 0.0].min())
    return ClockAxis(low, high, True)


def gap_panel(
    curves: list[GapCurve],
    now: np.ndarray,
    tolerance: float,
    label: str,
    *,
    marks: Sequence = (),
    log: bool = False,
) -> Panel:
    """Gaps over the clock, whose values are `now` (T,); later curves are drawn above earlier ones.

    label: of the clock's axis. marks: `FinalMark`s. log: whether the clock's axis is logarithmic.
    """
    clock = clock_axis([*now, *(m.time for m in marks)], log)
    tallest = max((_first(r.gap) for r in curves), default=0.0)
    foot = _FOOT * tolerance or _LEAST * (tallest or 1.0)
    tallest = max(1e3 * foot, tallest)
    drawn = [
        *_tolerance(tolerance, clock),
        clock.now(now, foot, 3.0 * tallest),
        *(_curve(r, clock, foot) for r in curves),
        *(_final(m, clock, foot) for m in marks),
        *_names(curves, marks, clock, foot, tallest),
    ]
    return Panel(
        "Proved distance from optimal",
        drawn,
        clock.axis(label),
        Axis("gap", log=True, range=round_limits_log(0.6 * foot, 3.0 * tallest)),
        key="gap",
        subtitle="certified: best value − best bound so far",
    )


def values_panel(trace: Trace, rows: np.ndarray, unit: str, more: Sequence = ()) -> Panel:
    """The best value P and the best bound D so far, which enclose the optimum; rows (T,): of the
    trace; unit: of the clock's axis; more: marks above them."""
    steps = trace.iteration.astype(float)
    P, D = np.minimum.accumulate(trace.objective), np.maximum.accumulate(trace.bound)
    P, D = (np.where(np.isfinite(v), v, np.nan) for v in (P, D))
    x, above, below = (prefix(v, rows) for v in (steps, P, D))
    now, label = row(steps[rows]), "this frame"
    marks = [
        Band(x, below, above, tone="main", fill=0.12, label="not known yet"),
        Curve(x, above, tone="main", label="P, best so far"),
        Curve(x, below, tone="rival2", dash="dash", label="D, best so far"),
        Points(now, row(P[rows]), symbol="circle-open", tone="main", size=11.0, label=label),
        Points(now, row(D[rows]), symbol="circle-open", tone="rival2", size=11.0, label=label),
        *more,
    ]
    return Panel(
        "The optimum lies between",
        marks,
        Axis(unit),
        Axis("value"),
        key="gap",
        subtitle="best so far",
        legend={"P, best so far": "primal value P", "D, best so far": "dual value D"},
    )


def _tolerance(tolerance, clock):
    """Where the proof is enough: nowhere on a log axis while the scale is 0."""
    if tolerance > 0.0:
        label = f"tolerance {power(tolerance)}"
        yield clock.across(tolerance, tone="good", dash="dash", width=1.0, label=label)
        at = [clock.place(0.0)], [tolerance]
        yield Text(*at, ("tolerance",), anchor="above", tone="good")


def round_limits_log(low: float, high: float) -> tuple[float, float]:
    """`round_limits` ends of a log axis."""
    return tuple(10.0**e for e in round_limits(math.log10(low), math.log10(high)))


def _first(gap):
    """The largest finite gap."""
    return float(gap[np.isfinite(gap)].max(initial=0.0))


def _curve(curve, clock, foot):
    shown = slice(curve.rows[-1] + 1)
    gap = curve.gap[shown]
    low = (
        f"; gaps under {figure(foot, 1)}, zero included, are drawn there"
        if gap.min() < foot
        else ""
    )
    return Curve(
        prefix(clock.at(curve.times[shown]), curve.rows),
        prefix(np.where(np.isfinite(gap), np.maximum(gap, foot), np.nan), curve.rows),
        tone=curve.tone,
        dash=curve.dash,
        width=2.5 if curve.main else 2.0,
        markers=curve.main and len(gap) <= _DOTTED,
        label=curve.label + low,
    )


def _final(mark, clock, foot):
    return Points(
        static([clock.at(mark.time)]),
        static([max(mark.gap, foot)]),
        symbol=mark.symbol,
        tone="ink",
        size=11.0,
        label=f"{mark.label}: its own time, our certificate",
    )


def _names(curves, marks, clock, foot, tallest):
    """A name at each end, which words that are moved off others lead back to."""
    ends = [(r.label, r.tone, r.times[r.rows[-1]], r.gap[r.rows[-1]]) for r in curves if r.named]
    ends += [(m.label, "ink", m.time, m.gap) for m in marks]
    for label, tone, time, gap in ends:
        height = min(max(gap, foot), tallest)
        yield Text([clock.at(time)], [height], (label,), tone=tone, future=True)


def end_names(
    x: float, ends: Iterable[tuple[str, str, float]], low: float, high: float, apart: float
) -> Iterator[Text]:
    """The names at the ends of curves on a log axis from `low` to `high`, pushed apart: beginning
    at `x`, (name, tone, height) each; apart: how far, as a share of the axis."""
    ends, sep = list(ends), apart * np.log10(high / low)
    powers = np.log10([max(y, low) for *_, y in ends])
    placed = spread_labels(np.zeros(len(ends)), powers, 1.0, sep, np.log10(high) - 0.5 * sep)
    for (name, tone, _), y in zip(ends, placed, strict=True):
        yield Text([x], [10.0**y], (name,), tone=tone)


def spread_labels(
    x: np.ndarray | list, y: list[float] | np.ndarray, width: float, sep: float, top: float = np.inf
) -> np.ndarray:
    """Heights `y` of labels that begin at `x`, moved upwards as little as keeps any two that are
    less than `width` from each other at least `sep` apart; where that leads above `top`, all are
    moved down in the same way, the highest first."""
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    placed = _pushed(x, y, width, sep, np.argsort(y, kind="stable"))
    if placed.max(initial=-np.inf) <= top:
        return placed
    return -_pushed(x, -np.minimum(placed, top), width, sep, np.argsort(-placed, kind="stable"))


def _pushed(x, y, width, sep, order):
    """Heights moved upwards, one after the other in `order`, past all before that are too close."""
    placed, done = np.array(y), []
    for i in order:
        near = sorted(placed[j] for j in done if abs(x[j] - x[i]) < width)
        for other in near:
            if abs(placed[i] - other) < sep * (1.0 - 1e-9):
                placed[i] = other + sep
        done.append(i)
    return placed
