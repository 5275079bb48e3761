"""Shrinking for sequential minimal optimisation: the points that take part, the columns of K that
are stored for them, and the gap as far as they can tell.

Fan, Chen, Lin (2005), JMLR 6, 1889-1918; the rule by which LIBSVM shrinks.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.compiled import njit
from solvers.kernels import Source, fill_column, part_of
from solvers.options import Options, start
from solvers.problems import knapsack
from solvers.problems.kernel_svm import KernelSVM

#: Curvature of a pair, as a share of its own Q_ii + Q_jj, below which it is rounding, and counts as
#: flat; of the largest Q_ii one far point would make all others flat.
_FLAT, _LEAST = 1e-12, np.finfo(np.float64).tiny
#: A variable this close to C, as a share of it, is put there; C may be so large that the same
#: distance from 0 is more than the whole answer.
_SNAP = 1e-15
#: Unrecorded runs check every so many steps whether they can shrink, and do where at most this
#: share of the points stays.
_PAUSE, _WORTH = 1000, 0.5


class Box(NamedTuple):
    """What a step reads of the problem: labels y, the diagonal of Q, C and b; and what points that
    are shrunk away add to twice the terms of q. b is less by their y'x."""

    y: np.ndarray
    diagonal: np.ndarray
    C: float
    b: float
    rest: float


class Cache(NamedTuple):
    """Columns of K: columns (slots, n); place (n,): the slot of each, or -1; owner, used (slots,):
    whose column a slot holds, and the step that used it last."""

    columns: np.ndarray
    place: np.ndarray
    owner: np.ndarray
    used: np.ndarray


@njit(cache=True, nogil=True)
def curvature(both: float, K_ij: float) -> float:
    """a_ij = `both` - 2 `K_ij` of a pair with K_ii + K_jj = `both`, above 0."""
    return max(both - 2.0 * K_ij, _FLAT * both + _LEAST)


@njit(cache=True, nogil=True)
def cached_column(source: Source, i: int, cache: Cache, now: int) -> int:
    """The slot of the cache that holds column i, filled first if need be at the expense of the
    column unused for longest."""
    place, owner, used = cache.place, cache.owner, cache.used
    slot = place[i]
    if slot < 0:
        slot = 0
        for k in range(1, used.size):
            if used[k] < used[slot]:
                slot = k
        if owner[slot] >= 0:
            place[owner[slot]] = -1
        owner[slot], place[i] = i, slot
        fill_column(source, i, cache.columns[slot])
    used[slot] = now
    return slot


@njit(cache=True, nogil=True)
def put(
    x: np.ndarray,
    y: np.ndarray,
    C: float,
    k: int,
    value: float,
    f: float,
    up: np.ndarray,
    down: np.ndarray,
) -> None:
    """Set x_k and say by infinities in which directions it can move."""
    if value <= 0.0:
        value = 0.0
    elif value >= C - _SNAP * C:
        value = C
    x[k] = value
    up[k] = f if (value < C if y[k] > 0.0 else value > 0.0) else -np.inf
    down[k] = f if (value > 0.0 if y[k] > 0.0 else value < C) else np.inf


@njit(cache=True, nogil=True)
def classify(
    x: np.ndarray, y: np.ndarray, C: float, f: np.ndarray, up: np.ndarray, down: np.ndarray
) -> None:
    """Fill `up` and `down` from f."""
    for k in range(x.size):
        put(x, y, C, k, x[k], f[k], up, down)


@njit(cache=True, nogil=True)
def gap_at(
    x: np.ndarray, box: Box, up: np.ndarray, down: np.ndarray, s: float
) -> tuple[float, float]:
    """(the gap at the multiplier s, the terms of q), as far as these points can tell."""
    y, C = box.y, box.C
    gap, twice = -box.b * s, box.rest
    for k in range(x.size):
        g = -y[k] * (up[k] if up[k] > -np.inf else down[k])
        gap += x[k] * g + C * max(0.0, s * y[k] - g)
        twice += x[k] * (g + 3.0)
    return gap, 0.5 * twice


