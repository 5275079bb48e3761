"""ADMM for `Program`, as in OSQP: one linear system, factored once, and a projection."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import LinearOperator

from solvers.compiled import njit
from solvers.problems.rows import factor, gram
from solvers.programs.pdhg import along_ray
from solvers.programs.run import Run

#: The proximal weight of x, over-relaxation, how much stiffer equations are, and when the step is
#: moved: residuals further apart than this, at looks that are this far apart.
_SIGMA, _RELAX, _STIFF, _APART, _LOOK = 1e-6, 1.6, 1e3, 5.0, 25
#: A point is certified at once where its own estimate of the gap is at most so many times the one
#: asked for and 0.7 of what it was at the last one.
_FAR = 10.0


@njit(cache=True, nogil=True)
def _iterate(K, inverse, c, low, high, weight, count, x, s, y):
    """`count` iterations of min 1/2 x'Qx + c'x with Kx = s, s in [low, high], in place: x from the
    system whose `inverse` is given, s by clipping, then the multiplier; returns x and y before the
    last of them."""
    old_x, old_y = x.copy(), y.copy()
    for _ in range(count):
        old_x[:], old_y[:] = x, y
        new = inverse @ (_SIGMA * x - c + K.T @ (weight * s - y))
        mixed = _RELAX * (K @ new) + (1.0 - _RELAX) * s
        x[:] = _RELAX * new + (1.0 - _RELAX) * x
        s[:] = np.minimum(np.maximum(mixed + y / weight, low), high)
        y[:] = y + weight * (mixed - s)
    return old_x, old_y


def _inverse(K, Q, weight):
    """(Q + K' diag(weight) K + a little)^-1; of a sparse matrix what multiplies by it."""
    n = K.shape[1]
    M = gram(K, weight) + _SIGMA * (sparse.eye_array(n) if sparse.issparse(K) else np.eye(n))
    solve = factor(M if Q is None else M + Q)
    if sparse.issparse(K):
        return LinearOperator((n, n), solve)
    return np.ascontiguousarray(solve(np.eye(n)))


def program_states(problem, options, rho=0.1):
    """The states of a run whose first step has the weight `rho`."""
    run = Run(problem, options)
    rows, x, first = run.rows, run.first.copy(), run.first
    stack = sparse.vstack if sparse.issparse(rows.G) else np.vstack
    K, p = stack([rows.G, rows.E]), rows.h.size
    high = np.concatenate([rows.h, rows.e])
    low = np.concatenate([np.full(p, -np.inf), rows.e])
    y, s = np.concatenate(run.multipliers()), np.clip(K @ x, low, high)
    stiff = np.where(np.arange(high.size) < p, 1.0, _STIFF)
    inverse, total, look, old, gap, asked = None, 0, 8, (x, y), np.inf, np.inf
    block = _LOOK if options.unrecorded else 1
    # Of a sparse K the same lines run as plain Python, in which products are all that counts.
    iterate = _iterate.py_func if sparse.issparse(K) else _iterate
    while True:
        promising = gap <= min(_FAR * options.tol, 0.7 * asked)
        asked = gap if promising else asked
        state = run.state(x, np.maximum(y[:p], 0.0), y[p:], iteration=total, rho=rho,
                          check=promising,
                          slack=rows.length * (high - s)[: problem.b.size])  # fmt: skip
        if total >= look and total:
            look = 2 * total
            for d, dy in ((x - old[0], y - old[1]), (x - first, y)):
                if end := along_ray(run, state, d, dy, p):
                    yield end
                    return
        yield state
        # A step's weight moves only every so many iterations.
        count = min(block, max(1, options.max_iter - total), _LOOK - total % _LOOK)
        if inverse is None:
            weight = rho * stiff
            inverse = _inverse(K, rows.Q, weight)
        old = iterate(K, inverse, rows.c, low, high, weight, count, x, s, y)
        total += count
        run.work += 2 * count
        if total % _LOOK == 0:
            broken, left = K @ x - s, rows.slope(x) + K.T @ y
            gap = abs(rows.slope(x) @ x + s @ y) + np.abs(broken) @ np.abs(y)
            gap += np.abs(left) @ np.abs(x)
            primal = np.abs(broken).max(initial=0.0) / max(np.abs(s).max(initial=0.0), 1e-9)
            dual = np.abs(left).max()
            dual /= max(np.abs(K.T @ y).max(), np.abs(rows.slope(x)).max(), 1e-9)
            by = np.sqrt(max(primal, 1e-12) / max(dual, 1e-12))
            if not 1.0 / _APART < by < _APART:
                rho, inverse = float(np.clip(rho * by, 1e-6, 1e6)), None
