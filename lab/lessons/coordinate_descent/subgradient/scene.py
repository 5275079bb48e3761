"""Subgradients: the lines that support a convex function, and what a zero among their slopes says.

Fig. 2 and eqs. (10)-(11) of 002_8a6384496e3a9cf3.txt.
"""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import readout
from lab.experiment import Experiment, Run
from lab.lessons.coordinate_descent.subgradient.captions import captions
from lab.lessons.coordinate_descent.subgradient.kinked import TOL, Kinked
from lab.lessons.coordinate_descent.subgradient.panels import FORMULAS, panels
from lab.lessons.coordinate_descent.subgradient.questions import questions
from solvers import Result, Trace
from widgets import Clock, Layout, Scene
from widgets.knobs import Knob

#: Positions of the walk from left to right, and slopes shown at a kink.
POSITIONS, FAN = 57, 9
KNOBS = (
    Knob(
        "function", "choice", "lasso", "F(w)", options=tuple(FORMULAS.items()),
        help="The function with a kink; the smooth one beside it is ½(w − a)².",
    ),
    Knob("a", "linear", 0.8, "a", -2.0, 2.0, help="Where the smooth function is least."),
    Knob("lam", "linear", 1.2, "λ", 0.0, 3.0, help="How sharp the kink is."),
)  # fmt: skip


def make_problem(settings):
    """The `Kinked` function that the knobs describe."""
    a, lam = settings["a"], settings["lam"]
    slopes, heights, bend = {
        "abs": ((-lam, lam), (0.0, 0.0), 0.0),
        "lasso": ((-lam, lam), (0.0, 0.0), 1.0),
        "lines": ((-2.0 * lam, -0.5 * lam, lam), (lam * (-1.5 + 2.0 * a), lam * 0.5 * a,
                                                  lam * (-0.9 - a)), 0.0),
        "hinge": ((-lam, 0.0), (lam, 0.0), 1.0),
    }[settings["function"]]  # fmt: skip
    return Kinked(np.array(slopes), np.array(heights), bend, a)


def solve(settings, cancelled=None):
    """A point walks from left to right and shows every supporting line, at a kink one by one."""
    problem = make_problem(settings)
    w, z = problem.path(POSITIONS, FAN)
    certificates = [problem.certify(w[k], w[: k + 1], z[: k + 1]) for k in range(w.size)]
    trace = _trace(w, z, certificates)
    row, dual = int(np.argmin(trace.objective)), {"points": w, "slopes": z}
    best = problem.certify(w[row], **dual)
    status = "converged" if best.holds(TOL) else "max_iter"
    result = Result(w[[row]], dual, best, status, row, trace)
    return Run(problem, {"path": result})


def _trace(w, z, certificates):
    """The walk as a history; each row's certificate uses every line so far."""
    objective = np.array([c.objective for c in certificates])
    bound = np.array([c.bound for c in certificates])
    steps = np.arange(w.size)
    gap = np.minimum.accumulate(objective) - np.maximum.accumulate(bound)
    scale, zeros = np.array([c.scale for c in certificates]), np.zeros(w.size)
    shown = {"w": w, "slope": z}
    return Trace(steps, steps, zeros, objective, bound, scale, zeros, gap, shown)


def scene(run):
    """The smooth function, the kinked one, its subdifferential, and what the lines prove."""
    return Scene(
        panels(run),
        Clock("step", run.trace.iteration),
        captions(run),
        readout(run.result, np.arange(len(run.trace)), TOL),
        questions(run),
        layout=Layout("kinked", ("slopes", "proof"), ("smooth",)),
    )


EXPERIMENT = Experiment(
    "subgradient",
    "Subgradients: lines that support a function",
    "Where a function has a kink it has no slope; how can one still see that a point is lowest?",
    KNOBS,
    solve,
    scene,
)
