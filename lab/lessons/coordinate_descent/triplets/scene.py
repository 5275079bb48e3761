"""Scene `triplets`: dual coordinate descent learns a metric from triplets, one multiplier at a
time (Nguyen, Morell, De Baets 2015, 000_291dc1e5a69c06b5.txt)."""

from __future__ import annotations

from functools import partial

import numpy as np
from scipy.optimize import nnls

from lab.cached import cached_by
from lab.checking.task import Own, Way
from lab.datasets.own_file import NAMES, OPTION, POINT_KNOBS, preview_points
from lab.drawing.readout import readout
from lab.drawing.text import power
from lab.experiment import Experiment, Run
from lab.knobs import seed_knob
from lab.lessons.coordinate_descent.triplets.captions import captions, statuses
from lab.lessons.coordinate_descent.triplets.edited_points import KNOB as POINTS
from lab.lessons.coordinate_descent.triplets.edited_points import OWN as OWN_TRIPLETS
from lab.lessons.coordinate_descent.triplets.edited_points import edit, tools
from lab.lessons.coordinate_descent.triplets.gap import duals_panel, proof_panel
from lab.lessons.coordinate_descent.triplets.points import points_panel
from lab.lessons.coordinate_descent.triplets.questions import questions
from lab.lessons.coordinate_descent.triplets.view import (
    CD,
    COMPANION,
    METHODS,
    TOL,
    build_view,
    case_of,
)
from lab.lessons.coordinate_descent.triplets.weights import weights_panel
from lab.sweeps.measures import nonzeros
from solvers import solve_dual_cd
from solvers.exchange import triplet_states
from widgets import Layout, Scene, on_demand
from widgets.knobs import Knob, with_primary

#: Rows of updates that a run may have, so that a knob answers while it is dragged.
_MOST_UPDATES = 1000
_MACHINE = (
    "A linear support vector machine, one multiplier at a time",
    "Which points hold the line in its place, and when may the method stop?",
)

KNOBS = (
    Knob(
        "problem", "choice", "metric", "Problem",
        options=(("metric", "metric from triplets (2.3)"), ("svm", "linear SVM (2.4)")),
        help="The linear support vector machine is the problem that inspired the method.",
    ),
    Knob(
        "data", "choice", "blobs", "Data",
        options=(
            ("blobs", "two anisotropic blobs"), ("noise", "one signal, one loud noise"),
            ("iris", "iris"), ("wine", "wine"), ("breast_cancer", "breast cancer"), OPTION,
        ),
        help="Real sets are in units of each feature's standard deviation.",
    ),
    *POINT_KNOBS,
    POINTS,
    OWN_TRIPLETS,
    Knob(
        "dimension", "choice", 2, "Features", options=((2, "two"), (3, "three"), ("all", "all")),
        help="More than three are drawn as a projection, and w as bars.",
    ),
    Knob(
        "triplets", "integer", 30, "Triplets or points", 2, 400,
        help="A triplet: a point, one of its class, one of another; the SVM takes points.",
        when=({"own": ("",)}, {"problem": ("svm",)}, {"dimension": ("all",)},
              {"data": ("iris", "wine", "breast_cancer", OPTION[0])}),
    ),
    Knob("C", "log", 0.2, "C", 1e-4, 1e3, help="The price of one unit of violation, λ's bound."),
    Knob(
        "L", "choice", "identity", "L",
        options=(
            ("identity", "identity"), ("well", "random, well conditioned"),
            ("ill", "random, ill conditioned"),
        ),
        help="L = (AᵀA) ∘ (AᵀA) of a random map A, which also turns the metric's axes.",
    ),
    Knob(
        "order", "choice", "random", "Order", options=("random", "cyclic", "greedy"),
        help="Which multiplier moves next; greedy takes the one that lowers f most.",
    ),
    Knob(
        "steps", "choice", "updates", "A frame is",
        options=(("updates", "one update"), ("sweeps", "one sweep")),
        help="A sweep visits every multiplier once.",
    ),
    Knob(
        "compare", "several", (), "Against", options=METHODS.rivals,
        help="One factorisation counts as one sweep per feature: as many multiplications.",
    ),
    Knob(
        "budget", "integer", 200, "Budget (sweeps)", 1, 1000,
        help=f"Where a frame is one update, {_MOST_UPDATES} moves at most.",
    ),
    Knob(
        "drawn", "integer", 6, "Triplets drawn", 0, 40,
        help="Those whose λ is largest in the end: they carry the metric.",
        when=({"problem": ("metric",)}, {"dimension": (2,)}),
    ),
    Knob(
        "proof", "choice", "gap", "Proof",
        options=(("gap", "gap P − D, log axis"), ("values", "P and D")),
        help="How the proof is drawn.",
    ),
    seed_knob("data, triplets, A and the order"),
)  # fmt: skip


