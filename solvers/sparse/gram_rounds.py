"""The lasso and the group lasso on the X'X of columns in use: what many sweeps cost least on, where
they are not drawn.

All columns are looked at between rounds, in the proof of each; those whose correlation, or whose
group's, is above lam come in, the largest first.
"""

from __future__ import annotations

import math

import numpy as np

from solvers.batches import steps_per_call
from solvers.sparse.known_columns import KnownColumns
from solvers.sparse.working_set_loop import Progress

#: A look at D columns costs as much as X'X of about the root of so many times D of them.
LOOK = 8.0
#: While columns are missing, this share of the gap is asked of those in use; once none is, less and
#: less of it, by this factor.
SHARE, _LESS = 0.3, 0.1
#: And this part of what the gap is, as long as that is more, once so many sweeps cost more than a
#: look.
PART, _MANY = 0.1, 100
#: A gap on X'X below this share of the scale is rounding.
_ROUNDING = 1e-12
#: X'X of more columns than this, or than so many times the rows, is not worth it; that of few is.
_LARGEST_GRAM, _WIDEST, _FEW = 2000, 2, 300


class Watched:
    """The proofs of a problem, and what the last was made from: a solver need not compute it
    again."""

    def __init__(self, problem):
        self.problem, self.theta, self.found, self.gap = problem, None, None, np.inf

    def certify(self, w, theta=None):
        """The problem's."""
        certificate, self.found = self.problem.proof(w, theta)
        self.theta, self.gap = theta, certificate.gap
        return certificate

    def look(self, theta):
        """(X' theta (D,), the gap at the point of that proof)."""
        if theta is not self.theta:
            self.theta, self.found, self.gap = theta, self.problem.X.T @ theta, np.inf
        return self.found, self.gap


def gram_rounds(problem, w, theta, options, watched, minimise, merit=np.abs):
    """States, one for each call of `minimise`; then (w, theta, progress), where X'X does not lead
    further.

    minimise(known, square, limit, most) -> (sweeps, how many weights or groups the last of them
    moved, how many it visited, the gap): minimises on X'X over the `KnownColumns`, in place, until
    the gap is at most `limit` or `most` sweeps are made; square = t't. None where it cannot.
    merit(c) (D,): of the correlations c, what has to be above lam for a column to come in.
    """
    yield {"x": w, "dual": {"theta": theta}, "w": w, "changed": 0, "visited": 0}
    progress, known, scale = Progress(options), KnownColumns(problem.X, problem.t), problem.scale
    limit, least = options.tol * scale, _ROUNDING * scale
    r = theta if options.x0 is None else problem.residual(problem.fit(w))
    known.start(w, merit(w) > 0.0)
    c, gap = watched.look(r)
    _enter(known, merit(c), problem.lam)
    share = 1.0 if known.complete else SHARE
    while known.w.size <= min(_LARGEST_GRAM, max(_WIDEST * problem.t.size, _FEW)):
        size, aim = known.w.size, max(share * limit, least)
        if share < 1.0 and gap < np.inf and _MANY * size * size > problem.X.size:
            aim = max(aim, PART * gap)
        most = min(options.max_iter - progress.sweeps, steps_per_call(size * size))
        done = minimise(known, 2.0 * scale, aim, most)
        if done is None:
            break
        sweeps, changed, visited, within = done
        progress.count(sweeps, sweeps * size, 0)
        w, r, solved = known.weights(), problem.t - known.fit(), within <= aim
        yield progress.state(w, r, solved, False, {"changed": changed, "visited": visited})
        if not solved and changed > 0:
            continue
        c, gap = watched.look(r)
        missing = np.where(known.inside, 0.0, merit(c))
        if missing.max(initial=0.0) > problem.lam:
            _enter(known, missing, problem.lam)
        elif aim == least or not solved or sweeps == 0:
            break  # the proof sees a gap that the products do not
        elif aim <= share * limit:
            share *= _LESS
    return w, r, progress


def _enter(known, merit, lam):
    """Take in columns of `merit` (D,) above lam, the largest: as many as are in use, and as make a
    look at all worth its cost, and others of equal merit, as those of a group are; of few columns
    all."""
    D = merit.size
    count = max(math.ceil(math.sqrt(LOOK * D)), np.count_nonzero(known.w))
    if 2 * count >= D:
        known.add_all()
        return
    wanted = merit > lam
    if np.count_nonzero(wanted) > count:
        wanted = merit >= np.partition(merit, -count)[-count]
    known.add(wanted)
