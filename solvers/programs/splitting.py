"""ADMM for `Program`, as in OSQP: one linear system, factored once, and a projection."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import LinearOperator

from solvers.compiled import njit
from solvers.options import Options
from solvers.problems.program import Program
from solvers.problems.rows import Multipliers, factor, gram
from solvers.programs.admm import large_states
from solvers.programs.boxed import is_large
from solvers.programs.pdhg import along_ray
from solvers.programs.polish import active_rows, polish
from solvers.programs.presolve import uncrossed
from solvers.programs.run import Run
from solvers.result import States
from solvers.vectors import copy

#: The proximal weight of x, over-relaxation, how much stiffer equations are, and when the step is
#: moved: residuals further apart than this, which is checked every so many iterations.
_SIGMA, _RELAXATION, _EQUATION_WEIGHT, _IMBALANCE, _STEP_EVERY = 1e-6, 1.6, 1e3, 5.0, 25
#: A point is certified at once where its own estimate of the gap is at most so many times the one
#: asked for and 0.7 of what it was at the last one.
_CERTIFY_WITHIN = 10.0
#: Whatever that estimate is, a point is certified after so many iterations, and twice as many each
#: time.
_FIRST_CERTIFICATE = 100


def _plain_iterate(K, inverse, c, low, high, weight, count, x, s, y):
    """`count` iterations of min 1/2 x'Qx + c'x with Kx = s, s in [low, high], in place: x from the
    system whose `inverse` is given, s by clipping, then the multiplier; returns x and y before the
    last of them."""
    old_x, old_y = x.copy(), y.copy()
    for _ in range(count):
        copy(x, old_x)
        copy(y, old_y)
        new = inverse @ (_SIGMA * x - c + K.T @ (weight * s - y))
        mixed = _RELAXATION * (K @ new) + (1.0 - _RELAXATION) * s
        copy(_RELAXATION * new + (1.0 - _RELAXATION) * x, x)
        copy(np.minimum(np.maximum(mixed + y / weight, low), high), s)
        copy(y + weight * (mixed - s), y)
    return old_x, old_y


_iterate = njit(cache=True, nogil=True)(_plain_iterate)


def _inverse(K, Q, weight):
    """(Q + K' diag(weight) K + a little)^-1; of a sparse matrix what multiplies by it."""
    n = K.shape[1]
    M = gram(K, weight) + _SIGMA * (sparse.eye_array(n) if sparse.issparse(K) else np.eye(n))
    solve = factor(M if Q is None else M + Q)
    if sparse.issparse(K):
        return LinearOperator((n, n), solve)
    return np.ascontiguousarray(solve(np.eye(n)))


def _split(rows):
    """(K, low, high, weights): all rows as low <= Kv <= high, and how stiff each is."""
    stack = sparse.vstack if sparse.issparse(rows.G) else np.vstack
    p, high = rows.h.size, np.concatenate([rows.h, rows.e])
    low = np.concatenate([np.full(p, -np.inf), rows.e])
    weights = np.where(np.arange(high.size) < p, 1.0, _EQUATION_WEIGHT)
    return stack([rows.G, rows.E]), low, high, weights


def program_states(
    problem: Program, options: Options, rho: float = 0.1, polishing: bool = True
) -> States:
    """The states of a run whose first step has the weight `rho`; with `polishing` one more where
    the rows that are met are the same twice in a row and their exact point breaks none."""
    if is_large(problem):
        # Not presolved: on what is left it takes up to seven times as many steps.
        yield from uncrossed(large_states, problem, options, polishing)
        return
    run = Run(problem, options)
    rows, x, first = run.rows, run.first.copy(), run.first
    (K, low, high, relative_weight), p = _split(rows), rows.h.size
    y, s = np.concatenate(run.multipliers()), np.clip(K @ x, low, high)
    inverse, total, next_ray_check, old, gap, certified_gap = None, 0, 8, (x, y), np.inf, np.inf
    next_certificate = _FIRST_CERTIFICATE
    block, polisher = _STEP_EVERY if options.unrecorded else 1, _Polisher(rows, p)
    # Of a sparse K the same lines run as plain Python, in which products are all that counts.
    iterate = _plain_iterate if sparse.issparse(K) else _iterate
    while True:
        promising = gap <= min(_CERTIFY_WITHIN * options.tol, 0.7 * certified_gap)
        certified_gap = gap if promising else certified_gap
        state = run.cheap_state(x, np.maximum(y[:p], 0.0), y[p:], iteration=total, rho=rho,
                                check=promising, certify=total >= next_certificate, polished=False,
                                slack=rows.length * (high - s)[: problem.b.size])  # fmt: skip
        if total >= next_certificate:
            next_certificate = 2 * total
        if total >= next_ray_check and total:
            next_ray_check, state = 2 * total, state["whole"]()
            rays = ((x - old[0], y - old[1]), (x - first, y))
            if end := next(filter(None, (along_ray(run, state, d, e, p) for d, e in rays)), None):
                yield end
                return
        yield state
        # A step's weight moves only every so many iterations.
        count = min(block, max(1, options.max_iter - total), _STEP_EVERY - total % _STEP_EVERY)
        if inverse is None:
            weight = rho * relative_weight
            inverse = _inverse(K, rows.Q, weight)
        old = iterate(K, inverse, rows.c, low, high, weight, count, x, s, y)
        total += count
        run.work += 2 * count
        left = total < options.max_iter  # a polished point counts as an iteration
        if polishing and left and total % _STEP_EVERY == 0 and (exact := polisher.tried(x, y)):
            total, run.work = total + 1, run.work + 2
            slack = rows.length * (rows.h - rows.G @ exact[0])[: problem.b.size]
            yield run.state(*exact, repair=True, iteration=total, rho=rho, check=True,
                            polished=True, slack=slack)  # fmt: skip
        if total % _STEP_EVERY == 0:
            gap, ratio = _residuals(rows, K, x, s, y)
            if not 1.0 / _IMBALANCE < ratio < _IMBALANCE:
                rho, inverse = float(np.clip(rho * ratio, 1e-6, 1e6)), None


def _residuals(rows, K, x, s, y):
    """(estimate of the gap, root of the primal residual over the dual one), both residuals as
    shares of their largest terms."""
    slope, pull = rows.slope(x), K.T @ y
    primal, dual = np.abs(K @ x - s), np.abs(slope + pull)
    gap = abs(slope @ x + s @ y) + primal @ np.abs(y) + dual @ np.abs(x)
    primal = primal.max(initial=0.0) / max(np.abs(s).max(initial=0.0), 1e-9)
    dual = dual.max() / max(np.abs(pull).max(), np.abs(slope).max(), 1e-9)
    return gap, np.sqrt(max(primal, 1e-12) / max(dual, 1e-12))


class _Polisher:
    """Remembers which rows were met, so that each choice of them is tried once."""

    def __init__(self, rows, p):
        self.rows, self.p, self.last, self.done = rows, p, None, set()

    def tried(self, x, y) -> Multipliers | None:
        """The polished (v, y, z) where the rows that are met are those of the last call and were
        not tried yet, else None."""
        active = active_rows(self.rows, x, np.maximum(y[: self.p], 0.0))
        key = active.tobytes()
        same, self.last = key == self.last, key
        if not same or key in self.done:
            return None
        self.done.add(key)
        return polish(self.rows, active, x, y[: self.p], y[self.p :])
