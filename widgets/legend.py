"""The key of a panel: marks as they are drawn, each with its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from widgets import marks as m
from widgets.fields import span
from widgets.palette import CLASS_DASHES, CLASS_SYMBOLS, CLASS_TONES

if TYPE_CHECKING:
    from widgets.scene import Panel

_AREAS = (m.Bars, m.Band, m.Heatmap, m.Mesh, m.Surface)


def keyed(panel: Panel) -> Iterator[tuple[m.Mark, int | None, str]]:
    """(mark, its class or None, words): what `panel.legend` names, in that order, and then the
    marks that ask for it themselves. A name without a mark is left out, as is one whose mark no
    frame shows, and what would be there twice."""
    named = {label: (mark, None) for mark in reversed(panel.marks) if (label := mark.label)}
    for mark in panel.marks:
        named |= {words: (mark, c) for c, words in enumerate(getattr(mark, "names", ())) if words}
    shown = set()
    for label, words in cast("dict[str, str]", panel.legend).items():
        style = (words, named[label][0].tone, named[label][1]) if label in named else None
        if style and style not in shown and _is_drawn(named[label][0]):
            shown.add(style)
            yield *named[label], words
    for mark in (mark for mark in panel.marks if mark.legend):
        names = getattr(mark, "names", ())
        yield from ((mark, c, words) for c, words in enumerate(names) if words)
        if not names:
            yield mark, None, mark.label


def _is_drawn(mark):
    """Whether any frame may show the mark: a coordinate without a number in all frames hides it."""
    fields = [one for axis in range(3) for one in mark.coordinates(axis)]
    return all(span(field, axis) is not None for field, axis in fields)


def entry(mark: m.Mark, klass: int | None, words: str) -> dict:
    """A line of the key as it is packed: words, and the style of a sample of the mark."""
    symbol = ""
    if isinstance(mark, m.Points):
        symbol = mark.symbol if klass is None else CLASS_SYMBOLS[klass]
    elif isinstance(mark, m.Hatch):
        symbol = f"hatch{mark.way}"
    elif isinstance(mark, m.Contour) and mark.fill:
        symbol = "shade"
    elif isinstance(mark, _AREAS):
        symbol = "square"
    return {
        "words": words,
        "tone": mark.tone if klass is None else CLASS_TONES[klass],
        "dash": mark.dash if klass is None else CLASS_DASHES[klass],
        "symbol": symbol,
        "width": mark.width,
        "opacity": getattr(mark, "fill", 0.0) if isinstance(mark, m.Band) else mark.opacity,
    }
