"""A student's choice of keys in the bags scene: the assignment method with it."""

from __future__ import annotations

import numpy as np

from lab.checking.task import Own, Refused, Way
from lab.checking.yours import LOOK
from lab.lessons.mi_odm.bags.levels import boundary
from lab.lessons.mi_odm.bags.methods import ASSIGNMENT, first_keys
from lab.lessons.mi_odm.bags.view import build_view, machines
from lab.race.methods import YOURS
from solvers.exchange import assignment_states, drive_saddle


def _states(run, ask):
    """The states of the assignment method, from the same keys as the reference."""
    problem = run.problem

    def repick(machine):
        f = problem.gram() @ machine.machine
        bags = zip(problem.first.tolist(), problem.sizes.tolist(), machine.keys, strict=True)
        return np.array([_key(ask, problem, f[i : i + n], key) for i, n, key in bags], dtype=int)

    return assignment_states(problem, first_keys(problem, run.settings), None, repick)


def _key(ask, problem, f, key):
    new = int(ask(f, int(key), problem.nu, problem.theta))
    if not 0 <= new < f.size:
        raise Refused(f"Your step must return the number of an instance of the bag, got {new}.")
    return new


def _boundary(view, yours):
    """f = 0 of the student's machine, in a plane that is no projection."""
    if view.case.projected or view.case.points.shape[1] != 2:
        return {}
    mu = view.run.traces[YOURS].snapshots["key_probability"][view.rows[YOURS]]
    return {"bags": boundary(view, machines(view.problem, yours, mu), LOOK)}


OWN = Own(
    {"key-selection": Way(_states, {"method": (ASSIGNMENT,)}, {"first": "last"})},
    build_view,
    "bags",
    marks=_boundary,
    drive=lambda states, run, options: drive_saddle(states, run.problem, options),
)
