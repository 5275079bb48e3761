"""Scene `race`: all methods of the lesson and LIBSVM train one machine, on one clock."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from lab.datasets.own_file import OPTION, POINT_KNOBS, preview_points
from lab.drawing.gap_panel import FinalMark, clock_axis, gap_panel
from lab.drawing.geometry import axes, frame_lines, grid, level_lines, window
from lab.drawing.text import capital, figure, least, listed, readout
from lab.experiment import Experiment, Run
from lab.knobs import budget_knob, clock_knob, seed_knob
from lab.lessons.interior_point.common import (
    C_KNOB,
    FREE,
    KERNEL_KNOBS,
    MEASURES,
    METHODS,
    kernel_of,
    method_knobs,
    states,
)
from lab.lessons.interior_point.svm.model import biases
from lab.lessons.interior_point.synthetic import KINDS, MOST, SYNTHETIC, labelled_of
from lab.peers.scikit_learn import libsvm
from lab.prediction import asked, drawn, first_proved, pace_of
from lab.race import peers
from lab.race.arrivals import arrival_lines, arrivals_panel
from lab.race.compare import REPEATS, timed_result
from lab.race.curves import curves_panel
from lab.scenes.frames import Frames, on_one_clock
from lab.scenes.picture import scene_of
from lab.scenes.words import RACE, news, visible
from solvers import KernelSVM
from widgets import Axis, Layout, Lines, Panel, Points, Question, Text, row
from widgets.knobs import Knob, with_primary
from widgets.words import bound

MAIN = "mehrotra"
_NAMES = {"iterations": "iteration", "work": "product", "seconds": "second"}
#: clock -> title of its axis.
AXES = {
    "iterations": "iterations of each kind",
    "work": "products with Q, or what takes as long",
    "seconds": "seconds of the algorithm alone",
}
#: clock -> what is counted.
_UNITS = {"iterations": "iterations", "work": "products", "seconds": "ms"}
_MOST = 60
#: Beyond so many iterations or products an axis is logarithmic.
_WIDE = 100.0
_ASPECT = 1.75
#: Points a side of the grid on which lines are sought; a straight line needs few.
_GRID, _STRAIGHT = 32, 4
_VERTICES = 60
#: The gap at which a method ends, in tolerances: where the options part, and how near to that is
#: too near.
_FAR, _NEAR = 100.0, 1.1
_OPENING = {"kernel": "gaussian"}
#: What Mehrotra's method obeys is always in play.
_METHOD_KNOBS = tuple(
    replace(knob, when=()) if knob.name in METHODS[MAIN].takes else knob
    for knob in method_knobs("compare")
)
KNOBS = (
    *(replace(k, default=_OPENING.get(k.name, k.default)) for k in (C_KNOB, *KERNEL_KNOBS)),
    Knob("data", "choice", "overlapping", "Data", options=(*KINDS, OPTION),
         help="The first three are the kinds of Table 6-1."),
    *POINT_KNOBS,
    Knob("n", "integer", 60, "Points n", 4, MOST, help="Of the synthetic set.", when=SYNTHETIC),
    Knob("noise", "linear", 0.2, "Noise", 0.0, 1.0, help="Width of the clouds.", when=SYNTHETIC),
    Knob("compare", "several", ("path_following", "centering", "safeguarded", "smo"), "Against",
         options=METHODS.rivals, help="The rivals of Mehrotra's method."),
    clock_knob("iterations", "products with Q",
        help="An iteration is a factorisation, one product with Q, or a pair of SMO: not the "
        "same work. In seconds LIBSVM takes part."),
    Knob("tol", "choice", 1e-6, "Finish",
         options=((1e-3, "1e-3"), (1e-6, "1e-6"), (1e-9, "1e-9")),
         help="The certified gap that counts as arrived, as a share of the terms of q."),
    budget_knob(200, 5, 3000, help="Then a method gives up; SMO after n times as many pairs."),
    *_METHOD_KNOBS,
    seed_knob("the points"),
)  # fmt: skip


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """Every method, with the same tolerance and the same number of iterations at most."""
    data = labelled_of(settings, 2)
    kernel = kernel_of(settings)
    problem = KernelSVM(data.X, data.y, kernel, settings["C"])
    common = {"tol": settings["tol"], "max_iter": settings["budget"], "cancelled": cancelled}
    seconds = settings["clock"] == "seconds"
    n = problem.y.size  # a product with Q has as many entries as n pairs of SMO change
    results, pairs = {}, {"max_iter": settings["budget"] * n, "record_every": -(-n // 10)}
    for name in (MAIN, *settings["compare"]):
        own = pairs if name == "smo" else {}
        trained = partial(METHODS[name].run, problem, settings, **common | own)
        results[name] = timed_result(trained) if seconds else trained()
    peer = peers.answer("LIBSVM", libsvm, problem, repeats=REPEATS if seconds else 0)
    K = kernel.values(data.X, data.X)
    return Run(problem, results, extra={"names": data.features, "peer": peer, "K": K})


def frames(run: Run) -> Frames:
    """The table: T frames of several methods on one clock, in which the `work` of every trace is in
    products with Q.

    limit: the tolerance, as a share of the terms of q at the answer; the largest where answers
    differ within it, so that all that ended arrive. peer: LIBSVM's answer, None without it. fired:
    method -> the row at which the source's stopping rule fired although the gap was not within the
    limit. axis: the title of the clock's axis, log: whether that is logarithmic, as the fast would
    be invisible among the slow.
    """
    n, kind = run.problem.y.size, run.settings["clock"]
    run = on_one_clock(run, lambda name, trace: replace(trace, work=trace.work / n))
    tol, results = run.settings["tol"], run.results.values()
    ended = [r.certificate.scale for r in results if r.status == "converged"]
    f = Frames.of_traces(
        run, tolerance=tol, methods=METHODS, name=_NAMES[kind], most=_MOST, keep=_MOST // 2,
        work="product", limit=tol * max(ended, default=run.result.certificate.scale),
    )  # fmt: skip
    stops = {name: _fires(trace) for name, trace in f.traces.items()}
    f.facts(
        peer=run.extra["peer"],
        fired={n: r for n, r in stops.items() if r and not f.traces[n].gap[r] <= f.limit},
        axis=AXES[kind],
        log=bool(f.in_seconds or f.clock.values[-1] > _WIDE),
    )
    return f


def _fires(trace):
    """The row at which the source's rule fires, 0 where it does not."""
    rule = trace.snapshots.get("source_rule")
    return 0 if rule is None else int(rule.argmax())


