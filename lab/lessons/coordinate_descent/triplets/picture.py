"""Scene `triplets` as a picture: points and the ball of a metric, the path of w, the multipliers,
and the proof (Nguyen, Morell, De Baets 2015, 000_291dc1e5a69c06b5.txt)."""

from functools import partial

import numpy as np

from lab.checking.task import StepMethod, StudentSteps
from lab.datasets.own_file import preview_points
from lab.drawing.gap_panel import values_panel
from lab.drawing.geometry import (
    HERO,
    by_axis,
    grid,
    joining,
    lines_in_box,
    polyline,
    unit_circle,
    unit_sphere,
    wider,
    window,
)
from lab.drawing.text import falls, readout, subscript, unsigned, weight
from lab.experiment import Experiment
from lab.lessons.coordinate_descent.triplets.model import (
    ACTIVE,
    CD,
    KNOBS,
    METHODS,
    TOL,
    ball_maps,
    edit,
    frames,
    held,
    optimum,
    plane_maps,
    shadow_features,
    solve,
    ticks,
    tools,
)
from lab.prediction import asked, drawn, landing, pace
from lab.scenes.picture import picture
from lab.sweeps.measures import nonzeros
from solvers.exchange import triplet_states
from widgets import (
    Axis,
    Band,
    Bars,
    Contour,
    Curve,
    Layout,
    Mesh,
    Panel,
    Path,
    Points,
    Question,
    Segments,
    Text,
    moved,
    prefix,
    row,
)
from widgets.knobs import with_primary
from widgets.words import Said, Words, apart, bound, point, rough, say, value

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
#: Gaps below this share of the tolerance are drawn here, at the foot of the axis.
_FOOT = 1e-2
#: The gaps at which two options part, and the factor within which one is too near to them.
_EDGES, _NEAR = np.array([1e-6, 1e-3]), 1.1

#: Products this near to 1, and moves of less than this share, are not asked about.
_CLEAR = 1e-2
_DECIMALS = 6
#: Moves by less than this share are rounding.
_ROUNDING = 1e-12


def _caption(frame):
    """What moved, and by which rule; what the active set did; at the end, what is proved."""
    trace, active = frame.run.trace, " {active}" * bool(active_words(frame.table, frame.k))
    if frame.now > trace.iteration[-1]:
        return f"{active} {{rival}}".lstrip()
    fired = "\n{fires}" if frame.row == frame.fired else ""
    ending = "\n{ending}" if frame.row == len(trace) - 1 else ""
    return ("{update}" if frame.updates else "{sweep}") + active + fired + ending


def _visible(frame):
    """What becomes of w, and of the margin that this frame is about."""
    trace = frame.run.trace
    if frame.now > trace.iteration[-1]:
        return "Coordinate descent has ended, a rival still moves."
    if frame.row == len(trace) - 1 and frame.run.result.status == "converged":
        return "w arrives, and its answer is proved."
    n = frame.case.problem.Z.shape[0]
    missed = int(np.count_nonzero(frame.missed))
    if not frame.updates or frame.block < 0:
        return Said(
            f"{missed if missed else 'None'} of {n} margins "
            f"{'is' if missed == 1 else 'are'} missed."
        )
    one = f"{'point' if frame.case.svm else 'triplet'} {frame.index + 1}"
    if _stays(frame):
        about = one if frame.block == 0 else f"w{subscript(frame.index + 1)}"
        return Said(f"w rests: to move for {about} gains nothing.")
    if frame.block == 1:
        return Said(f"w moves as w{subscript(frame.index + 1)} ≥ 0 asks.")
    return Said({
        0: f"w moves until {one} has its margin, no more and no less.",
        1: f"w moves for {one} as far as C allows.",
        -1: f"w moves back: {one} has its margin without a push.",
    }[int(frame.clip)])  # fmt: skip


def _update(frame):
    """The quantity moved, its old and new value, the rule that fired."""
    if frame.block < 0:
        return "No coordinate has anything to gain." if frame.row else "{opening}"
    return "{of_t}." if frame.block == 1 else "{of_lam}."


def _stays(frame):
    return abs(frame.new - frame.old) <= _ROUNDING * frame.old


