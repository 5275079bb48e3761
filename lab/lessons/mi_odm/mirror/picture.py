"""The mirror as a picture: the triangle of weights and its image under the mirror, where a step is
straight; the multipliers, and the proof, the steps' lengths or the bags."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import attrgetter

import numpy as np

from lab.checking.task import StepMethod, StudentSteps
from lab.drawing.gap_panel import GapCurve, gap_panel
from lab.drawing.geometry import axes, by_axis, grid, level_lines, window
from lab.drawing.text import falls, listed, readout, subscript, unsigned
from lab.experiment import Experiment, Run
from lab.lessons.mi_odm.mirror.model import (
    AVERAGE,
    BACK,
    BACK2,
    CORNERS,
    DUAL,
    DUAL2,
    END,
    KNOBS,
    MIDDLE,
    START,
    TOL,
    WHOLE,
    each,
    end_gaps,
    flat,
    frames,
    halves,
    hats,
    middles,
    multipliers,
    shows,
    solve,
    triangle_lines,
)
from lab.prediction import asked, landing, ringed
from lab.race.methods import STUDENT
from lab.scenes.frames import Frames
from lab.scenes.picture import picture
from solvers import bag_machine, drive_saddle, instance_values
from solvers.exchange import mirror_states
from widgets import (
    Arrows,
    Axis,
    Bars,
    Curve,
    Layout,
    Lines,
    Panel,
    Path,
    Points,
    Question,
    Scene,
    Segments,
    Text,
    prefix,
    row,
)
from widgets.knobs import with_primary
from widgets.marks import Mark
from widgets.words import Words, figure, point, say, value

#: No point before its projection is drawn farther out than this; a corner is at 1.
_FAR = 1.2
#: The dual plane reaches at most so many times as far as the slow frames; points beyond are drawn
#: on its rim.
_RIM = 4.0
#: The instances of the positive bag: corner k of the triangle is the assignment with x_k as key.
_NAMES = ("x₁", "x₂", "x₃")
#: Middles and half the side of the small pictures of the bag near the corners, and the share of
#: that half at which their outermost instance is.
_BESIDE = np.array([[-0.97, -0.1], [0.97, -0.1], [0.33, 1.02]])
_HALF, _REACH = 0.2, 0.82
_ASPECT = 1.75
#: The boundary of the machine is traced on so many places along each feature.
_GRID = 40
#: Weights from the first on count as used at the saddle point, those below the second as not.
_USED, _UNUSED = 1e-2, 1e-5
#: A weight that moves by less does not visibly move in the triangle.
_VISIBLE = 5e-3
#: Weights whose sum is nearer to 1 sum to 1.
_ROUNDING = 1e-9
#: The methods whose average has weights; the others move it by a share.
_WEIGHTED = ("plain", "single")


def _arrow_of(frame):
    """The step in the dual: a straight shift of log v."""
    shift, again = frame.part.shift, frame.stage == DUAL2
    if not shift.any():
        none = "the gradient is 0" if frame.part.drawn is None else "the drawn entry is 0"
        return f"{'The second' if again else 'In the mirror the'} arrow has no length: {none}"
    turn = shift - shift.mean()
    i = int(np.argmax(np.abs(turn)))
    arrow = "A second straight arrow leaves the same" if again else (
        "In the mirror a straight arrow leaves the")  # fmt: skip
    return f"{arrow} centre, {'towards' if turn[i] > 0.0 else 'away from'} {_NAMES[i]}"


def _gradient(frame):
    """Along which gradient the step is taken."""
    part = frame.part
    if part.drawn is None:
        values = ", ".join(map(value, part.values))
        return f"gradient at {{here}}, η = {{eta}}: D = {values} with {', '.join(_NAMES)} as key"
    i, j = (_NAMES[k] for k in part.drawn)
    alone = ", so one entry moves alone" if part.shift.any() else ""
    return f"drawn at {{here}}, η = {{eta}}: {i} by its weight for u, {j} evenly for v{alone}"


def _back(frame):
    """Back through the mirror map: v̂ is positive, but need not sum to 1."""
    part = frame.part
    below, worst = np.count_nonzero(part.hat_u < 0.0), int(np.argmin(part.hat_u))
    most = f", {{name}} = {{worst}}{' most' * int(below > 1)}" if below else ""
    if _on(part):
        text, total = "The square stays on the triangle", "1"
    else:
        text = "Back from the mirror the arrow ends at the square, off the triangle"
        total = "{total:≠one}, not 1"
    return say(
        text + " — v̂ = v exp(−η∂G/b) = {hat} sums to " + total
        + "; {below} of {all} entries of û {are} below 0" + most + ".",
        hat=part.hat_v, total=part.hat_v.sum(), one=1.0, below=str(below),
        all=str(part.hat_u.size), are="is" if below == 1 else "are",
        name=_hat(names(frame.run.problem.omega.size)[worst]), worst=part.hat_u[worst],
    )  # fmt: skip


def _hat(name):
    """ "ζ̂₁" for "ζ₁"."""
    return f"{name[0]}̂{name[1:]}"


def _on(part):
    """Whether v̂ sums to 1, so that only u has to be projected."""
    return abs(part.hat_v.sum() - 1.0) <= _ROUNDING


def _project(frame):
    """The projection: divide v by its sum, cut u at 0."""
    part = frame.part
    rule = "max(û, 0), then shortened to the ball of radius B" if _cut(part) else "u = max(û, 0)"
    text = (
        "The square is on the triangle already, {to} — v = v̂ = {new} sums to 1; "
        if _on(part)
        else "The square is projected onto the triangle, to {to} — v̂ {old} → v {new}, divided by "
        "its sum; "
    )
    to = "the middle point y" if frame.stage == MIDDLE else "the new centre w"
    return say(text + rule + ".", to=to + subscript(frame.row), old=part.hat_v, new=part.new_v)


def _whole(frame):
    """A whole iteration: the weight that moved most."""
    change = frame.end - frame.start
    i = int(np.argmax(np.abs(change)))
    text = f"moves {'towards' if change[i] > 0.0 else 'away from'} {_NAMES[i]}"
    moved = " stays {new}" if change[i] == 0.0 else ": {old:≠new} → {new:≠old}"
    return say(
        "The centre {text} — v{i}" + moved + "; best gap of the average {gaps}; last iterate "
        "{last_gap:bound}{unsafe}.",
        frame, text="hardly moves" if abs(change[i]) < _VISIBLE else text, i=subscript(i + 1),
        old=frame.start[i], new=frame.end[i], gaps=_gaps(frame), unsafe=_unsafe(frame),
    )  # fmt: skip


def _gaps(frame):
    return falls(frame.before.gap, frame.gap)


def _unsafe(frame):
    """Why there is no guarantee for this step."""
    ratio = frame.taken.ratio
    if not ratio > 1.0:
        return ""
    return say(
        "; the step is too long: η⟨g(y) − g(w), y − w⁺⟩ is {ratio:.2≠one} times V(w; y) + "
        "V(y; w⁺)", ratio=ratio, one=1.0,
    )  # fmt: skip


def _ending(frame):
    """What the run proved."""
    if frame.run.result.status == "converged":
        return (
            "Proved to a relative gap of {tolerance:rough}, by the best halves: v̄ = {average}, "
            "v* = {best}."
        )
    first, last = end_gaps(frame.table)
    if last <= 2.0 * first:
        return "Not proved yet: v̄ = {average}, v* = {best}."
    if _cut(frame.taken.last):
        mend = "the second step cannot correct the first, and " * (not frame.single)
        return f"It diverges: {mend}u runs to the rim of its ball; shorten the step."
    text = falls(first, last)
    return f"The last iterate is further off than the first ({text}); shorten the step."


def _two(frame):
    """What the second step would have changed."""
    prox = frame.run.extra.get("prox")
    if prox is None:
        return ""
    first, last = end_gaps(frame.table)
    bends = (
        " Where G is bilinear one step spirals outwards; here K(c) bends it in u, which damps the "
        "turning."
    )
    return say(
        " Mirror prox, with two evaluations a step, ended with {gap:bound}."
        + ("" if last > first else bends),
        gap=unsigned(prox.trace.gap, prox.certificate.scale)[-1],
    )


def _cut(part):
    """Whether u was shortened to its ball."""
    return np.linalg.norm(np.maximum(part.hat_u, 0.0)) > np.linalg.norm(part.new_u) * (1.0 + 1e-9)


_DUAL_STEP = "{arrow} — log v moves by −η∂G/b = {shift}; {gradient}."
#: What a frame of each stage says: the sub-step, what it moved, old and new, and why.
_STAGES = {
    START: "The point starts in the middle: x₁, x₂ and x₃ weigh the same as keys — v = {w}, u = "
    "{factor} u₀; gap {gap:bound}.",
    DUAL: _DUAL_STEP,
    BACK: "{back}",
    MIDDLE: "{project}",
    DUAL2: _DUAL_STEP,
    BACK2: "{back}",
    END: "{project}",
    AVERAGE: "The average follows the steps — v̄ {average_before} → {average}, with {rule}; best "
    "gap {gaps}.",
    WHOLE: "{whole}",
}
WORDS = Words(
    caption=lambda frame: "{sub_step}" + "\n{ending}{two}" * frame.last,
    sub_step=lambda frame: _STAGES[frame.stage],
    factor=lambda frame: value(frame.run.settings["start"], 2),
    arrow=_arrow_of,
    shift=lambda frame: point(frame.part.shift),
    gradient=_gradient,
    here=lambda frame: (
        f"the middle point y{subscript(frame.row)}" if frame.stage == DUAL2 else "the centre"
    ),
    eta=lambda frame: figure(frame.taken.eta),
    back=_back,
    project=_project,
    rule=lambda frame: "weights ηₜt" if frame.method in _WEIGHTED else "share 2 ÷ (t + 1)",
    gaps=_gaps,
    whole=_whole,
    ending=_ending,
    two=_two,
)


def triangle_panel(f: Frames) -> Panel:
    """Weights on three assignments: the walk, the average, and the sub-step of the frame."""
    place = place_of(f)
    first, second, projected, averaged = _primal_arrows(f)
    rim = place(np.eye(3)[[0, 1, 2, 0]])
    marks = [
        Path(*rim, tone="ink", width=1.5, ghost=False, label="all weights"),
        *_ground(f, place),
        replace(_path(f, place, "centre_v", f.centre, "main", "solid", "centre w"), follow=True),
        _path(f, place, "v", f.done, "rival2", "dash", "average"),
        _arrow(place, first, "now", "dash", "first prox step"),
        _arrow(place, second, "now", "solid", "second prox step"),
        _arrow(place, projected, "rival3", "solid", "projection"),
        _arrow(place, averaged, "rival2", "solid", "average moves"),
        _spot(place, hats(f), "now", "square-open", 9.0, "v̂, before the projection"),
        _spot(place, middles(f), "now", "diamond", 9.0, "middle point y"),
        _spot(place, f.w, "main", "circle", 9.0, "centre w"),
        _spot(place, f.average, "rival2", "square", 7.0, "average"),
        *_labels(f, place),
        replace(_spot(place, f.star, "good", "diamond-open", 13.0, "v*"), future=True),
    ]
    return Panel(
        "Weights of three instances as the key",
        marks,
        *(_FLAT if f.flat else _SPACE),
        equal=f.flat,
        legend={
            "centre w": "centre w",
            "average": "average",
            "max over u of G(u, v)": "max G",
            "v*": "v*",
        },
    )


#: The ranges of the flat triangle's axes.
FLAT_BOX = ((-1.2, 1.2), (-0.72, 1.26))
_FLAT = axes(("", ""), FLAT_BOX, ticks=((), ()))
#: In space the corners' names are outside the triangle, and points are pulled in to the end.
_SPACE_END = 1.1
_SPACE = tuple(Axis(f"v{subscript(k + 1)}", range=(-0.1, _SPACE_END)) for k in range(3))


def _pulled(at, far, most):
    """Drawn coordinates of points (..., d), pulled in where they are `far` (..., 1) out."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return tuple(np.moveaxis(np.where(far > most, at * (most / far), at), -1, 0))


