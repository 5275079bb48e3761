"""Scene `margins`: the whole distribution of margins, beside machines that look at the smallest one
(Zhang and Jin 2020, 004_0576c39cd2308ab8.txt, (2))."""

from __future__ import annotations

from functools import partial

import numpy as np

from lab.cached import cached_by
from lab.checking.parting import LOOK
from lab.checking.task import Own, Way
from lab.drawing.geometry import wider
from lab.drawing.readout import readout
from lab.experiment import Experiment, Run
from lab.knobs import seed_knob
from lab.lessons.mi_odm.levels import lines
from lab.lessons.mi_odm.margins.captions import captions
from lab.lessons.mi_odm.margins.panels import (
    cumulative_panel,
    histogram_panel,
    last_panel,
    points_panel,
)
from lab.lessons.mi_odm.margins.points import KNOB as POINTS
from lab.lessons.mi_odm.margins.points import edit, points_of, stray, tools
from lab.lessons.mi_odm.margins.questions import questions
from lab.lessons.mi_odm.margins.view import RIVALS, Path, Plane, angle, build_view, weights
from lab.lessons.mi_odm.spread import spoken_frames
from solvers import ODM, FreeMeanODM, KernelSVM, Linear, decision_function, solve_dual_cd, solve_smo
from solvers.exchange import pair_states, sweep_orders
from widgets import Layout, Scene, Segments, on_demand, row
from widgets.knobs import Knob, with_primary

CD = "dual_cd"
#: The certified gap, as a share of lambda, at which the machine is found.
TOL = 1e-6
#: The price of the machine that is called hard where every margin is 1 at it.
HARD = 1e4
_KERNEL = Linear(bias=1.0)
_MOST = 1000
_THETAS = np.append(np.linspace(0.0, 0.9, 10), 0.95)

KNOBS = (
    Knob("theta", "linear", 0.2, "θ, half the band", 0.0, 0.95,
         help="0 with ν = 1: least squares on the labels. Towards 1: the hard-margin direction."),
    Knob("lam", "log", 100.0, "λ", 0.1, 1000.0, help="The price of leaving the band."),
    Knob("nu", "linear", 0.5, "ν", 0.05, 1.0,
         help="Price of too much margin, as a share of that of too little."),
    Knob("outlier", "switch", True, "Outlier", help="One more point of the hollow class."),
    Knob("reach", "linear", 1.0, "Outlier's way", 0.0, 1.5,
         help="0: in the middle of its own class; 1: close to the other one.",
         when={"outlier": (True,)}),
    Knob("compare", "several", ("hard", "soft"), "Against",
         options=tuple((name, *look) for name, look in RIVALS.items()),
         help="Machines on the same points. Free centre: in (1) the band's centre is an unknown; "
         "with the η that makes it 1, (1) is (2) at θ = 0, ν = 1."),
    Knob("C", "log", 1.0, "C of the soft SVM", 0.01, 1000.0, help="Its price per point.",
         when={"compare": ("soft",)}),
    Knob("units", "choice", "distance", "Margins",
         options=(("distance", "distance, y f ÷ ‖w‖"), ("raw", "raw, y f")),
         help="Only distances compare machines; the band is drawn on raw margins."),
    Knob("proof", "choice", "theta", "Also show",
         options=(("theta", "the way of θ"), ("gap", "certified gap"))),
    Knob("dimension", "choice", 2, "Features", options=((2, "two"), (3, "three")),
         help="In three the boundary is a plane; turn it with the mouse."),
    Knob("spread", "linear", 0.45, "Spread", 0.1, 1.2, help="Of both clouds."),
    POINTS,
    seed_knob("the points and the order of sweeps"),
)  # fmt: skip


def solve(settings, cancelled=None):
    """The machine from the difference of the class means on, its rivals, and its way over theta."""
    cloud, hard = _points(settings)
    X, y = cloud.X, cloud.y
    problem = ODM(X, y, *(settings[n] for n in ("lam", "nu", "theta")), _KERNEL)
    result = solve_dual_cd(
        problem,
        x0=_even(problem),
        tol=TOL,
        max_iter=_MOST,
        seed=settings["seed"],
        cancelled=cancelled,
    )
    machines = {
        "hard": lambda: hard,
        "soft": lambda: _svm(X, y, settings["C"]),
        "free": lambda: _free(problem),
    }
    rivals = {name: machines[name]() for name in settings["compare"]}
    extra = {
        "rivals": rivals,
        "hard": hard,
        "stray": stray(settings, cloud),
        "separable": bool((hard.margins(X, y, True) > 0.999).all()),  # a hard margin is reached
        "path": partial(_over_theta, problem, hard) if settings["proof"] == "theta" else None,
    }
    return Run(problem, {CD: result}, extra=extra)


