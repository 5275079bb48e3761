"""Scene `methods`: one metric, one clock, and the algorithm as its source prints it."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from lab.checking.task import StudentSteps
from lab.datasets.own_file import NAMES, preview_points
from lab.drawing.gap_panel import clock_axis, gap_panel
from lab.drawing.geometry import axes, window
from lab.drawing.text import listed, readout, statuses
from lab.experiment import Experiment, Run
from lab.knobs import budget_knob
from lab.lessons.alternating_linearization.common import (
    KNOBS,
    TOL,
    ball_maps,
    ball_path,
    case_of,
    outline,
    require_metric,
    student_steps,
    ticks,
)
from lab.prediction import asked, first, pace_of
from lab.race.arrivals import ArrivalLine, arrival_lines, arrivals_panel
from lab.race.curves import curves_panel
from lab.race.methods import Methods
from lab.scenes.frames import Frames
from lab.scenes.picture import scene_of
from lab.scenes.words import news, others
from solvers import SparsePrecision, solve_alternating_linearization
from widgets import Axis, Layout, Panel, Path, Points, Question
from widgets.knobs import Knob, with_primary
from widgets.words import Said, Words, bound, figure, rough, say

ALM = "alm"
METHODS = Methods(
    SparsePrecision, ALM, ("admm", "ista", "printed", "continuation"), {ALM: "this method"}
)
#: The relative change of M at which "until M converges" might stop; the source names none, and its
#: text stops by the duality gap.
SMALL = 1e-6
_SHOWN = ("rho", "beta", "data", *NAMES, "dimension", "share", "weight", "prior", "seed")
_DEFAULTS = {k.name: k.default for k in KNOBS}
_MORE = (
    Knob("compare", "several", ("admm", "ista", "printed"), "Against", options=METHODS.rivals,
         help="An iteration is one eigendecomposition; of proximal gradient, one inverse; of "
         "proximal Newton, one inverse and its sweeps. M ≥ λI is the bound of Theorem 5."),
    budget_knob(80, 1, 1000),
)  # fmt: skip
_ASPECT = 1.75
#: Names of methods within a sentence, and in the key of a small panel, where labels do not fit.
_CALLED = {"printed": "the printed one"}
_SHORT = {ALM: "this", "ista": "proximal", "printed": "printed"}
#: A curve falls visibly from this share of its gap on.
_FALLS = 0.01
#: Shares of the path at which two options part, and how near to them is too near.
_EDGES, _NEAR = np.array([0.01, 0.9]), 0.02
_HIDDEN = ("arrivals", "gap", "steps")


def _all(settings):
    """The knobs of the case; those that this scene does not show are as they are there."""
    return _DEFAULTS | {name: settings[name] for name in _SHOWN}


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """Every method from the prior, with the same tolerance and the same number of iterations."""
    case = case_of(_all(settings))
    common = {"tol": TOL, "x0": case.prior, "cancelled": cancelled}
    results = {}
    for name in (ALM, *settings["compare"]):
        results[name] = METHODS.solve(name, case.problem, max_iter=settings["budget"], **common)
        require_metric(case, results[name])
    best = results[ALM]
    if best.status == "max_iter":
        best = solve_alternating_linearization(case.problem, x0=best, tol=TOL)
        require_metric(case, best)
    return Run(case.problem, results, extra={"case": case, "optimum": best.x})


def frames(run: Run) -> Frames:
    """The table: T frames of several methods on one clock. limit: the gap at which each has
    arrived. optimum (d, d): M*, certified."""
    f = Frames.of_traces(run, tolerance=TOL, methods=METHODS, most=120, keep=60)
    f.facts(case=run.extra["case"], optimum=run.extra["optimum"])
    return f


def steps_of(f: Frames, method: str) -> np.ndarray:
    """The step mu of every row (R,), NaN where a method does not record it."""
    trace = f.traces[method]
    unknown = np.full(len(trace), np.nan)
    return trace.snapshots.get("mu", trace.snapshots.get("step", unknown))


def progress(f: Frames, method: str) -> np.ndarray:
    """How far each row is from the start to the optimum, as a share (R,)."""
    M = METHODS.iterates(method, f.traces[method])
    left = np.linalg.norm(M - f.optimum, axis=(1, 2))
    return 1.0 - left / (left[0] or 1.0)


def iterations_needed(f: Frames) -> float | None:
    """Iterations that the printed method would need at its rate, or None where it is not run or
    has arrived. Errors shrink by 1 - 2 mu / (gamma_max^2 + mu), gaps by its square."""
    if np.isfinite(f.arrivals.get("printed", 0.0)):
        return None
    mu = float(steps_of(f, "printed")[-1])
    slow = 2.0 * mu / (np.linalg.eigvalsh(f.optimum)[-1] ** 2 + mu)
    ratio = f.traces["printed"].gap[-1] / f.limit
    ran = float(f.traces["printed"].iteration[-1])
    return ran + float(np.log(ratio) / (-2.0 * np.log1p(-slow))) if ratio < np.inf else None


def fired(f: Frames) -> int | None:
    """The row of the printed method whose M moved by less than 1e-6 of its size, or None."""
    if "printed" not in f.traces:
        return None
    M = f.traces["printed"].snapshots["M"]
    moves = np.linalg.norm(np.diff(M, axis=0), axis=(1, 2))
    small = moves <= SMALL * np.linalg.norm(M[1:], axis=(1, 2))
    return int(np.argmax(small)) + 1 if small.any() else None


def _called(name):
    """What a sentence calls a method."""
    return _CALLED.get(name, METHODS[name][0])


def _observed(frame):
    """Whose curves of the best gap fall visibly from the frame before, and whose stay level."""
    rows = frame.table.rows
    fall, level = [], []
    for name, trace in frame.traces.items():
        before, now = rows[name][frame.before.k], rows[name][frame.k]
        if before < now:  # it has not ended
            fell = trace.gap[now] < (1.0 - _FALLS) * trace.gap[before]
            (fall if fell else level).append(_called(name))
    verbs = zip((fall, level), (("falls", "fall"), ("stays level", "stay level")), strict=True)
    said = [f"{listed(names)} {verb[len(names) > 1]}" for names, verb in verbs if names]
    words = "; ".join(said) or "no curve goes on"
    return Said(words[0].upper() + words[1:])


def _news(frame):
    """Which methods arrived since the frame before; else what this method did."""
    return news(frame, lambda _, at: f"arrives in iteration {figure(at)}", _CALLED)


def _others(frame):
    """How the printed method moved, and why so little; else how far the rivals are."""
    late = frame.arrivals.get("printed", 0.0) > frame.time
    return _printed_move(frame) if late else others(frame)


def _printed_move(frame):
    f, trace = frame.table, frame.run.traces["printed"]
    r, before = (f.rows["printed"][one.k] for one in (frame, frame.before))
    M = trace.snapshots["M"]
    text = "the printed one moved M by {moved:rough}, as σ holds its step at μ = {mu:rough}"
    stop = fired(f)
    if stop is not None and before < stop <= r:
        text += (
            ".\n“Until M converges”, read as a change below {small:rough} of M, would stop here, "
            "at a best gap of {gap:bound}"
        )
    return say(text, moved=np.linalg.norm(M[r] - M[before]), mu=steps_of(f, "printed")[-1],
               small=SMALL, gap=trace.gap[stop or 0])  # fmt: skip


def _unit(arrivals):
    """Of the last arrival's count, with which the list ends."""
    last = max((at for at in arrivals.values() if at < np.inf), default=0.0)
    return "iteration" if last == 1 else "iterations"


