"""What a packed scene shows in a frame: the recipes of static/recipes.js, for readers in Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from widgets.pack import Arrays

_COORDINATES = ("x", "y", "z")


class Reader:
    """Reads the traces of a spec; `arrays` are those that `pack` made with it.

    Numbers are coordinates as they are drawn: exponents of ten on a log axis.
    frames: how many there are.
    """

    def __init__(self, spec: dict[str, Any], arrays: Arrays):
        self.frames = len(spec["captions"])
        buffers = arrays.static | arrays.moving
        self._arrays = {n: _decoded(about, buffers[n]) for n, about in arrays.about.items()}

    def read(self, trace: dict[str, Any], k: int | np.integer) -> dict[str, Any]:
        """Part -> what `trace` shows of it in frame `k`: the coordinates of lines, points and words
        have one length, grids their own shapes; NaN where nothing is. "text": the words,
        a tuple."""
        found = {part: self._numbers(e, k) for part, e in trace["bind"].items()}
        if trace["style"]["kind"] in ("line", "points", "words"):
            names = [name for name in _COORDINATES if name in found]
            found |= zip(names, _levelled([found[name] for name in names]), strict=True)
        return found

    def _numbers(self, e, k):
        a: Any = self._arrays.get(e.get("a"))
        match e["how"]:
            case "static":
                return a
            case "prefix":
                return a[: self._arrays[e["upto"]][k] + 1]
            case "rest":
                return a[self._arrays[e["upto"]][k] :]
            case "row" | "blend":
                return a[k]
            case "ragged":
                first, last = self._arrays[e["offsets"]][k : k + 2]
                return a[first:last]
            case "moved":
                shape, A, b = (self._arrays[e[name]] for name in ("shape", "A", "b"))
                return shape @ A[k] + b[k]
            case "only":
                values = np.atleast_1d(self._numbers(e["of"][0], k))
                klass = np.atleast_1d(self._numbers(e["klass"], k))
                place = np.minimum(np.arange(values.size) // e["each"], klass.size - 1)
                return np.where(klass[place] == e["is"], values, np.nan)
            case "words":
                return [e["words"][k]]
        parts = _levelled([self._numbers(part, k) for part in e["of"]])
        return _COMBINE[e["how"]](parts, e)


def _decoded(about, data):
    values = np.frombuffer(data, dtype="<" + about["type"])
    if about["type"] == "i2":
        known = values != -32768
        values = np.where(known, about["offset"] + about["scale"] * values, np.nan)
    values = values if about["type"] == "i4" else values.astype(np.float64)
    return values.reshape(about["shape"])


def _levelled(lists):
    """Lists of one length; a single number goes with every entry of the others."""
    return [np.array(one) for one in np.broadcast_arrays(*map(np.atleast_1d, lists))]


def _around(edges, e):
    """A polygon for each run without gaps: there along the low edge, back along the high one."""
    known = np.isfinite(edges).all(axis=0)
    there, back = edges[1:] if e["axis"] else (edges[0], edges[0])
    runs = np.split(np.arange(known.size), np.flatnonzero(np.diff(known)) + 1)
    runs = [r for r in runs if r.size and known[r[0]]]
    return np.concatenate(
        [np.concatenate([there[r], back[r][::-1], [np.nan]]) for r in runs] or [np.empty(0)]
    )


def _sides(parts, e):
    signs = np.array([-1.0, -1.0, 1.0, 1.0, -1.0, np.nan])
    return (parts[0][:, None] + signs * e["half"]).ravel()


def _rise(parts, e):
    h, foot = parts[0], np.full(parts[0].size, e["foot"])
    return np.column_stack([foot, h, h, foot, foot, np.full(h.size, np.nan)]).ravel()


def _weave(parts, _):
    return np.column_stack([*parts, np.full(parts[0].size, np.nan)]).ravel()


#: How parts make one list of coordinates; NaN lifts the pen.
_COMBINE = {"around": _around, "sides": _sides, "rise": _rise, "weave": _weave}
