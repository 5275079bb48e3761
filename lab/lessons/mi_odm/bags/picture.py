"""Scene `bags` as a picture: the bags with their keys and the boundary, the margins of the bags,
the saddle gap in its two halves, and the heaviest assignments (Zhang and Jin 2020,
004_0576c39cd2308ab8.txt, (6)-(9))."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from lab.cached import kernel_values
from lab.checking.comparing import STYLE
from lab.checking.task import StepMethod, StudentSteps
from lab.drawing.gap_panel import GapCurve, gap_panel
from lab.drawing.geometry import (
    BEYOND,
    axes,
    by_axis,
    frame_lines,
    grid,
    level_lines,
    moving,
    outline,
    round_limits,
)
from lab.drawing.text import capital, falls, listed, readout
from lab.experiment import Experiment, Run
from lab.lessons.mi_odm.bags.model import (
    ASSIGNMENT,
    COLUMNS,
    KEYED,
    KNOBS,
    METHODS,
    STEPS,
    STOCHASTIC,
    TOL,
    edit,
    frames,
    fresh_rate,
    halves,
    heaviest,
    machines,
    previewed,
    right_of,
    solve,
    tools,
)
from lab.lessons.mi_odm.common import (
    bag_names,
    band_levels,
    spoken_frames,
    steps,
    straight,
    straight_levels,
    summary,
)
from lab.prediction import asked, ringed
from lab.race.methods import STUDENT
from lab.scenes.frames import Frames
from lab.scenes.picture import scene_of
from solvers import Linear, drive_saddle
from solvers.exchange import key_states
from widgets import (
    Axis,
    Band,
    Bars,
    Layout,
    Lines,
    Panel,
    Path,
    Points,
    Question,
    Segments,
    Text,
    row,
)
from widgets.marks import Mark
from widgets.words import Words, bound, count, figure, rough, say, value

#: How the machine in question and the rival learner are drawn.
MAIN = {"tone": "main", "dash": "solid"}
SVM = {"tone": "rival1", "dash": "dash"}
#: The boundary of the rival learner.
_SVM_LINE: dict[str, Any] = SVM | {"label": "MI-SVM: f = 0", "future": True}
#: The averaged machine is trusted where the relaxation loses at most this share.
LOOSE = 0.05
#: So many bags are named one by one in a sentence.
_NAMED = 6
#: With more positive bags than this assignments are numbered, not named by their keys.
_DIGITS = 6
#: More bags than this are drawn without names and fillings.
MANY = 14
#: Grids on which level lines are looked for, in the plane and in slices of space.
_GRID, _COARSE, _SLICES = (70, 38), 26, 5
#: The gap of the iterate alone is drawn where it ends more than so many times the best one.
_ASTRAY = 10.0
#: A margin below this share of the largest counts as 0.
_CLEAR = 0.02
#: The key has at least this probability, and so much more than the next.
_MOST, _MORE = 0.5, 0.1
#: What the key says of marks with these labels.
_KEY = {
    "positive bag": "size: key probability",
    "largest f of its bag": "largest f",
    "negative instance": "negative",
    "f = 0": "f = 0",
    "MI-SVM: f = 0": "MI-SVM",
}


def _opening(frame):
    """How large the discs are at first, and why."""
    main = frame.run.main
    if not frame.problem.first.size:
        return "no positive bag, so no key is chosen"
    if main in KEYED:
        means = frame.run.settings["first"] == "means"
        guess = "the one that the bags' means pick" if means else "the last one"
        return f"one full disc in each positive bag. For its key each takes {guess}"
    also = ", and u is the best answer to that" if main in STEPS else ""
    return f"the discs of a bag are all alike. All assignments weigh the same{also}"


def _change(frame):
    """Which discs changed since the frame before, and the key probability that moved most."""
    before, of = frame.before, frame.problem.bag
    old, new = before.key_probability, frame.key_probability
    j = int(np.argmax(np.abs(new - old)))
    if new[j] == old[j]:
        return "No disc changes: no key probability moves"
    comes = before.alike & ~frame.alike
    others = (before.leading != frame.leading) & ~comes
    another = "another leads" if comes.any() else "another disc leads"
    leads = [
        f"{words} in {_bags_named(of[frame.leading[which]] + 1)}"
        for words, which in (("a disc comes to lead", comes), (another, others))
        if which.any()
    ]
    disc = "above all that" if j in frame.leading[comes | others] else "the disc"
    return say(
        "{lead} of bag {bag}, instance {place} {turns}: key probability {old:≠new} → {new:≠old}",
        lead=capital(f"{listed(leads)}; {disc}" if leads else disc), bag=of[j] + 1,
        place=np.count_nonzero(of[: j + 1] == of[j]), old=old[j], new=new[j],
        turns="grows" if new[j] > old[j] else "shrinks",
    )  # fmt: skip


def _bags_named(numbers):
    """ "bag 2", "bags 1 and 2", "33 bags" where they are many."""
    if len(numbers) > _NAMED:
        return f"{len(numbers)} bags"
    return f"bag{'s' * (len(numbers) > 1)} {listed(map(str, numbers))}"


_PROX = "two prox steps from one point, step {eta}"
#: What each method did.
_RULES = {
    "mirror_prox": _PROX,
    "accelerated": _PROX,
    STOCHASTIC: "four assignments drawn each time, step {eta}",
    COLUMNS: "column {count} joins: {violated} was violated most",
    ASSIGNMENT: "{new_keys}, (4) = {objective_keys}",
    "reweighting": "weights follow the lengths of their machines",
}


def _new_keys(frame):
    moved = np.flatnonzero(frame.before.moved)
    bags = np.flatnonzero(frame.problem.y > 0.0)[moved] + 1
    return f"new keys in {_bags_named(bags)}" if bags.size else "the keys stay"


def _violated(frame):
    """The assignment that was added."""
    found = frame.before.found
    return assignment(found) if len(found) <= _NAMED else "the assignment"


def assignment(keys: Sequence[int] | np.ndarray) -> str:
    """An assignment (p,) as its keys, counted from 1: "213", or "2·13·1" with long ones."""
    return ("·" if max(keys, default=0) > 8 else "").join(str(k + 1) for k in keys) or "–"


_ENDINGS = {
    "converged": "Proved: the saddle value is {value:.4}, within {proved:bound}",
    "small_change": "The keys stay, which proves nothing: best gap {proved:bound}",
    "stalled": "No new column is found: best gap {proved:bound}",
    "max_iter": "The iterations are spent: best gap {proved:bound}",
}


def _ending(frame):
    """Which discs lead; what is proved of the saddle value, what one key a bag costs, and what to
    trust."""
    status = frame.run.result.status
    text = _ENDINGS.get(status, f"Ended ({status}): best gap {{proved:bound}}") + ".{astray}"
    return "{observed} " + text + "{fresh} {advice}" if frame.problem.first.size else text


def _observed(frame):
    """In how many positive bags one disc has more than half of the probability."""
    most = frame.key_probability[frame.leading]
    clear, least = np.count_nonzero(most > 0.5), int(np.floor(100.0 * most.min() + 1e-9))
    if clear < most.size:
        return f"In {clear} of {most.size} positive bags one disc has more than half."
    share = "all" if least == 100 else f"{least} % or more"
    return f"One disc leads in each positive bag, with {share} of its probability."


def _advice(frame):
    best, (low, high) = frame.run.extra["rounded"], frame.saddle
    known = high - low <= 1e-4 * frame.run.result.certificate.scale
    lost = max(best - low, 0.0)
    rounded, main = lost > LOOSE * best, frame.run.main
    # One key a bag is all that assignment has, and an average that is not proved is no evidence.
    trust = ": trust the {machine}" * (
        main != ASSIGNMENT and (not rounded or frame.run.result.status == "converged")
    )
    return say(
        "One key a bag: {best} at most, {lost:rough} above {what}" + trust + ".",
        best=bound(best, 5), lost=lost, what="the saddle value" if known else "the lower half",
        machine="rounded keys" if rounded else "average",
    )  # fmt: skip


def _fresh(frame):
    """How often the learners are right on bags of the same kind that they were not trained on."""
    f = frame.table
    if f.case.fresh is None:
        return ""
    rates = {"rounded" if f.rounded else "averaged": fresh_rate(f, -1)}
    if f.svm is not None:
        rates["MI-SVM"] = right_of(f.case.fresh, f.svm.values)
    words = (f"{name} {value(100.0 * rate, 1)}" for name, rate in rates.items())
    return f" Fresh bags right, in %: {', '.join(words)}."


def _astray(frame):
    """Why the gap did not fall where the step was too long."""
    result, step = frame.run.result, frame.run.settings["factor"]
    first, now = (result.trace.objective - result.trace.bound)[[0, -1]]
    least = max(first, TOL * result.certificate.scale)
    if frame.run.main not in STEPS or step <= 1.0 or now <= least:
        return ""
    return say(
        " It ends further off than it began ({falls}): {step:3g} times the measured step "
        "overshoots, and the iterates do not settle.",
        falls=falls(first, now), step=step,
    )  # fmt: skip


WORDS = Words(
    start="Start: {opening} — {proof}; bag margins: mean {mean}, smallest {smallest}.",
    step="{change} — {rule}; mean bag margin {mean_before:≠mean} → {mean:≠mean_before}, {proof}.",
    ending=_ending,
    opening=_opening,
    change=_change,
    rule=lambda frame: _RULES[frame.run.main],
    new_keys=_new_keys,
    violated=_violated,
    eta=lambda frame: figure(frame.step, 3),
    value=lambda frame: value(frame.run.result.certificate.objective, 4),
    observed=_observed,
    astray=_astray,
    fresh=_fresh,
    advice=_advice,
)


def bags_panel(f: Frames) -> Panel:
    """Bags, instances and levels."""
    levels = [] if f.case.projected else list(level_marks(f))
    return Panel(
        "Bags, their keys and the boundary"
        if f.problem.first.size
        else "No positive bag: nothing to choose",
        [*levels, *_bags(f), *_instances(f)],
        *axes(f.case.names, f.box),
        equal=len(f.box) == 2,
        subtitle="a projection carries no level lines" if f.case.projected else "",
        legend=_KEY | {m.label: "±1 ± θ, once reached" for m in levels if m.tone == "good"},
    )


def decision_levels(f: Frames) -> list[tuple[float, dict[str, Any]]]:
    """(level, style): the boundary, then the edges of the band and of its mirror image."""
    edge = {"tone": "good", "width": 1.3}
    return band_levels(f.problem.theta, {"tone": "ink", "width": 2.5}, edge)


def level_marks(f: Frames) -> Iterator[Mark]:
    """The marks of all levels, the rival learner's boundary first."""
    if isinstance(f.problem.kernel, Linear):
        return _straight(f)
    return _curved(f) if len(f.box) == 2 else _sliced(f)


