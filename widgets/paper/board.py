"""What the artists of one panel share: its axes, its theme, and how numbers find their place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from widgets import palette
from widgets.fields import at
from widgets.marks import Mark, Points

#: Points in a pixel; a picture has 100 pixels an inch, so 12.4 inches are the 1240 of a screen.
PX = 0.72
FONT = "DejaVu Sans"
DASHES = {
    "solid": "-",
    "dash": (0, (4.5, 2.5)),
    "dot": (0, (1.2, 1.6)),
    "dashdot": (0, (5, 1.8, 1.2, 1.8)),
    "longdash": (0, (9, 3)),
}
MARKERS = {
    "circle": "o", "square": "s", "diamond": "D", "triangle-up": "^", "triangle-down": "v",
    "cross": "P", "x": "X", "circle-open": "o", "square-open": "s", "diamond-open": "D",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Board:
    """One panel under construction: matplotlib axes, settled axes of the panel, theme, key."""

    ax: object
    axes: list
    theme: str
    key: str

    @property
    def flat(self):
        """Whether the panel is a plane."""
        return len(self.axes) == 2

    @property
    def paper(self):
        """The colour of the ground."""
        return palette.PAPER[self.theme]["paper"]

    def colour(self, tone):
        """The colour of a role in this theme."""
        return palette.colour(tone, self.theme)

    def place(self, values, i):
        """Where numbers lie along axis `i`: NaN where a log axis has no place for them.

        In space a log axis is drawn as a linear one of exponents; `read` goes back.
        """
        values = np.atleast_1d(np.asarray(values, dtype=np.float64))
        if not self.axes[i].log:
            return values
        values = np.where(values > 0.0, values, np.nan)
        return values if self.flat else np.log10(values)

    def read(self, points):
        """The numbers that lie at `points` (n, d)."""
        if self.flat or not len(points):
            return points
        logs = [a.log for a in self.axes]
        return np.where(logs, 10.0 ** np.where(logs, points, 0.0), points)


@dataclass(frozen=True, slots=True)
class Kind:
    """How one class of a mark looks; `number` is None where the mark has no classes."""

    number: int | None
    tone: str
    dash: str
    symbol: str
    hatch: str
    label: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A mark on paper: `solid` artists show it, `extra` ones go with it (ghost, heads, fills).

    update: shows frame k. moving: whether that changes anything.
    """

    mark: Mark
    solid: list
    extra: list
    update: Callable[[int], None]
    moving: bool

    def artists(self):
        """All artists of the mark."""
        return [*self.extra, *self.solid]


def kinds(mark):
    """The classes that any frame of `mark` shows, each with its look."""
    names = getattr(mark, "names", ())
    klass = getattr(mark, "klass", None)
    if klass is None:
        symbol = mark.symbol if isinstance(mark, Points) else ""
        return [Kind(None, mark.tone, mark.dash, symbol, "", mark.label)]
    used = np.unique(klass.values[np.isfinite(klass.values)]).astype(int).tolist()
    return [
        Kind(
            c,
            palette.CLASS_TONES[c],
            palette.CLASS_DASHES[c],
            palette.CLASS_SYMBOLS[c],
            palette.CLASS_HATCHES[c],
            names[c] if c < len(names) else "",
        )
        for c in used
    ]


def vertices(mark, k, board, which=0):
    """The (d, n) coordinates of frame `k`; `which` chooses the end of a segment."""
    columns = []
    for i in range(len(board.axes)):
        field, axis = mark.coordinates(i)[which]
        columns.append(board.place(at(field, k, axis), i))
    return np.stack(np.broadcast_arrays(*columns)).astype(np.float64)


def chosen(mark, k, n, kind):
    """Which of `n` entries belong to `kind` in frame `k`."""
    if kind.number is None:
        return np.ones(n, dtype=bool)
    return np.broadcast_to(np.asarray(at(mark.klass, k)), n) == kind.number


def check_dimension(mark, board):
    """ValueError where the mark has too few or too many coordinates for its panel."""
    kind, d = type(mark).__name__, len(board.axes)
    if not mark.coordinates(d - 1):
        raise ValueError(f"{kind} in {board.key!r} needs {'xyz'[d - 1]}: the panel has {d} axes.")
    if board.flat and mark.coordinates(2):
        raise ValueError(f"{kind} in {board.key!r} has a z: give the panel a z axis or drop it.")
