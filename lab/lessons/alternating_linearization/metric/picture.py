"""Scene `metric` as a picture: the balls of a metric, its entries, the proof, and whether it helps
to find neighbours (Liu, Ma, Tao, Liu, Liu 2010, 003_d968a502af9b2788.txt)."""

from functools import partial

import numpy as np

from lab.checking.comparing import STYLE, rows_of
from lab.checking.task import StudentSteps
from lab.datasets.own_file import preview_points
from lab.drawing.gap_panel import GapCurve, gap_panel, values_panel
from lab.drawing.geometry import HERO, axes, joining, unit_sphere, window
from lab.drawing.text import listed, readout, subscript
from lab.experiment import Experiment
from lab.lessons.alternating_linearization.common import (
    TOL,
    ball_maps,
    ball_path,
    edit,
    outline,
    point_marks,
    student_steps,
    ticks,
    tools,
)
from lab.lessons.alternating_linearization.metric.model import (
    ALL_KNOBS,
    entry,
    frames,
    measured,
    predicted,
    solve,
    threshold,
)
from lab.prediction import asked, drawn
from lab.race.methods import STUDENT
from lab.scenes.frames import Frames
from lab.scenes.picture import scene_of
from lab.scenes.words import ended
from widgets import (
    Axis,
    Bars,
    Curve,
    Heatmap,
    Layout,
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
from widgets.words import Words, apart, rough, say, value

#: More than so many pairs are drawn faintly.
_MANY = 40
#: Names that would not fit under their bars.
_SHORT = {"Euclidean": "Eucl.", "Mahalanobis": "Mahal."}
#: Costs below this are rounding, and are drawn here.
_FOOT = 1e-14
#: The ball changes visibly if some direction does by this share.
_STILL = 0.005
#: An entry above this share of the largest is not zero.
_CLEAR = 1e-3


def _observed(frame):
    """Which entries become zero, come back or are proved zero; else what the ball does."""
    old, new, before = frame.before.Y == 0.0, frame.Y == 0.0, frame.before.proved_zero
    kinds = (
        (new & ~old, "becomes zero", "become zero"),
        (old & ~new, "comes back from zero", "come back from zero"),
        (frame.proved_zero & ~before, "is proved to end at zero", "are proved to end at zero"),
    )
    said = []
    for mask, one, several in kinds:
        names = [entry(i, j) for i, j in frame.pairs if mask[i, j]]
        if names:
            said.append(f"{listed(names)} {several if len(names) > 1 else one}")
    return listed(said) or _ball_observed(frame)


def _ball_observed(frame):
    """How the unit ball of Y changes from the frame before."""
    if not frame.point_valid:
        return "There is no ball of Y, which is no metric here"
    if not frame.before.point_valid:
        return "The ball of Y appears"
    shorter, longer = stretches(frame.before.Y, frame.Y)
    if max(-shorter, longer) < _STILL:
        return "The ball hardly changes"
    if -shorter < _STILL:
        return say("The ball grows, by up to {by:2g} %", by=100.0 * longer)
    if longer < _STILL:
        return say("The ball shrinks, by up to {by:2g} %", by=-100.0 * shorter)
    return say("The ball grows {by:2g} % one way and shrinks {less:2g} % another",
               by=100.0 * longer, less=-100.0 * shorter)  # fmt: skip


def stretches(old: np.ndarray, new: np.ndarray) -> tuple[float, float]:
    """(least, most) change in length, as a share, of a direction's way from the middle of the unit
    ball to its side, from the metric `old` (d, d) to `new`."""
    squares = np.linalg.eigvals(np.linalg.solve(new, old)).real
    lengths = np.sqrt(np.maximum(squares, 0.0)) - 1.0
    return float(lengths.min()), float(lengths.max())


def _rule(frame):
    """How the entry follows from the number that is thresholded."""
    if not np.isfinite(frame.mu):
        return "taken directly"
    if frame.smoothing > 0.0:
        return "σ > 0 smooths the threshold: {zero_count} exact zeros in Y{at}"
    i, j = frame.watched
    B, limit = (a[i, j] for a in threshold(frame))
    end = (
        "is within the threshold {limit:≠size}: zero"
        if frame.new == 0.0
        else "beats the threshold {limit:≠size} and shrinks by it"
    )
    return say("|{B}| = {size:≠limit} " + end, B=entry(i, j, "B"), size=abs(B), limit=limit)


def _faults(frame):
    """Whether the primal or the dual point of this frame is not positive definite."""
    text = "" if frame.point_valid else "; Y is not positive definite, so M is certified"
    if not frame.dual_valid:
        text += "; its own dual point is not positive definite"
    return text


def _ending(frame):
    """What is proved in the end, and at which rate the gap fell."""
    found, rate = predicted(frame.table), ""
    if found is not None:
        rate = say("; the gap became {share} of itself a step, near M* it is q² = {square}",
                   share=measured(frame.table), square=found[2] ** 2)  # fmt: skip
    zeros = sum(bool(frame.proved_zero[pair]) for pair in frame.pairs)
    return (
        f"{ended(frame, 'P')}; {zeros} of {len(frame.pairs)} above the diagonal proved zero{rate}."
    )


WORDS = Words(
    start="The ball is that of the prior — Y = M₀; gap {own_gap}{faults}.",
    own_gap=lambda frame: "{gap:bound}" if np.isfinite(frame.gap) else "unknown, no dual point yet",
    step="{observed} — {name}: {move}; {rule}{faults}.",
    observed=_observed,
    move=lambda frame: "stays {old}" if frame.old == frame.new else "{old:≠new} → {new:≠old}",
    rule=_rule,
    faults=_faults,
    at=lambda frame: subscript(int(frame.iteration)),
    ending=_ending,
)


def points_panel(f: Frames) -> Panel:
    """Points, pairs, and the unit balls of M0, M_k, Y_k and the optimum."""
    case, d = f.case, f.d
    centre = case.X.mean(axis=0)
    fixed = ball_maps(np.array([case.prior, f.optimum]))
    reach = np.einsum("nd,tad->tna", outline(d), fixed).reshape(-1, d) + centre
    box = window(np.vstack([case.X, reach]), 0.06, HERO if d == 2 else None)
    longest = 3.0 * max(b - a for a, b in box)
    marks = [*_pairs(case), *point_marks(case), *_balls(f, centre, fixed, longest)]
    return Panel(
        "All points at distance 1 from the middle",
        marks,
        *axes(case.features, box),
        equal=d == 2,
        subtitle="unit balls",
        legend={
            "M₀, the prior": "prior",
            "Mₖ, dense": "dense Mₖ",
            "Yₖ, sparse": "sparse Yₖ",
            "optimum": "optimum",
            "similar": "similar",
            "dissimilar": "dissimilar",
        },
    )


def _pairs(case):
    kinds = (
        (case.similar, "rival2", "solid", "similar"),
        (case.dissimilar, "rival1", "dash", "dissimilar"),
    )
    opacity = 0.55 if len(case.similar) + len(case.dissimilar) <= _MANY else 0.2
    for pairs, tone, dash, words in kinds:
        if len(pairs):
            yield Segments(**joining(case.X, pairs), tone=tone, dash=dash, width=1.2,
                           opacity=opacity, label=words)  # fmt: skip


def _balls(f, centre, fixed, longest):
    still = [outline(f.d) @ A.T + centre for A in fixed]
    sparse = np.where(f.point_valid[:, None, None], f.Y, -np.eye(f.d))
    yield Path(*still[0].T, tone="ink", dash="dot", width=1.5, ghost=False, label="M₀, the prior")
    yield Path(
        *still[1].T, tone="good", width=3.5, opacity=0.6, ghost=False, label="optimum", future=True
    )
    yield ball_path(f.M, centre, longest, tone="now", width=1.8, label="Mₖ, dense")
    if f.d == 3:
        sphere, faces = unit_sphere()
        ball = moved(sphere, ball_maps(sparse, longest), np.tile(centre, (len(f), 1)))
        yield Mesh(ball, faces=faces, tone="main", opacity=0.15, label="Yₖ, sparse")
    else:
        yield ball_path(sparse, centre, longest, tone="main", width=2.5, fill=0.1,
                        label="Yₖ, sparse")  # fmt: skip


def matrix_panel(f: Frames) -> Panel:
    """Y_k entry by entry; zeros and proved zeros are marked."""
    d, Y = f.d, f.Y
    place, names = np.arange(float(d)), list(f.case.features)
    limit = float(np.abs(Y).max()) or 1.0
    i, j = (a.ravel().astype(float) for a in np.indices((d, d)))
    zero = (Y == 0.0).reshape(len(Y), -1)
    proved = f.proved_zero.reshape(len(Y), -1)
    marks = [
        Heatmap(place, place, row(Y), limits=(-limit, limit), diverging=True, label="Yₖ"),
        _zeros(j, i + 0.22, zero, "circle-open", "now", "zero in Yₖ"),
        _zeros(j, i + 0.22, proved & zero, "circle", "good", "proved zero at the optimum"),
        *_values(Y),
    ]
    return Panel(
        "The entries of the sparse metric Yₖ",
        marks,
        Axis("", range=(-0.5, d - 0.5), ticks=(place, names)),
        Axis("", range=(d - 0.5, -0.5), ticks=(place, names)),
        legend={"zero in Yₖ": "zero now", "proved zero at the optimum": "proved zero"},
    )


def _zeros(x, y, mask, symbol, tone, label):
    shown = row(np.where(mask, y, np.nan))
    return Points(x, shown, symbol=symbol, tone=tone, size=14.0, label=label)


def _values(Y):
    """The number in each cell."""
    for i, j in np.ndindex(Y.shape[1:]):
        words = tuple(value(v) for v in Y[:, i, j])
        yield Text([float(j)], [float(i)], words, tone="ink", anchor="center", per_frame=True)


def proof_panel(f: Frames) -> Panel:
    """The certified gap with its predicted rate, the two values that enclose the optimum, or what
    smoothing costs."""
    panels = {"gap": _gap_panel, "values": _values_panel, "floor": floor_panel}
    return panels[f.run.settings["proof"]](f)


def _gap_panel(f):
    trace, d = f.run.result.trace, f.d
    gap = np.where(np.isfinite(trace.gap), np.maximum(trace.gap, 0.0), np.inf)
    times = trace.iteration.astype(float)
    curve = GapCurve("certified", "main", "solid", times, gap, f.row_shown, True, named=False)
    panel = gap_panel([curve], f.clock.values.astype(float), TOL * d, "iterations")
    assert panel.y.range is not None
    marks = [*panel.marks, *_predicted(f), *_blind(f, panel.y.range[1])]
    return Panel(
        panel.title, marks, panel.x, panel.y, key="gap",
        subtitle="P − D, certified",
        legend={
            "q², the rate near M*": "q², the rate near M*",
            "Σ + U not positive definite": "no dual point of its own",
        },
    )  # fmt: skip


def floor_panel(f: Frames) -> Panel:
    """The costs below their limit, the source's sigma and that of the knob."""
    sigma, cost, limit = f.run.extra["costs"]
    shown = np.maximum(cost, _FOOT)
    foot, top = 0.3 * min(shown.min(), limit.min()), 5.0 * limit.max()
    paper = rough(cost[0]) if cost[0] > _FOOT else "0, up to rounding"
    marks = [
        Curve(sigma, limit, tone="ink", dash="dash", width=1.5, ghost=False,
              label="σ Σ ρ² ÷ 2, the most it may cost"),
        Text([sigma[3]], [4.0 * limit[3]], ("at most",), tone="ink", anchor="left"),
        Curve(sigma, shown, tone="main", width=2.0, ghost=False, label="P − P*"),
        Points(sigma, shown, tone="main", size=8.0, label="P − P* of the smoothed answer"),
        Path([sigma[0]] * 2, [foot, top], tone="muted", dash="dot", width=1.2, ghost=False,
             label="the paper's σ"),
        Text([sigma[0]], [0.4 * top], (f"the paper: {paper}",), tone="muted"),
    ]  # fmt: skip
    if f.run.settings["smoothing"] > 0.0:
        marks.append(Path([f.run.settings["smoothing"]] * 2, [foot, top], tone="now", dash="dot",
                          width=1.5, ghost=False, label="σ of the knob"))  # fmt: skip
    return Panel(
        "What smoothing costs",
        marks,
        Axis("σ", log=True, range=(0.6 * sigma[0], 2.0 * sigma[-1])),
        Axis("P − P*", log=True, range=(foot, top)),
        subtitle="of each smoothed answer",
        legend={"σ Σ ρ² ÷ 2, the most it may cost": "at most σ Σ ρ² ÷ 2 (Theorem 4)"},
    )


def _predicted(f):
    found = predicted(f)
    if found is None:
        return
    first, gap, q, last = found
    x = np.linspace(first, last, 40)
    # Ends at the foot of the axis, so that a prediction far below keeps its slope.
    y = gap * q ** (2.0 * (x - first))
    keep = y >= 1e-2 * TOL * f.d
    yield Curve(x[keep], y[keep], tone="ink", dash="dash", width=1.3, ghost=False, future=True,
                label="q², the rate near M*")  # fmt: skip
    mid = int(np.count_nonzero(keep) // 3)
    yield Text([x[mid]], [3.0 * y[mid]], (f"q² = {value(q * q)}",), tone="ink",
               future=True)  # fmt: skip


def _blind(f, top):
    """Frames in which none of the method's own dual points was feasible."""
    trace = f.run.result.trace
    rows = np.flatnonzero(~trace.snapshots["dual_valid"].astype(bool))
    if not rows.size:
        return
    gap = np.clip(trace.gap[rows], None, 0.7 * top)
    gap = np.where(np.isfinite(gap) & (gap > 0.0), gap, 0.7 * top)
    x = trace.iteration[rows].astype(float)
    yield Points(x, gap, symbol="x", tone="now", size=9.0, label="Σ + U not positive definite")


def _values_panel(f):
    return values_panel(f.run.result.trace, f.row_shown, "iterations")


def errors_panel(f: Frames) -> Panel:
    """1-NN error of this frame's metric, and of the other metrics."""
    bars = f.run.extra["errors"]()
    now = f.run.extra["now"][f.row_shown]
    names = list(bars)
    heights = np.tile([100.0 * bars[n] for n in names], (len(f), 1))
    here = names.index(f.run.extra["main"])
    heights[:, here] = 100.0 * now
    missing = ~np.isfinite(heights)
    top = max(10.0, 1.25 * float(np.nanmax(heights)))
    drawn, places = np.where(missing, 0.0, heights), np.arange(float(len(names)))
    others = places != here
    marks = [
        Bars(places[others], drawn[0, others], tone="faint", label="other metrics"),
        Bars([float(here)], row(drawn[:, [here]]), tone="main", label="this frame"),
        *(_above(x, drawn[:, i], heights[:, i]) for i, x in enumerate(places)),
    ]
    return Panel(
        "Does it help to find neighbours?",
        marks,
        Axis("", range=(-0.6, len(names) - 0.4), ticks=(places, [_SHORT.get(n, n) for n in names])),
        Axis("error, %", range=(0.0, top)),
        subtitle=f"nearest labelled point; {len(f.case.hidden())} others",
        legend={"this frame": f"{f.run.extra['main']}, this frame"},
    )


def _above(x, tops, errors):
    """The error above its bar, or that there is no metric."""
    words = tuple(f"{e:.1f}" if np.isfinite(e) else "no metric" for e in errors)
    return Text([x], row(tops), words, tone="ink", anchor="above", per_frame=True)


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    if len(f) < 4:
        return ()
    return asked(f.run.settings, _deaths(f), _next(f))


def _deaths(f):
    """How many entries above the diagonal are zero; asked where each clearly is or is not."""
    M, pairs = f.optimum, f.pairs
    proved = [bool(f.proved_zero[-1, i, j]) for i, j in pairs]
    alive = [abs(M[i, j]) > _CLEAR * np.abs(M).max() for i, j in pairs]
    if f.run.result.status != "converged" or not all(np.logical_xor(proved, alive)):
        return None
    Sigma, rho = f.case.problem.Sigma, float(f.case.problem.rho)
    text = listed(f"|{entry(i, j, 'Σ')}| = {apart(abs(Sigma[i, j]), rho)[0]}" for i, j in pairs)
    shown = max((apart(abs(Sigma[i, j]), rho)[1] for i, j in pairs), key=len)
    if f.d == 2:
        prompt = f"ρ = {shown}: will the entry off the diagonal be zero at the optimum?"
        options = ("it will not", "it will be zero")
        rule = "In two features it is zero exactly if |Σ₁₂| ≤ ρ"
    else:
        prompt = f"ρ = {shown}: how many of the three entries above the diagonal will end at zero?"
        options = ("none", "one", "two", "all three")
        rule = "Entries with |Σᵢⱼ| ≤ ρ tend to be zero, but the other entries matter too"
    return Question(0, prompt, options, sum(proved), f"{rule}; here {text}.", "deaths", ("matrix",))


def _next(f):
    """Whether the zeros of Y change in the frame after the one that asks."""
    Y = f.Y
    zero = np.array([Y[:, i, j] == 0.0 for i, j in f.pairs]).T
    died = (zero[1:] & ~zero[:-1]).any(axis=1)
    woke = (~zero[1:] & zero[:-1]).any(axis=1)
    frames = [np.flatnonzero(m) for m in (died & ~woke, woke & ~died, ~died & ~woke)]
    kinds = [(i, f) for i, f in enumerate(frames) if len(f)]
    if not zero.any() or not kinds:
        return None
    which, k = drawn(f.run.settings, "zeros", kinds)
    k = int(k[0])
    now, then = int(zero[k].sum()), int(zero[k + 1].sum())
    return Question(
        k,
        "Each step thresholds the entries of Y anew. What happens to those above the diagonal in "
        "the next frame?",
        ("one or more become zero", "one or more leave zero", "the same ones are zero as now"),
        which,
        f"{now} of {zero.shape[1]} are zero now, {then} in the next frame. An entry is zero where "
        "the number that is thresholded is no larger than the threshold.",
        "next",
    )


PANELS = {
    "points": points_panel,
    "matrix": matrix_panel,
    "gap": proof_panel,
    "errors": errors_panel,
}


scene = scene_of(
    frames,
    PANELS,
    WORDS,
    Layout("points", ("matrix", "gap"), ("errors",)),
    questions,
    lambda f: {
        **readout(f.run.result, f.row_shown, TOL, "P", "D"),
        "status": [*["running"] * (len(f) - 1), f.run.result.status],
    },
)


def _both(run, f):
    """M and Y (T, 2, d, d) of the reference and of the student's run."""
    rows = rows_of(run, f)
    assert rows is not None  # frames are rows here
    pairs = zip((run.main, STUDENT), rows, strict=True)
    return tuple(
        np.stack([run.traces[name].snapshots[part][rows] for part in ("M", "Y")], axis=1)
        for name, rows in pairs
    )


def _ball(f, student):
    """The ball of Y, where it is a metric."""
    centre = f.case.X.mean(axis=0)
    longest = 3.0 * float(np.ptp(f.case.X, axis=0).max())
    return {"points": [ball_path(student[:, 1], centre, longest, **STYLE)]}


STUDENT_STEPS = StudentSteps(
    student_steps(smoothing=(0.0,)), frames, "points", iterates=_both, marks=_ball
)


EXPERIMENT = Experiment(
    name="metric",
    title="A sparse metric from a few pairs",
    question="Which entries of the metric end at zero, and when is there no metric at all?",
    knobs=ALL_KNOBS,
    solve=solve,
    scene=scene,
    student_steps=STUDENT_STEPS,
    previews=preview_points,
    ticks=ticks,
    click=partial(edit, panel="points"),
    tools=partial(tools, panel="points"),
    measures={
        "zeros": lambda run: np.count_nonzero(run.result.x == 0.0) // 2,
        "wrong neighbours": lambda run: run.extra["errors"]()[run.extra["main"]],
    },
    vary={"rho": (0.01, 1.0, 4), "beta": (0.05, 1.0, 6)},
    first="Play; then drag β to the right, past its mark.",
    see=(
        "The ball shrinks across the classes and zeros appear in the matrix; past the cliff a "
        "direction proves that there is no metric."
    ),
)
