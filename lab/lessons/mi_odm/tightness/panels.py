"""The panels of the tightness scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.gap_panel import spread_labels
from lab.lessons.mi_odm.tightness.view import LOOSE, RIVAL_STEP
from widgets import Axis, Band, Bars, Curve, Panel, Points, Segments, Text, prefix, row

#: Bars carry the names of their assignments up to this many.
_NAMED = 9
#: Room for names on the right of a log axis, as a share of its length.
_ROOM = 0.4


def _across(view):
    """(axis, where names begin): the swept quantity on a log axis with room on the right."""
    low, high = float(view.clock.values.min()), float(view.clock.values.max())
    end = high * (high / low) ** _ROOM
    return Axis(view.symbol, log=True, range=(0.93 * low, end)), high * (high / low) ** 0.02


def _now(view, low, high):
    x = row(view.clock.values)
    return Segments(x, [low], x, [high], tone="now", width=1.5, label="now")


def _curve(view, y, tone, dash, label, width=2.0, step=1):
    """A function of the swept value, drawn as far as the frames have come; y holds every `step`-th
    value."""
    upto = np.arange(len(view)) // step
    looks = {"tone": tone, "dash": dash, "width": width, "label": label}
    return Curve(prefix(view.clock.values[::step], upto), prefix(y, upto), **looks)


def values_panel(view):
    """The certified bound, the optimum over all keys and the rounded machine, the gap shaded."""
    x = view.clock.values
    axis, beside = _across(view)
    low, high = float(view.bound.min()), float(view.rounded.max())
    low, high = 0.6 * max(low, 1e-6 * high), 1.7 * high
    lines = (
        ("best keys", view.optimum, "ink", "solid", 2.0),
        ("rounded", view.rounded, "rival2", "dot", 3.0),
        ("relaxation", view.bound, "main", "solid", 2.5),
    )
    marks = [
        Band(*(prefix(a, np.arange(len(view))) for a in (x, view.bound, view.optimum)),
             fill=0.12, label="what the relaxation leaves open"),
        _now(view, low, high),
        *(_curve(view, y, tone, dash, name, width) for name, y, tone, dash, width in lines),
        *_names(((name, tone, y[0]) for name, y, tone, *_ in lines), beside, low, high),
    ]  # fmt: skip
    return Panel(
        "What is claimed, and what is possible",
        marks,
        axis,
        Axis("value of (4)", log=True, range=(low, high)),
        key="values",
        subtitle="a certified bound; the best of all keys",
    )


def _names(ends, beside, low, high):
    """A name beside the right end of each curve, on a log axis, pushed apart."""
    ends = list(ends)
    heights = np.log10([max(y, low) for *_, y in ends])
    room = 0.075 * np.log10(high / low)
    placed = spread_labels(np.zeros(len(ends)), heights, 1.0, room, np.log10(high) - 0.5 * room)
    for (name, tone, _), y in zip(ends, placed, strict=True):
        yield Text([beside], [10.0**y], (name,), tone=tone)


def short_panel(view):
    """How much of the optimum the bound leaves unproved, for both kernels."""
    axis, beside = _across(view)
    own, other = ("Gaussian", "linear") if view.gaussian else ("linear", "Gaussian")
    low, high = float(view.clock.values.min()), float(view.clock.values.max())
    lines = [(own, 100.0 * view.short, "main", "solid", 2.5, 1)]
    if view.rival is not None:
        lines.append((other, 100.0 * view.rival, "rival1", "dash", 2.0, RIVAL_STEP))
    placed = spread_labels(np.zeros(len(lines)), [y[0] for _, y, *_ in lines], 1.0, 8.0)
    rule = 100.0 * LOOSE
    marks = [
        Segments([low], [rule], [high], [rule], tone="good", dash="dash", width=1.0,
                 label="above 5 %: use the rounded machine"),
        Text([low], [rule + 4.5], ("5 %",), tone="good"),
        _now(view, -3.0, 108.0),
        *(_curve(view, y, tone, dash, name, width, step)
          for name, y, tone, dash, width, step in lines),
        *(Text([beside], [y], (name,), tone=tone)
          for (name, _, tone, *_), y in zip(lines, placed, strict=True)),
    ]  # fmt: skip
    return Panel(
        "How much is left unproved",
        marks,
        axis,
        Axis("% of the best value", range=(-3.0, 108.0)),
        key="short",
        subtitle="0: exact; above 5 %: use the rounded",
    )


def names_of(problem):
    """ "(1, 2)" for each assignment."""
    return tuple(f"({', '.join(str(j + 1) for j in c)})" for c in problem.assignments())


def weights_panel(view):
    """The weights of all assignments; that of the best keys and of the rounding marked."""
    count, frames = view.first.count, np.arange(len(view))
    x = np.arange(float(count))
    best = np.array([s.number(s.best.keys) for s in view.spots])
    chosen = np.array([s.number(s.rounded.keys) for s in view.spots])
    klass = np.zeros((len(view), count))
    klass[frames, best] = 1.0
    height = view.weights[frames, chosen]
    ticks = (x, names_of(view.first)) if count <= _NAMED else None
    marks = [
        Bars(x, row(view.weights), klass=row(klass), names=("weight", "weight of the best keys"),
             label="weights v", legend=True),
        Points(row(chosen[:, None].astype(float)), row(height[:, None] + 0.07), tone="rival2",
               symbol="triangle-down", size=11.0, label="keys that rounding chose"),
        Text(row(best[:, None].astype(float)), row(np.full((len(view), 1), 1.14)),
             ("best keys",) * len(view), tone="rival1", anchor="center", per_frame=True),
    ]  # fmt: skip
    return Panel(
        "Who carries the weight",
        marks,
        Axis("key of each positive bag", ticks=ticks,
             range=(-0.7, max(count, 3) - 0.3)),
        Axis("weight", range=(0.0, 1.22)),
        key="weights",
        legend={"keys that rounding chose": "the rounding"},
    )  # fmt: skip


def bags_panel(view):
    """Bag values of the averaged and of the rounded machine; what is on the wrong side of 0 in the
    other class."""
    problem = view.first
    m, at = len(problem.bags), problem.bag.astype(float)
    f, decided = view.averaged, view.decided
    bags = np.arange(float(m))
    marks = [
        Segments([-0.6], [0.0], [m - 0.4], [0.0], tone="ink", width=1.2, label="f = 0"),
        Points(at - 0.14, row(f), tone="muted", size=5.0, label="instances, averaged machine"),
        _values(view, bags - 0.14, f, "circle", 10.0, "averaged"),
        _values(view, bags + 0.14, decided, "diamond", 9.0, "rounded"),
        *_keys(view, bags),
        Segments(bags - 0.14, row(view.bag_values(f)), bags + 0.14, row(view.bag_values(decided)),
                 tone="muted", width=1.0, dash="dot", label="rounding"),
        Text(bags, np.full(m, _top(f, decided)), tuple("+" if y > 0 else "−" for y in problem.y),
             tone="ink", anchor="center"),
    ]  # fmt: skip
    names = tuple(f"bag {i + 1}" for i in range(m))
    return Panel(
        "The average may call every bag negative",
        marks,
        Axis(ticks=(bags, names), range=(-0.6, m - 0.4)),
        Axis("f", range=(min(float(f.min()), float(decided.min())) - 0.2, 1.12 * _top(f, decided))),
        key="bags",
        subtitle="left averaged, right rounded",
        legend={
            "averaged, right": "right",
            "averaged, wrong": "wrong",
            "rounded, right": "rounded",
            "the key of the optimum": "its key is right",
        },
    )


def _top(f, decided):
    return 1.1 * max(float(f.max()), float(decided.max()), 0.5) + 0.2


def _values(view, x, f, symbol, size, label):
    """Largest values of the bags; class 1, another colour and symbol, where the sign is wrong."""
    wrong = (~view.right(f)).astype(float)
    return Points(x, row(view.bag_values(f)), klass=row(wrong), symbol=symbol, size=size,
                  names=(f"{label}, right", f"{label}, wrong"), label=label)  # fmt: skip


def _keys(view, bags):
    """Rings around the largest instances of the averaged machine that are keys of the optimum."""
    plus = np.flatnonzero(view.first.y > 0.0)
    top = view.bag_values(view.averaged)[:, plus]
    yield Points(bags[plus] - 0.14, row(np.where(view.ranked, top, np.nan)), tone="good",
                 symbol="circle-open", size=19.0, label="the key of the optimum")  # fmt: skip
