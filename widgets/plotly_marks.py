"""Marks as the browser draws them: plotly traces, and which field feeds which part of a trace.

In space every mark is a plotly trace. In a plane the same templates are painted on a canvas: one
repaint per frame costs a tenth of what plotly needs to redraw a trace, and plotly.js stays away.

A colour is written "@tone" or "@tone/opacity"; the player fills it in for the theme.
"""

from __future__ import annotations

from dataclasses import asdict

import contourpy
import numpy as np

from widgets import marks as m
from widgets import text
from widgets.chips import chips
from widgets.fields import Prefix, static
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
from widgets.wire import Arrays, plain

_PLOTLY_HATCHES = {"": "", "/": "/", "\\": "\\", "x": "x", ".": ".", "-": "-", "|": "|", "+": "+"}
_GHOST = 0.35


def pack(scene):
    """(spec, arrays): everything the player needs, `spec` as plain JSON data."""
    arrays = Arrays()
    spec = {
        "title": scene.title,
        "question": scene.question,
        "clock": _clock(scene.clock),
        "captions": list(scene.captions),
        "chips": [[list(c) for c in chips(scene, k) if c[0]] for k in range(len(scene))],
        "questions": [packed(q) for q in scene.questions],
        "layout": asdict(scene.layout),
        "panels": [_panel(p, arrays) for p in scene.placed()],
    }
    spec["arrays"] = arrays.about
    return spec, arrays


def in_space(spec):
    """Whether a packed scene has a panel that plotly draws."""
    return any(panel["space"] for panel in spec["panels"])


def _clock(clock):
    """The clock with its words: a counter per frame, and the marks under the scrubber."""
    values = np.asarray(clock.values)
    return {
        "name": clock.name,
        "values": plain(values),
        "counters": [clock.counter(k) for k in range(len(clock))],
        "ticks": text.clock_ticks(values),
    }


def _panel(panel, arrays):
    axes = panel.axes()
    # A lens shows what 16 bits would round.
    arrays.fine = panel.z is None and any(getattr(mark, "follow", False) for mark in panel.marks)
    traces = [t for i, mark in enumerate(panel.marks) for t in _traces(mark, i, axes, arrays)]
    return {
        "key": panel.key,
        "title": panel.title,
        "tab": panel.key.capitalize(),
        "subtitle": panel.subtitle,
        "space": panel.z is not None,
        "equal": panel.equal,
        "axes": [_axis(a) for a in axes],
        "cross": plain(panel.cross),
        "traces": traces,
        "legend": [e for mark in panel.marks if mark.legend for e in legend(mark)],
    }


def _axis(axis):
    ends = np.log10(axis.range) if axis.log else np.array(axis.range)
    ticks = None
    if axis.ticks is not None:
        ticks = {"at": plain(list(axis.ticks[0])), "words": [str(w) for w in axis.ticks[1]]}
    return {
        "title": axis.title,
        "log": axis.log,
        "range": plain(ends),
        "zero": axis.zero,
        "ticks": ticks,
    }


def legend(mark):
    """Entries of the legend: the words with the mark's own tone, dash and symbol."""
    names = getattr(mark, "names", ())
    if names:
        symbols = CLASS_SYMBOLS if isinstance(mark, m.Points) else [""] * len(CLASS_SYMBOLS)
        symbols = ["square"] * len(CLASS_SYMBOLS) if isinstance(mark, m.Bars) else symbols
        return [
            {
                "words": words,
                "tone": CLASS_TONES[c],
                "dash": CLASS_DASHES[c],
                "symbol": symbols[c],
            }
            for c, words in enumerate(names)
            if words
        ]
    symbol = mark.symbol if isinstance(mark, m.Points) else ""
    if isinstance(mark, m.Hatch):
        symbol = f"hatch{mark.way}"
    return [{"words": mark.label, "tone": mark.tone, "dash": mark.dash, "symbol": symbol}]


def _traces(mark, index, axes, arrays):
    """The traces of one mark: template, bind, and what holds of it: that it moves, lies over, is a
    ghost. What does not hold is left out."""
    result = _MAKERS[type(mark)](mark, axes, arrays)
    space = len(axes) == 3
    ghosts = m.has_ghost(mark)
    for i, (template, bind) in enumerate(result):
        template.setdefault("name", mark.label)
        over = not space and template["type"] in ("scatter", "bands")
        moving = any(_moves(e) for e in bind.values())
        ghost = ghosts and i == 0
        follow = not ghost and not space and getattr(mark, "follow", False)
        about = {"moving": moving, "over": over, "ghost": ghost, "future": ghost or mark.future}
        holds = {name: True for name, does in (about | {"follow": follow}).items() if does}
        yield {"template": template, "bind": bind, "mark": index, **holds}


