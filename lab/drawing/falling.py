"""Panels over a price that falls from frame to frame, by powers: how they name it, where its line
is, the parts that come in, and the gap that is proved at each price."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from lab.drawing.text import power
from widgets import Axis, Curve, Points, Segments, Text, prefix, row

#: Space for words at the right end, as a share of the axis by powers.
_MARGIN = 0.3
#: Gaps below this share of the tolerance are drawn here.
_FOOT = 1e-2
#: With so many frames or fewer each has a marker on a curve.
MARKED = 40


@dataclass(frozen=True, slots=True, eq=False)
class Falling:
    """A price of each frame: values (T,) falling, and its symbol."""

    values: np.ndarray
    symbol: str

    def axis(self) -> Axis:
        """The price falling to the right, by powers."""
        first, last = self.values[[0, -1]]
        ratio = first / last
        ends = (first * ratio**0.03, last / ratio**_MARGIN)
        round_ = np.outer(10.0 ** np.arange(-8, 9), (1.0, 2.0, 5.0)).ravel()
        places = round_[(round_ < ends[0]) & (round_ > ends[1])]
        ticks = places, [f"{v:g}" for v in places]
        return Axis(f"{self.symbol}, falling, log axis", log=True, range=ends, ticks=ticks)

    def right_of(self, value: Any) -> Any:
        """Where words begin that are right of a price."""
        return value * (self.values[-1] / self.values[0]) ** 0.02

    def now(self, low: float, high: float) -> Segments:
        """The line at this frame's price."""
        x = row(self.values)
        return Segments(x, [low], x, [high], tone="now", width=1.4, label=f"{self.symbol} now")

    def parts(self, heights: np.ndarray, each: str) -> Iterator:
        """A line for each column of `heights` (T, p), pieces from price to price in the order of
        time, those that stay at 0 left out: faint, and strong up to this frame. each: what a line
        is, in words."""
        awake = (heights[:-1] != 0.0) | (heights[1:] != 0.0)
        count = np.concatenate([[0], np.cumsum(awake.sum(axis=1))])
        x = np.broadcast_to(self.values[:, None], heights.shape)
        # Frame 0 is before the first piece.
        pieces = x[:-1], heights[:-1], x[1:], heights[1:]
        ends = [np.append(np.nan, a[awake]) for a in pieces]
        yield Segments(
            *ends, tone="main", width=0.8, opacity=0.25, label=f"{each}, all {self.symbol}",
            future=True,
        )  # fmt: skip
        past = (prefix(a, count) for a in ends)
        yield Segments(*past, tone="main", width=1.2, opacity=0.6, label=each)

    def points(self, heights: np.ndarray, words: str, **styles: Any) -> Points:
        """A point at this frame's price for each column of `heights` (T, p), none where NaN."""
        here = np.tile(self.values[:, None], (1, heights.shape[1]))
        return Points(row(here), row(heights), label=words, **styles)

    def name(self, heights: np.ndarray, name: str, tone: str = "main") -> Text:
        """A name at this frame's head of a line, whose heights are (T,); none while it is 0."""
        return Text(
            row(self.values), row(np.where(heights == 0.0, np.nan, heights)), (name,), tone=tone
        )

    def foot(self, limit: float) -> float:
        """Where gaps are drawn that are too small for the axis."""
        return _FOOT * limit

    def proof(self, gap: np.ndarray, limit: float, top: float) -> list[Curve | Segments | Text]:
        """The gap (T,) of each price under `top`, with the tolerance `limit`."""
        foot, edge = self.foot(limit), [self.values[0], self.values[-1]]
        low = "; gaps under the foot, zero included, are drawn there" * bool((gap < foot).any())
        label = f"ours, certified{low}"
        return [
            Segments(edge[:1], [limit], edge[1:], [limit], tone="good", dash="dash",
                     width=1.0, label=f"tolerance {power(limit)}"),
            Text(edge[:1], [limit], ("tolerance",), anchor="above", tone="good"),
            self.curve(np.maximum(gap, foot), tone="main", width=2.5, label=label),
            self.now(0.6 * foot, top),
        ]  # fmt: skip

    def proof_axis(self, limit: float, top: float) -> Axis:
        """The axis of `proof`."""
        return Axis("gap", log=True, range=(0.6 * self.foot(limit), top))

    def curve(self, heights: np.ndarray, **styles: Any) -> Curve:
        """A curve (T,) up to this frame."""
        rows = np.arange(len(self.values))
        marked = len(rows) <= MARKED
        return Curve(prefix(self.values, rows), prefix(heights, rows), markers=marked, **styles)
