"""A student's step within an interior-point method, for every scene that shows one: the step to
the boundary, the predictor or the centring of Mehrotra's method, or the low-cost direction."""

from __future__ import annotations

from functools import partial

from lab.checking.task import StepMethod
from lab.lessons.interior_point.methods import OWN as AS_IT_IS
from solvers.exchange import ETA, low_cost_states, mehrotra_states


def _start(run):
    """Where the reference starts: x (n,), or None for its own start."""
    case = run.extra.get("case")
    return None if case is None else case.x0


def _share(run):
    """The share of the way to the boundary that the knob asks for."""
    return ETA if run.settings["eta"] == AS_IT_IS else run.settings["eta"]


def _mehrotra(run, ask, part):
    how = {"eta": _share(run), "separate": run.settings["steps"] == "separate"}
    return mehrotra_states(run.problem, _start(run), **how, **{part: ask})


def _low_cost(run, ask):
    how = {"eta": _share(run), "frozen": run.settings["spectral"] == "frozen"}
    return low_cost_states(run.problem, ask, _start(run), **how)


_NEEDS = {"method": ("mehrotra",), "start": (AS_IT_IS, "feasible")}
STEP_METHODS = {
    "step-to-boundary": StepMethod(partial(_mehrotra, part="boundary"), _NEEDS),
    "mehrotra-sigma": StepMethod(partial(_mehrotra, part="centring"), _NEEDS),
    "predictor-direction": StepMethod(partial(_mehrotra, part="predictor"), _NEEDS),
    "low-cost-direction": StepMethod(_low_cost, {"method": ("safeguarded",)}),
}
