"""Scene `bags` as a picture: the bags with their keys and the boundary, the margins of the bags,
the saddle gap in its two halves, and the heaviest assignments (Zhang and Jin 2020,
004_0576c39cd2308ab8.txt, (6)-(9))."""

from dataclasses import replace

import numpy as np

from lab.cached import kernel_values
from lab.checking.comparing import STYLE
from lab.checking.task import StepMethod, StudentSteps
from lab.drawing.gap_panel import NAME_WIDTH, GapCurve, gap_panel, spread_labels
from lab.drawing.geometry import by_axis, frame_lines, level_lines, outline, round_limits, wider
from lab.drawing.text import capital, falls, listed, readout
from lab.experiment import Experiment
from lab.lessons.mi_odm.bags.model import (
    ASSIGNMENT,
    COLUMNS,
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
    SQUARE,
    SQUARE_EDGE,
    SQUARE_FACES,
    lines,
    planes,
    spoken_frames,
    steps,
    summary,
)
from lab.prediction import asked, ringed
from lab.race.methods import STUDENT
from lab.scenes.picture import picture
from solvers import Linear, drive_saddle
from solvers.exchange import key_states
from widgets import (
    Axis,
    Band,
    Bars,
    Layout,
    Lines,
    Mesh,
    Panel,
    Path,
    Points,
    Question,
    Segments,
    Text,
    moved,
    row,
)
from widgets.words import Words, bound, figure, rough, say, value

#: How the machine in question and the rival learner style.
MAIN = {"tone": "main", "dash": "solid"}
SVM = {"label": "MI-SVM", "tone": "rival1", "dash": "dash"}
#: The averaged machine is trusted while the relaxation loses less than this share.
LOOSE = 0.05
#: So many bags are named one by one in a sentence.
_NAMED = 6
#: More bags than this are drawn without names and fillings.
MANY = 14
#: Grids on which level lines are looked for, in the plane and in slices of space.
_GRID, _COARSE, _SLICES = (70, 38), 26, 5
#: The least distance of two names at the ends of lines, as a share of the height.
_APART = 0.085
#: The gap of the iterate alone is drawn where it ends so many times as large as the best one.
_ASTRAY = 10.0
#: How the lines of further seeds are called; they carry no name in the picture.
_SEED = "seed "
#: A margin below this share of the largest counts as 0.
_CLEAR = 0.02
#: The key has more than this probability, by so much more than the next.
_MOST, _MORE = 0.5, 0.1
#: What the key says of marks with these labels.
_KEY = {
    "positive bag": "size: key probability",
    "largest f of its bag": "largest f",
    "negative instance": "negative",
    "f = 0": "f = 0",
    f"{SVM['label']}: f = 0": SVM["label"],
}


def _opening(frame):
    """Which discs are seen, and why."""
    if not frame.problem.first.size:
        return "no positive bag, so no key is chosen"
    if frame.run.main in (COLUMNS, ASSIGNMENT):
        means = frame.run.settings["first"] == "means"
        guess = "the one that the bags' means pick" if means else "the last one"
        return f"one full disc in each positive bag. For its key each takes {guess}"
    also = ", and u is the best answer to that" if frame.run.main in STEPS else ""
    return f"the discs of a bag are all alike. All assignments weigh the same{also}"


def _change(frame):
    """Which discs changed since the frame before, and the key probability that moved most."""
    old, new = frame.before.key_probability, frame.key_probability
    change = np.abs(new - old)
    if not change.any():
        return "No disc changes: no key probability moves"
    j, of = int(np.argmax(change)), frame.problem.bag
    bag = int(of[j])
    alike = np.array([np.ptp(old[of == of[i]]) == 0.0 for i in frame.leading], dtype=bool)
    changed = frame.leading != frame.before.leading
    comes = alike & [np.ptp(new[of == of[i]]) > 0.0 for i in frame.leading]
    leads = [
        f"{words} in {_bags_named(of[frame.leading[which]] + 1)}"
        for words, which in (("a disc comes to lead", comes), ("another leads", changed & ~comes))
        if which.any()
    ]
    lead = "The disc"
    if leads:
        said = listed(leads) if comes.any() else leads[0].replace("another", "another disc")
        listed_too = j in frame.leading[comes | changed]
        lead = capital(f"{said}; {'above all that' if listed_too else 'the disc'}")
    return say(
        lead + " of bag {bag}, instance {place} {turns}: key probability {old:≠new} → {new:≠old}",
        bag=bag + 1, place=j - int(np.argmax(of == bag)) + 1, old=old[j], new=new[j],
        turns="grows" if new[j] > old[j] else "shrinks",
    )  # fmt: skip