def solve(settings, cancelled=None):
    """Solve the case by coordinate descent and, if asked, by its companion."""
    case = case_of(settings)
    most, steps = settings["budget"], settings["steps"]
    if steps == "updates":
        most = min(most * sum(case.problem.Z.shape), _MOST_UPDATES)
    common = {"tol": TOL, "seed": settings["seed"], "cancelled": cancelled}
    results = {
        CD: solve_dual_cd(
            case.problem, max_iter=most, order=settings["order"], steps=steps, **common
        )
    }
    for name in settings["compare"]:
        own = {} if name == COMPANION else {"max_iter": settings["budget"]}
        results[name] = METHODS.solve(name, case.problem, **common, **own)
    return Run(case.problem, results, extra={"case": case})


def scene(run):
    """Points, w, multipliers and proof on one clock."""
    view = build_view(run)
    title, question = _MACHINE if view.case.svm else ("", "")
    return Scene(
        [
            points_panel(view),
            weights_panel(view),
            on_demand("duals", duals_panel, view),
            proof_panel(view),
        ],
        view.clock,
        captions=captions(view),
        readout=readout(run.result, view.at, TOL, "P", "D") | {"status": statuses(view)},
        questions=questions(view),
        title=title,
        question=question,
        layout=Layout("points", ("weights", "gap"), ("duals",)),
    )


@cached_by("problem", "data", "dimension", "triplets", "L", "seed", "points", "own", *NAMES)
def ticks(settings):
    """C up to which every multiplier ends at C: the regime in which one sweep is enough."""
    problem = case_of(settings | {"C": 1.0}).problem
    pull = problem.Z.sum(axis=0)
    w = problem.root.T @ (problem.root @ pull)
    if problem.nonnegative:
        w = nnls(np.linalg.inv(problem.root).T, problem.root @ pull)[0]
    most = float((problem.Z @ w).max(initial=0.0))
    if most <= 0.0:
        return {}
    return {"C": (1.0 / most, f"all λ at C below {power(1.0 / most)}")}


def _states(run, ask, step):
    s = run.trace.snapshots
    visits = zip(s["block"], s["index"], strict=True)
    return triplet_states(run.problem, (s["lam"][0], s["t"][0]), visits, **{step: ask})


_UPDATES = {"steps": ("updates",)}
#: Where a multiplier of w >= 0 is positive.
_TURNED = {"L": "ill"}
OWN = Own(
    {
        "triplet-update": Way(partial(_states, step="triplet"), _UPDATES),
        "sign-multiplier": Way(partial(_states, step="sign"), _UPDATES, _TURNED),
    },
    build_view,
    "weights",
)


EXPERIMENT = Experiment(
    name="triplets",
    title="A metric from triplets, one multiplier at a time",
    question="Which features make near points near, and when may the method stop?",
    knobs=with_primary(KNOBS, "C", "data", "steps", "compare"),
    solve=solve,
    scene=scene,
    ticks=ticks,
    previews=preview_points,
    click=edit,
    tools=tools,
    own=OWN,
    measures={
        "nonzeros": nonzeros,
        "active triplets": lambda run: np.count_nonzero(run.result.dual["lam"]),
    },
    vary={"C": (0.001, 100.0, 8), "steps": None},
)