def _straight(f):
    """The levels where the kernel is linear: lines, and planes in space."""
    if f.svm is not None:
        w, b = _plane_of(f.svm.a[None], f.problem)
        yield straight(w, b + f.svm.bias, 0.0, f.box, **_SVM_LINE)
    w, b = _plane_of(f.a, f.problem)
    yield from straight_levels(w, b, decision_levels(f), f.box, opacity=0.3)


def _plane_of(a, problem):
    """(w (T, d), intercept (T,)) of machines a (T, J) with a linear kernel."""
    return a @ problem.points, problem.kernel.bias * a.sum(axis=1)


def _curved(f):
    """Level lines of every frame on a grid."""
    if f.svm is not None:
        x, y, places = _grid(f)
        values = f.svm.values(places.reshape(-1, 2)).reshape(1, y.size, x.size)
        (line,) = level_lines(x, y, values, [0.0])[0.0]
        yield Lines(*line.T, **_SVM_LINE)
    levels = ((v, {"label": f"f = {value(v, 2)}"} | style) for v, style in decision_levels(f))
    yield from _levels_of(f, f.a, dict(levels))


def _levels_of(f, a, levels):
    """The lines in the plane, level -> style, of the machine a (T, J) of each frame."""
    x, y, places = _grid(f)
    values = a @ kernel_values(f.problem.kernel, f.problem.points, places.reshape(-1, 2))
    found = level_lines(x, y, values.reshape(-1, y.size, x.size), levels)
    for level, style in levels.items():
        if any(map(len, found[level])):
            yield frame_lines(found[level], range(len(a)), **style)


