"""The proof on paper as on the screen (static/gauge.js): a scale of the gap with its notch, the
value above it, the bound below, and nothing green that is not proved."""

from __future__ import annotations

from typing import Any

from matplotlib.patches import Polygon, Rectangle

from widgets import palette
from widgets.paper.words import Ruler

#: The height of the line that it takes.
HEIGHT = 40.0
#: From where to where its bed reaches; the shapes at a place of the scale, downwards in pixels.
BED = (6.0, 11.0)
#: How wide the scale is at least and at most.
_LEAST, _MOST = 110.0, 260.0
_SIZE, _SMALL, _APART = 11.5, 9.5, 14.0
#: Letters of whole dots are up to so much wider where the page is drawn with other dots an inch.
_WIDER = 1.06
#: style -> tone of the gap and of its words.
TONES = {"open": "main", "good": "good", "warn": "now", "bad": "rival1", "crossed": "rival1"}
VALUE = ((-5.0, 0.0), (5.0, 0.0), (0.0, 6.0))
BOUND = ((-5.0, 19.0), (5.0, 19.0), (0.0, 11.0))
BEST = ((0.0, 4.5), (4.0, 8.5), (0.0, 12.5), (-4.0, 8.5))
NOTCH = ((-4.0, 4.0), (4.0, 4.0), (0.0, 10.0), (0.0, 15.0), (0.0, 10.0))
#: What is cut out of a gap that proves nothing.
CUT = ((-3.0, 13.0), (-1.0, 13.0), (3.0, 4.0), (1.0, 4.0))
#: Where a gap that proves nothing is broken, as shares of it.
BREAKS = (0.3, 0.42, 0.54, 0.66)


class PaperGauge:
    """The scale of a packed scene; `place` puts it on a sheet, `show(k)` turns it to frame k."""

    def __init__(self, spec: dict[str, Any], ruler: Ruler):
        self._spec, self._readings, self._chips = spec["gauge"], spec["proof"], spec["chips"]
        texts = [_texts(reading) for reading in self._readings]
        pairs = [words for k in range(len(texts)) for words in self._pair(k)]
        self._pair_wide = _WIDER * max((ruler.width(w, _SIZE) for w in pairs), default=0.0)
        self._text_width = max(ruler.width(w, _SIZE, True) for both in texts for w in both)

    def _pair(self, k):
        """The words of value and bound in frame `k`; "" for one that is not shown."""
        places = self._readings[k][5]
        names = [self._chips[k][i][0] for i in places[:2]] if self._spec["pair"] else []
        return [*names, "", ""][:2]

    def other(self, k: int) -> list[list[str]]:
        """The chips of frame `k` that the scale does not say."""
        said = self._readings[k][5]
        return [chip for i, chip in enumerate(self._chips[k]) if i not in said]

    def place(self, sheet: Any, left: float, top: float, available: float) -> None:
        """Draw what holds of all frames, in a line that is `available` pixels wide."""
        self._sheet, self._theme, self._top = sheet, sheet.theme, top
        start = left + (self._pair_wide + 12.0 if self._pair_wide else 6.0)
        wide = min(max(available - (start - left) - self._text_width - 14.0, _LEAST), _MOST)
        self._start, self._wide = start, wide
        self._ground()
        colours, ink = palette.roles(self._theme), palette.PAPER[self._theme]
        self._gap = self._bar(0.0, 0.0, colours["main"], alpha=0.75)
        self._breaks = [sheet.rule([], [], ink["paper"], 2.5, zorder=4) for _ in BREAKS]
        self._best = self._shape(BEST, zorder=5, facecolor=ink["paper"], linewidth=1.1)
        self._value = self._shape(VALUE, zorder=6)
        self._bound = self._shape(BOUND, zorder=6, color=ink["ink"])
        self._notch = self._shape(NOTCH, zorder=7, color=colours["good"], linewidth=0.9)
        self._notch.set_visible(self._spec["limit"] is not None)
        self._move(self._notch, NOTCH, self._spec["limit"] or 0.0)
        lines = [top + 9.0, top + 9.0 + _APART]
        pair = start - 12.0
        self._names = [
            sheet.write(pair, y, "", _SIZE, tone, ha="right")
            for y, tone in zip(lines, ("ink", "muted"), strict=True)
        ]
        self._words = [
            sheet.write(start + wide + 12.0, y, "", _SIZE, bold=bold)
            for y, bold in zip(lines, (True, False), strict=True)
        ]

    def _ground(self):
        """The bed, its part within the tolerance, and its numbers."""
        sheet, top = self._sheet, self._top
        colours = palette.roles(self._theme)
        self._bar(0.0, 1.0, colours["faint"], zorder=1)
        if self._spec["limit"] is not None:
            goal = self._bar(0.0, self._spec["limit"], colours["paper"], zorder=2)
            goal.set(edgecolor=colours["good"], linewidth=0.8)
        for share, words in self._spec["ticks"]:
            x = self._start + share * self._wide
            sheet.rule([x, x], [top + 11.0, top + 14.0], colours["muted"])
            side = {0.0: "left", 1.0: "right"}.get(share, "center")
            sheet.write(x + 7.0 * (share == 0.0), top + 24.0, words, _SMALL, "muted", ha=side)

    def artists(self) -> list:
        """What changes with the frame, and what lies over it."""
        jaws = [self._best, self._value, self._bound, self._notch]
        return [self._gap, *self._breaks, *jaws, *self._names, *self._words]

    def show(self, k: int) -> None:
        """Show frame `k`."""
        style, share, best, *_ = self._readings[k]
        tone = palette.colour(TONES[style], self._theme)
        self._gap.set(width=share * self._wide, facecolor=tone)
        broken = style in ("bad", "crossed")
        for part, line in zip(BREAKS, self._breaks, strict=True):
            x = self._start + part * share * self._wide
            line.set_data([x - 2.0, x + 2.0], [self._top + 13.0, self._top + 4.0])
            line.set_visible(broken)
        self._best.set(visible=best is not None, edgecolor=tone)
        self._move(self._best, BEST, best or 0.0)
        # The value is right of its bound, by the gap; crossed, left of it.
        self._bound.set_visible(style != "bad")
        self._value.set_color(tone)
        self._move(self._value, VALUE, 0.0 if style == "crossed" else share)
        self._move(self._bound, BOUND, share if style == "crossed" else 0.0)
        for text, words in zip(self._names, self._pair(k), strict=True):
            text.set_text(words)
        for text, words in zip(self._words, _texts(self._readings[k]), strict=True):
            text.set(
                text=words, color=palette.PAPER[self._theme]["ink"] if style == "warn" else tone
            )

    def _bar(self, low, high, colour, zorder=3, **more):
        """A piece of the bed between two shares."""
        corner = self._start + low * self._wide, self._top + BED[0]
        size = (high - low) * self._wide, BED[1] - BED[0]
        style = {"facecolor": colour, "zorder": zorder, "edgecolor": "none"} | more
        return self._added(Rectangle(corner, *size, **style))

    def _shape(self, corners, **style):
        return self._added(Polygon(corners, closed=True, **style))

    def _added(self, patch):
        patch.set_transform(self._sheet.transform)
        return self._sheet.figure.add_artist(patch)

    def _move(self, patch, corners, share):
        x = self._start + share * self._wide
        patch.set_xy([(x + dx, self._top + dy) for dx, dy in corners])


def _texts(reading):
    """The gap, and what holds of it, in words."""
    style, _, _, gap, note, _ = reading
    return f"{'✓ ' if style == 'good' else ''}gap {gap}", note
