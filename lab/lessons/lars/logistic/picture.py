"""Sparse logistic regression by coordinate descent as a picture: why a step needs a line search,
and what the line search as it is printed in the source does (eqs. 8, 9, 20 of
002_8a6384496e3a9cf3.txt)."""

from functools import partial

import numpy as np

from lab.checking.task import StepMethod, StudentSteps
from lab.datasets import own_file
from lab.drawing.conditions import lam_max_mark
from lab.drawing.gap_panel import NAME_WIDTH, gap_panel, spread_labels
from lab.drawing.geometry import axes, between, lines_in_box, moving, window
from lab.drawing.paths import axis_titles, iterates_panel, landscape, method_paths, path_names
from lab.experiment import Experiment
from lab.lessons.lars.logistic.model import (
    CD,
    KNOBS,
    METHODS,
    PRINTED,
    REJECTED,
    RHO,
    accepted_shares,
    changes,
    frames,
    iterates_box,
    make_problem,
    solve,
    trial_shares,
)
from lab.prediction import asked, drawn_kind, landing
from lab.scenes.frames import Frames
from lab.scenes.picture import scene_of
from lab.scenes.words import UPDATES
from solvers.exchange import coordinate_states
from widgets import (
    Axis,
    Curve,
    Layout,
    Panel,
    Path,
    Points,
    Question,
    Segments,
    Text,
    prefix,
    row,
)
from widgets.knobs import with_primary
from widgets.words import say

#: clock -> the title of its axis.
_AXES = {
    "iterations": "updates, or steps",
    "work": "coordinate updates (a gradient is two)",
    "seconds": "seconds of the algorithm alone",
}
_ASPECT = 1.8
#: Log odds of the two lines parallel to the boundary: there the probability is 1/4 and 3/4.
ODDS = float(np.log(3.0))
#: Heights, in units of the promised decrease: the axis, and where taller points are cut.
_LOW, _HIGH, _CUT = -1.1, 0.75, 0.7
_SHARES = np.linspace(0.0, 1.0, 41)
#: Turns below so many degrees, and lengths of w that change by less than this share, do not show.
_TURNED, _WIDER = 0.1, 0.01
#: Steps shorter than this share of the values they join are not asked about.
_SHORT = 0.02


def share(alpha: float) -> str:
    """An accepted share as "1", "½", "¼" or "1/8"."""
    return {1.0: "1", 0.5: "½", 0.25: "¼"}.get(float(alpha), f"1/{round(1.0 / alpha)}")


def _why(frame):
    """Which share of the step was taken, and why."""
    if frame.alpha == 0.0 and frame.target == frame.old:
        return (
            "its parabola with λ|w| is least at 0, inside the threshold"
            if frame.target == 0.0
            else "its parabola is least here already"
        )
    if frame.alpha == 0.0:
        return "no share of the step to {target} lowers F beyond rounding"
    if frame.alpha < 1.0:
        return (
            "α = {share} of the way to {target}, where its parabola is least; longer steps lower F "
            "too little ({trials} trials)"
        )
    if frame.target == 0.0:
        return "its parabola with λ|w| is least at 0, inside the threshold, and F agrees: α = 1"
    return "where its parabola with λ|w| is least, and F falls enough there: α = 1"


def _came_to(step):
    """What the line search of a step came to."""
    if step.ended:
        return step.table.outcome(step.main)
    alpha = step.alpha
    if alpha != 0.0:
        return f"α = {share(alpha)}"
    if step.target == step.old:
        return "already there"
    if step.promise >= 0.0:
        return "rejected, it promises no decrease"
    return say("rejected, {trials} trials", step)


def _printed_step(frame):
    """What the printed line search does in this frame, if it takes part and still runs."""
    step = frame.searches[PRINTED][frame.k] if PRINTED in frame.searches else None
    return say("; as printed: {end}", end=_came_to(step)) if step and step.started else ""


def _printed_end(frame):
    if PRINTED not in frame.searches:
        return "."
    proof, how = frame.run.results[PRINTED].certificate, frame.table.outcome(PRINTED)
    return say("; as printed: {how} at a gap of {gap:bound}.", how=how, gap=proof.gap)


def turn(old: np.ndarray, new: np.ndarray) -> float:
    """By how many degrees w turns, counter-clockwise; NaN where one of them is 0."""
    if not (old.any() and new.any()):
        return np.nan
    return float(np.degrees(np.arctan2(old[0] * new[1] - old[1] * new[0], old @ new)))


