"""The path of group-penalised logistic regression: which groups of measures a diagnosis needs as
lam falls, each solution proved ((9) with the penalty of (6), 002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lab import data
from lab.drawing.falling import Falling
from lab.drawing.text import listed
from lab.experiment import Experiment, Run, solve_each
from lab.knobs import seed_knob
from lab.prediction import asked, how_many
from lab.scenes.frames import Frames, remembered
from lab.scenes.picture import scene_of
from solvers import GroupLogistic, solve_block_cd
from widgets import Axis, Clock, Heatmap, Layout, Panel, Points, Question, Segments, row
from widgets.knobs import Knob, with_primary
from widgets.words import Said, Words, count, say, value

#: The certified relative gap at which a solution counts as converged, and the sweeps it may take.
TOL, MOST = 1e-6, 2000
#: The measures of a cell's nucleus, in the order of the columns: columns are the mean of all
#: measures, then the error, then the worst.
MEASURES = (
    "radius", "texture", "perimeter", "area", "smoothness", "compactness", "concavity",
    "concave points", "symmetry", "fractal dim.",
)  # fmt: skip
STATISTICS = ("mean", "error", "worst")
GROUPS = {
    "measure": "ten measures of three",
    "statistic": "three statistics of ten",
    "alone": "every weight alone",
}
KNOBS = (
    Knob("groups", "choice", "measure", "Groups", options=tuple(GROUPS.items()),
         help="Which of the 30 weights are 0 together: a measure's mean, error and worst; a "
         "statistic of all measures; or each alone, which is the lasso of classes."),
    Knob("least", "log", 0.01, "Lowest λ", 0.001, 0.5, help="As a share of λmax."),
    Knob("held", "linear", 0.3, "Held out", 0.1, 0.6,
         help="The share of the patients that no weight has seen."),
    Knob("start", "choice", "warm", "Start",
         options=(("warm", "at the λ before"), ("zero", "at w = 0")),
         help="Where block descent begins at each λ; the passes that it takes are in the caption."),
    Knob("count", "integer", 30, "Values of λ", 5, 80,
         help="From λmax down, evenly on a log axis."),
    seed_knob("who is held out"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """X (N, 30), of variance 1 and mean 0; t (N,): +1 malignant, -1 benign. held_X, held_t: the
    same of patients that were held out, in the units of X."""

    X: np.ndarray
    t: np.ndarray
    held_X: np.ndarray
    held_t: np.ndarray


@remembered
def cells(settings: Mapping[str, Any]) -> Cells:
    """The `Cells` with the share `held` of the patients held out."""
    raw = data.load("breast_cancer")
    order = np.random.default_rng(settings["seed"]).permutation(len(raw.y))
    held, retained = np.split(order, [round(settings["held"] * len(order))])
    t = np.where(raw.y == 0, 1.0, -1.0)
    middle, spread = raw.X[retained].mean(axis=0), raw.X[retained].std(axis=0)
    X = (raw.X - middle) / spread
    found = Cells(X[retained], t[retained], X[held], t[held])
    for name in Cells.__slots__:
        getattr(found, name).flags.writeable = False
    return found


def groups(kind: str) -> tuple[np.ndarray, tuple[str, ...]]:
    """(the group (30,) of each weight, the names of the groups)."""
    statistic, measure = np.divmod(np.arange(30), 10)
    if kind == "measure":
        return measure, MEASURES
    if kind == "statistic":
        return statistic, STATISTICS
    return np.arange(30), tuple(f"{s} {m}" for s in STATISTICS for m in MEASURES)


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """The solutions along lam."""
    found, (labels, names) = cells(settings), groups(settings["groups"])
    first = GroupLogistic(found.X, found.t, 0.0, labels)
    X, t = first.X, first.t  # in the order in which problems hold them, so not copied again
    shares = np.geomspace(1.0, settings["least"], settings["count"])
    problems = [GroupLogistic(X, t, lam, labels) for lam in (first.lam_max * shares).tolist()]
    results = solve_each(
        solve_block_cd, problems, warm=settings["start"] == "warm", cancelled=cancelled,
        tol=TOL, max_iter=MOST,
    )  # fmt: skip
    problems = problems[: len(results)]
    extra = {"cells": found, "names": names, "problems": problems, "path": results}
    return Run(problems[-1], {"block_cd": results[-1]}, extra=extra)


def frames(run: Run) -> Frames:
    """The table: a frame per lam, T of them, of G groups."""
    problems, results, cells = run.extra["problems"], run.extra["path"], run.extra["cells"]
    labels, names = problems[0].groups, run.extra["names"]
    lam = np.array([p.lam for p in problems])
    f = Frames.of_results(run, results, Clock("λ", lam), tolerance=TOL)
    pairs = list(zip(problems, results, strict=True))
    f.facts(names=names, count=len(names), group_of=labels, cells=cells, held=len(cells.held_t))
    f.columns(
        lam=lam,
        # Of the groups: the norms (T, G) of w, and those of X'theta, which are at most lam.
        norms=lambda f: norms(f.x, labels),
        pulls=lambda f: norms(np.array([p.X.T @ r.dual["theta"] for p, r in pairs]), labels),
        used=lambda f: f.norms != 0.0,
        entered=lambda f: f.used & ~f.before("used", False),
        left=lambda f: ~f.used & f.before("used"),
        used_count=lambda f: f.used.sum(axis=1),
        any_used=lambda f: f.used.any(axis=1),
        # Of the group that a sentence is about: which, its norm before and here, its pull.
        moved=_moved,
        group=lambda f: [names[g] for g in f.moved],
        old=lambda f: _of_moved(f, f.before("norms")),
        new=lambda f: _of_moved(f, f.norms),
        pull=lambda f: _of_moved(f, f.pulls),
        passes=np.array([r.trace.work[-1] for r in results]) / cells.X.shape[1],
        wrong_held=lambda f: np.sum(cells.held_t * (f.x @ cells.held_X.T) <= 0.0, axis=1),
        wrong_seen=lambda f: np.sum(cells.t * (f.x @ cells.X.T) <= 0.0, axis=1),
    )
    return f


def norms(w: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """The norms (T, G) of the groups of w (T, D), which are all of one size."""
    members = np.argsort(labels, kind="stable").reshape(labels.max() + 1, -1)
    return np.linalg.norm(w[:, members], axis=2)


def _moved(f):
    """Of the groups that enter or leave in each frame, or of all where none does, the one whose
    norm moved most."""
    moves, changed = np.abs(f.norms - f.before("norms")), f.entered | f.left
    moves = np.where(changed | ~changed.any(axis=1, keepdims=True), moves, -1.0)
    return np.argmax(moves, axis=1)


def _of_moved(f, column):
    return column[np.arange(len(f)), f.moved]


def _rule(frame):
    """Why the group may differ from zero, or why it is zero."""
    if frame.used[frame.moved]:
        return "its |Xᵀθ| = {pull:.2} is at λ = {lam:.2}"
    return "its |Xᵀθ| = {pull:.2≠lam} is below λ = {lam:.2≠pull}"


def _news(frame):
    """Which groups came and went, and how many there are; their number where they are many."""
    parts = []
    for way, mask in (("in", frame.entered), ("out", frame.left)):
        names = [frame.names[g] for g in np.flatnonzero(mask)]
        if names:
            few = listed(names) if len(names) <= 2 else f"{len(names)} groups"
            parts.append(say("{way}: {few}, ", way=way, few=few))
    return say("{parts}{used_count} of {count} groups", frame, parts="".join(parts))


def _visible(frame):
    """Which groups come and go, else which moves most."""
    if not frame.any_used:
        return "Every group is 0."
    parts = []
    for verb, mask in (("come", frame.entered), ("go", frame.left)):
        names = [frame.names[g].rstrip(".") for g in np.flatnonzero(mask)]
        if len(names) == 1:
            parts.append(f"{names[0]} {verb}{'e' * (verb == 'go')}s {_WAYS[verb]}")
        elif names:
            few = listed(names) if len(names) == 2 else f"{len(names)} groups"
            parts.append(f"{few} {verb} {_WAYS[verb]}")
    if not parts and frame.k:
        verb = "grows" if frame.new > frame.old else "shrinks" if frame.new < frame.old else "stays"
        parts.append(f"no group comes or goes; {frame.group.rstrip('.')} {verb}")
    used = np.count_nonzero(frame.used)
    text = listed(parts) or f"{count(int(used), 'group')} {'is' if used == 1 else 'are'} in use"
    return Said(f"{text[0].upper()}{text[1:]}.")


#: Verb -> where a group goes as a whole.
_WAYS = {"come": "in as a whole", "go": "to 0 as a whole"}
WORDS = Words(
    visible=_visible,
    start="λ = λmax = {lam:.1}: none of {count} groups is in use, and no patient is "
    "classified; {proof}.",
    step="Norm of {group}: {old:≠new} → {new:≠old} — {rule}; {news}.\n"
    "Wrong on {wrong} held out; {proof}.",
    rule=_rule,
    news=_news,
    wrong=lambda frame: "{wrong_held} of {held}" if frame.any_used else "no verdict",
    proof="proved within {gap:bound} in {passes:.1} passes{unfinished}",
    unfinished=lambda frame: "" if frame.status == "converged" else ", not converged",
)


#: So many groups are named, those that end largest.
_ENDS = 10
#: Highest |X'theta| / lam in the picture.
_TOP = 1.15


def _falling(f):
    return Falling(f.lam, "λ")


def norms_panel(f: Frames) -> Panel:
    """The norm of every group over lam."""
    falling, top = _falling(f), 1.12 * float(f.norms.max())
    shown = np.where(f.used, f.norms, np.nan)
    shown[0] = f.norms[0]  # where all begin
    entered = np.where(f.entered, f.norms, np.nan)
    last = f.norms[-1]
    best = [g for g in np.argsort(-last, kind="stable")[:_ENDS] if last[g] > 0.0]
    marks = [
        *falling.parts(f.norms, "a group each"),
        falling.now(0.0, top),
        falling.points(shown, "norm of a group", tone="main", size=5.0),
        falling.points(entered, "entered at this λ", tone="now", size=10.0),
        *(falling.name(f.norms[:, g], f.names[g]) for g in best),
    ]
    return Panel(
        "Group after group comes in as λ falls",
        marks,
        falling.axis(),
        Axis("norm of the group's weights", range=(-0.03 * top, top)),
        subtitle="a line is a group",
        legend={"entered at this λ": "0 at the λ before"},
    )


def _tables(f):
    """The weights (T, 10, 3) by measure and statistic."""
    return f.x.reshape(len(f), len(STATISTICS), -1).transpose(0, 2, 1)


def weights_panel(f: Frames) -> Panel:
    """The 30 weights by measure and statistic; a cross where a weight is 0."""
    table, m = _tables(f), len(MEASURES)
    places, columns = np.arange(float(m)), np.arange(float(len(STATISTICS)))
    limit = float(np.abs(table).max())
    y, x = (a.ravel() for a in np.meshgrid(places, columns, indexing="ij"))
    zero = np.where((table == 0.0).reshape(len(f), -1), x, np.nan)
    marks = [
        Heatmap(columns, places, row(table), limits=(-limit, limit), diverging=True, label="w"),
        Points(row(zero), y, symbol="x", tone="muted", size=4.0, label="exactly 0"),
    ]
    return Panel(
        "The weights of each group",
        marks,
        Axis("", range=(-0.5, columns[-1] + 0.5), ticks=(columns, list(STATISTICS))),
        Axis("", range=(m - 0.5, -0.5), ticks=(places, list(MEASURES))),
        subtitle="blue: malignant",
        legend=("exactly 0",),
    )


def error_panel(f: Frames) -> Panel:
    """The share of patients on the wrong side, of the training and of the held-out patients."""
    falling = _falling(f)
    patients = (
        ("held out", "main", "solid", f.wrong_held, f.held),
        ("seen", "muted", "dash", f.wrong_seen, len(f.cells.t)),
    )
    shares = [np.where(f.any_used, 100.0 * wrong / n, np.nan) for *_, wrong, n in patients]
    top = 1.25 * float(np.nanmax([*shares, np.ones(len(f))]))
    curves = (
        falling.curve(share, tone=tone, dash=dash, width=2.2, label=f"wrong of {words}")
        for share, (words, tone, dash, *_) in zip(shares, patients, strict=True)
    )
    names = (
        falling.name(share, words, tone)
        for share, (words, tone, *_) in zip(shares, patients, strict=True)
    )
    marks = [falling.now(0.0, top), *curves, *names]
    return Panel(
        "How many are on the wrong side",
        marks,
        falling.axis(),
        Axis("wrong, %", range=(0.0, top)),
        subtitle=f"{f.held} held out, {len(f.cells.t)} seen",
    )


def correlations_panel(f: Frames) -> Panel:
    """|X_g'theta| of every group against lam: the optimality condition."""
    falling, ratio = _falling(f), f.pulls / f.lam[:, None]
    edge = [f.lam[0], f.lam[-1]]
    waits = np.where(f.used, np.nan, ratio)
    marks = [
        *falling.parts(ratio, "a group each"),
        Segments(edge[:1], [1.0], edge[1:], [1.0], tone="ink", width=1.2, label="λ"),
        falling.now(0.0, _TOP),
        falling.points(waits, "a group that is 0", symbol="circle-open", tone="muted", size=6.0),
        falling.points(np.where(f.used, ratio, np.nan), "a group in use", tone="main", size=6.0),
    ]
    return Panel(
        "A group is in use where its pull meets λ",
        marks,
        falling.axis(),
        Axis("|Xᵀθ| of the group ÷ λ", range=(0.0, _TOP)),
        legend={"a group in use": "in use: at 1", "a group that is 0": "0: below 1"},
    )


