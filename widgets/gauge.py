"""The proof as one thin scale: the value above, the bound below, and the gap that closes.

The scale is of the gap, logarithmic, from what is allowed to the largest of the run. Python says
where each frame is on it and in which words; readers draw it (static/gauge.js).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from widgets.chips import LOST, PROOF, refuted
from widgets.text import power_tick, rough

if TYPE_CHECKING:
    from widgets.scene import Scene

#: Names of the readout that bound; the entry before such a one is the value that is bounded.
BOUNDS = ("bound", "D", "lower")
#: Below the tolerance the scale extends by this factor.
_BELOW = 0.1
#: Where there is no tolerance, the scale reaches at least so far, as a share of the values, and its
#: foot is at least that share of its top.
_SMALL, _LEAST = 1e-6, 1e-9
#: At most so many intervals between numbers under the scale.
_INTERVALS = 3
#: The share of the scale that the number at its foot has to itself.
_FOOT = 0.24
#: What a frame says in two or three words where nothing is proved.
_NOTES = {
    "running": "",
    "converged": "proved",
    "small_change": "small change",
    "max_iter": "budget spent",
    "stalled": "stalled",
    "cancelled": "cancelled",
    "diverged": "diverged",
    "unbounded": "no minimum",
    "infeasible": "infeasible",
    "contradiction": "bound above value",
}


class Gauge:
    """The scale of a scene's gaps; `gauge_of` gives `None` for a scene without any.

    pair: the names of value and bound in the readout, or None. low, high: powers of ten of its
    ends. limit: where its notch is, as a share of its length, or None.
    """

    def __init__(self, scene: Scene):
        self._scene = scene
        readout = scene.readout
        names = [name for name in readout if name not in PROOF]
        at = next((i for i, name in enumerate(names) if i and name in BOUNDS), 0)
        self.pair = (names[at - 1], names[at]) if at else None
        self._places = (at - 1, at) if at else ()
        self._gap = np.asarray(readout["gap"], dtype=np.float64)
        self._best = np.asarray(readout.get("best", self._gap), dtype=np.float64)
        self._limit = np.asarray(readout.get("limit", np.full(self._gap.shape, -np.inf)))
        self._refuted = refuted(readout)
        self.low, self.high = self._ends()
        allowed = float(self._limit[-1])
        self.limit = self._share(allowed) if allowed > 0.0 else None

    def _ends(self):
        """The powers of ten between which all gaps are, as far as they are of use."""
        gaps = np.abs(np.concatenate([self._gap, self._best]))
        gaps = gaps[np.isfinite(gaps) & (gaps > 0.0)]
        allowed = float(self._limit[-1])
        if allowed > 0.0:
            low, high = _BELOW * allowed, max(gaps.max(initial=0.0), allowed / _BELOW)
        else:
            high = max(gaps.max(initial=0.0), _SMALL * self._size())
            low = max(gaps.min(initial=high), _LEAST * high)
        low, high = math.floor(math.log10(low)), math.ceil(math.log10(high))
        return low, max(high, low + 2)

    def _size(self):
        """The largest size of a value, 1 where none is shown."""
        if self.pair is None:
            return 1.0
        values = np.abs(np.asarray(self._scene.readout[self.pair[0]], dtype=np.float64))
        return float(values[np.isfinite(values)].max(initial=0.0)) or 1.0

    def _share(self, gap):
        """How far along the scale a gap is: 0 at its foot and below, 1 at its top; whole there
        where there is no gap to show."""
        if not math.isfinite(gap):
            return 1.0
        if gap == 0.0:
            return 0.0
        share = (math.log10(abs(gap)) - self.low) / (self.high - self.low)
        return round(min(max(share, 0.0), 1.0), 4)

    def spec(self) -> dict[str, Any]:
        """What holds of all frames: names, notch, and the numbers under the scale."""
        step = -((self.low - self.high) // _INTERVALS)
        powers = range(self.high, self.low, -step)
        ticks = [[self._share(10.0**p), power_tick(10.0**p)] for p in powers]
        foot = [0.0, "≤" + power_tick(10.0**self.low)]
        clear = [tick for tick in ticks if tick[0] >= _FOOT]
        return {"pair": self.pair is not None, "limit": self.limit, "ticks": [foot, *clear[::-1]]}

    def reading(self, k: int, shown: list[tuple[str, str]]) -> list:
        """[style, at, best, gap, note, of] of frame `k` with its `chips`.

        style: "open", "good" where the frame's own point is proved within what is allowed, "warn"
        where a run ended before, "crossed" where the bound is above the value, "bad" where there
        is no bound. at, best: shares of the scale, best None where it is this point's. gap, note:
        words. of: which chips with words belong to the scale, those of value and bound first.
        """
        gap, best = float(self._gap[k]), float(self._best[k])
        status = str(self._scene.readout.get("status", ("running",) * (k + 1))[k])
        if gap < 0.0 and self._refuted:
            status = "contradiction"
        style, note = self._style(gap, best, status, shown[-2][1])
        apart = self._apart(k)
        if status == "contradiction" and apart < 0.0:
            style, gap = "crossed", apart
        words = "–" if style == "bad" else rough(abs(gap), up=True)
        if style != "crossed" and gap <= 0.0:
            gap, words = 0.0, "0"
        other = style in ("open", "warn") and math.isfinite(best) and shown[-1][0] != ""
        if other:
            end = "✓ " if shown[-1][1] == "good" else f"{note}, " if note else ""
            note = f"{end}best {rough(max(best, 0.0), up=True)}"
        with_words = [i for i, (text, _) in enumerate(shown) if text]
        last = range(len(shown) - 2, len(shown))
        of = [with_words.index(i) for i in (*self._places, *last) if i in with_words]
        reach = math.inf if style == "bad" else gap
        return [style, self._share(reach), self._share(best) if other else None, words, note, of]

    def _style(self, gap, best, status, own):
        """(style, note) of a frame by itself; own: the style of the chip of its own proof."""
        if status in LOST:
            return "bad", _NOTES[status]
        if not math.isfinite(best):
            return "bad", "no bound"
        if not math.isfinite(gap):
            return "bad", "no bound here"
        if own == "good":
            return "good", "proved"
        ended = status not in ("running", "converged")
        return ("warn", _NOTES[status]) if ended else ("open", "")

    def _apart(self, k):
        """The value of frame `k` less its bound, where both are numbers."""
        if self.pair is None:
            return math.nan
        value, bound = (self._scene.readout[name][k] for name in self.pair)
        try:
            return float(value) - float(bound)
        except ValueError:
            return math.nan


def gauge_of(scene: Scene) -> Gauge | None:
    """The `Gauge` of a scene that shows gaps, else None."""
    return Gauge(scene) if "gap" in scene.readout else None
