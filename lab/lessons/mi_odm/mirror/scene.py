"""Scene `mirror`: a saddle point over a triangle by mirror prox, one sub-step at a time (Zhang and
Jin 2020, Figs. 1 and 2, 004_0576c39cd2308ab8.txt)."""

from __future__ import annotations

from functools import partial

import numpy as np

from lab.checking.task import StepMethod, StudentSteps
from lab.drawing.readout import readout
from lab.experiment import Experiment, Run
from lab.knobs import budget_knob, seed_knob
from lab.lessons.mi_odm.mirror.captions import captions
from lab.lessons.mi_odm.mirror.case import KINDS, saddle_problem, start_of
from lab.lessons.mi_odm.mirror.panels import FOURTH_PANELS, multipliers_panel
from lab.lessons.mi_odm.mirror.planes import dual_panel, place_of, triangle_panel
from lab.lessons.mi_odm.mirror.questions import questions
from lab.lessons.mi_odm.mirror.view import TOL, build_view
from lab.race.methods import STUDENT
from solvers import solve_mirror_descent, solve_mirror_prox
from solvers.exchange import drive_saddle, mirror_states
from widgets import Layout, Scene, on_demand
from widgets.knobs import Knob, with_primary

METHODS = (
    ("plain", "mirror prox"),
    ("accelerated", "accelerated"),
    ("stochastic", "stochastic"),
    ("single", "one step only"),
)
FOURTH = (("gap", "certified gap"), ("steps", "step sizes"), ("bags", "the bags"))
_RULES = (("fixed", "fixed × factor"), ("adaptive", "adaptive"), ("guaranteed", "guaranteed"))
_FLAGS = {"plain": {}, "accelerated": {"accelerated": True}, "stochastic": {"stochastic": True}}
_TWO = tuple(_FLAGS)

KNOBS = (
    Knob("method", "choice", "plain", "Method", options=METHODS,
         help="All but the last take two prox steps from one point; accelerated: the potential's "
         "gradient at a running average; stochastic: two sampled assignments a step. One step "
         "only is mirror descent, held at a fixed length."),
    Knob("rule", "choice", "fixed", "Step rule", options=_RULES,
         help="Adaptive: longer by half, then halved until safe. Guaranteed: from norms of K(c).",
         when={"method": _TWO}),
    Knob("factor", "log", 1.5, "Step factor", 0.1, 32.0,
         help="Of the fixed step: times half the shortest adaptive one. Long steps may diverge.",
         when=({"rule": ("fixed",)}, {"method": ("single",)})),
    Knob("lam", "log", 10.0, "λ₁ = λ₂", 0.1, 1000.0, help="The price of leaving the band."),
    Knob("gamma", "log", 0.5, "γ", 0.05, 8.0, help="Of the Gaussian kernel exp(−γ‖x − z‖²)."),
    Knob("nu", "linear", 0.5, "ν", 0.05, 1.0, help="What a margin above the band costs."),
    Knob("theta", "linear", 0.2, "θ", 0.0, 0.95, help="Half the width of the free band."),
    Knob("data", "choice", "around", "Bags", options=tuple(KINDS.items()),
         help="One positive bag of three instances: three assignments."),
    Knob("start", "linear", 3.0, "Start, times u₀", 0.5, 4.0,
         help="u₀ is the best answer to even weights; from there u has little to do."),
    budget_knob(100, 5, 1000, help="Then the method gives up."),
    Knob("slow", "integer", 2, "In slow motion", 0, 10, help="Iterations shown in seven frames."),
    Knob("fourth", "choice", "gap", "Also show", options=FOURTH),
    Knob("view", "choice", "flat", "Triangle", options=(("flat", "flat"), ("space", "in space")),
         help="In space the projection onto the triangle is a line towards the origin."),
    seed_knob("the bags, and the samples"),
)  # fmt: skip


def solve(settings, cancelled=None):
    """One run from `start` times u_0, and the saddle point by column generation; beside mirror
    descent, mirror prox with the same step."""
    problem, ground, saddle = saddle_problem(settings)
    rule, method = settings["rule"], settings["method"]
    single = method == "single"
    common = {
        "x0": start_of(problem, settings["start"]),
        "tol": TOL,
        "max_iter": settings["budget"],
        "step": settings["factor"] if single or rule == "fixed" else rule,
        "seed": settings["seed"],
        "cancelled": cancelled,
    }
    result = solve_mirror_prox(problem, **common, **_FLAGS.get(method, {}))
    extra = {"ground": ground, "saddle": saddle}
    if single:
        extra["prox"] = result
        result = solve_mirror_descent(problem, **common)
    return Run(problem, {"mirror_descent" if single else "mirror_prox": result}, extra=extra)


def scene(run):
    """Triangle, dual, u, and the proof, the steps or the bags."""
    view = build_view(run)
    fourth = run.settings["fourth"]
    return Scene(
        [
            triangle_panel(view),
            dual_panel(view),
            on_demand("multipliers", multipliers_panel, view),
            on_demand(fourth, FOURTH_PANELS[fourth], view),
        ],
        view.clock,
        captions=captions(view),
        readout={
            "η": view.shown("step")[np.maximum(view.row, min(1, len(run.trace) - 1))],
            **readout(run.result, view.done, TOL, "upper", "lower"),
        },
        questions=questions(view),
        layout=Layout("triangle", ("dual", "multipliers", fourth), twin=True),
    )


#: The snapshots of the centre, where both prox steps of an iteration begin.
_CENTRE = ("centre_u", "centre_v")


def _states(run, ask, step):
    """From the reference's centre, at its step sizes."""
    shown = run.trace.snapshots
    start = (shown[name][0] for name in _CENTRE)
    return mirror_states(run.problem, *start, shown["step"], **{step: ask})


def _centres(run, view):
    """(u, v) of both centres (T, 2N + 3) at the frames."""

    def of(name, rows):
        return np.hstack([run.traces[name].snapshots[part][rows] for part in _CENTRE])

    rows = view.centre
    return of(run.main, rows), of(STUDENT, np.minimum(rows, len(run.traces[STUDENT]) - 1))


def _places(view, student):
    return {"triangle": np.column_stack(place_of(view)(student[:, -3:]))}


_PLAIN = {"method": ("plain",)}
STUDENT_STEPS = StudentSteps(
    {
        "mirror-simplex": StepMethod(partial(_states, step="step_v"), _PLAIN),
        "mirror-u": StepMethod(partial(_states, step="step_u"), _PLAIN),
    },
    build_view,
    "triangle",
    iterates=_centres,
    places=_places,
    drive=lambda states, run, options: drive_saddle(states, run.problem, options),
)


EXPERIMENT = Experiment(
    name="mirror",
    title="Through the mirror and back",
    question="How does a step walk in a triangle without ever leaving it, and why are there two?",
    knobs=with_primary(KNOBS, "method", "rule", "factor", "start"),
    solve=solve,
    scene=scene,
    student_steps=STUDENT_STEPS,
    vary={"factor": (0.2, 16.0, 6), "method": ["plain", "accelerated"]},
)
