"""Coordinate descent, ISTA, FISTA, an interior point and LARS on one lasso and one clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from lab import data
from lab.datasets.own_file import FILE_KNOBS, OPTION, preview
from lab.drawing.gap_panel import FinalMark, clock_axis, gap_panel
from lab.drawing.text import figure, outcome, weight
from lab.experiment import Experiment, Run
from lab.knobs import budget_knob, clock_knob, seed_knob
from lab.lessons.lars.synthetic import Design, design
from lab.prediction import asked, first_proved, pace_of
from lab.race import peers
from lab.race.arrivals import names_axis
from lab.race.compare import timed_result
from lab.race.curves import curves_panel
from lab.race.methods import Methods
from lab.scenes.frames import Frames, on_one_clock
from lab.scenes.picture import scene_of
from lab.scenes.words import RACE
from lab.sweeps.measures import nonzeros
from solvers import Lasso
from widgets import Axis, Bars, Layout, Panel, Points, Question, Segments, Text, row
from widgets.knobs import Knob, with_primary
from widgets.marks import Mark

CD, INSIDE = "cd", "interior_point"
METHODS = Methods(Lasso, CD, ("ista", "fista", INSIDE, "lars"))
_NAMES = {"iterations": "iteration", "work": "coordinate update", "seconds": "second"}
#: clock -> the title of its axis.
AXES = {
    "iterations": "iterations of each kind",
    "work": "work, in updates of one weight (2N multiplications)",
    "seconds": "seconds of the algorithm alone",
}
#: clock -> what is counted.
_UNITS = {"iterations": "iterations", "work": "updates", "seconds": "ms"}
#: Weights that are drawn at most, the largest.
MOST_WEIGHTS = 24
#: Names of features are written on the axis up to this many weights.
_NAMED = 12
#: Rows, columns and weights that are not 0 of the wide synthetic set.
WIDE = (60, 120, 8)
KINDS = {
    "diabetes": "diabetes (real, 442 × 10)",
    "wide": "more features than objects (60 × 120)",
    "twins": "twins: a feature twice",
}
KNOBS = (
    Knob(
        "share", "log", 0.02, "λ / λmax", 0.001, 1.0,
        help="λ as a share of λmax, from which on w = 0.",
    ),
    Knob("data", "choice", "diabetes", "Data", options=(*KINDS.items(), OPTION), help="X and t."),
    *FILE_KNOBS,
    Knob(
        "standardise", "switch", True, "Standardise",
        help="Brings every feature to length 1; gradient methods need it most.",
        when={"not data": ("wide",)},
    ),
    Knob(
        "compare", "several", ("ista", "fista", "interior_point", "lars"), "Against",
        options=METHODS.rivals, help="The rivals of coordinate descent.",
    ),
    clock_knob("iterations", "work",
        help="An iteration is a sweep, a gradient step, a factorisation, a knot: not the same "
        "work. In seconds foreign packages take part."),
    Knob(
        "tol", "choice", 1e-6, "Finish", options=((1e-3, "1e-3"), (1e-6, "1e-6"), (1e-9, "1e-9")),
        help="The certified gap that counts as arrived, as a share of the objective.",
    ),
    budget_knob(120, 1, 1000),
    Knob("noise", "linear", 0.3, "Noise", 0.0, 1.0, help="Length of the noise (synthetic only).",
         when={"data": ("wide", "twins")}),
    seed_knob("data and the order of sweeps"),
)  # fmt: skip


def make_design(settings: Mapping[str, Any]) -> Design:
    """The `Design` that the knobs describe."""
    if settings["data"] != "wide":
        return design(settings)
    X, t, _ = data.sparse_regression(*WIDE, noise=settings["noise"], seed=settings["seed"])
    return Design(X, t, tuple(weight(d) for d in range(X.shape[1])))


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """Every method from w = 0, with the same tolerance and the same number of iterations at
    most."""
    data = make_design(settings)
    top = Lasso(data.X, data.t, 0.0).lam_max
    problem = Lasso(data.X, data.t, settings["share"] * top)
    names = (CD, *settings["compare"])
    common = {"tol": settings["tol"], "max_iter": settings["budget"], "cancelled": cancelled}
    common |= {"seed": settings["seed"]}
    if settings["clock"] == "seconds":
        solve_it = partial(METHODS.solve, problem=problem, **common)
        results = {name: timed_result(partial(solve_it, name)) for name in names}
        extra = {"names": data.names, "peers": _peers(problem, results[CD], settings["tol"])}
    else:
        results = {name: METHODS.solve(name, problem, **common) for name in names}
        extra = {"names": data.names, "peers": ()}
    return Run(problem, results, extra=extra)


def _peers(problem, result, tol):
    """What foreign packages reach when asked for the same accuracy, which they count in ||t||^2."""
    tol = tol * result.certificate.scale / problem.at_zero if problem.at_zero > 0.0 else tol
    asked = peers.shown(problem).items()
    answers = [peers.answer(name, peer, problem, 0.5 * tol) for name, peer in asked]
    return tuple(a for a in answers if a is not None)


def frames(run: Run) -> Frames:
    """The table: T frames of several methods on one clock, in which the `work` of every trace is in
    updates of one weight. names (D,): of the weights."""
    run, kind = on_one_clock(run, partial(_common, run.problem)), run.settings["clock"]
    f = Frames.of_traces(
        run, tolerance=run.settings["tol"], methods=METHODS, name=_NAMES[kind], most=160
    )
    f.facts(names=run.extra["names"])
    return f


def points(f: Frames, method: str) -> np.ndarray:
    """The point that a method has to show at every row (R, D): where the interior point has set
    weights to zero, its answer."""
    result = f.run.results[method]
    w = METHODS.iterates(method, result.trace)
    if "crossed" not in result.trace.snapshots:
        return w
    return np.where(result.trace.snapshots["crossed"][:, None], result.x, w)


def _common(problem, name, trace):
    """The method's trace with its work in updates of one weight, 2N multiplications each.

    An interior point forms X'X once, N D^2 / 2 multiplications, and each factorisation takes
    D^3 / 6.
    """
    if name != INSIDE:
        return trace
    N, D = problem.X.shape
    begin, each = D * D / 4.0, D**3 / (12.0 * N)
    work = np.where(trace.iteration > 0, begin + each * trace.iteration, 0.0)
    return replace(trace, work=np.ceil(work))


def digits(f: Frames, gap: np.ndarray) -> np.ndarray:
    """How many digits of the objective's scale a gap proves: 0 at the scale, never less."""
    with np.errstate(divide="ignore"):
        proved = -np.log10(np.maximum(gap, 0.0) / f.run.result.certificate.scale)
    return np.clip(proved, 0.0, _goal(f))


