"""The rounds of coordinate methods: look at everything, choose a working set, sweep it until it is
nearly solved, look again."""

from __future__ import annotations

import numpy as np

from solvers.batches import CALL, steps_per_call
from solvers.compiled import njit
from solvers.prox import group_norms

#: The working set holds this many columns at least; a problem with at most twice as many is swept
#: whole.
_SMALLEST_SET = 100
#: A group in a working set has cost a rotation: fewer enter at a time than columns do.
_GROWTH_OF_GROUPS = 1.5
#: Sweeps over one working set end when the largest h delta^2 has fallen by this factor.
FALL = 1e-4
#: The gap falls like the root of that; this share of the limit is aimed at.
_AIM = 0.5
STALLED = {
    "stop": "stalled",
    "note": "No coordinate moves any more in floating-point arithmetic: this is the last word.",
}


def working_set(merit, kept, least=_SMALLEST_SET):
    """The indices of `kept` and of the largest `merit`, twice as many as are kept and `least` of
    them; all if that is most of them."""
    size = max(least, 2 * np.count_nonzero(kept))
    return np.arange(merit.size) if 2 * size >= merit.size else _largest(merit, kept, size)


def choose_groups(groups, correlation, w, active_set):
    """The working set of groups: those with weights and those of largest ||c_g||."""
    count = int(groups.max(initial=-1)) + 1
    if not active_set or groups.size <= 2 * _SMALLEST_SET:
        return np.arange(count)
    kept = group_norms(w, groups) > 0.0
    least = int(np.ceil(_SMALLEST_SET * count / groups.size))
    size = max(least, int(_GROWTH_OF_GROUPS * np.count_nonzero(kept)))
    return _largest(group_norms(correlation, groups), kept, min(size, count))


def _largest(merit, kept, size):
    return np.sort(np.argpartition(np.where(kept, np.inf, merit), -size)[-size:])


@njit(cache=True, nogil=True)
def enough(largest, last, gap, limit):
    """The largest h delta^2 at which sweeps may end whose first had `largest`: when it has fallen
    far, or when the gap, which was `gap` > limit at `last`, is likely to be below the limit."""
    return max(FALL * largest, last * (_AIM * limit / gap) ** 2)


class Progress:
    """Sweeps and work so far, and whether a state is due: after each sweep where all are recorded;
    else where the gap seems closed, nothing moves, or the kernels have worked for a while."""

    def __init__(self, options):
        self.options, self.sweeps, self.work, self.unseen = options, 0, 0, 0.0

    def count(self, sweeps, visited, cost):
        """Add `sweeps`, the coordinates they visited and the multiplications they took."""
        self.sweeps += sweeps
        self.work += visited
        self.unseen += cost

    def due(self, ended):
        """Whether the next state is due; `ended`: the gap seems closed, or nothing moves."""
        spent = self.unseen >= CALL or self.sweeps >= self.options.max_iter
        return ended or spent or not self.options.unrecorded

    def state(self, w, theta, done, stalled, picture):
        """What `drive` reads; the kernels' work counts anew."""
        self.unseen = 0.0
        state = {"x": w, "w": w, "dual": {"theta": theta}, "iteration": self.sweeps}
        state |= {"work": self.work, "check": done, **picture}
        return state | STALLED if stalled else state


def working_set_loop(descent, theta, options, progress=None):
    """The states of `descent`: one per sweep where all are recorded, else as `Progress` says. Where
    there was `progress` before, the first of them is not repeated.

    descent.weights() is the point, `.theta` its dual vector, `.visits` and `.cost` the coordinates
    and multiplications of a sweep; `.look()` starts a round from scratch and returns the gap;
    `.sweep(count, enough)` makes up to `count` sweeps, until the largest h delta^2 of one is at
    most `enough`, and returns how many it made, how many coordinates the last one moved, and its
    largest h delta^2; `.picture()` holds the snapshots.
    """
    if progress is None:
        w, progress = descent.weights(), Progress(options)
        yield {"x": w, "dual": {"theta": theta}, "w": w, **descent.picture()}
    limit, gap, target, last = options.tol * descent.problem.scale, descent.look(), None, 0.0
    while True:
        first, size, cost = target is None, descent.visits, descent.cost
        count = 1
        if options.unrecorded and not first:
            count = min(steps_per_call(cost), options.max_iter - progress.sweeps)
        sweeps, changed, largest = descent.sweep(count, -1.0 if first else target)
        progress.count(sweeps, sweeps * size, sweeps * cost)
        if first:
            target = enough(largest, last, gap, limit) if gap > limit else FALL * largest
        over, stalled = largest <= target, first and changed == 0
        if over:
            gap, target, last = descent.look(), None, largest
        done = over and gap <= limit
        if progress.due(done or stalled):
            w = descent.weights()
            yield progress.state(w, descent.theta, done, stalled, descent.picture())
