"""Scene `race`: random programs, all methods, one clock."""

from __future__ import annotations

from functools import partial

import numpy as np

from lab import Experiment, Knob, Layout, Run, Scene
from lab.drawing.gap_panel import gap_panel
from lab.drawing.readout import readout
from lab.knobs import budget_knob, clock_knob, seed_knob
from lab.lessons.programs.drawn_program import stated
from lab.lessons.programs.methods import METHODS, RULES, TOL, solve_all
from lab.lessons.programs.race.captions import captions
from lab.lessons.programs.race.matrix import matrix
from lab.lessons.programs.race.panels import arrivals, outside, worth
from lab.lessons.programs.race.questions import questions
from lab.lessons.programs.race.view import AXES, FRAMES, broken, build_view
from lab.programs.knob import preview, program_knob, program_of
from lab.race.compare import timed_result
from solvers import Program


def random_program(n, m, curved, seed):
    """A `Program` of n variables and m rows with an inside and an optimum: the point 0 is inside,
    and the objective is a positive sum of rows."""
    rng = np.random.default_rng(seed)
    A = rng.standard_normal((m, n))
    A /= np.linalg.norm(A, axis=1, keepdims=True)
    c = rng.standard_normal(n)
    half = rng.standard_normal((n, n)) / n
    b, high, low = np.split(rng.uniform(0.5, 2.0, m + 2 * n), [m, m + n])
    return Program(c, A, b, lower=-low, upper=high, Q=half @ half.T if curved else None)


def solve(settings, cancelled=None):
    """Every method, with the same tolerance and the same number of iterations at most."""
    own = program_of(settings["program"]) if settings["program"] else None
    problem = own.plain if own else random_program(
        *(settings[name] for name in ("n", "m", "curved", "seed")))  # fmt: skip
    solved = partial(solve_all, problem, cancelled=cancelled, rows=FRAMES)
    results = solved(settings=settings | {"method": "simplex"})
    if settings["clock"] == "seconds":
        one = settings | {"compare": ()}
        results = {
            name: timed_result(lambda name=name: solved(settings=one | {"method": name})[name])
            for name in results
        }
    return Run(problem, results, extra={"outside": broken(problem), "own": own})


def scene(run):
    """The gaps, the arrivals, and how far outside each method walks."""
    view = build_view(run)
    curves = [curve for curve in view.gap_curves() if np.isfinite(curve.gap).any()]
    gaps = gap_panel(curves, view.clock.values, view.limit, AXES[run.settings["clock"]], log=True)
    own = run.extra.get("own")
    more = [matrix(own), worth(view, own)] if own else []
    return Scene(
        [gaps, *more, arrivals(view), outside(view)],
        view.clock,
        captions(view),
        stated(own, readout(run.result, view.rows[run.main], TOL)),
        questions(view),
        layout=Layout("gap", ("matrix", "worth"), ("arrivals", "outside")) if own else
        Layout("gap", ("arrivals", "outside")),
    )  # fmt: skip


_DRAWN = {"program": ("",)}
KNOBS = (
    Knob("n", "integer", 12, "Variables", 2, 40, primary=True, when=_DRAWN, help="Of x."),
    Knob("m", "integer", 40, "Rows", 1, 120, primary=True, when=_DRAWN,
         help="Beside a lower and an upper bound of each variable."),
    Knob("curved", "switch", False, "Curved", primary=True, when=_DRAWN,
         help="A quadratic program; the active set then walks in the place of simplex."),
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
    "Corner by corner, through the inside, or around: which way is short, and on which clock?",
    KNOBS,
    solve,
    scene,
    previews=preview,
    vary={"n": [4, 12, 36], "clock": ["iterations", "work"]},
)
