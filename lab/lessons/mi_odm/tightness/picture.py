"""Scene `tightness` as a picture: what the relaxation of MI-ODM is worth, against lambda and gamma
(Zhang, Jin 2020, (4) against (9), 004_0576c39cd2308ab8.txt)."""

import numpy as np

from lab.drawing.gap_panel import end_names, spread_labels
from lab.drawing.geometry import axes, frame_lines, grid, level_lines, moving, outline, window
from lab.experiment import Experiment
from lab.lessons.mi_odm.common import bag_names
from lab.lessons.mi_odm.tightness.model import (
    EXACT,
    KNOBS,
    LOOSE,
    RIVAL_STEP,
    frames,
    own_shortfall,
    right,
    shortfall,
    solve,
    tops,
)
from lab.prediction import asked
from lab.scenes.frames import Frames
from lab.scenes.picture import scene_of
from solvers import MultiInstanceODM
from widgets import (
    Axis,
    Band,
    Bars,
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
from widgets.words import Words, figure, say

#: Bars carry the names of their assignments up to this many.
_NAMED = 9
#: Space for names on the right of a log axis, as a share of its length.
_MARGIN = 0.4
#: The worst of one third is worse than that of the others by this share.
_CLEAR = 0.05
#: A boundary is traced on so many places along x and y.
_GRID = (56, 40)


def _claim(frame):
    """What the lines do, then bound, optimum, and what lies between."""
    if frame.short <= EXACT:
        return (
            "{symbol} = {place:3g}: the lines meet: exact, {optimum} with all weight on the best "
            "keys {keys}"
        )
    return (
        "{symbol} = {place:3g}: the lines lie apart: the relaxation proves {bound:≠optimum}, the "
        "best keys {keys} reach {optimum:≠bound}, {open:.1} % open"
    )


def _rounding(frame):
    """What the rounded machine costs above the optimum."""
    if frame.rounded - frame.optimum <= EXACT * frame.optimum:
        return "rounding finds the optimum"
    return "rounding ends {above:.1} % above it"


def _average(frame):
    """What the averaged machine makes of the bags, and of the keys."""
    plus = frame.problem.y > 0.0
    link = "yet" if frame.ranked.all() and not frame.right[plus].all() else "and"
    return say(
        "The average has {p} of {P} positive and {n} of {N} negative bags right, {link} its "
        "largest instances are {k} of {K} best keys",
        p=np.count_nonzero(frame.right & plus), P=np.count_nonzero(plus),
        n=np.count_nonzero(frame.right & ~plus), N=np.count_nonzero(~plus),
        k=np.count_nonzero(frame.ranked), K=frame.ranked.size, link=link,
    )  # fmt: skip


WORDS = Words(
    caption="{claim} — {rounding}.\n{average}.",
    claim=_claim,
    rounding=_rounding,
    average=_average,
    keys=lambda frame: name_of(frame.spot.best.keys),
)


def name_of(keys: np.ndarray) -> str:
    """ "(1, 2)" for an assignment."""
    return f"({', '.join(str(j + 1) for j in keys)})"


def _across(f):
    """(axis, where names begin): the swept quantity on a log axis with space on the right."""
    low, high = float(f.place.min()), float(f.place.max())
    end = high * (high / low) ** _MARGIN
    return Axis(f.symbol, log=True, range=(low * (low / end) ** 0.02, end)), high * (
        high / low
    ) ** 0.02


def _now(f, low, high):
    x = row(f.place)
    return Segments(x, [low], x, [high], tone="now", width=1.5, label="now")


def _curve(f, y, tone, dash, label, width=2.0, step=1):
    """A function of the swept value, drawn as far as the frames have come; y holds every `step`-th
    value."""
    upto = np.arange(len(f)) // step
    styles = {"tone": tone, "dash": dash, "width": width, "label": label}
    return Curve(prefix(f.place[::step], upto), prefix(y, upto), **styles)


def values_panel(f: Frames) -> Panel:
    """The certified bound, the optimum over all keys and the rounded machine, the gap shaded."""
    x = f.place
    axis, beside = _across(f)
    low, high = float(f.bound.min()), float(f.rounded.max())
    low, high = 0.6 * max(low, 1e-6 * high), 1.7 * high
    lines = (
        ("best keys", f.optimum, "ink", "solid", 2.0),
        ("rounded", f.rounded, "rival2", "dot", 3.0),
        ("relaxation", f.bound, "main", "solid", 2.5),
    )
    rows = np.arange(len(f))
    marks = [
        Band(prefix(x, rows), prefix(f.bound, rows), prefix(f.optimum, rows),
             fill=0.12, label="what the relaxation leaves open"),
        _now(f, low, high),
        *(_curve(f, y, tone, dash, name, width) for name, y, tone, dash, width in lines),
        *_open(f, low),
        *end_names(beside, [(name, tone, y[0]) for name, y, tone, *_ in lines], low, high, 0.075),
    ]  # fmt: skip
    return Panel(
        "The bound and the best keys",
        marks,
        axis,
        Axis("value of (4)", log=True, range=(low, high)),
        subtitle="a certified bound; the best of all keys",
    )


def _open(f, low):
    """The two values that the caption states, and what lies open between them."""
    x, bound, optimum = row(f.place), row(np.maximum(f.bound, low)), row(f.optimum)
    yield Segments(x, bound, x, optimum, tone="now", width=4.0, label="open now")
    for y, tone, words in ((bound, "main", "proved now"), (optimum, "ink", "best keys now")):
        yield Points(x, y, tone=tone, size=10.0, label=words)


def short_panel(f: Frames) -> Panel:
    """How much of the optimum the bound leaves unproved, for both kernels."""
    axis, beside = _across(f)
    own, other = ("Gaussian", "linear") if f.gaussian else ("linear", "Gaussian")
    low, high = float(f.place.min()), float(f.place.max())
    lines = [(own, 100.0 * f.short, "main", "solid", 2.5, 1)]
    if f.rival is not None:
        lines.append((other, 100.0 * f.rival, "rival1", "dash", 2.0, RIVAL_STEP))
    placed = spread_labels(np.zeros(len(lines)), [y[0] for _, y, *_ in lines], 1.0, 8.0)
    rule = 100.0 * LOOSE
    marks = [
        Segments([low], [rule], [high], [rule], tone="good", dash="dash", width=1.0,
                 label="above 5 %: use the rounded machine"),
        Text([low], [rule + 4.5], ("5 %",), tone="good"),
        _now(f, -3.0, 108.0),
        *(_curve(f, y, tone, dash, name, width, step)
          for name, y, tone, dash, width, step in lines),
        *(Text([beside], [y], (name,), tone=tone)
          for (name, _, tone, *_), y in zip(lines, placed, strict=True)),
    ]  # fmt: skip
    return Panel(
        "The share left unproved",
        marks,
        axis,
        Axis("% of the best value", range=(-3.0, 108.0)),
        subtitle="0: exact; above 5 %: use rounded keys",
    )


def plane_panel(f: Frames) -> Panel:
    """The instances, each bag in its hull, as large as the share of the weights under which they
    are keys; the best keys ringed; f = 0 of the averaged machine and of the best keys'."""
    problem, points = f.problem, f.problem.points
    box, plus = window(points, 0.16, least=1.0), problem.y[problem.bag] > 0.0
    best = points[[problem.first + s.best.keys for s in f.spot]]
    marks = [
        *(_hull(points[problem.bag == i], y) for i, y in enumerate(problem.y)),
        Points(*points[~plus].T, tone="muted", symbol="square", size=7.0, label="negative",
               texts=bag_names(problem, ~plus)),
        Points(*points[plus].T, tone="main", opacity=0.8, label="positive",
               size=row(4.0 + 14.0 * np.sqrt(f.key_shares[:, plus])),
               texts=bag_names(problem, plus)),
        Points(**moving(best), tone="good", symbol="circle-open",
               size=23.0, label="best keys"),
        *_boundaries(f, box),
    ]  # fmt: skip
    return Panel(
        "The bags and where f is 0",
        marks,
        *axes(("x₁", "x₂"), box),
        subtitle="large: much weight as a key",
        legend={
            "average: f = 0": "f of average",
            "best keys: f = 0": "of best keys",
            "best keys": "best keys",
        },
    )


def _hull(points, y):
    """The outline of a bag."""
    tone, dash = ("main", "solid") if y > 0.0 else ("muted", "dot")
    return Path(*outline(points).T, ghost=False, tone=tone, dash=dash, width=1.2,
                opacity=0.7, fill=0.06, label="bag")  # fmt: skip


def _boundaries(f, box):
    """f = 0 of the averaged machine and of the best keys', or words where f has one sign."""
    (xlim, ylim), (low, high) = box, np.transpose(box)
    x, y, places = grid(xlim, ylim, _GRID)
    average, best = _values_at(f, places.reshape(-1, 2))
    for name, values, tone, dash, height in (
        ("average", average, "main", "solid", 0.94),
        ("best keys", best, "ink", "dash", 0.06),
    ):
        found = level_lines(x, y, values.reshape(-1, y.size, x.size), [0.0])[0.0]
        if any(map(len, found)):
            yield frame_lines(found, range(len(f)), tone=tone, dash=dash, width=2.2,
                              label=f"{name}: f = 0")  # fmt: skip
        words = tuple(_one_sign(name, v) for v in values)
        if any(words):
            at = low + [0.5, height] * (high - low)
            yield Text(at[:1], at[1:], words, tone=tone, anchor="center", per_frame=True)


def _values_at(f, places):
    """f (2, T, n) of the averaged machine and of the best keys' at `places` (n, 2)."""
    machines = (
        np.stack([s.averaged, s.best.machine]) @ s.problem.kernel.values(s.problem.points, places)
        for s in f.spot
    )
    return np.stack(list(machines), axis=1)


def _one_sign(name, values):
    """Words where f is nowhere 0, else ""."""
    sign = "<" if values.max() < 0.0 else ">" if values.min() > 0.0 else ""
    return sign and f"{name}: f {sign} 0 here"


def names_of(problem: MultiInstanceODM) -> tuple[str, ...]:
    """ "(1, 2)" for each assignment."""
    return tuple(map(name_of, problem.assignments()))


def weights_panel(f: Frames) -> Panel:
    """The weights of all assignments; that of the best keys and of the rounding marked."""
    count, frames = f.problem.count, np.arange(len(f))
    x = np.arange(float(count))
    best = np.array([s.number(s.best.keys) for s in f.spot])
    chosen = np.array([s.number(s.rounded.keys) for s in f.spot])
    klass = np.zeros((len(f), count))
    klass[frames, best] = 1.0
    height = f.weights[frames, chosen]
    ticks = (x, names_of(f.problem)) if count <= _NAMED else None
    marks = [
        Bars(x, row(f.weights), klass=row(klass), names=("weight", "weight of the best keys"),
             label="weights v", legend=True),
        Points(row(chosen[:, None].astype(float)), row(height[:, None] + 0.07), tone="rival2",
               symbol="triangle-down", size=11.0, label="keys that rounding chose"),
        Text(row(best[:, None].astype(float)), row(np.full((len(f), 1), 1.14)),
             ("best keys",) * len(f), tone="rival1", anchor="center", per_frame=True),
    ]  # fmt: skip
    return Panel(
        "Weights of the assignments",
        marks,
        Axis("key of each positive bag", ticks=ticks,
             range=(-0.7, max(count, 3) - 0.3)),
        Axis("weight", range=(0.0, 1.22)),
        legend={"keys that rounding chose": "the rounding"},
    )  # fmt: skip


def bags_panel(f: Frames) -> Panel:
    """Bag values of the averaged and of the rounded machine; those on the wrong side of 0 have
    another colour and symbol."""
    problem = f.problem
    m, at = len(problem.bags), problem.bag.astype(float)
    averaged, decided = f.averaged, f.decided
    bags = np.arange(float(m))
    ends, signs = np.full(m, _top(averaged, decided)), tuple("+−"[int(y < 0)] for y in problem.y)
    before, after = tops(problem, averaged), tops(problem, decided)
    marks = [
        Segments([-0.6], [0.0], [m - 0.4], [0.0], tone="ink", width=1.2, label="f = 0"),
        Points(at - 0.14, row(averaged), tone="muted", size=5.0,
               label="instances, averaged machine"),
        _values(f, bags - 0.14, averaged, "circle", 10.0, "averaged"),
        _values(f, bags + 0.14, decided, "diamond", 9.0, "rounded"),
        *_keys(f, bags),
        Segments(bags - 0.14, row(before), bags + 0.14, row(after), tone="muted", width=1.0,
                 dash="dot", label="rounding"),
        Text(bags, ends, signs, tone="ink", anchor="center"),
    ]  # fmt: skip
    names = tuple(f"bag {i + 1}" for i in range(m))
    return Panel(
        "The bags: largest f, and their keys",
        marks,
        Axis(ticks=(bags, names), range=(-0.6, m - 0.4)),
        Axis(
            "f",
            range=(
                min(float(averaged.min()), float(decided.min())) - 0.2,
                1.12 * _top(averaged, decided),
            ),
        ),
        subtitle="left averaged, right rounded",
        legend={
            "averaged, right": "right",
            "averaged, wrong": "wrong",
            "rounded, right": "rounded",
            "the key of the optimum": "its key is right",
        },
    )


def _top(averaged, decided):
    return 1.1 * max(float(averaged.max()), float(decided.max()), 0.5) + 0.2


def _values(f, x, values, symbol, size, label):
    """Largest values of the bags; class 1 where the sign is wrong."""
    wrong = (~right(f.problem, values)).astype(float)
    return Points(x, row(tops(f.problem, values)), klass=row(wrong), symbol=symbol, size=size,
                  names=(f"{label}, right", f"{label}, wrong"), label=label)  # fmt: skip


def _keys(f, bags):
    """Rings around the largest instances of the averaged machine that are keys of the optimum."""
    plus = np.flatnonzero(f.problem.y > 0.0)
    top = tops(f.problem, f.averaged)[:, plus]
    yield Points(bags[plus] - 0.14, row(np.where(f.ranked, top, np.nan)), tone="good",
                 symbol="circle-open", size=19.0, label="the key of the optimum")  # fmt: skip


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    return asked(f.run.settings, _meeting(f), _loosest(f), _recovery(f))


def _loosest(f):
    """In which part of the sweep the bound falls short most; asked where that is clear."""
    thirds = np.arange(len(f)) * 3 // len(f)
    if len(f) < 6:
        return None
    worst = np.array([f.short[thirds == i].max() for i in range(3)])
    second, most = np.sort(worst)[-2:]
    if most < LOOSE or second > (1.0 - _CLEAR) * most:
        return None
    at = int(np.argmax(f.short))
    first, last = (figure(f.place[k], 3) for k in (0, -1))
    return Question(
        0,
        f"{f.symbol} will go from {first} to {last}. Where will the relaxation fall short most, "
        "as a share of the best keys' value?",
        ("in the first third", "in the middle third", "in the last third"),
        int(thirds[at]),
        f"At {f.symbol} = {figure(f.place[at], 3)}, where "
        f"{figure(100.0 * f.short[at], 2)} % are left unproved: there a mixture of assignments "
        "fits far better than any single one.",
        "loosest",
        ("values", "short", "weights"),
    )


def _meeting(f):
    """At how many values the relaxation is exact; asked where none is nearly so."""
    exact = f.short <= EXACT
    if np.any((f.short > EXACT) & (f.short < 10.0 * EXACT)):
        return None
    first, last = (figure(f.place[k], 3) for k in (0, -1))
    share = exact.mean()
    return Question(
        0,
        f"{f.symbol} will go from {first} to {last} in {len(f)} values. At how many of these "
        "does the relaxation meet the best keys' value exactly?",
        ("at none", "at up to a half of them", "at more than a half"),
        0 if share == 0.0 else 1 if share <= 0.5 else 2,
        f"At {np.count_nonzero(exact)} of {len(f)}. The relaxation has a weight vector for each "
        "assignment, and only their sum must fit the margins. Where one assignment carries all "
        "weight this changes nothing; where a mixture fits what no single machine can, the bound "
        "is far too low.",
        "meeting",
    )


def _recovery(f):
    """What comes first, a right positive bag or a tight bound, where the sweep begins with
    neither."""
    bags = f.right[:, f.problem.y > 0.0].any(axis=1)
    tight = f.short <= LOOSE
    near = np.abs(f.short / LOOSE - 1.0) < 0.02
    if bags[0] or tight[0] or near.any() or not (bags.any() or tight.any()):
        return None
    never = len(f)
    first, second = (int(np.argmax(m)) if m.any() else never for m in (bags, tight))
    text = [f"{figure(f.place[k], 3)}" if k < never else "no value" for k in (first, second)]
    return Question(
        min(first, second) // 2,
        "The averaged machine calls no positive bag positive. What comes first on the way: a "
        "positive bag that it calls positive, or a bound within 5 % of the best keys' value?",
        ("a positive bag", "the bound", "both at the same value"),
        0 if first < second else 1 if second < first else 2,
        f"The first positive bag comes at {f.symbol} = {text[0]}, the bound at {text[1]}.",
        "recovery",
    )


PANELS = {
    "values": values_panel,
    "short": short_panel,
    "plane": plane_panel,
    "weights": weights_panel,
    "bags": bags_panel,
}
scene = scene_of(
    frames,
    PANELS,
    WORDS,
    Layout("values", ("plane", "weights"), ("bags", "short")),
    questions,
    lambda f: {
        "rounded": f.rounded,
        "optimum": f.optimum,
        "relaxed": f.objective,
        "bound": f.bound,
        "gap": f.gap,
        "status": f.status,
    },
)


EXPERIMENT = Experiment(
    name="tightness",
    title="Where the relaxation is exact, and where it collapses",
    question="The relaxation is solved to nine digits. What does it say about the best keys?",
    knobs=with_primary(KNOBS, "sweep", "bags", "gamma"),
    solve=solve,
    scene=scene,
    measures={
        "shortfall": own_shortfall,
        "largest shortfall": lambda run: max(
            shortfall(s.bound, s.optimum) for s in run.extra["spots"]
        ),
    },
    vary={"sweep": None, "bags": [2, 3]},
    first="Play: λ falls, and each frame is another problem, solved.",
    see=(
        "Each relaxation is solved to nine digits; yet its bound lies far below the best keys "
        "where λ is large, and meets them where λ is small."
    ),
)