def distinct(f: Frames, method: str) -> tuple[np.ndarray, np.ndarray]:
    """(rows that appear at all (R,), which of them each frame shows (T,))."""
    return np.unique(f.rows[method], return_inverse=True)


def free(f: Frames, method: str) -> np.ndarray:
    """How many x_i are free at every row (R,), by `states`."""
    x = METHODS.iterates(method, f.traces[method])
    with np.errstate(invalid="ignore"):
        h = values(f, method, slice(None), f.run.extra["K"])
        slope = f.run.problem.y * h - 1.0
        return np.count_nonzero(states(x, f.run.problem.C, slope) == FREE, axis=1)


def values(f: Frames, method: str, rows: np.ndarray | slice, K: np.ndarray) -> np.ndarray:
    """Decision values (R, a) of the machines at those rows, each with its best bias; K (n, a): the
    kernel between the data and the points in question."""
    y = f.run.problem.y
    a = METHODS.iterates(method, f.traces[method])[rows] * y
    with np.errstate(all="ignore"):
        bias = biases(a @ f.run.extra["K"], y).mean(axis=1)
        return a @ K + bias[:, None]


def _stops(frame):
    """Whose rule of the source fired since the frame before, and what is proved of it; else who
    arrived."""
    f, before = frame.table, frame.before.k
    found = [n for n, at in f.fired.items() if f.rows[n][before] < at <= f.rows[n][frame.k]]
    if not found:
        return capital(news(frame))
    return capital(listed(
        f"false stop: by the source's rule {f.labels[n]} would end here, at a gap of "
        f"{bound(f.traces[n].gap[f.fired[n]])}"
        for n in found
    ))  # fmt: skip


