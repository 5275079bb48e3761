"""The coordinates of the dual of TripletMetric: steps that are exact, and sweeps of them, compiled.

Nguyen, Morell, De Baets (2015), 000_291dc1e5a69c06b5.txt, Algorithm 2 with its errata: w changes at
once after every step, so that the vector T of the source is not needed, and z_i = 0 has its own
branch.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np

from solvers.checks import locked
from solvers.compiled import njit
from solvers.options import Options, start
from solvers.problems.triplet_metric import TripletMetric
from solvers.result import ROUNDING, Result, Start, State, sum_error
from solvers.vectors import GREEDY, RANDOM, REFRESH, add, dot, shuffle, shuffle_state

#: A margin short of 1 by this share of its terms, or less, is short by rounding.
_SHORT = 1e-12


class Triplets(NamedTuple):
    """What a sweep reads. Rows of Z (n, m) are the triplets, those of V = Z L^-1; q_i =
    z_i'L^-1 z_i (n,); `inverse` (m, m): L^-1."""

    Z: np.ndarray
    V: np.ndarray
    q: np.ndarray
    inverse: np.ndarray
    L: np.ndarray
    C: float


class Multipliers(NamedTuple):
    """What a sweep moves: lam (n,) in its box, t >= 0 (m,), or nothing where w is free, and
    w = V'lam + L^-1 t."""

    lam: np.ndarray
    t: np.ndarray
    w: np.ndarray


@njit(cache=True, nogil=True)
def _minimiser(triplets, k, at):
    """(old, new, G, q) of coordinate k, n + j for t_j: its value, the exact minimiser, the gradient
    and the curvature. Where z_i = 0, q = 0 (a tiny q is no exception: G = -1 there, and the
    quotient is clipped)."""
    n, C = at.lam.size, triplets.C
    if k < n:
        old, G, q = at.lam[k], dot(triplets.Z[k], at.w) - 1.0, triplets.q[k]
        return old, C if q == 0.0 else min(max(old - G / q, 0.0), C), G, q
    old, G, q = at.t[k - n], at.w[k - n], triplets.inverse[k - n, k - n]
    return old, max(old - G / q, 0.0), G, q


@njit(cache=True, nogil=True)
def _step(triplets, k, at):
    """Minimise over coordinate k; return what `_minimiser` says."""
    n, (old, new, G, q) = at.lam.size, _minimiser(triplets, k, at)
    if new != old and k < n:
        add(new - old, triplets.V[k], at.w)
        at.lam[k] = new
    elif new != old:
        add(new - old, triplets.inverse[k - n], at.w)
        at.t[k - n] = new
    return old, new, G, q


@njit(cache=True, nogil=True)
def _share_of_gap(triplets, k, at, old, G):
    """The gap is the sum of these: C max(0, -G_i) + lam_i G_i, and t_j w_j."""
    return triplets.C * max(0.0, -G) + old * G if k < at.lam.size else abs(old * G)


@njit(cache=True, nogil=True)
def _sweep(triplets, orders, at):
    """One pass over all coordinates; return how many moved and a guess of the gap, which takes each
    term when its coordinate is met and so costs nothing."""
    moved, guess = 0, 0.0
    for order in orders:
        for k in order:
            old, new, G, _ = _step(triplets, k, at)
            guess += _share_of_gap(triplets, k, at, old, G)
            moved += new != old
    return moved, guess


@njit(cache=True, nogil=True)
def _best(triplets, at):
    """The coordinate whose exact step lowers f most, -1 where none does; and a guess of the gap."""
    most, best, guess = 0.0, -1, 0.0
    for k in range(at.lam.size + at.t.size):
        old, new, G, q = _minimiser(triplets, k, at)
        gain = -(new - old) * (G + 0.5 * q * (new - old))
        guess += _share_of_gap(triplets, k, at, old, G)
        if gain > most:
            most, best = gain, k
    return best, guess


