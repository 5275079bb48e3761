"""Proximal gradient for sparse precision matrices: thresholds only, no eigenvalues."""

from __future__ import annotations

from functools import partial

import numpy as np

from solvers.checks import nonnegative, of_type, one_of
from solvers.drive import drive
from solvers.precision.log_det import inverse, log_det
from solvers.precision.run import begin
from solvers.problems.sparse_precision import SparsePrecision
from solvers.prox import soft_threshold

#: A step is halved at most so often; relative slack for rounding in its test.
_HALVINGS, _SLACK = 60, 1e-13
_STALLED = {
    "stop": "stalled",
    "note": "The step moves nothing any more in floating-point arithmetic.",
}


def _pictures(M, step=np.nan, rejected=0):
    """The snapshots of a row."""
    return {"M": M, "Y": M, "step": step, "rejected": rejected}


def _trials(frame, M, slope, step):
    """(new M, U, step, rejected trials): the step halved until the point is positive definite and
    f lies below its quadratic model. U is the penalty's gradient that the threshold used."""
    value, rejected = np.vdot(frame.Sigma, M) - log_det(M), 0
    while True:
        before = M + step * slope
        new = soft_threshold(before, step * frame.weights)
        move, logarithm = new - M, log_det(new)
        model = value - np.vdot(slope, move) + np.vdot(move, move) / (2.0 * step)
        below = np.vdot(frame.Sigma, new) - logarithm <= model + _SLACK * abs(value)
        if (logarithm > -np.inf and below) or rejected == _HALVINGS:
            return new, (before - new) / step, step, rejected
        step, rejected = 0.5 * step, rejected + 1


def _barzilai_borwein(move, turn, step):
    """<move, move> / <move, turn> for the change `turn` of the gradient; the old step where that
    is no number. Both forms exceed 0, as f is convex."""
    curvature = np.vdot(move, turn)
    return float(np.vdot(move, move) / curvature) if curvature > 0.0 else step


def _states(tol, frame, M, U):
    """One state per step along `slope` = M^-1 - Sigma, minus the gradient."""
    slope, work, step, rejected = inverse(M) - frame.Sigma, 0, None, 0
    step = float(np.linalg.eigvalsh(M)[0] ** 2)
    fixed = False
    while True:
        candidates = [frame.box(slope), U]
        shown = _pictures(frame.matrix(M), step, rejected)
        state = frame.state([M], candidates, tol, **shown)
        yield {**state, "work": work, **(_STALLED if fixed and "stop" not in state else {})}
        new, U, used, rejected = _trials(frame, M, slope, step)
        U = frame.box(U)
        move, old = new - M, slope
        fixed = rejected == _HALVINGS or not move.any()
        M = M if fixed else new
        slope, work = inverse(M) - frame.Sigma, work + 2 + rejected
        step = _barzilai_borwein(move, old - slope, used)


def solve_precision_gradient(
    problem,
    *,
    x0=None,
    tol=1e-6,
    max_iter=10_000,
    record_every=1,
    seed=0,
    cancelled=None,
    scaling=True,
):
    """Step along minus the gradient of f, M^-1 - Sigma, then apply soft thresholds: M stays sparse.

    The step is Barzilai and Borwein's, halved until M is positive definite and f lies below its
    quadratic model; the rate is governed by the square of the condition number of M. Statuses, `x0`
    and `scaling` as in `solve_alternating_linearization`. iteration counts steps; work counts
    Cholesky factorisations and inverses. Snapshots: M and Y, the same (T, m, m); step, rejected
    (trials), point_valid, dual_valid (T,). `seed` has no effect.

    Source: Rolfs, Rajaratnam, Guillot, Wong, Maleki (NIPS 2012).
    """
    of_type(problem, [SparsePrecision], "problem")
    one_of(scaling, (True, False), "scaling")
    return drive(
        begin(problem, x0, scaling, partial(_states, nonnegative(tol, "tol")), _pictures),
        problem.certify,
        tol=tol,
        max_iter=max_iter,
        record_every=record_every,
        cancelled=cancelled,
    )