def gap_panel(f: Frames) -> Panel:
    """The certified gap at each lam."""
    falling, limit = _falling(f), f.limit
    top = 4.0 * max(float(f.gap.max()), 30.0 * limit)
    return Panel(
        "Each solution is proved",
        falling.proof(f.gap, limit, top),
        falling.axis(),
        falling.proof_axis(limit, top),
        subtitle="certified by its residual at each λ",
    )


#: Sizes nearer to each other than this share count as one.
_CLEAR = 1e-2
_HIDES = ("norms", "weights", "correlations")


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    if any(status != "converged" for status in f.status):
        return ()
    return asked(f.run.settings, _first(f), _whole(f), _many(f))


def _first(f):
    """Which group comes in first; asked where it comes alone, and no other comes near."""
    order = np.argsort(-f.pulls[0], kind="stable")[:4]
    some = f.any_used
    if len(order) < 3 or f.used[0].any() or not some.any():
        return None
    came, size = np.flatnonzero(f.used[some.argmax()]), f.pulls[0, order]
    if size[1] > (1.0 - _CLEAR) * size[0] or came.tolist() != [order[0]]:
        return None
    names = [f.names[g] for g in order]
    text = ", ".join(f"{value(s, 1)} for {n}" for s, n in zip(size, names, strict=True))
    return Question(
        0,
        "At this λ all weights are 0, and now λ falls. Which group comes in first?",
        tuple(names),
        0,
        f"The one whose |Xᵀθ| is largest: a group stays at 0 while that is at most λ. Here {text}.",
        "first",
        _HIDES,
    )