def _goes(frame):
    """How the line of even odds turns, or how its neighbours move."""
    old = frame.w.copy()
    old[frame.moving] = frame.old
    angle = turn(old, frame.w)
    if np.isnan(angle):
        return "A line appears." if frame.w.any() else "There is no line: every weight is 0."
    if abs(angle) >= _TURNED:
        way = "to the left" if angle > 0.0 else "to the right"
        return say("The line turns {angle:.1}° " + way + ".", angle=abs(angle))
    long, was = np.linalg.norm(frame.w), np.linalg.norm(old)
    if abs(long - was) <= _WIDER * was:
        return "The line hardly turns."
    return f"The lines of ¼ and ¾ {'close in' if long > was else 'spread'}."


WORDS = UPDATES.also(
    begins=lambda frame: (
        "The line has not turned yet, and {name} moves first."
        if frame.w.any()
        else "There is no line yet: every weight is 0, and {name} moves first."
    ),
    arrives="The line arrives, and its place is proved optimal.",
    ends="The line ends here, and is not proved optimal.",
    goes=_goes,
    rule="{why}{printed}",
    why=_why,
    share=lambda frame: share(frame.alpha),
    printed=_printed_step,
    more=_printed_end,
    wrong_side=lambda frame: "{wrong} of {count}" if frame.w.any() else "",
    count=lambda frame: say("{n}", n=frame.problem.t.size),
)


def boundary(f: Frames) -> Panel:
    """The points, the line of even odds and the lines of one to three."""
    problem = f.problem
    box = np.array(window(problem.X, 0.1, _ASPECT))
    side = (problem.t > 0.0).astype(float)
    marks = [
        *_separators(f, box),
        Points(
            *problem.X.T, klass=1.0 - side, names=("t = +1", "t = −1"), size=8.0, opacity=0.8,
            label="points",
        ),
    ]  # fmt: skip
    return Panel(
        "The line follows the weights",
        marks,
        *axes(axis_titles(["x₁", "x₂"], f.names), box, zero=True),
        equal=True,
        legend={
            "σ(wᵀx) = ½": "probability ½",
            "σ(wᵀx) = ¼": "¼ and ¾",
            "printed: σ = ½": "the printed rule",
        },
    )


def _separators(f, box):
    if PRINTED in f.searches:
        _, tone, dash = METHODS[PRINTED]
        yield _level(f.searches[PRINTED].w, 0.0, box, tone=tone, dash=dash, label="printed: σ = ½")
    w = f.w
    for odds, words in ((-ODDS, "σ(wᵀx) = ¼"), (ODDS, "σ(wᵀx) = ¾")):
        yield _level(w, odds, box, tone="ink", dash="dash", width=1.0, label=words)
    yield _level(w, 0.0, box, tone="ink", width=2.5, label="σ(wᵀx) = ½")


def _level(w, odds, box, **styles):
    x, y = lines_in_box(w, odds, box)
    return Path(row(x), row(y), ghost=False, **styles)


def iterates(f: Frames) -> Panel:
    """F over the plane of the weights, and every method's path."""
    box = iterates_box(f)
    paths = method_paths(f, "right rule")
    marks = [*landscape(f, *box), *paths, *_now(f), *path_names(f, box)]
    legend = ("F(w)", "the parabola's minimum", "this step")
    return iterates_panel("The path of the weights", marks, box, legend,
                          names=f.names)  # fmt: skip


def _now(f):
    """This frame's step in orange, and the point that its parabola aimed at."""
    before = np.where(f.started[:, None], f.origin, f.w)
    aim = f.origin.copy()
    aim[np.arange(len(f)), f.moving] = f.target
    yield Points(**moving(aim), symbol="circle-open", tone="now", size=13.0,
                 label="the parabola's minimum")  # fmt: skip
    yield Segments(**between(before, f.w), tone="now", width=4.5, label="this step")
    yield Points(**moving(f.w), tone="now", size=9.0, label="w")


def search(f: Frames) -> Panel:
    """The line search, of this step or of all, as the knob asks."""
    return this_step(f) if f.run.settings["search"] == "step" else all_steps(f)


def this_step(f: Frames) -> Panel:
    """F along the step of this frame, and which shares of it were tried."""
    ends = [0.0, 1.0]
    marks = [
        Curve(ends, [0.0, -1.0], tone="muted", dash="dash", width=1.2, label="what is promised"),
        Curve(ends, [0.0, -RHO], tone="good", width=1.5, label="accepted below: 1% of the promise"),
    ]
    for name in (PRINTED, CD):
        if name in f.searches:
            marks += _searched(f, name)
    return Panel(
        "The first share that lowers F enough",
        marks,
        Axis("share α of the step", range=(-0.04, 1.06)),
        Axis("ΔF ÷ promised", range=(_LOW, _HIGH)),
        subtitle="α = 1, ½, ¼, … until F is below the line",
        legend={"what is promised": "promised", "accepted below: 1% of the promise": "the line"},
    )


