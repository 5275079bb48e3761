"""Scene `race`: a random program, or that of a file, all methods, one clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from lab import Experiment, Knob, Layout, Run
from lab.drawing.gap_panel import clock_axis, gap_panel
from lab.drawing.text import figure
from lab.knobs import budget_knob, clock_knob, seed_knob
from lab.lessons.programs.common import METHODS, RULES, TOL, solve_all, stated
from lab.prediction import asked, first_proved
from lab.programs.knob import preview, program_knob, program_of
from lab.programs.named import NamedProgram
from lab.race.arrivals import arrival_lines, arrivals_panel
from lab.race.compare import timed_result
from lab.race.curves import curves_panel
from lab.scenes.frames import Frames
from lab.scenes.picture import picture
from lab.scenes.words import RACE
from solvers import Program
from widgets import Axis, Panel, Points, Question, Scene, Segments
from widgets.words import Said, say

#: Frames at most.
FRAMES = 80
_NAMES = {"iterations": "iteration", "work": "step", "seconds": "second"}
#: clock -> the title of its axis.
AXES = {
    "iterations": "iterations of each kind",
    "work": "work of each kind: pivots, factorisations, cuts, products with A",
    "seconds": "seconds of the algorithm alone",
}
#: Distances below this share of the largest are rounding, and drawn at the foot.
_FOOT = 1e-9
#: Rows and columns that are drawn one by one; of more, neighbours share a place.
_ROWS, _COLUMNS = 50, 80
#: Rows and columns that have their names at the axis, and letters of such a name.
_NAMED, _LETTERS = 8, 10
#: Sign -> the tone and the symbol of an entry.
_STYLES = {
    "positive": ("main", "square"), "negative": ("rival1", "circle"),
    "both signs": ("ink", "diamond"),
}  # fmt: skip
#: Counts nearer than this factor to where two options part are not asked about.
_NEAR = 1.15


def random_program(n: int, m: int, curved: bool, seed: int) -> Program:
    """A `Program` of n variables and m rows with an inside and an optimum: the point 0 is inside,
    and the objective is a positive sum of rows."""
    rng = np.random.default_rng(seed)
    A = rng.standard_normal((m, n))
    A /= np.linalg.norm(A, axis=1, keepdims=True)
    c = rng.standard_normal(n)
    half = rng.standard_normal((n, n)) / n
    b, high, low = np.split(rng.uniform(0.5, 2.0, m + 2 * n), [m, m + n])
    return Program(c, A, b, lower=-low, upper=high, Q=half @ half.T if curved else None)


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """Every method, with the same tolerance and the same number of iterations at most."""
    own = program_of(settings["program"]) if settings["program"] else None
    problem = own.plain if own else random_program(
        *(settings[name] for name in ("n", "m", "curved", "seed")))  # fmt: skip
    solved = partial(solve_all, problem, cancelled=cancelled, rows=FRAMES)
    results = solved(settings={**settings, "method": "simplex"})
    if settings["clock"] == "seconds":
        one = {**settings, "compare": ()}
        results = {
            name: timed_result(lambda name=name: solved(settings=one | {"method": name})[name])
            for name in results
        }
    return Run(problem, results, extra={"outside": broken(problem), "own": own})


def broken(problem: Program) -> Callable[[np.ndarray], np.ndarray]:
    """The function from points (R, n) to the largest distance (R,) beyond a row or a bound."""
    A, E = problem.A, problem.A_eq
    size, long = (np.maximum(_lengths(a), 1e-300) for a in (A, E))

    def outside(x):
        over = [((A @ x.T).T - problem.b) / size, np.abs((E @ x.T).T - problem.b_eq) / long]
        return np.column_stack([*over, problem.lower - x, x - problem.upper, 0.0 * x]).max(axis=1)

    return outside


def _lengths(rows):
    """The length of each row, dense or sparse."""
    squares = rows.multiply(rows) if hasattr(rows, "multiply") else rows * rows
    return np.sqrt(np.asarray(squares.sum(axis=1)).ravel())


def frames(run: Run) -> Frames:
    """The table: T frames of several methods on one clock; own: the program of a file, else
    None."""
    kind = run.settings["clock"]
    f = Frames.of_traces(
        run, tolerance=TOL, methods=METHODS, name=_NAMES[kind], most=FRAMES, work="step"
    )
    f.facts(own=run.extra.get("own"), axis=AXES[kind].partition(":")[0])
    return f


def distances(f: Frames, method: str) -> np.ndarray:
    """How far beyond a row the method's iterate is, at every row of its trace (R,)."""
    return f.run.extra["outside"](METHODS.iterates(method, f.traces[method]))


def _begin(frame):
    problem, own = frame.run.problem, frame.own
    return say(
        "begin on {variables:count variable}{bounds} and {rows:count row}{where}",
        variables=problem.c.size,
        bounds="" if own else ", each between two bounds,",
        rows=len(own.row_names) if own else problem.b.size + problem.b_eq.size,
        where=f" of {own.title}" if own and own.title else "",
    )


