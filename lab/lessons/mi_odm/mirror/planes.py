"""The two planes of the mirror scene: the triangle of weights, and its image under the mirror."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lab.drawing.text import subscript
from lab.lessons.mi_odm.mirror.triangle import CORNERS, flat, triangle_lines
from lab.lessons.mi_odm.mirror.view import AVERAGE, BACK, BACK2, DUAL2, END, MIDDLE, START, WHOLE
from widgets import Arrows, Axis, Lines, Panel, Path, Points, Segments, Text, prefix, row

#: No point before its projection is drawn further out than this; a corner is at 1.
_FAR = 1.2
#: The dual plane shows at most so many times the slow frames' reach; beyond, points sit on a rim.
_RIM = 4.0
_CORNER_NAMES = ("c₁", "c₂", "c₃")


def triangle_panel(view):
    """Weights on three assignments: the walk, the average, and the sub-step of the frame."""
    place = place_of(view)
    first, second, projected, averaged = _primal_arrows(view)
    marks = [
        Path(
            *place(np.eye(3)[[0, 1, 2, 0]]), tone="ink", width=1.5, ghost=False, label="all weights"
        ),
        *_ground(view, place),
        replace(
            _path(view, place, "centre_v", view.centre, "main", "solid", "centre w"), follow=True
        ),
        _path(view, place, "v", view.done, "rival2", "dash", "average"),
        _arrow(place, first, "now", "dash", "first prox step"),
        _arrow(place, second, "now", "solid", "second prox step"),
        _arrow(place, projected, "rival3", "solid", "projection"),
        _arrow(place, averaged, "rival2", "solid", "average moves"),
        _spot(place, hats(view), "now", "square-open", 9.0, "v̂, before the projection"),
        _spot(place, middles(view), "now", "diamond", 9.0, "middle point y"),
        _spot(place, view.shown("centre_v")[view.centre], "main", "circle", 9.0, "centre w"),
        _spot(place, view.shown("v")[view.done], "rival2", "square", 7.0, "average"),
        *_labels(view, place),
        replace(_spot(place, _best(view), "good", "diamond-open", 13.0, "v*"), future=True),
    ]
    return Panel(
        "Weights on three assignments",
        marks,
        *(_FLAT if view.flat else _SPACE),
        equal=view.flat,
        key="triangle",
        legend=("centre w", "average", "max over u of G(u, v)", "v*"),
    )


_FLAT = (
    Axis(range=(-1.12, 1.12), ticks=((), ())),
    Axis(range=(-0.7, 1.24), ticks=((), ())),
)
#: The ranges of the flat triangle's axes.
FLAT_BOX = tuple(axis.range for axis in _FLAT)
#: In space the corners' names stand outside the triangle, and points are pulled in to the end.
_SPACE = tuple(Axis(f"v{subscript(k + 1)}", range=(-0.1, 1.1)) for k in range(3))


def _flat(weights):
    """Drawn coordinates of weights (..., 3), pulled in where they are far out: half as far below
    the triangle, where there is half the room."""
    at = flat(weights)
    far = np.maximum(np.linalg.norm(at, axis=-1, keepdims=True), -2.0 * at[..., 1:])
    with np.errstate(invalid="ignore", over="ignore"):
        at = np.where(far > _FAR, at * (_FAR / far), at)
    return tuple(np.moveaxis(at, -1, 0))


def _space(weights):
    most, end = np.max(weights, axis=-1, keepdims=True), _SPACE[0].range[1]
    with np.errstate(invalid="ignore", over="ignore"):
        at = np.where(most > end, weights * (end / most), weights)
    return tuple(np.moveaxis(at, -1, 0))


def place_of(view):
    """weights (..., 3) -> drawn coordinates, in the plane or in space."""
    return _flat if view.flat else _space


def _ground(view, place):
    """Level lines of the upper half over the triangle, and the corners' names."""
    lines = triangle_lines(view.run.extra["ground"])
    yield Lines(*place(lines), tone="muted", width=1.0, opacity=0.6,
                label="max over u of G(u, v)")  # fmt: skip
    out = 1.13 * np.eye(3) - 0.13 / 3.0
    at = dict(zip("xyz", place(out), strict=False))
    yield Text(**at, text=_CORNER_NAMES, tone="ink", anchor="center")


def _best(view):
    """v* (T, 3), from the first whole iteration on: before, one may guess."""
    return np.where(view.done[:, None] > 0, view.best, np.nan)


def _path(view, place, name, upto, tone, dash, label):
    at = place(view.shown(name)[: upto[-1] + 1])
    fields = (prefix(a, upto) for a in at)
    return Path(*fields, tone=tone, dash=dash, width=2.0, ghost=False, label=label)


def _spot(place, weights, tone, symbol, size, label):
    return Points(*(row(a) for a in place(weights)), tone=tone, symbol=symbol, size=size,
                  label=label)  # fmt: skip


def _arrow(place, ends, tone, dash, label):
    start, end = (place(e) for e in ends)
    pairs = [row(a) for both in zip(start, end, strict=True) for a in both]
    keys = ("x0", "x1", "y0", "y1", "z0", "z1")[: len(pairs)]
    return Arrows(**dict(zip(keys, pairs, strict=True)), tone=tone, dash=dash, label=label)


def middles(view):
    """The middle point's v (T, 3) in the frames that have one, NaN in others."""
    shown = np.full((len(view), 3), np.nan)
    if view.single:
        return shown
    for k in np.flatnonzero(view.stage >= MIDDLE):
        shown[k] = view.step(k).first.new_v
    return shown