def _of_lam(frame):
    here, one = apart(frame.gradient + 1.0, 1.0, most=_DECIMALS)
    if _stays(frame):
        why = {
            0.0: f"{here}, no less than 1",
            frame.case.problem.C: f"{here}, but C allows no more",
        }
        return "{name} stays at {old} — {product} = " + why.get(frame.old, "1 already")
    side = "below" if frame.gradient < 0.0 else "above"
    far = f"{here if here != one else rough(abs(frame.gradient))}{',' * (here != one)} {side} 1"
    rules = {1: f"{far}: clipped at C", -1: f"{far}: clipped at 0",
             0: f"{here}, it becomes 1: λ is free"}  # fmt: skip
    return "{move} — {product} was " + rules[int(frame.clip)]


def _of_t(frame):
    if _stays(frame):
        return "{name} stays at {old} — {weight} = {gradient} needs no push"
    rule = "which needs no push: clipped at 0"
    if frame.clip >= 0:
        rule = f"{'pushed up' if frame.gradient < 0.0 else 'let down'} to 0"
    return "{move} — {weight} was {gradient}, " + rule


def _move(frame):
    old, new = apart(frame.old, frame.new, most=_DECIMALS)
    by = f" (by {rough(frame.new - frame.old)})" if old == new else ""
    return f"{{name}}: {old} → {new}{by}"


def _sweep(frame):
    """How the gap fell, and where the multipliers are."""
    if frame.row == 0:
        return "{opening}"
    trace, C, lam = frame.run.trace, frame.case.problem.C, frame.lam
    zero, full = np.count_nonzero(lam == 0.0), np.count_nonzero(lam == C)
    gaps = unsigned(trace.gap[frame.row - 1 : frame.row + 1], frame.run.result.certificate.scale)
    pushing = "" if frame.case.svm else "; {pushed} of {all_t} t above 0"
    return say(
        "Sweep {sweep}: best gap {gaps} — of {n} λ, {zero} at 0, {free} free, {full} at C"
        + pushing + ".",
        sweep=trace.iteration[frame.row], gaps=falls(*gaps), n=lam.size, zero=zero, full=full,
        free=lam.size - zero - full, pushed=np.count_nonzero(frame.t > 0.0), all_t=frame.t.size,
    )  # fmt: skip


def _ending(frame):
    result = frame.run.result
    certificate = result.certificate
    gap = unsigned(certificate.gap, certificate.scale)
    text = {
        "converged": "Proved: the best P is {proof} ({share}).",
        "max_iter": "The budget is spent: proved {proof} only ({share}).",
        "stalled": "Nothing moves any more: proved {proof} only ({share}).",
    }.get(result.status, "Ended ({status}): proved {proof} ({share}).")
    proof, share = "within {gap:bound} of the optimum", "relative gap {relative:bound}"
    return say(text.replace("{proof}", proof).replace("{share}", share), gap=gap,
               relative=gap / certificate.scale, status=result.status)  # fmt: skip


def _rival(frame):
    """What the rival did that moves last, when coordinate descent has ended."""
    f, k = frame.table, frame.k
    name = max(f.traces.keys() - {CD}, key=lambda n: f.traces[n].iteration[f.rows[n][k]])
    trace, at = f.traces[name], f.rows[name][k]
    done, label = ", the last" * int(at == len(trace) - 1), METHODS[name].label
    return say(
        "{label}: best gap {falls} — {unit} {at}{done}; coordinate descent ended with {gap:bound}.",
        label=f"{label[0].upper()}{label[1:]}", unit=METHODS.unit(name), at=at, done=done,
        falls=falls(trace.gap[max(at - 1, 0)], trace.gap[at]), gap=frame.run.trace.gap[-1],
    )  # fmt: skip


def _fires(frame):
    """What is proved where the paper's rule fires."""
    scale = abs(frame.run.trace.objective[: frame.row + 1].min())
    return say(
        "The paper's rule |f − f_old| ≤ 1e-6 fires here: the best P so far is proved within "
        "{gap:bound} (relative gap {share:bound}).", frame, share=frame.gap / scale,
    )  # fmt: skip


