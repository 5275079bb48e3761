"""The panels "tracks", "support" and "weights" of the race."""

from __future__ import annotations

import numpy as np

from lab.drawing.gap_panel import clock_axis
from lab.drawing.text import figure, outcome
from lab.lessons.lars.race.view import AXES, METHODS
from lab.race.arrivals import names_axis
from widgets import Axis, Bars, Panel, Points, Segments, Text, row

#: Weights that are drawn at most, the largest.
MOST_WEIGHTS = 24
#: Names of features are written on the axis up to this many weights.
_NAMED = 12


def digits(view, gap):
    """How many digits of the objective's scale a gap proves: 0 at the scale, never less."""
    with np.errstate(divide="ignore"):
        proved = -np.log10(np.maximum(gap, 0.0) / view.run.result.certificate.scale)
    return np.clip(proved, 0.0, _goal(view))


def _goal(view):
    return -np.log10(view.run.settings["tol"])


def tracks(view):
    """One track for each method: how many digits are proved; the finish is the tolerance."""
    names = names_axis([METHODS[name].label for name in view.run.results])
    goal = _goal(view)
    marks = [
        Segments([goal], names.range[:1], [goal], names.range[1:], tone="good", dash="dash",
                 width=1.5, label="the finish: proved within the tolerance"),
        *(m for name, y in zip(view.run.results, names.ticks[0], strict=True)
          for m in _track(view, name, y)),
    ]  # fmt: skip
    return Panel(
        "How many digits are proved",
        marks,
        Axis("−log₁₀(gap ÷ ½‖t‖²)", range=(-0.02 * goal, 2.4 * goal),
             ticks=(np.arange(0.0, goal + 0.5), [str(k) for k in range(round(goal) + 1)])),
        names,
        key="tracks",
        subtitle="number: arrival on the clock",
        legend={"the finish: proved within the tolerance": "proved within the tolerance"},
    )  # fmt: skip


def _track(view, name, y):
    label, tone, _ = METHODS[name]
    x = digits(view, view.gap(name))[:, None]
    yield Segments([0.0], [y], row(x), [y], tone=tone, width=5.0, opacity=0.6, label=label)
    yield Points(row(x), [y], tone=tone, size=11.0, symbol=METHODS.symbol(name), label=label)
    words = outcomes(view, name)
    place = np.where(np.array(words) == "", np.nan, 1.06 * _goal(view))
    yield Text(row(place), [y], words, tone=tone, per_frame=True, anchor="row")


def outcomes(view, name):
    """What stands behind the finish in each frame: when it arrived, or that it will not."""
    arrived = view.arrivals[name]
    status = view.run.results[name].status
    last = float(view.times(name)[-1])
    words = []
    for now in view.clock.values:
        if now >= arrived:
            words.append(view.text_at(name, arrived) if view.seconds else figure(arrived))
        elif now >= last:
            words.append(outcome(status))
        else:
            words.append("")
    return tuple(words)


def support(view):
    """How many weights are not 0."""
    D, clock = view.minimiser.size, clock_axis(view.clock.values, view.seconds)
    counts = {n: np.count_nonzero(view.points(n), axis=1) for n in view.run.results}
    final = np.count_nonzero(view.minimiser)
    now = row(clock.at(view.clock.values))
    marks = [
        Segments([clock.place(0.0)], [final], [clock.place(1.02)], [final], tone="good",
                 dash="dash", width=1.0, label=f"at the solution: {final}", future=True),
        Segments(now, [0.0], now, [1.1 * D], tone="muted", dash="dot", width=1.0,
                 label="now"),
        *(view.curve(name, counts[name], clock) for name in reversed(view.run.results)),
    ]  # fmt: skip
    return Panel(
        "How many weights are in use",
        marks,
        clock.axis(AXES[view.run.settings["clock"]]),
        Axis("weights ≠ 0", range=(-0.04 * D, 1.1 * D)),
        key="support",
        subtitle=f"of {D}",
        legend=(*(METHODS[n][0] for n in view.run.results), f"at the solution: {final}"),
    )


def weights(view):
    """The weights of every method now, before those of the solution."""
    best = view.minimiser
    keep = np.sort(np.argsort(-np.abs(best), kind="stable")[:MOST_WEIGHTS])
    place = np.arange(keep.size)
    marks = [Bars(place, best[keep], tone="faint", label="solution", future=True)]
    offsets = np.linspace(-0.24, 0.24, len(view.run.results))
    for shift, name in zip(offsets, view.run.results, strict=True):
        label, tone, _ = METHODS[name]
        now = view.points(name)[view.rows[name]][:, keep]
        marks.append(
            Points(
                place + shift,
                row(now),
                tone=tone,
                symbol=METHODS.symbol(name),
                size=7.0,
                label=label,
            )
        )
    labels = [view.names[k] for k in keep]
    few = keep.size <= _NAMED
    cut = "" if keep.size == best.size else f"; the {keep.size} largest of {best.size}"
    return Panel(
        "Everyone ends at the same weights",
        marks,
        Axis("" if few else "weights in their order", range=(-0.6, keep.size - 0.4),
             ticks=(place, labels) if few else ((), ())),
        Axis("w", zero=True),
        key="weights",
        subtitle=f"where each method is now{cut}",
        legend=tuple(mark.label for mark in marks),
    )  # fmt: skip
