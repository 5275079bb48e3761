"""What the artists of one panel share: its axes, its theme, and how numbers find their place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from widgets import palette
from widgets.reader import Reader

#: Points in a pixel; a picture has 100 pixels an inch, so 12.4 inches are the 1240 of a screen.
PX = 0.72
FONT = "DejaVu Sans"
DASHES: dict[str, Any] = {
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
    """One panel under construction: matplotlib axes, the panel's own as packed, theme, reader."""

    ax: Any
    axes: list[dict]
    theme: str
    reader: Reader

    @property
    def flat(self) -> bool:
        """Whether the panel is a plane."""
        return len(self.axes) == 2

    @property
    def paper(self) -> str:
        """The colour of the ground."""
        return palette.PAPER[self.theme]["paper"]

    def ink(self, style: dict[str, Any], token: Any = None) -> dict[str, Any]:
        """{"color": ..., "alpha": ...} of a style, or of another `token` in it."""
        colour, share = palette.ink(token or style["color"], self.theme)
        return {"color": colour, "alpha": share * style.get("opacity", 1.0)}

    def place(self, values: np.ndarray, i: int) -> np.ndarray:
        """Where drawn coordinates lie along axis `i`: a plane of matplotlib takes the logarithm
        itself, in space a log axis is a linear one of exponents."""
        return 10.0**values if self.flat and self.axes[i]["log"] else values

    def vertices(self, trace: dict[str, Any], k: int) -> np.ndarray:
        """The (d, n) coordinates of a line, points or words in frame `k`."""
        found = self.reader.read(trace, k)
        return np.stack([self.place(found[n], i) for i, n in enumerate("xyz"[: len(self.axes)])])

    def sizes(self) -> np.ndarray:
        """How long each axis is, in drawn coordinates."""
        return np.array([high - low for low, high in (a["range"] for a in self.axes)])


@dataclass(frozen=True, slots=True)
class Drawn:
    """A trace on paper: `solid` artists show it, `extra` ones go with it (heads, fills).

    update: shows frame k.
    """

    trace: dict
    solid: list
    extra: list
    update: Callable[[int], None]

    @property
    def moving(self) -> bool:
        """Whether frames differ."""
        return self.trace.get("moving", False)

    @property
    def kind(self) -> str:
        """What is drawn."""
        return self.trace["style"]["kind"]

    def artists(self) -> list:
        """All artists of the trace."""
        return [*self.extra, *self.solid]