def _bags_named(numbers):
    """ "bag 2", "bags 1 and 2", "33 bags" where they are many."""
    if len(numbers) > _NAMED:
        return f"{len(numbers)} bags"
    return f"bag{'s' * (len(numbers) > 1)} {listed(map(str, numbers))}"


def _rule(frame):
    """What the method did."""
    main = frame.run.main
    if main == STOCHASTIC:
        return f"four assignments drawn each time, step {figure(frame.step, 3)}"
    if main in STEPS:
        return f"two prox steps from one point, step {figure(frame.step, 3)}"
    if main == COLUMNS:
        count = int(frame.table.at(main).columns[frame.k])
        found = frame.before.found
        named = assignment(found) if len(found) <= _NAMED else "the assignment"
        return f"column {count} joins: {named} was violated most"
    if main == ASSIGNMENT:
        return _new_keys(frame)
    return "weights follow the lengths of their machines"


def _new_keys(frame):
    moved = np.flatnonzero(frame.before.moved)
    bags = np.flatnonzero(frame.problem.y > 0.0)[moved] + 1
    if not bags.size:
        return "the keys stay, (4) = {objective_keys}"
    return f"new keys in {_bags_named(bags)}, (4) = {{objective_keys}}"


def assignment(keys):
    """An assignment (p,) as its keys, counted from 1: "213", or "2·13·1" with long ones."""
    return ("·" if max(keys, default=0) > 8 else "").join(str(k + 1) for k in keys) or "–"


def _ending(frame):
    """Which discs lead; what is proved of the saddle value, what one key a bag costs, and what to
    trust."""
    status = frame.run.result.status
    text = {
        "converged": "Proved: the saddle value is {value:.4}, within {proved:bound}",
        "small_change": "The keys stay, which proves nothing: best gap {proved:bound}",
        "stalled": "No new column is found: best gap {proved:bound}",
        "max_iter": "The iterations are spent: best gap {proved:bound}",
    }.get(status, f"Ended ({status}): best gap {{proved:bound}}")
    text += ".{astray}"
    return "{observed} " + text + "{fresh} {advice}" if frame.problem.first.size else text


def _observed(frame):
    """In how many positive bags one disc has most of the probability."""
    most = frame.key_probability[frame.leading]
    clear = np.count_nonzero(most > 0.5)
    if clear < most.size:
        return f"In {clear} of {most.size} positive bags one disc has more than half."
    least = int(np.floor(100.0 * most.min() + 1e-9))
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
    """How often the learners are right on bags of the same kind that they have not seen."""
    f = frame.table
    if f.case.fresh is None:
        return ""
    rate = value(100.0 * fresh_rate(f, -1), 1)
    rates = [f"{'rounded' if f.rounded else 'averaged'} {rate}"]
    if f.svm is not None:
        rates.append(f"MI-SVM {value(100.0 * right_of(f.case.fresh, f.svm.values), 1)}")
    return f" Fresh bags right, in %: {', '.join(rates)}."


def _astray(frame):
    """Why the gap did not fall, where the step was too long."""
    result, step = frame.run.result, frame.run.settings["factor"]
    first, now = (result.trace.objective[k] - result.trace.bound[k] for k in (0, -1))
    least = max(first, TOL * result.certificate.scale)
    if frame.run.main not in STEPS or step <= 1.0 or now <= least:
        return ""
    return say(
        " It ends further off than it began ({falls}): {step:3g} times the measured step "
        "overshoots, and the iterates are thrown about instead of settling.",
        falls=falls(first, now), step=step,
    )  # fmt: skip


WORDS = Words(
    start="Start: {opening} — {proof}; bag margins: mean {mean}, smallest {smallest}.",
    step="{change} — {rule}; mean bag margin {mean_before:≠mean} → {mean:≠mean_before}, {proof}.",
    ending=_ending,
    opening=_opening,
    change=_change,
    rule=_rule,
    value=lambda frame: value(frame.run.result.certificate.objective, 4),
    observed=_observed,
    astray=_astray,
    fresh=_fresh,
    advice=_advice,
)


