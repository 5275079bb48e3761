"""The lasso by coordinate descent: where the path goes, why each step, how far it is proved."""

from __future__ import annotations

from functools import partial

import numpy as np

from lab import data
from lab.cached import cached_by
from lab.checking.task import Own, Way
from lab.datasets import own_file
from lab.drawing.ball import form_knob, on_ball
from lab.drawing.conditions import lam_max_mark
from lab.drawing.readout import readout
from lab.experiment import Experiment, Judged, Run
from lab.knobs import clock_knob, seed_knob
from lab.lessons.coordinate_descent.lasso.captions import captions
from lab.lessons.coordinate_descent.lasso.panels import correlations, gaps
from lab.lessons.coordinate_descent.lasso.path import iterates
from lab.lessons.coordinate_descent.lasso.questions import questions
from lab.lessons.coordinate_descent.lasso.update import shrinkage, update
from lab.lessons.coordinate_descent.lasso.view import CD, METHODS, TOL, build_view
from lab.sweeps.measures import nonzeros
from solvers import Lasso, solve_coordinate_descent
from solvers.exchange import coordinate_states, proximal_states, threshold_states
from widgets import Layout, Scene, on_demand
from widgets.knobs import Knob, with_primary

#: Updates after which coordinate descent gives up (nearly collinear features need thousands).
BUDGET = 1200
#: A start far from every optimum, so that the path has somewhere to go.
FAR = (-0.8, 0.7, 0.9)
KINDS = {
    "orthogonal": "orthogonal",
    "correlated": "correlated pair",
    "collinear": "nearly collinear",
    "diabetes": "diabetes (real)",
}
#: Where rows are drawn and noise is added; a real set is taken as it is.
_DRAWN = {"data": tuple(kind for kind in KINDS if kind != "diabetes")}
KNOBS = (
    Knob("lam", "log", 0.2, "λ", 0.001, 2.0, help="Price of |w|₁: from λmax on, w = 0."),
    Knob(
        "data", "choice", "correlated", "Data", options=(*KINDS.items(), own_file.OPTION),
        help="Where the features come from; diabetes has bmi, s5 and bp of 442 patients.",
    ),
    *own_file.POINT_KNOBS,
    Knob(
        "correlation", "linear", -0.65, "Correlation", -0.95, 0.95,
        help="Correlation of the first two features (correlated pair only).",
        when={"data": ("correlated",)},
    ),
    Knob("noise", "linear", 0.15, "Noise", 0.0, 1.0, help="Length of the noise added to t.",
         when=_DRAWN),
    Knob("n", "integer", 40, "Objects", 5, 442, help="Number of rows of X.",
         when=_DRAWN),
    Knob(
        "dimension", "choice", 2, "Features", options=((2, "two"), (3, "three")),
        help="Two weights are drawn in the plane, three in space.",
    ),
    Knob(
        "order", "choice", "cyclic", "Order", options=("cyclic", "random", "greedy"),
        help="Which weight moves next; greedy takes the one that lowers F most.",
    ),
    Knob(
        "start", "choice", "far", "Start", options=(("far", "far away"), ("zero", "w = 0")),
        help="Where all methods begin.",
    ),
    Knob(
        "compare", "several", ("ista", "fista"), "Against",
        options=METHODS.rivals,
        help="Methods drawn beside coordinate descent, from the same start where they take one.",
    ),
    form_knob("|w|₁"),
    Knob(
        "picture", "choice", "parabola", "Update as",
        options=(("parabola", "a parabola with a kink"), ("function", "a function of its slope")),
        help="What the panel of the update shows: F along the weight, or where a slope leads.",
    ),
    clock_knob("updates, or steps", "coordinate updates",
        help="What one frame is; a gradient step touches every weight, so it works as much as "
        "one update of each."),
    seed_knob("the data and the random order", when=(_DRAWN, {"order": ("random",)})),
)  # fmt: skip


@cached_by("lam", "data", "n", "dimension", "correlation", "noise", "seed", *own_file.NAMES)
def make_problem(settings):
    """The `Lasso` that the knobs describe."""
    return Lasso(*_data(settings), settings["lam"])


