"""Scene `margins` as a picture: the points and the band, the distribution of margins and that
of the rivals, and the direction of w over θ or the proof."""

from __future__ import annotations

import numpy as np

from lab.checking.comparing import STYLE
from lab.checking.task import StepMethod, StudentSteps
from lab.drawing.gap_panel import GapCurve, gap_panel
from lab.drawing.geometry import axes, by_axis, round_limits
from lab.drawing.text import listed, readout
from lab.experiment import Experiment
from lab.lessons.mi_odm.common import (
    KEY,
    as_row,
    band_levels,
    histogram,
    spoken_frames,
    steps,
    straight,
    straight_levels,
    summary,
)
from lab.lessons.mi_odm.margins.model import (
    KNOBS,
    MAIN,
    RIVALS,
    TOL,
    angle,
    edit,
    frames,
    label_of,
    margins_of,
    rival_margins,
    rival_moved,
    solve,
    tools,
    weights,
)
from lab.prediction import asked, pace
from lab.scenes.frames import Frames
from lab.scenes.picture import scene_of
from lab.scenes.words import ended
from solvers.exchange import pair_states, sweep_orders
from widgets import (
    Axis,
    Band,
    Bars,
    Curve,
    Layout,
    Panel,
    Points,
    Question,
    Segments,
    Text,
    row,
    static,
)
from widgets.knobs import with_primary
from widgets.words import Words, apart, say, value

_BINS = 26
#: A margin below this share of the largest may be 0.
_CLEAR = 0.01
_POSITIONS = (
    "One point is far from the others of its class. Which machine will put it on its proper side?"
)
_WALKS = (
    "One point will go from the middle of its class to the other one, and every machine is trained "
    "anew at each place. Which machine will put it on its proper side in the end?"
)


def _pull(frame):
    """The multiplier that moved most, and where its point is in the band."""
    i = int(np.argmax(np.abs(frame.s - frame.before.s)))
    name = "the outlier" if i == frame.stray else f"point {i}"
    return say(
        "{name} moved most, s {old:≠new} → {new:≠old}, as its margin {where}",
        name=name, old=frame.before.s[i], new=frame.s[i], where=_where(frame, i),
    )  # fmt: skip


def _where(frame, i):
    """Where the margin of point `i` is relative to the band, in the units of the picture."""
    m, low, high = frame.margins[i], frame.low, frame.high
    if low <= m <= high:
        return "{1} lies between {0} and {2}".format(*apart(low, m, high))
    if m < low:
        return "{} falls short of {}, the band's edge".format(*apart(m, low))
    return "{} exceeds {}, the band's edge".format(*apart(m, high))


def _wrong(frame):
    """How many points are on the wrong side of each machine."""
    f = frame.table
    yield f"ODM {np.count_nonzero(frame.margins < 0.0)}"
    for name in f.machines:
        theirs = margins_of(f, name, frame.k)
        out = np.count_nonzero(theirs < 0.0)
        yield f"{label_of(f, name)} {out}, with variance {value(theirs.var())}"


def _observed(frame):
    """How ODM's boundary and the one of the others that moved most have moved: since the first
    frame where the outlier moves, else since the frame before."""
    f = frame.table
    if not f.outlier_moves:
        if not _visibly(frame.shift, frame.turn):
            return "ODM's boundary does not move visibly"
        return "ODM's boundary moves by {shift:.2} and turns by {turn:.1}°"
    moves = {"ODM": (frame.shifted, frame.turned)}
    moves |= {label_of(f, name): rival_moved(f, name, frame.k) for name in f.machines}
    if not any(_visibly(*move) for move in moves.values()):
        return "No boundary has moved visibly"
    far, degrees = moves.pop("ODM")
    said = f"ODM's boundary has moved by {far:.2f} and turned by {degrees:.1f}°"
    if not moves:
        return said
    name, (far, degrees) = max(moves.items(), key=lambda move: move[1])
    return said + f"; that of the {name} by {far:.2f} and {degrees:.1f}°"


def _visibly(far, degrees):
    """Whether a boundary's move shows in the digits that are written."""
    return far >= 0.005 or degrees >= 0.05


def _step(frame):
    """What the picture shows, and then the numbers."""
    if frame.table.outlier_moves:
        return "{observed} — {whose}; {moments}."
    return (
        "{observed}: mean margin {mean_before:≠mean} → {mean:≠mean_before}, variance "
        "{variance_before:≠variance} → {variance:≠variance_before} — {pull}; smallest margin "
        "{smallest}."
    )