def _grid(f):
    """x (nx,), y (ny,) and all places (ny, nx, 2) where level lines are looked for."""
    xlim, ylim = f.box
    return grid(xlim, ylim, _GRID, BEYOND)


def _sliced(f):
    """The lines f = 0 on parallel slices of space."""
    kernel, points = f.problem.kernel, f.problem.points
    if f.svm is not None:
        (line,) = _slices(f, lambda places: f.svm.values(places)[None])
        style: dict[str, Any] = _SVM_LINE | {"label": "MI-SVM: f = 0, in slices", "width": 1.5}
        yield Lines(*line.T, **style)
    found = _slices(f, lambda places: f.a @ kernel.values(points, places))
    yield frame_lines(found, range(len(f)), tone="ink", width=2.5, opacity=0.9,
                      label="f = 0, in slices")  # fmt: skip


def _slices(f, values):
    """The lines (m, 3) where each of R machines is 0, whose values (R, n) at places (n, 3) are
    `values(places)`."""
    xlim, ylim, _ = f.box
    x, y, flat = grid(xlim, ylim, _COARSE)
    low, high = f.problem.points[:, 2].min(), f.problem.points[:, 2].max()
    slices = []
    for z in np.linspace(low, high, _SLICES):
        at = np.insert(flat.reshape(-1, 2), 2, z, axis=1)
        lines = level_lines(x, y, values(at).reshape(-1, y.size, x.size), [0.0])[0.0]
        slices.append([np.insert(line, 2, z, axis=1) for line in lines])
    return [np.concatenate(parts) for parts in zip(*slices, strict=True)]


