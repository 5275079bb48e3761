"""The rounds of coordinate methods: look at everything, choose a working set, sweep it until it is
nearly solved, look again."""

from __future__ import annotations

import numpy as np

from solvers.prox import group_norms

#: The working set holds this many columns at least; a problem with at most twice as many is swept
#: whole.
_SMALLEST_SET = 100
#: A group in a working set has cost a rotation: fewer enter at a time than columns do.
_GROWTH_OF_GROUPS = 1.5
#: Sweeps over one working set end when the largest h delta^2 has fallen by this factor.
_FALL = 1e-4
#: Multiplications that a kernel may do before `cancelled` is asked again: some tens of
#: milliseconds.
PATIENCE = 3e7
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


def rounds(walk, theta, *, tol, max_iter, each):
    """The states of `walk`: one per sweep if `each`; else only where the gap seems closed, nothing
    moves, or the kernels have worked for a while.

    walk.weights() is the point, `.theta` its dual vector, `.visits` and `.cost` the coordinates and
    multiplications of a sweep; `.look()` starts a round from scratch and returns the gap;
    `.sweep(count, enough)` makes up to `count` sweeps, until the largest h delta^2 of one is at
    most `enough`, and returns how many were made, how many coordinates the last one moved, and its
    largest h delta^2; `.picture()` holds the snapshots.
    """
    w = walk.weights()
    yield {"x": w, "dual": {"theta": theta}, "w": w, **walk.picture()}
    limit, gap = tol * walk.problem.scale, walk.look()
    sweeps, work, unseen, enough = 0, 0, 0, None
    while True:
        first, size, cost = enough is None, walk.visits, walk.cost
        count = 1 if first or each else min(1 + int(PATIENCE // cost), max_iter - sweeps)
        made, changed, largest = walk.sweep(count, -1.0 if first else enough)
        sweeps, work, unseen = sweeps + made, work + made * size, unseen + made * cost
        enough = _FALL * largest if first else enough
        over, stalled = largest <= enough, first and changed == 0
        if over:
            gap, enough = walk.look(), None
        done = over and gap <= limit
        if each or done or stalled or unseen >= PATIENCE or sweeps >= max_iter:
            w = walk.weights()
            state = {"x": w, "w": w, "dual": {"theta": walk.theta}, "iteration": sweeps}
            state |= {"work": work, "check": done, **walk.picture()}
            yield state | STALLED if stalled else state
            unseen = 0
