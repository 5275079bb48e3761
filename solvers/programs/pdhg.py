"""The primal-dual hybrid gradient method for `Program`, with restarts and Halpern's anchor."""

from __future__ import annotations

from typing import Unpack

import numpy as np
from scipy import sparse

from solvers.compiled import njit
from solvers.options import Common, Options, common_options
from solvers.problems.program import Program
from solvers.programs.run import Run
from solvers.registry import solver
from solvers.result import Result

#: Iterations in one compiled call where no row is kept.
_BLOCK = 50
#: A restart where the residual fell to this share of the last one's; where it fell to the second
#: and rises again; or after this share of all iterations.
_ENOUGH, _FAIR, _LONG = 0.2, 0.8, 0.36


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract"})
def _times(data, columns, starts, x, out):
    """out = A x, for A by rows."""
    for i in range(out.size):
        s = 0.0
        for k in range(starts[i], starts[i + 1]):
            s += data[k] * x[columns[k]]
        out[i] = s


@njit(cache=True, nogil=True)
def _iterate(K, KT, Q, c, h, p, tau, sigma, anchored, reflect, count, age, x, y, x0, y0, sums, out):
    """`count` iterations from (x, y), in place; (x0, y0) is the anchor, sums add up what is
    averaged, out gets the last T(x, y) - (x, y)."""
    n, m = x.size, y.size
    pull, curve, push = np.empty(n), np.zeros(n), np.empty(m)
    ahead = np.empty(n)
    for _ in range(count):
        _times(KT[0], KT[1], KT[2], y, pull)
        if Q[0].size:
            _times(Q[0], Q[1], Q[2], x, curve)
        for j in range(n):
            out[0][j] = -tau * (c[j] + pull[j] + curve[j])
            ahead[j] = x[j] + 2.0 * out[0][j]
        _times(K[0], K[1], K[2], ahead, push)
        for i in range(m):
            new = y[i] + sigma * (push[i] - h[i])
            out[1][i] = (max(new, 0.0) if i < p else new) - y[i]
        age += 1
        share = (age + 0.0) / (age + 1.0) if anchored else 1.0
        for j in range(n):
            x[j] = share * (x[j] + (1.0 + reflect) * out[0][j]) + (1.0 - share) * x0[j]
            sums[0][j] += x[j]
        for i in range(m):
            y[i] = share * (y[i] + (1.0 + reflect) * out[1][i]) + (1.0 - share) * y0[i]
            sums[1][i] += y[i]
    return age


def _by_rows(A):
    A = sparse.csr_array(A)
    return A.data.astype(float), A.indices.astype(np.int64), A.indptr.astype(np.int64)


def _largest(A):
    """The largest singular value, by the power method, and a little more."""
    v = np.random.default_rng(0).normal(size=A.shape[1])
    size = 0.0
    for _ in range(30):
        v = A.T @ (A @ v)
        size = np.linalg.norm(v)
        if size == 0.0:
            return 0.0
        v /= size
    return 1.05 * float(np.sqrt(size))


