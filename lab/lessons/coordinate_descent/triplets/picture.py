"""Scene `triplets` as a picture: points and the ball of a metric, the path of w, the multipliers,
and the proof (Nguyen, Morell, De Baets 2015, 000_291dc1e5a69c06b5.txt)."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from lab.checking.task import StepMethod, StudentSteps
from lab.datasets.own_file import preview_points
from lab.drawing.gap_panel import gap_panel, values_panel
from lab.drawing.geometry import (
    HERO,
    SQUARE,
    SQUARE_FACES,
    axes,
    by_axis,
    grid,
    joining,
    lines_in_box,
    moving,
    planes,
    polyline,
    unit_circle,
    unit_sphere,
    up_to,
    wider,
    window,
)
from lab.drawing.text import capital, falls, readout, subscript, unsigned, weight
from lab.experiment import Experiment, Run
from lab.lessons.coordinate_descent.triplets.model import (
    ACTIVE,
    CD,
    KNOBS,
    METHODS,
    TOL,
    ball_maps,
    edit,
    frames,
    optimum,
    shadow_features,
    solve,
    ticks,
    tools,
)
from lab.prediction import asked, drawn_kind, landing, pace
from lab.scenes.frames import Frames
from lab.scenes.picture import picture
from lab.sweeps.measures import nonzeros
from solvers.exchange import triplet_states
from widgets import (
    Axis,
    Band,
    Bars,
    Contour,
    Layout,
    Mesh,
    Panel,
    Path,
    Points,
    Question,
    Scene,
    Segments,
    Text,
    moved,
    row,
)
from widgets.knobs import with_primary
from widgets.words import Words, apart, bound, point, rough, say, value

#: Width / height of a panel, about.
_ASPECT = 1.75
_MACHINE = (
    "A linear support vector machine, one multiplier at a time",
    "Which points hold the line in its place, and when may the method stop?",
)
_LEVELS, _GRID = 9, 60
_WEIGHTS_KEY = ("P(w)", "zᵢᵀw = 1", "its line", "held by the active set", "w < 0")
#: What the key says of the marks that have these labels.
_POINTS_KEY = {
    "unit ball": "unit ball of the metric",
    "to the near partner": "to the near partner",
    "to the far partner": "to the far partner",
    "margin missed: to the near partner": "margin missed",
    "wᵀx = 0": "wᵀx = 0",
    "wᵀx = 1": "its margins ±1",
    "margin missed": "margin missed",
}
_MOST_BARS = 118
#: The gaps at which two options part, and the factor within which one is too near to them.
_EDGES, _NEAR = np.array([1e-6, 1e-3]), 1.1

#: Products this near to 1, and moves of less than this share, are not asked about.
_CLEAR = 1e-2
_DECIMALS = 6
#: What becomes of a multiplier, as the sign of its move.
_WAYS = {0: "it stays", 1: "it rises", -1: "it falls"}


def _caption(frame):
    """What moved, and by which rule; what the active set did; at the end, what is proved."""
    active = " {active}" * bool(active_words(frame.table, frame.k))
    if not frame.running:
        return f"{active} {{rival}}".lstrip()
    fired = "\n{fires}" if frame.row == frame.fired else ""
    ending = "\n{ending}" if frame.ends else ""
    return ("{update}" if frame.updates else "{sweep}") + active + fired + ending


def _visible(frame):
    """What becomes of w, and of the margin that this frame is about."""
    if not frame.running:
        return "Coordinate descent has ended, a rival still moves."
    if frame.ends and frame.run.result.status == "converged":
        return "w arrives, and its answer is proved."
    if not frame.updates or frame.block < 0:
        missed = np.count_nonzero(frame.missed)
        verb = "is" if missed == 1 else "are"
        return f"{missed or 'None'} of {{n}} margins {verb} missed."
    if frame.stays:
        about = "{weight}" if frame.block else "{one}"
        return f"w stays: moving for {about} would gain nothing."
    if frame.block == 1:
        return "w moves as {weight} ≥ 0 requires."
    return {
        0: "w moves until {one} has its margin, no more and no less.",
        1: "w moves for {one} as far as C allows.",
        -1: "w moves back: {one} has its margin without a push.",
    }[int(frame.clip)]


def _update(frame):
    """The quantity moved, its old and new value, the rule that fired."""
    if frame.block < 0:
        return "No coordinate has anything to gain." if frame.row else "{opening}"
    return "{of_t}." if frame.block == 1 else "{of_lam}."


def _of_lam(frame):
    here, one = apart(frame.gradient + 1.0, 1.0, most=_DECIMALS)
    if frame.stays:
        why = {0.0: f"{here}, no less than 1", frame.C: f"{here}, but C allows no more"}
        return "{name} stays at {old} — {product} = " + why.get(frame.old, "1 already")
    size = f"{here}," if here != one else rough(abs(frame.gradient))
    far = f"{size} {'below' if frame.gradient < 0.0 else 'above'} 1"
    rules = {1: f"{far}: clipped at C", -1: f"{far}: clipped at 0",
             0: f"{here}, it becomes 1: λ is free"}  # fmt: skip
    return "{move} — {product} was " + rules[int(frame.clip)]


def _of_t(frame):
    if frame.stays:
        return "{name} stays at {old} — {weight} = {gradient} needs no push"
    way = "raised" if frame.gradient < 0.0 else "lowered"
    rule = "which needs no push: clipped at 0" if frame.clip < 0 else f"{way} to 0"
    return "{move} — {weight} was {gradient}, " + rule


def _move(frame):
    old, new = apart(frame.old, frame.new, most=_DECIMALS)
    by = f" (by {rough(frame.new - frame.old)})" if old == new else ""
    return f"{{name}}: {old} → {new}{by}"


def _sweep(frame):
    """How the gap fell, and where the multipliers are."""
    if frame.row == 0:
        return "{opening}"
    result, zero, full = frame.run.result, frame.lam == 0.0, frame.lam == frame.C
    gaps = unsigned(result.trace.gap[frame.row - 1 : frame.row + 1], result.certificate.scale)
    pushing = "" if frame.case.svm else "; {pushed} of {all_t} t above 0"
    return say(
        "Sweep {iteration}: best gap {gaps} — of {n} λ, {zero} at 0, {free} free, {full} at C"
        + pushing + ".",
        frame, gaps=falls(*gaps), zero=zero.sum(), full=full.sum(), free=(~zero & ~full).sum(),
        pushed=np.count_nonzero(frame.t > 0.0), all_t=frame.t.size,
    )  # fmt: skip


_ENDINGS = {
    "converged": "Proved: the best P is {proof} ({relative}).",
    "max_iter": "The budget is spent: proved {proof} only ({relative}).",
    "stalled": "Nothing moves any more: proved {proof} only ({relative}).",
}
_ENDED = "Ended ({status}): proved {proof} ({relative})."


def _rival(frame):
    """What the rival did that moves last, when coordinate descent has ended."""
    f, k = frame.table, frame.k
    name = max(f.rivals, key=lambda n: f.traces[n].iteration[f.rows[n][k]])
    trace, at = f.traces[name], f.rows[name][k]
    done = ", the last" * int(at == len(trace) - 1)
    return say(
        "{label}: best gap {falls} — {unit} {at}{done}; coordinate descent ended with {gap:bound}.",
        label=capital(METHODS[name].label), unit=METHODS.unit(name), at=at, done=done,
        falls=falls(trace.gap[max(at - 1, 0)], trace.gap[at]), gap=frame.run.trace.gap[-1],
    )  # fmt: skip


def _fires(frame):
    """What is proved where the paper's rule fires."""
    scale = abs(frame.run.trace.objective[: frame.row + 1].min())
    return say(
        "The paper's rule |f − f_old| ≤ 1e-6 fires here: the best P so far is proved within "
        "{gap:bound} (relative gap {share:bound}).", frame, share=frame.gap / scale,
    )  # fmt: skip


