"""The central path as a picture: the polygon of three training points, the path through its inside
and the steps of a method near it; the complementarity products, the steps' lengths, the proof."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from lab.checking.task import StudentSteps
from lab.drawing.gap_panel import (
    GapCurve,
    clock_axis,
    end_names,
    gap_panel,
)
from lab.drawing.geometry import axes, between, moving, polyline, up_to
from lab.drawing.text import listed, proof, subscript
from lab.experiment import Experiment, Run
from lab.lessons.interior_point.central_path.model import (
    KNOBS,
    SQUARE,
    TOL,
    box_edges,
    frames,
    hidden,
    levels_of,
    lowest,
    of_step,
    place,
    solve,
    ticks,
    walls_of,
    window_of,
)
from lab.lessons.interior_point.common import STEP_METHODS, ZERO, counted
from lab.prediction import asked, landing
from lab.scenes.frames import Frames
from lab.scenes.picture import picture
from widgets import (
    Arrows,
    Axis,
    Band,
    Curve,
    Layout,
    Lines,
    Mesh,
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
from widgets.words import Words, bound, figure, point, rough, say, value

#: What the key says of marks with these labels.
KEY = {
    "central path": "central path",
    "predictor: the affine direction, as far as it may go": "predictor",
    "the step taken": "the step taken",
}
#: Paths of at most so many vertices have a dot at each.
_DOTTED = 60
#: Where no, one or two walls meet.
_PLACES = ("inside", "on a wall", "in a corner")
#: A share of C that is too short a step to see, and so many walls are named.
_VISIBLE, _FEW = 0.01, 3
#: A point within this share of C is at a wall, for the eye.
_NEAR_WALL = 0.05
_NO_TICKS = ((), ())
#: Products under this share of the largest are drawn at the foot of both axes.
_LEAST = 1e-14
#: The drawn neighbourhood: products between mu / 10 and 10 mu.
_NEAR = 10.0
_KINDS = ("0 at the optimum", "free at the optimum", "C at the optimum")
#: Values nearer than this factor to where two options part are not asked about.
_CLOSE = 1.1
#: snapshot -> (label, tone, dash) of what the steps panel shows, as far as the method has it.
_STEPS = {
    "alpha_a": ("predictor α", "rival3", "dot"),
    "alpha_p": ("step α", "main", "solid"),
    "alpha_d": ("dual step", "main", "dash"),
    "step": ("step α", "main", "solid"),
    "sigma": ("σ", "now", "solid"),
    "spectral": ("λ", "rival2", "solid"),
    "curvature": ("λ", "rival2", "solid"),
    "violation": ("violation", "rival1", "solid"),
}
_SPECTRAL = ("spectral", "curvature")
_BETWEEN = "between the smallest and the largest eigenvalue of Q"
#: The same: the first that is shown says the panel's title, that of its axis, and its subtitle.
_STEP_TITLES = {
    "violation": ("How wrong the worst pair is", "violation",
                  "of the optimality conditions, the largest"),
    **dict.fromkeys(_SPECTRAL, ("How far a step may go", "α, σ, λ", "λ replaces Q")),
    "": ("How far a step may go", "α, σ", "α: share of the direction; σ: aim, ÷ μ"),
}  # fmt: skip


def _start(frame):
    C, few = frame.run.problem.C, frame.x.size <= 3
    where = "{x}" if few else "{size} variables between 0 and C = {C}"
    if not frame.interior:
        spot = _PLACES[walls_of(np.where((frame.x == 0.0) | (frame.x == C), 0, 1))]
        return f"The point starts {spot} — x = {where}; {{label}} shows no multipliers of its own."
    feasible = frame.r_c <= 1e-9 * C
    why = "as far from all walls as it gets" if feasible else "outside of the box, x + w = 2C"
    return f"The point starts {why} — x = {where}; the mean product is μ = {{mu:rough}}."


def _step(frame):
    """What the point visibly does and how mu falls; then the numbers of the variable that moved
    most, of mu, and of the rule that set the step."""
    i, before = frame.mover, frame.before
    fell = say("μ: {old:rough} → {mu:rough}", frame, old=before.mu) if frame.interior else ""
    stops = frame.fired is not None and bool(before.row < frame.fired <= frame.row)
    return say(
        "{moves}{falls} — x{i}: {old:≠new} → {new:≠old}; {reasons}." + "\n{stop}." * stops,
        i=subscript(i + 1), old=before.x[i], new=frame.x[i],
        reasons="; ".join(filter(None, (WORDS.say("rule", frame), fell))),
        stop=_stop(frame) if stops else "",
        moves=WORDS.say("moves", frame), falls=_falls(frame),
    )  # fmt: skip


def _moves(frame):
    """Where the point goes, among the walls of the picture."""
    old, new = frame.before.clearance, frame.clearance
    leaves = "leaves the wall and " * bool(old < _NEAR_WALL)
    cases = (
        ("hardly moves any more", frame.length < _VISIBLE),
        ("is still outside", new < -_VISIBLE),
        ("comes inside", old < -_VISIBLE),
        ("goes along the walls", max(old, new) < 1e-9),
        (f"{leaves}turns to the middle", new > 1.1 * old),
        ("goes on towards {walls}", new < 0.9 * old),
        ("goes on", True),
    )
    return f"The point {next(words for words, holds in cases if holds)}"


def _walls(frame):
    """The walls to which the step has come much nearer, the nearest first."""
    x = np.stack([frame.before.x, frame.x])
    (before, now) = np.stack([x, frame.run.problem.C - x], axis=-1)  # from 0 and from C
    nearer = [(now[at], at) for at in zip(*np.nonzero(now < 0.9 * before), strict=True)]
    if len(nearer) > _FEW:
        return f"{len(nearer)} walls"
    names = [f"x{subscript(i + 1)} = {'0C'[end]}" for _, (i, end) in sorted(nearer)]
    return f"the wall{'s' * (len(names) > 1)} {listed(names)}"


def _falls(frame):
    """How much of mu is left."""
    if not frame.interior or not frame.mu > 0.0:
        return ""
    share = frame.before.mu / frame.mu
    words = ("rises", "stays", "falls a little", "halves", f"falls to 1/{round(share):,}")
    return f"; μ {words[np.searchsorted((0.95, 1.05, 1.5, 2.5), share)]}"


def _rule(frame):
    """Which rule chose the last step of this frame."""
    if frame.run.main == "smo":
        i, j = (subscript(i) for i in frame.pair.astype(int) + 1)
        return f"x{i}, which errs most, and x{j}, which gains most with it, settle together"
    if frame.method.kind == "reduced":
        still = "still with all variables"
        return "round {turn}, with the selected variables" if frame.round else still
    if not np.isfinite(frame.sigma):
        return say("step {step}", frame) if np.isfinite(frame.step) else ""
    if np.isfinite(frame.alpha_a):
        aim = "the predictor gets {reach:.1} % of its way, so σ = {sigma:rough}"
    else:
        fixed = np.ptp(of_step(frame.table, "sigma")[1:]) == 0.0
        aim = "σ = {sigma:rough}" + " is fixed" * bool(fixed)
    apart = " by x and w, {dual:.1} % by t, u, s" * bool(frame.alpha_d != frame.alpha_p)
    low_cost = ", with λ = {spectral:rough} for Q" * bool(np.isfinite(frame.spectral))
    return aim + "; {primal:.1} % of the direction is taken" + apart + low_cost


def _stop(frame):
    """The source's rule, in the frame in which it fires."""
    every, fired = frame.every, frame.fired
    return say(
        "Here the source stops, at sigfig = {digits:.1}; proved is a relative gap of {gap:bound}, "
        "the best so far",
        digits=frame.run.trace.snapshots["sigfig"][fired], gap=every.relative[fired],
    )  # fmt: skip