def _whole(f):
    """How many weights of the first group are not 0 when it comes in."""
    labels, some = f.group_of, f.any_used
    size = int(np.bincount(labels)[0])
    if size == 1 or f.used[0].any() or not some.any():
        return None
    k = int(some.argmax())
    g = int(np.argmax(f.norms[k]))
    w = f.x[k, labels == g]
    if (np.abs(w) < 1e-4 * np.abs(w).max()).any():
        return None
    return Question(
        0,
        f"A group here is {size} weights. Of the first one that comes in: how many of its weights "
        "leave 0 at once?",
        ("one", "some, but not all", "all of them"),
        2,
        f"It is {f.names[g]}, with all {size}. |w_g| has its only kink where the whole group is "
        "0: once outside, no weight of it is held at 0.",
        "whole",
        _HIDES,
    )


def _many(f):
    """How many groups are in use at the smallest lam."""
    total, used = len(f.names), int(f.used[-1].sum())
    if total < 6 or f.used[0].any():
        return None
    waiting = np.where(f.used[-1], 0.0, f.pulls[-1]) / f.lam[-1]
    least = np.where(f.used[-1], f.norms[-1], np.inf).min() / f.norms[-1].max()
    if waiting.max() > 1.0 - 1e-4 or least < 1e-4:
        return None
    return how_many(
        used,
        total,
        0.5,
        f"λ falls from {value(f.lam[0], 1)} to {value(f.lam[-1], 2)}. How many of the "
        f"{total} groups will be in use then?",
        f"{used} of them. The others add too little to these to be worth λ.",
        _HIDES,
    )


PANELS = {
    "norms": norms_panel,
    "weights": weights_panel,
    "error": error_panel,
    "correlations": correlations_panel,
    "gap": gap_panel,
}
_TABS = ("error", "correlations", "gap")


scene = scene_of(
    frames, PANELS, WORDS, Layout("norms", ("weights",), _TABS, share_x=_TABS), questions,
    lambda f: f.readout(**{"groups": f.used_count, "wrong, held out": WORDS.of(f, "wrong")}),
)  # fmt: skip


EXPERIMENT = Experiment(
    "group-path",
    "Groups of measures, and a diagnosis",
    "Ten measures of a cell, three numbers each: which of them does a diagnosis need?",
    with_primary(KNOBS, "groups", "least", "start"),
    solve,
    scene,
    measures={"groups": lambda run: int(frames(run).used_count[-1])},
    vary={"groups": None, "least": [0.001, 0.01, 0.1]},
    first='Play; then set "Groups" to "every weight alone".',
    see=(
        "The weights of a group come in and leave together; what counts as a group was chosen "
        "before the data were looked at."
    ),
    imports=("sklearn.datasets",),
)