def _goal(f):
    return -np.log10(f.run.settings["tol"])


def tracks(f: Frames) -> Panel:
    """One track for each method: how many digits are proved; the finish is the tolerance."""
    names = names_axis([METHODS[name].label for name in f.run.results])
    assert names.range is not None and names.ticks is not None
    goal = _goal(f)
    marks = [
        Segments([goal], names.range[:1], [goal], names.range[1:], tone="good", dash="dash",
                 width=1.5, label="the finish: proved within the tolerance"),
        *(m for name, y in zip(f.run.results, names.ticks[0], strict=True)
          for m in _track(f, name, y)),
    ]  # fmt: skip
    return Panel(
        "How many digits are proved",
        marks,
        Axis("−log₁₀(gap ÷ F)", range=(-0.1 * goal, 2.4 * goal),
             ticks=(np.arange(0.0, goal + 0.5), [str(k) for k in range(round(goal) + 1)])),
        names,
        subtitle="number: arrival on the clock",
        legend={"the finish: proved within the tolerance": "tolerance"},
    )  # fmt: skip


def _track(f, name, y):
    label, tone, _ = METHODS[name]
    x = digits(f, f.at(name).gap)[:, None]
    yield Segments([0.0], [y], row(x), [y], tone=tone, width=5.0, opacity=0.6, label=label)
    yield Points(row(x), [y], tone=tone, size=11.0, symbol=METHODS.symbol(name), label=label)
    words = outcomes(f, name)
    place = np.where(np.array(words) == "", np.nan, 1.06 * _goal(f))
    yield Text(row(place), [y], words, tone=tone, per_frame=True, anchor="row")


def outcomes(f: Frames, name: str) -> tuple[str, ...]:
    """What is written behind the finish in each frame: when it arrived, or that it will not."""
    arrived = f.arrivals[name]
    status = f.run.results[name].status
    last = float(f.times(name)[-1])
    words = []
    for now in f.clock.values:
        if now >= arrived:
            words.append(f.text_at(name, arrived) if f.in_seconds else figure(arrived))
        elif now >= last:
            words.append(outcome(status))
        else:
            words.append("")
    return tuple(words)