def active_words(f, k):
    """What the method did since the frame before `k`; nothing where it rested."""
    rows = f.rows.get(ACTIVE)
    if rows is None or k == 0 or rows[k] == rows[k - 1]:
        return ""
    step, shown = rows[k], f.traces[ACTIVE].snapshots
    moved, left = (int(shown[name][step]) for name in ("moved", "left"))
    name, n = _name(f, moved), f.case.problem.Z.shape[0]
    holds = f"{int(shown['held'][step].sum())} held"
    if left >= 0:
        text = f"on the way to {name} lets go of {_name(f, left)}"
    elif not shown["held"][step][moved]:
        end = "C" if moved < n and shown["lam"][step][moved] > 0.0 else "0"
        own = f"λ{subscript(moved + 1)}" if moved < n else f"t{subscript(moved - n + 1)}"
        text = f"takes {own} all the way to {end}"
    else:
        text = f"takes up {name}"
    return f"Active set, step {step}: {text}, {holds}."


def _name(f, index):
    n = f.case.problem.Z.shape[0]
    if index >= n:
        return f"w{subscript(index - n + 1)} = 0"
    return f"z{subscript(index + 1)}ᵀw = 1"


WORDS = Words(
    visible=_visible,
    caption=_caption,
    opening="Start: λ = 0, w = 0 — no margin is met, so P = n C = {objective}, and D = 0.",
    update=_update,
    of_lam=_of_lam,
    of_t=_of_t,
    move=_move,
    name=lambda frame: f"{'λt'[frame.block]}{subscript(frame.index + 1)}",
    product=lambda frame: f"z{subscript(frame.index + 1)}ᵀw",
    weight=lambda frame: f"w{subscript(frame.index + 1)}",
    sweep=_sweep,
    active=lambda frame: active_words(frame.table, frame.k),
    rival=_rival,
    fires=_fires,
    ending=_ending,
)


def points_panel(f):
    """The points by class, triplets, and the unit ball (or the separating line) of this frame."""
    case = f.case
    keep = shadow_features(case, f.run.result.x)
    X = case.X[:, keep]
    box = np.array(window(X, 0.1, HERO if len(keep) == 2 else None))
    if case.svm:
        marks = [*_separator(f, box), _points(case, X), _missed_rings(f, X)]
        title = f"The points, and the separating {'plane' if len(keep) == 3 else 'line'}"
    else:
        marks = [*_ball(f, keep, X, box), _points(case, X), *_triplets(f, X)]
        title = "The points, and the unit ball of the metric"
    if len(keep) == 2:
        marks.append(_missed_count(f, box))
    words = " (projection)" if case.X.shape[1] > 3 else ""
    axes = [
        Axis(case.features[k] + words, range=tuple(ends)) for k, ends in zip(keep, box, strict=True)
    ]
    return Panel(title, marks, *axes, equal=len(keep) == 2, key="points", legend=_POINTS_KEY)


def _points(case, X):
    return Points(
        *X.T,
        klass=case.y.astype(float),
        names=case.classes,
        size=6.0 if len(X) > 100 else 8.0,
        opacity=0.75,
        label="points",
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
    if f.run.settings["drawn"] == 0:
        return []
    marks = []
    for partner, dash, words in ((1, "solid", "near"), (2, "dash", "far")):
        ends = joining(X, f.case.triplets[f.drawn][:, [0, partner]])
        label = f"to the {words} partner"
        marks.append(Segments(**ends, tone="muted", dash=dash, width=1.2, opacity=0.6, label=label))
        ends["y0"] = row(np.where(f.missed[:, f.drawn], ends["y0"], np.nan))
        label = f"margin missed: {label}"
        marks.append(Segments(**ends, tone="now", dash=dash, width=2.2, label=label))
    return marks


def _missed_count(f, box):
    n = f.case.problem.Z.shape[0]
    words = tuple(f"{k} of {n} margins missed" for k in f.missed.sum(axis=1))
    (_, x), (y, _) = box[0], box[1]
    x, y = x - 0.02 * np.ptp(box[0]), y + 0.05 * np.ptp(box[1])
    return Text([x], [y], text=words, tone="muted", anchor="left", per_frame=True)


def _missed_rings(f, X):
    places = by_axis(X.T) | {"y": row(np.where(f.missed, X[:, 1], np.nan))}
    return Points(**places, symbol="circle-open", tone="now", size=13.0, label="margin missed")


def _separator(f, box):
    """The line (or plane) w'x = 0 and its margins; none where the points are projected."""
    w, m = f.w, f.w.shape[1]
    if m > 3:
        return []
    if m == 3:
        square = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], dtype=float)
        maps = plane_maps(w, 0.5 * np.ptp(box, axis=1).max())
        shape = moved(square, maps, np.zeros((len(w), 3)))
        faces = np.array([[0, 1, 2], [0, 2, 3]])
        return [Mesh(shape, faces=faces, tone="ink", opacity=0.25, label="wᵀx = 0")]
    marks = []
    for level, words in ((0.0, "wᵀx = 0"), (1.0, "wᵀx = 1"), (-1.0, "wᵀx = −1")):
        x, y = map(row, lines_in_box(w, level, np.array(wider(box))))
        dash, width = ("dash", 1.2) if level else ("solid", 2.0)
        marks.append(Path(x, y, tone="ink", dash=dash, width=width, ghost=False, label=words))
    return marks