@njit(cache=True, nogil=True)
def _greedy(triplets, at):
    """As many best steps as there are coordinates; return how many moved and a guess of the gap."""
    guess, count = 0.0, at.lam.size + at.t.size
    for moved in range(count):
        best, guess = _best(triplets, at)
        if best < 0:
            return moved, guess
        _step(triplets, best, at)
    return count, guess


@njit(cache=True, nogil=True)
def _refresh(triplets, at):
    """w = V'lam + L^-1 t, without the rounding of earlier updates."""
    V, inverse = triplets.V, triplets.inverse
    lam, t, w = at
    w[:] = 0.0
    for i in range(lam.size):
        add(lam[i], V[i], w)
    for j in range(t.size):
        add(t[j], inverse[j], w)


@njit(cache=True, nogil=True)
def _value(L, lam, w):
    """f = 1/2 w'Lw - sum(lam)."""
    s = 0.0
    for j in range(w.size):
        s += w[j] * dot(L[j], w)
    return 0.5 * s - lam.sum()


@njit(cache=True, nogil=True)
def _sweeps(triplets, orders, random, at, count, rule, sweep, f, eps, tol):
    """At most `count` sweeps from number sweep + 1 on, until nothing moves, f changes by no more
    than `eps`, or the gap looks good enough; return (sweeps done, moved in the last, f,
    small change?, good enough?)."""
    done, moved, small, good = 0, 0, False, False
    while done < count:
        if rule == GREEDY:
            moved, guess = _greedy(triplets, at)
        else:
            if rule == RANDOM:
                shuffle(orders[0], random)
                shuffle(orders[1], random)
            moved, guess = _sweep(triplets, orders, at)
        done += 1
        if (sweep + done) % REFRESH == 0:
            _refresh(triplets, at)
        old, f = f, _value(triplets.L, at.lam, at.w)
        small, good = abs(f - old) <= eps, guess <= tol * abs(f)
        if small or good or moved == 0:
            break
    return done, moved, f, small, good


def _triplets(problem):
    """What the kernels read."""
    Z, root = problem.Z, problem.root
    plain = np.array_equal(root, np.eye(len(root)))
    half = Z if plain else Z @ root.T
    q = np.einsum("ij,ij->i", half, half)
    arrays = Z, Z if plain else half @ root, q, root.T @ root, problem.L
    locked(arrays)
    return Triplets(*arrays, problem.C)


def dual_start(problem: TripletMetric, x0: Start) -> tuple[np.ndarray, np.ndarray]:
    """Feasible (lam, t): of an earlier result where they fit, else such as fit the array; else
    zeros."""
    (n, m), x = problem.Z.shape, start(x0, problem.Z.shape[1])
    if x0 is None or n == 0 or problem.C == 0.0:
        return np.zeros(n), np.zeros(m)
    dual = x0.dual if isinstance(x0, Result) else {}
    if {"lam", "t"} <= dual.keys() and dual["lam"].shape == (n,) and dual["t"].shape == (m,):
        lam, t = np.clip(dual["lam"], 0.0, problem.C), np.maximum(dual["t"], 0.0)
        return lam, t if problem.nonnegative else np.zeros(m)
    return problem.multipliers(x)


def feasible_point(problem: TripletMetric, w: np.ndarray) -> np.ndarray:
    """`w` (m,) projected and, where C makes much of margins that are short of 1 by rounding, so
    much longer that these are met beyond doubt."""
    x = problem.project(w)
    margins, terms = problem.Z @ x, np.abs(problem.Z) @ np.abs(x) + 1.0
    short, doubt = 1.0 - margins, 2.0 * sum_error(x.size) * terms
    near = np.abs(short) <= _SHORT * terms
    costs = np.maximum(short + doubt, 0.0)[near]
    if not problem.C * costs.sum() > ROUNDING * (x @ cast(np.ndarray, problem.L) @ x):
        return x
    return x * (1.0 + (costs / margins[near]).max())


