"""Coordinate descent on L1-penalised logistic regression: a quadratic model of the loss along each
coordinate, and a line search (eq. 20 of 002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

import numpy as np

from solvers.checks import is_sparse, locked
from solvers.shuffle import shuffle
from solvers.sparse.columns import columns_of, gram, gram_columns
from solvers.sparse.lasso_kernels import RULES, curvatures, sweeps
from solvers.sparse.logistic_kernels import EXPONENTIAL, Margins, Point, logistic_sweeps, step
from solvers.sparse.newton_rounds import LARGEST_GRAM, minimise_model, newton_rounds
from solvers.sparse.working_set_loop import STALLED, working_set, working_set_loop

#: The working set of a model holds this many columns at least: its Gram matrix is not for nothing.
_SMALLEST_SET = 20

_PRINTED = {
    "note": "As printed, the line search takes the new value of a weight for its shift; most steps "
    "are then rejected, and in the end all of them."
}


class _LogisticDescent:
    """Sweeps of L1-penalised logistic regression for `working_set_loop`."""

    def __init__(self, problem, w, random, shuffled, active_set, printed):
        self.problem, self.w, self.random, self.shuffled = problem, w, random, shuffled
        self.active_set, self.at = active_set, Point.at(problem, w)
        self.columns = columns_of(problem.X, problem.lam)
        self.margins = _margins(problem, self.columns, printed)
        self.changed = self.visited = self.trials = 0
        self.alpha = 1.0

    def weights(self):
        return self.w

    @property
    def theta(self):
        return self.at.now[1]

    def look(self):
        """Everything from scratch; the working set; the gap."""
        problem, w = self.problem, self.w
        self.at.move(problem, w)
        c = problem.X.T @ self.theta
        self.chosen = working_set(np.abs(c), w != 0.0) if self.active_set else np.arange(w.size)
        curvatures(self.columns, self.chosen)
        self.visits = self.chosen.size
        self.cost = 1 + EXPONENTIAL * problem.t.size * self.visits
        return self.at.loss[0] + problem.penalty(w) - problem.bound(self.theta, c)

    def sweep(self, count, enough):
        count, self.changed, largest, self.trials, self.alpha = logistic_sweeps(
            self.margins, self.chosen, self.shuffled, self.random, self.w, self.at, count, enough
        )
        self.visited = self.visits
        return count, self.changed, largest

    def picture(self):
        names = ("changed", "visited", "trials", "alpha")
        return {name: getattr(self, name) for name in names}


def _margins(problem, columns, printed):
    """What the kernels read, with the lengths of `columns`, which may not yet be known."""
    return Margins(columns.M, columns.h, problem.t, problem.lam, printed)


def logistic_sweep_states(problem, w, theta, random, *, shuffled, active_set, printed, options):
    """A state per sweep, or unrecorded per stretch of them."""
    descent = _LogisticDescent(problem, w, random, shuffled, active_set, printed)
    states = working_set_loop(descent, theta, options)
    return ({**state, **_PRINTED} for state in states) if printed else states


def logistic_updates(problem, w, theta, random, *, shuffled, printed):
    """A state per coordinate visited, with what a picture of its one-dimensional problem needs."""
    columns, at = columns_of(problem.X, problem.lam), Point.at(problem, w)
    margins, order, still = _margins(problem, columns, printed), np.arange(w.size), 0
    curvatures(columns, order)
    yield _update(w, theta, -1, 0.0, (0.0, 0.0, 0.0, 1.0, 0), False)
    while still < 2 * w.size:
        if shuffled:
            shuffle(order, random)
        at.move(problem, w)
        for d in order:
            old = w[d]
            done = step(margins, d, w, at)
            inside = abs(done[1] * old - done[0]) <= problem.lam
            still = still + 1 if w[d] == old else 0
            state = _update(w, at.now[1], d, old, done, inside)
            state = state if still < 2 * w.size else state | STALLED
            yield state | _PRINTED if printed else state


def _update(w, theta, d, old, done, thresholded):
    """The state after a visit to coordinate d; `done` is what `step` returned."""
    slope, curvature, shift, alpha, trials = done
    new = w[d] if d >= 0 else 0.0
    picture = {"coordinate": d, "old": old, "new": new, "correlation": -slope}
    picture |= {"curvature": curvature, "shift": shift, "alpha": alpha, "trials": trials}
    return {"x": w, "w": w, "dual": {"theta": theta}, **picture, "thresholded": thresholded}


def logistic_model_states(problem, w, theta, random, *, shuffled, active_set, options):
    """A state per quadratic model, shared by all coordinates: the model is a lasso."""

    def minimise(at, w, budget):
        chosen = (
            working_set(np.abs(at.c), w != 0.0, _SMALLEST_SET) if active_set else np.arange(w.size)
        )
        u = w[chosen]
        model = _model(problem, at, chosen, u, shuffled, random)
        count = minimise_model(sweeps, model, budget)
        new = w.copy()
        new[chosen] = u
        return new, count, count * chosen.size, count * chosen.size * problem.t.size

    return newton_rounds(problem, w, theta, minimise, options)


def _model(problem, at, chosen, u, shuffled, random):
    """The model at `at` over the columns `chosen`, a lasso in `u`, as `sweeps` takes it."""
    root, v = at.root_and_residual()
    X, order = _weighted(problem.X, chosen, root), np.arange(chosen.size)
    if chosen.size <= LARGEST_GRAM:
        columns, v = gram_columns(gram(X), problem.lam), X.T @ v
    else:
        columns = columns_of(X, problem.lam)
        curvatures(columns, order)
    return columns, order, RULES["random" if shuffled else "cyclic"], random, u, v


def _weighted(X, chosen, root):
    """diag(root) X over the chosen columns, as problems hold theirs."""
    if not is_sparse(X):
        return locked(X.T[chosen] * root).T
    part = X[:, chosen]
    part.data *= root[part.indices]
    return locked(part)
