"""A student's update in the logistic scene: the same weights in the same order as the reference."""

from __future__ import annotations

from lab.checking.task import Own, Way
from lab.lessons.lars.logistic.view import build_view


def _states(run, ask):
    """A state per update of the student's step."""
    problem, snapshots = run.problem, run.trace.snapshots
    w = snapshots["w"][0].copy()
    yield {"x": w.copy(), "w": w.copy()}
    for d in snapshots["coordinate"][1:]:
        w[d] = ask(problem.X, problem.t, problem.lam, w.copy(), int(d))
        yield {"x": w.copy(), "w": w.copy()}


OWN = Own({"logistic-update": Way(_states)}, build_view)
