"""Coordinate descent on the lasso: each weight in turn, exactly (eq. 20 of
002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

import numpy as np

from solvers.batches import steps_per_call
from solvers.checks import is_sparse, locked
from solvers.compiled import njit
from solvers.shuffle import shuffle
from solvers.sparse.columns import NONE, columns_of, gram, gram_columns, narrow_gram
from solvers.sparse.gram_rounds import gram_rounds
from solvers.sparse.grid_kernels import rounds_from_data, rounds_on_gram
from solvers.sparse.lasso_kernels import (
    RULES,
    Columns,
    curvatures,
    minimise,
    steepest,
    sweeps,
)
from solvers.sparse.small_rounds import is_small, small_rounds
from solvers.sparse.working_set_loop import STALLED, Progress, working_set, working_set_loop

#: Up to so many columns, X'X is cheap enough to sweep with in place of X.
_LARGEST_GRAM = 50


class _LassoDescent:
    """Sweeps of the lasso for `working_set_loop`, on the residual or, where X is narrow, on X'r and
    X'X."""

    def __init__(self, problem, w, random, rule, active_set, narrow):
        self.problem, self.w, self.random, self.rule = problem, w, random, rule
        self.active_set, X, lam = active_set, problem.X, problem.lam
        self.columns = gram_columns(gram(X), lam) if narrow else columns_of(X, lam)
        self.changed = self.visited = 0

    def weights(self):
        return self.w

    def look(self):
        """Residual and correlations from scratch, the working set and its curvatures; the gap."""
        problem, w = self.problem, self.w
        self.theta = r = problem.residual(problem.fit(w))
        c = problem.X.T @ r
        self.chosen = working_set(np.abs(c), w != 0.0) if self.active_set else np.arange(w.size)
        if not self.columns.gram:
            curvatures(self.columns, self.chosen)
        self.kept = c if self.columns.gram else r
        self.visits = size = self.chosen.size
        length = self.columns.M.size // max(w.size, 1)
        self.cost = 1 + length * size * (size if self.rule == RULES["greedy"] else 1)
        return 0.5 * (r @ r) + problem.penalty(w) - problem.bound(r, c)

    def sweep(self, count, enough):
        count, changed, largest = sweeps(
            self.columns, self.chosen, self.rule, self.random, self.w, self.kept, count, enough
        )
        self.changed, self.visited = changed, self.visits
        return count, changed, largest

    def picture(self):
        return {"changed": self.changed, "visited": self.visited}


def lasso_sweep_states(problem, w, theta, random, *, rule, active_set, options, watched):
    """A state per sweep, or unrecorded per stretch of them."""
    if options.unrecorded and active_set and rule != RULES["greedy"] and not is_sparse(problem.X):
        if _is_narrow(problem) and problem.lam > 0.0:
            return _narrow_states(problem, w, theta, random, rule, options)

        def minimise(known, square, limit, most):
            columns, q = known.gram(problem.lam)
            u, v = known.w, known.v
            sweeps, changed, gap = rounds_on_gram(
                columns, q, square, rule, random, u, v, limit, most
            )
            return sweeps, changed, u.size, gap

        return lasso_rounds(problem, w, theta, random, rule, options, watched, minimise)
    return working_set_loop(_descent(problem, w, random, rule, active_set, options), theta, options)


def lasso_rounds(problem, w, theta, random, rule, options, watched, minimise, step=None):
    """The states of `gram_rounds`, of small problems those of `small_rounds`; where X'X does not
    lead further, sweeps on X."""
    progress = None
    if problem.lam > 0.0 and options.unrecorded and is_small(problem.X):
        w, theta, progress = yield from small_rounds(problem, w, theta, random, rule, options, step)
    elif problem.lam > 0.0:
        w, theta, progress = yield from gram_rounds(problem, w, theta, options, watched, minimise)
    descent = _descent(problem, w, random, rule, True, options)
    yield from working_set_loop(descent, theta, options, progress)


def _is_narrow(problem):
    N, D = problem.X.shape
    return min(N, _LARGEST_GRAM) >= D


def _narrow_states(problem, w, theta, random, rule, options):
    """The start, and what one call of a kernel makes of it; mostly that is all there is to do."""
    yield {"x": w, "dual": {"theta": theta}, "w": w, "changed": 0, "visited": 0}
    progress, D = Progress(options), w.size
    limit, most = options.tol * problem.scale, min(options.max_iter, steps_per_call(D * D))
    G, X, t = locked(narrow_gram(problem.X)), problem.X, problem.t
    made, changed, gap, r = _rounds(G, NONE, X, t, problem.lam, rule, random, w, limit, most)
    progress.count(made, made * D, 0)
    yield progress.state(w, r, gap <= limit, False, {"changed": changed, "visited": D})
    descent = _descent(problem, w, random, rule, True, options)
    yield from working_set_loop(descent, r, options, progress)


@njit(cache=True, nogil=True)
def _rounds(G, none, X, t, lam, rule, random, w, limit, most):
    """`rounds_from_data` on X'X = G; to hand over `Columns` would take as long as some sweeps."""
    h = np.empty(w.size)
    for d in range(w.size):
        h[d] = G[d, d]
    columns = Columns(G, none, none, h, lam, True)
    return rounds_from_data(columns, X, t, rule, random, w, limit, most)


def _descent(problem, w, random, rule, active_set, options):
    narrow = options.unrecorded and _is_narrow(problem)
    return _LassoDescent(problem, w, random, rule, active_set, narrow)


def lasso_updates(problem, w, theta, random, *, rule):
    """A state per coordinate visited, with what a picture of its one-dimensional problem needs."""
    columns, order, still = columns_of(problem.X, problem.lam), np.arange(w.size), 0
    curvatures(columns, order)
    h = columns.h
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