def _ending(frame):
    """Which arrived, in order, and what the printed method would have needed."""
    f, arrivals = frame.table, frame.arrivals
    order = sorted(arrivals, key=arrivals.get)
    arrived = [f"{_called(n)} {figure(arrivals[n])}" for n in order if arrivals[n] < np.inf]
    late = [n for n in order if arrivals[n] == np.inf]
    gaps = listed(f"{_called(n)} {bound(f.traces[n].gap[-1])}" for n in late)
    text = "At the end: {arrived} {unit}." if arrived else "At the end: no method has arrived."
    if late:
        text += " Not arrived, best gap: {gaps}."
    count = iterations_needed(f)
    if count is not None:
        text += (
            " The printed one has gone {share} % of its way and needs about {needed} iterations."
        )
    return say(
        text, arrived=", ".join(arrived), unit=_unit(arrivals), gaps=gaps,
        needed=thousands(count or 0.0),
        share=0.0 if count is None else 100.0 * progress(f, "printed")[-1],
    )  # fmt: skip


WORDS = Words(
    start=lambda frame: say(
        "All begin at the prior M₀ — {names}; this method: gap {gap:bound}."
        if len(frame.traces) > 1 else "This method begins at the prior M₀ — gap {gap:bound}.",
        names=listed(_called(n) for n in frame.traces), gap=frame.gap,
    ),
    step=lambda frame: "{observed} — {news}" + "; {others}" * (len(frame.traces) > 1) + ".",
    observed=_observed,
    news=_news,
    others=_others,
    ending=_ending,
)  # fmt: skip


