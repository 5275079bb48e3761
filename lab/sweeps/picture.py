"""The plane of two knobs as a scene: cells coloured by a measure, what is not proved, lines of
equal effort, and the cross at the values of the knobs."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import contourpy
import numpy as np

from lab.drawing.geometry import joined
from lab.drawing.text import capital, within
from lab.sweeps.grid import in_order
from lab.sweeps.measures import is_quotient
from widgets import Axis, Clock, Hatch, Heatmap, Lines, Panel, Scene, Text, static
from widgets.knobs import NUMBERS
from widgets.marks import cell_edges
from widgets.text import short

if TYPE_CHECKING:
    from widgets.knobs import Knob

#: Values whose largest is this many times the smallest are coloured by their logarithm.
_WIDE = 30.0
#: About so many lines of equal effort, only powers of ten where they are that many; a line is
#: named where it is so many cells long.
_LINES, _DECADES, _LONG = 5, 3, 3.0
_STEPS = np.array([1.0, 2.0, 5.0])
#: Where along its line a level is named: neighbours not side by side.
_SHARES = (0.35, 0.65, 0.5)
KEY = "map"


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Cells at the values x (nx,) and y (ny,) of two knobs, options in their own order.

    cells (ny, nx): the measure; infinite where a run ended before it got there, NaN where there is
    none. known, proved, refused (ny, nx): whether the cell is solved; whether every run converged;
    whether one failed in words.
    """

    x: tuple
    y: tuple
    cells: np.ndarray
    known: np.ndarray
    proved: np.ndarray
    refused: np.ndarray


@dataclass(frozen=True, slots=True)
class MapTitle:
    """What a map is of: its two knobs, the measure, that measure with its statistic in words, which
    scene, what is said of seeds, and where the cross is (values of the knobs) if it has one."""

    knobs: tuple
    colour: str
    words: str
    address: str
    over: str = ""
    cross: tuple | None = None


def picture(
    head: MapTitle,
    layers: list[Layer],
    limits: tuple[float, float] | None = None,
    ends: tuple | None = None,
) -> Scene:
    """The `Scene` of layers, the finest last: it lies above, where it has numbers.

    limits: (low, high) of the colour scale, else all that the layers have. ends: (x, y) values
    that the axes hold, else those of the layers.
    """
    sides = [one.x for one in layers], [one.y for one in layers]
    ends = ends or tuple(
        in_order(k, itertools.chain(*one)) for k, one in zip(head.knobs, sides, strict=True)
    )
    axes = [_axis(knob, values) for knob, values in zip(head.knobs, ends, strict=True)]
    log, limits = _scale(head, layers, limits)
    marks: list[Any] = []
    lines: Iterable = ()
    for layer in layers:
        spots = [_spots(*one) for one in zip(head.knobs, (layer.x, layer.y), ends, strict=True)]
        marks += _cells(head, layer, spots, log, limits)
        if layer.known.all():
            lines = _level_lines(head, layer, spots, axes, log)
    marks += lines
    title = capital(f"{head.colour} over {_name(head.knobs[0])} and {_name(head.knobs[1])}")
    cross = None if head.cross is None else place(head.knobs, ends, head.cross)
    panel = Panel(title, marks, *axes, key=KEY, subtitle=head.over, cross=cross)
    sentence = caption(head, layers)
    return Scene([panel], Clock(KEY, np.array([1])), [sentence], {}, title=head.address)


def place(knobs: tuple[Knob, Knob], ends: tuple, values: Sequence) -> Any:
    """Where the knobs' values lie on the axes, as numbers."""
    return tuple(
        float(v) if k.kind in NUMBERS else float(list(e).index(v))
        for k, e, v in zip(knobs, ends, values, strict=True)
    )


def _axis(knob, values):
    """The axis of a knob; options are at 0, 1, 2, ..."""
    title = knob.label or knob.name
    if knob.kind in NUMBERS:
        log = knob.kind == "log" and len(values) > 1
        edges = cell_edges(np.array(values, dtype=np.float64), log)
        return Axis(title, log=log, range=(float(edges[0]), float(edges[-1])))
    words = dict(knob.pairs())
    spots = np.arange(len(values), dtype=np.float64)
    return Axis(title, ticks=(spots, [str(words.get(v, v)) for v in values]))


def _spots(knob, values, ends):
    if knob.kind in NUMBERS:
        return np.array(values, dtype=np.float64)
    return np.array([list(ends).index(v) for v in values], dtype=np.float64)


def _scale(head, layers, limits):
    """(whether colours follow the logarithm, the limits of their scale or None)."""
    known = np.concatenate([layer.cells[np.isfinite(layer.cells)] for layer in layers] or [[]])
    if is_quotient(head.colour):
        far = 1.0 if limits is None else max(limits[1], 1.0 / limits[0])
        return True, limits and (1.0 / far, far)
    ends = limits or (known.min(initial=np.inf), known.max(initial=-np.inf))
    return bool(0.0 < ends[0] <= ends[1] and ends[1] > _WIDE * ends[0]), limits


