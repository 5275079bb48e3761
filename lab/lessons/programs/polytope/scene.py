"""Scene `polytope`: a program in space, where a rule decides how many corners are visited."""

from __future__ import annotations

import numpy as np

from lab import Experiment, Knob, Layout, Run, Scene
from lab.drawing.gap_panel import gap_panel
from lab.drawing.readout import readout
from lab.knobs import budget_knob
from lab.lessons.programs.drawn_program import stated
from lab.lessons.programs.methods import METHODS, RULES, TOL, solve_all
from lab.lessons.programs.polygon.panels import products
from lab.lessons.programs.polygon.scene import by, shown
from lab.lessons.programs.polygon.view import build_view
from lab.lessons.programs.polytope.captions import captions
from lab.lessons.programs.polytope.panels import space
from lab.lessons.programs.polytope.solids import NAMES, case_of
from lab.lessons.programs.student_steps import own
from lab.prediction import asked
from lab.programs.knob import preview, program_knob
from widgets import Question


def solve(settings, cancelled=None):
    """The methods of the knobs; simplex and the active set begin in the worst corner."""
    case = case_of(settings)
    corners = case.shape.corners
    worst = corners[(corners @ case.problem.c).argmax()] if len(corners) else None
    results = solve_all(case.problem, settings, cancelled, worst)
    return Run(case.problem, results, extra=shown(case, results, worst))


def scene(run):
    """The solid, the facets' slacks and multipliers, the gaps."""
    view = build_view(run)
    curves = [curve for curve in view.gap_curves() if np.isfinite(curve.gap).any()]
    gaps = gap_panel(curves, view.clock.values, view.limit, "steps of each kind")
    return Scene(
        [space(view), products(view), gaps],
        view.clock,
        captions(view),
        stated(view.case.own and view.case.own.own, readout(run.result, view.at, TOL)),
        asked(run.settings, _visits(view)),
        layout=Layout("space", ("products", "gap")),
    )


def _visits(view):
    """How many corners simplex visits; asked where it walks first."""
    if view.run.main != "simplex" or view.run.result.status != "converged" or len(view) < 3:
        return None
    x, count = view.path("simplex"), len(view.case.shape.corners)
    if count < 4:
        return None
    visited = len(np.unique(np.round(x, 6), axis=0))
    share = visited / count
    return Question(
        0,
        f"Simplex begins in the worst of {count} corners. How many will it visit?",
        ("at most half of them", "more than half, but not all", "all of them"),
        int(share > 0.5) + int(share == 1.0),
        f"It visits {visited}. The rule decides: on Klee and Minty's cube one goes up through "
        "all corners, another straight to the top.",
        "visits",
        ("products", "gap"),
    )


_DRAWN = {"program": ("",)}
KNOBS = (
    Knob("gallery", "choice", "klee", "Gallery", options=tuple(NAMES.items()), primary=True,
         help="The solid.", when=_DRAWN),
    Knob("rule", "choice", "bland", "Simplex leaves", options=RULES, primary=True,
         help="Which facet it leaves.", when=by(("simplex",))),
    Knob("turn", "linear", 0.0, "F falls: turn", 0.0, 360.0, primary=True, periodic=True,
         help="The direction in which F falls, round the upright axis, in degrees.", when=_DRAWN),
    Knob("lift", "linear", 90.0, "F falls: lift", -90.0, 90.0, primary=True,
         help="The same, above the horizon; 90: straight up.", when=_DRAWN),
    Knob("method", "choice", "simplex", "Method", options=METHODS.options, primary=True,
         help="Whose steps the sentence tells."),
    Knob("compare", "several", ("mehrotra", "pdhg"), "Against", options=METHODS.options,
         apart="method", primary=True, help="Rivals, on the same clock."),
    budget_knob(300, 5, 3000),
    program_knob("A program of three variables: a file, or lab.program(problem); empty: the "
                 "gallery."),
)  # fmt: skip
EXPERIMENT = Experiment(
    "polytope",
    "A program in space",
    "How many corners does one rule visit, and how many another?",
    KNOBS,
    solve,
    scene,
    own=own("space"),
    previews=preview,
    measures={"corners": lambda run: len(run.extra["case"].shape.corners)},
    vary={"gallery": list(NAMES), "rule": [name for name, _ in RULES]},
)