def active_words(f: Frames, k: int) -> str:
    """What the method did since the frame before `k`; "" where it did nothing."""
    rows = f.rows.get(ACTIVE)
    if rows is None or k == 0 or rows[k] == rows[k - 1]:
        return ""
    step, shown = rows[k], f.traces[ACTIVE].snapshots
    moved, left, held = (shown[name][step] for name in ("moved", "left", "held"))
    if left >= 0:
        text = f"on the way to {_constraint(f, moved)} drops {_constraint(f, left)}"
    elif held[moved]:
        text = f"adds {_constraint(f, moved)}"
    else:
        at_C = moved < f.n and shown["lam"][step][moved] > 0.0
        text = f"moves {_multiplier_of(f, moved)} to {'C' if at_C else '0'}"
    return f"Active set, step {step}: {text}, {held.sum()} held."


def _constraint(f, index):
    """What holds with equality: "z₁ᵀw = 1", behind the n of these "w₁ = 0"."""
    if index < f.n:
        return f"z{subscript(index + 1)}ᵀw = 1"
    return f"{weight(index - f.n)} = 0"


def _multiplier_of(f, index):
    """The name of its multiplier."""
    return f"λ{subscript(index + 1)}" if index < f.n else f"t{subscript(index - f.n + 1)}"


