"""The panel "arrivals": a lane for each of several methods, and when each arrives."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from widgets import Axis, Panel, Points, Segments, Text, row

#: Words at the head of a lane begin at this many times its value: the axis is logarithmic.
_BESIDE = 1.25
_OUTCOMES = {"max_iter": "out of steps"}


@dataclass(frozen=True, slots=True, eq=False)
class Lane:
    """A method in the picture: its name and tone, where it is in each frame (T,), and what stands
    there, "" for nothing."""

    words: str
    tone: str
    now: np.ndarray
    told: tuple[str, ...]


def arrival(times, gap, limit):
    """The first of `times` (R,) at which `gap` (R,) is at most `limit`; inf where none is."""
    within = np.flatnonzero(gap <= limit)
    return float(times[within[0]]) if within.size else np.inf


def lane(words, tone, clock, arrived, last, status, told):
    """The `Lane` of a method on a clock of values (T,).

    arrived: the value at which its gap was first within the tolerance, inf if it was not; last: at
    its last row. status: of its result. told: the words for a value of the clock.
    """
    stop = min(arrived, last)
    done = told(arrived) if arrived < np.inf else _OUTCOMES.get(status, status.replace("_", " "))
    said = tuple(done if now >= stop else "" for now in clock)
    return Lane(words, tone, np.minimum(clock, stop), said)


def lanes_panel(lanes, low, high, words, more=()):
    """The lanes from top to bottom on a log axis from `low`, with room up to `high`.

    more: further marks, for a lane i at the height `height(lanes, i)`.
    """
    marks = [m for i, one in enumerate(lanes) for m in _lane(one, height(lanes, i), low)]
    return Panel(
        "When each is proved optimal",
        [*marks, *more],
        Axis(words, log=True, range=(0.8 * low, high)),
        Axis(range=(0.4, len(lanes) + 0.6), ticks=((), ())),
        key="arrivals",
        subtitle="dot: now; number: arrival within the tolerance",
    )


def height(lanes, i):
    """Where lane i stands."""
    return float(len(lanes) - i)


def _lane(one, y, low):
    x = np.maximum(one.now, low)[:, None]
    yield Segments([low], [y], row(x), [y], tone=one.tone, width=5.0, opacity=0.6,
                   label=one.words)  # fmt: skip
    yield Points(row(x), [y], tone=one.tone, size=11.0, label=one.words)
    yield Text([low], [y + 0.28], (one.words,), tone=one.tone)
    beside = np.where([[bool(words)] for words in one.told], _BESIDE * x, np.nan)
    yield Text(row(beside), [y], one.told, tone=one.tone, per_frame=True)