@cached_by("data", "n", "dimension", "correlation", "noise", "seed", *own_file.NAMES)
def _data(settings):
    """X (n, D) and t (n,)."""
    n, dimension, noise, seed = (settings[k] for k in ("n", "dimension", "noise", "seed"))
    kind = settings["data"]
    if kind == own_file.OWN:
        return own_file.own_measures(settings, dimension)
    if kind == "correlated":
        return data.correlated(n, dimension, settings["correlation"], noise, seed)
    if kind == "diabetes":
        return data.diabetes_features(data.PATIENTS, dimension)
    return getattr(data, kind)(n, dimension, noise, seed)


def solve(settings, cancelled=None):
    """Coordinate descent update by update, and its rivals on as large a budget."""
    problem, dimension = make_problem(settings), settings["dimension"]
    if settings["clock"] == "seconds":
        _warm(problem, settings["compare"])
    x0 = np.array(FAR[:dimension]) if settings["start"] == "far" else np.zeros(dimension)
    common = {"x0": x0, "tol": TOL, "cancelled": cancelled}
    results = {
        CD: solve_coordinate_descent(
            problem,
            **common,
            max_iter=BUDGET,
            order=settings["order"],
            steps="updates",
            seed=settings["seed"],
        )
    }
    spent = int(results[CD].trace.iteration[-1])
    common["max_iter"] = -(-spent // dimension) if settings["clock"] == "work" else spent
    for name in settings["compare"]:
        results[name] = METHODS.solve(name, problem, **common)
    extra = {**on_ball(settings, problem, **common), "names": _names(settings)}
    return Run(problem, results, extra=extra)


def _names(settings):
    """What the features are called; nothing of a drawn set."""
    if settings["data"] == own_file.OWN:
        return own_file.own_names(settings, settings["dimension"])
    return data.DIABETES[: settings["dimension"]] if settings["data"] == "diabetes" else ()


def _warm(problem, rivals):
    """Let kernels load or compile before the clock starts."""
    solve_coordinate_descent(problem, max_iter=1, steps="updates")
    for name in rivals:
        METHODS.solve(name, problem, max_iter=1)


def scene(run):
    """Four panels on one clock: the path, this update, the optimality condition, the proof."""
    view = build_view(run)
    picture = shrinkage if run.settings["picture"] == "function" else update
    return Scene(
        [iterates(view), picture(view), gaps(view), on_demand("correlations", correlations, view)],
        view.clock,
        captions(view),
        readout(run.result, view.rows[CD], TOL),
        questions(view),
        layout=Layout("iterates", ("update", "gap"), ("correlations",)),
    )


#: Proximal gradient, whose step is not that of the scene's main method.
_ISTA = "ista"


def _updates(run, ask, states):
    """From where the reference began, the weights that it moved."""
    shown = run.trace.snapshots
    return states(run.problem, shown["w"][0], shown["coordinate"][1:], ask)


def _proximal(run, ask):
    shown = run.traces[_ISTA].snapshots
    return proximal_states(run.problem, shown["w"][0], shown["L"][1:], ask)


OWN = Own(
    {
        "lasso-update": Way(partial(_updates, states=coordinate_states)),
        "soft-threshold": Way(partial(_updates, states=threshold_states)),
        "proximal-step": Way(_proximal, {"compare": (_ISTA,)}, beside=_ISTA),
    },
    build_view,
)


EXPERIMENT = Experiment(
    "lasso",
    "Coordinate descent on the lasso",
    "Why does the path turn only at right angles, and what makes it stop on an axis?",
    with_primary(KNOBS, "lam", "data", "start", "compare"),
    solve,
    scene,
    lambda settings: lam_max_mark(make_problem(settings)),
    previews=own_file.preview,
    own=OWN,
    judged=(Judged("iterates", lambda run, w: w),),
    measures={"nonzeros": nonzeros},
    vary={"lam": (0.01, 2.0, 8), "start": None},
)