def _start(frame):
    if frame.table.outlier_moves:
        return "Start with the outlier in the middle of its own class: {whose} — {moments}."
    return "Start along the difference of the class means: every point pulls alike — {moments}."


def _whose(frame):
    """On which side of each boundary the outlier is."""
    f, i = frame.table, frame.stray
    sides = {"ODM": frame.margins[i]}
    sides |= {label_of(f, name): margins_of(f, name, frame.k)[i] for name in f.machines}
    each = "each boundary" if len(sides) > 1 else "its boundary"
    lost = [name for name, m in sides.items() if m < 0.0]
    if not lost:
        return f"the outlier is on its proper side of {each}"
    if len(lost) == len(sides):
        return f"the outlier is on the wrong side of {each}"
    return f"the outlier is on the wrong side of {listed(lost)}"


def _ending(frame):
    return f"{ended(frame, 'P')}. On the wrong side, of {frame.margins.size}: {{wrong}}."


WORDS = Words(
    start=_start,
    step=_step,
    moments="mean margin {mean}, variance {variance}, smallest {smallest}",
    observed=_observed,
    whose=_whose,
    ending=_ending,
    pull=_pull,
    wrong=lambda frame: "; ".join(_wrong(frame)),
)


def points_panel(f: Frames) -> Panel:
    """The points, the boundary with its band, and the rivals' boundaries."""
    d = f.problem.X.shape[1]
    names = [f"x{'₁₂₃'[k]}" for k in range(d)]
    return Panel(
        "The points, the boundaries and the band",
        [*_rivals(f), *_points(f), *_levels(f)],
        *axes(names, f.box),
        equal=d == 2,
        subtitle="large points pull",
        legend=("f = 0", *(label_of(f, n) for n in f.machines), "y = +1", "y = −1"),
    )


def _points(f):
    X, y = f.X, f.problem.y
    pull = np.abs(f.s)
    size = 5.0 + 11.0 * np.sqrt(pull / np.maximum(pull.max(axis=1, keepdims=True), 1e-300))
    for sign, symbol, tone, words in ((1.0, "circle", "ink", "y = +1"),
                                      (-1.0, "circle-open", "muted", "y = −1")):  # fmt: skip
        own = y == sign
        yield Points(*_coordinates(f, X[:, own]), size=row(size[:, own]), symbol=symbol, tone=tone,
                     opacity=0.7, label=words)  # fmt: skip
    if f.stray is not None:
        here = by_axis(_coordinates(f, X[:, [f.stray]]))
        yield Points(**here, symbol="circle-open", tone="now", size=22.0, label="outlier")
        yield Text(**here, text=("  outlier",), tone="now")


def _coordinates(f, X):
    """The fields of the coordinates of points X (T, n, d), or (1, n, d) where they stay."""
    return (row(x) if f.outlier_moves else static(x[0]) for x in np.moveaxis(X, 2, 0))


def _levels(f):
    """The boundary and the band's edges."""
    edge = {"tone": "main", "width": 1.2, "opacity": 0.8}
    levels = band_levels(f.problem.theta, {"tone": "main", "width": 3.0}, edge)
    return straight_levels(f.w, f.b, levels, f.box, opacity=0.35)


def _rivals(f):
    for name, (w, b) in f.machines.items():
        words, (_, tone, dash) = label_of(f, name), RIVALS[name]
        yield straight(
            w, b, 0.0, f.box, tone=tone, dash=dash, label=words, future=not f.outlier_moves
        )


def _machines(f):
    """(name, style, margins) of every machine, the machine in question last."""
    for name in f.machines:
        words, (_, tone, dash) = label_of(f, name), RIVALS[name]
        yield words, {"tone": tone, "dash": dash, "width": 2.0}, rival_margins(f, name)
    yield "ODM", MAIN | {"width": 2.5}, f.margins


def _range(f):
    """The ends of the axis of margins, which both panels share."""
    every = np.concatenate([m.ravel() for *_, m in _machines(f)])
    low, high = float(every.min()), float(every.max())
    return round_limits(min(low, 0.0) - 0.03 * (high - low), high + 0.03 * (high - low))


