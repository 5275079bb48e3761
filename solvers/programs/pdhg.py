"""The primal-dual hybrid gradient method for `Program`, with restarts and Halpern's anchor."""

from __future__ import annotations

from typing import Unpack

import numpy as np
from scipy import sparse

from solvers.compiled import njit
from solvers.options import Common, Options, common_options
from solvers.problems.program import Program
from solvers.problems.rows import Rows
from solvers.programs.boxed import is_large
from solvers.programs.pdlp import large_states
from solvers.programs.presolve import uncrossed
from solvers.programs.run import Run, evidently_infeasible
from solvers.registry import solver
from solvers.result import Result, State, States

#: Iterations in one compiled call where no row is recorded.
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


class Walk:
    """Where PDHG is: (x, y), where it was `before`, the point (x0, y0) of the last restart, sums of
    the iterates since, the last T(x, y) - (x, y), and the ratio `weight` of the steps' lengths."""

    def __init__(self, rows: Rows, x: np.ndarray, y: np.ndarray, halpern: bool):
        stack = sparse.vstack if sparse.issparse(rows.G) else np.vstack
        K = stack([rows.G, rows.E])
        self.c, self.h, self.p = rows.c, np.concatenate([rows.h, rows.e]), rows.h.size
        self.K, self.KT = _by_rows(K), _by_rows(K.T)
        self.Q = _by_rows(np.zeros((0, 0)) if rows.Q is None else rows.Q)
        self.size = _largest(K) or 1.0
        self.curved = 0.0 if rows.Q is None else _largest(rows.Q)
        self.halpern, self.reflect = halpern, 1.0 if halpern and not self.curved else 0.0
        self.x, self.y, self.weight, self.total = x, y, 1.0, 0
        self.out = np.zeros(x.size), np.zeros(y.size)
        self.before = x, y
        self.begin()

    def begin(self) -> None:
        """The point reached is the anchor, and nothing is summed yet."""
        self.x0, self.y0 = self.x.copy(), self.y.copy()
        self.sums = np.zeros(self.x.size), np.zeros(self.y.size)
        self.age, self.first, self.last = 0, np.inf, np.inf

    def advance(self, count: int) -> float:
        """`count` iterations; returns the residual, the length of the last."""
        sigma = 0.95 * self.weight / self.size
        tau = 0.95 / (self.size * self.weight + self.curved)
        self.before = self.x.copy(), self.y.copy()
        self.iterate(count, tau, sigma)
        self.total += count
        dx, dy = self.out
        residual = float(np.sqrt(self.weight * (dx @ dx) + dy @ dy / self.weight))
        self.first = residual if self.first == np.inf else self.first
        return residual

    def iterate(self, count: int, tau: float, sigma: float) -> None:
        """The same, with steps of these lengths."""
        self.age = _iterate(
            self.K, self.KT, self.Q, self.c, self.h, self.p, tau, sigma, self.halpern, self.reflect,
            count, self.age, self.x, self.y, self.x0, self.y0, self.sums, self.out,
        )  # fmt: skip

    def restart(self, residual: float) -> bool:
        """Start again, with steps balanced by the distances travelled, where the residual fell
        enough, rises again, or the last start is long ago; returns whether it did."""
        fallen = residual <= _ENOUGH * self.first
        rises = _FAIR * self.first >= residual > self.last
        self.last = residual
        if not (fallen or rises or self.age >= max(_LONG * self.total, 10)):
            return False
        if not self.halpern:
            self.x, self.y = self.sums[0] / self.age, self.sums[1] / self.age
        dx, dy = np.linalg.norm(self.x - self.x0), np.linalg.norm(self.y - self.y0)
        if min(dx, dy) > 1e-12 and max(dx, dy) < 1e12:  # else they are no steps to compare
            self.weight = float(np.exp(0.5 * np.log(dy / dx) + 0.5 * np.log(self.weight)))
        self.begin()
        return True


def states(
    problem: Program,
    options: Options,
    restarts: bool = True,
    halpern: bool = True,
    walk: type[Walk] = Walk,
) -> States:
    """The states of a run; walk: the class of what is walked with."""
    if walk is Walk and is_large(problem):
        # Not presolved: what is left may be small enough for a factor, and yet fill it.
        yield from uncrossed(large_states, problem, options, restarts, halpern)
        return
    run = Run(problem, options)
    walk = walk(run.rows, run.first.copy(), np.concatenate(run.multipliers()), halpern)
    p, block, next_ray_check, restarted = walk.p, _BLOCK if options.unrecorded else 1, 8, False
    end = None
    while True:
        shown = run.cheap_state(walk.x, walk.y[:p], walk.y[p:], iteration=walk.total,
                                weight=walk.weight, restarted=restarted)  # fmt: skip
        if walk.total >= next_ray_check:
            next_ray_check, shown = 2 * walk.total, shown["whole"]()
            x, y = walk.before
            for dx, dy in ((walk.x - run.first, walk.y), (walk.x - x, walk.y - y)):
                end = end or along_ray(run, shown, dx, dy, p)
        yield end or shown
        if end:
            return
        count = min(block, max(1, options.max_iter - walk.total))
        residual = walk.advance(count)
        run.work += 2 * count
        restarted = restarts and walk.restart(residual)


def along_ray(run: Run, state: State, d: np.ndarray, y: np.ndarray, p: int) -> State | None:
    """The end of a run whose iterates move along a ray."""
    if end := evidently_infeasible(run.problem, state):
        return end
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
        Start again from the point reached (without `halpern`, from the average) where the residual
        has fallen enough, with steps balanced by the distances that x and y have travelled.
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
    return options.drive(states(problem, options, restarts, halpern), problem.certify)