def support(f: Frames) -> Panel:
    """How many weights are not 0."""
    D, clock = f.minimiser.size, clock_axis(f.clock.values, f.in_seconds)
    final = int(np.count_nonzero(f.minimiser))
    words = f"at the solution: {final}"
    return curves_panel(
        f,
        {n: np.count_nonzero(points(f, n), axis=1) for n in f.run.results},
        "How many weights are in use",
        clock,
        clock.axis(AXES[f.run.settings["clock"]]),
        Axis("weights ≠ 0", range=(-0.04 * D, 1.1 * D)),
        now=(0.0, 1.1 * D),
        more=[clock.across(final, tone="good", dash="dash", width=1.0, label=words, future=True)],
        legend=(words,),
        subtitle=f"of {D}",
    )


def weights(f: Frames) -> Panel:
    """The weights of every method now, before those of the solution."""
    best = f.minimiser
    keep = np.sort(np.argsort(-np.abs(best), kind="stable")[:MOST_WEIGHTS])
    place = np.arange(keep.size)
    marks: list[Mark] = [Bars(place, best[keep], tone="faint", label="solution", future=True)]
    offsets = np.linspace(-0.24, 0.24, len(f.run.results))
    for shift, name in zip(offsets, f.run.results, strict=True):
        label, tone, _ = METHODS[name]
        now = points(f, name)[f.rows[name]][:, keep]
        marks.append(
            Points(
                place + shift,
                row(now),
                tone=tone,
                symbol=METHODS.symbol(name),
                size=7.0,
                label=label,
            )
        )
    labels = [f.names[k] for k in keep]
    few = keep.size <= _NAMED
    cut = "" if keep.size == best.size else f"; the {keep.size} largest of {best.size}"
    return Panel(
        "The weights of each method",
        marks,
        Axis("" if few else "weights in their order", range=(-0.6, keep.size - 0.4),
             ticks=(place, labels) if few else ((), ())),
        Axis("w", zero=True),
        subtitle=f"where each method is now{cut}",
        legend=tuple(mark.label for mark in marks),
    )  # fmt: skip


def gaps(f: Frames) -> Panel:
    """Every method's certified gap, and what foreign packages reach."""
    marks = [
        FinalMark(a.name, a.seconds, a.certificate.gap, symbol)
        for a, symbol in zip(f.run.extra["peers"], ("diamond", "square"), strict=False)
    ]
    axis = AXES[f.run.settings["clock"]]
    return gap_panel(f.gap_curves(), f.clock.values, f.limit, axis, marks=marks, log=f.in_seconds)


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    return asked(
        f.run.settings,
        first_proved(f, _UNITS[f.run.settings["clock"]], ("gap", "support", "weights")),
        _zeros(f),
        pace_of(f, CD, "sweeps", ("gap",)),
    )


def _zeros(f):
    """Asked where it is so of the interior point, and of no other method."""
    shown = {n: METHODS.iterates(n, t)[1:-1] for n, t in f.run.traces.items()}
    if INSIDE not in shown or len(shown) < 2 or not len(shown[INSIDE]):
        return None
    if not all((w == 0.0).any() == (n != INSIDE) for n, w in shown.items()):
        return None
    names = [INSIDE, *(n for n in shown if n != INSIDE)]
    return Question(
        0,
        "Between its first step and its last, one method has no weight that is exactly 0. Which?",
        tuple(METHODS[n][0] for n in names),
        0,
        "It stays strictly inside u > 0, v > 0, so that w = u − v is exactly 0 by chance only; "
        "when it is nearly there, small weights are set to 0 and the rest is solved for.",
        "inside",
        ("support", "weights"),
    )


PANELS = {"tracks": tracks, "gap": gaps, "support": support, "weights": weights}
WORDS = RACE.also(begin="begin at w = 0")


_LAYOUT = Layout("gap", ("tracks", "support"), ("weights",))
scene = scene_of(frames, PANELS, WORDS, _LAYOUT, questions)


EXPERIMENT = Experiment(
    "race",
    "Who is first on one lasso?",
    "Who is first depends on what is counted. Who should be first here, and why?",
    with_primary(KNOBS, "share", "data", "file", "clock", "compare"),
    solve,
    scene,
    previews=preview,
    measures={"nonzeros": nonzeros},
    vary={"share": (0.003, 0.5, 6), "clock": ["iterations", "work"]},
    first='Set "Clock" to "work", then make λ smaller.',
    see=(
        "The order of the methods depends on what is counted; of all of them LARS alone knows "
        "every solution on the way."
    ),
    imports=("sklearn.linear_model",),
)
