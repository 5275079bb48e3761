"""ADMM for sparse precision matrices: the same two proximal steps, with a running multiplier."""

from __future__ import annotations

from functools import partial
from itertools import count

import numpy as np

from solvers.checks import nonnegative, of_type, one_of, positive
from solvers.drive import drive
from solvers.precision.log_det import inverse, prox_log_det
from solvers.precision.run import StepRule, begin
from solvers.problems.sparse_precision import SparsePrecision
from solvers.prox import soft_threshold
from solvers.registry import solver


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


@solver("admm", SparsePrecision)
def solve_admm(
    problem,
    *,
    x0=None,
    tol=1e-6,
    max_iter=1_000,
    record_every=1,
    seed=0,
    cancelled=None,
    mu=None,
    mu_factor=1.0,
    scaling=True,
):
    """Split M = Y: minimise over M, then over Y, then add the difference to the multiplier W.

    M = prox of mu f at Y - W, Y = soft(M + W, mu rho), W += M - Y, and Sigma + W / mu is the dual
    point: alternating linearization with half its step, which always converges and takes one to
    five times as many iterations. Statuses, `x0`, `mu`, `mu_factor`, `scaling` and the snapshots M,
    Y (T, m, m), mu, residual, point_valid, dual_valid as there; also W (T, m, m). iteration and
    work count eigendecompositions. `seed` has no effect.

    Source: Boyd, Parikh, Chu, Peleato, Eckstein (2011), doi:10.1561/2200000016, section 6.5.
    """
    of_type(problem, [SparsePrecision], "problem")
    one_of(scaling, (True, False), "scaling")
    mu = None if mu is None else positive(mu, "mu")
    steps = partial(_states, mu, positive(mu_factor, "mu_factor"), nonnegative(tol, "tol"))
    return drive(
        begin(problem, x0, scaling, steps, _pictures),
        problem.certify,
        tol=tol,
        max_iter=max_iter,
        record_every=record_every,
        cancelled=cancelled,
    )