def bags_panel(f):
    """Bags, instances and levels."""
    case, d = f.case, f.case.points.shape[1]
    levels = [] if case.projected else list(level_marks(f))
    marks = [*levels, *_bags(f), *_instances(f)]
    return Panel(
        "Bags, their keys and the boundary"
        if f.problem.first.size
        else "No positive bag: nothing to choose",
        marks,
        *(Axis(name, range=ends) for name, ends in zip(case.names, f.box, strict=True)),
        equal=d == 2,
        key="bags",
        subtitle="a projection carries no level lines" if f.case.projected else "",
        legend=_KEY | {m.label: "±1 ± θ, once reached" for m in levels if m.tone == "good"},
    )


def decision_levels(f):
    """(level, style): the boundary, then the edges of the band and of its mirror image."""
    theta = f.problem.theta
    levels = [(0.0, {"tone": "ink", "width": 2.5})]
    for level in (1.0 - theta, 1.0 + theta)[: 1 if theta == 0.0 else 2]:
        dash = "solid" if level <= 1.0 else "longdash"
        style = {"tone": "good", "width": 1.3, "dash": dash}
        levels += [(level, style), (-level, style)]
    return levels


def level_marks(f):
    """The marks of all levels, the rival learner's boundary first."""
    flat = f.case.points.shape[1] == 2
    if isinstance(f.problem.kernel, Linear):
        return _straight(f) if flat else _flat(f)
    return _curved(f) if flat else _sliced(f)


def _plane_of(a, problem):
    """(w (T, d), intercept (T,)) of machines a (T, J) with a linear kernel."""
    return a @ problem.points, problem.kernel.bias * a.sum(axis=1)


def _svm_plane(f):
    w, b = _plane_of(f.svm.a[None], f.problem)
    return w, b + f.svm.bias


def _straight(f):
    box = wider(f.box)
    if f.svm is not None:
        (x0, y0), (x1, y1) = lines(*_svm_plane(f), 0.0, box)[0]
        yield Segments([x0], [y0], [x1], [y1], tone=SVM["tone"], dash=SVM["dash"], width=2.0,
                       label=f"{SVM['label']}: f = 0", future=True)  # fmt: skip
    w, b = _plane_of(f.a, f.problem)
    for level, style in decision_levels(f):
        ends = lines(w, b, level, box)
        parts = (row(ends[:, i, j, None]) for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)))
        yield Segments(*parts, label=f"f = {value(level, 2)}", **style)


def _flat(f):
    box = f.box
    if f.svm is not None:
        A, foot = planes(*_svm_plane(f), 0.0, box)
        yield Path(*(SQUARE_EDGE @ A[0].T + foot[0]).T, ghost=False, tone=SVM["tone"],
                   dash=SVM["dash"], label=f"{SVM['label']}: f = 0", future=True)  # fmt: skip
    w, b = _plane_of(f.a, f.problem)
    A, foot = planes(w, b, 0.0, box)
    yield Mesh(moved(SQUARE, A, foot), faces=SQUARE_FACES, tone="main", opacity=0.3, label="f = 0")
    for level, style in decision_levels(f):
        A, foot = planes(w, b, level, box)
        edge = moved(SQUARE_EDGE, A, foot)
        yield Path(edge, ghost=False, label=f"f = {value(level, 2)}", **style)


def _grid(f):
    """x, y and the places (n, 2) of a grid around the instances."""
    x, y = (np.linspace(low, high, n) for (low, high), n in zip(wider(f.box), _GRID, strict=True))
    return x, y, np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def boundary(f, a, style):
    """The marks of f = 0 of machines a (T, J) in the plane."""
    (x, y, places), problem = _grid(f), f.problem
    shown, frame = np.unique(a, axis=0, return_inverse=True)
    values = shown @ problem.kernel.values(problem.points, places)
    found = level_lines(x, y, values.reshape(-1, y.size, x.size), [0.0])[0.0]
    return [frame_lines(found, frame.ravel(), **style)] if any(map(len, found)) else []


def _curved(f):
    """Level lines of every frame on a grid."""
    (x, y, places), problem = _grid(f), f.problem
    shape = (-1, y.size, x.size)
    if f.svm is not None:
        (line,) = level_lines(x, y, f.svm.values(places).reshape(shape), [0.0])[0.0]
        label = f"{SVM['label']}: f = 0"
        yield Lines(*line.T, tone=SVM["tone"], dash=SVM["dash"], label=label, future=True)
    values = (f.a @ kernel_values(problem.kernel, problem.points, places)).reshape(shape)
    levels = decision_levels(f)
    found = level_lines(x, y, values, [level for level, _ in levels])
    for level, style in levels:
        if any(map(len, found[level])):
            label = f"f = {value(level, 2)}"
            yield frame_lines(found[level], range(len(values)), label=label, **style)


