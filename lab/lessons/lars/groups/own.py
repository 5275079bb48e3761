"""A student's update in the groups scene: the same groups in the same order as the reference."""

from __future__ import annotations

import numpy as np

from lab.checking.task import Own, Way
from lab.lessons.lars.groups.view import build_view


def _states(run, ask):
    """A state per update of the student's step, on the subproblem (22) of its group."""
    problem, trace = run.problem, run.trace
    X, groups = problem.X, np.asarray(problem.groups)
    w = trace.snapshots["w"][0].copy()
    yield {"x": w.copy(), "w": w.copy(), "work": 0}
    for group, work in zip(trace.snapshots["group"][1:], trace.work[1:], strict=True):
        g = np.flatnonzero(groups == group)
        A = X[:, g].T @ X[:, g]
        w[g] = ask(A, -X[:, g].T @ (problem.t - X @ w) - A @ w[g], problem.lam)
        yield {"x": w.copy(), "w": w.copy(), "work": int(work)}


OWN = Own({"group-update": Way(_states)}, build_view)
