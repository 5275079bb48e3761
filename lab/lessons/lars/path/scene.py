"""The whole path of the lasso: drag lam from lam_max to 0 and see weights enter, tie and leave."""

from __future__ import annotations

import numpy as np

from lab.datasets.own_file import FILE_KNOBS, OPTION, preview
from lab.experiment import Experiment, Run
from lab.knobs import seed_knob
from lab.lessons.lars.path.captions import captions, statuses
from lab.lessons.lars.path.error import cp, error
from lab.lessons.lars.path.lines import correlations, weights
from lab.lessons.lars.path.questions import questions
from lab.lessons.lars.path.shapes import touching
from lab.lessons.lars.path.student_step import OWN
from lab.lessons.lars.path.view import REMEDIES, build_view, last_lam
from lab.lessons.lars.synthetic import DRAWN, KINDS, design
from lab.sweeps.measures import nonzeros
from solvers import Lasso, lars_path, solve_lars
from widgets import Clock, Layout, Scene
from widgets.knobs import Knob, with_primary

KNOBS = (
    Knob(
        "data", "choice", "two", "Data", options=(*KINDS.items(), OPTION),
        help="Two features have a plane, three a space; more have the size of w instead.",
    ),
    *FILE_KNOBS,
    Knob(
        "standardise", "switch", False, "Standardise",
        help="Scale every feature to length 1; it changes who enters when.",
    ),
    Knob(
        "method", "choice", "lasso", "Path",
        options=(("lasso", "lasso"), ("lar", "plain LARS")),
        help="Plain LARS never lets a weight leave.",
        when=({"not data": ("tie", "twins")}, {"remedy": ("noise",)}),
    ),
    Knob(
        "axis", "choice", "lam", "Axis",
        options=(("lam", "λ"), ("log", "λ by powers"), ("eta", "‖w‖₁")),
        help="What weights, correlations and errors are drawn over.",
    ),
    Knob(
        "remedy", "choice", "none", "Remedy", options=tuple(REMEDIES.items()),
        help="What the source does where columns depend on each other or tie. Neither is needed, "
        "and both change the problem: the certificate is that of the problem asked.",
    ),
    Knob("amount", "log", 0.03, "Its size", 1e-4, 1.0,
         help="α as a share of the mean ‖x‖², or the noise as a share of each column.",
         when={"remedy": ("ridge", "noise")}),
    Knob("folds", "integer", 5, "Folds", 2, 20, help="Of the cross-validation; at most the rows."),
    Knob("noise", "linear", 0.6, "Noise", 0.0, 2.0, help="Length of the noise; synthetic only.",
         when={"data": DRAWN}),
    seed_knob("the data and their noise",
        when=({"data": DRAWN}, {"remedy": ("noise",)})),
)  # fmt: skip


def solve(settings, cancelled=None):
    """All knots, the cross-validation along the path, and LARS as a solver of its last problem."""
    data = design(settings)
    path = lars_path(data.X, data.t, method=settings["method"], **_remedy(settings, data.X))
    end = last_lam(path, settings["axis"])
    problem = Lasso(data.X, data.t, end)
    result = solve_lars(problem, method=settings["method"], tol=1e-12, cancelled=cancelled)
    cv = path.cross_validate(min(settings["folds"], data.t.size))
    extra = {"path": path, "cv": cv, "end": end, "names": data.names}
    return Run(problem, {"lars": result}, extra=extra)


def _remedy(settings, X):
    """The option of `lars_path` that the knob "remedy" asks for."""
    size = settings["amount"]
    return {
        "none": {},
        "ridge": {"alpha": size * float(np.mean(np.sum(X * X, axis=0)))},
        "noise": {"perturb": size, "seed": settings["seed"]},
    }[settings["remedy"]]


def scene(run):
    """Four panels over one falling lam: weights, correlations, the touching shapes, the error."""
    view = build_view(run)
    return Scene(
        [weights(view), touching(view), correlations(view), error(view)],
        Clock("λ", view.lams),
        captions(view),
        {
            "‖w‖₁": view.eta,
            "in use": np.count_nonzero(view.w, axis=1),
            "Cₚ": cp(view),
            "gap": view.gap,
            "status": statuses(view),
        },
        questions(view),
        layout=_layout(view),
    )


def _layout(view):
    """Two or three weights have a shape to look at; more of them are lines."""
    lam = ("weights", "correlations", "error")
    if view.w.shape[1] <= 3:
        return Layout("touching", ("weights", "error"), ("correlations",), share_x=lam)
    return Layout("weights", ("correlations", "error"), ("touching",), share_x=lam)


EXPERIMENT = Experiment(
    "path",
    "The whole path of the lasso",
    "Drag λ from λmax to 0: which weights enter, tie and leave, and where should one stop?",
    with_primary(KNOBS, "data", "file", "axis", "method"),
    solve,
    scene,
    previews=preview,
    own=OWN,
    measures={"knots": lambda run: run.extra["path"].knots.size, "nonzeros": nonzeros},
    vary={"data": ["two", "three", "leaves", "tie", "twins"], "axis": ["lam", "log"]},
)