def _notes(frame):
    """How the program's file was read."""
    own = frame.own
    if frame.k or own is None or not own.notes:
        return ""
    return Said(f"\n{own.title}: {' '.join(own.notes)}")


WORDS = RACE.also(begin=_begin, more=_notes)


def gaps(f: Frames) -> Panel:
    """Every method's certified gap, of those that prove one."""
    curves = [curve for curve in f.gap_curves() if np.isfinite(curve.gap).any()]
    return gap_panel(curves, f.clock.values, f.limit, AXES[f.run.settings["clock"]], log=True)


def arrivals(f: Frames) -> Panel:
    """A line for each method."""
    moments = np.concatenate([f.times(name)[1:2] for name in f.traces])
    low = 0.5 * float(moments[moments > 0.0].min(initial=1.0))
    return arrivals_panel(arrival_lines(f, f.text_at), low, f.axis)


def outside(f: Frames) -> Panel:
    """How far beyond a row each method's iterate is: some never leave the feasible set."""
    over = {name: distances(f, name) for name in f.run.results}
    most = max(max(float(v[np.isfinite(v)].max(initial=0.0)) for v in over.values()), 1e-6)
    foot, clock = _FOOT * most, clock_axis(f.clock.values, True)
    return curves_panel(
        f,
        {name: np.maximum(v, foot) for name, v in over.items()},
        "How far outside each method goes",
        clock,
        clock.axis(f.axis),
        Axis("distance", log=True, range=(0.3 * foot, 10.0 * most)),
        now=(foot, 3.0 * most),
        subtitle="the largest beyond a row; at the foot: feasible",
    )


def worth(f: Frames) -> Panel:
    """The objective at the point of each method, as the file states it."""
    own = f.own
    clock = clock_axis(f.clock.values, True)
    values = {name: own.stated(_values(own, f.path(name))) for name in f.run.results}
    best = own.stated(f.run.result.certificate.objective)
    shown = np.concatenate([v[np.isfinite(v)] for v in values.values()])
    line = Segments([clock.low], [best], [clock.high], [best], tone="good", dash="dot", width=1.2,
                    future=True, label="the best that is proved")  # fmt: skip
    words = {"min": "minimised", "max": "maximised"}[own.sense]
    constant = f", with the constant {figure(own.constant, 4)}" if own.constant else ""
    return curves_panel(
        f,
        values,
        "The objective at each method's point",
        clock,
        clock.axis(f.axis),
        Axis(own.objective_name, range=_window(shown, best)),
        more=[line] if np.isfinite(best) else (),
        subtitle=f"the objective as stated: {words}{constant}",
    )


def _values(own, x):
    """The objective (R,) at points (R, n), as the program is minimised."""
    curved = 0.0 if own.Q is None else 0.5 * np.sum(x * (own.Q @ x.T).T, axis=1)
    return x @ own.c + curved


def _window(values, best):
    """The range of an axis that shows most of `values` (R,), and `best` where it is finite: the
    first steps of some methods lie so far out that they would hide all else."""
    low, high = np.quantile(values, [0.1, 0.9]) if values.size else (0.0, 1.0)
    if np.isfinite(best):
        low, high = min(low, best), max(high, best)
    pad = 0.1 * (high - low) or max(1.0, 0.1 * abs(high))
    return float(low - pad), float(high + pad)


def matrix(own: NamedProgram) -> Panel:
    """Rows from top to bottom, columns from left to right, one mark an entry."""
    entries = own.stated_rows()[0].tocoo()
    filled = entries.data != 0.0
    rows, columns, values = entries.row[filled], entries.col[filled], entries.data[filled]
    r, n = entries.shape
    down, right = _shared(r, _ROWS), _shared(n, _COLUMNS)
    cells = down[rows] * (n + 1) + right[columns]
    order = np.argsort(cells, kind="stable")
    cells, first = np.unique(cells[order], return_index=True)
    groups = np.split(order, first[1:])
    marks = []
    for name, (tone, symbol) in _STYLES.items():
        here = [g for g in groups if _sign(values[g]) == name] if len(cells) else []
        if here:
            x = np.array([columns[g].mean() + 1.0 for g in here])
            y = np.array([rows[g].mean() + 1.0 for g in here])
            texts = tuple(_entries(own, rows[g], columns[g], values[g]) for g in here)
            marks.append(Points(x, y, tone=tone, symbol=symbol, size=_mark_size(r, n), label=name,
                                texts=texts))  # fmt: skip
    what = "each mark an entry" if r <= _ROWS and n <= _COLUMNS else "each mark a block of entries"
    return Panel(
        "Rows and columns of the program",
        marks,
        Axis("column", range=(0.4, n + 0.6), ticks=_ticks(own.column_names)),
        Axis("row", range=(r + 0.6, 0.4), ticks=_ticks(own.row_names)),
        subtitle=f"{len(values):,} entries of {r:,} × {n:,}; {what}",
        legend=[mark.label for mark in marks],
    )