def _ending(frame):
    """Where the point ends, and what is proved there."""
    if frame.run.result.status != "converged":
        return (
            "The end after {spent:count iteration}: {how}, the relative gap of the best q is "
            "{relative:bound≠tolerance}; the tolerance is {tolerance:bound≠relative}."
        )
    return (
        "The point ends {spot}: {optimum}. The best q is proved, with a relative gap of "
        "{relative:bound≠tolerance}, after {spent:count iteration}."
    )


def _optimum(frame):
    """Which variables are zero, free, bounded."""
    if frame.kinds.size > 3:
        first = "point at 0" if np.count_nonzero(frame.classes == ZERO) == 1 else "points at 0"
        return counted(frame.classes, (first, "free", "at C"))
    words = ("is 0", "is free", "is C")
    return listed(f"x{subscript(i + 1)} {words[kind]}" for i, kind in enumerate(frame.kinds))


WORDS = Words(
    start=_start,
    step=_step,
    rule=_rule,
    ending=_ending,
    optimum=_optimum,
    spot=lambda frame: _PLACES[walls_of(frame.kinds)] if frame.kinds.size <= 3 else "on its walls",
    moves=_moves,
    walls=_walls,
    label=lambda frame: frame.method.label,
    size=lambda frame: str(frame.x.size),
    C=lambda frame: value(frame.run.problem.C),
    turn=lambda frame: str(int(frame.round)),
)