def _flat(weights):
    """Drawn coordinates of weights (..., 3), pulled in where they are far out: half as far below
    the triangle, where there is half the space."""
    at = flat(weights)
    far = np.maximum(np.linalg.norm(at, axis=-1, keepdims=True), -2.0 * at[..., 1:])
    return _pulled(at, far, _FAR)


def _space(weights):
    return _pulled(weights, np.max(weights, axis=-1, keepdims=True), _SPACE_END)


def place_of(f: Frames) -> Callable[[np.ndarray], tuple[np.ndarray, ...]]:
    """weights (..., 3) -> drawn coordinates, in the plane or in space."""
    return _flat if f.flat else _space


def _ground(f, place):
    """Level lines of the upper half over the triangle, and the corners' names."""
    lines = triangle_lines(f.run.extra["ground"])
    yield Lines(*place(lines), tone="muted", width=1.0, opacity=0.6,
                label="max over u of G(u, v)")  # fmt: skip
    out = 1.13 * np.eye(3) - 0.13 / 3.0
    yield Text(**by_axis(place(out)), text=_NAMES, tone="ink", anchor="center")
    if f.flat:
        yield from _small_bags(f)


def _small_bags(f):
    """The instances in small near each corner: of the positive bag the key is filled there."""
    problem = f.run.problem
    small = problem.points - 0.5 * (problem.points.min(axis=0) + problem.points.max(axis=0))
    small *= _REACH * _HALF / np.abs(small).max()
    bag = small[problem.first[0] :][:3]
    edge = _HALF * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1], [np.nan, np.nan]])
    yield Lines(*(_BESIDE[:, None] + edge).reshape(-1, 2).T, tone="faint", width=1.0,
                label="the bag, with the key of this corner")  # fmt: skip
    minus = _BESIDE[:, None] + small[problem.negative]
    others = np.array([beside + np.delete(bag, k, axis=0) for k, beside in enumerate(_BESIDE)])
    yield Points(*minus.reshape(-1, 2).T, tone="rival1", symbol="square", size=3.0,
                 label="negative instances")  # fmt: skip
    yield Points(*others.reshape(-1, 2).T, symbol="circle-open", size=6.0, width=1.5,
                 label="not the key here")  # fmt: skip
    yield Points(*(_BESIDE + bag).T, size=9.0, texts=_NAMES, label="the key here")