WORDS = Words(
    visible=_visible,
    caption=_caption,
    opening="Start: λ = 0, w = 0 — no margin is met, so P = n C = {objective}, and D = 0.",
    update=_update,
    of_lam=_of_lam,
    of_t=_of_t,
    move=_move,
    name=lambda frame: _multiplier_of(frame, frame.moved),
    one=lambda frame: f"{'point' if frame.case.svm else 'triplet'} {frame.index + 1}",
    product=lambda frame: f"z{subscript(frame.index + 1)}ᵀw",
    weight=lambda frame: weight(frame.index),
    sweep=_sweep,
    active=lambda frame: active_words(frame.table, frame.k),
    rival=_rival,
    fires=_fires,
    ending=lambda frame: _ENDINGS.get(frame.run.result.status, _ENDED),
    status=lambda frame: frame.run.result.status,
    proof="within {proved:bound} of the optimum",
    relative="relative gap {share:bound}",
)


def points_panel(f: Frames) -> Panel:
    """The points by class, triplets, and the unit ball (or the separating line) of this frame."""
    case = f.case
    keep = shadow_features(case, f.run.result.x)
    X, flat = case.X[:, keep], len(keep) == 2
    box = np.array(window(X, 0.1, HERO if flat else None))
    if case.svm:
        title = f"The points, and the separating {'line' if flat else 'plane'}"
        below, above = _separator(f, box), [_missed_rings(f, X)]
    else:
        title = "The points, and the unit ball of the metric"
        below, above = _ball(f, keep, X, box), _triplets(f, X)
    points = Points(*X.T, klass=case.y.astype(float), names=case.classes, label="points",
                    size=6.0 if len(X) > 100 else 8.0, opacity=0.75)  # fmt: skip
    words = " (projection)" if case.X.shape[1] > 3 else ""
    return Panel(
        title,
        [*below, points, *above, *([_missed_count(f, box)] if flat else [])],
        *axes([case.features[k] + words for k in keep], box),
        equal=flat,
        key="points",
        legend=_POINTS_KEY,
    )


def _ball(f, keep, X, box):
    """The unit ball around one of the drawn anchors."""
    # The anchor of a drawn triplet that is nearest to the middle of its class.
    y, anchors = f.case.y, f.case.triplets[f.drawn, 0]
    off = [np.sum((X[i] - X[y == y[i]].mean(axis=0)) ** 2) for i in anchors]
    centre = X[anchors[int(np.argmin(off))]]
    # In the plane what lies beyond the panel is cut off, in space it is in the way.
    longest = (3.0 if len(keep) == 3 else 30.0) * np.ptp(box, axis=1).max()
    maps = ball_maps(np.maximum(f.w, 0.0), f.case.A, keep, longest)
    b = np.tile(centre, (len(maps), 1))
    if len(keep) == 3:
        shape, faces = unit_sphere()
        yield Mesh(moved(shape, maps, b), faces=faces, tone="main", opacity=0.15, label="unit ball")
    else:
        ball = moved(unit_circle(), maps, b)
        yield Path(ball, tone="ink", fill=0.06, ghost=False, label="unit ball")
    yield Points(*centre[:, None], symbol="circle-open", tone="ink", size=14.0, label="centre")


def _triplets(f, X):
    """Near (solid) and far (dashed) partners of the drawn triplets, orange where missed."""
    partners = ((1, "solid", "near"), (2, "dash", "far"))
    for partner, dash, words in partners if f.run.settings["drawn"] else ():
        label = f"to the {words} partner"
        ends = joining(X, f.case.triplets[f.drawn][:, [0, partner]])
        yield Segments(**ends, tone="muted", dash=dash, width=1.2, opacity=0.6, label=label)
        ends["y0"] = row(np.where(f.missed[:, f.drawn], ends["y0"], np.nan))
        yield Segments(**ends, tone="now", dash=dash, width=2.2, label=f"margin missed: {label}")


