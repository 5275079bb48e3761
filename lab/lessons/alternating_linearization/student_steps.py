"""A student's M-step or Y-step within alternating linearization, for every scene that shows it."""

from __future__ import annotations

from functools import partial

from lab.checking.task import StepMethod
from solvers.exchange import alternating_states


def _states(run, ask, step):
    case, factor = run.extra["case"], run.settings.get("mu", 1.0)
    return alternating_states(case.problem, case.prior, mu_factor=factor, **{step: ask})


def ways(**needs):
    """The exercises of the method, where the knobs stand as `needs` says."""
    steps = {"m-step": "m_step", "y-step": "y_step"}
    return {name: StepMethod(partial(_states, step=step), needs) for name, step in steps.items()}
