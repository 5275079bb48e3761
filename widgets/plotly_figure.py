"""A scene as a figure of plotly: frames, a slider and play, to be changed and taken elsewhere.

It is made from the packed spec, as the canvas and paper are. The trace of a mark says in its `meta`
which one it is: {"panel": key, "mark": number in the panel}, and "future": True where it shows
faintly what is to come.
"""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np
import plotly.graph_objects as go

from widgets import palette, text
from widgets.layout import Layout
from widgets.marks import cell_corners, cell_edges
from widgets.pack import pack
from widgets.paper import gauge
from widgets.paper.grid import GUTTER, UNDER, arrange, rows_of
from widgets.paper.words import width_of
from widgets.plotly_words import aside, sides
from widgets.reader import Reader
from widgets.scene import frame_number
from widgets.text import caption_parts

#: Pixels: the width of a scene and of one panel, space above and below the panels, a line of words.
_WIDTH, _ALONE, _ABOVE, _BELOW = 1240.0, 760.0, 124.0, 110.0
_SCALE = 180.0  # of the proof
_LETTERS = 150  # of a caption in a line
_LINE, _SAMPLE = 19.0, 56.0  # a row of a key, and an entry of it without its words
_WIDER, _SMALLER = 2.0, 0.6  # lines and markers in space look as those of a plane
#: From where a space is looked at first, as in static/plotly.js.
_CAMERA = {"eye": {"x": 1.34, "y": 1.15, "z": 0.73}, "center": {"x": 0, "y": 0, "z": -0.1}}
_PLACES = {
    "right": "middle right", "left": "middle left", "above": "top center",
    "below": "bottom center", "center": "middle center", "row": "middle right",
}  # fmt: skip


def figure(scene: Any, panel: str | None = None, frame: int = -1, theme: str = "light") -> Any:
    """A `plotly.graph_objects.Figure` of `scene`, or of the panel with that key, at `frame` (from
    the end where it is negative), with all frames to play.

    A word of a plane is on the side of its point where it covers least; plotly moves none.
    ValueError for a panel or a frame that is not there, or another theme than light or dark.
    """
    palette.check_theme(theme)
    if not isinstance(frame, (int, np.integer)):
        raise ValueError(f"frame must be a whole number, -1 the last, got {frame!r:.60}.")
    k = frame_number(scene, frame)
    spec, arrays = pack(scene if panel is None else scene.only([panel]), exact=True)
    return _Drawing(spec, Reader(spec, arrays), theme).figure(k)