class TripletCoordinates:
    """The multipliers lam and, after them, t, changed in place, and the rule by which the source
    stops: a sweep changes f by at most `eps`."""

    @np.errstate(over="ignore", invalid="ignore")  # the status reports a start that overflows
    def __init__(
        self,
        problem: TripletMetric,
        options: Options,
        rule: int,
        stop: str = "certificate",
        eps: float = 0.0,
    ):
        self.problem, self.rule, self.stop, self.eps = problem, rule, stop, eps
        self.tol, self.triplets = options.tol, _triplets(problem)
        self.lam, self.t = dual_start(problem, options.x0)
        self.w = np.zeros(self.t.size)
        self.at = Multipliers(self.lam, self.t if problem.nonnegative else self.t[:0], self.w)
        n = self.lam.size
        self.orders = np.arange(n), np.arange(n, n + self.at.t.size)
        self.count = sum(a.size for a in self.orders)
        self.cost = self.count * self.w.size * (self.count if rule == GREEDY else 1)
        self.random = shuffle_state(options.seed)
        self.f, self.sweep, self.work, self.fired = np.inf, 0, 0, False
        _refresh(self.triplets, self.at)

    def order(self) -> np.ndarray:
        """The coordinates of a sweep: those of lam, then those of t, each in random order."""
        if self.rule == RANDOM:
            for order in self.orders:
                shuffle(order, self.random)
        return np.concatenate(self.orders)

    def best(self) -> int:
        """The coordinate whose step gains most; -1 where none does."""
        return _best(self.triplets, self.at)[0]

    def update(self, k: int) -> State:
        """Minimise over coordinate k; return what the picture of the step needs."""
        block = int(k >= self.lam.size)
        index = k - block * self.lam.size
        old, new, G, _ = _step(self.triplets, k, self.at)
        return self.mark(block, index, old, new, G, np.inf if block else self.triplets.C)

    @staticmethod
    def mark(
        block: int = -1,
        index: int = -1,
        old: float = 0.0,
        new: float = 0.0,
        G: float = 0.0,
        high: float = np.inf,
    ) -> State:
        """The snapshots of one update; zeros at the start."""
        projected = G
        if old <= 0.0:
            projected = min(G, 0.0)
        if old >= high:
            projected = max(G, 0.0) if high > 0.0 else 0.0
        return {
            "block": block,
            "index": index,
            "old": old,
            "new": new,
            "gradient": G,
            "projected_gradient": projected,
            "bound": 0 if new == old else int(new == high) - int(new == 0.0),
        }

    def end_of_sweep(self, moved: int) -> State:
        """Remove drift when due, and ask the source's rule."""
        if self.sweep % REFRESH == 0:
            _refresh(self.triplets, self.at)
        old, self.f = self.f, _value(self.problem.L, self.lam, self.w)
        return self._ends(moved, abs(self.f - old) <= self.eps)

    def sweeps(self, count: int) -> State:
        """Up to `count` sweeps; what they add to the state."""
        done, moved, self.f, small, good = _sweeps(
            self.triplets,
            self.orders,
            self.random,
            self.at,
            count,
            self.rule,
            self.sweep,
            self.f,
            -1.0 if self.fired else self.eps,
            self.tol,
        )
        self.sweep, self.work = self.sweep + done, self.work + done * self.count
        return {"check": good, **self._ends(moved, small)}

    def _ends(self, moved, small):
        """Reasons to stop, or a note where the source's rule would have stopped."""
        stalled = {} if moved else {"stop": "stalled"}
        if not small or (self.fired and self.stop != "source"):
            return stalled
        self.fired = True
        if self.stop == "source":
            return {"stop": "small_change"}
        gap = self.problem.certify(self.w, self.lam, self.t).relative_gap
        return stalled | {
            "note": f"The source's rule |f - f_old| <= {self.eps:g} would have stopped at sweep "
            f"{self.sweep}, at a certified relative gap of {gap:.1e}."
        }

    def state(self, **more: Any) -> State:
        """What `drive` certifies and records."""
        return {
            "x": feasible_point(self.problem, self.w),
            "diverges": False,
            "dual": {"lam": self.lam, "t": self.t},
            "work": self.work,
            "w": self.w,
            "lam": self.lam,
            "t": self.t,
            "source_rule": self.fired,
            **more,
        }