def _bags(f):
    """Hulls in the plane, in space stars around the key; names, and the outlier."""
    problem, points = f.problem, f.case.points
    few = len(problem.y) <= MANY
    fill, width, opacity = (0.08, 1.3, 0.8) if few else (0.0, 0.6, 0.4)
    own = [(points[problem.bag == k], y > 0.0) for k, y in enumerate(problem.y)]
    if points.shape[1] == 3:
        yield from _stars(f)
    else:
        for k, (bag, plus) in enumerate(own, start=1):
            tone, dash = ("main", "solid") if plus else ("muted", "dot")
            yield Path(*outline(bag).T, tone=tone, dash=dash, fill=fill, width=width,
                       opacity=opacity, ghost=False, label=f"bag {k}")  # fmt: skip
    for k, (bag, plus) in enumerate(own if few else (), start=1):
        highest = by_axis(bag[np.argmax(bag[:, -1])][:, None])
        tone = "main" if plus else "muted"
        yield Text(**highest, text=(f"  {k}",), tone=tone, anchor="above")
    stray = f.case.stray
    if stray is not None and (points == stray).all(axis=1).any():
        here = by_axis(stray[:, None])
        yield Points(**here, tone="rival1", symbol="circle-open", size=15.0, label="outlier")
        yield Text(**here, text=("  outlier",), tone="rival1", anchor="below")