def plane(f: Frames) -> Panel:
    """The polygon in its true shape, the box around it, level lines, path and iterates."""
    polygon, edges, box = f.polygon, box_edges(f.run.problem.C), window_of(f)
    behind = hidden(edges, polygon.y, polygon.C)
    marks = [
        *(Lines(*polyline(polygon.flat(edges[part])).T, tone="muted", dash=dash, width=1.0,
                opacity=0.5, label=f"edges of the box [0, C]³, {words}")
          for part, dash, words in ((behind, "dot", "hidden"), (~behind, "solid", "visible"))),
        # Sublevel sets, one over the other: darker where q is lower.
        *(Path(*polygon.flat(rim).T, fill=0.1, width=0.7, ghost=False, label=f"q = {figure(level)}")
          for rim, level in zip(*levels_of(f), strict=True)),
        Path(*polygon.flat(polygon.closed).T, tone="ink", width=1.6, ghost=False,
             label="y'x = b in the box"),
        *_wall_names(polygon, box),
        *method_path(f),
    ]  # fmt: skip
    return Panel(
        "The polygon, and the path through it",
        marks,
        *axes(("", ""), box, ticks=_NO_TICKS),
        equal=True,
        subtitle="0 ≤ x ≤ C viewed along y, cut by y'x = b; darker: q lower",
        legend=KEY,
    )


def _wall_names(polygon, box):
    """The name of each wall next to it, outside, off the middle where an edge of the box comes."""
    flat = polygon.flat(polygon.corners)
    following = np.roll(flat, -1, axis=0)
    right, up = (following - flat).T / np.linalg.norm(following - flat, axis=1)
    share = np.where((following - flat).sum(axis=1) > 0.0, 0.68, 0.32)[:, None]
    away = 0.05 * (box[1][1] - box[1][0]) * np.column_stack([up, -right])
    places = (1.0 - share) * flat + share * following + away
    anchors = np.select([up > 0.3, up < -0.3], ["right", "left"], "center").tolist()
    named = zip(places, polygon.walls, anchors, strict=True)
    return [Text([x], [y], (name,), tone="muted", anchor=anchor) for (x, y), name, anchor in named]


def pair(f: Frames) -> Panel:
    """The plane of two variables: the box's side, and the path and iterates projected on it."""
    marks = [
        Path(*(f.run.problem.C * SQUARE).T, tone="ink", width=1.6, ghost=False, label="0 ≤ x ≤ C"),
        Points(*place(f, f.best)[:, None], symbol="diamond", tone="good", size=11.0,
               label="the optimum", future=True),
        *method_path(f),
    ]  # fmt: skip
    names = [f"x{subscript(i + 1)}" for i in f.run.extra["pair"]]
    return Panel(
        f"Two of {f.best.size} variables, step by step",
        marks,
        *axes(names, window_of(f)),
        equal=True,
        subtitle="a projection, hence no level lines",
        legend=KEY | {"0 ≤ x ≤ C": "0 ≤ x ≤ C"},
    )


