"""ADMM for sparse precision matrices: the same two proximal steps, with a running multiplier."""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import Unpack

import numpy as np

from solvers.checks import of_type, one_of, positive
from solvers.options import Common, Options, common_options
from solvers.precision.log_det import inverse, prox_log_det
from solvers.precision.run import StepRule, begin
from solvers.problems.sparse_precision import SparsePrecision
from solvers.prox import soft_threshold
from solvers.registry import solver
from solvers.result import Result


def _pictures(M, Y=None, W=None, mu=np.nan, residual=0.0):
    """The snapshots of a row."""
    Y, W = M if Y is None else Y, np.zeros_like(M) if W is None else W
    return {"M": M, "Y": Y, "W": W, "mu": mu, "residual": residual}


def _row(frame, M, Y, U, mu):
    """The snapshots of a row in the variables of the problem; W scales as M does."""
    show = frame.matrix
    return _pictures(show(M), show(Y), show(mu * U), mu, float(np.linalg.norm(M - Y)))


def _states(mu, mu_factor, tol, frame, Y, U):
    """One state per iteration; W = mu U is the multiplier as ADMM writes it."""
    rule = StepRule(mu, mu_factor, np.linalg.eigvalsh(Y))
    slope = frame.box(inverse(Y) - frame.Sigma)
    yield frame.state([Y], [slope, U], tol, **_row(frame, Y, Y, U, rule.mu))
    for k in count(1):
        mu = rule.mu
        z = Y - mu * U
        gamma, M = prox_log_det(z - mu * frame.Sigma, mu)
        slope = frame.box((M - z) / mu)
        Y = soft_threshold(M + mu * U, mu * frame.weights)
        U = frame.box(U + (M - Y) / mu)
        yield frame.state([Y, M], [slope, U], tol, **_row(frame, M, Y, U, mu))
        rule.look(k, gamma)


@solver("admm", SparsePrecision, label="ADMM", iterate="M")
@common_options
def solve_admm(
    problem: SparsePrecision,
    *,
    max_iter: int = 1_000,
    mu: float | None = None,
    mu_factor: float = 1.0,
    scaling: bool = True,
    **common: Unpack[Common],
) -> Result:
    """Split M = Y: minimise over M, then over Y, then add the difference to the multiplier W.

    M = prox of mu f at Y - W, Y = soft(M + W, mu rho), W += M - Y, and Sigma + W / mu is the dual
    point: alternating linearization with half its step, which always converges and takes one to
    five times as many iterations.

    Parameters
    ----------
    problem : SparsePrecision
        Sigma (m, m) and rho.
    x0 : array_like (m, m) or Result
        Positive definite.
    seed : int
        No effect: nothing is random.
    mu : float or None
        A fixed step; None: adapted, see `solve_alternating_linearization`.
    mu_factor : float
        Times the product of the extreme eigenvalues of M, the adapted step.
    scaling : bool
        Iterate on the problem with unit diagonal, see `solve_alternating_linearization`.

    Returns
    -------
    Result
        `x` is M (m, m); `dual` holds Z (m, m), or the direction (m, m) that proves "unbounded".
        iteration and work count eigendecompositions. Snapshots as for
        `solve_alternating_linearization`: M, Y (T, m, m), mu, residual, point_valid, dual_valid
        (T,); also W (T, m, m).

    References
    ----------
    boyd-2011: section 6.5
    """
    of_type(problem, [SparsePrecision], "problem")
    options = Options(max_iter=max_iter, **common)
    one_of(scaling, (True, False), "scaling")
    mu = None if mu is None else positive(mu, "mu")
    steps = partial(_states, mu, positive(mu_factor, "mu_factor"), options.tol)
    return options.drive(begin(problem, options.x0, scaling, steps, _pictures), problem.certify)
