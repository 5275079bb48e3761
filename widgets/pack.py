"""A scene as its readers take it: the browser, plotly, paper.

Each mark becomes one or more traces: a `style`, which says what is drawn and how, and a `bind`,
which says by which recipe a frame finds its coordinates. The kinds of style:

    line     polylines, NaN between them: color, width, dash; fill, hatch of what they enclose;
             head: an arrow's, at the second of each two points; dots: how large at each point;
             grip: that users may drag it along its length
    points   color, symbol, size (or bound, one for each point)
    words    color, size, text (or bound), anchor
    bands    filled level sets of a grid z of level numbers: colours from below
    heatmap  cells of a grid z: stops of the scale from `low` to `high`, log, unit
    hatch    strokes over the cells of a grid z that are not 0: color, way
    surface  a grid in space;  mesh  triangles in space: faces

All have name and opacity. A colour is "@tone", "@tone/share" (so much of it covers) or
"@tone%share" (so much of it is mixed into the paper): `palette.ink` fills it in for a theme.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import contourpy
import numpy as np

from widgets import marks as m
from widgets import text
from widgets.chips import chips
from widgets.fields import Prefix, static
from widgets.gauge import gauge_of
from widgets.legend import entry, keyed
from widgets.palette import (
    CLASS_DASHES,
    CLASS_HATCHES,
    CLASS_SYMBOLS,
    CLASS_TONES,
    SCALE,
    band_shares,
)
from widgets.questions import packed
from widgets.scene import Axis
from widgets.text import occurring
from widgets.wire import Arrays, plain

if TYPE_CHECKING:
    from widgets.fields import Static

_GHOST = 0.45
_LISTS = ("axes", "traces", "legend")
_FLAT_ONLY = (m.Band, m.Bars, m.Contour, m.Hatch, m.Heatmap)
_SPACE_ONLY = (m.Surface, m.Mesh)


def pack(
    scene: Any,
    exact: bool = False,
    seen: Collection[str] | None = None,
    captioned: Collection[int] | None = None,
) -> tuple[Any, Arrays]:
    """(spec, arrays): everything a reader needs, `spec` as plain JSON data.

    seen: keys of the visible panels; of the others only their places are there.
    captioned: frames whose words are wanted; where these are not all, words are mappings.
    exact: the arrays hold all digits, for what is drawn once and not sent.
    """
    arrays = Arrays(exact=exact)
    frames = range(len(scene)) if captioned is None else sorted(captioned)
    shown = [chips(scene, k) for k in frames]
    gauge = gauge_of(scene)
    words = {
        "captions": [scene.captions[k] for k in frames],
        "chips": [[list(c) for c in given if c[0]] for given in shown],
    }
    if gauge:
        words["proof"] = [gauge.reading(k, c) for k, c in zip(frames, shown, strict=True)]
    if len(frames) < len(scene):
        words = {n: dict(zip(map(str, frames), v, strict=True)) for n, v in words.items()}
    spec = {
        "title": scene.title,
        "question": scene.question,
        "clock": _clock(scene.clock),
        **words,
        "gauge": gauge and gauge.spec(),
        "questions": [packed(q) for q in scene.questions],
        "layout": asdict(scene.layout),
        "panels": [
            _panel(p, arrays) if seen is None or p.key in seen else _unseen(p)
            for p in scene.placed(seen)
        ],
    }
    spec["terms"] = occurring(_written(spec, shown), scene.terms)
    spec["arrays"] = arrays.about
    return spec, arrays


def _written(spec, shown):
    """All words: above and next to the panels, in sentences and numbers."""
    yield "gap bound" if spec["gauge"] else ""
    yield from spec["captions"] if isinstance(spec["captions"], list) else spec["captions"].values()
    for given in shown[-1:]:
        yield from (words for words, _ in given)
    for panel in spec["panels"]:
        yield from (panel["title"], panel["subtitle"])
        yield from (one["words"] for one in panel["legend"])
        yield from (trace["style"]["name"] for trace in panel["traces"])


def _unseen(panel):
    """A panel of which there is nothing yet but its place."""
    empty: dict = dict.fromkeys(("title", "subtitle", "hint"), "") | {name: [] for name in _LISTS}
    own = {"key": panel.key, "tab": panel.key.capitalize(), "upcoming": True}
    return own | empty | {"space": False, "equal": False, "cross": None}


def in_space(spec: dict[str, Any]) -> bool:
    """Whether a packed scene has a panel in space."""
    return any(panel["space"] for panel in spec["panels"])


def _clock(clock):
    """The clock with its words: a counter per frame, and the marks under the scrubber."""
    values = np.asarray(clock.values)
    return {
        "name": clock.name,
        "values": plain(values),
        "counters": text.counters(clock.name, values),
        "ticks": text.clock_ticks(values),
    }


def _panel(panel, arrays):
    axes = panel.axes()
    for mark in panel.marks:
        _check_place(mark, panel)
    # A lens shows what 16 bits would round.
    arrays.fine = panel.z is None and any(getattr(mark, "follow", False) for mark in panel.marks)
    traces = [t for i, mark in enumerate(panel.marks) for t in _traces(mark, i, axes, arrays)]
    key = list(keyed(panel))
    _enter(key, panel.marks, traces)
    return {
        "key": panel.key,
        "title": panel.title,
        "tab": panel.key.capitalize(),
        "subtitle": panel.subtitle,
        "hint": panel.hint,
        "space": panel.z is not None,
        "equal": panel.equal,
        "axes": [_axis(a) for a in axes],
        "cross": plain(panel.cross),
        "traces": traces,
        "legend": [entry(*one) for one in key],
    }


def _axis(axis):
    ends = np.log10(axis.range) if axis.log else np.array(axis.range)
    ticks = None
    if axis.ticks is not None:
        at = np.asarray(axis.ticks[0], dtype=np.float64)
        at = np.log10(at) if axis.log else at
        ticks = {"at": plain(at), "words": [str(w) for w in axis.ticks[1]]}
    return {
        "title": axis.title,
        "log": axis.log,
        "range": plain(ends),
        "zero": axis.zero,
        "ticks": ticks,
    }


def _traces(mark, index, axes, arrays):
    """The traces of one mark: style, bind, and what holds of it: that it moves, lies over, is a
    ghost. What does not hold is left out."""
    ghosts = m.has_ghost(mark)
    for i, (style, bind) in enumerate(_MAKERS[type(mark)](mark, axes, arrays)):
        style = {"name": mark.label} | style
        over = len(axes) == 2 and style["kind"] in ("line", "points", "words", "bands")
        ghost = ghosts and i == 0
        follow = not ghost and len(axes) == 2 and getattr(mark, "follow", False)
        about = {"moving": any(_moves(e) for e in bind.values()), "over": over, "ghost": ghost}
        about |= {"future": ghost or mark.future, "follow": follow}
        yield {"style": style, "bind": bind, "mark": index} | {
            n: True for n, h in about.items() if h
        }


def _enter(key, marks, traces):
    """Give the first trace of each mark, or class, in the `key` its words there: "legend"."""
    for mark, c, words in key:
        name = mark.label if c is None else _named(mark, c)
        own = (t for t in traces if marks[t["mark"]] is mark and "ghost" not in t)
        trace = next((t for t in own if t["style"]["name"] == name), None)
        if trace is not None:
            trace["legend"] = words


def _check_place(mark, panel):
    """ValueError where a mark has too few or too many coordinates for its panel."""
    kind, flat, key = type(mark).__name__, panel.z is None, panel.key
    if flat and isinstance(mark, _SPACE_ONLY):
        raise ValueError(f"{kind} in {key!r} lives in space: give the panel a z axis.")
    if not flat and isinstance(mark, _FLAT_ONLY):
        raise ValueError(f"{kind} in {key!r} lives in a plane: drop the panel's z axis.")
    if not mark.coordinates(1 if flat else 2):
        axes = 2 if flat else 3
        raise ValueError(f"{kind} in {key!r} needs {'xyz'[axes - 1]}: the panel has {axes} axes.")
    if flat and mark.coordinates(2):
        raise ValueError(f"{kind} in {key!r} has a z: give the panel a z axis or drop it.")


def _moves(e):
    if e["how"] == "words":
        return True
    parts = [*e.get("of", []), *([e["klass"]] if "klass" in e else [])]
    return any(_moves(p) for p in parts) if parts else e["how"] != "static"


def _coordinates(mark, axes, arrays):
    """{"x": recipe, "y": ...} of a mark whose axes hold one field each."""
    bind = {}
    for i, name in enumerate("xyz"[: len(axes)]):
        for f, coordinate in mark.coordinates(i)[:1]:
            bind[name] = arrays.expression(f, axes[i], coordinate)
    return bind


def _stroke(mark, c=None):
    """The style of a line: a mark's own, or that of its class `c`."""
    tone, dash = (mark.tone, mark.dash) if c is None else (CLASS_TONES[c], CLASS_DASHES[c])
    style = {"kind": "line", "name": _named(mark, c), "color": f"@{tone}", "width": mark.width}
    return style | {"dash": dash, "opacity": mark.opacity}


