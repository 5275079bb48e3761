"""Sparse logistic regression by coordinate descent: why a step needs a line search, and what the
line search as it is printed in the source does (eqs. 8, 9, 20 of 002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

import numpy as np

from lab import data
from lab.cached import cached_by
from lab.checking.task import Own, Way
from lab.datasets import own_file
from lab.drawing.conditions import lam_max_mark
from lab.drawing.gap_panel import gap_panel
from lab.drawing.readout import readout
from lab.experiment import Experiment, Run
from lab.knobs import clock_knob, seed_knob
from lab.lessons.lars.logistic.captions import captions
from lab.lessons.lars.logistic.planes import boundary, iterates, wrong
from lab.lessons.lars.logistic.questions import questions
from lab.lessons.lars.logistic.search import all_steps, this_step
from lab.lessons.lars.logistic.view import AXES, CD, METHODS, PRINTED, TOL, build_view
from solvers import SparseLogistic, solve_coordinate_descent
from solvers.exchange import coordinate_states
from widgets import Layout, Scene, on_demand
from widgets.knobs import Knob, with_primary

#: Points of a file that are taken.
_MOST = 400
#: Updates after which coordinate descent gives up.
BUDGET = 400
#: The start from which the first steps are too long.
FAR = (-1.5, 2.5)
#: Six points whose minimisers are known by hand.
SIX = (
    ((1, 2), (2, 0), (0, 1), (-1, 1), (1, -1), (2, 2)),
    (1, -1, 1, -1, 1, 1),
)
KINDS = {
    "blobs": "two clouds",
    "noise": "one signal, one loud noise",
    "moons": "two half moons",
    "six": "six points",
}
#: Where points are drawn at random.
_DRAWN = {"not data": ("six", own_file.OWN)}
KNOBS = (
    Knob("lam", "log", 1.0, "λ", 0.01, 100.0, help="Price of |w|₁: from λmax on, w = 0."),
    Knob("data", "choice", "blobs", "Data", options=(*KINDS.items(), own_file.OPTION),
         help="The two classes."),
    *own_file.POINT_KNOBS,
    Knob("n", "integer", 60, "Points", 4, 400, help="Number of points, half in each class.",
         when=_DRAWN),
    Knob(
        "spread", "linear", 0.5, "Spread", 0.05, 2.0,
        help="How wide the classes are; far apart (small), F is nearly flat far from 0.",
        when=_DRAWN,
    ),
    Knob(
        "tilt", "linear", 30.0, "Tilt (degrees)", -90.0, 90.0,
        help="Turns the points; coordinate descent and |w|₁ care about the axes.",
        when=_DRAWN,
    ),
    Knob(
        "start", "choice", "far", "Start", options=(("far", "far away"), ("zero", "w = 0")),
        help="Where all methods begin.",
    ),
    Knob(
        "order", "choice", "cyclic", "Order", options=("cyclic", "random"),
        help="Which weight moves next.",
    ),
    Knob(
        "compare", "several", (PRINTED, "ista"), "Against",
        options=METHODS.rivals,
        help="Drawn beside coordinate descent with the right line search, from the same start.",
    ),
    Knob(
        "search", "choice", "step", "Line search",
        options=(("step", "of this step"), ("all", "of all steps")),
        help="F along this step, or every accepted share α.",
    ),
    clock_knob("updates, or steps", "coordinate updates",
        help="What one frame is; a gradient step works as much as one update of each weight."),
    seed_knob("the points and the random order",
        when=(_DRAWN, {"data": (own_file.OWN,)}, {"order": ("random",)})),
)  # fmt: skip


@cached_by("lam", "data", "n", "spread", "tilt", "seed", *own_file.NAMES)
def make_problem(settings):
    """The `SparseLogistic` that the knobs describe."""
    n, spread, seed = (settings[k] for k in ("n", "spread", "seed"))
    kind = settings["data"]
    if kind == own_file.OWN:
        found = own_file.own_halves(settings, 2, _MOST, seed)
        X, t = found.X, found.y
    elif kind == "six":
        X, t = (np.array(a, dtype=np.float64) for a in SIX)
    elif kind == "blobs":
        X, t = data.blobs(n, 2, spread, seed=seed)
    elif kind == "noise":
        X, t = data.noisy_feature(n, 2, spread, seed=seed)
    else:
        X, t = data.moons(n, 2, 0.4 * spread, seed=seed)
    angle = np.deg2rad(settings["tilt"]) * (kind not in ("six", own_file.OWN))
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return SparseLogistic(X @ turn, t, settings["lam"])


def solve(settings, cancelled=None):
    """Coordinate descent update by update, and its rivals on as large a budget."""
    problem = make_problem(settings)
    x0 = np.array(FAR if settings["start"] == "far" else (0.0, 0.0))
    common = {"x0": x0, "tol": TOL, "cancelled": cancelled, "seed": settings["seed"]}
    options = {"order": settings["order"], "steps": "updates"}
    if settings["clock"] == "seconds":
        _warm(problem)
    results = {CD: solve_coordinate_descent(problem, **common, **options, max_iter=BUDGET)}
    spent = max(int(results[CD].trace.iteration[-1]), 1)
    for name in settings["compare"]:
        halved = name != PRINTED and settings["clock"] == "work"
        own = options if name == PRINTED else {}
        steps = -(-spent // 2) if halved else spent
        results[name] = METHODS.solve(name, problem, **common, **own, max_iter=steps)
    own = settings["data"] == own_file.OWN
    names = own_file.own_halves(settings, 2, _MOST, settings["seed"]).features if own else ()
    return Run(problem, results, extra={"names": names})


def _warm(problem):
    """Let kernels load or compile before the clock starts."""
    solve_coordinate_descent(problem, max_iter=1, steps="updates")


def scene(run):
    """The points, the plane of the weights, the line search and the proof on one clock."""
    view = build_view(run)
    search = this_step if run.settings["search"] == "step" else all_steps
    return Scene(
        [boundary(view), iterates(view), search(view), on_demand("gap", _gaps, view)],
        view.clock,
        captions(view),
        {"wrong side": wrong(view), **readout(run.result, view.rows[CD], TOL)},
        questions(view),
        layout=Layout("iterates", ("points", "search"), ("gap",)),
    )


def _gaps(view):
    labels = {}
    if PRINTED in view.run.results:  # the printed rule's curve says how it ended
        labels[PRINTED] = f"{METHODS[PRINTED].label}: {view.outcome(PRINTED)}"
    curves = view.gap_curves(**labels)
    tolerance = TOL * view.run.result.certificate.scale
    axis = AXES[view.run.settings["clock"]]
    return gap_panel(curves, view.clock.values, tolerance, axis)


def _states(run, ask):
    shown = run.trace.snapshots
    return coordinate_states(run.problem, shown["w"][0], shown["coordinate"][1:], ask)


OWN = Own({"logistic-update": Way(_states)}, build_view)


EXPERIMENT = Experiment(
    "logistic",
    "Sparse logistic regression and its line search",
    "Each step minimises a parabola that is not F. How far may it go, and what if the rule is "
    "misprinted?",
    with_primary(KNOBS, "lam", "tilt", "search", "compare"),
    solve,
    scene,
    lambda settings: lam_max_mark(make_problem(settings)),
    previews=own_file.preview_points,
    own=OWN,
    vary={"lam": (0.05, 20.0, 7), "search": None},
)