def hats(view):
    """v̂ (T, 3) in the frames between the way back and the projection, NaN in others."""
    shown = np.full((len(view), 3), np.nan)
    for k in np.flatnonzero(np.isin(view.stage, (BACK, MIDDLE, BACK2, END))):
        shown[k] = view.part(k).hat_v
    return shown


def _labels(view, place):
    """Names beside the points of the slow frames."""
    slow = (view.stage > START) & (view.stage < AVERAGE)
    centre = np.where(slow[:, None], view.shown("centre_v")[view.centre], np.nan)
    middle = np.where(slow[:, None], middles(view), np.nan)
    t = [subscript(int(r)) for r in view.row]
    before = [subscript(int(r)) for r in view.centre]
    named = (
        (centre, [f"w{w}" for w in before], "main", "below"),
        (middle, [f"y{w}" for w in t], "now", "above"),
        (hats(view), ["v̂"] * len(view), "now", "below"),
    )
    for at, label, tone, anchor in named:
        seen = np.isfinite(at[:, 0])
        text = tuple(w if s else "" for w, s in zip(label, seen, strict=True))
        where = dict(zip("xyz", (row(a) for a in place(at)), strict=False))
        yield Text(**where, text=text, tone=tone, anchor=anchor, per_frame=True)


def _nothing(view):
    return np.full((2, len(view), 3), np.nan)


def _primal_arrows(view):
    """Ends (2, T, 3) of the arrows of each frame: first and second step, projection, average."""
    first, second, projected, averaged = (_nothing(view) for _ in range(4))
    mean = view.shown("v")
    for k, stage in enumerate(view.stage):
        step = view.step(k)
        if stage in (BACK, MIDDLE) or (view.single and stage == END):
            first[:, k] = step.first.v, step.first.hat_v
        elif stage >= DUAL2:
            first[:, k] = step.first.v, step.first.new_v
        if stage in (BACK2, END) and not view.single:
            second[:, k] = step.second.v, step.second.hat_v
        if stage in (MIDDLE, END):
            projected[:, k] = view.part(k).hat_v, view.part(k).new_v
        if stage in (AVERAGE, WHOLE):
            averaged[:, k] = mean[view.row[k] - 1], mean[view.row[k]]
            if not view.single:
                second[:, k] = step.second.v, step.second.new_v
    return first, second, projected, averaged


def dual_panel(view):
    """The mirror image: logarithms of the weights, where a step is a straight line."""
    first, second = _dual_arrows(view)
    slow = (view.stage > START) & (view.stage < WHOLE)
    slow = slow if slow.any() else view.stage > START
    reach = max(_reach(first[:, slow], second[:, slow]), 0.2)
    centres = _logs(view.shown("centre_v")[: view.centre[-1] + 1])
    whole = np.linalg.norm(flat(centres), axis=1).max()
    rim = min(1.1 * max(whole, reach), _RIM * reach)

    def place(logs):
        at = flat(logs)
        far = np.linalg.norm(at, axis=-1, keepdims=True)
        with np.errstate(invalid="ignore"):
            at = np.where(far > rim, at * (rim / far), at)
        return tuple(np.moveaxis(at, -1, 0))

    marks = [
        *_rays(rim),
        Path(
            *(prefix(a, view.centre) for a in place(centres)),
            label="centre w",
            ghost=False,
            follow=True,
        ),
        _arrow(place, first, "now", "dash", "first: along the gradient at the centre"),
        _arrow(place, second, "now", "solid", "second: along the gradient at the middle point"),
        _spot(place, _logs(middles(view)), "now", "diamond", 9.0, "middle point y"),
        _spot(place, centres[view.centre], "main", "circle", 9.0, "centre w"),
        replace(_spot(place, _logs(_best(view)), "good", "diamond-open", 13.0, "v*"), future=True),
    ]
    away = max(whole, _reach(_logs(view.best)))
    beyond = "; beyond: on the rim" if away > rim else ""
    return Panel(
        "In the mirror a step is straight",
        marks,
        Axis(range=(-1.3 * rim, 1.3 * rim), ticks=((), ())),
        Axis(range=(-1.06 * rim, 1.22 * rim), ticks=((), ())),
        equal=True,
        key="dual",
        subtitle=f"log v, seen along (1, 1, 1){beyond}",
        legend=("v*", "centre w"),
    )


def _logs(v):
    return np.log(np.maximum(v, 1e-300))


def _reach(*arrows):
    """How far out arrows end."""
    at = flat(np.concatenate([a.reshape(-1, 3) for a in arrows]))
    far = np.linalg.norm(at, axis=1)
    return float(np.max(far[np.isfinite(far)], initial=0.0))


def _rays(rim):
    """Where each corner lies."""
    ends = rim * CORNERS
    zero = np.zeros(3)
    yield Segments(zero, zero, *ends.T, tone="faint", width=1.5, label="towards a corner")
    yield Text(*(1.13 * ends).T, _CORNER_NAMES, tone="ink", anchor="center")


def _dual_arrows(view):
    """Ends (2, T, 3), in logarithms, of the first and the second step."""
    first, second = _nothing(view), _nothing(view)
    for k, stage in enumerate(view.stage):
        if stage == START:
            continue
        step = view.step(k)
        start = _logs(step.first.v)
        first[:, k] = start, start + step.first.shift
        if stage >= DUAL2 and not view.single:
            second[:, k] = start, start + step.second.shift
    return first, second
