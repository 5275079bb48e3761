"""A student's step in the lasso scene: the update of a weight, the threshold in it, or the step of
proximal gradient."""

from __future__ import annotations

from itertools import count

from lab.checking.task import Own, Way
from lab.lessons.coordinate_descent.lasso.view import build_view

#: Proximal gradient, whose step is not that of the scene's main method.
_ISTA = "ista"


def _updates(run, new):
    """A state per update w_d <- new(w, d): the same weights in the same order as the reference."""
    snapshots = run.trace.snapshots
    order = snapshots["coordinate"][1:]
    w = snapshots["w"][0].copy()
    yield {"x": w.copy(), "w": w.copy()}
    for k in count():
        d = int(order[k]) if k < order.size else k % w.size
        w[d] = new(w.copy(), d)
        yield {"x": w.copy(), "w": w.copy()}


def _update(run, ask):
    problem = run.problem
    return _updates(run, lambda w, d: ask(problem.X, problem.t, problem.lam, w, d))


def _threshold(run, ask):
    problem = run.problem

    def new(w, d):
        x = problem.X[:, d]
        square = x @ x
        inner = x @ (problem.t - problem.X @ w) + square * w[d]
        return ask(float(inner), problem.lam) / square if square > 0.0 else 0.0

    return _updates(run, new)


def _proximal(run, ask):
    """A state per step of proximal gradient, from the same start at the same length."""
    problem, trace = run.problem, run.traces[_ISTA]
    w, lipschitz = trace.snapshots["w"][0].copy(), problem.lipschitz()
    for work in trace.work:
        yield {"x": w.copy(), "w": w.copy(), "work": int(work)}
        w = ask(problem.X, problem.t, problem.lam, w.copy(), lipschitz)


OWN = Own(
    {
        "lasso-update": Way(_update),
        "soft-threshold": Way(_threshold),
        "proximal-step": Way(_proximal, {"compare": (_ISTA,)}, beside=_ISTA),
    },
    build_view,
)