def _missed_count(f, box):
    words = tuple(f"{k} of {f.n} margins missed" for k in f.missed.sum(axis=1))
    x, y = box[[0, 1], [1, 0]] + [-0.02, 0.05] * np.ptp(box, axis=1)
    return Text([x], [y], text=words, tone="muted", anchor="left", per_frame=True)


def _missed_rings(f, X):
    places = by_axis(X.T) | {"y": row(np.where(f.missed, X[:, 1], np.nan))}
    return Points(**places, symbol="circle-open", tone="now", size=13.0, label="margin missed")


def _separator(f, box):
    """The line (or plane) w'x = 0 and its margins; none where the points are projected."""
    m = f.w.shape[1]
    if m == 3:
        square = moved(SQUARE, *planes(f.w, 0.0, 0.0, box, side=0.5))
        yield Mesh(square, faces=SQUARE_FACES, tone="ink", opacity=0.25, label="wᵀx = 0")
    for level, words in ((0.0, "wᵀx = 0"), (1.0, "wᵀx = 1"), (-1.0, "wᵀx = −1")) if m == 2 else ():
        dash, width = ("dash", 1.2) if level else ("solid", 2.0)
        yield _line(f.w, level, wider(box), tone="ink", dash=dash, width=width, label=words)


def _line(normals, level, box, **style):
    """The line {x: normal'x = level} of each frame: normals (T, 2), none where 0."""
    return Path(*map(row, lines_in_box(normals, level, np.array(box))), ghost=False, **style)


def weights_panel(f: Frames) -> Panel:
    """The path of w over level sets of P (two features), in space (three), or w as bars."""
    m = f.w.shape[1]
    if m > 3:
        return _bars(f)
    flat = m == 2
    place, subtitle = ("line", "") if flat else ("plane", "the path of w in space")
    ranges = weights_box(f) if flat else [None] * m
    return Panel(
        f"Each update heads for one {place}" if f.updates else "One sweep, one corner",
        [*(_landscape(f, np.array(ranges)) if flat else []), *_walks(f), *_optimum(f)],
        *(Axis(weight(j), zero=True, range=ranges[j]) for j in range(m)),
        equal=flat,
        key="weights",
        subtitle=subtitle,
        legend=_WEIGHTS_KEY,
    )


def weights_box(f: Frames) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ranges of the plane of w."""
    ends = (METHODS.iterates(name, trace) for name, trace in f.traces.items())
    return window(np.vstack([np.zeros((1, 2)), *ends]), 0.1, _ASPECT)


def _landscape(f, box):
    """Level sets of P where w is allowed, the lines z'w = 1, and what is not allowed in grey."""
    yield _level_sets(f, box)
    (left, right), (floor, top) = box
    if not f.case.svm:
        x, high = [left, 0.0, 0.0, right], [top, top, 0.0, 0.0]
        yield Band(x, [floor] * 4, high, tone="muted", fill=0.13, label="w < 0")
    lines = np.stack(lines_in_box(f.Z[f.drawn], 1.0, box), axis=-1)
    yield Path(*polyline(lines).T, label="zᵢᵀw = 1", tone="muted", width=1.0, opacity=0.6,
               ghost=False)  # fmt: skip
    if ACTIVE in f.traces:
        yield from held_lines(f, box)
    if f.updates:
        normals = f.normals[f.moved] * (f.block >= 0)[:, None]
        yield _line(normals, f.levels[f.moved], box, tone="now", width=1.6, dash="dash",
                    label="its line")  # fmt: skip


def _level_sets(f, box):
    problem = f.case.problem
    corner = box[:, 0] if f.case.svm else np.maximum(box[:, 0], 0.0)
    xlim, ylim = zip(corner, box[:, 1], strict=True)
    x, y, w = grid(xlim, ylim, _GRID)
    short = np.maximum(1.0 - w @ f.Z.T, 0.0).sum(axis=-1)
    P = 0.5 * np.einsum("yxj,jk,yxk->yx", w, problem.L, w) + f.C * short
    best = min(f.run.result.certificate.objective, P.min())
    levels = best + (P.max() - best) * np.linspace(0.0, 1.0, _LEVELS) ** 2
    return Contour(x, y, P, levels=tuple(map(float, levels)), label="P(w)")