def _cells(head, layer, spots, log, limits):
    x, y = map(static, spots)
    yield Heatmap(
        x, y, static(layer.cells), limits=limits, log=log, rich=not is_quotient(head.colour),
        diverging=is_quotient(head.colour), unit=head.colour, label="no number yet",
    )  # fmt: skip
    for which, words, way, tone in (
        (layer.known & ~layer.proved & ~layer.refused, "not proved", "/", "ink"),
        (layer.refused, "refused", "\\", "rival1"),
    ):
        if which.any():
            yield Hatch(x, y, static(which), label=words, way=way, tone=tone, legend=True)


def _level_lines(head, layer, spots, axes, log):
    """Lines of equal effort, traced between the centres of cells as they are drawn."""
    cells = np.where(np.isfinite(layer.cells), layer.cells, np.nan)
    if min(cells.shape) < 3 or np.isfinite(cells).sum() < 9:
        return
    values = np.log10(np.where(cells > 0.0, cells, np.nan)) if log else cells
    x, y = (np.log10(s) if a.log else s for s, a in zip(spots, axes, strict=True))
    tracer: Any = contourpy.contour_generator(x, y, np.ma.masked_invalid(values))
    pieces = {}
    for level in levels(cells, log, is_quotient(head.colour)):
        pieces[level] = tracer.lines(np.log10(level) if log else level)
    whole = joined([piece for lines in pieces.values() for piece in lines])
    if not len(whole):
        return
    yield Lines(*_read(whole, axes), tone="ink", width=1.3, opacity=0.75)
    steps = np.array([np.diff(side).mean() for side in (x, y)])
    shares = itertools.cycle(_SHARES)
    named = {level: _spot(lines, steps, next(shares)) for level, lines in pieces.items()}
    named = {level: spot for level, spot in named.items() if spot is not None}
    if named:
        x, y = _read(np.array(list(named.values())), axes)
        yield Text(x, y, tuple(map(short, named)), tone="ink", anchor="center")


def levels(cells: np.ndarray, log: bool, quotient: bool) -> list[float]:
    """The values at which lines of equal effort are drawn; of a quotient the border at 1."""
    if quotient:
        return [1.0]
    low, high = np.nanmin(cells), np.nanmax(cells)
    if not high > low:
        return []
    if set(np.unique(cells[np.isfinite(cells)])) == {0.0, 1.0}:
        return [0.5]
    if log:
        decades = 10.0 ** np.arange(np.floor(np.log10(low)), np.ceil(np.log10(high)) + 1)
        several = np.count_nonzero((decades > low) & (decades < high)) >= _DECADES
        found = decades if several else (decades[:, None] * _STEPS).ravel()
    else:
        rough = (high - low) / _LINES
        power = 10.0 ** np.floor(np.log10(rough))
        step = power * min(s for s in (*_STEPS, 10.0) if s * power >= rough * (1.0 - 1e-9))
        found = step * np.arange(np.ceil(low / step), np.floor(high / step) + 1)
    return [float(f"{v:.12g}") for v in found if low < v < high]


def _spot(lines, steps, share):
    """The vertex at a share of the longest of some lines, if it is long enough to be named."""
    lengths = [np.abs(np.diff(line, axis=0) / steps).sum() for line in lines]
    if not lengths or max(lengths) < _LONG:
        return None
    longest = lines[int(np.argmax(lengths))]
    return longest[int(share * len(longest))]


def _read(points, axes):
    """Drawn coordinates (n, 2) as the numbers of the axes."""
    return [10.0**c if a.log else c for c, a in zip(points.T, axes, strict=True)]


def caption(head: MapTitle, layers: list[Layer]) -> str:
    """The least and the most, where, and how much is not proved: the words for the whole map."""
    layer = layers[-1]
    words = capital(head.words)
    known = np.isfinite(layer.cells)
    count, without = np.count_nonzero(layer.known), np.count_nonzero(layer.known & ~layer.proved)
    rest = (
        f" {without} of {count} cells are not proved." if without else f" All {count} are proved."
    )
    if not count:
        return f"{words}: no cell is solved yet."
    if not known.any():
        return f"No cell has a number: {head.words}{head.over and ' ' + head.over}.{rest}"
    cells = np.where(known, layer.cells, np.nan)
    ends = [
        f"{short(cells[at])} at {_name(head.knobs[0])} = {_word(layer.x[at[1]])}, "
        f"{_name(head.knobs[1])} = {_word(layer.y[at[0]])}"
        for at in (np.unravel_index(find(cells), cells.shape) for find in
                   (np.nanargmin, np.nanargmax))
    ]  # fmt: skip
    return f"{words}{head.over and ' ' + head.over}: from {ends[0]} to {ends[1]}.{rest}"


def _name(knob):
    """The knob's label within a sentence."""
    return within(knob.label or knob.name)


def _word(value):
    return short(value) if isinstance(value, float) else str(value)