def _stars(f):
    """Links between the key of each bag and its other instances; negative bags have their first."""
    problem, points = f.problem, f.case.points
    home = np.tile(np.flatnonzero(np.diff(problem.bag, prepend=-1))[problem.bag], (len(f), 1))
    plus = problem.y[problem.bag] > 0.0
    home[:, plus] = np.repeat(f.keys, problem.sizes, axis=1)
    for own, tone, dash in ((plus, "main", "solid"), (~plus, "muted", "dot")):
        if own.any():
            ends = moving(points[home[:, own]], "0") | by_axis(points[own].T, "1")
            yield Segments(**ends, tone=tone, dash=dash, width=1.2, opacity=0.6,
                           label="from the key")  # fmt: skip


def _instances(f):
    problem, points = f.problem, f.case.points
    plus, scale = problem.y[problem.bag] > 0.0, 1.0 if len(problem.y) <= MANY else 0.5
    if not plus.all():
        yield Points(*points[~plus].T, tone="muted", symbol="square", size=6.0, opacity=0.8,
                     label="negative instance", texts=bag_names(problem, ~plus))  # fmt: skip
    if plus.any():
        size = scale * (4.0 + 18.0 * np.sqrt(f.key_probability[:, plus]))
        yield Points(*points[plus].T, tone="main", size=row(size), opacity=0.75,
                     label="positive bag", texts=bag_names(problem, plus))  # fmt: skip
        yield Points(**moving(points[f.keys]), tone="now", symbol="circle-open", size=25.0 * scale,
                     label="largest f of its bag")  # fmt: skip


def margins_panel(f: Frames) -> Panel:
    """The distribution of bag margins, and that of the rival learner."""
    learners = [("MI-ODM", MAIN | {"width": 2.5}, f.margins)]
    if f.svm is not None:
        learners.append(("MI-SVM", SVM | {"width": 2.0}, f.svm_margins))
    every = np.concatenate([[0.0], *(np.ravel(values) for *_, values in learners)])
    low, high, margin = every.min(), every.max(), 0.12 * (np.ptp(every) or 1.0)
    ends = round_limits(low - margin, high + margin)
    curves = [
        replace(steps(values, style, words, len(f)), legend=False)
        for words, style, values in learners
    ]
    summaries = (
        summary(values, 1.12 + 0.13 * k, style, words, len(f))
        for k, (words, style, values) in enumerate(learners)
    )
    shares = np.linspace(0.0, 1.0, 6)
    return Panel(
        "The margins of the bags",
        [*_background(f, ends), *chain.from_iterable(summaries), *curves, *_bag_dots(f)],
        Axis(f"bag margin {f.unit}", range=ends),
        Axis("share below", range=(-0.04, 1.36), ticks=(shares, [f"{v:.1f}" for v in shares])),
        legend={
            "positive bag": "positive bag",
            "MI-ODM: mean": "mean",
            "MI-ODM: minimum": "smallest",
            curves[-1].label: learners[-1][0],
        },
    )


def _background(f, ends):
    band = 1.0 + f.problem.theta * np.array([-1.0, 1.0])
    if f.raw and f.problem.theta > 0.0 and band[0] < ends[1]:
        yield Band(np.minimum(band, ends[1]), [0.0, 0.0], [1.36, 1.36], tone="good", fill=0.12,
                   label="the band 1 ± θ")  # fmt: skip
    yield Segments([0.0], [-0.04], [0.0], [1.36], tone="ink", width=1.0, label="margin 0")


def _bag_dots(f):
    """A dot per bag on the staircase, at the middle of its step."""
    m, y = f.margins, f.problem.y
    rank = (np.argsort(np.argsort(m, axis=1, kind="stable"), axis=1) + 0.5) / y.size
    for sign, symbol, words in ((1.0, "circle", "positive bag"), (-1.0, "circle-open",
                                                                  "negative bag")):  # fmt: skip
        own = np.flatnonzero(y == sign)
        if own.size:
            yield Points(row(m[:, own]), row(rank[:, own]), tone="main", symbol=symbol,
                         size=8.0 if y.size <= 30 else 4.0, label=words,
                         texts=tuple(f"bag {k + 1}" for k in own))  # fmt: skip


