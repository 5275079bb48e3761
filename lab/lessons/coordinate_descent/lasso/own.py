"""A student's update in the lasso scene: the same weights in the same order as the reference."""

from __future__ import annotations

from itertools import count

from lab.checking.task import Own
from lab.lessons.coordinate_descent.lasso.view import build_view


def _states(run, ask):
    """A state per update of the student's step."""
    problem, snapshots = run.problem, run.trace.snapshots
    order = snapshots["coordinate"][1:]
    w = snapshots["w"][0].copy()
    yield {"x": w.copy(), "w": w.copy()}
    for k in count():
        d = int(order[k]) if k < order.size else k % w.size
        w[d] = ask(problem.X, problem.t, problem.lam, w.copy(), d)
        yield {"x": w.copy(), "w": w.copy()}


OWN = Own("lasso-update", _states, build_view)