def weights_panel(f):
    """The path of w over level sets of P (two features), in space (three), or w as bars."""
    m = f.w.shape[1]
    if m > 3:
        return _bars(f)
    marks, ranges = [*_walks(f), *_optimum(f)], [None] * m
    place = "line" if m == 2 else "plane"
    title = f"Each update heads for one {place}" if f.updates else "One sweep, one corner"
    subtitle = "the path of w in space"
    if m == 2:
        ranges = weights_box(f)
        marks = [*_landscape(f, np.array(ranges)), *marks]
        subtitle = ""
    axes = [Axis(weight(j), zero=True, range=ranges[j]) for j in range(m)]
    return Panel(
        title, marks, *axes, equal=m == 2, key="weights", subtitle=subtitle, legend=_WEIGHTS_KEY
    )


def weights_box(f):
    """The ranges of the plane of w."""
    ends = [METHODS.iterates(name, trace) for name, trace in f.traces.items()]
    return window(np.vstack([np.zeros((1, 2)), *ends]), 0.1, _ASPECT)


def _landscape(f, box):
    """Level sets of P where w is allowed, the lines z'w = 1, and what is not allowed in grey."""
    (left, right), (floor, top) = box
    marks = [_level_sets(f, box)]
    if not f.case.svm:
        x, high = [left, 0.0, 0.0, right], [top, top, 0.0, 0.0]
        marks.append(Band(x, [floor] * 4, high, tone="muted", fill=0.13, label="w < 0"))
    lines = lines_in_box(f.case.problem.Z[f.drawn], 1.0, box)
    lines = polyline(np.stack(lines, axis=-1)).T
    marks.append(Path(*lines, label="zᵢᵀw = 1", tone="muted", width=1.0, opacity=0.6, ghost=False))
    return [*marks, *held_lines(f, box), *_line_now(f, box)]


def _level_sets(f, box):
    problem, best = f.case.problem, f.run.result.certificate.objective
    corner = box[:, 0] if f.case.svm else np.maximum(box[:, 0], 0.0)
    x, y, w = grid(*zip(corner, box[:, 1], strict=True), _GRID)
    short = np.maximum(1.0 - w @ problem.Z.T, 0.0).sum(axis=-1)
    P = 0.5 * np.einsum("yxj,jk,yxk->yx", w, problem.L, w) + problem.C * short
    best = min(best, P.min())
    levels = best + (P.max() - best) * (np.arange(_LEVELS) / (_LEVELS - 1)) ** 2
    return Contour(x, y, P, levels=tuple(map(float, levels)), label="P(w)")


def _line_now(f, box):
    """The line z'w = 1 (or w_j = 0) of the multiplier that this frame moves."""
    if not f.updates:
        return []
    block, index, Z = f.block, f.index, f.case.problem.Z
    normals = np.where((block == 1)[:, None], np.eye(2)[index % 2], Z[index % len(Z)])
    normals[block < 0] = 0.0
    x, y = lines_in_box(normals, (block == 0).astype(float), box)
    return [Path(row(x), row(y), label="its line", tone="now", width=1.6, dash="dash", ghost=False)]