class Points:
    """Points that take part, all or some, and their arrays: x, the halves of f, and columns of K.

    memory: numbers for two columns at least; of fewer points it has more.
    """

    def __init__(self, source: Source, box: Box, x: np.ndarray, memory: np.ndarray):
        self.source, self.box, self.x, self.memory = source, box, x, memory
        self.up, self.down = np.empty(x.size), np.empty(x.size)
        self.pair, self.old = np.full(2, -1), np.zeros(2)
        self.forget()

    def forget(self) -> None:
        """An empty cache."""
        n = self.x.size
        slots = min(n, self.memory.size // n)
        columns = self.memory[: slots * n].reshape(slots, n)
        used = np.zeros(slots, dtype=np.int64)
        self.cache = Cache(columns, np.full(n, -1), np.full(slots, -1), used)

    @property
    def f(self) -> np.ndarray:
        """f = -y (Qx - e), as the updates have left it; setting it fills `up` and `down`."""
        return np.where(self.up > -np.inf, self.up, self.down)

    @f.setter
    def f(self, f: np.ndarray) -> None:
        classify(self.x, self.box.y, self.box.C, f, self.up, self.down)

    def multiplier(self) -> float:
        """The s with the best bound."""
        box = self.box
        g = -box.y * self.f
        return knapsack.middle(*knapsack.best_multipliers(g, box.y, box.C, box.b))

    def gap(self) -> tuple[float, float]:
        """(the gap at the best multiplier, the terms of q), if the others stay where they are."""
        return gap_at(self.x, self.box, self.up, self.down, self.multiplier())

    def movable(self) -> np.ndarray:
        """The points that a pair may use, those not at a bound or not firmly so: the rule by which
        LIBSVM shrinks."""
        high, low = self.up.max(), self.down.min()
        firm = np.where(self.up == -np.inf, self.down > high, self.up < low)
        return np.flatnonzero(~firm)

    def some(self, rows: np.ndarray) -> Points:
        """Only the points `rows`, in the same memory; the others stay where they are."""
        box, f = self.box, self.f
        aside = np.delete(np.arange(self.x.size), rows)
        x, y = self.x[aside], box.y[aside]
        rest = box.rest + x @ (3.0 - y * f[aside])
        labels = box.y[rows]
        labels.flags.writeable = False  # as of all points: another type would be compiled again
        inner = Box(labels, box.diagonal[rows], box.C, box.b - y @ x, rest)
        part = Points(part_of(self.source, rows), inner, self.x[rows], self.memory)
        part.f = f[rows]
        return part


class WorkingSet:
    """All points of a run, and those that take part, `active`, in the rows `rows`."""

    def __init__(self, problem: KernelSVM, options: Options, cache_mb: float):
        p, n = problem, problem.y.size
        self.problem, self.tol = problem, options.tol
        memory = np.empty(n * int(min(n, max(2, cache_mb * 2**20 // (8 * n)))))
        box = Box(p.y, p.diagonal(), p.C, p.b, 0.0)
        self.all = Points(p.columns, box, p.project(start(options.x0, n)), memory)
        self.active, self.rows, self.last = self.all, np.arange(n), self.all.x
        self.steps, self.work = 0, 0
        self.pause = _PAUSE if options.unrecorded else np.inf
        self.next_shrink = self.pause
        self.refresh()

    @property
    def x(self) -> np.ndarray:
        """The iterate (n,)."""
        if self.active is self.all:
            return self.all.x
        x = np.array(self.last)
        x[self.rows] = self.active.x
        return x

    def refresh(self) -> None:
        """f without the rounding of earlier updates."""
        p, x = self.problem, self.all.x
        self.all.f = p.y * (1.0 - p.product(x))
        self.work += x.size * bool(x.any())

    def seems_done(self) -> bool:
        """Whether a certificate would hold, as far as the active points can tell."""
        gap, terms = self.active.gap()
        return gap <= self.tol * terms

    def shrink(self) -> None:
        """Leave out the points that seem to stay at their bounds, if they are many."""
        self.next_shrink = self.steps + self.pause
        rows = self.active.movable()
        if 2 <= rows.size <= _WORTH * self.active.x.size:
            self.last = self.x  # of the points left out, where they stay
            self.active, self.rows = self.active.some(rows), self.rows[rows]

    def rejoin(self) -> None:
        """All points take part again; f is updated by their moves."""
        everyone, p = self.all, self.problem
        move, f = self.x - everyone.x, everyone.f
        everyone.x += move
        everyone.f = f - p.y * p.product(move)
        everyone.forget()  # its memory held columns of fewer points
        self.active, self.rows = everyone, np.arange(everyone.x.size)
        self.work += everyone.x.size
        self.pause *= 2
        self.next_shrink = self.steps + self.pause