def _states(problem, options, restarts, halpern):
    run = Run(problem, options)
    rows = run.rows
    stack = sparse.vstack if sparse.issparse(rows.G) else np.vstack
    A, h, p = stack([rows.G, rows.E]), np.concatenate([rows.h, rows.e]), rows.h.size
    K, KT = _by_rows(A), _by_rows(A.T)
    Q = _by_rows(np.zeros((0, 0)) if rows.Q is None else rows.Q)
    size = _largest(A) or 1.0
    curved = 0.0 if rows.Q is None else _largest(rows.Q)
    x, y = run.first.copy(), np.concatenate(run.multipliers())
    block, reflect = _BLOCK if options.unrecorded else 1, 1.0 if halpern and not curved else 0.0
    weight, total, age = 1.0, 0, 0
    anchor, sums = (x.copy(), y.copy()), (np.zeros(x.size), np.zeros(y.size))
    out, last, first = (np.zeros(x.size), np.zeros(y.size)), np.inf, np.inf
    look = 8

    def state(point, restarted=False):
        return run.state(point[0], point[1][:p], point[1][p:], iteration=total, weight=weight,
                         restarted=restarted)  # fmt: skip

    yield state((x, y))
    while True:
        sigma = 0.95 * weight / size
        tau = 0.95 / (size * weight + curved)
        old = x.copy(), y.copy()
        count = min(block, max(1, options.max_iter - total))
        age = _iterate(K, KT, Q, rows.c, h, p, tau, sigma, halpern, reflect, count, age, x, y,
                       *anchor, sums, out)  # fmt: skip
        total += count
        run.work += 2 * count
        residual = float(np.sqrt(weight * (out[0] @ out[0]) + out[1] @ out[1] / weight))
        first = residual if first == np.inf else first
        restarted = False
        if restarts and (residual <= _ENOUGH * first or _FAIR * first >= residual > last
                         or age >= max(_LONG * total, 10)):  # fmt: skip
            if not halpern:
                x[:], y[:] = sums[0] / age, sums[1] / age
            dx, dy = np.linalg.norm(x - anchor[0]), np.linalg.norm(y - anchor[1])
            if min(dx, dy) > 1e-12 and max(dx, dy) < 1e12:  # else they are no steps to compare
                weight = float(np.exp(0.5 * np.log(dy / dx) + 0.5 * np.log(weight)))
            anchor = x.copy(), y.copy()
            for a in sums:
                a[:] = 0.0
            age, first, last, restarted = 0, np.inf, np.inf, True
        last = residual
        shown = state((x, y), restarted)
        if total >= look:
            look = 2 * total
            move = x - old[0], y - old[1]
            for dx, dy in ((x - run.first, y), move):
                end = along_ray(run, shown, dx, dy, p)
                if end:
                    yield end
                    return
        yield shown


def along_ray(run, state, d, y, p):
    """The end of a run whose iterates move along a ray."""
    rows = run.rows
    size = np.abs(y).max(initial=0.0)
    balanced = size > 0.0 and np.abs(rows.pull(y[:p], y[p:])).max() <= 0.05 * size
    if balanced and (end := run.infeasible(state, y[:p], y[p:])):
        return end
    if rows.c @ d < 0.0:
        return run.unbounded(state, d)
    return None


@solver("pdhg", Program, label="PDHG", iterate="iterate")
@common_options
def solve_pdhg(
    problem: Program,
    *,
    max_iter: int = 100_000,
    restarts: bool = True,
    halpern: bool = True,
    **common: Unpack[Common],
) -> Result:
    """A gradient step for x, then one for the multipliers at twice the new x less the old one.

    x <- x - tau (c + Qx + K'y), y <- max(0, y + sigma (K (2 x_new - x) - h)), with equations in K
    too, whose multipliers have any sign: two products with K, and nothing is factored.

    Parameters
    ----------
    problem : Program
        A may be sparse.
    x0 : array_like (n,) or Result
        Of a result, the multipliers are taken too.
    seed : int
        No effect: nothing is random.
    restarts : bool
        Start afresh from the point reached (without `halpern`, from the average) where the residual
        has fallen enough, with steps balanced by the ways that x and y have gone.
    halpern : bool
        Pull each iterate towards the point of the last restart, by one part in as many as there
        were iterations since; steps are then twice as long for a linear program.

    Returns
    -------
    Result
        `x` (n,); `dual` holds y (m,), z (k,) and w (n,), or the ray that proves "infeasible" or
        "unbounded". iteration counts steps; work counts products with K. Snapshots: iterate (T, n);
        y (T, m); weight (T,), the ratio of steps; restarted (T,).

    References
    ----------
    chambolle-2011
    applegate-2021: restarts
    lu-2024: the anchor
    """
    options = Options(max_iter=max_iter, **common)
    return options.drive(_states(problem, options, restarts, halpern), problem.certify)
