"""Scene `identification` as a picture: Θ⁻¹ over the iterations, the selected points, their answer,
and the proof."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from lab.datasets.own_file import preview_points
from lab.drawing.gap_panel import clock_axis, round_limits_log
from lab.drawing.text import capital, readout
from lab.experiment import Experiment
from lab.lessons.interior_point.common import BOUNDED, FREE, MEASURES, ZERO
from lab.lessons.interior_point.identification.model import KNOBS, clock_of, frames, solve
from lab.lessons.interior_point.svm.model import TOL, name_of
from lab.lessons.interior_point.svm.picture import AXES, SHORT_KEY, gaps_panel, plane
from lab.lessons.interior_point.svm_3d import space
from lab.prediction import asked, drawn
from lab.scenes.frames import Frames
from lab.scenes.picture import scene_of
from widgets import (
    Axis,
    Band,
    Curve,
    Layout,
    Lines,
    Panel,
    Path,
    Points,
    Question,
    Segments,
    Text,
    prefix,
    ragged,
    row,
)
from widgets.knobs import with_primary
from widgets.words import Words, apart, bound, count, figure, rough, say

#: state at the optimum -> name, tone, dash, symbol.
_STYLES = {
    FREE: ("free", "rival2", "solid", "circle"),
    BOUNDED: ("at C", "rival4", "dash", "triangle-up"),
    ZERO: ("zero", "muted", "dot", "circle-open"),
}
#: At most so many dots of each state, evenly chosen, and places of dots in all frames.
_DOTS, _VERTICES = 40, 15_000
#: So many rounds are named where they begin.
_NAMED = 3
#: Distances in powers of ten: a change by less than the first is not visible; within the
#: second two kinds cannot be distinguished.
STILL, MIXED = 0.1, 0.5
#: What the key of the hero says.
_KEY = {
    "free at the optimum": "end free", "at C at the optimum": "at C",
    "zero at the optimum": "at 0", "no longer free": "left out",
}  # fmt: skip
#: Theta^-1 is drawn between these.
_FEWEST, _MOST = 1e-9, 1e9
#: The least distance of two names, as a share of the height.
_MARGIN = 0.08
#: Theta^-1 grows or shrinks where it changes by more than this factor.
_CLEAR = 10.0
_ENDS = {
    ZERO: ("at 0", "At 0 it is x that goes to 0 while t stays, so that it"),
    FREE: ("between 0 and C", "Only where 0 < x < C do both t and u go to 0, so that it"),
    BOUNDED: ("at C", "At C the slack w goes to 0 while u stays, so that it"),
}


def _start(frame):
    if len(frame.table) == 1:
        return (
            "All {n} variables look alike — x = w = C = {C:4g} is the optimum, once moved onto "
            "y'x = 0: nothing needs telling apart."
        )
    return say(
        "All {n} variables look alike — at the start x = w = C = {C:4g} for every point, and "
        "Θ⁻¹ = {all:rough}.", frame, all=frame.theta_inv[0],
    )  # fmt: skip


def _step(frame):
    """How free variables and the others lie, which x_i moved most, by which rule; or the
    selection."""
    before, f = frame.before, frame.table
    if before.row == frame.row:
        if frame.row == f.row[-1]:
            return "{label} has ended — its rivals go on."
        return "{label} is at work on its next step — its rivals go on."
    if frame.selected.any() and not before.selected.any():
        return _selected(f)
    if frame.round > before.round:
        return _new_round(frame)
    old, new = apart(before.x[frame.mover], frame.x[frame.mover], most=9)
    name = name_of(f, int(frame.mover), before.k, frame.k)
    digits = ", sigfig {sigfig:.2}" * (not frame.round)
    return f"{{observed}} — {{ratio}}{name}: {old} → {new}; {{rule}}; {{reach}}{digits}."


def _observed(frame):
    """Whether those that will be free and the others draw apart in the picture."""
    old, new = frame.before.apart, frame.apart
    if not np.isfinite([old, new]).all():
        wider = frame.spread - frame.before.spread
        how = "spread out" if wider > STILL else "close up" if wider < -STILL else "stay"
        return f"The variables {how}"
    if abs(new) < MIXED:
        return "Free variables and the others lie mixed"
    if abs(old) >= MIXED and old * new < 0.0:
        return "Free variables and the others change places"
    farther = abs(new) - abs(old)
    how = "draw apart" if farther > STILL else "draw together" if farther < -STILL else "stay apart"
    return f"Free variables and the others {how}"


def _ratio(frame):
    """How much freer the ones appear than the others, in this frame and before."""
    if not np.isfinite([frame.before.apart, frame.apart]).all():
        return ""
    was, now = (10.0**one.apart for one in (frame.before, frame))
    return say("those that end free look {now:rough} times as free, {was:rough} before; ", now=now,
               was=was)  # fmt: skip


def _rule(frame):
    count = int(frame.iteration - frame.before.iteration)
    many = f"{count} iterations, the last " if count > 1 else ""
    if not frame.round:
        return f"{many}Algorithm 4 with all {frame.n} variables"
    if frame.printed:
        return f"{many}Algorithm 5 with the {frame.counts} kept alone"
    size = f"{frame.counts} × {frame.counts}"
    return f"{many}Mehrotra's step with a {size} matrix, round {frame.round}"


def _selected(f):
    """What was selected, by the numbers of that iteration, which a frame may have passed."""
    shown, at = f.run.trace.snapshots, f.chosen
    gone, level = ~shown["selected"][at], shown["threshold"][at]
    others, high = int(gone.sum()), int((shown["iterate"][at][gone] > 0.5 * f.C).sum())
    if f.printed:
        rest = "the other {others} count as 0 from here, {high} of them nearer to C"
    else:
        rest = "the other {others} are fixed, {low} at 0 and {high} at C"
    if others == 1:
        rest = "the other one counts as 0 from here" if f.printed else "the other one is fixed at "
        rest += (", nearer to C" * high) if f.printed else ("C" if high else "0")
    reached, limit = float(shown["sigfig"][at]), float(f.run.settings["digits"])
    why = "sigfig {reached:.2≠limit} > {limit:.2≠reached}"
    if reached <= limit:
        why = "sigfig never passed {limit:.2≠reached}"
    return say(
        f"Selection: {{held}} of {{n}} remain — {why}; {{above}} have Θ⁻¹ ≥ θ√μ = "
        f"{{level:rough}}; {rest}.",
        held=f.n - others, n=f.n, reached=reached, limit=limit, level=level, others=others,
        high=high, low=others - high, above=int((shown["theta_inv"][at] >= level).sum()),
    )  # fmt: skip


def _new_round(frame):
    freed = int((frame.selected & ~frame.before.selected).sum())
    if frame.round == 1 and frame.printed:
        return (
            "A new problem: the {counts} kept begin again at x = w = C — as if there were no "
            "others; Algorithm 5 solves it; {reach}."
        )
    if freed:
        return (
            f"Round {{round}}: {freed} freed, and {{begins}} — a multiplier of the wrong sign "
            "shows that a bound was wrong; {counts} variables are free; {reach}."
        )
    return (
        "Round {round}: {begins} — a {counts} × {counts} matrix in place of {n} × {n}; Mehrotra's "
        "first step there; {reach}."
    )


def _ending(frame):
    if frame.run.result.status == "converged":
        return "Proved: the best q is within {proved:bound} of the optimum of all {n}."
    if frame.run.result.status == "small_change":
        return say(
            "The smaller problem is solved, the whole is not: q = {q} where {possible} is "
            "possible, proved within {proved:bound} only; {lost:count point} at 0 should be at "
            "C.", frame, q=frame.run.trace.objective[-1],
            lost=int((frame.wrong & (frame.kind == BOUNDED)).sum()),
        )  # fmt: skip
    return f"Ended ({frame.run.result.status}): proved within {{proved:bound}} only."


WORDS = Words(
    start=_start,
    step=_step,
    ending=_ending,
    rule=_rule,
    observed=_observed,
    ratio=_ratio,
    begins=lambda frame: (
        "all start again, close together"
        if frame.spread < frame.before.spread - STILL
        else "all start again"
    ),
    reach="Θ⁻¹ reaches over {was:.2} → {spread:.2} powers of ten",
    was=lambda frame: say("{spread:.2}", frame.before),
    label=lambda frame: capital(frame.label),
)


def split(f: Frames) -> Panel:
    """Theta^-1 of the points over the iterations, by their state at the optimum."""
    times = clock_of(f, f.run.trace)[f.row[f.first]]
    rest = clock_of(f, f.whole)
    clock = clock_axis(np.concatenate([times, rest]), log=f.long)
    values = _within(f.theta_inv[f.first])
    low, high = _range(values)
    ceiling = high * (high / low) ** _MARGIN
    marks = [*_stayed(f, clock, rest), *_rounds(f, clock, low, ceiling)]
    marks.append(_threshold(f, clock, times))
    for state in _STYLES:
        marks += _kind(f, clock, times, values, state)
    marks.append(_stops(f, clock, times, values))
    whose = "as the smaller problem has it" * (
        f.printed and f.run.result.status != "converged"
    )  # fmt: skip
    return Panel(
        "How free each variable looks",
        marks,
        clock.axis(AXES[f.run.settings["clock"]]),
        Axis("Θᵢ⁻¹", log=True, range=round_limits_log(low, ceiling * (high / low) ** _MARGIN)),
        key="split",
        subtitle=" ".join(filter(None, ("Θᵢ⁻¹ = xᵢwᵢ / (xᵢuᵢ + wᵢtᵢ)", whose, "· log axis"))),
        legend=dict(_KEY, **{_theta(f): "θ√μ"}),
    )


def _range(values):
    """Of the lines, with a margin: the threshold may lie outside."""
    return 0.4 * np.nanmin(values), 2.5 * np.nanmax(values)


def _within(inverse):
    """Theta^-1 as drawn; NaN where there is none."""
    return np.where(np.isfinite(inverse), np.clip(inverse, _FEWEST, _MOST), np.nan)


def _members(f, state):
    """The points of a state that are drawn: all, or an even choice."""
    members = np.flatnonzero(f.kind == state)
    most = max(2, min(_DOTS, _VERTICES // (6 * len(f))))
    if members.size <= most:
        return members
    return members[np.linspace(0, members.size - 1, most).round().astype(int)]


def _kind(f, clock, times, values, state):
    """The middle half of the points of a state over the iterations so far, its median, and every
    point as it is in this frame."""
    here = f.kind == state
    if not here.any():
        return
    label, tone, dash, symbol = _STYLES[state]
    name = f"{label} at the optimum"
    if len(times) > 1:
        turn = f.round[f.first]
        x, upto = _parted(clock.at(times), turn), _ends(turn)[f.shows]
        low, middle, high = (_parted(q, turn) for q in quartiles(values[:, here]))
        x, low, middle, high = (prefix(column, upto) for column in (x, low, middle, high))
        yield Band(x, low, high, fill=0.22, label=f"the middle half of those {label}", tone=tone)
        yield Curve(x, middle, dash=dash, width=2.2, label=name, tone=tone)
    members = _members(f, state)
    shown = values[f.shows][:, members]
    place = np.broadcast_to(clock.at(times)[f.shows][:, None], shown.shape)
    yield Points(row(place), row(shown), symbol=symbol, size=7.0, label=name, tone=tone)


def quartiles(values: np.ndarray) -> np.ndarray:
    """(low, middle, high) (R,) of the middle half of the values (R, m) that are known, by their
    logarithms; NaN where all are unknown."""
    powers = np.log10(values)
    found = np.full((3, len(powers)), np.nan)
    known = np.isfinite(powers).any(axis=1)
    found[:, known] = _quarters(powers[known])
    return 10.0**found


def _quarters(values):
    """`np.nanquantile(values, (0.25, 0.5, 0.75), axis=1)` of values (R, m), which takes the rows
    one by one; each must have a number."""
    ordered = np.sort(values, axis=1)  # NaN comes last
    last = (~np.isnan(values)).sum(axis=1) - 1
    place = np.array([[0.25], [0.5], [0.75]]) * last
    below = np.floor(place).astype(int)
    rows, share = np.arange(len(values)), place - below
    low, high = ordered[rows, below], ordered[rows, np.minimum(below + 1, last)]
    return np.where(share < 0.5, low + (high - low) * share, high - (high - low) * (1.0 - share))


def _parted(column, turn):
    """A column (R,) with NaN where another round begins: no line joins two problems."""
    return np.insert(np.asarray(column, dtype=float), _starts(turn), np.nan)


def _starts(turn):
    """The rows with which further rounds begin."""
    return np.flatnonzero(np.diff(turn)) + 1


def _ends(turn):
    """Where each row (R,) is among those of `_parted`."""
    return np.arange(len(turn)) + np.searchsorted(_starts(turn), np.arange(len(turn)), "right")


def _stayed(f, clock, times):
    """The median of each state in the run where all variables stay free."""
    if f.chosen is None:
        return
    at = min(f.chosen, len(times) - 1)
    if at == len(times) - 1:
        return
    inverse = _within(f.whole.snapshots["theta_inv"][at:])
    for state, (_, tone, _, _) in _STYLES.items():
        if (f.kind == state).any():
            yield Lines(clock.at(times[at:]), quartiles(inverse[:, f.kind == state])[1], tone=tone,
                        dash="dot", opacity=0.6, width=1.3, label="had all stayed free",
                        future=True)  # fmt: skip


def _rounds(f, clock, low, ceiling):
    """When points are selected and how many they are, and when further rounds begin."""
    trace = f.run.trace
    if f.chosen is None:
        return
    times, selected = clock_of(f, trace), trace.snapshots["selected"]
    turn = trace.snapshots["round"]
    rows = [f.chosen, *(r for r in _starts(turn) if turn[r] > 1)]
    style: dict[str, Any] = {"tone": "now", "width": 1.5, "future": True}
    for k, r in enumerate(rows):
        x, count = [clock.at(times[r])], int(selected[r].sum())
        what = f"round {int(turn[r])}" if k else "the selection"
        label = f"{what}: {count} of {f.n}"
        yield Segments(x, [low], x, [ceiling], dash="dot" if k else "dash", label=label, **style)
        if k < _NAMED:
            late = clock.share(times[r]) > 0.6
            words = f"{what}: {count} free" if k else f"{count} of {f.n} kept"
            yield Text(x, [ceiling], (words,), tone="now", future=True,
                       anchor="left" if late else "right")  # fmt: skip


def _theta(f):
    return f"θ√μ with θ = {figure(f.run.settings['theta'])}"


def _threshold(f, clock, times):
    turn = f.round[f.first]
    level = np.clip(f.threshold[f.first], _FEWEST, _MOST)
    upto = _ends(turn)[f.shows]
    return Curve(prefix(_parted(clock.at(times), turn), upto), prefix(_parted(level, turn), upto),
                 tone="ink", dash="dashdot", width=1.5, label=_theta(f))  # fmt: skip


def _stops(f, clock, times, values):
    """Where variables cease to be free."""
    places, upto, fixed = [(np.nan, np.nan)], np.zeros(len(values), dtype=int), f.fixed[f.first]
    for r in range(1, len(values)):
        last = np.where(np.isfinite(values[r]), values[r], values[r - 1])
        new = fixed[r] & ~fixed[r - 1]
        places += [(float(clock.at(times[r])), v) for v in last[new]]
        upto[r] = len(places) - 1
    x, y = (prefix(column, upto[f.shows]) for column in zip(*places, strict=True))
    return Points(x, y, symbol="x", tone="muted", size=6.0, label="no longer free")


def held(f: Frames) -> Panel:
    """The points with the boundary, a ring around the selected ones."""
    X = f.case.cloud.X
    panel = plane(f) if X.shape[1] == 2 else space(f)
    point = np.nonzero(f.selected)[1]
    offsets = np.concatenate([[0], np.cumsum(f.selected.sum(axis=1))])
    ringed = [ragged(column[point], offsets) for column in X.T]
    rings = Points(*ringed, symbol="circle-open", tone="rival3", size=15.0, label="kept")
    return replace(
        panel,
        title="Points, ringed while kept, and h = 0",
        marks=[*panel.marks, rings],
        legend=SHORT_KEY | {"kept": "kept"},
    )


def answer(f: Frames) -> Panel:
    """Every x_i and its optimum, sorted by that."""
    order = np.lexsort((f.y, f.best))
    place = np.arange(1.0, f.n + 1.0)
    top = max(f.top, float(f.best.max()))
    x, fixed, wrong = (a[:, order] for a in (f.settled, f.fixed, f.wrong))
    tall = np.minimum(x, 1.05 * top)
    words = tuple(map(_size, f))

    def some(where, symbol, tone, size, label):
        return Points(place, row(np.where(where, tall, np.nan)), symbol=symbol, tone=tone,
                      size=size, label=label)  # fmt: skip

    marks = [
        Path(
            place,
            f.best[order],
            tone="good",
            width=2.5,
            ghost=False,
            label="the optimum",
            future=True,
        ),
        some(~fixed, "circle", "rival2", 7.0, "xᵢ, free"),
        some(fixed & ~wrong, "x", "muted", 7.0, "xᵢ, no longer free"),
        some(wrong, "x", "rival1", 10.0, "xᵢ, no longer free, and wrong"),
        Text([1.0], [1.16 * top], words, tone="ink", per_frame=True),
    ]
    return Panel(
        "Each xᵢ and its optimum",
        marks,
        Axis("points, sorted by their optimum", range=(0.0, f.n + 1.0)),
        Axis("xᵢ", range=(-0.06 * top, 1.26 * top)),
        key="answer",
        subtitle="higher: at the edge" if x.max() > 1.05 * top else "",
        legend={
            "the optimum": "the optimum",
            "xᵢ, free": "free",
            "xᵢ, no longer free": "not free",
            "xᵢ, no longer free, and wrong": "and wrong",
        },
    )


def _size(frame):
    """How large the problem is, and how many of the others are wrong."""
    if not frame.fixed.any():
        return f"{frame.counts} variables: all"
    wrong = int(frame.wrong.sum())
    rest = f"{wrong} others wrong" if wrong else "the others right"
    return f"{frame.counts} of {frame.n}; {rest}"


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    return asked(f.run.settings, _direction(f), _held(f), _cost(f))


def _held(f):
    """In the frame before the selection: how many variables it selects."""
    k = int(f.selected.any(axis=1).argmax())
    if k < 1:  # never, or at once
        return None
    # Not that frame's own count: it may show a later round already.
    held = int(f.run.trace.snapshots["selected"][f.chosen].sum())
    share, edges = held / f.n, np.array([0.25, 0.5])
    if np.any(np.abs(share - edges) * f.n < 0.5):
        return None
    free = int(np.count_nonzero(f.kind == FREE))
    return Question(
        k - 1,
        f"The next step keeps the variables that look free, and fixes all others. How many of the "
        f"{f.n} will it keep?",
        ("less than a quarter", "between a quarter and a half", "more than a half"),
        int((share > edges).sum()),
        f"It keeps {held}; free at the end: {free}. What remains to be factored is that small.",
        "kept",
        ("split", "points", "answer"),
    )


def _direction(f):
    """What becomes of Theta^-1 of the points that end alike."""
    inverse = f.whole.snapshots["theta_inv"]
    kind = drawn(f.run.settings, "end", np.unique(f.kind))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.median(inverse[-1, f.kind == kind] / inverse[0, f.kind == kind])
    if len(inverse) < 4 or not (ratio > _CLEAR or ratio < 1.0 / _CLEAR):
        return None
    where, why = _ENDS[int(kind)]
    ends = "grows" if ratio > 1.0 else "shrinks"
    return Question(
        0,
        f"Some x end {where}. If all variables stay free, what happens to their "
        "Θ⁻¹ = xw / (xu + wt) as μ falls?",
        ("it grows", "it shrinks", "it keeps its size"),
        0 if ratio > 1.0 else 1,
        f"{why} {ends}: here by a factor of {rough(ratio)} in the median.",
        "direction",
        ("split",),
    )


def _cost(f):
    """In the frame before the selection as printed: does the whole problem get solved?"""
    result, picked = f.run.result, f.selected.any(axis=1)
    if not f.printed or not picked.any() or not 1 <= picked.argmax() < len(f) - 1:
        return None
    solved = result.status == "converged"
    dropped = int((f.wrong[-1] & (f.kind == BOUNDED)).sum())
    return Question(
        int(picked.argmax()) - 1,
        "Algorithm 6 is about to keep a few points and to count every other as 0. Where will the "
        "certified gap of the whole problem be at the end?",
        ("within the tolerance", "above the tolerance"),
        0 if solved else 1,
        f"It ends at {bound(result.certificate.gap)}. "
        + (
            f"{count(dropped, 'point')} at 0 should be at C: a part of y'x = 0 and of the sum that "
            "makes the machine is missing."
            if dropped
            else "No point at 0 should be at C."
        ),
        "cost",
        ("split", "points", "answer", "gap"),
    )


PANELS = {"split": split, "points": held, "answer": answer, "gap": lambda f: gaps_panel(f, f.long)}
scene = scene_of(
    frames,
    PANELS,
    WORDS,
    Layout("split", ("points", "gap"), ("answer",)),
    questions,
    lambda f: {
        "kept": [f"{held} of {f.n}" for held in f.counts],
        **readout(f.run.result, f.row_shown, TOL, "q", "bound"),
    },
)


EXPERIMENT = Experiment(
    "identification",
    "Which variables matter, seen during the run",
    "Can a method see early which points will be free support vectors?",
    with_primary(KNOBS, "C", "theta", "digits", "form"),
    solve,
    scene,
    previews=preview_points,
    measures=MEASURES,
    vary={"C": (0.1, 100.0, 5), "form": None},
    first='Play; then set "The others" to "dropped, as printed".',
    see=(
        "After a few steps some points are set aside and a small problem is solved; the "
        "certificate of all points says whether that was right."
    ),
)
