"""Dual coordinate descent for InformationTheoreticMetric: the best multiplier of a pair is known in
closed form, and M = B^-1 follows by a change of rank one.

Davis, Kulis, Jain, Sra, Dhillon (2007), DOI 10.1145/1273496.1273523, Algorithm 1: its Bregman
projection onto one constraint is the exact maximum of the dual over lam_i >= 0.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from solvers.compiled import njit
from solvers.options import Options, start, start_dual
from solvers.precision.log_det import inverse, log_det
from solvers.problems.pair_metric import InformationTheoreticMetric
from solvers.result import HALVINGS, Result, State
from solvers.vectors import GREEDY, RANDOM, REFRESH, add, dot, shuffle, shuffle_state


class Pairs(NamedTuple):
    """What a step reads: rows of V (n, m), the differences of pairs, labels y and bounds b (n,)."""

    V: np.ndarray
    y: np.ndarray
    b: np.ndarray
    gamma: float


class Dual(NamedTuple):
    """The state of the steps: multipliers lam (n,), their metric M (m, m); x (m,) is working
    memory."""

    lam: np.ndarray
    M: np.ndarray
    x: np.ndarray


@njit(cache=True, nogil=True)
def _square(V, M, i, x):
    """v_i'M v_i; leaves x (m,) = M v_i."""
    for r in range(x.size):
        x[r] = dot(M[r], V[i])
    return dot(x, V[i])


@njit(cache=True, nogil=True)
def _best(p, y, b, gamma, lam):
    """The best multiplier of a pair with v'Mv = `p`: where p = xi = b / (1 - y lam b / gamma), in
    the M and xi of the new multiplier, or 0."""
    if p <= 0.0:  # two points that are equal, or equal within rounding
        return 0.0 if y > 0.0 else lam
    step = (1.0 - y * lam * (b / gamma)) / b - 1.0 / p
    return max(0.0, lam + y * (gamma / (gamma + 1.0)) * step)


@njit(cache=True, nogil=True)
def _step(pairs, i, dual):
    """Maximise over lam_i; return v_i'M v_i before the step."""
    lam, M, x = dual.lam, dual.M, dual.x
    p = _square(pairs.V, M, i, x)
    new = _best(p, pairs.y[i], pairs.b[i], pairs.gamma, lam[i])
    if new != lam[i]:
        a = pairs.y[i] * (new - lam[i])
        # Both factors alike, so that M stays exactly symmetric.
        share = a / (1.0 + a * p)
        x *= math.sqrt(abs(share))
        for r in range(x.size):
            add(-x[r] if share > 0.0 else x[r], x, M[r])
        lam[i] = new
    return p


@njit(cache=True, nogil=True)
def _best_pair(pairs, dual):
    """The pair whose exact step raises the dual value most, -1 where none does."""
    y, b, gamma, lam = pairs.y, pairs.b, pairs.gamma, dual.lam
    most, best = 0.0, -1
    for i in range(lam.size):
        p = _square(pairs.V, dual.M, i, dual.x)
        a = y[i] * (_best(p, y[i], b[i], gamma, lam[i]) - lam[i])
        if a != 0.0:
            left = 1.0 - y[i] * lam[i] * (b[i] / gamma)
            gain = math.log1p(a * p) + gamma * math.log1p(-a * (b[i] / gamma) / left)
            if gain > most:
                most, best = gain, i
    return best


@njit(cache=True, nogil=True)
def _sweeps(pairs, order, rule, random, dual, count):
    """`count` sweeps, or fewer where nothing moves; return (sweeps done, moved in the last)."""
    moved = 0
    for done in range(count):
        if rule == RANDOM:
            shuffle(order, random)
        moved = 0
        for turn in order:
            i = _best_pair(pairs, dual) if rule == GREEDY else turn
            if i < 0:
                break
            old = dual.lam[i]
            _step(pairs, i, dual)
            moved += dual.lam[i] != old
        if moved == 0:
            return done + 1, 0
    return count, moved


class PairCoordinates:
    """The multipliers lam of the pairs and their metric M, changed in place."""

    def __init__(self, problem: InformationTheoreticMetric, options: Options, rule: int):
        self.problem, self.rule = problem, rule
        self.pairs = Pairs(problem.V, problem.y, np.asarray(problem.b), problem.gamma)
        self.lam = _first(problem, options.x0)
        self.M = np.empty_like(problem.prior_inverse)
        self.dual = Dual(self.lam, self.M, np.empty(len(self.M)))
        self.turns, self.count = np.arange(self.lam.size), self.lam.size
        self.cost = self.M.size * self.count * (self.count if rule == GREEDY else 1)
        self.random, self.sweep, self.work = shuffle_state(options.seed), 0, 0
        self._refresh()

    def _refresh(self):
        """Remove the rounding drift of M; say whether it could be."""
        try:
            self.M[:] = inverse(self.problem.bracket(self.lam))
        except np.linalg.LinAlgError:
            return False
        return True

    def order(self) -> np.ndarray:
        """The coordinates of a sweep."""
        if self.rule == RANDOM:
            shuffle(self.turns, self.random)
        return self.turns

    def best(self) -> int:
        """The pair with most to gain, -1 where there is none."""
        return _best_pair(self.pairs, self.dual)

    def update(self, i: int) -> State:
        """Maximise over the multiplier `i`; return what the picture of the step needs."""
        old, square = self.lam[i], _step(self.pairs, i, self.dual)
        return self.mark(i, old, self.lam[i], square)

    @staticmethod
    def mark(index: int = -1, old: float = 0.0, new: float = 0.0, square: float = 0.0) -> State:
        """The snapshots of one update; zeros at the start."""
        return {"index": index, "old": old, "new": new, "square": square}

    def end_of_sweep(self, moved: int) -> State:
        """Remove drift when due; a reason to stop."""
        # After the first sweep too: where the data are far from the prior, its steps leave of M a
        # tiny share, in which their rounding is large.
        due = self.sweep == 1 or self.sweep % REFRESH == 0
        return {} if moved and (not due or self._refresh()) else {"stop": "stalled"}

    def sweeps(self, count: int) -> State:
        """Up to `count` sweeps, at most to where M is computed afresh; what they add to the
        state."""
        count = min(count, REFRESH - self.sweep % REFRESH) if self.sweep else 1
        done, moved = _sweeps(self.pairs, self.turns, self.rule, self.random, self.dual, count)
        self.sweep, self.work = self.sweep + done, self.work + done * self.count
        return self.end_of_sweep(moved)

    def state(self, **more: Any) -> State:
        """What `drive` certifies and records."""
        common = {"M": self.M, "lam": self.lam, "xi": self.problem.slacks(self.M)}
        # A large value, of a metric made from multipliers, is no sign of divergence.
        shown = {"dual": {"lam": self.lam}, "work": self.work, "diverges": False}
        return {"x": self.M, **shown, **common, **more}


def _first(problem, x0):
    """Feasible multipliers (n,): of an earlier result, or such as fit an array, else 0."""
    M = start(x0, problem.prior_inverse.shape)
    n = problem.y.size
    if x0 is None:
        return np.zeros(n)
    has_multipliers = isinstance(x0, Result) and x0.dual.get("lam", M).shape == (n,)
    with np.errstate(all="ignore"):
        lam = np.maximum(
            start_dual(x0, "lam", n) if has_multipliers else problem.multipliers(M), 0.0
        )
        for _ in range(HALVINGS):
            small = (problem.y * lam * (problem.b / problem.gamma) < 1.0).all()
            if small and log_det(problem.bracket(lam)) > -np.inf:
                return lam
            lam *= 0.5
    return np.zeros(n)
