"""Proximal gradient for sparse precision matrices: thresholds only, no eigenvalues."""

from __future__ import annotations

from functools import partial
from typing import Unpack

import numpy as np

from solvers.drive import STALLED
from solvers.options import Common, Options, common_options
from solvers.precision.log_det import inverse, log_det
from solvers.precision.run import begin
from solvers.problems.sparse_precision import SparsePrecision
from solvers.prox import soft_threshold
from solvers.result import HALVINGS, Result

#: Relative slack for rounding in the test of a step.
_SLACK = 1e-13


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
        if (logarithm > -np.inf and below) or rejected == HALVINGS:
            return new, (before - new) / step, step, rejected
        step, rejected = 0.5 * step, rejected + 1


def _states(tol, frame, M, U):
    """One state per step along `slope` = M^-1 - Sigma, minus the gradient."""
    slope, work, step, rejected = inverse(M) - frame.Sigma, 0, None, 0
    step = float(np.linalg.eigvalsh(M)[0] ** 2)
    fixed = False
    while True:
        candidates = [frame.box(slope), U]
        shown = _pictures(frame.matrix(M), step, rejected)
        state = frame.state([M], candidates, tol, **shown)
        yield {**state, "work": work, **(STALLED if fixed and "stop" not in state else {})}
        new, U, used, rejected = _trials(frame, M, slope, step)
        U = frame.box(U)
        move, old = new - M, slope
        fixed = rejected == HALVINGS or not move.any()
        M = M if fixed else new
        slope, work = inverse(M) - frame.Sigma, work + 2 + rejected
        # Barzilai and Borwein: both forms exceed 0, as f is convex.
        turn = np.vdot(move, old - slope)
        step = float(np.vdot(move, move) / turn) if turn > 0.0 else used


@common_options
def solve_precision_gradient(
    problem: SparsePrecision,
    *,
    max_iter: int = 10_000,
    scaling: bool = True,
    **common: Unpack[Common],
) -> Result:
    """Step along minus the gradient of f, M^-1 - Sigma, then apply soft thresholds: M stays sparse.

    The step is Barzilai and Borwein's, halved until M is positive definite and f lies below its
    quadratic model; the rate is governed by the square of the condition number of M.

    Parameters
    ----------
    problem : SparsePrecision
        Sigma (m, m) and rho.
    x0 : array_like (m, m) or Result
        Positive definite.
    seed : int
        No effect: nothing is random.
    scaling : bool
        Iterate on the problem with unit diagonal, see `solve_alternating_linearization`.

    Returns
    -------
    Result
        `x` is M (m, m); `dual` holds Z (m, m), or the direction (m, m) that proves "unbounded".
        iteration counts steps; work counts Cholesky factorisations and inverses. Snapshots: M and
        Y, the same (T, m, m); step, rejected (trials), point_valid, dual_valid (T,).

    References
    ----------
    rolfs-2012
    """
    options = Options(max_iter=max_iter, **common)
    steps = partial(_states, options.tol)
    return options.drive(begin(problem, options.x0, scaling, steps, _pictures), problem.certify)
