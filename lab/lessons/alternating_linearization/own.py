"""A student's M-step or Y-step within alternating linearization, for every scene that shows it."""

from __future__ import annotations

import numpy as np

from lab.checking.task import Refused, Way
from solvers.exchange import alternating_states


def _states(run, **step):
    case, factor = run.extra["case"], run.settings.get("mu", 1.0)
    return alternating_states(case.problem, case.prior, factor, **step)


def _own_m(run, ask):
    def step(*args):
        M = ask(*args)
        if np.linalg.eigvalsh(0.5 * (M + M.T))[0] <= 0.0:
            raise Refused("The M of your step is not positive definite.")
        return M

    return _states(run, m_step=step)


def _own_y(run, ask):
    return _states(run, y_step=ask)


def ways(**needs):
    """The exercises of the method, where the knobs stand as `needs` says."""
    return {"m-step": Way(_own_m, needs), "y-step": Way(_own_y, needs)}