def saddle_panel(f: Frames) -> Panel:
    """The certified gap of every method, and of the method in question its two halves."""
    curves = [r for name in reversed(f.traces) for r in _gap_curves(f, name)]
    panel = gap_panel(curves, f.clock.values.astype(float), f.limit, "iterations")
    return replace(
        panel,
        title="The saddle gap and its halves",
        subtitle=_halves_subtitle(f),
        legend={
            METHODS[f.run.main].label: "their sum, certified",
            "upper half": "max over u at v",
            "lower half": "min over c at u",
        },
    )


def _halves_subtitle(f):
    """What the halves are measured against."""
    low, high = f.saddle
    middle, more = value(0.5 * (low + high), 4), "; two more seeds" * bool(f.run.extra["twins"])
    if high - low > 1e-4 * f.result.certificate.scale:
        return f"against {middle}, midway between its bound and value{more}"
    return f"against G* = {middle}{more}"


def _gap_curves(f, name):
    """The lines of one method, the most important last."""
    label, tone, dash = METHODS[name]
    main, trace, times, rows = name == f.run.main, f.traces[name], f.times(name), f.rows[name]
    if main:
        tone, dash = "main", "solid"
    elif tone == "main":
        tone, dash = "ink", "longdash"
    twins = f.run.extra["twins"].get(name, ())
    for seed, twin in enumerate(twins, f.run.settings["seed"] + 1):
        yield _twin(f, twin.trace, f"seed {seed}", tone)
    if main:
        own = trace.objective - trace.bound
        if own[-1] > _ASTRAY * max(trace.gap[-1], 0.0):
            yield GapCurve("this iterate alone", "now", "dashdot", times, own, rows)
        upper, lower = halves(f)
        yield GapCurve("upper half", "main", "dot", times, upper, rows)
        yield GapCurve("lower half", "main", "longdash", times, lower, rows)
    yield GapCurve(label, tone, dash, times, np.maximum(trace.gap, 0.0), rows, main)


def _twin(f, trace, label, tone):
    """The same method with another seed, without a name in the picture."""
    rows = np.searchsorted(trace.iteration, f.clock.values, side="right") - 1
    return GapCurve(label, tone, "dash", trace.iteration, np.maximum(trace.gap, 0.0),
                    np.maximum(rows, 0), named=False)  # fmt: skip


def weights_panel(f: Frames) -> Panel:
    """The heaviest assignments as bars."""
    keys, table = heaviest(f)
    place, p = np.arange(float(len(keys))), keys.shape[1]
    few = p <= _DIGITS
    left = (1.0 - table.sum(axis=1))[:, None].clip(0.0)
    names = [assignment(c) if few else str(k) for k, c in enumerate(keys, start=1)]
    return Panel(
        "The heaviest assignments",
        [
            Bars(place, row(table), tone="main", label="v"),
            Bars([float(len(keys))], row(left), tone="faint", label="all others"),
        ],
        Axis("" if few else "assignments", range=(-0.7, len(keys) + 0.7),
             ticks=(np.append(place, len(keys)), [*names, "rest"])),
        Axis("v", range=(0.0, max(0.05, 1.12 * float(table.max())))),
        subtitle=_weights_subtitle(f.problem.count, p if few else 0),
    )  # fmt: skip


def _weights_subtitle(many, named):
    """How many assignments there are, and what their names mean: the keys of `named` bags."""
    total = count(many, "assignment") if many < 10**6 else f"{rough(many)} assignments"
    what = "the keys of the positive bags, in order" if named > 1 else "the key of the positive bag"
    return f"of {total}" + f"; {what}" * (named > 0)


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    return asked(f.run.settings, _which_key(f), _whose_outlier(f))


