"""Coordinate descent on the lasso: each weight in turn, exactly (eq. 20 of
002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

import numpy as np

from solvers.shuffle import shuffle
from solvers.sparse.lasso_kernels import RULES, Columns, curvatures, minimise, steepest, sweeps
from solvers.sparse.working_set_loop import STALLED, working_set, working_set_loop

#: Up to so many columns, X'X is cheap enough to sweep with in place of X.
_LARGEST_GRAM = 50


def _gram(X):
    """X'X as kernels like it: read-only, as X' is, so that they compile once."""
    product = X.T @ X
    product.flags.writeable = False
    return product


class _LassoDescent:
    """Sweeps of the lasso for `working_set_loop`, on the residual or, where X is narrow, on X'r and
    X'X."""

    def __init__(self, problem, w, random, rule, active_set, gram):
        self.problem, self.w, self.random, self.rule = problem, w, random, rule
        self.active_set = active_set
        M = _gram(problem.X) if gram else problem.X.T
        self.columns = Columns(M, np.zeros(w.size), problem.lam, gram)
        self.changed = self.visited = 0

    def weights(self):
        return self.w

    def look(self):
        """Residual and correlations from scratch, the working set and its curvatures; the gap."""
        problem, w = self.problem, self.w
        self.theta = r = problem.residual(problem.fit(w))
        c = problem.X.T @ r
        self.chosen = working_set(np.abs(c), w != 0.0) if self.active_set else np.arange(w.size)
        curvatures(problem.X.T, self.chosen, self.columns.h)
        self.kept = c if self.columns.gram else r
        self.visits = size = self.chosen.size
        self.cost = 1 + self.kept.size * size * (size if self.rule == RULES["greedy"] else 1)
        return 0.5 * (r @ r) + problem.penalty(w) - problem.bound(r, c)

    def sweep(self, count, enough):
        count, changed, largest = sweeps(
            self.columns, self.chosen, self.rule, self.random, self.w, self.kept, count, enough
        )
        self.changed, self.visited = changed, self.visits
        return count, changed, largest

    def picture(self):
        return {"changed": self.changed, "visited": self.visited}


def lasso_sweep_states(problem, w, theta, random, *, rule, active_set, options):
    """A state per sweep, or unrecorded per stretch of them."""
    gram = options.unrecorded and min(problem.t.size, _LARGEST_GRAM) >= w.size
    descent = _LassoDescent(problem, w, random, rule, active_set, gram)
    return working_set_loop(descent, theta, options)


def lasso_updates(problem, w, theta, random, *, rule):
    """A state per coordinate visited, with what a picture of its one-dimensional problem needs."""
    h, order, still = np.zeros(w.size), np.arange(w.size), 0
    columns = Columns(problem.X.T, h, problem.lam, False)
    curvatures(problem.X.T, order, h)
    yield _update_state(w, theta, -1, 0.0, 0.0, 0.0, False)
    while still < 2 * w.size:
        r = problem.residual(problem.fit(w))
        if rule == RULES["random"]:
            shuffle(order, random)
        for d in order:
            if rule == RULES["greedy"]:
                d = max(steepest(columns, w, r), 0)
            old = w[d]
            correlation, shift = minimise(columns, d, w, r)
            inside = abs(correlation + h[d] * old) <= problem.lam
            still = still + 1 if shift == 0.0 else 0
            state = _update_state(w, r, d, old, correlation, h[d], inside)
            yield state if still < 2 * w.size else state | STALLED


def _update_state(w, theta, d, old, correlation, curvature, thresholded):
    return {
        "x": w,
        "dual": {"theta": theta},
        "w": w,
        "coordinate": d,
        "old": old,
        "new": w[d] if d >= 0 else 0.0,
        "correlation": correlation,
        "curvature": curvature,
        "thresholded": thresholded,
    }
