"""Rounds on one shared quadratic model of the logistic loss: model it at w, minimise the model plus
the penalty over a working set, and search along the way there (Yuan, Ho and Lin, 2012,
JMLR 13:1999-2030)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers.sparse.logistic_kernels import FLOOR, LONGEST, RHO, ROUNDING, evaluate
from solvers.sparse.working_set_loop import Progress

#: At most so many sweeps are made on the first model, and twice as many on each after a full step:
#: far from the minimum a model is ill-conditioned, and not worth more.
_FIRST_SWEEPS = 100
#: Sweeps on a model end when the largest h delta^2 of one has fallen by this factor.
_FALL = 1e-4
#: A model over up to so many columns is swept with its Gram matrix in place of its data.
LARGEST_GRAM = 300


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


def newton_rounds(problem, w, theta, minimise, options):
    """A state per round where all are recorded, else as `Progress` says.

    minimise(look, w, budget) -> (new w, sweeps, coordinates visited, multiplications) does at most
    `budget` sweeps on the model at w.
    """
    picture = {"changed": 0, "visited": 0, "trials": 0, "alpha": 1.0}
    yield {"x": w, "dual": {"theta": theta}, "w": w, **picture}
    at, limit, most = look(problem, w), options.tol * problem.scale, _FIRST_SWEEPS
    progress = Progress(options)
    while True:
        new, sweeps, visited, cost = minimise(at, w, min(options.max_iter - progress.sweeps, most))
        alpha, trials = _search(problem, at, w, new)
        progress.count(sweeps, visited, cost)
        picture = {"changed": np.count_nonzero(new != w) if alpha > 0.0 else 0}
        picture |= {"visited": visited, "trials": trials, "alpha": alpha}
        w, most = (new, 2 * most) if alpha == 1.0 else (w + alpha * (new - w), most)
        at = look(problem, w)
        done, stalled = at.gap <= limit, alpha == 0.0
        if progress.due(done or stalled):
            yield progress.state(w, at.r, done, stalled, picture)


def minimise_model(sweeps, model, budget):
    """Sweep over `model`, what the kernel `sweeps` takes, until the largest change of a sweep has
    fallen far, or `budget` sweeps are made; return how many."""
    first, _, largest = sweeps(*model, 1, -1.0)
    more, _, _ = sweeps(*model, budget - 1, _FALL * largest)
    return first + more
