"""Scene `bags`: bags, their key instances, and the saddle point of the minimax relaxation (Zhang
and Jin 2020, 004_0576c39cd2308ab8.txt, (6)-(9))."""

from __future__ import annotations

import numpy as np

from lab.checking.comparing import STYLE
from lab.checking.task import StepMethod, StudentSteps
from lab.drawing.readout import readout
from lab.experiment import Experiment, Run
from lab.knobs import seed_knob
from lab.lessons.mi_odm.bags.captions import captions, fresh_rate
from lab.lessons.mi_odm.bags.case import DATA, PRICES, case_of, edit, previewed, tools
from lab.lessons.mi_odm.bags.levels import boundary
from lab.lessons.mi_odm.bags.methods import ASSIGNMENT, COLUMNS, DRAWN, METHODS, STEPS, TOL, run_all
from lab.lessons.mi_odm.bags.panels import margins_panel, saddle_panel, weights_panel
from lab.lessons.mi_odm.bags.plane import bags_panel
from lab.lessons.mi_odm.bags.questions import questions
from lab.lessons.mi_odm.bags.svm import train_bag_svm
from lab.lessons.mi_odm.bags.view import build_view, machines
from lab.lessons.mi_odm.spread import spoken_frames
from lab.race.methods import STUDENT
from solvers import round_keys, solve_column_generation
from solvers.exchange import drive_saddle, key_states
from widgets import Layout, Scene, on_demand
from widgets.knobs import Knob, with_primary

_METHOD = (
    Knob("method", "choice", "mirror_prox", "Method",
         options=tuple((name, METHODS[name].label) for name in DRAWN),
         help="Which one moves the picture. Stochastic runs three seeds."),
    Knob("compare", "several", (), "Against", options=METHODS.options, apart="method",
         help="Their certified gaps on the same clock."),
    Knob("factor", "log", 1.0, "Step factor", 0.01, 8.0,
         help="1: found on the way. Else that many times a measured step, held fixed; from about 2 "
         "on it may diverge (all that take mirror steps).",
         when=({"method": STEPS}, {"compare": STEPS})),
    Knob("first", "choice", "means", "First keys",
         options=(("means", "by the bags' means"), ("last", "the last of each bag")),
         help="Where the assignment method starts; from poor keys it may end far off.",
         when=({"method": (ASSIGNMENT,)}, {"compare": (ASSIGNMENT,)})),
)  # fmt: skip
_OWN = (
    Knob("budget", "integer", 200, "Iterations", 10, 2000, help="Then a method gives up."),
    Knob("machine", "choice", "averaged", "Machine",
         options=(("averaged", "averaged over v"), ("rounded", "best for the ringed keys")),
         help="Where the relaxation is loose, the averaged machine calls all bags negative."),
    Knob("C", "log", 1000.0, "C of MI-SVM", 0.01, 1e4, help="1000 and more is a hard margin."),
    Knob("units", "choice", "distance", "Margins",
         options=(("distance", "distance, y f ÷ ‖w‖"), ("raw", "raw, y f")),
         help="Only distances compare machines; the band is drawn on raw margins."),
    seed_knob("data and stochastic steps", 1),
)  # fmt: skip


def solve(settings, cancelled=None):
    """The method in question with its rivals, and the learner that looks at the smallest margin."""
    case = case_of(settings)
    results, twins = run_all(case.problem, settings, cancelled)
    extra = {
        "case": case,
        "twins": twins,
        "svm": train_bag_svm(case.problem, settings["C"]),
        "value": _value(case.problem, results, cancelled),
        "rounded": _rounded(case.problem, results),
    }
    return Run(case.problem, results, extra=extra)


def _value(problem, results, cancelled):
    """(low, high) that enclose the saddle value: of column generation where it finishes, else the
    best halves at hand."""
    done = dict(results)
    if problem.count <= problem.most_assignments and COLUMNS not in done:
        done[COLUMNS] = solve_column_generation(
            problem, tol=0.01 * TOL, record_every=0, cancelled=cancelled
        )
    traces = [r.trace for r in done.values()]
    return max(t.bound.max() for t in traces), min(t.objective.min() for t in traces)


def _rounded(problem, results):
    """The value of (4) for the keys that the method in question ends with."""
    result = next(iter(results.values()))
    keys = result.dual.get("assignments")
    return round_keys(problem, result.x, result.dual["v"], keys).objectives.keys


def scene(run):
    """Bags, margins, the saddle gap and the heaviest assignments."""
    view = build_view(run)
    return Scene(
        [
            bags_panel(view),
            margins_panel(view),
            saddle_panel(view),
            on_demand("weights", weights_panel, view),
        ],
        view.clock,
        captions=captions(view),
        readout={"margins": spoken_frames(view.margins)}
        | readout(run.result, view.at, TOL, "upper", "lower"),
        questions=questions(view),
        layout=Layout("bags", ("margins", "gap"), ("weights",)),
    )


def bag_accuracy(run):
    """The share of bags that the machine of the last frame calls right."""
    return np.mean(build_view(run).margins[-1] > 0.0)


def fresh_bag_accuracy(run):
    """The same of bags that no learner has seen; None where there are none."""
    return None if run.extra["case"].fresh is None else fresh_rate(build_view(run), -1)


def _states(run, ask):
    """From the same keys as the reference."""
    return key_states(run.problem, run.trace.snapshots["keys"][0], ask)


def _boundary(view, student):
    """f = 0 of the student's machine, in a plane that is no projection."""
    if view.case.projected or view.case.points.shape[1] != 2:
        return {}
    mu = view.run.traces[STUDENT].snapshots["key_probability"][view.rows[STUDENT]]
    return {"bags": boundary(view, machines(view.problem, student, mu), STYLE)}


STUDENT_STEPS = StudentSteps(
    {"key-selection": StepMethod(_states, {"method": (ASSIGNMENT,)}, {"first": "last"})},
    build_view,
    "bags",
    marks=_boundary,
    drive=lambda states, run, options: drive_saddle(states, run.problem, options),
)


EXPERIMENT = Experiment(
    name="bags",
    title="Bags, their keys, and a saddle point",
    question="Which instance makes a bag positive, and how far are we from knowing?",
    knobs=with_primary(
        (*PRICES, *_METHOD, *DATA, *_OWN), "data", "file", "method", "lam1", "compare"
    ),
    solve=solve,
    scene=scene,
    student_steps=STUDENT_STEPS,
    previews=previewed,
    click=edit,
    tools=tools,
    measures={"bag accuracy": bag_accuracy, "fresh bag accuracy": fresh_bag_accuracy},
    vary={"lam1": (0.1, 100.0, 5), "method": ["mirror_prox", "column_generation"]},
)