def _sliced(f):
    """The lines f = 0 on parallel slices of space."""
    problem = f.problem
    x, y = (np.linspace(low, high, _COARSE) for low, high in f.box[:2])
    low, high = problem.points[:, 2].min(), problem.points[:, 2].max()
    flat = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    heights = np.linspace(low, high, _SLICES)
    places = [np.column_stack([flat, np.full(len(flat), z)]) for z in heights]
    if f.svm is not None:
        pieces = [_slice(f.svm.values(at)[None], x, y, at[0, 2])[0] for at in places]
        yield Lines(*np.concatenate(pieces).T, tone=SVM["tone"], dash=SVM["dash"], width=1.5,
                    label=f"{SVM['label']}: f = 0, in slices", future=True)  # fmt: skip
    values = (f.a @ problem.kernel.values(problem.points, at) for at in places)
    slices = [_slice(v, x, y, z) for v, z in zip(values, heights, strict=True)]
    found = [np.concatenate([s[k] for s in slices]) for k in range(len(f))]
    yield frame_lines(found, range(len(f)), tone="ink", width=2.5, opacity=0.9,
                      label="f = 0, in slices")  # fmt: skip


def _slice(values, x, y, z):
    """The vertices (n, 3) of f = 0 at the height z, for every frame's values (ny nx,)."""
    lines = level_lines(x, y, values.reshape(-1, y.size, x.size), [0.0])[0.0]
    return [np.column_stack([line, np.full(len(line), z)]) for line in lines]


def _bags(f):
    """Hulls in the plane, in space stars around the key."""
    problem, points = f.problem, f.case.points
    few, plus = len(problem.y) <= MANY, problem.y > 0.0
    fill, width, opacity = (0.08, 1.3, 0.8) if few else (0.0, 0.6, 0.4)
    if points.shape[1] == 3:
        yield from _stars(f)
    else:
        for k in range(len(problem.y)):
            tone, dash = ("main", "solid") if plus[k] else ("muted", "dot")
            yield Path(*outline(points[problem.bag == k]).T, tone=tone, dash=dash, fill=fill,
                       width=width, opacity=opacity, ghost=False, label=f"bag {k + 1}")  # fmt: skip
    if few:
        yield from _names(f)
    if f.case.stray is not None:
        yield from _outlier(f.case)


def _names(f):
    """The number of each bag, above its highest instance."""
    problem, points = f.problem, f.case.points
    for k in range(len(problem.y)):
        own = points[problem.bag == k]
        place = by_axis(own[np.argmax(own[:, -1])][:, None])
        tone = "main" if problem.y[k] > 0.0 else "muted"
        yield Text(**place, text=(f"  {k + 1}",), tone=tone, anchor="above")


def _outlier(case):
    """A ring around the outlier, where it still is."""
    if (case.points == case.stray).all(axis=1).any():
        here = by_axis(case.stray[:, None])
        yield Points(**here, tone="rival1", symbol="circle-open", size=15.0, label="outlier")
        yield Text(**here, text=("  outlier",), tone="rival1", anchor="below")


def _stars(f):
    """Links between the key of each bag and its other instances; negative bags have their first."""
    problem, points = f.problem, f.case.points
    home = np.tile(np.flatnonzero(np.diff(problem.bag, prepend=-1))[problem.bag], (len(f), 1))
    plus = problem.y[problem.bag] > 0.0
    if problem.first.size:
        home[:, plus] = np.repeat(f.keys, problem.sizes, axis=1)
    for own, tone, dash in ((plus, "main", "solid"), (~plus, "muted", "dot")):
        if own.any():
            ends = points[home[:, own]]
            x, y, z = (row(ends[:, :, i]) for i in range(3))
            yield Segments(x, y, *points[own, :2].T, z0=z, z1=points[own, 2], tone=tone, dash=dash,
                           width=1.2, opacity=0.6, label="from the key")  # fmt: skip


