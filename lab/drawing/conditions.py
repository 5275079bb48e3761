"""The panel "correlations": the size of each part of X'r against λ, optimality as a picture; and
the mark of λmax on the slider of λ."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lab.drawing.text import number
from widgets import Axis, Bars, Panel, Segments, Text, row

#: A size within this share of λ counts as touching it.
TOUCH = 1e-3
#: The states of a bar.
STATES = ("at λ", "passes λ", "below λ: 0", "off λ, not 0")


def condition_states(
    size: np.ndarray, miss: np.ndarray, zero: np.ndarray, lam: float
) -> np.ndarray:
    """A place in `STATES` for each part. size: its |X'r|; miss: how far its X'r is from λ times a
    subgradient, or its size from λ where it is 0; zero: whether it is 0; all of one shape."""
    near = TOUCH * lam
    return np.select([miss <= near, size > lam + near, zero], [0, 1, 2], 3)


def conditions_panel(
    size: np.ndarray,
    klass: np.ndarray,
    lam: float,
    title: str,
    axis: str,
    names: Sequence,
    subtitle: str,
) -> Panel:
    """A bar per part, with its number: size (T, n), klass (T, n) a place in `STATES` each.

    axis: title of the bars' axis; names: of the n parts.
    """
    places, top = np.arange(size.shape[1]), _top(size, lam)
    ends = (-0.6, len(places) - 0.4)
    marks = [
        Bars(places, row(size), klass=row(klass), names=STATES, legend=True),
        Segments([ends[0]], [lam], [ends[1]], [lam], tone="ink", label="λ"),
        Text([ends[1]], [lam], ("λ",), anchor="above", tone="ink"),
        *(_label(d, size[:, d], lam, top) for d in places),
    ]
    return Panel(
        title,
        marks,
        Axis(range=ends, ticks=(places, names)),
        Axis(axis, range=(0.0, top)),
        key="correlations",
        subtitle=subtitle,
    )


def lam_max_mark(problem: Any) -> dict[str, tuple[float, str]]:
    """{"lam": the mark of the λ from which on w = 0 is optimal}, as `ticks` gives it."""
    top = problem.lam_max
    return {"lam": (top, f"λ_max {number(top, 2)}")}


def _top(size, lam):
    """Height of the axis: λ stays visible, and bars that are taller for a while are cut."""
    usual = max(3.0 * lam, 1.3 * np.median(size.max(axis=1)))
    return 1.15 * max(min(size.max(), usual), 1.3 * lam)


def _label(d, size, lam, top):
    """The number over bar `d`, clear of the line; with an arrow where the bar is cut."""
    digits = 2 if top > 0.2 else 4
    text = tuple(f"{number(s, digits)}{' ↑' * bool(s > top)}" for s in size)
    y = np.minimum(size, 0.91 * top) + 0.04 * top
    y = np.where(np.abs(y - lam) < 0.04 * top, lam + 0.04 * top, y)
    return Text([float(d)], row(y), text, per_frame=True, anchor="center", tone="ink")