def _which_key(f):
    """Which instance of the first positive bag ends with most of the probability."""
    bag = int(np.argmax(f.problem.y > 0.0))
    own = f.problem.bag == bag
    if len(f) < 4 or not f.problem.first.size or np.count_nonzero(own) not in (2, 3, 4):
        return None
    mu, rings = f.key_probability[-1, own], ringed("bags", f.case.points[own], f.case.points)
    second, most = np.sort(mu)[-2:]
    if most < _MOST or most - second < _MORE or f.case.projected or rings is None:
        return None
    return Question(
        0,
        f"One of the ringed instances makes bag {bag + 1} positive, and the method has to find it. "
        "Which one will carry most of the probability at the end?",
        answer=int(np.argmax(mu)),
        why=f"Its probability ends at {value(most, 2)}, the next one's at {value(second, 2)}.",
        key="key",
        hides=("margins", "weights"),
        rings=rings,
    )


def _whose_outlier(f):
    """On which side the learners have the bag with the outlier."""
    case = f.case
    there = case.stray is not None and (case.points[-1] == case.stray).all()
    if len(f) < 4 or f.svm is None or not there:
        return None
    ours, theirs = f.margins[-1], f.svm_margins
    if any(abs(m[-1]) < _CLEAR * np.abs(m).max() for m in (ours, theirs)):
        return None
    right = (bool(ours[-1] > 0.0), bool(theirs[-1] > 0.0))
    return Question(
        0,
        f"Bag {len(f.problem.y)} is negative and holds the outlier. Which learner will call it "
        "negative in the end?",
        ("both learners", "MI-ODM alone", "MI-SVM alone", "neither of them"),
        ((True, True), (True, False), (False, True), (False, False)).index(right),
        f"Its margins end at {value(ours[-1])} for MI-ODM and {value(theirs[-1])} for MI-SVM, "
        f"whose smallest margin of all is {value(theirs.min())}; the mean margins are "
        f"{value(ours.mean())} and {value(theirs.mean())}.",
        "outlier",
        ("margins",),
    )


PANELS = {
    "bags": bags_panel,
    "margins": margins_panel,
    "gap": saddle_panel,
    "weights": weights_panel,
}
scene = scene_of(
    frames,
    PANELS,
    WORDS,
    Layout("bags", ("margins", "gap"), ("weights",)),
    questions,
    lambda f: {
        "margins": spoken_frames(f.margins),
        **readout(f.run.result, f.row_shown, TOL, "upper", "lower"),
    },
)


def bag_accuracy(run: Run) -> float:
    """The share of bags that the machine of the last frame calls right."""
    return np.mean(frames(run).margins[-1] > 0.0)


def fresh_bag_accuracy(run: Run) -> float | None:
    """The same of bags that no learner was trained on; None without such bags."""
    return None if run.extra["case"].fresh is None else fresh_rate(frames(run), -1)


def _states(run, ask):
    """From the same keys as the reference."""
    return key_states(run.problem, run.trace.snapshots["keys"][0], ask)


def _boundary(f, student):
    """f = 0 of the student's machine, in a plane that is no projection."""
    if f.case.projected or f.case.points.shape[1] != 2:
        return {}
    a = machines(f.problem, student, f.at(STUDENT).key_probability)
    return {"bags": list(_levels_of(f, a, {0.0: STYLE}))}


STUDENT_STEPS = StudentSteps(
    {"key-selection": StepMethod(_states, {"method": (ASSIGNMENT,)}, {"positive": 4})},
    frames,
    "bags",
    marks=_boundary,
    drive=lambda states, run, options: drive_saddle(states, run.problem, options),
)


EXPERIMENT = Experiment(
    name="bags",
    title="Bags, their keys, and a saddle point",
    question="Which instance makes a bag positive, and how far are we from knowing?",
    knobs=KNOBS,
    solve=solve,
    scene=scene,
    student_steps=STUDENT_STEPS,
    previews=previewed,
    click=edit,
    tools=tools,
    measures={"bag accuracy": bag_accuracy, "fresh bag accuracy": fresh_bag_accuracy},
    vary={"lam1": (0.1, 100.0, 5), "method": ["mirror_prox", "column_generation"]},
    first='Play; then set "Method" to "assignment".',
    see=(
        "A disc grows as its instance becomes the likely key; alternating stops with wrong keys, "
        "and only the gap says so."
    ),
)