def _instances(f):
    problem, points = f.problem, f.case.points
    plus = problem.y[problem.bag] > 0.0
    texts = tuple(f"bag {b + 1}" for b in problem.bag)
    minus = np.flatnonzero(~plus)
    if minus.size:
        yield Points(*points[minus].T, tone="muted", symbol="square", size=6.0, opacity=0.8,
                     label="negative instance", texts=tuple(texts[j] for j in minus))  # fmt: skip
    if not plus.any():
        return
    mu, own = f.key_probability[:, plus], np.flatnonzero(plus)
    scale = 1.0 if len(problem.y) <= MANY else 0.5
    size = scale * (4.0 + 18.0 * np.sqrt(mu))
    yield Points(*points[own].T, tone="main", size=row(size), opacity=0.75, label="positive bag",
                 texts=tuple(texts[j] for j in own))  # fmt: skip
    yield Points(*map(row, np.moveaxis(points[f.keys], 2, 0)), tone="now",
                 symbol="circle-open", size=25.0 * scale, label="largest f of its bag")  # fmt: skip


def margins_panel(f):
    """The distribution of bag margins, and that of the rival learner."""
    m, T, y = f.margins, len(f), f.problem.y
    learners = [("MI-ODM", MAIN | {"width": 2.5}, m)]
    if f.svm is not None:
        style = {"tone": SVM["tone"], "dash": SVM["dash"], "width": 2.0}
        learners.append((SVM["label"], style, f.svm_margins))
    every = np.concatenate([np.ravel(values) for *_, values in learners])
    low, high = min(0.0, float(every.min())), max(0.0, float(every.max()))
    margin = 0.12 * ((high - low) or 1.0)
    ends = round_limits(low - margin, high + margin)
    marks, curves = list(_background(f, ends)), []
    for k, (words, style, values) in enumerate(learners):
        curves.append(replace(steps(values, style, words, T), legend=False))
        marks += summary(values, 1.12 + 0.13 * k, style, words, T)
    marks += [*curves, *_bag_dots(m, y)]
    return Panel(
        "The margins of the bags",
        marks,
        Axis(f"bag margin {f.unit}", range=ends),
        Axis("share below", range=(-0.04, 1.36),
             ticks=(np.linspace(0.0, 1.0, 6), [f"{v:.1f}" for v in np.linspace(0.0, 1.0, 6)])),
        key="margins",
        legend={
            "positive bag": "positive bag",
            "MI-ODM: mean": "mean",
            "MI-ODM: minimum": "smallest",
            curves[-1].label: learners[-1][0],
        },
    )  # fmt: skip


def _background(f, ends):
    if f.raw and f.problem.theta > 0.0:
        band = np.array([1.0 - f.problem.theta, 1.0 + f.problem.theta])
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


def saddle_panel(f):
    """The certified gap of every method, and of the method in question its two halves."""
    curves = [r for name in reversed(f.traces) for r in _gap_curves(f, name)]
    panel = gap_panel(curves, f.clock.values.astype(float), TOL * f.result.certificate.scale,
                      "iterations")  # fmt: skip
    names = [m for m in panel.marks if isinstance(m, Text)]
    shown = [m for m in names if not m.text[0].startswith(_SEED)]
    low, high = panel.y.range
    x = np.array([m.x.values[0] for m in shown]) / max(f.clock.values[-1], 1.0)
    heights = np.log10([m.y.values[0] for m in shown])
    y = 10.0 ** spread_labels(x, heights, NAME_WIDTH, _APART * np.log10(high / low))
    high = max(high, 2.0 * float(y.max()))
    return Panel(
        "The saddle gap and its halves",
        [
            *(m for m in panel.marks if m not in names),
            *(replace(m, y=[v]) for m, v in zip(shown, y, strict=True)),
        ],
        panel.x,
        Axis("gap", log=True, range=(low, high)),
        key="gap",
        subtitle=_halves_subtitle(f, len(shown) < len(names)),
        legend={
            METHODS[f.run.main].label: "their sum, certified",
            "upper half": "max over u at v",
            "lower half": "min over c at u",
        },
    )


def _halves_subtitle(f, seeds):
    """What the halves are measured against."""
    low, high = f.saddle
    middle, more = value(0.5 * (low + high), 4), "; two more seeds" if seeds else ""
    if high - low > 1e-4 * f.result.certificate.scale:
        return f"against {middle}, midway between its bound and value{more}"
    return f"against G* = {middle}{more}"


def _gap_curves(f, name):
    """The lines of one method, the most important last."""
    label, tone, dash = METHODS[name]
    main, trace = name == f.run.main, f.traces[name]
    tone, dash = ("main", "solid") if main else (tone, dash)
    times, rows = trace.iteration.astype(float), f.rows[name]
    for k, twin in enumerate(f.run.extra["twins"].get(name, ())):
        yield _twin(f, twin, f"{_SEED}{f.run.settings['seed'] + 1 + k}", tone)
    if main:
        own = trace.objective - trace.bound
        if own[-1] > _ASTRAY * max(trace.gap[-1], 0.0):
            yield GapCurve("this iterate alone", "now", "dashdot", times, own, rows)
        upper, lower = halves(f)
        yield GapCurve("upper half", "main", "dot", times, upper, rows)
        yield GapCurve("lower half", "main", "longdash", times, lower, rows)
    tone, dash = (tone, dash) if main or tone != "main" else ("ink", "longdash")
    yield GapCurve(label, tone, dash, times, np.maximum(trace.gap, 0.0), rows, main)


