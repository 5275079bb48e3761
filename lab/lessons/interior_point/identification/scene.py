"""Scene `identification`: Theta^-1 tells the free support vectors, and fewer variables remain."""

from __future__ import annotations

from dataclasses import replace

from lab.datasets.own_file import OPTION, POINT_KNOBS, preview_points
from lab.datasets.points_by_hand import cloud_of
from lab.drawing.readout import readout
from lab.experiment import Experiment, Run
from lab.knobs import clock_knob, seed_knob
from lab.lessons.interior_point.identification.captions import captions
from lab.lessons.interior_point.identification.panels import answer, kept
from lab.lessons.interior_point.identification.questions import questions
from lab.lessons.interior_point.identification.split import split
from lab.lessons.interior_point.identification.view import build_view
from lab.lessons.interior_point.knobs import C_KNOB, KERNEL_KNOBS, kernel_of
from lab.lessons.interior_point.methods import METHODS
from lab.lessons.interior_point.support import MEASURES
from lab.lessons.interior_point.svm.case import TOL, Case
from lab.lessons.interior_point.svm.panels import gaps_panel
from lab.lessons.interior_point.synthetic import KINDS, MOST, SYNTHETIC, labelled_of
from solvers import KernelSVM, solve_identification
from widgets import Layout, Scene, on_demand
from widgets.knobs import Knob, with_primary

_OPENING = {"kernel": "gaussian", "gamma": 1.0}
#: Iterations after which a method is given up.
_MOST = 2000
#: A theta that keeps every variable, and the gap to which all of them are solved: what is right.
_ALL, _FINE = 1e-30, 1e-8
_COUNTS = {"iterations": "iteration", "work": "column"}
_EXACT, _PRINTED = "identification", "identification_printed"
KNOBS = (
    *(replace(k, default=_OPENING.get(k.name, k.default)) for k in (C_KNOB, *KERNEL_KNOBS)),
    Knob("form", "choice", _EXACT, "The others",
         options=((_EXACT, "fixed at the nearer bound"), (_PRINTED, "dropped, as printed")),
         help="Exact: at 0 or C, and freed where that was wrong. Algorithm 6: all of them at 0."),
    Knob("digits", "linear", 1.0, "Select at sigfig", 0.0, 5.0,
         help="The digits of the source's objectives that must agree first; 1 in the source."),
    Knob("theta", "log", 100.0, "θ", 0.01, 1e6,
         help="Kept are all Θ⁻¹ ≥ θ √μ, and some more for balance; 100 in the source."),
    Knob("data", "choice", "moons", "Data", options=(*KINDS, OPTION),
         help="The first three are the kinds of Table 6-1."),
    Knob("dimension", "choice", 2, "Features", options=((2, "two"), (3, "three"))),
    *POINT_KNOBS,
    Knob("n", "integer", 60, "Points n", 4, MOST, help="Of the synthetic set.", when=SYNTHETIC),
    Knob("noise", "linear", 0.2, "Noise", 0.0, 1.0, help="Width of the clouds.", when=SYNTHETIC),
    Knob("compare", "several", (), "Against", options=METHODS.options, apart="form",
         help="Rivals, in the panel of the gaps."),
    clock_knob("iterations", "products with Q", seconds=False,
        help="A step on fewer variables costs less of a product."),
    seed_knob("the points"),
)  # fmt: skip


def solve(settings, cancelled=None):
    """Identification, its rivals, and the same with every variable kept."""
    base = labelled_of(settings, settings["dimension"])
    problem = KernelSVM(base.X, base.y, kernel_of(settings), settings["C"])
    common = {"max_iter": _MOST, "cancelled": cancelled}
    main = settings["form"]
    names = (main, *(name for name in settings["compare"] if name != main))
    results = {name: METHODS[name].run(problem, settings, tol=TOL, **common) for name in names}
    whole = solve_identification(
        problem, tol=_FINE, digits=settings["digits"], theta=_ALL, **common
    )
    case = Case(cloud_of(base.X, base.y), base.features, base.X, problem, None)
    return Run(problem, results, extra={"case": case, "whole": whole})


def scene(run):
    """Theta^-1, the points kept, their answer, the proof."""
    view = build_view(run)
    shown = readout(run.result, view.base.at, TOL, "q", "bound")
    counts = tuple(f"{kept} of {view.n}" for kept in view.counts[view.base.frame])
    return Scene(
        [
            split(view),
            kept(view),
            on_demand("answer", answer, view),
            gaps_panel(view.base, view.long),
        ],
        replace(view.base.clock, name=_COUNTS[run.settings["clock"]]),
        captions(view),
        {"kept": counts, **shown},
        questions(view),
        layout=Layout("split", ("points", "gap"), ("answer",)),
    )


EXPERIMENT = Experiment(
    "identification",
    "Which variables matter, seen on the way",
    "Can a method see early which points will be free support vectors?",
    with_primary(KNOBS, "C", "theta", "digits", "form"),
    solve,
    scene,
    previews=preview_points,
    measures=MEASURES,
    vary={"C": (0.1, 100.0, 5), "form": None},
)