def histogram_panel(f: Frames) -> Panel:
    """How many margins lie where; above, the mean, the deviation and the minimum of each."""
    ends, T = _range(f), len(f)
    edges = np.linspace(ends[0], ends[1], _BINS + 1)
    middle, machines = 0.5 * (edges[1:] + edges[:-1]), list(_machines(f))
    heights = histogram(f.margins, edges)
    others = [(words, style, histogram(m, edges)) for words, style, m in machines[:-1]]
    top = max([heights.max(), *(h.max() for *_, h in others)])
    marks = [*_band(f, top)]
    marks.append(Bars(middle, row(heights), tone="main", opacity=0.55, label="ODM",
                      thickness=0.9 * (edges[1] - edges[0])))  # fmt: skip
    for words, style, h in others:
        heights = as_row(np.repeat(h, 2, axis=-1), T)
        marks.append(Curve(np.repeat(edges, 2)[1:-1], heights, ghost=False, label=words, **style))
    for k, (words, style, m) in enumerate(reversed(machines)):
        height = top * (1.12 + 0.13 * k)
        marks += summary(m, height, style, words, T)
    return Panel(
        "How the margins are spread",
        [*marks, _zero(1.5 * top)],
        Axis(f"margin {f.unit}", range=ends),
        Axis("points, %", range=(0.0, 1.12 * top + 0.13 * top * len(machines))),
        legend={"ODM": "ODM"} | KEY,
    )


def _zero(top):
    return Segments([0.0], [0.0], [0.0], [top], tone="ink", width=1.0, label="margin 0")


def _band(f, top):
    """The band, where margins are in its units."""
    if f.raw and f.problem.theta > 0.0:
        ends = np.array([1.0 - f.problem.theta, 1.0 + f.problem.theta])
        yield Band(ends, [0.0, 0.0], [2.0 * top, 2.0 * top], tone="good", fill=0.12,
                   label="the band 1 ± θ")  # fmt: skip


def cumulative_panel(f: Frames) -> Panel:
    """The share of margins up to each value, and the numbers."""
    ends, T, machines = _range(f), len(f), list(_machines(f))
    marks = [*_band(f, 1.0), _zero(1.0)]
    for words, style, m in machines:
        marks.append(steps(m, style, words, T))
    return Panel(
        "The share of margins below",
        marks,
        Axis(f"margin {f.unit}", range=ends),
        Axis("share below", range=(-0.03, 1.03)),
        subtitle="" if f.outlier_moves else "named with mean, variance and minimum",
    )


def last_panel(f: Frames) -> Panel:
    """The direction of w over theta, or the certified gap."""
    if f.run.extra["path"] is None:
        return _gap(f)
    path, theta = f.run.extra["path"](), f.problem.theta
    here = float(np.interp(theta, path.theta, path.angle))
    top, hard = max(1.15 * float(path.angle.max()), 1.0), f.run.extra["separable"]
    limit = "hard margin" if hard else "SVM with C = 10⁴"
    first = "least squares" if f.problem.nu == 1.0 else "ν = 1: least squares"
    marks = [
        Curve(path.theta, path.angle, tone="main", width=2.5, markers=True, ghost=False,
              label=f"angle to the w of the {label_of(f, 'hard')}"),
        Segments([theta], [0.0], [theta], [top], tone="now", dash="dot", width=1.5, label="θ now"),
        Points([theta], [here], tone="now", size=12.0, label="this θ"),
        Text([0.0], [min(path.angle[0] + 0.06 * top, 0.97 * top)], (first,), tone="muted"),
        Text([0.95], [max(path.angle[-4:]) + 0.07 * top], (limit,), tone="rival1", anchor="left"),
    ]  # fmt: skip
    return Panel(
        "The direction of w over θ",
        marks,
        Axis("θ", range=(-0.03, 1.0)),
        Axis("angle, degrees", range=(-0.04 * top, 1.05 * top)),
        subtitle=f"angle to {label_of(f, 'hard')}; here {value(here, 2)}°",
    )


def _gap(f):
    trace = f.run.result.trace
    times = trace.iteration.astype(float)
    curve = GapCurve("coordinate descent", "main", "solid", times, trace.gap, f.row_shown, True)
    return gap_panel([curve], f.clock.values.astype(float), TOL * f.problem.lam, "sweeps")


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    trace, least = f.run.trace, TOL * (f.run.result.certificate.scale or 1.0)
    if f.outlier_moves:
        return asked(f.run.settings, _outlier(f), _means(f))
    speed = pace(trace.iteration, trace.gap, "sweeps", least, ("last",))
    return asked(f.run.settings, _outlier(f), _means(f), speed)


def _hard_is_shown(f):
    return f.run.extra["separable"] and "hard" in f.run.extra["rivals"]


