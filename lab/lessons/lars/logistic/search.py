"""The panel "search" of the logistic scene: F along one step, or the share of all steps."""

from __future__ import annotations

import numpy as np

from lab.drawing.gap_panel import NAME_WIDTH, spread_labels
from lab.lessons.lars.logistic.view import AXES, CD, CUT, METHODS, PRINTED, RHO
from widgets import Axis, Curve, Panel, Path, Points, Segments, Text, prefix, row

#: Trials that are drawn; later ones stand too close to 0.
TRIALS = 8
#: Heights, in units of the promised decrease: the axis, and where taller points are cut.
_LOW, _HIGH, _CUT = -1.1, 0.75, 0.7
_SHARES = np.linspace(0.0, 1.0, 41)
#: The least promised decrease, as a share of F, that is drawn.
_VISIBLE = 1e-12
#: Where a rejected step stands on the axis of accepted shares.
_REJECTED = 2.0**-7


def this_step(view):
    """F along the step of this frame, and which shares of it were tried."""
    ends = [0.0, 1.0]
    marks = [
        Curve(ends, [0.0, -1.0], tone="muted", dash="dash", width=1.2, label="what is promised"),
        Curve(ends, [0.0, -RHO], tone="good", width=1.5, label="accepted below: 1% of the promise"),
    ]
    for name in (PRINTED, CD):
        if name in view.steps:
            marks += _searched(view, name)
    return Panel(
        "The first share that lowers F enough",
        marks,
        Axis("share α of the step", range=(-0.04, 1.06)),
        Axis("ΔF ÷ promised", range=(_LOW, _HIGH)),
        key="search",
        subtitle="α = 1, ½, ¼, … until F is below the line",
        legend={"what is promised": "promised", "accepted below: 1% of the promise": "the line"},
    )


def _searched(view, name):
    steps = view.steps[name]
    label, tone, dash = METHODS[name]
    label = label.removesuffix(" rule") if name == CD else label
    heights = np.minimum(changes(view, steps, np.tile(_SHARES, (len(view), 1))), 2.0)
    yield Curve(_SHARES, row(heights), tone=tone, dash=dash, width=2.5 if name == CD else 2.0,
                label=f"{label}: F along the step")  # fmt: skip
    tried = trial_shares(steps)
    heights = np.minimum(changes(view, steps, tried), _CUT)
    accepted = tried == steps.alpha[:, None]
    looks = {"size": 10.0, "tone": tone}
    yield Points(row(np.where(accepted, np.nan, tried)), row(heights), symbol="x",
                 label=f"{label}: rejected", **looks)  # fmt: skip
    looks["tone"] = "now" if name == CD else tone
    yield Points(row(np.where(accepted, tried, np.nan)), row(heights), label=f"{label}: accepted",
                 **looks)  # fmt: skip
    y = 0.64 if name == CD else 0.5
    verdicts = _verdicts(view, name)
    place = np.where(np.array(verdicts) == "", np.nan, 0.02)
    yield Text(row(place), [y], text=verdicts, tone=tone, per_frame=True)


def trial_shares(steps):
    """The shares that each frame tried (T, TRIALS), NaN where fewer were."""
    order = np.arange(TRIALS)
    return np.where(order < steps.trials[:, None], CUT**order, np.nan)


def changes(view, steps, shares):
    """(F at that share of each frame's step - F before) / promised decrease, (T, k); NaN where
    nothing is promised, or so little that rounding in F would be all there is to see."""
    # Frames that show the same step, as of a method that has ended, are worked out once.
    same = [steps.before, steps.moving[:, None], steps.shift[:, None], np.nan_to_num(shares)]
    _, k, frame = np.unique(np.hstack(same), axis=0, return_index=True, return_inverse=True)
    before, shares = steps.before[k], shares[k]
    w = np.repeat(before[:, None, :], shares.shape[1], axis=1)
    w[np.arange(len(k)), :, steps.moving[k]] += np.nan_to_num(shares) * steps.shift[k][:, None]
    F = view.objective(before)
    change = view.objective(w) - F[:, None]
    promise = np.where(-steps.promise[k] > _VISIBLE * F, -steps.promise[k], np.nan)
    return np.where(np.isfinite(shares), change / promise[:, None], np.nan)[frame.ravel()]