def balls_panel(f: Frames) -> Panel:
    """The unit ball of every method's M, and that of the optimum."""
    case, shape = f.case, outline(f.case.X.shape[1])
    d, centre = shape.shape[1], case.X.mean(axis=0)
    still = [shape @ A.T + centre for A in ball_maps(np.array([f.optimum, case.prior]))]
    box = window(
        np.vstack([*still, case.X * 0.5 + centre * 0.5]), 0.06, _ASPECT if d == 2 else None
    )
    longest = 3.0 * max(b - a for a, b in box)
    marks = [
        _points(case, box),
        Path(
            *still[0].T,
            tone="good",
            width=4.0,
            opacity=0.5,
            ghost=False,
            label="optimum",
            future=True,
        ),
        *(_ball(f, name, centre, longest) for name in reversed(f.traces)),
    ]
    return Panel(
        "The unit ball of each method's M",
        marks,
        *axes(case.features, box),
        equal=d == 2,
        subtitle="M*: the optimum",
        legend={
            "optimum": "M*",
            **{METHODS[name][0]: _SHORT.get(name, METHODS[name][0]) for name in f.traces},
        },
    )


def _points(case, box):
    """The points inside the window."""
    low, high = np.array(box).T
    inside = (np.abs(case.X - 0.5 * (low + high)) < 0.5 * (high - low)).all(axis=1)
    styles = {"klass": case.y[inside].astype(float), "names": case.classes, "size": 5.0}
    return Points(*case.X[inside].T, opacity=0.4, label="points", **styles)


def _ball(f, name, centre, longest):
    label, tone, dash = METHODS[name]
    M = METHODS.iterates(name, f.traces[name])[f.rows[name]]
    width = 2.5 if name == ALM else 2.0
    return ball_path(M, centre, longest, tone=tone, dash=dash, width=width, label=label)


def gaps_panel(f: Frames) -> Panel:
    """Every method's certified gap."""
    return gap_panel(f.gap_curves(), f.clock.values.astype(float), f.limit, "iterations")


def steps_panel(f: Frames) -> Panel:
    """The steps mu on a log axis: sigma = 1e-6 allows the printed method no more than 1e-6."""
    clock, steps = clock_axis(f.clock.values), {name: steps_of(f, name) for name in f.traces}
    known = {name: np.where(np.isfinite(mu), mu, np.nan) for name, mu in steps.items()}
    return curves_panel(
        f,
        {name: mu for name, mu in known.items() if not np.isnan(mu).all()},
        "How far a step may reach",
        clock,
        Axis("iterations", range=(-0.02 * clock.high, 1.02 * clock.high)),
        Axis("step μ", log=True),
        subtitle="as printed: μ = 1 ÷ max{L(f), 1/σ}",
    )


