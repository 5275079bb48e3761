"""Under the panels: how far the clock has come, the sentence of the frame, its numbers, its
proof."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure

from widgets import palette
from widgets.paper import gauge
from widgets.paper.words import Ruler
from widgets.text import caption_parts

_CAPTION, _CHIP, _LINE = 13.5, 12.0, 20.0
#: The styles of a caption's pieces: size, bold, ink.
_STRONG, _SMALL = (_CAPTION, True, "ink"), (12.0, False, "muted")
_STYLES = (_STRONG, _SMALL)
_CLOCK, _PAD, _GAP = 34.0, 11.0, 8.0
#: The tone of a chip's style; "plain" and "proof" have an outline only.
_TONES = {"good": "good", "warn": "now", "bad": "rival1"}


class Footer:
    """The lines under the panels; their height is the same in all frames."""

    def __init__(
        self, spec: dict[str, Any], figure: Figure, ruler: Ruler, theme: str, available: float
    ):
        self._spec, self._figure, self._ruler, self._theme = spec, figure, ruler, theme
        self._counters = spec["clock"]["counters"]
        frames = range(len(self._counters))
        self._gauge = gauge.PaperGauge(spec, ruler) if spec["gauge"] else None
        self._chips = [self._gauge.other(k) for k in frames] if self._gauge else spec["chips"]
        self._counter = max(ruler.width(words, 13.0) for words in self._counters)
        chips_wide = max((self._wide(c) for c in self._chips), default=0.0)
        self._is_one_row = chips_wide < 0.52 * available
        self._caption_width = available - (
            chips_wide + 24.0 if self._is_one_row and chips_wide else 0.0
        )
        lines = [len(self._wrapped(k)) for k in frames]
        self._lines = min(max(lines), 4)
        own = 0.0 if self._is_one_row or not chips_wide else 34.0
        self._clock = _CLOCK if len(frames) > 1 else 0.0  # there is nothing to play in one frame
        words = max(self._lines * _LINE, 30.0 if self._is_one_row else 0.0)
        self._proof = gauge.HEIGHT if self._gauge else 0.0
        self.height = self._clock + 10.0 + words + own + self._proof + 14.0

    def place(self, sheet: Any, top: float) -> None:
        """Put the artists on the sheet, `top` pixels from its upper edge."""
        self._sheet, left, right = sheet, 16.0, sheet.width - 16.0
        ink = palette.PAPER[sheet.theme]
        faint, main = (palette.colour(tone, sheet.theme) for tone in ("faint", "main"))
        sheet.rule([left, right], [top, top], faint)
        y = top + 22.0
        self._track = (left + 7.0, right - self._counter - 24.0, y)
        ends = [left, self._track[1] + 7.0]
        bed = sheet.rule(ends, [y, y], faint, 4.0, solid_capstyle="round")
        self._past = sheet.rule([left, left], [y, y], main, 4.0, solid_capstyle="round")
        self._knob = sheet.rule(
            [left], [y], main, marker="o", markersize=9.0, markerfacecolor=ink["paper"],
            markeredgewidth=2.0,
        )  # fmt: skip
        self._count = sheet.write(right, y + 4.5, "", 13.0, "muted", ha="right")
        for artist in (self._past, self._knob, self._count, bed):
            artist.set_visible(len(self._counters) > 1)
        first = top + self._clock + 25.0
        lines = range(self._lines)
        self._words = [
            [
                sheet.write(left, first + i * _LINE, "", size, tone, bold=bold)
                for size, bold, tone in _STYLES
            ]
            for i in lines
        ]
        chips_at = first - 1.0 if self._is_one_row else first + self._lines * _LINE + 8.0
        most = max((len(c) for c in self._chips), default=0)
        box = {"boxstyle": "round,pad=0.6,rounding_size=1.1"}
        self._boxes = [
            sheet.write(right, chips_at, "", _CHIP, bbox=dict(box), zorder=5) for _ in range(most)
        ]
        if self._gauge:
            self._gauge.place(sheet, left, top + self.height - self._proof - 6.0, right - left)

    def artists(self) -> list:
        """What changes with the frame."""
        words = [t for line in self._words for t in line]
        proof = self._gauge.artists() if self._gauge else []
        return [self._past, self._knob, self._count, *words, *self._boxes, *proof]

    def show(self, k: int) -> None:
        """Show frame `k`."""
        share = k / max(len(self._counters) - 1, 1)
        low, high, y = self._track
        here = low + share * (high - low)
        self._past.set_data([low - 7.0, here], [y, y])
        self._knob.set_data([here], [y])
        self._count.set_text(self._counters[k])
        self._show_caption(k)
        self._show_chips(self._chips[k])
        if self._gauge:
            self._gauge.show(k)

    def _show_caption(self, k):
        lines = self._wrapped(k)
        for i, artists in enumerate(self._words):
            pieces = list(lines[i]) if i < len(lines) else []
            if i == self._lines - 1 and len(lines) > self._lines:
                words, style = pieces[-1]
                pieces[-1] = words + " …", style
            x = 16.0
            for artist, style in zip(artists, _STYLES, strict=True):
                words = " ".join(w for w, one in pieces if one == style)
                artist.set_text(words)
                artist.set_x(x)
                if words:
                    x += self._ruler.width(words + " ", *style[:2])

    def _show_chips(self, shown):
        x = self._sheet.width - 16.0 - _PAD + 4.0
        for i, box in enumerate(reversed(self._boxes), start=1):
            box.set_visible(i <= len(shown))
            if i <= len(shown):
                words, style = shown[-i]
                bold = style != "plain"
                x -= self._ruler.width(words, _CHIP, bold)
                box.set(text=words, x=x, fontweight="bold" if bold else "normal")
                self._paint(box, style)
                x -= 2 * _PAD - 8.0 + _GAP

    def _paint(self, box, style):
        ink = palette.PAPER[self._theme]
        edge = {"plain": palette.colour("faint", self._theme), "proof": ink["muted"]}.get(style)
        face = ink["paper"]
        if style in _TONES:
            edge = palette.colour(_TONES[style], self._theme)
            face = palette.mix(face, edge, 0.16)
        box.set_color(palette.colour("good", self._theme) if style == "good" else ink["ink"])
        box.get_bbox_patch().set(facecolor=face, edgecolor=edge, linewidth=0.8)

    def _wrapped(self, k):
        visible, figures, whole = caption_parts(self._spec["captions"][k])
        pieces = [(visible, _STRONG), (figures, _SMALL)]
        lines = self._ruler.wrap(pieces, self._caption_width)
        return lines + [
            line for line in self._ruler.wrap([(whole, _SMALL)], self._caption_width) if line
        ]

    def _wide(self, shown):
        return sum(
            self._ruler.width(w, _CHIP, style != "plain") + 2 * _PAD + _GAP for w, style in shown
        )
