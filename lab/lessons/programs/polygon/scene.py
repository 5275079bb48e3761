"""Scene `polygon`: a program in the plane, drawn by hand, and every method on its way."""

from __future__ import annotations

import numpy as np

from lab import Experiment, InputError, Judged, Knob, Layout, Run, Scene
from lab.drawing.gap_panel import gap_panel
from lab.drawing.readout import readout
from lab.knobs import budget_knob, clock_knob
from lab.lessons.programs.drawn_program import stated
from lab.lessons.programs.methods import METHODS, RULES, TOL, solve_all
from lab.lessons.programs.polygon.captions import captions
from lab.lessons.programs.polygon.case import GALLERY, case_of, edit, tools
from lab.lessons.programs.polygon.dual import dual
from lab.lessons.programs.polygon.panels import plane, products
from lab.lessons.programs.polygon.questions import questions
from lab.lessons.programs.polygon.view import build_view
from lab.lessons.programs.student_steps import own
from lab.programs.knob import preview, program_knob
from solvers import central_path
from widgets import on_demand

#: From where to where the central path is drawn, as shares of the scale, and at how many points.
_PATH = np.geomspace(30.0, 1e-5, 60)


def solve(settings, cancelled=None):
    """The methods of the knobs, and the central path."""
    case = case_of(settings)
    k, corners = settings["start"], case.shape.corners
    x0 = corners[(k - 1) % len(corners)] if k and len(corners) else None
    results = solve_all(case.problem, settings, cancelled, x0)
    return Run(case.problem, results, extra=shown(case, results, x0))


def shown(case, results, x0):
    """What the panels draw beside the results, and where simplex began."""
    return {"case": case, "centre": central_way(case, results), "x0": x0}


def central_way(case, results):
    """The central path (60, 2) of a program that has an answer and an inside, else None."""
    scales = [r.certificate.scale for r in results.values() if np.isfinite(r.certificate.gap)]
    if not scales:
        return None
    try:
        return central_path(case.problem, _PATH * max(scales)).x
    except InputError:
        return None


def scene(run):
    """The plane, the edges' slacks and multipliers, the gaps, the dual."""
    view = build_view(run)
    curves = [curve for curve in view.gap_curves() if np.isfinite(curve.gap).any()]
    gaps = gap_panel(curves, view.clock.values, view.limit, "steps of each kind")
    return Scene(
        [plane(view), products(view), gaps, on_demand("dual", dual, view)],
        view.clock,
        captions(view),
        stated(view.case.own and view.case.own.own, readout(run.result, view.at, TOL)),
        questions(view),
        layout=Layout("plane", ("products", "gap"), ("dual",)),
    )


def by(names, **more):
    """Where one of these methods is in the picture."""
    return tuple({knob: names, **more} for knob in ("method", "compare"))


def cornered(names, **more):
    """The same, where there is an edge."""
    beginnings = {"gallery": _BEGINNINGS}, {"not points": ("",)}, {"not program": ("",)}
    return tuple(rule for one in beginnings for rule in by(names, **one, **more))


_DRAWN = {"program": ("",)}
_BEGINNINGS = tuple(name for name in GALLERY if name != "blank")
KNOBS = (
    Knob("gallery", "choice", "pentagon", "Gallery", options=tuple(GALLERY.items()), primary=True,
         help="Where a hand begins to draw.", when=_DRAWN),
    Knob("turn", "linear", 15.0, "Objective", 0.0, 360.0, primary=True, periodic=True, when=_DRAWN,
         help="The direction in which F falls, in degrees; the arrow in the picture."),
    Knob("bend", "linear", 0.0, "Curvature", 0.0, 2.0, primary=True, when=_DRAWN,
         help="Of F: 0 is a linear program; above it a quadratic one, its levels ellipses."),
    Knob("method", "choice", "simplex", "Method", options=METHODS.options, primary=True,
         help="Whose steps the sentence tells."),
    Knob("compare", "several", ("mehrotra", "pdhg"), "Against", options=METHODS.options,
         apart="method", primary=True, help="Rivals, on the same clock."),
    Knob("rotation", "integer", 0, "Rotation", 0, 359, when={**_DRAWN, "gallery": _BEGINNINGS},
         help="Of the gallery's edges, in degrees, before a hand draws."),
    Knob("rule", "choice", "largest", "Simplex leaves", options=RULES, help="Which edge it leaves.",
         when=cornered(("simplex",), bend=(0.0,))),
    Knob("start", "integer", 5, "Start at corner", 0, 30, when=cornered(("simplex", "active_set")),
         help="Where simplex and the active set begin, counted round and round; 0: in the middle, "
         "as the others."),
    clock_knob("iterations", "work", seconds=False,
               help="A step is a pivot, a factorisation, a cut, two products: not the same work."),
    budget_knob(300, 5, 3000),
    Knob("points", "edits", "", "Own edges",
         help="Words such as +(1,0,2), the edge x₁ ≤ 2, x3, without edge 3, and 3+(1,0,2), edge 3 "
         "elsewhere.", of=("gallery", "program")),
    program_knob("A program of two variables: a file, or lab.program(problem); empty: the "
                 "gallery."),
)  # fmt: skip
EXPERIMENT = Experiment(
    "polygon",
    "Any program of two variables, drawn by hand",
    "Which corner is best, and how does each method find it?",
    KNOBS,
    solve,
    scene,
    click=edit,
    tools=tools,
    previews=preview,
    own=own("plane", bend=(0.0,)),
    judged=(Judged("plane", lambda run, x: x),),
    measures={"corners": lambda run: len(run.extra["case"].shape.corners)},
    vary={"gallery": ["pentagon", "degenerate", "empty", "ajar"], "turn": (0.0, 315.0, 8)},
)