def arrivals(f: Frames) -> Panel:
    """A line for each method: where it is now, and when it arrives."""
    lines = arrival_lines(f, lambda _, value: figure(value))
    needed = iterations_needed(f)
    if needed is not None:
        frames, words = len(f), thousands(needed)
        place = list(f.traces).index("printed") + 1
        lines.insert(place, ArrivalLine("predicted", "rival3", "dot", np.full(frames, needed),
                                        (words,) * frames, forecast=True))  # fmt: skip
    return arrivals_panel(lines, 1.0, "iterations, log axis")


def thousands(count: float) -> str:
    """ "32 million", "4.1 thousand"."""
    for size, word in ((1e9, "billion"), (1e6, "million"), (1e3, "thousand")):
        share = count / size
        if share >= 0.9995:
            return f"{share:.2g} {word}" if share < 99.5 else f"{share:.0f} {word}"
    return f"{count:.0f}"


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    return asked(f.run.settings, _first(f), _printed(f), pace_of(f, ALM, "iterations", _HIDDEN))


def _first(f):
    if len(f) < 3:
        return None
    return first(
        {n: METHODS[n][0] for n in f.traces},
        f.arrivals,
        f"Counted in iterations: which method will be the first proved within {bound(f.limit)}?",
        lambda _, time: f"{figure(time)} iterations",
        hides=_HIDDEN,
    )


def _printed(f):
    """How far the algorithm as printed comes."""
    if "printed" not in f.traces or len(f) < 3:
        return None
    share = progress(f, "printed")[-1]
    if np.any(np.abs(share / _EDGES - 1.0) < _NEAR):
        return None
    ran = int(f.traces["printed"].iteration[-1])
    return Question(
        0,
        "The source sets σ = 1e-6 for all its data, and μ = 1 ÷ max{L(f), 1/σ}. How much of the "
        f"way to the optimum has that algorithm gone after {ran} iterations?",
        ("less than a hundredth", "between a hundredth and nine tenths", "more than nine tenths"),
        int((share > _EDGES).sum()),
        f"{rough(100.0 * share)} per cent. With σ = 1e-6 the step is at most 1e-6. The bound on μ "
        "is not needed: with σ = 0 every μ > 0 converges.",
        "printed",
        (*_HIDDEN, "balls"),
    )


PANELS = {"balls": balls_panel, "gap": gaps_panel, "steps": steps_panel, "arrivals": arrivals}
scene = scene_of(
    frames,
    PANELS,
    WORDS,
    Layout("gap", ("arrivals", "balls"), ("steps",)),
    questions,
    lambda f: {
        **readout(f.run.result, f.row_shown, TOL, "P", "D"),
        "status": statuses(f.arrivals[ALM] <= f.clock.values, f.run.result.status),
    },
)


STUDENT_STEPS = StudentSteps(student_steps(), frames, "gap")


EXPERIMENT = Experiment(
    name="methods",
    title="One metric, one clock, and the algorithm as printed",
    question="How fast is the printed algorithm, and what makes the same steps fast?",
    knobs=with_primary((*(k for k in KNOBS if k.name in _SHOWN), *_MORE), "rho", "beta", "compare"),
    solve=solve,
    scene=scene,
    student_steps=STUDENT_STEPS,
    previews=preview_points,
    ticks=lambda settings: ticks(_all(settings)),
    vary={"rho": (0.02, 1.0, 4), "beta": (0.05, 0.3, 3)},
    first='Play, then add "falling σ" to "Against".',
    see=(
        "Two formulas in turn arrive in few steps; as printed, with its tiny step, the same two "
        "hardly move."
    ),
)
