"""The panel "gap": the certified gap of several methods on one clock."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.coordinate_descent.lasso_panels import spread
from lab.words import power
from widgets import Axis, Curve, Panel, Points, Segments, Text, prefix, row, static

#: Gaps below this share of the tolerance are drawn here, at the foot of the axis.
_FOOT = 1e-2
#: Curves of at most so many rows carry a dot at each.
_DOTTED = 60
#: The share of the axis that is left to the names at the curves' ends.
_ROOM = 0.34
#: The least distance of two names, as a share of the height.
_APART = 0.065


@dataclass(frozen=True, slots=True, eq=False)
class Runner:
    """A method in the picture: its name, its look, and its history.

    times, gap (R,): the clock's value and the certified gap at every row; rows (T,): the row that
    each frame shows. main: whether it is the method in question.
    """

    words: str
    tone: str
    dash: str
    times: np.ndarray
    gap: np.ndarray
    rows: np.ndarray
    main: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class FinalMark:
    """A foreign package: where it ends, by its own clock and our certificate."""

    words: str
    time: float
    gap: float
    symbol: str


def gap_panel(runners, now, tolerance, axis, *, marks=(), title="Proved distance from optimal"):
    """Gaps over the clock, whose values are `now` (T,); later runners are drawn above earlier ones.

    axis: words of the clock. marks: `FinalMark`s.
    """
    foot = _FOOT * tolerance
    last = max([float(now[-1]), *(m.time for m in marks)]) or 1.0
    tallest = max(1e3 * foot, *(_first(r.gap) for r in runners))
    drawn = [
        Segments([0.0], [tolerance], [1.02 * last], [tolerance], tone="good", dash="dash",
                 width=1.0, label=f"tolerance {power(tolerance)}"),
        Text([0.0], [1.9 * tolerance], ("tolerance",), tone="good"),
        Segments(row(now[:, None]), np.array([foot]), row(now[:, None]), np.array([3.0 * tallest]),
                 tone="muted", dash="dot", width=1.0, label="now"),
        *(_curve(r, foot) for r in runners),
        *(_final(m, foot) for m in marks),
        *_names(runners, marks, foot, tallest, last),
    ]  # fmt: skip
    return Panel(
        title,
        drawn,
        Axis(axis, range=(-0.02 * last, (1.0 + _ROOM) * last)),
        Axis("gap", log=True, range=(0.6 * foot, 3.0 * tallest)),
        key="gap",
        subtitle="duality gap, certified at every frame",
    )


def _first(gap):
    """The largest finite gap."""
    return float(gap[np.isfinite(gap)].max(initial=0.0))


def _curve(runner, foot):
    shown = slice(runner.rows[-1] + 1)
    gap = runner.gap[shown]
    low = f"; gaps under {foot:.0e}, zero included, are drawn there" if gap.min() < foot else ""
    return Curve(
        prefix(runner.times[shown], runner.rows),
        prefix(np.where(np.isfinite(gap), np.maximum(gap, foot), np.nan), runner.rows),
        tone=runner.tone,
        dash=runner.dash,
        width=2.5 if runner.main else 2.0,
        markers=runner.main and len(gap) <= _DOTTED,
        label=runner.words + low,
    )


def _final(mark, foot):
    return Points(
        static([mark.time]), static([max(mark.gap, foot)]), symbol=mark.symbol, tone="ink",
        size=11.0, label=f"{mark.words}: its own time, our certificate",
    )  # fmt: skip


def _names(runners, marks, foot, tallest, last):
    """A name at each end, pushed apart where ends are close."""
    ends = [(r.words, r.tone, r.times[r.rows[-1]], r.gap[r.rows[-1]]) for r in runners]
    ends += [(m.words, "ink", m.time, m.gap) for m in marks]
    heights = np.log10([min(max(gap, foot), tallest) for *_, gap in ends])
    placed = spread(heights, _APART * np.log10(5.0 * tallest / foot), np.log10(foot))
    for (words, tone, time, _), y in zip(ends, placed, strict=True):
        yield Text([float(time) + 0.015 * last], [10.0**y], (words,), tone=tone)