def _libsvm(frame):
    """How far LIBSVM came."""
    if frame.peer is None or not frame.last:
        return ""
    return f"\nLIBSVM by its own rule: a gap of {bound(frame.peer.certificate.gap)}."


def _visible(frame):
    return _FALSE if _stops(frame).startswith("False stop") else visible(frame)


#: What is visible where a rule of the source fires too early.
_FALSE = "A stop without a proof."
WORDS = RACE.also(visible=_visible, begin="train the same machine", news=_stops, more=_libsvm)


def machines(f: Frames) -> Panel:
    """The data, and where each method's decision function is 0 now."""
    problem, names = f.run.problem, f.run.extra["names"]
    box = window(problem.X, 0.08, _ASPECT)
    size = _STRAIGHT if f.run.settings["kernel"] == "linear" else _GRID
    across, up = box
    x, y, points = grid(across, up, size)
    K = problem.kernel.values(problem.X, points.reshape(-1, 2))
    marks = [*_data(problem), *(_boundary(f, name, x, y, K) for name in reversed(f.traces))]
    return Panel(
        "Where each method's boundary is",
        marks,
        *axes(names, box),
        equal=True,
        subtitle="where each decides now",
        legend=tuple(mark.label for mark in reversed(marks) if isinstance(mark, Lines)),
    )


def _data(problem):
    for sign, symbol in ((1.0, "circle"), (-1.0, "square")):
        here = problem.y == sign
        yield Points(*problem.X[here].T, tone="muted", symbol=symbol, size=6.0, opacity=0.6,
                     label=f"class {'+1' if sign > 0.0 else '−1'}")  # fmt: skip


def _boundary(f, name, x, y, K):
    label, tone, dash = METHODS.style(name)
    shown, frame = distinct(f, name)
    decided = values(f, name, shown, K).reshape(-1, y.size, x.size)
    lines = level_lines(x, y, decided, (0.0,), _VERTICES)[0.0]
    width = 3.0 if name == MAIN else 2.0
    return frame_lines(lines, frame, tone=tone, dash=dash, width=width, label=label)


def gaps(f: Frames) -> Panel:
    """Every method's certified gap, LIBSVM's, and where the source's rule would have stopped."""
    final = []
    if f.peer is not None and f.in_seconds:
        gap = f.peer.certificate.gap
        final = [FinalMark(f.peer.name, f.peer.seconds, gap, "diamond")]
    now = f.clock.values.astype(float)
    panel = gap_panel(f.gap_curves(), now, f.limit, f.axis, marks=final, log=f.log)
    clock = clock_axis([*now, *(m.time for m in final)], f.log)
    more = [*_level(f, clock), *_false_stops(f, clock)]
    return replace(panel, marks=(*panel.marks, *more))


def _level(f, clock):
    """The gap that LIBSVM ends at, where the clock does not count its steps."""
    if f.peer is None or f.in_seconds:
        return
    gap = max(f.peer.certificate.gap, 0.1 * f.limit)
    words = f"LIBSVM ends at {least(f.peer.certificate.gap)}"
    yield clock.across(gap, tone="ink", dash="dot", width=1.0, label=f"{words}, our certificate")
    yield Text([clock.place(1.0)], [gap], (words,), tone="ink", anchor="above")