def _walks(f):
    """Each method's path of w, what this frame moved, and where it is."""
    for name in reversed(f.traces):
        label, tone, dash = METHODS[name]
        yield Path(**up_to(f.path(name), f.rows[name]), label=label, tone=tone, dash=dash)
    before = f.traces[CD].snapshots["w"][np.maximum(f.row_shown - 1, 0)]
    yield Path(**moving(np.stack([before, f.w], axis=1)), tone="now", width=3.5, ghost=False,
               label="this frame")  # fmt: skip
    yield Points(**moving(f.w), symbol="circle-open", size=11.0, label="w of this frame")


def _optimum(f):
    w = optimum(f)
    if w is not None:
        yield Points(*w[:, None], symbol="x", tone="ink", size=9.0, label="optimum, certified",
                     future=True)  # fmt: skip


def _bars(f):
    places = np.arange(1, f.w.shape[1] + 1)
    marked = places if places.size <= 13 else places[4::5]
    names = ("w ≥ 0", "w < 0" if f.case.svm else "w < 0, not allowed")
    return Panel(
        "How much each feature counts",
        [
            Bars(places, row(f.w), klass=row(f.w < 0.0), names=names, label="w", legend=True),
            Points(places, f.run.trace.snapshots["w"][-1], symbol="circle-open", tone="muted",
                   size=7.0, label="where it ends"),
        ],
        Axis("feature", ticks=(marked.tolist(), [weight(j - 1) for j in marked])),
        Axis("w", zero=True),
        subtitle="of this frame",
        legend=("where it ends",),
    )  # fmt: skip


def held_lines(f: Frames, box: np.ndarray) -> Iterator[Path]:
    """The lines of the constraints that the active-set method holds, at most two in the plane."""
    for place, which in enumerate(np.argsort(~f.held, axis=1, kind="stable").T[:2]):
        on = f.held[np.arange(len(f)), which]
        label = "held by the active set" + " too" * place
        yield _line(f.normals[which] * on[:, None], f.levels[which], box, width=2.2,
                    tone=METHODS[ACTIVE].tone, label=label)  # fmt: skip


def held_points(f: Frames, x: np.ndarray, tallest: float) -> Points:
    """The multipliers of the active-set method at their bars (p,), of constraints that it holds."""
    theirs, bars = f.at(ACTIVE), np.append(f.order, np.arange(f.n, len(f.levels)))
    height = np.hstack([theirs.lam / f.C, theirs.t / (tallest or 1.0)])
    height = np.where(f.held, height, np.nan)[:, bars[: x.size]]
    return Points(x, row(height), tone=METHODS[ACTIVE].tone, symbol="diamond-open", size=9.0,
                  label="held by the active set")  # fmt: skip


def duals_panel(f: Frames) -> Panel:
    """The multipliers of this frame between 0 and C, and t."""
    most, t = _MOST_BARS - f.w.shape[1], f.t[:, : 0 if f.case.svm else None]
    few, bars, tallest = f.n <= most, min(f.n, most), f.run.trace.snapshots["t"].max(initial=0.0)
    share = f.lam / f.C
    if few:
        share = share[:, f.order]
    else:
        share = -np.sort(-share, axis=1)[:, np.linspace(0, f.n - 1, bars).astype(int)]
    apart = max(1.0, bars / 12.0) if t.shape[1] <= 3 else 1.0
    slots = bars + max(3.0, bars / 10.0) + apart * np.arange(t.shape[1])
    x = np.append(np.arange(1.0, bars + 1.0), slots)
    height = np.hstack([share, t / (tallest or 1.0)])
    klass = np.where(np.arange(x.size) < bars, height >= 1.0, 2)
    marks = [
        Bars(x, row(height), klass=row(klass), names=("0 < λ < C", "λ = C", "t > 0"),
             thickness=0.7, label="share of C", legend=True),
        Path([0.4, bars + 0.6], [1.0, 1.0], tone="ink", width=1.2, ghost=False, label="λ = C"),
    ]  # fmt: skip
    if few and ACTIVE in f.traces:
        marks.append(held_points(f, x, tallest))
    if few and f.updates:
        marks.append(_pointer(f, x, height))
    many = "" if few else f"{bars} quantiles of {f.n}; "
    pushing = f"; t as a share of {rough(tallest)}" if tallest > 0.0 else ""
    return Panel(
        "The multipliers between 0 and C",
        marks,
        Axis("points" if f.case.svm else "triplets", ticks=_slot_ticks(bars, slots)),
        Axis("λ", range=(0.0, 1.12), ticks=((0.0, 0.5, 1.0), ("0", "½ C", "C"))),
        subtitle=f"{many}λ by final size, hatched at C{pushing}",
    )