def space(f: Frames) -> Panel:
    """The box [0, C]^3 and in it the polygon with its level lines."""
    polygon, (rims, _) = f.polygon, levels_of(f)
    fan = [(0, k, k + 1) for k in range(1, len(polygon.corners) - 1)]
    marks = [
        Lines(*polyline(box_edges(polygon.C)).T, tone="muted", width=1.4, label="the box [0, C]³"),
        Mesh(*polygon.corners.T, faces=np.array(fan), opacity=0.25, label="y'x = b in the box"),
        Lines(*polyline(rims).T, width=1.2, opacity=0.6, label="level lines of q"),
        Path(*polygon.closed.T, tone="ink", width=2.0, ghost=False, label="y'x = b in the box"),
        *method_path(f),
    ]
    names = ("x₁", "x₂", "x₃")
    return Panel(
        "The polygon in the box, and the path through it",
        marks,
        *axes(names, window_of(f)),
        equal=True,
        subtitle="0 ≤ x ≤ C cut by y'x = b",
        hint="drag to turn",
        legend=KEY | {"level lines of q": "levels of q"},
    )


def method_path(f: Frames) -> Iterator[Mark]:
    """Marks of the path, with dots where tau has fallen by tens, and of the steps: the predictor as
    far as it may go, and what was taken."""
    centre, taus = place(f, f.run.extra["centre"].x), f.run.extra["centre"].taus
    yield Path(*centre.T, tone="muted", width=2.2, ghost=False, label="central path", future=True)
    tens = taus[0] * 10.0 ** -np.arange(1.0, 5.0)
    dots = [np.interp(np.log(tens), np.log(taus[::-1]), c[::-1]) for c in centre.T]
    yield Points(*dots, tone="muted", size=5.0, texts=tuple(f"near τ = {rough(t)}" for t in tens),
                 label="central path", future=True)  # fmt: skip
    x, now = place(f, f.every.x), place(f, f.x)
    yield Path(**up_to(x, f.row), width=2.4, markers=len(x) <= _DOTTED,
               label=f.method.label, follow=True)  # fmt: skip
    yield Arrows(**between(x[f.begun], now), tone="now", width=4.5, label="the step taken")
    if np.isfinite(tip := predicted(f)).any():
        yield Arrows(**between(x[f.begun], tip), tone="rival3", width=2.0,
                     label="predictor: the affine direction, as far as it may go")  # fmt: skip
    yield Points(**moving(now), tone="now", size=10.0, label="x now")


def predicted(f: Frames) -> np.ndarray:
    """Where the predictor of each frame's step may go at most (T, d); NaN without one."""
    if "predictor" not in f.run.trace.snapshots:
        return np.full_like(place(f, f.x), np.nan)
    return place(f, f.every.x[f.begun] + f.alpha_a[:, None] * f.predictor)


def products(f: Frames) -> Panel:
    """(x_i t_i, w_i u_i) of the points on log axes: the central path is the diagonal."""
    foot, top = _ends(f)
    marks = [
        Segments([foot], [foot], [top], [top], tone="muted", dash="dash", width=1.4,
                 label="the central path: all products equal"),
        Text([foot * (top / foot) ** 0.55], [foot * (top / foot) ** 0.3],
             ("central path: the diagonal",), tone="muted"),
        *_product_marks(f, foot, top),
    ]  # fmt: skip
    return Panel(
        "Products xᵢtᵢ and wᵢuᵢ",
        marks,
        Axis("xᵢtᵢ", log=True, range=(foot, top)),
        Axis("wᵢuᵢ", log=True, range=(foot, top)),
        subtitle="box: within 10 × μ; diagonal: the central path"
        if f.interior
        else "0 is drawn at the foot",
        legend={
            "0 at the optimum": "0",
            "free at the optimum": "free",
            "C at the optimum": "C at the optimum",
            "the target σμ": "σμ",
        },
    )


