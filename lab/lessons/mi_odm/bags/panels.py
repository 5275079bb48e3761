"""The panels of margins, of the saddle gap, and of the heaviest assignments."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lab.drawing.gap_panel import NAME_WIDTH, GapCurve, gap_panel, spread_labels
from lab.drawing.geometry import round_limits
from lab.drawing.text import figure, number, power
from lab.lessons.mi_odm.bags.methods import METHODS, TOL
from lab.lessons.mi_odm.bags.view import SVM
from lab.lessons.mi_odm.spread import KEY, steps, summary
from widgets import Axis, Band, Bars, Panel, Points, Segments, Text, row

#: Assignments that are drawn.
_SHOWN = 6
#: The least distance of two names at the ends of lines, as a share of the height.
_APART = 0.085
#: The gap of the iterate alone is drawn where it ends so many times as large as the best one.
_ASTRAY = 10.0
#: How the lines of further seeds are called; they carry no name in the picture.
_SEED = "seed "
MAIN = {"tone": "main", "dash": "solid"}


def margins_panel(view):
    """The distribution of bag margins, and that of the rival learner."""
    m, T, y = view.margins, len(view), view.problem.y
    learners = [("MI-ODM", MAIN | {"width": 2.5}, m)]
    if view.svm is not None:
        style = {"tone": SVM["tone"], "dash": SVM["dash"], "width": 2.0}
        learners.append((SVM["label"], style, view.svm_margins()))
    ends = _range([values for *_, values in learners])
    marks = list(_background(view, ends))
    for k, (words, style, values) in enumerate(learners):
        marks.append(steps(values, style, words, T))
        marks += summary(values, 1.12 + 0.13 * k, style, words, T)
    marks += _bag_dots(m, y)
    return Panel(
        "How the margins of the bags are spread",
        marks,
        Axis(f"bag margin {view.unit}", range=ends),
        Axis("share below", range=(-0.04, 1.36),
             ticks=(np.linspace(0.0, 1.0, 6), [f"{v:.1f}" for v in np.linspace(0.0, 1.0, 6)])),
        key="margins",
        legend={"positive bag": "positive", "negative bag": "negative bag"} | KEY,
    )  # fmt: skip


def _range(several):
    low = min(0.0, *(float(v.min()) for v in several))
    high = max(0.0, *(float(v.max()) for v in several))
    margin = 0.12 * ((high - low) or 1.0)
    return round_limits(low - margin, high + margin)


def _background(view, ends):
    if view.raw and view.problem.theta > 0.0:
        band = np.array([1.0 - view.problem.theta, 1.0 + view.problem.theta])
        if band[0] < ends[1]:
            yield Band(np.minimum(band, ends[1]), [0.0, 0.0], [1.36, 1.36], tone="good", fill=0.12,
                       label="the band 1 ± θ")  # fmt: skip
    yield Segments([0.0], [-0.04], [0.0], [1.36], tone="ink", width=1.0, label="margin 0")


def _bag_dots(m, y):
    """A dot per bag on the staircase, at the middle of its step."""
    rank = (np.argsort(np.argsort(m, axis=1, kind="stable"), axis=1) + 0.5) / m.shape[1]
    for sign, symbol, words in ((1.0, "circle", "positive bag"), (-1.0, "circle-open",
                                                                  "negative bag")):  # fmt: skip
        own = y == sign
        if own.any():
            texts = tuple(f"bag {k + 1}" for k in np.flatnonzero(own))
            size = 8.0 if y.size <= 30 else 4.0
            yield Points(row(m[:, own]), row(rank[:, own]), tone="main", symbol=symbol, size=size,
                         label=words, texts=texts)  # fmt: skip


def saddle_panel(view):
    """The certified gap of every method, and of the method in question its two halves."""
    curves = [r for name in reversed(view.traces) for r in _gap_curves(view, name)]
    panel = gap_panel(curves, view.clock.values.astype(float), TOL * view.result.certificate.scale,
                      "iterations")  # fmt: skip
    names = [m for m in panel.marks if isinstance(m, Text)]
    shown = [m for m in names if not m.text[0].startswith(_SEED)]
    low, high = panel.y.range
    x = np.array([m.x.values[0] for m in shown]) / max(view.clock.values[-1], 1.0)
    heights = np.log10([m.y.values[0] for m in shown])
    y = 10.0 ** spread_labels(x, heights, NAME_WIDTH, _APART * np.log10(high / low))
    high = max(high, 2.0 * float(y.max()))
    return Panel(
        "Two halves close in on the saddle value",
        [
            *(m for m in panel.marks if m not in names),
            *(replace(m, y=[v]) for m, v in zip(shown, y, strict=True)),
        ],
        panel.x,
        Axis("gap", log=True, range=(low, high)),
        key="gap",
        subtitle=_halves_subtitle(view, len(shown) < len(names)),
        legend={
            METHODS[view.run.main].label: "their sum, certified",
            "upper half": "max over u at v",
            "lower half": "min over c at u",
        },
    )


def _halves_subtitle(view, seeds):
    """What the halves are measured against."""
    low, high = view.value
    middle, more = number(0.5 * (low + high), 4), "; two more seeds" if seeds else ""
    if high - low > 1e-4 * view.result.certificate.scale:
        return f"against {middle}, midway between its bound and value{more}"
    return f"against G* = {middle}{more}"


def halves(view):
    """(upper (R,), lower (R,)) of every row of the method in question: how far its best upper half
    lies above the saddle value and its best lower half below."""
    trace, (low, high) = view.result.trace, view.value
    value = 0.5 * (low + high)
    upper = np.minimum.accumulate(trace.objective) - value
    return np.maximum(upper, 0.0), np.maximum(value - np.maximum.accumulate(trace.bound), 0.0)


def _gap_curves(view, name):
    """The lines of one method, the most important last."""
    label, tone, dash = METHODS[name]
    main, trace = name == view.run.main, view.traces[name]
    tone, dash = ("main", "solid") if main else (tone, dash)
    times, rows = trace.iteration.astype(float), view.rows[name]
    for k, twin in enumerate(view.run.extra["twins"].get(name, ())):
        yield _twin(view, twin, f"{_SEED}{view.run.settings['seed'] + 1 + k}", tone)
    if main:
        own = trace.objective - trace.bound
        if own[-1] > _ASTRAY * max(trace.gap[-1], 0.0):
            yield GapCurve("this iterate alone", "now", "dashdot", times, own, rows)
        upper, lower = halves(view)
        yield GapCurve("upper half", "main", "dot", times, upper, rows)
        yield GapCurve("lower half", "main", "longdash", times, lower, rows)
    tone, dash = (tone, dash) if main or tone != "main" else ("ink", "longdash")
    yield GapCurve(label, tone, dash, times, np.maximum(trace.gap, 0.0), rows, main)


def _twin(view, result, label, tone):
    """The same method with another seed."""
    trace = result.trace
    rows = np.searchsorted(trace.iteration, view.clock.values, side="right") - 1
    times = trace.iteration.astype(float)
    return GapCurve(label, tone, "dash", times, np.maximum(trace.gap, 0.0), np.maximum(rows, 0))


def heaviest(view):
    """(keys (k, p), weights (T, k)): the assignments that end heaviest, and how heavy they are in
    each frame; where not all weights are recorded, 0 for what is not among the ten heaviest."""
    keys, weights = view.snapshot("heaviest"), view.snapshot("weights")
    rank, frame = np.nonzero(weights.T > 0.0)
    known, first, place = np.unique(
        keys[frame, rank], axis=0, return_index=True, return_inverse=True
    )
    table = np.zeros((len(view), len(known)))
    table[frame, place.ravel()] = weights[frame, rank]
    order = np.lexsort((first, -table.max(axis=0), -table[-1]))[:_SHOWN]
    listed = known[order]
    if "v" in view.result.trace.snapshots and listed.shape[1]:
        places = np.ravel_multi_index(tuple(listed.T), tuple(view.problem.sizes))
        return listed, view.snapshot("v")[:, places]
    return listed, table[:, order]


def weights_panel(view):
    """The heaviest assignments as bars."""
    keys, table = heaviest(view)
    place, top = np.arange(float(len(keys))), max(0.05, 1.12 * float(table.max()))
    left = 1.0 - table.sum(axis=1)
    marks = [
        Bars(place, row(table), tone="main", label="v"),
        Bars([float(len(keys))], row(left[:, None].clip(0.0)), tone="faint", label="all others"),
    ]
    names = [assignment(c) for c in keys]
    few = keys.shape[1] <= 6
    ticks = (np.append(place, len(keys)), [*(names if few else map(str, range(1, len(keys) + 1))),
                                           "rest"])  # fmt: skip
    return Panel(
        "Which assignments carry the weight",
        marks,
        Axis("" if few else "assignments", range=(-0.7, len(keys) + 0.7),
             ticks=ticks),
        Axis("v", range=(0.0, top)),
        key="weights",
        subtitle=f"of {_count(view.problem.count)}"
        + ("; 213: keys 2, 1 and 3 of bags 1, 2 and 3" if few else ""),
    )  # fmt: skip


def assignment(keys):
    """An assignment (p,) as its keys, counted from 1: "213", or "2·13·1" with long ones."""
    return ("·" if max(keys, default=0) > 8 else "").join(str(k + 1) for k in keys) or "–"


def _count(count):
    return f"{figure(count) if count < 10**6 else power(count)} assignments"