def _verdicts(view, name):
    """What the search of each frame came to, in words."""
    steps, rows = view.steps[name], view.rows[name]
    who, words = "right" if name == CD else "printed", []
    for k in range(len(view)):
        if not steps.started[k]:
            words.append("")
        elif rows[k] == rows[k - 1] and name == PRINTED:
            words.append(f"{who}: {view.outcome(name)}")
        elif steps.alpha[k] == 0.0:
            words.append(f"{who}: {why_not(steps, k)}")
        else:
            tried = "" if steps.trials[k] == 1 else f", trial {steps.trials[k]}"
            words.append(f"{who}: α = {share(steps.alpha[k])}{tried}")
    return tuple(words)


def why_not(steps, k):
    """Why frame k made no step."""
    if steps.target[k] == steps.old[k]:
        return "already there"
    if steps.promise[k] >= 0.0:
        return "rejected, it promises no decrease"
    return f"rejected, {steps.trials[k]} trials"


def share(alpha):
    """An accepted share as "1", "½", "¼" or "1/8"."""
    return {1.0: "1", 0.5: "½", 0.25: "¼"}.get(float(alpha), f"1/{round(1.0 / alpha)}")


def all_steps(view):
    """The accepted share of every step over the clock."""
    last = float(view.clock.values[-1]) or 1.0
    now = view.clock.values[:, None]
    marks = [
        Segments(row(now), [0.5 * _REJECTED], row(now), [2.0], tone="muted", dash="dot", width=1.0,
                 label="now"),
        Segments([0.0], [_REJECTED], [last], [_REJECTED], tone="now", dash="dash", width=1.0),
        Text([0.0], [1.35 * _REJECTED], ("rejected",), tone="now"),
    ]  # fmt: skip
    names = [name for name in (PRINTED, CD) if name in view.steps]
    for name in names:
        marks += _history(view, name)
    times = [float(view.times(name)[view.rows[name][-1]]) for name in names]
    heights = spread_labels(times, _ends(view, names), NAME_WIDTH * last, 0.6)
    for name, x, y in zip(names, times, heights, strict=True):
        label, tone, _ = METHODS[name]
        marks.append(Text([x + 0.015 * last], [2.0**y], (label,), tone=tone))
    shares = 2.0 ** -np.arange(0.0, 8.0, 1.0)
    return Panel(
        "What share of each step is taken",
        marks,
        Axis(AXES[view.run.settings["clock"]], range=(-0.02 * last, 1.4 * last)),
        Axis("accepted share α", log=True, range=(0.7 * _REJECTED, 1.5),
             ticks=(shares[:-1], [share(s) for s in shares[:-1]])),
        key="search",
        subtitle="each dot: an update that would move",
    )  # fmt: skip


def _shares(view, name):
    """The accepted share at every shown row: `_REJECTED` where none, NaN where none was wanted."""
    shown = slice(view.rows[name][-1] + 1)
    s = view.run.results[name].trace.snapshots
    aim = s["shift"] if name == PRINTED else s["old"] + s["shift"]
    wanted = (s["coordinate"] >= 0) & (aim != s["old"])
    return np.where(wanted, np.maximum(s["alpha"], _REJECTED), np.nan)[shown]


def _ends(view, names):
    """log2 of the last share of each method, 0 where it never wanted a step."""
    shares = [_shares(view, name) for name in names]
    last = [s[np.isfinite(s)][-1:] for s in shares]
    return np.array([np.log2(s[0]) if s.size else 0.0 for s in last])


def _history(view, name):
    label, tone, dash = METHODS[name]
    shares, rows = _shares(view, name), view.rows[name]
    yield Path(
        prefix(view.times(name)[: len(shares)], rows), prefix(shares, rows), tone=tone, dash=dash,
        markers=True, label=label,
    )  # fmt: skip