def _ends(f):
    both = np.concatenate([f.every.xt, f.every.wu])
    both = both[np.isfinite(both) & (both > 0.0)]
    most = float(both.max(initial=0.0)) or 1.0
    low = max(float(both.min(initial=1e-6 * most)), _LEAST * most)
    return 0.2 * low, 8.0 * most


def _product_marks(f, foot, top):
    """What lies within ten times the mean, the path of each product where they are few, where the
    step of this frame aims, and the products themselves."""
    few = f.sample.size <= 3
    xt, wu = (np.maximum(a, foot) for a in (f.every.xt, f.every.wu))
    if f.interior:
        ends = np.clip(f.mu[:, None, None] * _NEAR ** (2.0 * SQUARE - 1.0), foot, top)
        yield Path(**moving(ends), tone="main", width=1.0, fill=0.08,
                   opacity=0.6, ghost=False, label="a tenth to ten times μ")  # fmt: skip
        for i in range(f.sample.size * few):
            yield Path(prefix(xt[:, i], f.row), prefix(wu[:, i], f.row), tone="muted", width=1.2,
                       label=f"point {i + 1}")  # fmt: skip
    if np.isfinite(f.sigma).any():
        aim = row(np.maximum(f.sigma * f.every.mu[f.begun], foot)[:, None])
        yield Points(aim, aim, tone="now", symbol="diamond", size=11.0, label="the target σμ")
    x, y = row(xt[f.row]), row(wu[f.row])
    yield Points(x, y, klass=f.kinds[f.sample].astype(float), names=_KINDS,
                 size=10.0 if few else 6.0, texts=tuple(f"point {i + 1}" for i in f.sample),
                 label="products")  # fmt: skip
    if few:
        yield Text(x, y, tuple(f"x{subscript(i + 1)}" for i in f.sample), anchor="right",
                   tone="ink")  # fmt: skip


def steps(f: Frames) -> Panel:
    """How far the steps went, how much they centred, and λ where it replaces Q."""
    clock, frames = clock_axis(f.clock.values, f.long), np.arange(len(f))
    known = [name for name in _STEPS if np.isfinite(of_step(f, name)).any()]
    primal, dual = (of_step(f, name)[1:] for name in ("alpha_p", "alpha_d"))
    if "alpha_d" in known and np.array_equal(primal, dual):
        known.remove("alpha_d")
    # In a long run only the rows of frames are drawn: what all rows do is a blur.
    curves = {name: np.maximum(of_step(f, name)[f.row], 1e-8) for name in known}
    within = _eigenvalues(f) if {*known} & {*_SPECTRAL} else ()
    foot, top = _range([*curves.values(), within[1:]])
    times = clock.at(f.clock.values.astype(float))
    ends = ((*_STEPS[name][:2], v[np.isfinite(v)][-1]) for name, v in curves.items())
    marks = [
        *_spectrum(within, [clock.place(0.0), clock.place(1.02)], foot),
        clock.now(f.clock.values, foot, top),
        *(Curve(prefix(times, frames), prefix(curve, frames), tone=_STEPS[name][1],
                dash=_STEPS[name][2], width=2.2, markers=len(f) <= 40, label=_STEPS[name][0])
          for name, curve in curves.items()),
        *end_names(clock.right_of(f.clock.values[-1]), ends, foot, top, 0.08),
    ]  # fmt: skip
    kind = next((name for name in _STEP_TITLES if name in known), "")
    title, axis_title, subtitle = _STEP_TITLES[kind]
    return Panel(
        title,
        marks,
        clock.axis("iterations"),
        Axis(axis_title, log=True, range=(foot, top)),
        subtitle=subtitle,
        legend={_BETWEEN: "between the eigenvalues of Q"},
    )


