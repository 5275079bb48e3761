"""ADMM on large programs, as OSQP: one quasi-definite factor, a step per row, polishing."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from solvers.compiled import njit
from solvers.docstrings import cite
from solvers.interrupts import raise_interrupt
from solvers.options import Options, steps_per_call
from solvers.problems.program import Program
from solvers.programs import ldl
from solvers.programs.boxed import Boxed
from solvers.programs.pdlp import along_ray, earlier, state
from solvers.programs.run import Run
from solvers.result import State, States

#: The proximal weight of x, over-relaxation, how much stiffer equations are and how little what has
#: no side; the first step, and how many iterations lie between two checks.
_SIGMA, _RELAXATION, _EQUATION_WEIGHT, _LOOSE, _RHO, _EVERY = 1e-6, 1.6, 1e3, 1e-6, 0.1, 25
#: The step moves where residuals are further apart than this, and so many iterations after the last
#: move, times the moves: a factor costs as much as several iterations.
_IMBALANCE, _REFACTOR = 5.0, 2
#: Whatever its own errors are, a point is certified after so many iterations, then twice as many;
#: multipliers are tried for a proof that nothing meets all rows where they grew so much since
#: the last try, twice as many iterations ago, and what no bound meets of them is such a share.
_FIRST_CERTIFICATE, _GROWS, _NEARLY = 100, 1.2, 5e-3
#: The active rows are solved for where a point's own errors are below this.
_POLISH_WITHIN = 1e-2
#: What polishing adds to the diagonal, the more where that is too little, and how often what that
#: leaves is solved for again.
_RIDGES, _REFINEMENTS = (1e-8, 1e-6, 1e-4), 6


@njit(cache=True, nogil=True)
def _iterate(factors, c, low, high, weight, count, x, s, y, old_x, old_y):
    """`count` iterations in place: x from the system, s by clipping, then the multiplier; old_x and
    old_y get what was before the last of them."""
    n, m = x.size, s.size
    right, both, work = np.empty(n + m), np.empty(n + m), np.empty(n + m)
    for _ in range(count):
        for j in range(n):
            old_x[j], right[j] = x[j], _SIGMA * x[j] - c[j]
        for i in range(m):
            old_y[i], right[n + i] = y[i], s[i] - y[i] / weight[i]
        ldl.solve(factors, right, work, both)
        for j in range(n):
            x[j] = _RELAXATION * both[j] + (1.0 - _RELAXATION) * x[j]
        for i in range(m):
            new = s[i] + (both[n + i] - y[i]) / weight[i]
            moved = _RELAXATION * new + (1.0 - _RELAXATION) * s[i] + y[i] / weight[i]
            s[i] = min(max(moved, low[i]), high[i])
            y[i] = weight[i] * (moved - s[i])


def _above(K, bounded):
    """K, and below it the rows of the identity for `bounded` variables."""
    starts = np.append(K.indptr, K.nnz + np.arange(1, bounded.size + 1))
    indices, ones = np.append(K.indices, bounded), np.ones(bounded.size)
    shape = (K.shape[0] + bounded.size, K.shape[1])
    return sparse.csr_array((np.append(K.data, ones), indices, starts), shape=shape)


@cite
class Splitting:
    """min 1/2 x'Qx + c'x with Kx = s and s in [low, high], where K has bounds as rows too.

    References
    ----------
    stellato-2020: algorithm 1
    """

    def __init__(self, boxed: Boxed, x: np.ndarray, y: np.ndarray):
        self.boxed = boxed
        self.bounded = np.flatnonzero(np.isfinite(boxed.lower) | np.isfinite(boxed.upper))
        self.K = _above(boxed.K, self.bounded)
        self.low = np.concatenate([boxed.below, boxed.lower[self.bounded]])
        self.high = np.concatenate([boxed.above, boxed.upper[self.bounded]])
        idle = np.isinf(self.low) & np.isinf(self.high)
        self.relative = np.where(self.low == self.high, _EQUATION_WEIGHT, np.where(idle, _LOOSE, 1))
        self.x, self.y = x, np.concatenate([y, np.zeros(self.bounded.size)])
        self.s = np.clip(self.at_rows(x), self.low, self.high)
        self.rho, self.m, self.moves, self.moved = _RHO, boxed.above.size, 0, 0
        self.last, self.tried = b"", set()
        self.old = self.x.copy(), self.y.copy()
        self.weight = self.rho * self.relative
        self.system = ldl.System(boxed.triangle, self.K, _SIGMA, 1.0 / self.weight)

    def factor(self) -> None:
        """Takes the step rho from now on."""
        self.weight = self.rho * self.relative
        self.system.set(_SIGMA, 1.0 / self.weight)

    def at_rows(self, x: np.ndarray) -> np.ndarray:
        """Kx."""
        return np.concatenate([self.boxed.K @ x, x[self.bounded]])

    def advance(self, count: int) -> None:
        """`count` iterations of the algorithm, in calls that are short enough to be interrupted."""
        factors = self.system.factors
        most = steps_per_call(2 * factors[2].size)
        while count > 0:
            _iterate(factors, self.boxed.c, self.low, self.high, self.weight, min(count, most),
                     self.x, self.s, self.y, *self.old)  # fmt: skip
            count -= most
            raise_interrupt()

    def balance(self, total: int) -> None:
        """Move the step where one residual is far above the other and a factor pays."""
        b, at = self.boxed, self.at_rows(self.x)
        curve, pull = b.Q @ self.x, b.KT @ self.y[: self.m]
        pull[self.bounded] += self.y[self.m :]
        primal = np.abs(at - self.s).max(initial=0.0)
        primal /= max(np.abs(at).max(initial=0.0), np.abs(self.s).max(initial=0.0), 1e-9)
        dual = np.abs(b.c + curve + pull).max()
        dual /= max(np.abs(pull).max(), np.abs(curve).max(), np.abs(b.c).max(), 1e-9)
        ratio = np.sqrt(max(primal, 1e-14) / max(dual, 1e-14))
        if 1.0 / _IMBALANCE < ratio < _IMBALANCE or (
            total - self.moved < _REFACTOR * _EVERY * self.moves
        ):
            return
        self.rho = float(np.clip(self.rho * ratio, 1e-6, 1e6))
        self.moves, self.moved = self.moves + 1, total
        self.factor()

    @property
    def at(self) -> tuple[np.ndarray, np.ndarray]:
        """(x, y): within its bounds, and the multipliers of rows."""
        return np.clip(self.x, self.boxed.lower, self.boxed.upper), self.y[: self.m]

    def ray(self, run: Run, state: State, is_growing: bool) -> State | None:
        """The end of the run along the last step or, where its multipliers grow, along these, as
        they do only where nothing meets all rows; or None."""
        d, dy = self.x - self.old[0], (self.y - self.old[1])[: self.m]
        if (end := along_ray(run, self.boxed, state, d, dy)) is not None:
            return end
        return along_ray(run, self.boxed, state, self.x, self.y[: self.m] * is_growing, _NEARLY)

    def polished(self, best: float, error: float) -> tuple[np.ndarray, np.ndarray] | None:
        """(x, y) where the sides that are met hold with equality, if its errors are below `best`
        and a small share of `error`, else None."""
        exact = self._where_met()
        now = np.inf if exact is None else max(self.boxed.errors(*exact))
        return exact if now < best and now <= _POLISH_WITHIN * error + 1e-9 else None

    def _where_met(self):
        """(x, y) where the sides that are met twice in a row hold with equality, or None: each
        choice of them is tried once."""
        low = self.s - self.low < -self.y
        high = self.high - self.s < self.y
        equal = self.low == self.high
        active = np.flatnonzero(low | high | equal)
        key = np.packbits(np.concatenate([low, high])).tobytes()
        same, self.last = key == self.last, key
        if not same or key in self.tried:
            return None
        self.tried.add(key)
        K, b = self.K[active], self.boxed
        side = np.where(low, self.low, self.high)[active]
        k, n = active.size, b.c.size
        for ridge in _RIDGES:
            try:
                system = ldl.System(b.triangle, K, ridge, np.full(k, ridge))
                break
            except RuntimeError:  # rows that repeat each other leave a pivot 0, up to rounding
                continue
        else:
            return None
        found = np.concatenate([self.x, self.y[active]])
        KT, before = K.T, np.inf
        for _ in range(_REFINEMENTS):
            x, y = found[:n], found[n:]
            rest = np.concatenate([-b.c - b.Q @ x - KT @ y, side - K @ x])
            left = np.abs(rest).max()
            if not left < before:  # what is left is rounding
                break
            before, found = left, found + system.solve(rest)
        if not np.isfinite(found).all():
            return None
        full = np.zeros(self.y.size)
        full[active] = found[n:]
        return np.clip(found[:n], b.lower, b.upper), full[: self.m]


def large_states(problem: Program, options: Options, polishing: bool = True) -> States:
    """The states of a run on a large program; with `polishing` one more where the sides that are
    met are the same twice in a row and their exact point has less error."""
    run, boxed = Run(problem, options), Boxed(problem)
    x = boxed.inward(np.zeros(problem.c.size) if run.x0 is None else run.x0)
    walk = Splitting(boxed, np.clip(x, boxed.lower, boxed.upper), boxed.multipliers(*earlier(run)))
    block, total, looked, size = _EVERY if options.unrecorded else 1, 0, np.inf, 0.0
    ray_at, certify_at = 2 * _EVERY, _FIRST_CERTIFICATE

    def shown(x, y, repair, polished):
        slack = (boxed.above - boxed.K @ x)[: boxed.m] / boxed.rows[: boxed.m]
        return state(run, boxed, x, y, repair=repair, iteration=total, rho=walk.rho, slack=slack,
                     polished=polished, certify=total >= certify_at,
                     check=repair or polished)  # fmt: skip

    while True:
        error = max(boxed.errors(*walk.at))
        may_polish = polishing and error <= _POLISH_WITHIN and total and total % _EVERY == 0
        may_polish = may_polish and total < options.max_iter  # it counts as an iteration
        exact = walk.polished(min(error, looked), error) if may_polish else None
        if exact is not None:
            total, run.work = total + 1, run.work + 2
            proof = problem.certify(boxed.outward(exact[0]), *boxed.own(exact[1]))
            yield shown(*exact, not proof.holds(options.tol), True)
        else:
            promising = boxed.is_worth(error, options.tol, looked)
            looked = error if promising else looked
            last = total >= options.max_iter and not boxed.is_unfactored
            now = shown(*walk.at, promising or last, False)
            if total >= ray_at:
                ray_at, before, size = 2 * total, size, np.abs(walk.y[: walk.m]).max(initial=0.0)
                if end := walk.ray(run, now, size >= _GROWS * before):
                    yield end
                    return
            yield now
        count = min(block, max(1, options.max_iter - total), _EVERY - total % _EVERY)
        if total >= certify_at:
            certify_at = 2 * total
        walk.advance(count)
        total, run.work = total + count, run.work + 2 * count
        if total % _EVERY == 0:
            walk.balance(total)
