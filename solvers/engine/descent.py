"""Unrecorded runs of coordinate methods: one loop over working sets for all losses and penalties.

Screen all columns by their correlations; add those above lam to the working set; sweep over it
until its gap is a share of the whole; screen again. The correlations and the gap of all columns are
those of the certificate that `drive` takes. The squared loss is swept itself; of another its
quadratic model at the point, shared by all columns in use, and a line search leads to its least.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

import numpy as np

from solvers.engine.working_set import Step, WorkingSet
from solvers.options import Options, steps_per_call
from solvers.problems.losses import Penalised
from solvers.result import Certificate, State
from solvers.sparse.line_search import FLOOR, search
from solvers.sparse.start import STALLED

#: Once so many sweeps cost more than screening, this share of the gap is asked of the working set.
_SCREEN_SWEEPS, _GAP_SHARE = 100, 0.03
#: No less than this share of the limit is asked of them, as there are others; and this of all
#: columns, as there is rounding.
_LIMIT_SHARE, _LIMIT_SHARE_OF_ALL = 0.3, 0.9
#: X'X of more columns than this takes too much memory.
_MAX_GRAM_COLUMNS = 5000
#: At most so many sweeps are made on the first model, and twice as many on each after a full step:
#: far from the minimum a model is ill-conditioned, and not worth more.
_FIRST_SWEEPS = 100
#: At least so many sweeps, and one for so many weights in use, cost what a step in their subspace
#: does.
_MIN_SWEEPS, _WEIGHTS_PER_SWEEP = 20, 3


class Proofs:
    """The certificates of a problem, and the correlations X' theta from which the last was made."""

    def __init__(self, problem: Penalised):
        self.problem, self.correlations = problem, np.empty(0)
        self.theta: np.ndarray | None = None
        self.gap, self.scale = np.inf, problem.at_zero

    def certify(self, w: np.ndarray, theta: np.ndarray | None = None) -> Certificate:
        """The problem's."""
        certificate, self.correlations = self.problem.proof(w, theta)
        self.theta, self.gap, self.scale = theta, certificate.gap, certificate.scale
        return certificate

    def screen(self, r: np.ndarray) -> tuple[np.ndarray, float]:
        """(X'r (D,), the gap at its point), of the last certificate if that was made from r."""
        if r is not self.theta:
            return self.problem.X.T @ r, np.inf
        return self.correlations, self.gap


def _penalty_along(problem, w, way, share):
    """The penalty a `share` of the way from w."""
    return problem.penalty(w + share * way)


def descend(
    proofs: Proofs,
    w: np.ndarray,
    theta: np.ndarray,
    random: np.ndarray,
    options: Options,
    shuffled: bool,
    active_set: bool = True,
    step: Step | None = None,
) -> Generator[State, None, tuple[np.ndarray, np.ndarray, int, int]]:
    """States of sweeps over working sets, one for each screening of all columns; where X'X becomes
    too large, (w, theta, sweeps, work) are returned, for sweeps on X to continue.

    step(G, lam, u, v), for the squared loss: moves the weights u that are not 0 further, G being
    X'X among them and v = X'r; the run then makes a step where sweeps are slow, and one after each
    that is recorded. Without `active_set` all columns are in use.

    References
    ----------
    yuan-2012: one model of the loss for all columns in use
    """
    problem = proofs.problem
    exact = problem.quadratic  # there is no model, with products of its own, to search along
    working = WorkingSet(problem.X, getattr(problem, "groups", None), products=exact)
    lam = problem.lam
    sweeps, work, budget, fit = 0, 0, _FIRST_SWEEPS, problem.fit(w)
    r = theta if options.x0 is None else problem.residual(fit)
    searched = {} if exact else {"trials": 0, "alpha": 1.0}
    yield {"x": w, "w": w, "dual": {"theta": theta}, "changed": 0, "visited": 0, **searched}
    if not active_set:
        working.add(~working.inside)
    while working.sparse or working.columns.size <= _MAX_GRAM_COLUMNS:
        c, gap = proofs.screen(r)
        limit = options.tol * proofs.scale
        grown, size = working.grow(c, w, lam), working.columns.size
        max_sweeps = steps_per_call(size * size) if exact else budget
        max_sweeps = min(options.max_iter - sweeps, max_sweeps)
        if step is not None:
            step_every = max(_MIN_SWEEPS, np.count_nonzero(w) // _WEIGHTS_PER_SWEEP)
            max_sweeps = min(max_sweeps, step_every if options.unrecorded else 1)
        how = shuffled, random, _target_gap(working, gap, limit, exact), max(max_sweeps, 1)
        if exact:
            w, made, changed = working.minimise(working.part(), lam, w, c, r, *how)
        else:
            s = problem.curvature(r)
            root = np.sqrt(np.maximum(s, FLOOR))
            new, made, _ = working.minimise(working.part(root), lam, w, c, r / root, *how)
            way, ahead = new - w, working.fit(new) - fit
            alpha, trials = search(
                problem.loss, partial(_penalty_along, problem, w, way),
                fit, ahead, -(c @ way), (s * ahead) @ ahead,
            )  # fmt: skip
            changed = np.count_nonzero(way) if alpha > 0.0 else 0
            w, budget = (new, 2 * budget) if alpha == 1.0 else (w + alpha * way, budget)
            searched = {"trials": trials, "alpha": alpha}
        if step is not None and made == max_sweeps and changed > 0:
            w = working.step(step, lam, w, problem.residual(working.fit(w)))
        fit = working.fit(w)
        r, sweeps, work = problem.residual(fit), sweeps + made, work + made * size
        state = {"x": w, "w": w, "dual": {"theta": r}, "iteration": sweeps, "work": work}
        state |= {"check": True, "changed": changed, "visited": size, **searched}
        yield state if grown or changed > 0 else state | STALLED
    return w, r, sweeps, work


def _target_gap(working, gap, limit, exact):
    """The gap asked of the columns in use where the gap is `gap`: a part of it where there are
    other columns, or other models to come, and sweeps cost more than these; else all there is."""
    sweeps_dominate = _SCREEN_SWEEPS * working.columns.size**2 > working.X.size
    if sweeps_dominate and gap < np.inf and not (exact and working.complete):
        return max(_GAP_SHARE * gap, _LIMIT_SHARE * limit)
    return (_LIMIT_SHARE_OF_ALL if working.complete else _LIMIT_SHARE) * limit