@cached_by("dimension", "spread", "outlier", "reach", "seed", "points")
def _points(settings):
    """The `Cloud`, and the machine with the hard margin."""
    cloud = points_of(settings)
    return cloud, _svm(cloud.X, cloud.y, HARD)


def _even(problem):
    """s (n,), the same for all points of a class and as much for both: w along the difference of
    the class means, as long as the dual value likes best."""
    y = problem.y
    s = np.where(y > 0.0, 1.0 / np.count_nonzero(y > 0.0), 1.0 / np.count_nonzero(y < 0.0))
    square = s @ problem.margins(s) + np.sum(s * s) / (2.0 * problem.omega)
    return s * (1.0 - problem.theta) * s.sum() / square


def _svm(X, y, C):
    """The support vector machine as a `Plane`."""
    problem = KernelSVM(X, y, Linear(), C)
    x = solve_smo(problem, tol=1e-8, record_every=0).x
    bias = float(decision_function(problem, x, np.zeros((1, X.shape[1])))[0])
    return Plane((y * x) @ X, bias)


def _free(problem):
    """The machine of (1) as a `Plane`: with η = 1 the best centre is some c, with η = 1 / c it is
    1, as w and the centre are proportional to η."""
    free = FreeMeanODM(problem.X, problem.y, 1.0, problem.lam, problem.kernel)
    s = free.solution()
    return Plane(*weights(problem, s / free.centre(s)))


def _over_theta(problem, hard):
    """The `Path` of the machine over theta."""
    s, angles = None, []
    for theta in _THETAS:
        p = problem
        if theta != problem.theta:
            p = ODM(problem.X, problem.y, problem.lam, problem.nu, theta, problem.kernel)
        s = solve_dual_cd(p, x0=s, tol=TOL, max_iter=_MOST, record_every=0).x
        angles.append(angle(weights(p, s)[0], hard.w))
    return Path(_THETAS, np.array(angles))


def scene(run):
    """Points and band, the histogram, the cumulative curve, and the way of theta or the gap."""
    view = build_view(run)
    return Scene(
        [
            points_panel(view),
            histogram_panel(view),
            cumulative_panel(view),
            on_demand("last", last_panel, view, TOL),
        ],
        view.clock,
        captions=captions(view),
        readout={"margins": spoken_frames(view.margins)}
        | readout(run.result, view.at, TOL, "P", "D"),
        questions=questions(view),
        layout=Layout("points", ("histogram", "cumulative"), ("last",)),
    )


def _states(run, ask):
    s = run.trace.snapshots["s"][0]
    return pair_states(run.problem, s, sweep_orders(s.size, run.settings["seed"]), ask)


def _boundary(view, yours):
    """f = 0 of the machine of each frame, in the plane."""
    if view.problem.X.shape[1] != 2:
        return {}
    ends = lines(*weights(view.problem, yours), 0.0, wider(view.box))
    parts = (row(ends[:, i, j, None]) for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)))
    return {"points": [Segments(*parts, **LOOK)]}


#: At a smaller price the same way takes fewer sweeps.
_OPENS = {"proof": "gap", "lam": 10.0}
OWN = Own(
    {"odm-pair": Way(_states, opens=_OPENS)}, build_view, "points", marks=_boundary, gap="last"
)


EXPERIMENT = Experiment(
    name="margins",
    title="One outlier, and who follows it",
    question="What does the whole distribution of margins say that the smallest one does not?",
    knobs=with_primary(KNOBS, "theta", "lam", "reach", "compare"),
    solve=solve,
    scene=scene,
    click=edit,
    tools=tools,
    own=OWN,
    measures={
        "mean margin": lambda run: run.problem.margins(run.result.x).mean(),
        "margin deviation": lambda run: run.problem.margins(run.result.x).std(),
    },
    vary={"theta": (0.0, 0.9, 7), "reach": (0.0, 1.5, 3)},
)