def _pointer(f, x, height):
    """A pointer at the bar that this frame moves."""
    bar = np.append(np.argsort(f.order), np.arange(f.n, x.size))[f.moved]
    place = np.where(f.block < 0, np.nan, x[bar])[:, None]
    top = height[np.arange(len(f)), bar][:, None] + 0.05
    return Points(row(place), row(top), symbol="triangle-down", tone="now", size=10.0,
                  label="moved in this frame")  # fmt: skip


def _slot_ticks(bars, slots):
    if slots.size > 3:
        return ((1, bars, slots[slots.size // 2]), ("1", str(bars), "t"))
    names = (f"t{subscript(j + 1)}" for j in range(slots.size))
    return ((1, bars, *slots), ("1", str(bars), *names))


def proof_panel(f: Frames) -> Panel:
    """The certified gap, or the two values that enclose the optimum, on the common clock."""
    if f.run.settings["proof"] == "gap":
        return _gaps(f)
    trace = f.run.trace
    heights = np.concatenate([np.minimum.accumulate(trace.objective),
                              np.maximum.accumulate(trace.bound)])  # fmt: skip
    return values_panel(trace, f.row_shown, f"{f.clock.name}s", _stop(f, heights))


def _gaps(f):
    curves = [replace(one, named=bool(f.rivals)) for one in f.gap_curves()]
    panel = gap_panel(curves, f.clock.values, f.limit, f"{f.clock.name}s")
    assert panel.y.range is not None
    marks = [*panel.marks, *_stop(f, np.array([panel.y.range[0], f.run.trace.gap[f.fired or 0]]))]
    return replace(panel, marks=marks, subtitle="certified: P − D, best so far")


def _stop(f, heights):
    """Where the paper's own rule would have stopped, with the gap that is certified there."""
    if f.fired is None:
        return []
    x, gap = float(f.run.trace.iteration[f.fired]), f.run.trace.gap[f.fired]
    x = row(np.where(f.row_shown >= f.fired, x, np.nan)[:, None])  # once it has fired
    return [
        Segments(x, [heights.min()], x, [heights.max()], tone="ink", dash="dot", width=1.3,
                 label="the paper's rule"),
        Text(x, [heights.max()], (f"paper: {bound(gap)}",), tone="ink"),
    ]  # fmt: skip


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    trace, end = f.run.trace, f.limit or TOL
    speed = pace(trace.iteration, trace.gap, f"{f.clock.name}s", end, ("gap",))
    steps = (_multiplier(f), _aim(f)) if f.updates else ()
    return asked(f.run.settings, speed, *steps, _rule(f), step=("multiplier", "aim"))


def _aim(f):
    """Before a long move in the plane of two weights: where it ends."""
    if f.w.shape[1] != 2:
        return None
    frames = np.flatnonzero(f.single[1:])
    k, aim = landing(f.run.settings, "weights", f.w, weights_box(f), frames)
    if k is None:
        return None
    end = f[k + 1]
    name, z = _names(end)
    now, then = (value(f.Z[end.index] @ f.w[j], 2) for j in (k, k + 1))
    return Question(
        k,
        f"Next comes {name}, along whose direction w moves; {z}ᵀw is {now} and "
        "should become 1, as far as 0 ≤ λ ≤ C allows. Where will w be then?",
        why=f"At {point(end.w, 2)}, where {z}ᵀw = {then}: {name} becomes {value(end.new)}.",
        key="aim",
        hides=("duals",),
        aim=aim,
    )


def _names(frame):
    """ "λ₁", "z₁" of the triplet of a frame."""
    return (f"{letter}{subscript(frame.index + 1)}" for letter in "λz")


def _multiplier(f):
    """In the frame before an update: what becomes of its multiplier."""
    way, larger = np.sign(f.new - f.old), np.maximum(np.abs(f.old), np.abs(f.new))
    visible = (way == 0) | (np.abs(f.new - f.old) > _CLEAR * larger)
    clear = f.single & visible & (np.abs(f.gradient) > _CLEAR)
    kinds = (np.flatnonzero(clear & (way == one)) for one in _WAYS)
    kind = drawn_kind(f.run.settings, "way", *kinds)
    if kind is None:
        return None
    end = f[int(kind[0])]
    name, z = _names(end)
    here = apart(end.gradient + 1.0, 1.0, decimals=2)[0]
    side, most, up = ("below", "C", "up") if end.gradient < 0.0 else ("above", "0", "down")
    if way[end.k] == 0:
        goes = f", but {name} is at {most} and can go no further"
    else:
        goes = f": {name} goes to {value(end.new)}, {up} to where the product is 1, or to 0 or C"
    return Question(
        end.k - 1,
        f"Next comes {name}, now {value(end.old)} between 0 and C = {rough(f.C)}. Its constraint "
        f"wants {z}ᵀw ≥ 1, and has {here}. What becomes of {name}?",
        tuple(_WAYS.values()),
        list(_WAYS).index(way[end.k]),
        f"{z}ᵀw = {here} is {side} 1{goes}.",
        "multiplier",
        ("duals",),
    )


def _rule(f):
    """In the frame before the rule fires."""
    if f.fired is None:
        return None
    k, gap = int(np.searchsorted(f.row_shown, f.fired)), f.run.trace.gap[f.fired]
    if k < 1 or gap <= 0.0 or np.any(np.abs(np.log(gap / _EDGES)) < np.log(_NEAR)):
        return None
    return Question(
        k - 1,
        "In the next frame the paper's rule fires: a whole sweep has changed f by less than 1e-6. "
        "How close to the optimum is P proved to be by then?",
        ("within 1e-6", "within 1e-3, but not 1e-6", "not even within 1e-3"),
        int((gap > _EDGES).sum()),
        "The rule sees how slowly f falls, not how far it has to go, and slow progress looks like "
        f"arrival. The certificate says {bound(gap)}.",
        "rule",
        ("gap",),
    )


PANELS = {
    "points": points_panel,
    "weights": weights_panel,
    "duals": duals_panel,
    "gap": proof_panel,
}
_LAYOUT = Layout("points", ("weights", "gap"), ("duals",))


def scene(run: Run) -> Scene:
    """Points, w, multipliers and proof on one clock."""
    f = frames(run)
    shown = readout(f.run.result, f.row_shown, TOL, "P", "D") | {"status": f.status}
    drawn = picture(f, PANELS, WORDS, _LAYOUT, questions(f), shown)
    return drawn.under(*_MACHINE) if f.case.svm else drawn


def _states(run, ask, step):
    s = run.trace.snapshots
    visits = zip(s["block"], s["index"], strict=True)
    return triplet_states(run.problem, (s["lam"][0], s["t"][0]), visits, **{step: ask})


_UPDATES = {"steps": ("updates",)}
#: Where a multiplier of w >= 0 is positive.
_TURNED = {"L": "ill"}
STUDENT_STEPS = StudentSteps(
    {
        "triplet-update": StepMethod(partial(_states, step="triplet"), _UPDATES),
        "sign-multiplier": StepMethod(partial(_states, step="sign"), _UPDATES, _TURNED),
    },
    frames,
    "weights",
)


EXPERIMENT = Experiment(
    name="triplets",
    title="A metric from triplets, one multiplier at a time",
    question="Which features make near points near, and when may the method stop?",
    knobs=with_primary(KNOBS, "C", "data", "steps", "compare"),
    solve=solve,
    scene=scene,
    ticks=ticks,
    previews=preview_points,
    click=edit,
    tools=tools,
    student_steps=STUDENT_STEPS,
    measures={
        "nonzeros": nonzeros,
        "active triplets": lambda run: np.count_nonzero(run.result.dual["lam"]),
    },
    vary={"C": (0.001, 100.0, 8), "steps": None},
    first="Play to the end, then drag C left to its mark.",
    see=(
        "Each step ends on the line of its triplet, unless the price is cut at 0 or at C; the "
        "source's own rule stops long before the proof."
    ),
)