def _false_stops(f, clock):
    """A ring where the source's rule fired, from that frame on."""
    for name, at in f.fired.items():
        label, tone, _ = METHODS.style(name)
        time, gap = float(clock.at(f.times(name)[at])), f.traces[name].gap[at]
        there = np.where(f.rows[name] >= at, time, np.nan)[:, None]
        yield Points(
            row(there),
            [gap],
            tone=tone,
            symbol="circle-open",
            size=15.0,
            width=2.5,
            label=f"{label}: the source's rule stops here, at a gap of {least(gap)}",
        )


def support(f: Frames) -> Panel:
    """How many variables are strictly between 0 and C."""
    n, clock = f.run.problem.y.size, clock_axis(f.clock.values, f.log)
    return curves_panel(
        f,
        {name: free(f, name) for name in f.traces},
        "How many variables are still free",
        clock,
        clock.axis(f.axis),
        Axis("free variables", range=(-0.04 * n, 1.08 * n)),
        now=(0.0, 1.08 * n),
        subtitle="0 < xᵢ < C; at the end: on the margin",
    )


def arrivals(f: Frames) -> Panel:
    """A line for each method: where it is now, and when it arrives."""
    clock = f.clock.values.astype(float)
    low = 0.7 * float(clock[clock > 0.0].min(initial=1.0))
    # The axis names the unit, and words on paper would reach back over a mark.
    text_at = f.text_at if f.in_seconds else lambda _, value: figure(value)
    return arrivals_panel(arrival_lines(f, text_at), low, f"{f.axis}, log axis")


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    return asked(
        f.run.settings,
        first_proved(f, _UNITS[f.run.settings["clock"]], ("gap", "support")),
        _rule(f),
        pace_of(f, MAIN, "iterations", ("gap", "arrivals")),
    )


def _rule(f):
    """In the frame before the source's rule of a method fires."""
    stops = {n: _fires(t) for n, t in f.traces.items() if _fires(t)}
    frames = {n: int((f.rows[n] >= r).argmax()) for n, r in stops.items()}
    name = drawn(f.run.settings, "rule", sorted(n for n, k in frames.items() if k >= 1))
    if name is None:
        return None
    gap = f.traces[name].gap[stops[name]]
    share = gap / f.limit
    if min(abs(share / edge - 1.0) for edge in (1.0, _FAR)) < _NEAR - 1.0:
        return None
    return Question(
        frames[name] - 1,
        f"In the next frame the source's stopping rule says that {METHODS.style(name).label} is "
        "done. How small a gap is proved of it by then?",
        (
            "one within the tolerance",
            "one of up to 100 times the tolerance",
            "one of more than 100 times the tolerance",
        ),
        0 if share <= 1.0 else 1 if share <= _FAR else 2,
        f"The certificate says {least(gap)}; the tolerance is {least(f.limit)}. At a point that "
        "is not feasible the difference of the two objectives is no gap, and can vanish by "
        "cancellation.",
        "rule",
        ("gap", "arrivals"),
    )


PANELS = {"machines": machines, "gap": gaps, "support": support, "arrivals": arrivals}


scene = scene_of(
    frames,
    PANELS,
    WORDS,
    Layout("gap", ("arrivals", "machines"), ("support",)),
    questions,
    lambda f: readout(f.run.result, f.row_shown, f.tolerance, "q"),
)


EXPERIMENT = Experiment(
    "race",
    "Proofs of one machine, on one clock",
    "Which method is proved first, and which only says that it is done?",
    with_primary(KNOBS, "C", "data", "clock", "compare"),
    solve,
    scene,
    previews=preview_points,
    measures=MEASURES,
    vary={"C": (0.1, 100.0, 5), "clock": ["iterations", "work"]},
    first='Set "Clock" to "products with Q", then drag C to 100.',
    see=(
        "Few costly steps or many cheap ones: the order turns with the clock, and a method's own "
        "rule may stop far from a proof."
    ),
    imports=("sklearn.svm",),
)
