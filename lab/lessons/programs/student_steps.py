"""A student's step in the plane and in space: the ratio test of simplex, or the halves of PDHG."""

from __future__ import annotations

from lab.checking.task import StepMethod, StudentSteps
from lab.lessons.programs.polygon.model import frames
from solvers.exchange import pdhg_states, simplex_states


def _simplex(run, ask):
    return simplex_states(run.problem, ask, run.extra["x0"], rule=run.settings["rule"])


def _pdhg(run, ask):
    return pdhg_states(run.problem, ask)


def student_steps(panel, **needs):
    """Both steps in a scene whose iterates are points of `panel`, where the knobs stand as `needs`
    says."""
    ways = {
        "ratio-test": StepMethod(_simplex, {"method": ("simplex",), **needs}),
        "pdhg-step": StepMethod(_pdhg, {"method": ("pdhg",), **needs}),
    }
    return StudentSteps(ways, frames, panel)