def _path(f, place, name, upto, tone, dash, label):
    at = place(f.run.trace.snapshots[name][: upto[-1] + 1])
    fields = (prefix(a, upto) for a in at)
    return Path(*fields, tone=tone, dash=dash, width=2.0, ghost=False, label=label)


def _spot(place, weights, tone, symbol, size, label):
    return Points(*(row(a) for a in place(weights)), tone=tone, symbol=symbol, size=size,
                  label=label)  # fmt: skip


def _arrow(place, ends, tone, dash, label):
    start, end = (map(row, place(at)) for at in ends)
    return Arrows(**by_axis(start, "0"), **by_axis(end, "1"), tone=tone, dash=dash, label=label)


def _labels(f, place):
    """Names of the points of the slow frames."""
    slow = ((f.stage > START) & (f.stage < AVERAGE))[:, None]
    for at, letter, numbers, tone, anchor in (
        (np.where(slow, f.w, np.nan), "w", f.centre, "main", "below"),
        (np.where(slow, middles(f), np.nan), "y", f.row, "now", "above"),
        (hats(f), "v̂", None, "now", "below"),
    ):
        lows = [""] * len(f) if numbers is None else map(subscript, numbers)
        there = np.isfinite(at[:, 0])
        text = tuple((letter + low) * bool(t) for low, t in zip(lows, there, strict=True))
        yield Text(**by_axis(map(row, place(at))), text=text, tone=tone, anchor=anchor,
                   per_frame=True)  # fmt: skip