def _path(mark, axes, arrays):
    result = []
    line = _stroke(mark)
    if m.has_ghost(mark):
        rest = {
            name: arrays.expression(_future(f), axes["xyz".index(name)]) | {"how": "rest"}
            for name, f in mark.all_fields().items()
        }
        result.append((line | {"width": 1.6, "opacity": _GHOST * mark.opacity}, rest))
    if mark.markers:
        line["dots"] = 5.0
    if mark.fill:
        line["fill"] = f"@{mark.tone}/{mark.fill:g}"
    return [*result, (line, _coordinates(mark, axes, arrays))]


def _future(f):
    """The field without rows that no frame reaches: the ghost shows what is still to come."""
    return Prefix(f.values[: f.upto.max() + 1], f.upto)


def _by_class(mark, bind, each, arrays):
    """(class, bind) for each class in use: the entries of other classes become gaps."""
    if getattr(mark, "klass", None) is None:
        return [(None, bind)]
    klass = arrays.expression(mark.klass)
    used = np.unique(mark.klass.values[np.isfinite(mark.klass.values)]).astype(int)
    pick = lambda e, c: {"how": "only", "of": [e], "klass": klass, "is": int(c), "each": each}  # noqa: E731
    return [
        (c, {n: pick(e, c) if n in ("x", "y", "z") else e for n, e in bind.items()}) for c in used
    ]