class _Drawing:
    """A packed scene on its way into a figure."""

    def __init__(self, spec, reader, theme):
        self.spec, self.reader, self.theme = spec, reader, theme
        self.traces = [
            (trace, panel, i)
            for i, panel in enumerate(spec["panels"], start=1)
            for trace in panel["traces"]
        ]
        self.cells, self.width, self.height = self._cells()
        self.still: list = []  # the shapes of all frames
        self.keys: dict = {}  # number of a panel and of a trace -> of the row of its key
        self.sides: dict = {}  # the same -> the sides on which words are
        for i, panel in enumerate(spec["panels"], start=1):
            (left, right), (low, high) = self.cells[panel["key"]]
            size = (right - left) * self.width, (high - low) * self.height
            for row, entries in enumerate(_key(panel, size[0])):
                self.keys |= {(i, j): row for j in entries}
            if not panel["space"]:
                found = sides(panel, reader, size, _PLACES)
                self.sides |= {(i, j): where for j, where in found.items()}

    def ink(self, token):
        """A colour of the spec as CSS has it."""
        colour, share = palette.ink(token, self.theme)
        rgb = ", ".join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))
        return colour if share == 1.0 else f"rgba({rgb}, {share:g})"

    def figure(self, k):
        """The figure at frame `k`."""
        data, layout = [self._at(*one, k) for one in self.traces], self._layout(k)
        moving = [j for j, (trace, *_) in enumerate(self.traces) if "moving" in trace]
        # As dicts: a figure makes its own of frames, and would check them a second time.
        frames = [
            {
                "name": str(f),
                "data": [self._moving(*self.traces[j], f) for j in moving],
                "traces": moving,
                "layout": {"title": {"subtitle": {"text": self._caption(f)}}} | self._proof(f),
            }
            for f in range(self.reader.frames)
        ]
        return go.Figure(data, layout, frames if len(frames) > 1 else None)

    def _at(self, trace, panel, i, k):
        """All of a trace in frame `k`."""
        still, moving = self._still(trace, panel, i), self._moving(trace, panel, i, k)
        marker = still.get("marker", {}) | moving.get("marker", {})
        return still | moving | ({"marker": marker} if marker else {})

    def _still(self, trace, panel, i):
        """What a trace is in every frame."""
        style, space = trace["style"], panel["space"]
        out = _STYLES[style["kind"]](self, style, space)
        out |= {"name": _escaped(style["name"]), "opacity": style.get("opacity", 1.0)}
        ghost = {"future": True} if "ghost" in trace else {}
        out |= {"meta": {"panel": panel["key"], "mark": trace["mark"]} | ghost}
        out |= {"scene": f"scene{i}"} if space else {"xaxis": f"x{i}", "yaxis": f"y{i}"}
        number = _number(trace, panel)
        if (i, number) in self.sides:
            where = self.sides[i, number]
            most = range(max(where) + 1)
            out["textposition"] = [where.get(n, (out["textposition"],))[0] for n in most]
        if "legend" in trace:
            words, legend = _escaped(trace["legend"]), _legend(i, self.keys[i, number])
            out |= {"showlegend": True, "legend": legend, "name": words}
        elif out["type"] not in ("heatmap", "contour", "surface"):
            out["showlegend"] = False
        if style["kind"] == "heatmap":
            out["colorbar"] = self._bar(style, self.cells[panel["key"]])
        return out | self._hover(trace, panel)

    def _hover(self, trace, panel):
        style = trace["style"]
        if "ghost" in trace or style["kind"] == "bands" or not (style["name"] or "hover" in style):
            return {"hoverinfo": "skip"}
        words = [f"{_escaped(a['title']) or n} %{{{n}:.5~g}}" for n, a in _named(panel)]
        if style["kind"] == "heatmap":
            words.append(f"%{{customdata:.5~g}} {_escaped(style['unit'])}")
        title = "%{hovertext}" if "hover" in style else f"<b>{_escaped(style['name'])}</b>"
        more = {"hovertext": [_escaped(w) for w in style["hover"]]} if "hover" in style else {}
        return more | {"hovertemplate": "<br>".join([title, *words]) + "<extra></extra>"}

    def _moving(self, trace, panel, i, k):
        """The numbers of a trace in frame `k`."""
        style, found = trace["style"], self.reader.read(trace, k)
        out = {"type": _type(style["kind"], panel["space"])}
        for name, axis in _named(panel):
            out[name] = 10.0 ** found[name] if axis["log"] else found[name]
        if style["kind"] == "hatch":
            out["x"], out["y"] = _boxes(out["x"], out["y"], found["z"], panel["axes"])
        elif style["kind"] in ("bands", "heatmap"):
            out["z"] = found["z"]
        if style["kind"] == "heatmap":
            out["customdata"] = 10.0 ** found["z"] if style["log"] else found["z"]
        if "size" in found:
            size = np.broadcast_to(found["size"], found["x"].shape)
            out["marker"] = {"size": np.nan_to_num(_SMALLER * size if panel["space"] else size)}
        if style.get("head") and not panel["space"]:
            out["marker"] = {
                "size": np.tile([0.0, 4.0 + 2.0 * style["width"], 0.0], out["x"].size // 3)
            }
        grows = style["kind"] == "line" and trace["bind"]["x"]["how"] == "prefix"
        if grows and not {"dots", "fill", "head"} & {*style}:
            # The only point of a line that has no second yet, which a line would not show.
            lone = np.isfinite(out["x"] + out["y"]).sum() == 1
            out["mode"] = "lines+markers" if lone else "lines"
        if style["kind"] == "words":
            words = found.get("text", style.get("text"))
            where = self.sides.get((i, _number(trace, panel)), {})
            words = [aside(_escaped(w), where.get(n, ("", 0))) for n, w in enumerate(words)]
            out["text"] = words[: out["x"].size]
        return out

    def _caption(self, k):
        visible, *smaller = caption_parts(self.spec["captions"][k])
        lines = [f"<b>{_escaped(line)}</b>" for line in textwrap.wrap(visible, _LETTERS)] or [""]
        small = textwrap.wrap(" ".join(smaller), _LETTERS)
        lines += [f"<span style='font-size:11px'>{_escaped(line)}</span>" for line in small]
        chips = "  ·  ".join(_escaped(words) for words, _ in self.spec["chips"][k])
        return "<br>".join([*lines, *([chips] if chips else [])])

    def _layout(self, k):
        spec, size = self.spec, {"size": 12}
        ink, paper = self.ink("@ink"), self.ink("@paper")
        title = f"<b>{_escaped(spec['title'])}</b>" if spec["title"] else ""
        if spec["question"]:
            title += f"<br><span style='font-size:13px'>{_escaped(spec['question'])}</span>"
        width, height = self.width, self.height
        layout = {
            "template": "none",
            "width": width,
            "height": height,
            "paper_bgcolor": paper,
            "plot_bgcolor": paper,
            "font": {"color": ink, "size": 12},
            "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
            "title": {"text": title, "x": 16.0 / width, "y": 1.0 - 16.0 / height,
                      "yanchor": "top", "yref": "container",
                      "subtitle": {"text": self._caption(k), "font": size}},
            "annotations": [],
            "shapes": [],
        }  # fmt: skip
        for i, panel in enumerate(spec["panels"], start=1):
            self._panel(layout, panel, i, self.cells[panel["key"]])
        if self.reader.frames > 1:
            layout |= self._player(k, width, height)
        self.still = layout["shapes"]
        return layout | self._proof(k)

    def _proof(self, k):
        """The shapes of frame `k`: those that stay, and the proof on its scale as on paper, right
        of the title; its words are under that."""
        if not self.spec["gauge"]:
            return {}
        style, share, best, *_ = self.spec["proof"][k]
        tone, good = self.ink(f"@{gauge.TONES[style]}"), self.ink("@good")
        crossed, notch = style == "crossed", self.spec["gauge"]["limit"]
        parts = [self._bed(1.0, self.ink("@faint"))]
        if notch is not None:
            parts.append(self._bed(notch, self.ink("@paper"), good))
        parts.append(self._bed(share, tone, name="gap"))
        if style in ("bad", "crossed"):
            cuts = (self._jaw(part * share, gauge.CUT, self.ink("@paper")) for part in gauge.BREAKS)
            parts += cuts
        if style != "bad":
            at = share if crossed else 0.0
            parts.append(self._jaw(at, gauge.BOUND, self.ink("@ink"), "bound"))
        if best is not None:
            parts.append(self._jaw(best, gauge.BEST, self.ink("@paper"), line=tone))
        parts.append(self._jaw(0.0 if crossed else share, gauge.VALUE, tone, "value"))
        if notch is not None:
            parts.append(self._jaw(notch, gauge.NOTCH, good, "tolerance", good))
        return {"shapes": self.still + parts}

    def _bed(self, share, fill, line=None, name="proof"):
        """A bar from the foot of the scale to a share of it."""
        low, high = gauge.BED
        corners = [(0.0, low), (share * _SCALE, low), (share * _SCALE, high), (0.0, high)]
        return self._jaw(0.0, corners, fill, name, line)

    def _jaw(self, share, corners, fill, name="proof", line=None):
        """A shape at a share of the scale, its corners in pixels, downwards."""
        steps = (f"{share * _SCALE + x:.1f} {-y:.1f}" for x, y in corners)
        where = {"xref": "paper", "yref": "paper", "xsizemode": "pixel", "ysizemode": "pixel"}
        where |= {
            "xanchor": 1.0 - (_SCALE + 24.0) / self.width,
            "yanchor": 1.0 - 16.0 / self.height,
        }
        style = {"fillcolor": fill, "line": {"color": line or fill, "width": 1 if line else 0}}
        return where | style | {"type": "path", "path": f"M{'L'.join(steps)}Z", "name": name}

    def _cells(self):
        """({key: (x domain, y domain)}, width, height) of the panels, as they are on paper."""
        panels = {p["key"]: p for p in self.spec["panels"]}
        places = Layout(**self.spec["layout"])
        width = _WIDTH if len(panels) > 1 else _ALONE

        def plot(key, wide):
            tall = 0.7 * wide if panels[key]["space"] else 262.0
            return max(tall, 430.0 if key in (places.hero, *places.side[: places.twin]) else 0.0)

        available = width - 2 * GUTTER
        rows = rows_of(places, available)

        def head(key, wide):
            return 46.0 + _LINE * len(_key(panels[key], wide - _left(panels[key])))

        cells, bottom = arrange(rows, GUTTER, _ABOVE, available, head, plot)
        height = bottom + (_BELOW if self.reader.frames > 1 else UNDER)
        found = {}
        for key, cell in cells.items():
            styles = [trace["style"] for trace in panels[key]["traces"]]
            left = cell.left + _left(panels[key])
            right = cell.left + cell.width - 70.0 * any(k["kind"] == "heatmap" for k in styles)
            top = cell.top + cell.head
            found[key] = (
                [left / width, right / width],
                [1.0 - (top + cell.height) / height, 1.0 - top / height],
            )
        return found, width, height

    def _panel(self, layout, panel, i, place):
        """Axes, words and legend of a panel."""
        (left, right), (low, high) = place
        put = {"xref": "paper", "yref": "paper", "x": left, "y": high, "showarrow": False}
        put |= {"xanchor": "left", "yanchor": "bottom", "align": "left"}
        heading = f"<b>{_escaped(panel['title'])}</b><br>{_escaped(panel['subtitle'])}"
        rows = {row for (number, _), row in self.keys.items() if number == i}
        layout["annotations"].append(put | {"text": heading, "yshift": 4 + _LINE * len(rows)})
        for row in rows:
            layout[_legend(i, row)] = {
                "x": left, "y": high + (len(rows) - row) * _LINE / self.height,
                "xanchor": "left", "yanchor": "top", "orientation": "h",
                "bgcolor": self.ink("@paper/0"),
            }  # fmt: skip
        axes = [self._axis(axis) for axis in panel["axes"]]
        if panel["space"]:
            wall = {"showbackground": False, "showspikes": False}
            wide = [abs(np.ptp(a["range"])) if panel["equal"] else 1.0 for a in panel["axes"]]
            layout[f"scene{i}"] = {
                "domain": {"x": [left, right], "y": [low, high]},
                "aspectmode": "manual",
                "camera": _CAMERA,
                "aspectratio": dict(zip("xyz", np.array(wide) / max(wide), strict=True)),
                **{f"{n}axis": a | wall for n, a in zip("xyz", axes, strict=True)},
            }  # fmt: skip
            return
        for name, other, axis, ends in zip("xy", "yx", axes, place, strict=True):
            layout[f"{name}axis{i}"] = axis | {"domain": ends, "anchor": f"{other}{i}"}
            axis["title"]["standoff"] = 6
        if panel["equal"]:
            layout[f"yaxis{i}"] |= {"scaleanchor": f"x{i}"}
        if panel["cross"] is not None:
            line = {"type": "line", "line": {"color": self.ink("@ink"), "width": 1.2}}
            for name, other, at in zip("xy", "yx", panel["cross"], strict=True):
                of = i if i > 1 else ""
                refs = {f"{name}ref": f"{name}{of}", f"{other}ref": f"{other}{of} domain"}
                ends = {f"{name}0": at, f"{name}1": at, f"{other}0": 0, f"{other}1": 1}
                layout["shapes"].append(line | refs | ends)

    def _axis(self, axis):
        out = {
            "title": {"text": _escaped(axis["title"]), "font": {"size": 12}},
            "type": "log" if axis["log"] else "linear",
            "range": axis["range"],
            "gridcolor": self.ink("@grid"),
            "zeroline": axis["zero"],
            "zerolinecolor": self.ink("@ink"),
            "exponentformat": "power",
        }
        if axis["log"] and 1.5 < abs(np.ptp(axis["range"])) < 6.0:
            out["dtick"] = 1  # powers of ten alone
        if axis["ticks"] is not None:
            at = np.array(axis["ticks"]["at"], dtype=float)
            words = [_escaped(words) for words in axis["ticks"]["words"]]
            out |= {"tickmode": "array", "tickvals": 10.0**at if axis["log"] else at}
            out["ticktext"] = words
        return out

    def _bar(self, style, place):
        (_, right), (low, high) = place
        bar = {"x": right, "xanchor": "left", "xpad": 8, "thickness": 8, "outlinewidth": 0}
        bar |= {"y": low, "yanchor": "bottom", "len": high - low}
        bar["title"] = {"text": _escaped(style["unit"]), "side": "right"}
        if style["log"]:
            powers = np.arange(np.ceil(style["low"]), np.floor(style["high"]) + 1.0)
            bar |= {"tickvals": powers, "ticktext": [text.power_tick(10.0**v) for v in powers]}
        return bar

    def _player(self, k, width, height):
        """A slider with the clock's words, and buttons that play and pause."""
        at_once = {"mode": "immediate", "transition": {"duration": 0}}
        plays = {"fromcurrent": True, "frame": {"duration": 120, "redraw": True}} | at_once
        stays = {"frame": {"duration": 0, "redraw": True}} | at_once
        steps = [
            {"method": "animate", "args": [[str(f)], stays], "label": words}
            for f, words in enumerate(self.spec["clock"]["counters"])
        ]
        where = {"x": 130.0 / width, "y": 84.0 / height, "yanchor": "top"}
        button = {"method": "animate"}
        return {
            "sliders": [
                where | {"active": k, "steps": steps, "len": 1.0 - 200.0 / width,
                         "pad": {"t": 0, "b": 0}, "currentvalue": {"visible": True},
                         "font": {"size": 11}}
            ],
            "updatemenus": [
                where | {"x": 16.0 / width, "xanchor": "left", "type": "buttons",
                         "direction": "left", "showactive": False, "pad": {"t": 20},
                         "bgcolor": self.ink("@paper"),
                         "buttons": [button | {"label": "Play", "args": [None, plays]},
                                     button | {"label": "Pause", "args": [[None], stays]}]}
            ],
        }  # fmt: skip

    def _line(self, style, space):
        color = self.ink(style["color"])
        dots = {"color": color, "size": style.get("dots", max(5.0, 2.0 * style["width"]))}
        line = {"color": color, "width": style["width"], "dash": style["dash"]}
        mode = "lines+markers" if "dots" in style else "lines"
        if space:
            line["width"] *= _WIDER
            dots["size"] *= _SMALLER
            return {"type": "scatter3d", "mode": mode, "line": line, "marker": dots}
        out = {"type": "scatter", "mode": mode, "line": line, "marker": dots}
        if "fill" in style:
            out |= {"fill": "toself", "fillcolor": self.ink(style["fill"]), "hoveron": "points"}
        if "hatch" in style:
            ink = {"fgcolor": color, "bgcolor": self.ink("@paper")}
            out["fillpattern"] = {"shape": style["hatch"], "size": 6, **ink}
        if "head" in style:
            arrow = {"symbol": "arrow", "angleref": "previous", "color": color}
            out |= {"mode": "lines+markers", "marker": arrow}
        return out

    def _points(self, style, space):
        marker = {"color": self.ink(style["color"]), "symbol": style["symbol"]}
        if space:
            marker["line"] = {"width": 0}
        elif not style["symbol"].endswith("-open"):
            marker["line"] = {"width": 1, "color": self.ink("@paper/0.7")}
        if "size" in style:
            marker["size"] = style["size"] * (_SMALLER if space else 1.0)
        return {"type": _type("points", space), "mode": "markers", "marker": marker}

    def _words(self, style, space):
        font = {"color": self.ink(f"{style['color']}_word"), "size": style["size"]}
        out = {"type": _type("words", space), "mode": "text", "textfont": font}
        return out | {"textposition": _PLACES[style["anchor"]]}

    def _bands(self, style, _):
        last = len(style["colours"]) - 1
        scale = [[i / last, self.ink(colour)] for i, colour in enumerate(style["colours"])]
        levels = {"start": 0, "end": last - 1, "size": 1, "coloring": "fill", "showlines": False}
        return {"type": "contour", "contours": levels, "colorscale": scale, "showscale": False,
                "autocontour": False}  # fmt: skip

    def _heatmap(self, style, _):
        stops = [self.ink(stop) for stop in style["stops"]]
        scale = [[i / (len(stops) - 1), stop] for i, stop in enumerate(stops)]
        return {"type": "heatmap", "zmin": style["low"], "zmax": style["high"], "colorscale": scale}

    def _hatch(self, style, _):
        pattern = {"shape": style["way"], "size": 6, "fgcolor": self.ink(style["color"])}
        return {"type": "scatter", "mode": "lines", "line": {"width": 0}, "fill": "toself",
                "fillpattern": pattern | {"bgcolor": self.ink("@paper/0")}}  # fmt: skip

    def _surface(self, style, _):
        scale = [[0, self.ink(style["color"])], [1, self.ink(style["color"] + "%0.4")]]
        return {"type": "surface", "showscale": False, "colorscale": scale}

    def _mesh(self, style, _):
        faces = dict(zip("ijk", np.array(style["faces"]).T, strict=True))
        return {"type": "mesh3d", "color": self.ink(style["color"]), "flatshading": True} | faces


_STYLES = {
    "line": _Drawing._line,
    "points": _Drawing._points,
    "words": _Drawing._words,
    "bands": _Drawing._bands,
    "heatmap": _Drawing._heatmap,
    "hatch": _Drawing._hatch,
    "surface": _Drawing._surface,
    "mesh": _Drawing._mesh,
}


def _type(kind, space):
    others = {"bands": "contour", "heatmap": "heatmap", "surface": "surface", "mesh": "mesh3d"}
    return others.get(kind, "scatter3d" if space else "scatter")


def _number(trace, panel):
    """Which of a panel's traces a trace is."""
    return next(j for j, one in enumerate(panel["traces"]) if one is trace)


def _left(panel):
    """What the words left of a panel's axes take, in pixels."""
    if panel["space"]:
        return 0.0
    axis = panel["axes"][1]
    words = axis["ticks"]["words"] if axis["ticks"] else ()
    return max(44.0, 24.0 * bool(axis["title"]) + max(map(width_of, words), default=0.0))


def _key(panel, wide):
    """The rows of a panel's key that is `wide` pixels, as numbers of its traces."""
    rows: list = []
    used = wide
    for j, trace in enumerate(panel["traces"]):
        if "legend" not in trace:
            continue
        needed = _SAMPLE + width_of(trace["legend"])
        if used + needed > wide and (not rows or rows[-1]):
            rows.append([])
            used = 0.0
        rows[-1].append(j)
        used += needed
    return rows


def _legend(panel, row):
    """The name of a row of a panel's key."""
    return f"legend{100 * panel + row}"


def _named(panel):
    """(name, axis) of each axis of a panel."""
    return zip("xyz"[: len(panel["axes"])], panel["axes"], strict=True)


def _escaped(words):
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _boxes(x, y, z, axes):
    """Outlines of the cells of a grid that are not 0, NaN between them."""
    edges = [cell_edges(c, a["log"]) for c, a in zip((x, y), axes, strict=True)]
    corners = cell_corners(edges, z)
    first = corners[:, :1]
    outlines = np.concatenate([corners, first, np.full_like(first, np.nan)], axis=1)
    return outlines[..., 0].ravel(), outlines[..., 1].ravel()