def _searched(f, name):
    steps = f.searches[name]
    label, tone, dash = METHODS[name]
    label = label.removesuffix(" rule") if name == CD else label
    heights = np.minimum(changes(f, steps, np.tile(_SHARES, (len(f), 1))), 2.0)
    yield Curve(_SHARES, row(heights), tone=tone, dash=dash, width=2.5 if name == CD else 2.0,
                label=f"{label}: F along the step")  # fmt: skip
    tried = trial_shares(steps)
    heights = np.minimum(changes(f, steps, tried), _CUT)
    accepted = tried == steps.alpha[:, None]
    styles = {"size": 10.0, "tone": tone}
    yield Points(row(np.where(accepted, np.nan, tried)), row(heights), symbol="x",
                 label=f"{label}: rejected", **styles)  # fmt: skip
    styles["tone"] = "now" if name == CD else tone
    yield Points(row(np.where(accepted, tried, np.nan)), row(heights), label=f"{label}: accepted",
                 **styles)  # fmt: skip
    y = 0.64 if name == CD else 0.5
    verdicts = tuple(map(_verdict, steps))
    place = np.where(np.array(verdicts) == "", np.nan, 0.02)
    yield Text(row(place), [y], text=verdicts, tone=tone, per_frame=True)


def _verdict(step):
    """What the search of a frame came to, and at which trial."""
    if not step.started:
        return ""
    who, trials = "right" if step.main == CD else "printed", step.trials
    tried = f", trial {trials}" if trials != 1 and step.alpha != 0.0 and not step.ended else ""
    return f"{who}: {_came_to(step)}{tried}"


def all_steps(f: Frames) -> Panel:
    """The accepted share of every step over the clock."""
    last = float(f.clock.values[-1]) or 1.0
    now = f.clock.values[:, None]
    marks = [
        Segments(row(now), [0.5 * REJECTED], row(now), [2.0], tone="muted", dash="dot", width=1.0,
                 label="now"),
        Segments([0.0], [REJECTED], [last], [REJECTED], tone="now", dash="dash", width=1.0),
        Text([0.0], [1.35 * REJECTED], ("rejected",), tone="now"),
    ]  # fmt: skip
    names = [name for name in (PRINTED, CD) if name in f.searches]
    for name in names:
        marks += _history(f, name)
    times = [float(f.times(name)[f.searches[name].row_shown[-1]]) for name in names]
    heights = spread_labels(times, _ends(f, names), NAME_WIDTH * last, 0.6)
    for name, x, y in zip(names, times, heights, strict=True):
        label, tone, _ = METHODS[name]
        marks.append(Text([x + 0.015 * last], [2.0**y], (label,), tone=tone))
    shares = 2.0 ** -np.arange(0.0, 8.0, 1.0)
    return Panel(
        "What share of each step is taken",
        marks,
        Axis(_AXES[f.run.settings["clock"]], range=(-0.02 * last, 1.4 * last)),
        Axis("accepted share α", log=True, range=(0.7 * REJECTED, 1.5),
             ticks=(shares[:-1], [share(s) for s in shares[:-1]])),
        subtitle="each dot: an update that would move",
    )  # fmt: skip


def _ends(f, names):
    """log2 of the last share of each method, 0 where it never wanted a step."""
    last = [s[np.isfinite(s)][-1:] for s in (accepted_shares(f, name) for name in names)]
    return np.array([np.log2(s[0]) if s.size else 0.0 for s in last])


def _history(f, name):
    label, tone, dash = METHODS[name]
    shares, rows = accepted_shares(f, name), f.searches[name].row_shown
    yield Path(
        prefix(f.times(name)[: len(shares)], rows), prefix(shares, rows), tone=tone, dash=dash,
        markers=True, label=label,
    )  # fmt: skip


def gaps(f: Frames) -> Panel:
    """Certified gap of every method on one clock."""
    labels = {}
    if PRINTED in f.run.results:  # the printed rule's curve says how it ended
        labels[PRINTED] = f"{METHODS[PRINTED].label}: {f.outcome(PRINTED)}"
    axis = _AXES[f.run.settings["clock"]]
    return gap_panel(f.gap_curves(**labels), f.clock.values, f.limit, axis)


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    return asked(f.run.settings, _cut(f), _printed(f), _aim(f), step=("cut", "aim"))


def _steps(f, name):
    """Frames that show exactly one update more than the one before, and a step worth seeing."""
    steps = f.searches[name]
    k = 1 + np.flatnonzero(np.diff(steps.row_shown) == 1)
    size = np.maximum(np.abs(steps.old[k]), np.abs(steps.target[k]))
    return k[np.abs(steps.target[k] - steps.old[k]) > _SHORT * np.maximum(size, 1e-6)]