def _shared(count, most):
    """Which of at most `most` places each of `count` rows or columns has."""
    return np.arange(count) * min(count, most) // max(count, 1)


def _sign(values):
    if (values > 0.0).all():
        return "positive"
    return "negative" if (values < 0.0).all() else "both signs"


def _entries(own, rows, columns, values):
    """What hovering shows: names and number of an entry, or how many there are."""
    if len(values) == 1:
        return f"{own.row_names[rows[0]]}, {own.column_names[columns[0]]}: {figure(values[0], 5)}"
    ends = (own.row_names[rows.min()], own.row_names[rows.max()],
            own.column_names[columns.min()], own.column_names[columns.max()])  # fmt: skip
    return "{} to {}, {} to {}: ".format(*ends) + f"{len(values)} entries"


def _mark_size(r, n):
    """Pixels of a mark, so that neighbours of a full matrix hardly touch."""
    return float(np.clip(120.0 / max(min(r, _ROWS), 0.5 * min(n, _COLUMNS), 1), 2.5, 12.0))


def _ticks(names):
    """Names where they are few, else numbers."""
    count = len(names)
    if count <= _NAMED:
        at = np.arange(1, count + 1)
        return at.astype(float), [name[:_LETTERS] for name in names]
    at = np.unique(np.linspace(1, count, 5).round().astype(int))
    return at.astype(float), [f"{k:,}" for k in at]


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    counted = f.run.settings["clock"]
    return asked(f.run.settings, first_proved(f, counted, ("gap", "outside")), _pivots(f))


def _pivots(f):
    """How many corners simplex visits, as a multiple of the number of variables."""
    result, n = f.run.results.get("simplex"), f.run.problem.c.size
    if result is None or result.status != "converged" or len(f) < 3:
        return None
    pivots = int(result.trace.iteration[-1])
    share = max(pivots, 1) / n
    if min(max(share / edge, edge / share) for edge in (1.0, 3.0)) < _NEAR:
        return None
    return Question(
        0,
        f"How many pivots will simplex need, compared with the {n} variables?",
        ("fewer than variables", "up to three times as many", "more than three times as many"),
        int(share > 1.0) + int(share > 3.0),
        f"It needs {pivots}. A corner is the meeting of {n} rows, and each pivot changes one; most "
        "programs take a small multiple of that, a few take exponentially many.",
        "pivots",
        ("gap", "arrivals", "outside"),
    )


PANELS = {"gap": gaps, "arrivals": arrivals, "outside": outside}
_OF_FILE = {"matrix": lambda f: matrix(f.own), "worth": worth}


def scene(run: Run) -> Scene:
    """The gaps, the arrivals, and how far outside each method is; of a program from a file
    its matrix too, and the objective at each point."""
    f = frames(run)
    panels, layout = PANELS, Layout("gap", ("arrivals", "outside"))
    if f.own:
        panels = {"gap": gaps, **_OF_FILE, **PANELS}
        layout = Layout("gap", ("matrix", "worth"), ("arrivals", "outside"))
    return picture(f, panels, WORDS, layout, questions(f), stated(f.own, f.readout()))


_DRAWN = {"program": ("",)}
KNOBS = (
    Knob("n", "integer", 12, "Variables", 2, 40, primary=True, when=_DRAWN, help="Of x."),
    Knob("m", "integer", 40, "Rows", 1, 120, primary=True, when=_DRAWN,
         help="In addition to a lower and an upper bound of each variable."),
    Knob("curved", "switch", False, "Curved", primary=True, when=_DRAWN,
         help="A quadratic program; the active-set method then replaces simplex."),
    Knob("compare", "several", ("mehrotra", "affine_scaling", "pdhg", "admm"), "Against",
         options=METHODS.rivals, primary=True, help="The rivals of simplex."),
    Knob("rule", "choice", "largest", "Simplex leaves", options=RULES, when={"curved": (False,)},
         help="Which row it leaves."),
    clock_knob("iterations", "work",
               help="A step is a pivot, a factorisation, a cut, two products: not the same work."),
    budget_knob(400, 5, 3000),
    seed_knob("the rows and the objective", when=_DRAWN),
    program_knob("A program of any size: a file, or lab.program(problem); empty: a random one."),
)  # fmt: skip
EXPERIMENT = Experiment(
    "race",
    "Who is first on one program?",
    "Corner by corner, through the inside, or around: which path is short, and on which clock?",
    KNOBS,
    solve,
    scene,
    previews=preview,
    vary={"n": [4, 12, 36], "clock": ["iterations", "work"]},
    first='Play; then set "Clock" to "seconds".',
    see=(
        "Simplex proves little until it is there, Mehrotra falls faster and faster, PDHG creeps; "
        "what a step costs decides the order."
    ),
)
