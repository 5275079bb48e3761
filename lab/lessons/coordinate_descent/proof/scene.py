"""The proof as a picture: any line under the loss is a bound, if it is not too steep for the price.

Weak and strong duality of the lasso (2) of 002_8a6384496e3a9cf3.txt in one weight.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lab.drawing.readout import readout
from lab.experiment import Experiment, Run
from lab.lessons.coordinate_descent.proof import lines
from lab.lessons.coordinate_descent.proof.captions import captions
from lab.lessons.coordinate_descent.proof.panels import panels
from lab.lessons.coordinate_descent.proof.questions import questions
from lab.lessons.coordinate_descent.proof.view import HIGH, LOW, TOL, build_view
from solvers import Lasso, solve_proximal_gradient
from widgets import Layout, Scene
from widgets.edits import Tools
from widgets.knobs import Knob

#: A number is read twice, so far below and above the target; no w fits both readings.
SPREAD = 1.2
#: A line that is dropped so near to F, as a share of the picture, lies against it.
_NEAR = 0.02
_BELOW, _ABOVE = 6.0, 2.0
_HAND = {"line": ("hand",)}
KNOBS = (
    Knob("lam", "linear", 1.2, "λ", 0.2, 4.0, primary=True,
         help="The price of |w|, and how steep a line may be."),
    Knob("target", "linear", 1.6, "Target", -2.0, 2.0, primary=True,
         help="Two readings, 1.2 below and above it, are to be met by one weight."),
    Knob("start", "linear", -1.0, "Start", -2.5, 2.5, primary=True, help="Where w begins."),
    Knob("line", "choice", "residual", "Line", primary=True,
         options=(("residual", "of the residual"), ("hand", "by hand")),
         help="The line that the residual at w gives, or one of your own."),
    Knob("at", "linear", 1.3, "Beside F at", -2.5, 2.5, primary=True, when=_HAND,
         help="Where your line runs as F does: it turns the line."),
    Knob("drop", "linear", 0.0, "Below F by", -_ABOVE, _BELOW, primary=True, when=_HAND,
         help="How far below F it is there; below 0 it cuts F, and no dual point has it."),
    Knob("share", "log", 0.3, "Step", 0.05, 1.9,
         help="As a share of the step 1 / L, which in one weight arrives at once."),
)  # fmt: skip


def make_problem(settings):
    """The `Lasso` of one weight and two readings."""
    t = settings["target"] + np.array([-SPREAD, SPREAD])
    return Lasso(np.ones((2, 1)), t, settings["lam"])


def solve(settings, cancelled=None):
    """Short steps of proximal gradient, certified with their residuals or with the hand's line."""
    problem = make_problem(settings)
    result = solve_proximal_gradient(
        problem, x0=[settings["start"]], tol=TOL, max_iter=80,
        lipschitz=problem.lipschitz() / settings["share"], cancelled=cancelled,
    )  # fmt: skip
    if settings["line"] == "hand":
        theta = lines.theta_through(problem, settings["at"], max(settings["drop"], 0.0))
        result = proved_by(problem, result, theta)
    return Run(problem, {"ista": result})


def proved_by(problem, result, theta):
    """`result` with one theta (N,) as the dual point of every row."""
    certificates = [problem.certify(w, theta) for w in result.trace.snapshots["w"]]
    objective = np.array([c.objective for c in certificates])
    bound = np.array([c.bound for c in certificates])
    trace = replace(
        result.trace,
        objective=objective,
        bound=bound,
        scale=np.array([c.scale for c in certificates]),
        gap=np.minimum.accumulate(objective) - np.maximum.accumulate(bound),
    )
    row = int(objective.argmin())
    best, status = certificates[row], result.status
    if status != "cancelled":
        status = "converged" if best.holds(TOL) else "max_iter"
    x = result.trace.snapshots["w"][row]
    return replace(
        result, x=x, dual={"theta": theta}, certificate=best, status=status, row=row, trace=trace
    )


def scene(run):
    """F with the line under it, the loss alone, all lines at once, the gap."""
    view = build_view(run)
    return Scene(
        panels(view),
        view.clock,
        captions(view),
        readout(run.result, view.rows, TOL),
        questions(view),
        layout=Layout("line", ("loss", "dual"), ("gap",)),
    )


def tools(settings):
    """What hands may do: take the line."""
    return Tools(
        "line",
        (("move", None, "Move the line"),),
        (("beside F at", None), ("below F by", None)),
        lambda: [[settings["at"], settings["drop"]]] if settings["line"] == "hand" else [],
        drag="move",
        noun="line",
    )


def edit(settings, action):
    """The knobs that an action turns: the line goes through where the hand is."""
    if action["do"] == "rows":
        if not action["rows"]:
            return {"line": "residual"}
        at, drop = action["rows"][0]
    elif action["do"] == "move" and action.get("panel") == "line":
        problem, at = make_problem(settings), action["x"]
        drop = float(lines.objective(problem, at)) - action["y"]
        height = float(lines.objective(problem, np.array([settings["start"], 0.0])).max())
        drop = 0.0 if abs(drop) < _NEAR * height else drop
    else:
        return {}
    at, drop = np.clip(at, LOW + 0.5, HIGH - 0.5), np.clip(drop, -_ABOVE, _BELOW)
    return {"line": "hand", "at": round(float(at), 2), "drop": round(float(drop), 2)}


EXPERIMENT = Experiment(
    "proof",
    "The proof: a line below F",
    "How can one know how low F can be, without knowing where it is lowest?",
    KNOBS,
    solve,
    scene,
    click=edit,
    tools=tools,
    measures={"weight": lambda run: float(run.result.x[0])},
    vary={"line": None, "at": [-0.5, 0.0, 0.4, 0.7, 0.9, 1.0, 1.1, 1.3, 1.6, 2.0]},
)