def _moves(e):
    if e["how"] == "words":
        return True
    parts = [*e.get("of", []), *([e["klass"]] if "klass" in e else [])]
    return any(_moves(p) for p in parts) if parts else e["how"] != "static"


def _scatter(mode, axes, **more):
    """A scatter template; in space lines are drawn wider and markers smaller to look the same."""
    if len(axes) == 2:
        return {"type": "scatter", "mode": mode, **more}
    if "line" in more:
        more["line"] = more["line"] | {"width": 2.0 * more["line"]["width"]}
    if "size" in more.get("marker", {}):
        more["marker"] = more["marker"] | {"size": 0.6 * more["marker"]["size"]}
    return {"type": "scatter3d", "mode": mode, **more}


def _coordinates(mark, axes, arrays):
    """{"x": recipe, "y": ...} of a mark whose axes hold one field each."""
    bind = {}
    for i, name in enumerate("xyz"[: len(axes)]):
        for f, coordinate in mark.coordinates(i)[:1]:
            bind[name] = arrays.expression(f, axes[i], coordinate)
    return bind


def _stroke(mark, tone=None, dash=None):
    return {"color": f"@{tone or mark.tone}", "width": mark.width, "dash": dash or mark.dash}


def _path(mark, axes, arrays):
    result = []
    line = _stroke(mark)
    if m.has_ghost(mark):
        rest = {
            name: arrays.expression(_future(f), axes["xyz".index(name)]) | {"how": "rest"}
            for name, f in mark.all_fields().items()
        }
        ghost = _scatter("lines", axes, line=line | {"width": 1.0}, opacity=_GHOST)
        result.append((ghost, rest))
    mode = "lines+markers" if mark.markers else "lines"
    strong = _scatter(mode, axes, line=line, opacity=mark.opacity)
    if mark.markers:
        strong["marker"] = {"color": f"@{mark.tone}", "size": 5, "symbol": "circle"}
    if mark.fill:
        strong |= {"fill": "toself", "fillcolor": f"@{mark.tone}/{mark.fill:g}"}
    result.append((strong, _coordinates(mark, axes, arrays)))
    return result


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
    result = []
    for c, bind in _by_class(mark, _coordinates(mark, axes, arrays), 1, arrays):
        line = _stroke(mark) if c is None else _stroke(mark, CLASS_TONES[c], CLASS_DASHES[c])
        template = _scatter("lines", axes, line=line, opacity=mark.opacity, name=_named(mark, c))
        result.append((template, bind))
    return result


def _points(mark, axes, arrays):
    result = []
    base = _coordinates(mark, axes, arrays)
    if mark.size.values.ndim:
        base["marker.size"] = arrays.expression(mark.size)
    for c, bind in _by_class(mark, base, 1, arrays):
        tone, symbol = (mark.tone, mark.symbol) if c is None else (CLASS_TONES[c], CLASS_SYMBOLS[c])
        marker = {"color": f"@{tone}", "symbol": symbol}
        if not mark.size.values.ndim:
            marker["size"] = float(mark.size.values)
        elif len(axes) == 3:  # plotly takes sizes that differ for bubbles: pale, with white edges
            marker |= {"opacity": 1.0, "line": {"width": 0.0}}
        template = _scatter("markers", axes, marker=marker, opacity=mark.opacity)
        template["name"] = _named(mark, c)
        if mark.texts:
            template["hover"] = list(mark.texts)
        result.append((template, bind))
    return result


def _segments(mark, axes, arrays):
    bind = {}
    for i, name in enumerate("xyz"[: len(axes)]):
        ends = [arrays.expression(f, axes[i]) for f, _ in mark.coordinates(i)]
        bind[name] = {"how": "weave", "of": ends}
    heads = isinstance(mark, m.Arrows)
    result = []
    for c, part in _by_class(mark, bind, 3, arrays):
        line = _stroke(mark) if c is None else _stroke(mark, CLASS_TONES[c], CLASS_DASHES[c])
        template = _scatter("lines", axes, line=line, opacity=mark.opacity, name=_named(mark, c))
        if heads:
            template["head"] = True
        result.append((template, part))
    return result


def _band(mark, axes, arrays):
    x = arrays.expression(mark.x, axes[0])
    low, high = (arrays.expression(f, axes[1]) for f in (mark.low, mark.high))
    template = _scatter("lines", axes, line={"width": 0, "color": f"@{mark.tone}"})
    template |= {"fill": "toself", "fillcolor": f"@{mark.tone}/{mark.fill:g}"}
    return [
        (template, {"x": {"how": "there", "of": [x, x]}, "y": {"how": "there", "of": [low, high]}})
    ]