def _eigenvalues(f):
    """The smallest and the largest eigenvalue of Q."""
    return np.linalg.eigvalsh(f.run.problem.gram())[[0, -1]]


def _spectrum(within, ends, foot):
    """The band from the smallest to the largest eigenvalue, in which λ should be; none without."""
    if len(within):
        low, high = [max(within[0], foot)] * 2, [within[1]] * 2
        yield Band(ends, low, high, tone="muted", fill=0.15, label=_BETWEEN)


def _range(curves):
    """The ends of an axis by powers that holds the curves, at least down to 0.1 and up to 1."""
    values = np.concatenate([*curves, [1.0]])
    values = values[np.isfinite(values)]
    low, high = np.clip(values.min(), 1e-8, 0.1), values.max()
    return 0.4 * low, 3.0 * high * (high / low) ** 0.1


def gaps(f: Frames) -> Panel:
    """The certified relative gap, and what the source's digits claim."""
    times, rows, shown = f.run.trace.iteration.astype(float), f.row, f.run.trace.snapshots
    curves = [GapCurve("certified gap", "main", "solid", times, f.every.relative, rows, True)]
    if f.interior:
        digits, r_e = shown["sigfig"], shown["r_e"]
        curves.insert(0, GapCurve("sigfig claims", "rival3", "dash", times, 10.0**-digits, rows))
        if r_e.max() > TOL:
            curves.insert(0, GapCurve("‖rₑ‖", "muted", "dot", times, r_e, rows))
    panel = gap_panel(curves, f.clock.values.astype(float), TOL, "iterations", log=f.long)
    fired = () if f.fired is None else _fired(f, times[f.fired], times[f.fired] > 0.6 * times[-1])
    return replace(
        panel,
        marks=[*panel.marks, *fired],
        y=replace(panel.y, title="relative gap"),
        subtitle="certified, ÷ |q*|",
    )


def _fired(f, time, late):
    """Where the source would stop, and what is proved there."""
    gap = f.every.relative[f.fired]
    height = max(gap, 1e-2 * TOL)
    yield Points(
        [time], [height], tone="rival1", symbol="diamond-open", size=13.0, future=True,
        label=f"here the source stops; proved is a relative gap of {bound(gap)}",
    )  # fmt: skip
    yield Text([time], [4.0 * height], ("the source stops",), tone="rival1", future=True,
               anchor="left" if late else "right")  # fmt: skip


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    return asked(f.run.settings, _where(f), _slow(f), _centring(f), _aim(f))


def _aim(f):
    """Before a long step in the plane: where it ends."""
    if f.run.extra["view"] == "box" or len(f) < 3:
        return None
    between = np.flatnonzero(np.diff(f.row) == 1)
    across, up = window_of(f)
    k, aim = landing(f.run.settings, "plane", place(f, f.x), (across, up), between, (predicted(f),))
    if k is None:
        return None
    aims = "It lowers q as far as the box lets it"
    if f.interior and np.isfinite(f.sigma[k + 1]):
        aims = say("It aims at where all products are σ = {sigma:rough} of their μ, and stops at "
                   "a wall", f[k + 1])  # fmt: skip
    return Question(
        k,
        f"x is in the ring. Where will the next step of {f.method.label} take it?",
        why=f"{aims}; the step is {value(float(np.linalg.norm(f.x[k + 1] - f.x[k])), 2)} long.",
        key="aim",
        hides=("products", "steps"),
        aim=aim,
    )


def _where(f):
    """Of three points: inside the polygon, on a wall or in a corner."""
    if f.polygon is None or len(f) < 3 or f.run.extra["view"] == "pair":
        return None
    found = lowest(f)
    if found is None:
        return None
    where, x = found
    return Question(
        0,
        "q falls where the blue is darker. Where in the polygon is it lowest?",
        ("strictly inside it", "on one of its walls", "in one of its corners"),
        where,
        f"At x = {point(x)}. A variable at 0 is no support vector, one at C is on the wrong side "
        "of its margin or just on it.",
        "where",
        ("products",),
    )


