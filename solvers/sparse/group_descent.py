"""Block coordinate descent on the group lasso: each group in turn, exactly (eqs. 21-22 of
002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

from functools import partial

import numpy as np

from solvers.prox import group_norms
from solvers.shuffle import shuffle
from solvers.sparse.gram_rounds import gram_rounds
from solvers.sparse.group_gram import group_minimiser
from solvers.sparse.group_kernels import (
    MOST_NEWTON,
    Blocks,
    block_sweeps,
    make_room,
    minimise_block,
)
from solvers.sparse.rotated_groups import RotatedGroups
from solvers.sparse.working_set_loop import STALLED, choose_groups, working_set_loop

#: Up to so many columns, X'X is cheap enough to sweep with in place of X.
_LARGEST_GRAM = 50


class _GroupDescent:
    """Sweeps of the group lasso for `working_set_loop`, on the residual or, where X is narrow, on
    X'r."""

    def __init__(self, problem, w, random, shuffled, active_set, gram):
        self.problem, self.random, self.shuffled = problem, random, shuffled
        self.active_set, self.gram, self.M = active_set, gram, None
        self.rotated = RotatedGroups(problem.X.T, problem.groups)
        self.u, self.room = w[self.rotated.order], make_room(problem.groups)
        self.w = w
        self.changed = self.visited = 0

    def weights(self):
        if self.w is None:
            self.w = self.rotated.weights(self.u)
        return self.w

    def look(self):
        """Residual and correlations from scratch, the working set, rotated; the gap."""
        problem, w = self.problem, self.weights()
        self.theta = r = problem.residual(problem.fit(w))
        c = problem.X.T @ r
        self.chosen = choose_groups(problem.groups, c, w, self.active_set)
        self.rotated.prepare(self.chosen, self.u)
        if self.gram and self.M is None:
            self.M = self.rotated.R @ self.rotated.R.T
        self.kept = self.rotated.R @ r if self.gram else r
        self.visits = int(np.diff(self.rotated.starts)[self.chosen].sum())
        self.cost = 1 + self.kept.size * self.visits
        return 0.5 * (r @ r) + problem.penalty(w) - problem.bound(r, c)

    def sweep(self, count, enough):
        R = self.M if self.gram else self.rotated.R
        count, changed, largest = block_sweeps(
            Blocks(R, self.rotated.a, self.rotated.starts, self.problem.lam, self.gram),
            self.chosen, self.shuffled, self.random, self.u, self.kept, self.room, count, enough,
        )  # fmt: skip
        self.changed, self.visited, self.w = changed, self.chosen.size, None
        return count, changed, largest

    def picture(self):
        return {"changed": self.changed, "visited": self.visited}


def group_sweep_states(problem, w, theta, random, *, shuffled, active_set, options, watched):
    """A state per sweep, or unrecorded per stretch of them, on X'X as far as that leads."""
    progress = None
    if options.unrecorded and active_set and problem.lam > 0.0:
        minimise = group_minimiser(problem, shuffled, random)
        merit = partial(_merit, problem.groups)
        rounds = gram_rounds(problem, w, theta, options, watched, minimise, merit)
        w, theta, progress = yield from rounds
    gram = options.unrecorded and min(problem.t.size, _LARGEST_GRAM) >= w.size
    descent = _GroupDescent(problem, w, random, shuffled, active_set, gram)
    yield from working_set_loop(descent, theta, options, progress)


def _merit(groups, c):
    """||c_g|| of the group of each column, (D,)."""
    return group_norms(c, groups)[groups]


def group_updates(problem, w, theta, random, *, shuffled):
    """A state per group visited, with what a picture of its problem in one unknown needs."""
    rotated, room = RotatedGroups(problem.X.T, problem.groups), make_room(problem.groups)
    u, order, still = w[rotated.order], np.arange(rotated.ready.size), 0
    rotated.prepare(order, u)
    blocks = Blocks(rotated.R, rotated.a, rotated.starts, problem.lam, False)
    yield block_update(w, theta, -1, (0.0, 0.0), room, 0)
    while still < 2 * order.size:
        r = problem.residual(problem.fit(w))
        if shuffled:
            shuffle(order, random)
        for g in order:
            low, high = rotated.starts[g : g + 2]
            old = np.linalg.norm(u[low:high])
            count, change = minimise_block(blocks, g, False, u, r, room)
            still = still + 1 if change < 0.0 else 0
            w, norms = rotated.weights(u), (old, np.linalg.norm(u[low:high]))
            state = block_update(w, r, g, norms, room, count, rotated.a[low:high])
            yield state if still < 2 * order.size else state | STALLED


def block_update(w, theta, g, norms, room, newton, a=()):
    """The state after a visit to group g whose problem had the curvatures `a` and, in `room`,
    slopes and iterates, of which `newton` count. Unused places hold NaN."""
    shape = room.c.size
    picture = {"group": g, "old_norm": norms[0], "new_norm": norms[1], "newton": newton}
    picture["rho"] = padded(room.iterates[:newton], MOST_NEWTON)
    picture |= {"curvature": padded(a, shape), "slope": padded(room.c[: len(a)], shape)}
    return {"x": w, "w": w, "dual": {"theta": theta}, **picture}


def padded(values, size):
    """A copy of `values`, filled with NaN to `size`."""
    whole = np.full(size, np.nan)
    whole[: len(values)] = values
    return whole
