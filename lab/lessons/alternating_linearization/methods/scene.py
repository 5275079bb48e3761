"""Scene `methods`: one metric, one clock, and the algorithm as its source prints it."""

from __future__ import annotations

from lab.checking.task import Own
from lab.datasets.own_file import NAMES, preview_points
from lab.drawing.readout import readout, statuses
from lab.experiment import Experiment, Run
from lab.knobs import budget_knob
from lab.lessons.alternating_linearization.case import KNOBS, TOL, case_of, require_metric, ticks
from lab.lessons.alternating_linearization.methods.captions import captions
from lab.lessons.alternating_linearization.methods.panels import (
    arrivals,
    balls_panel,
    gaps_panel,
    steps_panel,
)
from lab.lessons.alternating_linearization.methods.questions import questions
from lab.lessons.alternating_linearization.methods.view import ALM, METHODS, build_view
from lab.lessons.alternating_linearization.student_steps import ways
from solvers import solve_alternating_linearization
from widgets import Layout, Scene, on_demand
from widgets.knobs import Knob, with_primary

_SHOWN = ("rho", "beta", "data", *NAMES, "dimension", "share", "weight", "prior", "seed")
_DEFAULTS = {k.name: k.default for k in KNOBS}
_OWN = (
    Knob("compare", "several", ("admm", "ista", "printed"), "Against", options=METHODS.rivals,
         help="An iteration is one eigendecomposition; of proximal gradient, one inverse; of "
         "proximal Newton, one inverse and its sweeps. M ≥ λI is the bound of Theorem 5."),
    budget_knob(80, 1, 1000),
)  # fmt: skip


def _all(settings):
    """The knobs of the case; those that this scene does not show stand as they are there."""
    return _DEFAULTS | {name: settings[name] for name in _SHOWN}


def solve(settings, cancelled=None):
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


def scene(run):
    """The balls, the gaps, the steps, and when each arrives."""
    view = build_view(run)
    return Scene(
        [
            balls_panel(view),
            gaps_panel(view),
            on_demand("steps", steps_panel, view),
            arrivals(view),
        ],
        view.clock,
        captions=captions(view),
        readout=readout(run.result, view.rows[ALM], TOL, "P", "D")
        | {"status": statuses(view.arrivals[ALM] <= view.clock.values, run.result.status)},
        questions=questions(view),
        layout=Layout("gap", ("arrivals", "balls"), ("steps",)),
    )


OWN = Own(ways(), build_view, "gap")


EXPERIMENT = Experiment(
    name="methods",
    title="One metric, one clock, and the algorithm as printed",
    question="How fast is the printed algorithm, and what makes the same steps fast?",
    knobs=with_primary((*(k for k in KNOBS if k.name in _SHOWN), *_OWN), "rho", "beta", "compare"),
    solve=solve,
    scene=scene,
    own=OWN,
    previews=preview_points,
    ticks=lambda settings: ticks(_all(settings)),
    vary={"rho": (0.02, 1.0, 4), "beta": (0.05, 0.3, 3)},
)