def _twin(f, result, label, tone):
    """The same method with another seed."""
    times = result.trace.iteration.astype(float)
    rows = np.maximum(np.searchsorted(times, f.clock.values, side="right") - 1, 0)
    return GapCurve(label, tone, "dash", times, np.maximum(result.trace.gap, 0.0), rows)


def weights_panel(f):
    """The heaviest assignments as bars."""
    keys, table = heaviest(f)
    place, top = np.arange(float(len(keys))), max(0.05, 1.12 * float(table.max()))
    left = 1.0 - table.sum(axis=1)
    marks = [
        Bars(place, row(table), tone="main", label="v"),
        Bars([float(len(keys))], row(left[:, None].clip(0.0)), tone="faint", label="all others"),
    ]
    few, count = keys.shape[1] <= 6, f.problem.count
    names = [assignment(c) if few else str(k) for k, c in enumerate(keys, start=1)]
    ticks = (np.append(place, len(keys)), [*names, "rest"])
    return Panel(
        "The heaviest assignments",
        marks,
        Axis("" if few else "assignments", range=(-0.7, len(keys) + 0.7),
             ticks=ticks),
        Axis("v", range=(0.0, top)),
        key="weights",
        subtitle=f"of {figure(count) if count < 10**6 else rough(count)} assignments"
        + "; 213: keys 2, 1 and 3 of bags 1, 2 and 3" * few,
    )  # fmt: skip


def questions(f):
    """Predict, then see."""
    return asked(f.run.settings, _which_key(f), _whose_outlier(f))


def _which_key(f):
    """Which instance of the first positive bag ends with most of the probability."""
    problem = f.problem
    if len(f) < 4 or not problem.first.size or problem.sizes[0] not in (2, 3, 4):
        return None
    bag, size = int(np.argmax(problem.y > 0.0)), int(problem.sizes[0])
    mu = f.key_probability[:, problem.first[0] : problem.first[0] + size]
    best, (second, most) = int(np.argmax(mu[-1])), np.sort(mu[-1])[-2:]
    if most < _MOST or most - second < _MORE or f.case.projected:
        return None
    places = f.case.points[problem.first[0] :][:size]
    rings = ringed("bags", places, f.case.points)
    if rings is None:
        return None
    return Question(
        0,
        f"Nobody said which instance makes bag {bag + 1} positive; they are ringed. Which one "
        "will carry most of the probability at the end?",
        answer=best,
        why=f"Its probability ends at {value(most, 2)}, the next one's at {value(second, 2)}.",
        key="key",
        hides=("margins", "weights"),
        rings=rings,
    )


def _whose_outlier(f):
    """Where the learners put the bag with the outlier."""
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
        f"Bag {len(f.problem.y)} is negative and holds the outlier. Who will call it negative "
        "in the end?",
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
_LAYOUT = Layout("bags", ("margins", "gap"), ("weights",))


def scene(run):
    """Bags, margins, the saddle gap and the heaviest assignments."""
    f = frames(run)
    shown = {"margins": spoken_frames(f.margins)}
    shown |= readout(run.result, f.row_shown, TOL, "upper", "lower")
    return picture(f, PANELS, WORDS, _LAYOUT, questions(f), shown)


def bag_accuracy(run):
    """The share of bags that the machine of the last frame calls right."""
    return np.mean(frames(run).margins[-1] > 0.0)


def fresh_bag_accuracy(run):
    """The same of bags that no learner has seen; None where there are none."""
    return None if run.extra["case"].fresh is None else fresh_rate(frames(run), -1)


def _states(run, ask):
    """From the same keys as the reference."""
    return key_states(run.problem, run.trace.snapshots["keys"][0], ask)


def _boundary(f, student):
    """f = 0 of the student's machine, in a plane that is no projection."""
    if f.case.projected or f.case.points.shape[1] != 2:
        return {}
    a = machines(f.problem, student, f.at(STUDENT).key_probability)
    return {"bags": boundary(f, a, STYLE)}


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