def _walks(f):
    """Each method's path of w, what this frame moved, and where it stands."""
    marks = []
    for name, trace in reversed(f.traces.items()):
        label, tone, dash = METHODS[name]
        w = [prefix(c, f.rows[name]) for c in METHODS.iterates(name, trace).T]
        marks.append(Path(*w, label=label, tone=tone, dash=dash))
    before = f.traces[CD].snapshots["w"][np.maximum(f.row_shown - 1, 0)]
    step = np.stack([before, f.w], axis=2)
    step = [row(step[:, j]) for j in range(step.shape[1])]
    marks.append(Path(*step, tone="now", width=3.5, ghost=False, label="this frame"))
    here = [row(c) for c in f.w.T]
    return [*marks, Points(*here, symbol="circle-open", size=11.0, label="w of this frame")]


def _optimum(f):
    w = optimum(f)
    if w is None:
        return []
    return [
        Points(
            *w[:, None], symbol="x", tone="ink", size=9.0, label="optimum, certified", future=True
        )
    ]


def _bars(f):
    w, last = f.w, f.run.trace.snapshots["w"][-1]
    places = np.arange(1, w.shape[1] + 1)
    marked = places if places.size <= 13 else places[4::5]
    below = "w < 0" if f.case.svm else "w < 0, not allowed"
    return Panel(
        "How much each feature counts",
        [
            Bars(
                places, row(w), klass=row(w < 0.0), names=("w ≥ 0", below), label="w", legend=True
            ),
            Points(
                places, last, symbol="circle-open", tone="muted", size=7.0, label="where it ends"
            ),
        ],
        Axis("feature", ticks=(marked.tolist(), [weight(j - 1) for j in marked])),
        Axis("w", zero=True),
        subtitle="of this frame",
        legend=("where it ends",),
    )


def held_lines(f, box):
    """The lines on which the method stands, at most two in the plane."""
    if ACTIVE not in f.traces:
        return []
    on_line, Z = held(f), f.case.problem.Z
    normals, levels = np.vstack([Z, np.eye(2)]), np.repeat([1.0, 0.0], [len(Z), 2])
    order = np.argsort(~on_line, axis=1, kind="stable")[:, :2]
    marks = []
    for place, which in enumerate(order.T):
        on = on_line[np.arange(len(f)), which]
        x, y = lines_in_box(normals[which] * on[:, None], levels[which], box)
        label = "held by the active set" + (" too" if place else "")
        marks.append(Path(row(x), row(y), tone=METHODS[ACTIVE].tone, width=2.2, ghost=False,
                          label=label))  # fmt: skip
    return marks


def held_points(f, x, tallest):
    """The multipliers of the method at their bars (p,): those of the constraints it holds."""
    if ACTIVE not in f.traces:
        return []
    at, shown = f.rows[ACTIVE], f.traces[ACTIVE].snapshots
    n = f.order.size
    share = shown["lam"][at] / f.case.problem.C
    push = shown["t"][at] / (tallest or 1.0)
    on_line = held(f)[:, np.concatenate([f.order, np.arange(n, n + push.shape[1])])]
    height = np.where(on_line, np.hstack([share[:, f.order], push]), np.nan)[:, : x.size]
    return [Points(x, row(height), tone=METHODS[ACTIVE].tone, symbol="diamond-open", size=9.0,
                   label="held by the active set")]  # fmt: skip


