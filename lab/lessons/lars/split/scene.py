"""The lasso split into positive and negative parts (5), and a walk through the inside to a corner
that an inside walk never reaches."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import readout
from lab.drawing.text import number
from lab.experiment import Experiment, Run
from lab.knobs import seed_knob
from lab.lessons.lars.split.captions import captions
from lab.lessons.lars.split.panels import gaps, halves, products, weights
from lab.lessons.lars.split.questions import questions
from lab.lessons.lars.split.view import TOL, build_view
from lab.lessons.lars.synthetic import DRAWN, design
from solvers import Lasso, central_path, lars_path, solve_lasso_interior_point
from widgets import Layout, Scene, on_demand
from widgets.knobs import Knob, with_primary

KINDS = {
    "two": "two features",
    "twins": "twins: a feature twice",
    "three": "three features",
    "leaves": "three features (four rows)",
}
#: Points on the drawn central path, and the last of them as a share of the first.
_CENTRES, _LAST = 40, 1e-6
KNOBS = (
    Knob(
        "data", "choice", "two", "Data", options=tuple(KINDS.items()),
        help="Twins have many solutions; see which one the inside chooses.",
    ),
    Knob(
        "share", "log", 0.16, "λ / λmax", 0.001, 1.2,
        help="The price of ‖w‖₁ as a share of the one from which on w = 0.",
    ),
    Knob(
        "method", "choice", "mehrotra", "Steps",
        options=(("mehrotra", "predictor-corrector"), ("barrier", "logarithmic barrier")),
        help="Aim far and correct, or minimise a barrier again and again.",
    ),
    Knob("noise", "linear", 0.6, "Noise", 0.0, 2.0, help="Length of the noise; synthetic only.",
         when={"data": DRAWN}),
    seed_knob("the data and their noise",
        when={"data": DRAWN}),
)  # fmt: skip


def solve(settings, cancelled=None):
    """The walk, the central path beside it, and the solution that LARS gives."""
    data = design(settings | {"standardise": False})
    lam = settings["share"] * float(np.abs(data.X.T @ data.t).max())
    problem = Lasso(data.X, data.t, lam)
    result = solve_lasso_interior_point(
        problem, tol=TOL, method=settings["method"], cancelled=cancelled
    )
    first = result.trace.snapshots["mu"][0]
    centre = central_path(problem, first * np.geomspace(1.0, _LAST, _CENTRES))
    exact = lars_path(data.X, data.t).at(lam)
    extra = {"names": data.names, "centre": centre, "lars": exact}
    return Run(problem, {"interior point": result}, extra=extra)


def scene(run):
    """Four panels, a frame per factorisation: w, its halves, the products, the proof."""
    view = build_view(run)
    return Scene(
        [
            weights(view),
            halves(view),
            on_demand("products", products, view),
            on_demand("gap", gaps, view),
        ],
        view.clock,
        captions(view),
        {"μ": view.mu, **readout(run.result, np.arange(len(view)), TOL)},
        questions(view),
        layout=Layout("weights", ("halves", "products", "gap"), twin=True),
    )


def ticks(settings):
    """The λ that the share means."""
    data = design(settings | {"standardise": False})
    top = float(np.abs(data.X.T @ data.t).max())
    return {"share": (1.0, f"λmax {number(top, 2)}")}


EXPERIMENT = Experiment(
    "split",
    "An interior point for the lasso",
    "How does a walk that never touches a wall end exactly at a corner?",
    with_primary(KNOBS, "share", "data", "method"),
    solve,
    scene,
    ticks,
    vary={"share": (0.005, 1.0, 7), "method": None},
)