def _means(f):
    """Whose mean distance from the boundary is larger; asked where a hard margin exists and its
    machine is drawn."""
    extra = f.run.extra
    if f.raw or not _hard_is_shown(f) or len(f) < 3:
        return None
    theirs = extra["hard"].margins(f.problem.X, f.problem.y, False)
    ours = f.margins[-1]
    means = np.array([ours.mean(), theirs.mean()])
    if abs(means[0] / means[1] - 1.0) < _CLEAR:
        return None
    return Question(
        0,
        "The hard SVM makes the smallest distance from its line as large as it can be. Whose mean "
        "distance over all points will be larger in the end?",
        ("that of ODM", "that of the hard SVM", "both alike, within 1 %"),
        int(np.argmax(means)),
        f"The means are {value(means[0])} for ODM and {value(means[1])} for the hard SVM; the "
        f"smallest distances {value(ours.min())} and {value(theirs.min())}. ODM gives up "
        "some of the smallest for the distribution as a whole.",
        "means",
        ("histogram", "cumulative", "last"),
    )


def _outlier(f):
    """Asked where a hard margin exists and its machine is drawn."""
    extra = f.run.extra
    if f.stray is None or not _hard_is_shown(f) or len(f) < 3:
        return None
    hard = extra["hard"]
    theirs, ours = hard.margins(f.problem.X, f.problem.y, f.raw), f.margins[-1]
    if any(abs(m[f.stray]) < _CLEAR * np.abs(m).max() for m in (theirs, ours)):
        return None
    right = (bool(theirs[f.stray] > 0.0), bool(ours[f.stray] > 0.0))
    turned = value(angle(f.w[-1], hard.w), 1)
    return Question(
        0,
        _WALKS if f.outlier_moves else _POSITIONS,
        ("the hard SVM alone", "ODM alone", "both", "neither"),
        ((True, False), (False, True), (True, True), (False, False)).index(right),
        f"Its margin is {value(theirs[f.stray])} for the hard SVM, whose smallest it must keep "
        f"above 0, and {value(ours[f.stray])} for ODM, which weighs the whole distribution; "
        f"the two boundaries are turned by {turned}° against each other.",
        "outlier",
        ("histogram", "cumulative", "last"),
    )


PANELS = {
    "points": points_panel,
    "histogram": histogram_panel,
    "cumulative": cumulative_panel,
    "last": last_panel,
}
_LAYOUT = Layout("points", ("histogram", "cumulative"), ("last",))


def _numbers(f):
    margins = {"margins": spoken_frames(f.margins)}
    if f.outlier_moves:
        return margins | {"P": f.objective, "D": f.bound, "gap": f.gap, "status": f.status}
    return margins | readout(f.run.result, f.row_shown, TOL, "P", "D")


scene = scene_of(frames, PANELS, WORDS, _LAYOUT, questions, _numbers)


def _states(run, ask):
    s = run.trace.snapshots["s"][0]
    return pair_states(run.problem, s, sweep_orders(s.size, run.settings["seed"]), ask)


def _boundary(f, student):
    """f = 0 of the machine of each frame, in the plane."""
    if f.problem.X.shape[1] != 2:
        return {}
    return {"points": [straight(*weights(f.problem, student), 0.0, f.box, **STYLE)]}


#: At a smaller price the same way takes fewer sweeps.
_OPENS = {"proof": "gap", "lam": 10.0}
#: A sweep of the student's is compared with a sweep.
_REQUIRES = {"player": ("sweeps",)}
STUDENT_STEPS = StudentSteps(
    {"odm-pair": StepMethod(_states, _REQUIRES, _OPENS)},
    frames,
    "points",
    marks=_boundary,
    gap="last",
)


EXPERIMENT = Experiment(
    name="margins",
    title="Margins, and who follows an outlier",
    question="What does the whole distribution of margins say that the smallest one does not?",
    knobs=with_primary(KNOBS, "theta", "lam", "reach", "compare"),
    solve=solve,
    scene=scene,
    click=edit,
    tools=tools,
    student_steps=STUDENT_STEPS,
    measures={
        "mean margin": lambda run: run.problem.margins(run.result.x).mean(),
        "margin deviation": lambda run: run.problem.margins(run.result.x).std(),
    },
    vary={"theta": (0.0, 0.9, 7), "reach": (0.0, 1.5, 3)},
    first="Play: one point moves into the other class.",
    see=(
        "The boundary of the hard machine follows that point, that of ODM lets it go; the "
        "histogram shows all margins of each."
    ),
)
