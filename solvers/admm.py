"""ADMM for sparse precision matrices: the same two proximal steps, with a running multiplier."""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import Unpack

import numpy as np

from solvers.checks import positive
from solvers.options import Common, Options, common_options
from solvers.precision.extrapolation import Extrapolation
from solvers.precision.log_det import inverse, prox_log_det
from solvers.precision.run import StepRule, begin
from solvers.problems.program import Program
from solvers.problems.sparse_precision import SparsePrecision
from solvers.programs import splitting
from solvers.prox import soft_threshold
from solvers.registry import solver
from solvers.result import Result


def _states(mu, mu_factor, tol, frame, Y, U):
    """One state per iteration; W = mu U is the multiplier as ADMM writes it."""
    rule = StepRule(mu, mu_factor, np.linalg.eigvalsh(Y))
    M, slope, gamma = Y, inverse(Y) - frame.Sigma, None
    far = Extrapolation() if mu is None and mu_factor == 1.0 else None
    for k in count():
        shown = partial(_shown, frame, M, Y, U, rule.mu)
        yield frame.state([Y, M] if k else [Y], [frame.box(slope), U], tol, pictures=shown)
        rule.adapt(k, gamma)
        mu, z = rule.mu, Y - rule.mu * U
        gamma, M = prox_log_det(z - mu * frame.Sigma, mu)
        slope = (M - z) / mu
        B = M + mu * U
        if far and rule.settled(k):
            B = far.ahead(Y + mu * U, B)
        Y = soft_threshold(B, mu * frame.weights)
        U = frame.box((B - Y) / mu)


def _shown(frame, M, Y, U, mu):
    """The snapshots of a row in the variables of the problem; W scales as M does."""
    apart = float(np.linalg.norm(M - Y))
    M, Y, W = map(frame.matrix, (M, Y, mu * U))
    return _pictures(M, Y, W, mu, apart)


def _pictures(M, Y=None, W=None, mu=np.nan, residual=0.0):
    """The snapshots of a row."""
    Y, W = M if Y is None else Y, np.zeros_like(M) if W is None else W
    return {"M": M, "Y": Y, "W": W, "mu": mu, "residual": residual}


@solver("admm", SparsePrecision, label="ADMM", iterate="M")
@solver("admm", Program, label="ADMM", iterate="iterate")
@common_options
def solve_admm(
    problem: SparsePrecision | Program,
    *,
    max_iter: int = 1_000,
    mu: float | None = None,
    mu_factor: float = 1.0,
    scaling: bool = True,
    polish: bool = True,
    **common: Unpack[Common],
) -> Result:
    """Split M = Y: minimise over M, then over Y, then add the difference to the multiplier W.

    M = prox of mu f at Y - W, Y = soft(M + W, mu rho), W += M - Y, and Sigma + W / mu is the dual
    point: alternating linearization with half its step, which always converges and takes one to
    five times as many iterations.

    Parameters
    ----------
    problem : SparsePrecision or Program
        Sigma (m, m) and rho. For a `Program` the split is Ax = s with s in its bounds, as in OSQP:
        one linear system, factored once, then clipping; mu, mu_factor and scaling do not apply to
        it.
    x0 : array_like (m, m) or (n,) or Result
        Positive definite, for a precision matrix.
    seed : int
        No effect: nothing is random.
    mu : float or None
        A fixed step; None: adapted, see `solve_alternating_linearization`.
    mu_factor : float
        Times the product of the extreme eigenvalues of M, the adapted step.
    scaling : bool
        Iterate on the problem with unit diagonal, see `solve_alternating_linearization`.
    polish : bool
        For a `Program`: where the rows that are met stay the same for 25 iterations, one linear
        system gives their exact point, one more iteration; it is recorded as a row where it breaks
        no constraint and its multipliers are not negative, and ADMM continues from where it was.

    Returns
    -------
    Result
        `x` is M (m, m); `dual` holds Z (m, m), or the direction (m, m) that proves "unbounded".
        iteration and work count eigendecompositions. Snapshots as for
        `solve_alternating_linearization`: M, Y (T, m, m), mu, residual, point_valid, dual_valid
        (T,); also W (T, m, m). Of a `Program`: iterate (T, n); y, slack (T, m); rho (T,), the step;
        polished (T,); work counts products with A.

    References
    ----------
    boyd-2011: section 6.5
    stellato-2020: for a `Program`
    fu-2020: extrapolation, see `mu` of `solve_alternating_linearization`
    """
    options = Options(max_iter=max_iter, **common)
    mu = None if mu is None else positive(mu, "mu")
    mu_factor = positive(mu_factor, "mu_factor")
    if isinstance(problem, Program):
        return options.drive(
            splitting.program_states(problem, options, polishing=polish), problem.certify
        )
    steps = partial(_states, mu, mu_factor, options.tol)
    return options.drive(begin(problem, options.x0, scaling, steps, _pictures), problem.certify)
