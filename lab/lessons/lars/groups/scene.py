"""The group lasso by block coordinate descent: why weights of one group vanish together, and how a
block is minimised by finding one number (eqs. 6-7, 18-19, 21-22 of 002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

import numpy as np

from lab import data
from lab.cached import cached_by
from lab.checking.task import Own, Way
from lab.drawing.ball import ball_curves, form_knob, on_ball
from lab.drawing.conditions import lam_max_mark
from lab.drawing.gap_panel import gap_panel
from lab.drawing.readout import readout
from lab.experiment import Experiment, Run
from lab.knobs import clock_knob, seed_knob
from lab.lessons.lars.groups.block import block
from lab.lessons.lars.groups.captions import captions
from lab.lessons.lars.groups.questions import questions
from lab.lessons.lars.groups.shrinkage import shrinkage
from lab.lessons.lars.groups.space import conditions, space
from lab.lessons.lars.groups.view import AXES, BLOCK, GROUPS, METHODS, TOL, build_view
from solvers import GroupLasso, solve_block_cd
from solvers.exchange import block_states
from widgets import Layout, Scene, on_demand
from widgets.knobs import Knob, with_primary

#: Updates after which block descent gives up.
BUDGET = 1200
#: A start far from every optimum, so that the path has somewhere to go.
FAR = (0.9, -0.5, -0.3)
#: What generated the synthetic targets.
WEIGHTS = (0.6, 0.9, 0.7)
KINDS = {"toy": "correlated", "diabetes": "diabetes (real)"}
#: Where rows are drawn and noise is added; a real set is taken as it is.
_DRAWN = {"data": ("toy",)}
KNOBS = (
    Knob("lam", "log", 0.3, "λ", 0.001, 2.0, help="Price of |(w₁, w₂)| + |w₃|."),
    Knob(
        "data", "choice", "toy", "Data", options=tuple(KINDS.items()),
        help="Diabetes is 442 patients: bmi and s5 as one group, blood pressure as the other.",
    ),
    Knob(
        "within", "linear", -0.5, "Correlation within", -0.95, 0.95,
        help="Correlation of the two features of the group; at 0 its problem needs no Newton step.",
        when={"data": ("toy",)},
    ),
    Knob(
        "between", "linear", 0.6, "Correlation between", -0.95, 0.95,
        help="Correlation of the third feature with the group; at 0 one sweep is enough.",
        when={"data": ("toy",)},
    ),
    Knob("noise", "linear", 0.15, "Noise", 0.0, 1.0, help="Length of the noise added to t.",
         when=_DRAWN),
    Knob("n", "integer", 40, "Objects", 5, 442, help="Number of rows of X.", when=_DRAWN),
    Knob(
        "order", "choice", "cyclic", "Order", options=("cyclic", "random"),
        help="Which group moves next.",
    ),
    Knob(
        "start", "choice", "far", "Start", options=(("far", "far away"), ("zero", "w = 0")),
        help="Where all methods begin.",
    ),
    Knob(
        "compare", "several", ("ista",), "Against",
        options=METHODS.rivals, help="Drawn beside block descent, from the same start.",
    ),
    form_knob("(|(w₁, w₂)| + |w₃|)"),
    Knob(
        "picture", "choice", "root", "Update as",
        options=(("root", "a root"), ("function", "a function of its pull")),
        help="What the panel of the update shows: the equation of the norm, or where a pull leads.",
    ),
    clock_knob("updates, or steps", "coordinate updates",
        help="What one frame is; a gradient step works as much as one update of each weight."),
    seed_knob("the data and the random order", when=(_DRAWN, {"order": ("random",)})),
)  # fmt: skip


@cached_by("lam", "data", "n", "within", "between", "noise", "seed")
def make_problem(settings):
    """The `GroupLasso` that the knobs describe."""
    n, noise, seed = (settings[k] for k in ("n", "noise", "seed"))
    if settings["data"] == "diabetes":
        X, t = data.diabetes_features(data.PATIENTS, 3)
    else:
        X, t = _toy(n, settings["within"], settings["between"], noise, seed)
    return GroupLasso(X, t, settings["lam"], GROUPS)


def _toy(n, within, between, noise, seed):
    """Unit columns: the first two correlate as `within`, the third as `between` with a direction of
    their plane that favours neither."""
    Q, _ = data.orthogonal(n, 3, 0.0, seed)
    X = np.empty_like(Q)
    X[:, 0] = Q[:, 0]
    X[:, 1] = within * Q[:, 0] + np.sqrt(1.0 - within**2) * Q[:, 1]
    X[:, 2] = between * Q[:, :2].sum(axis=1) / np.sqrt(2.0) + np.sqrt(1.0 - between**2) * Q[:, 2]
    t = X @ np.array(WEIGHTS)
    t = t + noise * np.random.default_rng([seed, 1]).standard_normal(n) / np.sqrt(n)
    return X, t - t.mean()


def solve(settings, cancelled=None):
    """Block descent update by update, and its rivals on as large a budget."""
    problem = make_problem(settings)
    x0 = np.array(FAR if settings["start"] == "far" else np.zeros(3))
    common = {"x0": x0, "tol": TOL, "cancelled": cancelled, "seed": settings["seed"]}
    if settings["clock"] == "seconds":
        solve_block_cd(problem, max_iter=1, steps="updates")  # kernels load before the clock starts
    results = {
        BLOCK: solve_block_cd(
            problem, **common, max_iter=BUDGET, order=settings["order"], steps="updates"
        )
    }
    trace = results[BLOCK].trace
    spent = -(-int(trace.work[-1]) // 3) if settings["clock"] == "work" else trace.iteration[-1]
    for name in settings["compare"]:
        results[name] = METHODS.solve(name, problem, **common, max_iter=max(int(spent), 1))
    return Run(problem, results, extra=on_ball(settings, problem, **common, max_iter=BUDGET))


def scene(run):
    """The top and the ellipsoid, the block's problem, the optimality condition, the proof."""
    view = build_view(run)
    picture = shrinkage if run.settings["picture"] == "function" else block
    return Scene(
        [space(view), picture(view), _gaps(view), on_demand("correlations", conditions, view)],
        view.clock,
        captions(view),
        readout(run.result, view.rows[BLOCK], TOL),
        questions(view),
        layout=Layout("iterates", ("block", "gap"), ("correlations",)),
    )


def _gaps(view):
    axis = AXES[view.run.settings["clock"]]
    curves = ball_curves(view) + view.gap_curves()
    return gap_panel(curves, view.clock.values, TOL * view.run.result.certificate.scale, axis)


def _states(run, ask):
    shown = run.trace.snapshots
    return block_states(run.problem, shown["w"][0], shown["group"][1:], ask)


OWN = Own({"group-update": Way(_states)}, build_view)


EXPERIMENT = Experiment(
    "groups",
    "The group lasso, one group at a time",
    "Why do the weights of a group vanish together, and never alone?",
    with_primary(KNOBS, "lam", "within", "between"),
    solve,
    scene,
    lambda settings: lam_max_mark(make_problem(settings)),
    own=OWN,
    vary={"lam": (0.01, 1.5, 8), "between": (-0.6, 0.6, 3)},
)
