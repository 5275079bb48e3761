"""Block coordinate descent on group-penalised logistic regression: a quadratic model of the loss on
each group, and a line search (eqs. 21-22 of 002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

import numpy as np

from solvers.shuffle import shuffle
from solvers.sparse.group_descent import block_update
from solvers.sparse.group_kernels import Blocks, block_sweeps, make_room
from solvers.sparse.group_logistic_kernels import (
    MarginBlocks,
    ModelRoom,
    block_step,
    logistic_block_sweeps,
)
from solvers.sparse.logistic_kernels import EXPONENTIAL, Point
from solvers.sparse.newton_rounds import LARGEST_GRAM, minimise_model, newton_rounds
from solvers.sparse.rotated_groups import RotatedGroups
from solvers.sparse.working_set_loop import STALLED, choose_groups, working_set_loop


class _ByGroups:
    """A logistic problem with its columns, and a copy of w, in the order of their groups."""

    def __init__(self, problem, w):
        self.problem = problem
        self.order = np.argsort(problem.groups, kind="stable")
        starts = np.concatenate([[0], np.cumsum(np.bincount(problem.groups))])
        XT = problem.X.T if np.all(np.diff(self.order) == 1) else _frozen(problem.X.T[self.order])
        squares = np.einsum("dn,dn->d", XT, XT)
        self.blocks = MarginBlocks(XT, squares, starts, problem.t, problem.lam)
        self.u, self.at = w[self.order], Point.at(problem, w)
        room = make_room(problem.groups)
        self.room = ModelRoom(np.empty(room.c.size), *room)

    def weights(self):
        w = np.empty(self.u.size)
        w[self.order] = self.u
        return w


def _frozen(a):
    a.flags.writeable = False
    return a


class _GroupLogisticDescent(_ByGroups):
    """Sweeps of group-penalised logistic regression for `working_set_loop`."""

    def __init__(self, problem, w, random, shuffled, active_set):
        super().__init__(problem, w)
        self.random, self.shuffled, self.active_set = random, shuffled, active_set
        self.changed = self.visited = self.trials = 0
        self.alpha = 1.0

    @property
    def theta(self):
        return self.at.now[1]

    def look(self):
        """Everything from scratch; the working set; the gap."""
        problem, w = self.problem, self.weights()
        self.at.move(problem, w)
        c = problem.X.T @ self.theta
        self.chosen = choose_groups(problem.groups, c, w, self.active_set)
        sizes = np.diff(self.blocks.starts)[self.chosen]
        self.visits = int(sizes.sum())
        self.cost = 1 + problem.t.size * int((sizes * (sizes + 1) + EXPONENTIAL).sum())
        return self.at.loss[0] + problem.penalty(w) - problem.bound(self.theta, c)

    def sweep(self, count, enough):
        count, self.changed, largest, self.trials, self.alpha = logistic_block_sweeps(
            self.blocks, self.chosen, self.shuffled, self.random, self.u, self.at, self.room,
            count, enough,
        )  # fmt: skip
        self.visited = self.chosen.size
        return count, self.changed, largest

    def picture(self):
        names = ("changed", "visited", "trials", "alpha")
        return {name: getattr(self, name) for name in names}


def group_logistic_sweep_states(problem, w, theta, random, *, shuffled, active_set, options):
    """A state per sweep, or unrecorded per stretch of them."""
    descent = _GroupLogisticDescent(problem, w, random, shuffled, active_set)
    return working_set_loop(descent, theta, options)


def group_logistic_updates(problem, w, theta, random, *, shuffled):
    """A state per group visited, with what a picture of its problem in one unknown needs."""
    run, order, still = _ByGroups(problem, w), np.arange(problem.groups.max(initial=-1) + 1), 0
    u, at, room = run.u, run.at, run.room
    yield block_update(w, theta, -1, (0.0, 0.0), room, 0) | {"alpha": 1.0, "trials": 0}
    while still < 2 * order.size:
        if shuffled:
            shuffle(order, random)
        at.move(problem, run.weights())
        for g in order:
            low, high = run.blocks.starts[g : g + 2]
            old = np.linalg.norm(u[low:high])
            newton, alpha, trials, _ = block_step(run.blocks, g, u, at, room)
            still = still + 1 if alpha == 0.0 else 0
            norms, curvature = (old, np.linalg.norm(u[low:high])), room.a[: high - low]
            state = block_update(run.weights(), at.now[1], g, norms, room, newton, curvature)
            state |= {"alpha": alpha, "trials": trials}
            yield state if still < 2 * order.size else state | STALLED


def group_logistic_model_states(problem, w, theta, random, *, shuffled, active_set, options):
    """A state per quadratic model, shared by all groups: the model is a group lasso."""

    def minimise(at, w, budget):
        chosen = choose_groups(problem.groups, at.c, w, active_set)
        columns = np.flatnonzero(np.isin(problem.groups, chosen))
        new = w.copy()
        rotated, u, model = _model(problem, at, columns, w, shuffled, random)
        count = minimise_model(block_sweeps, model, budget)
        new[columns] = rotated.weights(u)
        return new, count, count * columns.size, count * columns.size * problem.t.size

    return newton_rounds(problem, w, theta, minimise, options)


def _model(problem, at, columns, w, shuffled, random):
    """The model at `at` over `columns`, a group lasso in u: (rotated groups, u from w[columns], the
    model as `block_sweeps` takes it)."""
    root, v = at.root_and_residual()
    groups = np.unique(problem.groups[columns], return_inverse=True)[1]
    rotated = RotatedGroups(problem.X.T[columns] * root, groups)
    order, u = np.arange(rotated.ready.size), w[columns][rotated.order]
    rotated.prepare(order, u)
    R, gram = rotated.R, columns.size <= LARGEST_GRAM
    if gram:
        R, v = R @ R.T, R @ v
    blocks = Blocks(R, rotated.a, rotated.starts, problem.lam, gram)
    model = blocks, order, shuffled, random, u, v, make_room(groups)
    return rotated, u, model