def _cut(f):
    """At the frame before a step: is it taken in full?"""
    k = _steps(f, CD)
    part = (f.alpha[k] > 0.0) & (f.alpha[k] < 1.0)
    kind = drawn_kind(f.run.settings, "kind", k[f.alpha[k] == 1.0], k[part])
    if kind is None:
        return None
    after = f[int(kind[0])]
    whole = after.alpha == 1.0
    words = partial(say, share=share(after.alpha))
    return Question(
        after.k - 1,
        words("Next moves {name}, now {old:.2≠target}; its parabola is least at {target:.2≠old}. "
              "Where will it land?", after),
        (
            words("at {target:.2≠old}", after),
            words("between {old:.2≠target} and {target:.2≠old}", after),
            words("beyond {target:.2≠old}", after),
        ),
        0 if whole else 1,
        "F falls enough there, so that the whole step is taken."
        if whole
        else words("F bends differently from its parabola there: at the whole step it falls too "
                   "little, so α = {share} of it is taken."),
        "cut",
    )  # fmt: skip


def _printed(f):
    """At the frame before a step of the printed rule: where it lands."""
    if PRINTED not in f.searches:
        return None
    steps = f.searches[PRINTED]
    k = _steps(f, PRINTED)
    size, move = (np.abs(v[k] - steps.old[k]) for v in (steps.target, steps.new))
    kind = drawn_kind(f.run.settings, "printed kind", k[move == 0.0], k[move > 0.05 * size])
    if kind is None:
        return None
    after = steps[int(kind[0])]
    off = abs(after.new - after.target) / abs(after.target - after.old)
    if 1e-9 < off < 0.05:
        return None
    stays, there = after.new == after.old, off <= 1e-9
    end = (
        "finds no decrease worth having, and {name} stays."
        if stays
        else "takes α = {share}: {name} becomes {new:.2}."
    )
    tries = "It tries {old:.2≠target} + α · ({target:.2≠old}) instead" + (
        ", " if stays else " and "
    )
    return Question(
        after.k - 1,
        say("The printed rule adds the new value to the old one. Its {name} is {old:.2≠target} and "
            "should become {target:.2≠old}. Where will it land?", after),
        (
            say("at {target:.2≠old}, as it should", after),
            say("at {old:.2≠target}: the step is rejected", after),
            "somewhere else",
        ),
        0 if there else 1 if stays else 2,
        say(tries + end, after, share="" if stays else share(after.alpha)),
        "printed",
    )  # fmt: skip


def _aim(f):
    """Before a long step in the plane: where it ends."""
    one_update = np.flatnonzero(np.diff(f.row_shown) == 1)
    k, aim = landing(f.run.settings, "iterates", f.w, iterates_box(f), one_update[1:])
    if k is None:
        return None
    after = f[k + 1]
    why = (
        "where its parabola is least, as F falls enough there"
        if after.alpha == 1.0
        else "α = {share} of the way to where its parabola is least, as F falls too little there"
    )
    return Question(
        k,
        say("Next moves {name}, now {old:.2}, and the other weight stays. Where will w be after "
            "that step?", after),
        why=say("{name} becomes {new:.2}: " + why + ".", after, share=share(after.alpha)),
        key="aim",
        hides=("search", "points"),
        aim=aim,
    )  # fmt: skip


PANELS = {"points": boundary, "iterates": iterates, "search": search, "gap": gaps}
scene = scene_of(
    frames,
    PANELS,
    WORDS,
    Layout("iterates", ("points", "search"), ("gap",)),
    questions,
    lambda f: {"wrong side": WORDS.of(f, "wrong_side"), **f.readout()},
)


def _states(run, ask):
    shown = run.trace.snapshots
    return coordinate_states(run.problem, shown["w"][0], shown["coordinate"][1:], ask)


STUDENT_STEPS = StudentSteps({"logistic-update": StepMethod(_states)}, frames)


EXPERIMENT = Experiment(
    "logistic",
    "Sparse logistic regression and its line search",
    "Each step minimises a parabola that is not F. How far may it go, and what if the rule is "
    "misprinted?",
    with_primary(KNOBS, "lam", "tilt", "search", "compare"),
    solve,
    scene,
    lambda settings: lam_max_mark(make_problem(settings)),
    previews=own_file.preview_points,
    student_steps=STUDENT_STEPS,
    vary={"lam": (0.05, 20.0, 7), "search": None},
    first="Play, and compare the two line searches: with the shift, and as printed.",
    see=(
        "With the shift every step lowers F; the printed rule tries points away from the minimum "
        "of the parabola, and stalls."
    ),
)
