"""The panel "arrivals": a line for each of several methods, and when each arrives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from widgets import Axis, Panel, Points, Segments, Text, row

#: What a mark and a letter behind it take of a narrow panel's axis, and how much words may at most.
_MARK, _LETTER, _MOST = 0.12, 0.04, 0.7
#: The share of the axis left of all marks, so that none is cut at its start.
_FREE = 0.06
#: The symbol for each dash, none of which a class has in the colour of a method.
_SYMBOLS = {
    "solid": "diamond", "dash": "triangle-up", "dot": "diamond-open", "dashdot": "x",
    "longdash": "cross",
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class ArrivalLine:
    """A method in the picture: its name and style, where it is in each frame (T,), and what is
    there, "" for nothing. forecast: whether it is a prediction: no line leads there, and it is not
    shown while a question is asked."""

    label: str
    tone: str
    dash: str
    now: np.ndarray
    text: tuple[str, ...]
    forecast: bool = False


def arrival(times: np.ndarray, gap: np.ndarray, limit: float) -> float:
    """The first of `times` (R,) at which `gap` (R,) is at most `limit`; inf where none is."""
    within = np.flatnonzero(gap <= limit)
    return float(times[within[0]]) if within.size else np.inf


def arrival_line(f: Any, name: str, text_at: Callable) -> ArrivalLine:
    """The line of a method of a `lab.scenes.frames.Frames`; text_at(method, value) -> the words for
    a value of the clock."""
    label, tone, dash = f.methods.style(name)
    clock, arrived = f.clock.values.astype(float), f.arrivals[name]
    stop = min(arrived, float(f.times(name)[-1]))
    done = text_at(name, arrived) if arrived < np.inf else f.outcome(name)
    text = tuple(done if now >= stop else "" for now in clock)
    return ArrivalLine(label, tone, dash, np.minimum(clock, stop), text)


def arrival_lines(f: Any, text_at: Callable) -> list[ArrivalLine]:
    """The `arrival_line` of each method."""
    return [arrival_line(f, name, text_at) for name in f.traces]


def arrivals_panel(lines: list[ArrivalLine], low: float, title: str) -> Panel:
    """The lines from top to bottom on a log axis from `low`, with space for their words."""
    names = names_axis([one.label for one in lines])
    heights = names.ticks[0] if names.ticks is not None else ()
    high = max(_margin(one, low) for one in lines)
    return Panel(
        "When each is proved optimal",
        [m for one, y in zip(lines, heights, strict=True) for m in _marks(one, y, low)],
        Axis(title, log=True, range=(low * (low / high) ** _FREE, high)),
        names,
        key="arrivals",
        subtitle="mark: now; number: arrival",
    )


def names_axis(names: list[str]) -> Axis:
    """The `Axis` of rows with these names, from top to bottom; its ticks are their heights."""
    heights = np.arange(len(names), 0.0, -1.0)
    return Axis(range=(0.4, len(names) + 0.6), ticks=(heights, names))


def _margin(one, low):
    """The end of the axis that leaves a line's longest words space behind its last mark."""
    last = max(float(one.now[-1]), 2.0 * low)
    if one.forecast:
        return 10.0 * last
    share = min(_MOST, _MARK + _LETTER * max(map(len, one.text)))
    return last * (last / low) ** (share / (1.0 - share))


def _marks(one, y, low):
    x = row(np.maximum(one.now, low))
    if not one.forecast:
        yield Segments([low], [y], x, [y], tone=one.tone, width=5.0, opacity=0.6, label=one.label)
    yield Points(x, [y], tone=one.tone, symbol=_SYMBOLS[one.dash], size=11.0, label=one.label,
                 future=one.forecast)  # fmt: skip
    yield Text(x, [y], one.text, tone=one.tone, per_frame=True, anchor="row", future=one.forecast)
