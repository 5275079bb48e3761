"""The panel "arrivals": a line for each of several methods, and when each arrives."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.drawing.text import outcome
from widgets import Axis, Panel, Points, Segments, Text, row

#: Words at the head of a line begin at this many times its value: the axis is logarithmic.
_BESIDE = 1.25
#: The symbol beside each dash, none of which a class has in the colour of a method.
_SYMBOLS = {
    "solid": "diamond", "dash": "triangle-up", "dot": "diamond-open", "dashdot": "x",
    "longdash": "cross",
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class ArrivalLine:
    """A method in the picture: its name and look, where it is in each frame (T,), and what stands
    there, "" for nothing."""

    label: str
    tone: str
    dash: str
    now: np.ndarray
    text: tuple[str, ...]


def arrival(times, gap, limit):
    """The first of `times` (R,) at which `gap` (R,) is at most `limit`; inf where none is."""
    within = np.flatnonzero(gap <= limit)
    return float(times[within[0]]) if within.size else np.inf


def arrival_line(label, tone, dash, clock, arrived, last, status, text_at):
    """The `ArrivalLine` of a method on a clock of values (T,).

    arrived: the value at which its gap was first within the tolerance, inf if it was not; last: at
    its last row. status: of its result. text_at: the words for a value of the clock.
    """
    stop = min(arrived, last)
    done = text_at(arrived) if arrived < np.inf else outcome(status)
    text = tuple(done if now >= stop else "" for now in clock)
    return ArrivalLine(label, tone, dash, np.minimum(clock, stop), text)


def arrivals_panel(lines, low, high, title, more=()):
    """The lines from top to bottom on a log axis from `low`, with room up to `high`.

    more: further marks, for arrival_line i at the height `height(lines, i)`.
    """
    marks = [m for i, one in enumerate(lines) for m in _marks(one, height(lines, i), low)]
    return Panel(
        "When each is proved optimal",
        [*marks, *more],
        Axis(title, log=True, range=(0.8 * low, high)),
        Axis(range=(0.4, len(lines) + 1.0), ticks=((), ())),
        key="arrivals",
        subtitle="mark: now; number: arrival within the tolerance",
    )


def height(lines, i):
    """Where arrival_line i stands."""
    return float(len(lines) - i)


def _marks(one, y, low):
    x = np.maximum(one.now, low)[:, None]
    yield Segments([low], [y], row(x), [y], tone=one.tone, width=5.0, opacity=0.6,
                   label=one.label)  # fmt: skip
    yield Points(row(x), [y], tone=one.tone, symbol=_SYMBOLS[one.dash], size=11.0, label=one.label)
    yield Text([low], [y], (one.label,), tone=one.tone, anchor="above")
    beside = np.where([[bool(text)] for text in one.text], _BESIDE * x, np.nan)
    yield Text(row(beside), [y], one.text, tone=one.tone, per_frame=True)