def _named(mark, c):
    names = getattr(mark, "names", ())
    return names[c] if c is not None and c < len(names) and names[c] else mark.label


def _lines(mark, axes, arrays):
    parts = _by_class(mark, _coordinates(mark, axes, arrays), 1, arrays)
    return [(_stroke(mark, c), bind) for c, bind in parts]


def _points(mark, axes, arrays):
    result = []
    base = _coordinates(mark, axes, arrays)
    if mark.size.values.ndim:
        base["size"] = arrays.expression(mark.size)
    for c, bind in _by_class(mark, base, 1, arrays):
        tone, symbol = (mark.tone, mark.symbol) if c is None else (CLASS_TONES[c], CLASS_SYMBOLS[c])
        style = {"kind": "points", "name": _named(mark, c), "color": f"@{tone}", "symbol": symbol}
        style["opacity"] = mark.opacity
        if not mark.size.values.ndim:
            style["size"] = float(mark.size.values)
        if mark.texts:
            style["hover"] = list(mark.texts)
        result.append((style, bind))
    return result


def _segments(mark, axes, arrays):
    bind = {}
    for i, name in enumerate("xyz"[: len(axes)]):
        ends = [arrays.expression(f, axes[i]) for f, _ in mark.coordinates(i)]
        bind[name] = {"how": "weave", "of": ends}
    head = {"head": True} if isinstance(mark, m.Arrows) else {}
    head |= {"grip": True} if getattr(mark, "grip", False) else {}
    return [(_stroke(mark, c) | head, part) for c, part in _by_class(mark, bind, 3, arrays)]


def _band(mark, axes, arrays):
    low = mark.low
    if axes[1].log:  # what a log axis has no place for lies at its foot
        low = replace(low, values=np.where(low.values <= 0.0, min(axes[1].range), low.values))
    parts = zip((mark.x, low, mark.high), (axes[0], axes[1], axes[1]), strict=True)
    edges = [arrays.expression(f, axis) for f, axis in parts]
    style = _stroke(mark) | {"width": 0, "fill": f"@{mark.tone}/{mark.fill:g}"}
    around = {n: {"how": "around", "of": edges, "axis": i} for i, n in enumerate("xy")}
    return [(style, around)]


def _bars(mark, axes, arrays):
    half = mark.thickness / 2.0
    foot = float(np.log10(min(axes[1].range))) if axes[1].log else 0.0
    x = {"how": "sides", "of": [arrays.expression(mark.x, axes[0])], "half": half}
    y = {"how": "rise", "of": [arrays.expression(mark.height, axes[1])], "foot": foot}
    result = []
    for c, bind in _by_class(mark, {"x": x, "y": y}, 6, arrays):
        style = _stroke(mark, c) | {"width": 1, "dash": "solid", "opacity": 1.0}
        style["fill"] = f"{style['color']}/{mark.opacity:g}"
        if c is not None and CLASS_HATCHES[c]:
            style["hatch"] = CLASS_HATCHES[c]
        result.append((style, bind))
    return result