def duals_panel(f):
    """The multipliers of this frame between 0 and C, and t."""
    share, few = _shares(f)
    t = f.run.trace.snapshots["t"][:, : 0 if f.case.svm else None]
    tallest, bars = t.max(initial=0.0), share.shape[1]
    apart = bars / 12.0 if t.shape[1] <= 3 else 1.0
    slots = bars + max(3.0, bars / 10.0) + max(1.0, apart) * np.arange(t.shape[1])
    pushes = t[f.row_shown] / (tallest or 1.0)
    klass = np.hstack([share >= 1.0, np.full(pushes.shape, 2)])
    names = ("0 < λ < C", "λ = C", "t > 0")
    x = np.concatenate([np.arange(1.0, bars + 1.0), slots])
    height = np.hstack([share, pushes])
    marks = [
        Bars(
            x,
            row(height),
            klass=row(klass),
            names=names,
            thickness=0.7,
            label="share of C",
            legend=True,
        ),
        Path([0.4, bars + 0.6], [1.0, 1.0], tone="ink", width=1.2, ghost=False, label="λ = C"),
    ]
    if few:
        marks += held_points(f, x, tallest)
    if few and f.updates:
        marks.append(_pointer(f, x, height))
    n = f.case.problem.Z.shape[0]
    many = "" if few else f"{bars} quantiles of {n}; "
    pushing = f"; t as a share of {rough(tallest)}" if tallest > 0.0 else ""
    return Panel(
        "The multipliers between 0 and C",
        marks,
        Axis("points" if f.case.svm else "triplets", ticks=_slot_ticks(bars, slots)),
        Axis("λ", range=(0.0, 1.12), ticks=((0.0, 0.5, 1.0), ("0", "½ C", "C"))),
        subtitle=f"{many}λ by final size, hatched at C{pushing}",
    )


def _shares(f):
    """lambda / C (T, k): each by its final size, or sorted quantiles where they are too many."""
    share = f.lam / f.case.problem.C
    space_left = _MOST_BARS - f.w.shape[1]
    n = share.shape[1]
    if n <= space_left:
        return share[:, f.order], True
    return -np.sort(-share, axis=1)[:, np.linspace(0, n - 1, space_left).astype(int)], False


def _pointer(f, x, height):
    """A pointer at the bar that this frame moves."""
    n = f.order.size
    bar = np.where(f.block == 1, n + f.index, np.argsort(f.order)[f.index % n])
    bar = np.minimum(bar, x.size - 1)
    place = np.where(f.block < 0, np.nan, x[bar])[:, None]
    top = height[np.arange(len(bar)), bar][:, None] + 0.05
    return Points(row(place), row(top), symbol="triangle-down", tone="now", size=10.0,
                  label="moved in this frame")  # fmt: skip