def _drawn(there, start, end):
    """Ends (2, T, 3) of an arrow in the frames where it is `there` (T, 1)."""
    return np.where(there, [start, end], np.nan)


def _primal_arrows(f):
    """Ends (2, T, 3) of the arrows of each frame: first and second step, projection, average."""
    stage, v = f.stage[:, None], f.run.trace.snapshots["v"]
    hat, ends = hats(f), shows(f, END)
    short = shows(f, BACK, MIDDLE) | (ends & f.single)
    second = (shows(f, BACK2, AVERAGE, WHOLE) | ends) & (not f.single)
    whole = shows(f, AVERAGE, WHOLE)
    return (
        _drawn(stage >= BACK, f.start, np.where(short, hat, f.middle)),
        _drawn(second, f.start, np.where(whole, f.end, hat)),
        _drawn(shows(f, MIDDLE) | ends, hat, np.where(ends, f.end, f.middle)),
        _drawn(whole, v[np.maximum(f.row - 1, 0)], v[f.row]),
    )


def dual_panel(f: Frames) -> Panel:
    """The mirror image: logarithms of the weights, where a step is a straight line."""
    first, second = _dual_arrows(f)
    slow = (f.stage > START) & (f.stage < WHOLE)
    slow = slow if slow.any() else f.stage > START
    reach = max(_reach(first[:, slow], second[:, slow]), 0.2)
    centres = _logs(f.run.trace.snapshots["centre_v"][: f.centre[-1] + 1])
    whole = _reach(centres)
    rim = min(1.1 * max(whole, reach), _RIM * reach)

    def place(logs):
        at = flat(logs)
        return _pulled(at, np.linalg.norm(at, axis=-1, keepdims=True), rim)

    walk = (prefix(a, f.centre) for a in place(centres))
    marks = [
        *_rays(rim),
        Path(*walk, label="centre w", ghost=False, follow=True),
        _arrow(place, first, "now", "dash", "first: along the gradient at the centre"),
        _arrow(place, second, "now", "solid", "second: along the gradient at the middle point"),
        _spot(place, _logs(middles(f)), "now", "diamond", 9.0, "middle point y"),
        _spot(place, centres[f.centre], "main", "circle", 9.0, "centre w"),
        replace(_spot(place, _logs(f.star), "good", "diamond-open", 13.0, "v*"), future=True),
    ]
    beyond = "; beyond: on the rim" if max(whole, _reach(_logs(f.best))) > rim else ""
    return Panel(
        "The mirror: logarithms of the weights",
        marks,
        *axes(("", ""), rim * np.array([(-1.3, 1.3), (-1.06, 1.22)]), ticks=((), ())),
        equal=True,
        subtitle=f"log v, viewed along (1, 1, 1){beyond}",
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
    x, y = (1.13 * ends).T
    yield Text(x, y, _NAMES, tone="ink", anchor="center")


def _dual_arrows(f):
    """Ends (2, T, 3), in logarithms, of the first and the second step."""
    start, stage = _logs(f.start), f.stage[:, None]
    for name, there in (("first", stage > START), ("second", (stage >= DUAL2) & (not f.single))):
        shift = each(f, there, attrgetter(f"taken.{name}.shift"))
        yield _drawn(there, start, start + shift)


def names(N: int) -> tuple[str, ...]:
    """ "ζ₁", ..., "β₁", ..."""
    return tuple(f"{letter}{subscript(i + 1)}" for letter in "ζβ" for i in range(N))


def multipliers_panel(f: Frames) -> Panel:
    """u as bars; what the step pushed below zero is hatched until the projection."""
    u, best, x = multipliers(f), f.saddle.x, np.arange(float(f.saddle.x.size))
    high = 1.12 * float(max(u.max(), best.max()))
    return Panel(
        "Multipliers u, the other half of the point",
        [
            Bars(x, row(u), klass=row((u < 0.0).astype(float)), names=("u", "below 0"), label="u",
                 legend=True),
            Segments(x - 0.42, best, x + 0.42, best, tone="good", width=2.5,
                     label="u* at the saddle", future=True),
        ],
        Axis(ticks=(x, names(x.size // 2))),
        Axis("u", range=(min(1.25 * float(u.min()), -0.06 * high), high), zero=True),
        subtitle="ζ pulls a margin up, β down; 1: the bag",
        legend={"u* at the saddle": "u*"},
    )  # fmt: skip


def bags_panel(f: Frames) -> Panel:
    """The instances, those of the positive bag as large as the average weighs them, and the machine
    of the saddle point."""
    problem = f.run.problem
    plus = problem.points[problem.first[0] :][:3]
    box = window(problem.points, 0.22, _ASPECT)
    marks = [
        *_machine(f, box),
        Points(*problem.points[problem.negative].T, tone="rival1", symbol="square", size=8.0,
               label="negative instances"),
        Points(*plus.T, size=row(7.0 + 20.0 * f.average),
               label="positive bag, size: average weight"),
        Text(plus[:, 0], plus[:, 1] + 0.13 * np.ptp(box[1]), _NAMES, tone="main", anchor="center"),
    ]  # fmt: skip
    return Panel(
        "The bags, and the machine at the saddle",
        marks,
        *axes(("feature 1", "feature 2"), box),
        equal=True,
        subtitle="size: weight in the average",
    )


def _machine(f, box):
    """Where the averaged machine of the saddle point takes the values 0 and 1 - theta."""
    problem, saddle = f.run.problem, f.saddle
    a = bag_machine(problem, saddle.x, saddle.dual["v"], saddle.dual["assignments"])
    xlim, ylim = box
    x, y, points = grid(xlim, ylim, _GRID)
    f = instance_values(problem, a, points.reshape(-1, 2)).reshape(_GRID, _GRID)
    levels = {0.0: ("solid", "f = 0"), 1.0 - problem.theta: ("dot", "f = 1 − θ")}
    found = level_lines(x, y, f[None], levels)
    for level, (dash, words) in levels.items():
        (line,) = found[level]
        yield Lines(*line.T, tone="muted", dash=dash, width=1.5, label=words)


def proof_panel(f: Frames) -> Panel:
    """The gap of the average with its two halves, and that of the last iterate."""
    times = f.times(f.main).astype(float)
    upper, lower = halves(f)
    known, first = np.unique(f.done, return_index=True)
    finite = np.isfinite(f.last_gap[first])
    known, last = known[finite], f.last_gap[first][finite]
    curves = [
        GapCurve("half of u", "rival3", "dot", times, lower, f.done),
        GapCurve("half of v", "rival2", "dash", times, upper, f.done),
        GapCurve("last iterate", "rival1", "dashdot", times[known], last,
                 np.searchsorted(known, f.done)),
        GapCurve("average", "main", "solid", times, f.run.trace.gap, f.done, True),
    ]  # fmt: skip
    if f.single:
        prox = f.run.extra["prox"].trace
        at = np.searchsorted(prox.iteration, f.clock.values, side="right") - 1
        curves.insert(0, GapCurve("mirror prox, same step", "ink", "longdash",
                                  prox.iteration.astype(float), prox.gap, at))  # fmt: skip
    panel = gap_panel(curves, f.clock.values, f.limit, "iterations")
    return replace(panel, title="Proved distance from the saddle",
                   subtitle="the average's is its halves' sum")  # fmt: skip


def steps_panel(f: Frames) -> Panel:
    """Step sizes; those beyond the rule of safe steps are marked."""
    times, eta = f.times(f.main)[1:].astype(float), f.run.trace.snapshots["step"][1:]
    if not len(times):
        times, eta = np.zeros(1), np.ones(1)
    upto = np.maximum(f.row - 1, 0)
    marks: list[Mark] = [Curve(prefix(times, upto), prefix(eta, upto), label="step η", width=2.5)]
    unsafe = np.array([r for r, s in sorted(f.steps.items()) if s.ratio > 1.0], dtype=int)
    if unsafe.size:
        until = np.where(unsafe <= f.row[:, None], eta[unsafe - 1], np.nan)
        marks.append(Points(times[unsafe - 1], row(until), tone="rival1", symbol="x", size=7.0,
                            label="beyond the rule"))  # fmt: skip
    now = (row(values[upto][:, None]) for values in (times, eta))
    marks.append(Points(*now, tone="now", size=10.0, label="now"))
    last = max(float(times[-1]), 1.0)
    return Panel(
        "How far a step reaches",
        marks,
        Axis("iterations", range=(-0.02 * last, 1.05 * last)),
        Axis("step η", log=True, range=(0.5 * float(eta.min()), 2.0 * float(eta.max()))),
        subtitle=_RULES[f.run.settings["rule"] if f.method == "plain" else f.method],
    )


#: What is known of the steps of each method, and of the rules of the plain one.
_RULES = {
    "single": "held fixed: nothing says how long one step may be",
    "accelerated": "rises to a limit: ηₜ = factor · t ÷ 2(L + Mt)",
    "stochastic": "falls in the end: ηₜ = factor · t ÷ (5L + 3Mt + 0.3M t³ᐟ²)",
    "fixed": "held fixed; ×: longer than V(w; y) + V(y; w⁺) allows",
    "adaptive": "up by half, then halved until V(w; y) + V(y; w⁺) allows it",
    "guaranteed": "1 ÷ √2(M + L), from norms of the kernel matrices",
}


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    return asked(f.run.settings, _where(f), _projection(f), _aim(f))


def _aim(f):
    """Asked between two iterations, however many frames the next one has: where it leads."""
    if not f.flat or f.method == "stochastic":
        return None
    whole = np.flatnonzero(shows(f, START, AVERAGE, WHOLE))
    centre, *others = (np.column_stack(_flat(v[whole])) for v in (f.w, f.average, middles(f)))
    following = np.flatnonzero(np.diff(f.row[whole]) == 1)
    j, aim = landing(f.run.settings, "triangle", centre, FLAT_BOX, following, others)
    if j is None:
        return None
    end = f[whole[j + 1]]
    corner = _NAMES[int(np.argmin(end.taken.last.values))]
    return Question(
        int(whole[j]),
        "The centre w is in the ring. Where will it be after the next iteration?",
        why=f"At v = {point(end.w, 2)}: each weight is multiplied by exp(−ηD ÷ b) and all are "
        f"divided by their sum, and {corner} as key has the smallest D where the gradient is "
        "taken.",
        key="aim",
        hides=("dual", "multipliers"),
        aim=aim,
    )


def _where(f):
    """In which part of the triangle the saddle point lies."""
    unclear = (f.best > _UNUSED) & (f.best < _USED)
    solved = f.saddle.status == "converged" and not unclear.any()
    if f.method == "stochastic" or not solved or 1 not in f.steps:
        return None
    values = f.steps[1].first.values
    if np.ptp(np.sort(values)[:2]) < 1e-6 * np.abs(values).max():
        return None
    used = [_NAMES[i] for i in np.flatnonzero(f.best >= _USED)]
    least = _NAMES[int(np.argmin(values))]
    return Question(
        0,
        f"For this u, {least} as key has the smallest D, so v first leans towards that corner. "
        "Where does the saddle point lie?",
        ("in a corner", "on a side", "inside"),
        len(used) - 1,
        f"There {listed(used)} {'carries all' if len(used) == 1 else 'carry'} weight. Where "
        "several do, all of them have the same D: u has changed until none is worse than "
        "another.",
        "where",
        ("dual", "multipliers"),
    )


def _projection(f):
    """In the frame before a projection onto the simplex: which point it gives."""
    back = np.flatnonzero(f.stage == BACK)
    if not back.size:
        return None
    k, v = int(back[0]), f.part[back[0]].hat_v
    divided, straight = v / v.sum(), _nearest(v)
    among = np.array([divided, straight, np.eye(3)[np.argmax(v)]])
    places, corners = (np.column_stack(place_of(f)(at)) for at in (among, np.eye(3)))
    rings = ringed("triangle", places, corners)
    if rings is None:
        return None
    return Question(
        k,
        f"v̂ has the weights {listed(value(one) for one in v)}, and is off the simplex. Which of "
        "the ringed points of it comes next?",
        why=f"v̂ divided by its sum, {point(divided)}. The distance belongs to the mirror: for the "
        "entropy it is the Kullback-Leibler divergence, which takes no entry to 0; the nearest "
        f"point along a right angle would be {point(straight)}.",
        key="projection",
        rings=rings,
    )


def _nearest(v):
    """The point (n,) of the simplex that is nearest to v in the Euclidean distance."""
    v = v - v.max()  # it is that of v + c, too; next to 1e16 the sum of the simplex is rounding
    falling = np.sort(v)[::-1]
    shift = (np.cumsum(falling) - 1.0) / np.arange(1, v.size + 1)
    return np.maximum(v - shift[np.flatnonzero(falling > shift)[-1]], 0.0)


#: The panel that the knob "fourth" chooses, by its key.
_FOURTH = {"gap": proof_panel, "steps": steps_panel, "bags": bags_panel}


def scene(run: Run) -> Scene:
    """Triangle, dual, u, and the proof, the steps or the bags."""
    f, fourth = frames(run), run.settings["fourth"]
    step = run.trace.snapshots["step"]
    return picture(
        f,
        {
            "triangle": triangle_panel,
            "dual": dual_panel,
            "multipliers": multipliers_panel,
            fourth: _FOURTH[fourth],
        },
        WORDS,
        Layout("triangle", ("dual", "multipliers", fourth), twin=True),
        questions(f),
        {
            "η": step[np.maximum(f.row, min(1, len(step) - 1))],
            **readout(run.result, f.done, TOL, "upper", "lower"),
        },
    )


#: The snapshots of the centre, where both prox steps of an iteration begin.
_CENTRE = ("centre_u", "centre_v")


def _states(run, ask, step):
    """From the reference's centre, at its step sizes."""
    shown = run.trace.snapshots
    u, v = (shown[name][0] for name in _CENTRE)
    return mirror_states(run.problem, u, v, shown["step"], **{step: ask})


def _centres(run, f):
    """(u, v) of both centres (T, 2N + 3) at the frames."""

    def of(name, rows):
        return np.hstack([run.traces[name].snapshots[part][rows] for part in _CENTRE])

    rows = f.centre
    return of(run.main, rows), of(STUDENT, np.minimum(rows, len(run.traces[STUDENT]) - 1))


def _places(f, student):
    return {"triangle": np.column_stack(place_of(f)(student[:, -3:]))}


_PLAIN = {"method": ("plain",)}
STUDENT_STEPS = StudentSteps(
    {
        "mirror-simplex": StepMethod(partial(_states, step="step_v"), _PLAIN),
        "mirror-u": StepMethod(partial(_states, step="step_u"), _PLAIN),
    },
    frames,
    "triangle",
    iterates=_centres,
    places=_places,
    drive=lambda states, run, options: drive_saddle(states, run.problem, options),
)


EXPERIMENT = Experiment(
    name="mirror",
    title="Through the mirror and back",
    question="Why does a step never leave the triangle, and why does an iteration take two?",
    knobs=with_primary(KNOBS, "method", "rule", "factor", "start"),
    solve=solve,
    scene=scene,
    student_steps=STUDENT_STEPS,
    vary={"factor": (0.2, 16.0, 6), "method": ["plain", "accelerated"]},
    first="Step through the first seven frames.",
    see=(
        "A step is straight in the mirror and bends back into the triangle; each iteration takes "
        "two, both from the same point."
    ),
)