def _share(share, edges, **question):
    """The question in which of three parts a share is, the first above both edges; None where that
    is not clear."""
    edges = np.array(edges)
    if not share > 0.0 or np.any(np.abs(np.log(share / edges)) < np.log(_CLOSE)):
        return None
    return Question(0, answer=int((share < edges).sum()), **question)


def _slow(f):
    """Asked of path following where ten steps are enough to tell."""
    sigma, mu = of_step(f, "sigma"), f.every.mu
    if f.run.main != "path_following" or len(mu) < 11 or f.row[min(10, len(f) - 1)] != 10:
        return None
    return _share(
        mu[10] / mu[0],
        (0.5, 1e-3),
        prompt=f"Every step aims at σ = {value(sigma[1])} of its μ. Which share of μ will be left "
        "after ten steps?",
        options=("more than a half", "between a half and 1e-3", "less than 1e-3"),
        why=f"{rough(mu[10] / mu[0])}. Ten full steps would leave σ¹⁰ = {rough(sigma[1] ** 10)}; "
        "a wall that cuts a step leaves more of its μ.",
        key="slow",
        hides=("products", "steps", "gap"),
    )


def _centring(f):
    """Before the first step, where its predictor is cut short."""
    a, sigma = of_step(f, "alpha_a"), of_step(f, "sigma")
    if len(f) < 4 or a.ndim != 1 or not a[1] <= 0.95:
        return None
    return _share(
        sigma[1],
        (0.5, 0.01),
        prompt=f"The first predictor would leave the inside after {value(100.0 * a[1], 0)} % of "
        "its way. At which share σ of μ will the corrector aim?",
        options=("more than a half", "between a half and a hundredth", "less than a hundredth"),
        why=f"σ = (μₐ/μ)³ = {rough(sigma[1])} (4.22), where μₐ is what the predictor would leave "
        "of μ: where it gets far, there is little to centre.",
        key="centring",
        hides=("steps",),
    )


PANELS = {"products": products, "steps": steps, "gap": gaps}
_FIRST = {"polygon": plane, "box": space, "pair": pair}
_LAYOUT = Layout("plane", ("products", "gap"), ("steps",))


def scene(run: Run) -> Scene:
    """The feasible set with path and iterates, the products, the steps, the proof."""
    f = frames(run)
    panels = {"plane": _FIRST[run.extra["view"]]} | PANELS
    # μ where the method has multipliers
    shown = {"q": f.objective, "bound": f.bound} | ({"μ": f.mu} if f.interior else {})
    shown |= proof(run.result, f.row, f.limit)
    return picture(f, panels, WORDS, _LAYOUT, questions(f), shown)


#: The predictor of the exercise keeps y'x = 0; where points are many, rounding turns the low-cost
#: method's path.
_NARROW: dict[str, dict[str, tuple]] = {
    "predictor-direction": {"b": (0.0,)},
    "low-cost-direction": {"data": ("three", "inside")},
}


STUDENT_STEPS = StudentSteps(
    {
        name: replace(method, requires={**method.requires, **_NARROW.get(name, {})})
        for name, method in STEP_METHODS.items()
    },
    frames,
    "plane",
    places=lambda f, student: {"plane": place(f, student)},
    unit=lambda f: f.unit,
)


EXPERIMENT = Experiment(
    "central-path",
    "The central path of a support vector machine",
    "How does a path through the inside reach its lowest point?",
    with_primary(KNOBS, "C", "method", "view"),
    solve,
    scene,
    ticks,
    student_steps=STUDENT_STEPS,
    vary={
        "C": (0.1, 100.0, 5),
        "method": ["mehrotra", "path_following", "centering", "affine_scaling"],
    },
    first="Predict where the path ends, play, then drag C over its mark.",
    see=(
        "The path leaves the middle of the polygon and bends into the lowest point; all products "
        "fall together on the way."
    ),
)