def _slot_ticks(bars, slots):
    if slots.size > 3:
        return ((1, bars, slots[slots.size // 2]), ("1", str(bars), "t"))
    names = [f"t{subscript(j + 1)}" for j in range(slots.size)]
    return ((1, bars, *slots), ("1", str(bars), *names))


def proof_panel(f):
    """The certified gap, or the two values that enclose the optimum, on the common clock."""
    if f.run.settings["proof"] == "gap":
        return _gaps(f)
    trace, unit = f.run.trace, f"{f.clock.name}s"
    heights = np.concatenate([np.minimum.accumulate(trace.objective),
                              np.maximum.accumulate(trace.bound)])  # fmt: skip
    return values_panel(trace, f.row_shown, unit, _stop(f, heights))


def _gaps(f):
    tolerance = TOL * f.run.result.certificate.scale
    end, gaps = float(f.clock.values[-1]), [np.array([tolerance])]
    marks = [
        Path([0.0, end], [tolerance] * 2, tone="good", dash="dash", width=1.0, ghost=False,
             label="tolerance: 1e-6 of P"),
        Text([0.0], [2.0 * tolerance], text=("tolerance",), tone="good"),
    ]  # fmt: skip
    for name, trace in f.traces.items():
        label, tone, dash = METHODS[name]
        gap = np.maximum(trace.gap, _FOOT * tolerance)
        x, at = trace.iteration.astype(float), f.rows[name]
        gaps.append(gap)
        marks.append(Curve(prefix(x, at), prefix(gap, at), label=label, tone=tone, dash=dash))
        marks.append(Points(row(x[at]), row(gap[at]), symbol="circle-open", tone=tone, size=11.0,
                            label="this frame"))  # fmt: skip
        if len(f.traces) > 1:
            k = len(x) // 2
            anchor = "above" if name == CD else "right"
            marks.append(Text([x[k]], [gap[k]], (label,), tone=tone, anchor=anchor))
    marks += _stop(f, np.concatenate(gaps))
    return Panel(
        "Proved distance from optimal",
        marks,
        Axis(f"{f.clock.name}s"),
        Axis("gap", log=True),
        subtitle="certified: P − D, best so far",
    )


def _stop(f, heights):
    """Where the paper's own rule would have stopped, with the gap that is certified there."""
    if f.fired is None:
        return []
    x, gap = float(f.run.trace.iteration[f.fired]), f.run.trace.gap[f.fired]
    anchor = "left" if x > 0.5 * f.clock.values[-1] else "right"
    return [
        Path([x, x], [heights.min(), heights.max()], tone="ink", dash="dot", width=1.3, ghost=False,
             label="the paper's rule", future=True),
        Text([x], [heights.max()], (f"the paper: {bound(gap)}",), tone="ink", anchor=anchor,
             future=True),
    ]  # fmt: skip


def questions(f):
    """Predict, then see."""
    trace, end = f.run.trace, TOL * (f.run.result.certificate.scale or 1.0)
    unit = "updates" if f.updates else "sweeps"
    speed = pace(trace.iteration, trace.gap, unit, end, ("gap",))
    step = _multiplier(f), _aim(f)
    return asked(f.run.settings, speed, *step, _rule(f), step=("multiplier", "aim"))


def _aim(f):
    """Before a long move in the plane of two weights: where it ends."""
    if not f.updates or f.w.shape[1] != 2:
        return None
    frames = np.flatnonzero((np.diff(f.row_shown) == 1) & (f.block[1:] == 0))
    k, aim = landing(f.run.settings, "weights", f.w, weights_box(f), frames)
    if k is None:
        return None
    i = f.index[k + 1]
    sign = subscript(i + 1)
    now, then = (f.case.problem.Z[i] @ f.w[j] for j in (k, k + 1))
    return Question(
        k,
        f"Next comes λ{sign}, along whose direction w moves; z{sign}ᵀw is {value(now, 2)} and "
        "should become 1, as far as 0 ≤ λ ≤ C allows. Where will w be then?",
        why=f"At {point(f.w[k + 1], 2)}, where z{sign}ᵀw = {value(then, 2)}: λ{sign} becomes "
        f"{value(f.new[k + 1])}.",
        key="aim",
        hides=("duals",),
        aim=aim,
    )


def _multiplier(f):
    """In the frame before an update: what becomes of its multiplier."""
    if not f.updates:
        return None
    margin, old, new = f.gradient + 1.0, f.old, f.new
    k = 1 + np.flatnonzero((np.diff(f.row_shown) == 1) & (f.block[1:] == 0))
    k = k[np.abs(margin[k] - 1.0) > _CLEAR]
    stays = new == old
    clear = stays | (np.abs(new - old) > _CLEAR * np.maximum(np.abs(old), np.abs(new)))
    kinds = [k[clear[k] & which[k]] for which in (stays, new > old, new < old)]
    kind = drawn(f.run.settings, "way", [one for one in kinds if len(one)])
    if kind is None:
        return None
    k = int(kind[0])
    name, product = (f"{a}{subscript(f.index[k] + 1)}" for a in ("λ", "z"))
    here, C = apart(margin[k], 1.0, decimals=2)[0], rough(f.case.problem.C)
    below = margin[k] < 1.0
    rule = f"{product}ᵀw = {here} is {'below' if below else 'above'} 1"
    if stays[k]:
        why = f"{rule}, but {name} is at {'C' if below else '0'} and can go no further"
    else:
        why = f"{rule}: {name} goes to {value(new[k])}, {'up' if below else 'down'} to where "
        why += "the product is 1, or to 0 or C"
    return Question(
        k - 1,
        f"Next comes {name}, now {value(old[k])} between 0 and C = {C}. Its constraint wants "
        f"{product}ᵀw ≥ 1, and has {here}. What becomes of {name}?",
        ("it stays", "it rises", "it falls"),
        0 if stays[k] else 1 if new[k] > old[k] else 2,
        f"{why}.",
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


def statuses(f):
    """The status of each frame: "small_change" where only the paper's rule has fired."""
    ended = f.row_shown == len(f.run.trace) - 1
    running = np.where(f.source_rule, "small_change", "running")
    return np.where(ended, f.run.result.status, running).tolist()


def scene(run):
    """Points, w, multipliers and proof on one clock."""
    f = frames(run)
    shown = readout(f.run.result, f.row_shown, TOL, "P", "D") | {"status": statuses(f)}
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
