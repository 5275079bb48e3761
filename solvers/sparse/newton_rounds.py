"""Rounds on one shared quadratic model of the logistic loss: model it at w, minimise the model plus
the penalty over a working set, and search along the way there (Yuan, Ho and Lin, 2012,
JMLR 13:1999-2030)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers.sparse.logistic_kernels import FLOOR, LONGEST, RHO, ROUNDING, evaluate
from solvers.sparse.working_set_loop import PATIENCE, STALLED

#: At most so many sweeps are made on the first model, and twice as many on each after a full step:
#: far from the minimum a model is ill-conditioned, and not worth more.
_FIRST_SWEEPS = 100


@dataclass(slots=True)
class Look:
    """All there is to know at w: the fit, the residual t q, its slope q (1 - q), the correlations,
    the loss and the gap."""

    fit: np.ndarray
    r: np.ndarray
    s: np.ndarray
    c: np.ndarray
    loss: float
    gap: float

    def root_and_residual(self):
        """(root, v): the model is 1/2 ||v - diag(root) X (u - w)||^2 up to a constant."""
        root = np.sqrt(np.maximum(self.s, FLOOR))
        return root, self.r / root


def look(problem, w):
    """Everything at `w`, from scratch."""
    fit, r, s = problem.fit(w), np.empty(problem.t.size), np.empty(problem.t.size)
    loss = evaluate(problem.t, fit, r, s)
    c = problem.X.T @ r
    return Look(fit, r, s, c, loss, loss + problem.penalty(w) - problem.bound(r, c))


def _search(problem, at, w, new):
    """Armijo's rule from w towards `new`: the accepted share of the way (0: none), the trials."""
    ahead, alpha = problem.fit(new) - at.fit, 1.0
    slope = problem.penalty(new) - problem.penalty(w) - at.c @ (new - w)
    # True of any descent on the model; near the minimum the slope is lost in rounding.
    slope = min(slope, -0.5 * ((at.s * ahead) @ ahead))
    if not slope < 0.0:
        return 0.0, 0
    for trials in range(1, LONGEST + 1):
        there = new if alpha == 1.0 else w + alpha * (new - w)
        change = problem.loss(at.fit + alpha * ahead) - at.loss
        change += problem.penalty(there) - problem.penalty(w)
        if change <= alpha * RHO * slope + ROUNDING * at.loss:
            return alpha, trials
        alpha *= 0.5
    return 0.0, LONGEST


def newton_rounds(problem, w, theta, minimise, *, tol, max_iter, each):
    """A state per round if `each`; else only where the gap seems closed, nothing moves, or enough
    has been done.

    minimise(look, w, budget) -> (new w, sweeps made, coordinates visited, multiplications) does at
    most `budget` sweeps on the model at w.
    """
    picture = {"changed": 0, "visited": 0, "trials": 0, "alpha": 1.0}
    yield {"x": w, "dual": {"theta": theta}, "w": w, **picture}
    at, limit, most = look(problem, w), tol * problem.scale, _FIRST_SWEEPS
    sweeps, work, unseen = 0, 0, 0.0
    while True:
        new, made, visited, cost = minimise(at, w, min(max_iter - sweeps, most))
        alpha, trials = _search(problem, at, w, new)
        sweeps, work, unseen = sweeps + made, work + visited, unseen + cost
        picture = {"changed": np.count_nonzero(new != w) if alpha > 0.0 else 0}
        picture |= {"visited": visited, "trials": trials, "alpha": alpha}
        w, most = (new, 2 * most) if alpha == 1.0 else (w + alpha * (new - w), most)
        at = look(problem, w)
        done, stalled = at.gap <= limit, alpha == 0.0
        if each or done or stalled or unseen >= PATIENCE or sweeps >= max_iter:
            state = {"x": w, "w": w, "dual": {"theta": at.r}, "iteration": sweeps, "work": work}
            state |= {"check": done, **picture}
            yield state | STALLED if stalled else state
            unseen = 0.0