def _bars(mark, axes, arrays):
    half = mark.thickness / 2.0
    x = {"how": "sides", "of": [arrays.expression(mark.x, axes[0])], "half": half}
    y = {"how": "rise", "of": [arrays.expression(mark.height, axes[1])]}
    result = []
    for c, bind in _by_class(mark, {"x": x, "y": y}, 6, arrays):
        tone, hatch = (mark.tone, "") if c is None else (CLASS_TONES[c], CLASS_HATCHES[c])
        template = _scatter("lines", axes, line={"width": 1, "color": f"@{tone}"}, fill="toself")
        template |= {"fillcolor": f"@{tone}/{mark.opacity:g}", "name": _named(mark, c)}
        template["hatch"] = _PLOTLY_HATCHES[hatch]
        result.append((template, bind))
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
        shares = band_shares(levels.size + 1)
        result.append(
            ({"type": "bands", "colours": [f"@{mark.tone}%{s:.3f}" for s in shares]}, bind)
        )
    lines = zip("xy", level_lines(mark), axes, strict=False)
    bind = {
        name: {"how": "static", "a": arrays.put(f.values, moving=False, axis=axis, coarse=True)}
        for name, f, axis in lines
    }
    line = {"color": f"@{mark.tone}%0.45", "width": 0.7, "dash": mark.dash}
    result.append((_scatter("lines", axes, line=line, opacity=mark.opacity, name=""), bind))
    return result


def level_numbers(values, levels):
    """How many levels lie under each value, with fractions; straight on beyond the outer ones, so
    that what is mixed between grid points crosses a level where the values do."""
    if levels.size == 1:
        levels = np.array([levels[0], levels[0] + (np.ptp(values) or 1.0)])
    steps = np.interp(values, levels, np.arange(levels.size))
    low = np.minimum(values - levels[0], 0.0) / (levels[1] - levels[0])
    high = np.maximum(values - levels[-1], 0.0) / (levels[-1] - levels[-2])
    return steps + low + high


def level_lines(mark):
    """The level lines of a contour as two static fields, NaN between the lines."""
    result = contourpy.contour_generator(
        mark.x.values, mark.y.values, mark.values.values, line_type="ChunkCombinedNan"
    )
    chunks = [result.lines(level)[0][0] for level in mark.levels]
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
    template = {
        "type": "heatmap",
        "zmin": float(low),
        "zmax": float(high),
        "colorscale": [[i / (len(stops) - 1), stop] for i, stop in enumerate(stops)],
        "log": mark.log,
        "unit": mark.unit,
    }
    return [(template, bind)]


def _hatch(mark, axes, arrays):
    bind = {
        "x": arrays.expression(mark.x, axes[0]),
        "y": arrays.expression(mark.y, axes[1]),
        "z": arrays.expression(mark.values),
    }
    return [({"type": "hatch", "color": f"@{mark.tone}/{mark.opacity:g}", "way": mark.way}, bind)]


def _surface(mark, axes, arrays):
    bind = {n: arrays.expression(getattr(mark, n), axes[i]) for i, n in enumerate("xyz")}
    template = {
        "type": "surface",
        "opacity": mark.opacity,
        "showscale": False,
        "colorscale": [[0, f"@{mark.tone}"], [1, f"@{mark.tone}%0.4"]],
        "hoverinfo": "name",
    }
    return [(template, bind)]


def _mesh(mark, axes, arrays):
    i, j, k = np.asarray(mark.faces, dtype=int).T
    template = {
        "type": "mesh3d",
        "i": i.tolist(),
        "j": j.tolist(),
        "k": k.tolist(),
        "opacity": mark.opacity,
        "color": f"@{mark.tone}",
        "flatshading": True,
        "hoverinfo": "name",
    }
    return [(template, _coordinates(mark, axes, arrays))]


def _text(mark, axes, arrays):
    place = {"right": "middle right", "left": "middle left", "above": "top center"}
    place |= {"below": "bottom center", "center": "middle center"}
    template = _scatter("text", axes, textfont={"color": f"@{mark.tone}", "size": 12})
    template |= {"textposition": place[mark.anchor], "opacity": mark.opacity}
    words = list(mark.text)
    bind = _coordinates(mark, axes, arrays)
    if mark.per_frame:
        bind["text"] = {"how": "words", "words": words}
    else:
        template["text"] = words
    return [(template, bind)]


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
