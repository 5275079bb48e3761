"""ADMM for `Program`, as in OSQP: one linear system, factored once, and a projection."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from solvers.problems.rows import factor, gram
from solvers.programs.pdhg import along_ray
from solvers.programs.run import Run

#: The proximal weight of x, over-relaxation, how much stiffer equations are, and when the step is
#: moved: residuals further apart than this, at looks that are this far apart.
_SIGMA, _RELAX, _STIFF, _APART, _LOOK = 1e-6, 1.6, 1e3, 5.0, 25
#: A point is certified where its own estimate of the gap is at most so many times the one asked for
#: and 0.7 of what it was at the last one.
_FAR = 10.0


def program_states(problem, options, rho=0.1):
    """min 1/2 x'Qx + c'x with Kx = s, s in [l, u]: x from the system, s by clipping, then the
    multiplier."""
    run = Run(problem, options)
    rows, x, first = run.rows, run.first.copy(), run.first
    stack = sparse.vstack if sparse.issparse(rows.G) else np.vstack
    K, p = stack([rows.G, rows.E]), rows.h.size
    high = np.concatenate([rows.h, rows.e])
    low = np.concatenate([np.full(p, -np.inf), rows.e])
    y, s = np.concatenate(run.multipliers()), np.clip(K @ x, low, high)
    stiff = np.where(np.arange(high.size) < p, 1.0, _STIFF)
    solve, total, look, old, gap, asked = None, 0, 8, (x, y), np.inf, np.inf
    block = 10 if options.unrecorded else 1
    eye = sparse.eye_array(x.size, format="csr") if sparse.issparse(K) else np.eye(x.size)
    while True:
        promising = gap <= min(_FAR * options.tol, 0.7 * asked)
        asked = gap if promising else asked
        state = run.state(x, np.maximum(y[:p], 0.0), y[p:], iteration=total, rho=rho,
                          check=promising,
                          slack=rows.length * (high - s)[: problem.b.size])  # fmt: skip
        if total >= look and total:
            look = 2 * total
            for d, move in ((x - old[0], y - old[1]), (x - first, y)):
                if end := along_ray(run, state, d, move, p):
                    yield end
                    return
        yield state
        for _ in range(min(block, max(1, options.max_iter - total))):
            if solve is None:
                M = gram(K, rho * stiff) + _SIGMA * eye
                solve = factor(M if rows.Q is None else M + rows.Q)
            old = x, y
            new = solve(_SIGMA * x - rows.c + K.T @ (rho * stiff * s - y))
            mixed = _RELAX * (K @ new) + (1.0 - _RELAX) * s
            x = _RELAX * new + (1.0 - _RELAX) * x
            s = np.clip(mixed + y / (rho * stiff), low, high)
            y = y + rho * stiff * (mixed - s)
            total += 1
            run.work += 2
            if total % _LOOK == 0:
                broken, left = K @ x - s, rows.slope(x) + K.T @ y
                gap = abs(rows.slope(x) @ x + s @ y) + np.abs(broken) @ np.abs(y)
                gap += np.abs(left) @ np.abs(x)
                primal = np.abs(broken).max(initial=0.0) / max(np.abs(s).max(initial=0.0), 1e-9)
                dual = np.abs(left).max()
                dual /= max(np.abs(K.T @ y).max(), np.abs(rows.slope(x)).max(), 1e-9)
                by = np.sqrt(max(primal, 1e-12) / max(dual, 1e-12))
                if not 1.0 / _APART < by < _APART:
                    rho, solve = float(np.clip(rho * by, 1e-6, 1e6)), None
