"""Where the solvers of sparse linear models start."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from solvers.starts import start, start_dual


def sparse_start(problem, options):
    """(w, theta, random): the first point (D,) and dual vector (N,), the state of random draws."""
    w = start(options.x0, problem.X.shape[1])
    return w, first_dual(problem, options.x0, w), _drawn(options.seed).copy()


@lru_cache(maxsize=16)  # it takes as long as a small problem
def _drawn(seed):
    return (np.random.SeedSequence(seed).generate_state(1) >> 1).astype(np.int64)


def first_dual(problem, x0, w):
    """theta (N,) of an earlier `Result` x0 where it has one of the right size, else the residual at
    `w`, which is 0 without x0."""
    if x0 is None:
        return problem.residual(np.zeros(problem.t.size))
    theta = start_dual(x0, "theta", problem.t.size)
    with np.errstate(over="ignore", invalid="ignore"):
        return theta if theta.any() else problem.residual(problem.fit(w))
