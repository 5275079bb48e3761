"""The panel of a number that several methods have, over the clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lab.drawing.gap_panel import ClockAxis
from widgets import Axis, Panel
from widgets.marks import Mark


def curves_panel(
    f: Any,
    values: Mapping[str, np.ndarray],
    title: str,
    clock: ClockAxis,
    x: Axis,
    y: Axis,
    *,
    now: tuple[float, float] | None = None,
    more: Sequence[Mark] = (),
    legend: Sequence[str] = (),
    subtitle: str = "",
) -> Panel:
    """A curve for each method, up to each frame of a `lab.scenes.frames.Frames`.

    values: method -> (R,) at the rows of its trace; the first is drawn on top, and first in the
    key. now: from where to where there is a line at the frame's time. more: marks below the curves;
    legend: those of them that the key names as well.
    """
    here = [] if now is None else [clock.now(f.clock.values, *now)]
    curves = [f.curve(name, values[name], clock) for name in reversed([*values])]
    key = (*(f.labels[name] for name in values), *legend)
    return Panel(title, [*more, *here, *curves], x, y, subtitle=subtitle, legend=key)
