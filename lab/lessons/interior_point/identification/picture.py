"""Scene `identification` as a picture: Θ⁻¹ over the iterations, the points kept, their answer, and
the proof."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lab.datasets.own_file import preview_points
from lab.drawing.gap_panel import clock_axis, round_limits_log, spread_labels
from lab.drawing.readout import readout
from lab.experiment import Experiment
from lab.lessons.interior_point.identification.model import KNOBS, clock_of, frames, solve
from lab.lessons.interior_point.support import BOUNDED, FREE, MEASURES, ZERO
from lab.lessons.interior_point.svm.model import TOL, name_of
from lab.lessons.interior_point.svm.picture import AXES, KEY, gaps_panel, plane
from lab.lessons.interior_point.svm_3d import space
from lab.prediction import asked, drawn
from lab.scenes.picture import picture
from widgets import (
    Axis,
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
from widgets.words import Words, apart, bound, figure, rough, say

#: state at the optimum -> name, tone, dash, symbol.
_STYLES = {
    FREE: ("free", "rival2", "solid", "circle"),
    BOUNDED: ("at C", "rival4", "dash", "triangle-up"),
    ZERO: ("zero", "muted", "dot", "circle-open"),
}
#: At most so many lines of each state, evenly chosen, and vertices of lines in all.
_LINES, _VERTICES = 40, 15_000
#: Theta^-1 is drawn between these.
_FEWEST, _MOST = 1e-9, 1e9
#: The least distance of two names, as a share of the height.
_MARGIN = 0.08
#: Theta^-1 grows or shrinks where it changes by more than this factor.
_CLEAR = 10.0
_ENDS = {
    ZERO: ("at 0", "At 0 it is x that goes to 0 while t stays, so that it"),
    FREE: ("between 0 and C", "Only where 0 < x < C do both t and u go to 0, so that it"),
    BOUNDED: ("at C", "At C the room w goes to 0 while u stays, so that it"),
}


def _start(frame):
    if len(frame.table) == 1:
        return (
            "Start: x = w = C = {C:4g} for every point — the optimum, once moved onto y'x = 0: "
            "nothing needs telling apart."
        )
    return say(
        "Start: x = w = C = {C:4g} for every point — and Θ⁻¹ = {all:rough}: nothing is told apart "
        "yet.", frame, all=frame.theta_inv[0],
    )  # fmt: skip


def _step(frame):
    """Which x_i moved most, old and new, by which rule; which are kept."""
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
    name = name_of(f, frame.mover, before.k, frame.k)
    digits = ", sigfig {sigfig:.2}" * (not frame.round)
    return f"{name}: {old} → {new} — {{rule}}; {{reach}}{digits}."


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
    reached, limit = float(shown["sigfig"][at]), float(f.run.settings["digits"])
    why = "sigfig {reached:.2≠limit} > {limit:.2≠reached}"
    if reached <= limit:
        why = "sigfig never passed {limit:.2≠reached}"
    return say(
        f"Selection: {{held}} of {{n}} are kept — {why}; {{above}} have Θ⁻¹ ≥ θ√μ = "
        f"{{level:rough}}; {rest}.",
        held=f.n - others, n=f.n, reached=reached, limit=limit, level=level, others=others,
        high=high, low=others - high, above=int((shown["theta_inv"][at] >= level).sum()),
    )  # fmt: skip


def _new_round(frame):
    freed = int((frame.selected & ~frame.before.selected).sum())
    if frame.round == 1 and frame.printed:
        return (
            "A new problem: the {counts} kept begin again at x = w = C — as if there were no "
            "others; Algorithm 5 solves it."
        )
    if freed:
        return (
            f"Round {{round}}: {freed} freed — their multipliers had the wrong sign where they "
            "were fixed; {counts} variables are free."
        )
    return (
        "Round {round}: a {counts} × {counts} matrix in place of {n} × {n} — Mehrotra's first "
        "step there; {reach}."
    )


def _ending(frame):
    if frame.run.result.status == "converged":
        return "Proved: the best q is within {proved:bound} of the optimum of all {n}."
    if frame.run.result.status == "small_change":
        return say(
            "The smaller problem is solved, the whole is not: q = {q} where {possible} is "
            "possible, proved within {proved:bound} only; {lost} points that belong at C stand at "
            "0.", frame, q=frame.run.trace.objective[-1],
            lost=int((frame.wrong & (frame.kind == BOUNDED)).sum()),
        )  # fmt: skip
    return f"Ended ({frame.run.result.status}): proved within {{proved:bound}} only."


WORDS = Words(
    start=_start,
    step=_step,
    ending=_ending,
    rule=_rule,
    reach="Θ⁻¹ reaches over {was:.2} → {spread:.2} powers of ten",
    was=lambda frame: say("{spread:.2}", frame.before),
    label=lambda frame: say("{label}", label=frame.method.label),
)


def split(f):
    """Theta^-1 of the points over the iterations, by their state at the optimum."""
    times = clock_of(f, f.run.trace)[f.row[f.first]]
    rest = clock_of(f, f.whole)
    clock = clock_axis(np.concatenate([times, rest]), log=f.long)
    values = _within(f.theta_inv[f.first])
    low, high = _range(values)
    ceiling = high * (high / low) ** _MARGIN
    marks = [*_stayed(f, clock, rest), *_selection(f, clock, low, ceiling)]
    marks.append(_threshold(f, clock, times))
    for state in _STYLES:
        marks += _lines(f, clock, times, values, state)
    marks += [_stops(f, clock, times, values), *_ends(f, clock, values)]
    title = "Θ⁻¹ splits: up for free points, down for the others"
    if f.printed and f.run.result.status != "converged":
        title = "Θ⁻¹ splits by the smaller problem's answer, a wrong one"
    return Panel(
        title,
        marks,
        clock.axis(AXES[f.run.settings["clock"]]),
        Axis("Θᵢ⁻¹", log=True, range=round_limits_log(low, ceiling * (high / low) ** _MARGIN)),
        key="split",
        subtitle="Θᵢ⁻¹ = xᵢwᵢ / (xᵢuᵢ + wᵢtᵢ), by what xᵢ* will be",
        legend=("no longer free", "had it stayed free"),
    )


def _range(values):
    """Of the lines, with room: the threshold may lie outside."""
    return 0.4 * np.nanmin(values), 2.5 * np.nanmax(values)


def _within(inverse):
    """Theta^-1 as drawn; NaN where there is none."""
    return np.where(np.isfinite(inverse), np.clip(inverse, _FEWEST, _MOST), np.nan)


def _members(f, state):
    """The points of a state that have a line: all, or an even choice."""
    return _evenly(np.flatnonzero(f.kind == state), _VERTICES // (9 * len(f.first)))


def _evenly(members, most):
    """At most `most` of the members, and no more than lines can be told apart."""
    margin = max(2, min(_LINES, most))
    if members.size <= margin:
        return members
    return members[np.linspace(0, members.size - 1, margin).round().astype(int)]


def _lines(f, clock, times, values, state):
    """What has been of each line, the last vertex marked."""
    members = _members(f, state)
    if not members.size:
        return
    label, tone, dash, symbol = _STYLES[state]
    shown, frame = values[:, members], f.shows
    x = np.broadcast_to(clock.at(times)[:, None], shown.shape)
    if len(times) > 1:
        # Row by row, so that a prefix holds all lines up to a row; NaN between two pieces.
        pieces = [_pieces(a) for a in (x, shown)]
        upto = np.maximum(3 * members.size * frame - 1, 0)
        yield Path(*(prefix(a, upto) for a in pieces), tone=tone, dash=dash, width=1.7,
                   opacity=0.75, label=f"{label} at the optimum")  # fmt: skip
    yield Points(row(x[frame]), row(shown[frame]), tone=tone, symbol=symbol, size=7.0,
                 label=f"{label} at the optimum")  # fmt: skip


def _pieces(a):
    """(R, m) -> the pieces from row to row of each column, (3 m (R - 1),)."""
    return np.stack([a[:-1], a[1:], np.full_like(a[1:], np.nan)], axis=2).ravel()


def _stayed(f, clock, times):
    """Theta^-1 of the points fixed at the selection, had they stayed."""
    if f.chosen is None:
        return
    at = min(f.chosen, len(times) - 1)
    gone = ~f.run.trace.snapshots["selected"][f.chosen]
    members = _evenly(np.flatnonzero(gone), _VERTICES // (2 * len(times)))
    if not members.size or at == len(times) - 1:
        return
    inverse = _within(f.whole.snapshots["theta_inv"][at:, members])
    bar = np.full((1, members.size), np.nan)
    y = np.vstack([inverse, bar]).T.ravel()
    x = np.tile(np.append(clock.at(times[at:]), np.nan), members.size)
    yield Lines(
        x, y, tone="muted", opacity=0.45, width=1.3, label="had it stayed free", future=True
    )


def _selection(f, clock, low, ceiling):
    """When, and how many are kept."""
    trace = f.run.trace
    if f.chosen is None:
        return
    times = clock_of(f, trace)
    held = int(trace.snapshots["selected"][f.chosen].sum())
    x = [clock.at(times[f.chosen])]
    yield Segments(x, [low], x, [ceiling], tone="now", dash="dash", width=1.5,
                   label=f"the selection: {held} of {f.n}", future=True)  # fmt: skip
    late = clock.share(times[f.chosen]) > 0.6
    yield Text(x, [ceiling], (f"{held} of {f.n} kept",), tone="now", future=True,
               anchor="left" if late else "right")  # fmt: skip


def _threshold(f, clock, times):
    level = np.clip(f.threshold[f.first], _FEWEST, _MOST)
    return Curve(prefix(clock.at(times), f.shows), prefix(level, f.shows),
                 tone="ink", dash="dashdot", width=2.0,
                 label=f"θ√μ with θ = {figure(f.run.settings['theta'])}")  # fmt: skip


def _stops(f, clock, times, values):
    """Where points ceased to be free."""
    places, upto, fixed = [(np.nan, np.nan)], np.zeros(len(values), dtype=int), f.fixed[f.first]
    for r in range(1, len(values)):
        last = np.where(np.isfinite(values[r]), values[r], values[r - 1])
        new = fixed[r] & ~fixed[r - 1]
        places += [(float(clock.at(times[r])), v) for v in last[new]]
        upto[r] = len(places) - 1
    x, y = (prefix(column, upto[f.shows]) for column in zip(*places, strict=True))
    return Points(x, y, symbol="x", tone="muted", size=6.0, label="no longer free")


def _ends(f, clock, values):
    """A name at the right end of each kind of line."""
    ends = {state: _last(values[:, f.kind == state]) for state in _STYLES}
    level, (low, high) = float(f.threshold[-1]), _range(values)
    named = [(_STYLES[s][0], _STYLES[s][1], end) for s, end in ends.items() if np.isfinite(end)]
    named += [("θ√μ", "ink", level)] if low <= level <= high else []
    powers = np.log10([end for *_, end in named])
    margin = _MARGIN * (np.log10(np.nanmax(values)) - np.log10(np.nanmin(values)) + 1.0)
    placed = spread_labels(np.zeros(len(named)), powers, 1.0, margin, np.log10(high))
    x = [clock.beside(clock.place(1.0))]
    for (label, tone, _), y in zip(named, placed, strict=True):
        yield Text(x, [10.0**y], (label,), tone=tone, future=True)


def _last(values):
    """The median of the last values (R, m) that are known, on a log scale."""
    known = values[np.isfinite(values).any(axis=1)] if values.size else values
    return float(10.0 ** np.nanmedian(np.log10(known[-1]))) if known.size else np.nan


def held(f):
    """The points with the boundary, a ring around those kept."""
    X = f.case.cloud.X
    panel = plane(f) if X.shape[1] == 2 else space(f)
    point = np.nonzero(f.selected)[1]
    offsets = np.concatenate([[0], np.cumsum(f.selected.sum(axis=1))])
    ringed = [ragged(column[point], offsets) for column in X.T]
    rings = Points(*ringed, symbol="circle-open", tone="rival3", size=15.0, label="kept")
    return replace(
        panel,
        title="Who is kept? Those near the boundary",
        marks=[*panel.marks, rings],
        legend=KEY | {"kept": "kept"},
    )


def answer(f):
    """Every x_i beside its optimum, sorted by that."""
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
        "Has the smaller problem the right answer?",
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


def questions(f):
    """Predict, then see."""
    return asked(f.run.settings, _direction(f), _held(f), _cost(f))


def _held(f):
    """In the frame before the selection: how many variables it keeps."""
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
        f"It keeps {held}; in the end {free} are free. What remains to be factored is that small.",
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
            f"{dropped} points that belong at C stand at 0: they are missing from y'x = 0 and from "
            "the sum that makes the machine."
            if dropped
            else "No point that belongs at C stands at 0."
        ),
        "cost",
        ("split", "points", "answer", "gap"),
    )


PANELS = {"split": split, "points": held, "answer": answer, "gap": lambda f: gaps_panel(f, f.long)}
_LAYOUT = Layout("split", ("points", "gap"), ("answer",))


def scene(run):
    """Theta^-1, the points kept, their answer, the proof."""
    f = frames(run)
    shown = {"kept": [f"{held} of {f.n}" for held in f.counts]}
    shown |= readout(run.result, f.row_shown, TOL, "q", "bound")
    return picture(f, PANELS, WORDS, _LAYOUT, questions(f), shown)


EXPERIMENT = Experiment(
    "identification",
    "Which variables matter, seen on the way",
    "Can a method see early which points will be free support vectors?",
    with_primary(KNOBS, "C", "theta", "digits", "form"),
    solve,
    scene,
    previews=preview_points,
    measures=MEASURES,
    vary={"C": (0.1, 100.0, 5), "form": None},
)