def _contour(mark, axes, arrays):
    """Bands between the levels, painted cell by cell, and the level lines over them.

    The grid is mapped to the number of the level it reaches, so that uneven levels become even.
    """
    levels, values = np.asarray(mark.levels), mark.values.values
    result = []
    if mark.fill:
        steps = level_numbers(values, levels)
        bind = {
            "x": arrays.expression(mark.x, axes[0]),
            "y": arrays.expression(mark.y, axes[1]),
            "z": {"how": "static", "a": arrays.put(steps, moving=False, coarse=True)},
        }
        colours = [f"@{mark.tone}%{s:.3f}" for s in band_shares(levels.size + 1)]
        result.append(({"kind": "bands", "colours": colours, "opacity": mark.opacity}, bind))
    lines = zip("xy", level_lines(mark), axes, strict=False)
    bind = {
        name: {"how": "static", "a": arrays.put(f.values, moving=False, axis=axis, coarse=True)}
        for name, f, axis in lines
    }
    style = _stroke(mark) | {"color": f"@{mark.tone}/0.4", "width": 0.7, "name": ""}
    return [*result, (style, bind)]


def level_numbers(values: np.ndarray, levels: np.ndarray) -> np.ndarray:
    """How many levels lie under each value, with fractions; straight on beyond the outer ones, so
    that what is mixed between grid points crosses a level where the values do."""
    if levels.size == 1:
        levels = np.array([levels[0], levels[0] + (np.ptp(values) or 1.0)])
    steps = np.interp(values, levels, np.arange(levels.size))
    low = np.minimum(values - levels[0], 0.0) / (levels[1] - levels[0])
    high = np.maximum(values - levels[-1], 0.0) / (levels[-1] - levels[-2])
    return steps + low + high


def level_lines(mark: Any) -> tuple[Static, Static]:
    """The level lines of a contour as two static fields, NaN between the lines."""
    return _traced(mark.x, mark.y, mark.values, tuple(mark.levels))


@lru_cache(maxsize=2)  # marks that differ in their style alone share their fields
def _traced(x, y, values, levels):
    result = contourpy.contour_generator(
        x.values, y.values, values.values, line_type="ChunkCombinedNan"
    )
    chunks = [result.lines(level)[0][0] for level in levels]
    gap = np.full((1, 2), np.nan)
    points = np.concatenate([p for c in chunks if c is not None for p in (c, gap)] or [gap])
    return static(points[:, 0]), static(points[:, 1])


def _heatmap(mark, axes, arrays):
    low, high = mark.scale()
    bind = {
        "x": arrays.expression(mark.x, axes[0]),
        "y": arrays.expression(mark.y, axes[1]),
        "z": arrays.expression(mark.values, Axis(log=mark.log, range=(low, high))),
    }
    if mark.log:
        low, high = np.log10([low, high])
    stops = ["@paper", f"@{mark.tone}"]
    if mark.diverging:
        stops = ["@rival1", "@paper", "@main"]
    elif mark.rich:
        stops = [f"@scale{i}" for i in range(len(SCALE["light"]))]
    style = {"kind": "heatmap", "low": float(low), "high": float(high), "stops": stops}
    return [(style | {"log": mark.log, "unit": mark.unit, "opacity": mark.opacity}, bind)]


def _hatch(mark, axes, arrays):
    bind = {
        "x": arrays.expression(mark.x, axes[0]),
        "y": arrays.expression(mark.y, axes[1]),
        "z": arrays.expression(mark.values),
    }
    return [({"kind": "hatch", "color": f"@{mark.tone}/{mark.opacity:g}", "way": mark.way}, bind)]


def _surface(mark, axes, arrays):
    bind = {n: arrays.expression(getattr(mark, n), axes[i]) for i, n in enumerate("xyz")}
    return [({"kind": "surface", "color": f"@{mark.tone}", "opacity": mark.opacity}, bind)]


def _mesh(mark, axes, arrays):
    style = {"kind": "mesh", "faces": mark.faces.tolist(), "color": f"@{mark.tone}"}
    return [(style | {"opacity": mark.opacity}, _coordinates(mark, axes, arrays))]


def _text(mark, axes, arrays):
    style = {"kind": "words", "color": f"@{mark.tone}", "size": 12, "opacity": mark.opacity}
    style["anchor"] = mark.anchor
    words = list(mark.text)
    bind = _coordinates(mark, axes, arrays)
    if mark.per_frame:
        bind["text"] = {"how": "words", "words": words}
    else:
        style["text"] = words
    return [(style, bind)]


_MAKERS = {
    m.Path: _path,
    m.Curve: _path,
    m.Lines: _lines,
    m.Points: _points,
    m.Segments: _segments,
    m.Arrows: _segments,
    m.Band: _band,
    m.Bars: _bars,
    m.Contour: _contour,
    m.Hatch: _hatch,
    m.Heatmap: _heatmap,
    m.Surface: _surface,
    m.Mesh: _mesh,
    m.Text: _text,
}
