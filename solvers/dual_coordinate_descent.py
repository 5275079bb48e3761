"""Dual coordinate descent: one multiplier at a time, exactly, with w kept up to date.

Nguyen, Morell, De Baets (2015), 000_291dc1e5a69c06b5.txt, Algorithm 2 with its errata: w changes at
once after every step, so that the vector T of the source is not needed, and z_i = 0 has its own
branch.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from solvers.checks import InputError, integer, nonnegative, one_of
from solvers.compiled import njit
from solvers.drive import drive, start
from solvers.problems.triplet_metric import TripletMetric
from solvers.registry import solver
from solvers.result import Result
from solvers.shuffle import shuffle, shuffle_state

#: Rounding drift in the running w is removed every so many sweeps.
_REFRESH = 10
#: A kernel call holds at most this many multiplications (some 50 ms) and sweeps, so that a run can
#: be cancelled.
_CALL, _BATCH = 50_000_000, 64
_ORDERS = ("random", "cyclic", "greedy")
_RANDOM, _CYCLIC, _GREEDY = range(3)


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract"})
def _dot(a, b):
    s = 0.0
    for k in range(a.size):
        s += a[k] * b[k]
    return s


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract"})
def _add(c, a, w):
    for k in range(w.size):
        w[k] += c * a[k]


@njit(cache=True, nogil=True)
def _clipped(lam, G, q, C):
    """The exact minimiser along one coordinate of the box [0, C]; q = 0 where z_i = 0 (a tiny q
    is no exception: G = -1 there, and the quotient is clipped)."""
    return C if q == 0.0 else min(max(lam - G / q, 0.0), C)


@njit(cache=True, nogil=True)
def _step_lam(Z, V, q, C, i, lam, w):
    """Minimise over lam_i; return its gradient before the step."""
    G = _dot(Z[i], w) - 1.0
    new = _clipped(lam[i], G, q[i], C)
    if new != lam[i]:
        _add(new - lam[i], V[i], w)
        lam[i] = new
    return G


@njit(cache=True, nogil=True)
def _step_t(inverse, j, t, w):
    """Minimise over t_j; return its gradient before the step."""
    G = w[j]
    new = max(t[j] - G / inverse[j, j], 0.0)
    if new != t[j]:
        _add(new - t[j], inverse[j], w)
        t[j] = new
    return G


@njit(cache=True, nogil=True)
def _sweep(Z, V, q, inverse, C, order, order_t, lam, t, w):
    """One pass over all coordinates; return how many moved and a guess of the gap.

    The gap is the sum of C max(0, -G_i) + lam_i G_i and t_j w_j; the guess takes each term when its
    coordinate is met and so costs nothing.
    """
    moved, guess = 0, 0.0
    for i in order:
        old = lam[i]
        G = _step_lam(Z, V, q, C, i, lam, w)
        guess += C * max(0.0, -G) + old * G
        moved += lam[i] != old
    for j in order_t:
        old = t[j]
        G = _step_t(inverse, j, t, w)
        guess += abs(old * G)
        moved += t[j] != old
    return moved, guess


@njit(cache=True, nogil=True)
def _best(Z, q, inverse, C, lam, t, w):
    """The coordinate (n + j for t_j) whose exact step lowers f most, -1 where none does; and a
    guess of the gap."""
    most, best, guess, n = 0.0, -1, 0.0, lam.size
    for i in range(n):
        G = _dot(Z[i], w) - 1.0
        step = _clipped(lam[i], G, q[i], C) - lam[i]
        gain = -step * (G + 0.5 * q[i] * step)
        guess += C * max(0.0, -G) + lam[i] * G
        if gain > most:
            most, best = gain, i
    for j in range(t.size):
        step = max(t[j] - w[j] / inverse[j, j], 0.0) - t[j]
        gain = -step * (w[j] + 0.5 * inverse[j, j] * step)
        guess += abs(t[j] * w[j])
        if gain > most:
            most, best = gain, n + j
    return best, guess


@njit(cache=True, nogil=True)
def _greedy(Z, V, q, inverse, C, lam, t, w):
    """As many best steps as there are coordinates; return how many moved and a guess of the gap."""
    guess = 0.0
    for moved in range(lam.size + t.size):
        best, guess = _best(Z, q, inverse, C, lam, t, w)
        if best < 0:
            return moved, guess
        if best < lam.size:
            _step_lam(Z, V, q, C, best, lam, w)
        else:
            _step_t(inverse, best - lam.size, t, w)
    return lam.size + t.size, guess


@njit(cache=True, nogil=True)
def _refresh(V, inverse, lam, t, w):
    """w = V'lam + L^-1 t, without the rounding of earlier updates."""
    w[:] = 0.0
    for i in range(lam.size):
        _add(lam[i], V[i], w)
    for j in range(t.size):
        _add(t[j], inverse[j], w)


@njit(cache=True, nogil=True)
def _value(L, lam, w):
    """f = 1/2 w'Lw - sum(lam)."""
    s = 0.0
    for j in range(w.size):
        s += w[j] * _dot(L[j], w)
    return 0.5 * s - lam.sum()


@njit(cache=True, nogil=True)
def _sweeps(
    Z, V, q, inverse, C, L, lam, t, w, order, order_t, random, count, rule, sweep, f, eps, tol
):  # fmt: skip
    """At most `count` sweeps from number sweep + 1 on, until nothing moves, f changes by no more
    than `eps`, or the gap looks good enough; return (sweeps done, moved in the last, f,
    small change?, good enough?)."""
    done, moved, small, good = 0, 0, False, False
    while done < count:
        if rule == _GREEDY:
            moved, guess = _greedy(Z, V, q, inverse, C, lam, t, w)
        else:
            if rule == _RANDOM:
                shuffle(order, random)
                shuffle(order_t, random)
            moved, guess = _sweep(Z, V, q, inverse, C, order, order_t, lam, t, w)
        done += 1
        if (sweep + done) % _REFRESH == 0:
            _refresh(V, inverse, lam, t, w)
        old, f = f, _value(L, lam, w)
        small, good = abs(f - old) <= eps, guess <= tol * abs(f)
        if small or good or moved == 0:
            break
    return done, moved, f, small, good


def _prepared(problem):
    """(Z, V, q, inverse, C): V = Z L^-1 (n, m), q_i = z_i'L^-1 z_i (n,), and L^-1."""
    Z, root = problem.Z, problem.root
    plain = np.array_equal(root, np.eye(len(root)))
    half = Z if plain else Z @ root.T
    q = np.einsum("ij,ij->i", half, half)
    fixed = Z, Z if plain else half @ root, q, root.T @ root, problem.C
    for a in fixed[:4]:
        a.flags.writeable = False
    return fixed


def dual_start(problem, x0):
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


class _Descent:
    """The arrays of one run, changed in place, and the rule by which the source stops."""

    def __init__(self, problem, x0, order, seed, stop, eps):
        self.problem, self.stop, self.eps = problem, stop, eps
        self.rule = _ORDERS.index(order)
        self.fixed = _prepared(problem)
        self.lam, self.t = dual_start(problem, x0)
        self.w = np.zeros(self.t.size)
        self.moving = self.lam, self.t if problem.nonnegative else self.t[:0], self.w
        self.orders = tuple(np.arange(a.size) for a in self.moving[:2])
        self.count = sum(a.size for a in self.orders)
        self.random = shuffle_state(seed)
        self.f, self.sweep, self.work, self.fired = np.inf, 0, 0, False
        self.refresh()

    def refresh(self):
        """Remove the rounding drift of w."""
        _refresh(self.fixed[1], self.fixed[3], *self.moving)

    def state(self, **more):
        """What `drive` certifies and records."""
        return {
            "x": self.problem.project(self.w),
            "dual": {"lam": self.lam, "t": self.t},
            "work": self.work,
            "w": self.w,
            "lam": self.lam,
            "t": self.t,
            "source_rule": self.fired,
            **more,
        }

    def ends(self, moved, small):
        """What the end of a sweep adds to the state: reasons to stop, or a note."""
        if small and self.stop == "source":
            self.fired = True
            return {"stop": "small_change"}
        stalled = {} if moved else {"stop": "stalled"}
        if not small or self.fired:
            return stalled
        self.fired = True
        gap = self.problem.certify(self.w, self.lam, self.t).relative_gap
        return stalled | {
            "note": f"The source's rule |f - f_old| <= {self.eps:g} would have stopped at sweep "
            f"{self.sweep}, at a certified relative gap of {gap:.1e}."
        }


def _by_sweeps(start_run, tol, max_iter, many):
    """One state per sweep or, for `many`, per kernel call of a growing number of sweeps."""
    run = start_run()
    cost = run.count * run.w.size * (run.count if run.rule == _GREEDY else 1)
    size, most = 1, min(_BATCH, max(1, _CALL // max(1, cost))) if many else 1
    yield run.state(iteration=0)
    while True:
        size = max(1, min(size, most, max_iter - run.sweep))
        done, moved, run.f, small, good = _sweeps(
            *run.fixed,
            run.problem.L,
            *run.moving,
            *run.orders,
            run.random,
            size,
            run.rule,
            run.sweep,
            run.f,
            -1.0 if run.fired else run.eps,
            tol,
        )
        run.sweep, run.work, size = run.sweep + done, run.work + done * run.count, 2 * size
        ends = run.ends(moved, small)
        yield run.state(iteration=run.sweep, check=good, **ends)


def _by_updates(start_run):
    """One state per coordinate that moves, and one for the last coordinate of each sweep."""
    run = start_run()
    yield run.state(**_mark())
    while True:
        moved = 0
        for at, (block, index) in enumerate(_visits(run), 1):
            mark = _update(run, block, index)
            run.work += 1
            moved += mark["new"] != mark["old"]
            ends = {} if at < run.count else _end_of_sweep(run, moved)
            if block < 0:
                ends = {"stop": "stalled"}
            if ends or mark["new"] != mark["old"] or at == run.count:
                yield run.state(**mark, **ends)


def _visits(run):
    """(0, i) for lam_i and (1, j) for t_j in the order of one sweep; (-1, -1) where greedy descent
    finds nothing to gain."""
    n = run.lam.size
    if run.rule == _GREEDY:
        for _ in range(run.count):
            best, _guess = _best(*run.fixed[:1], *run.fixed[2:], *run.moving)
            yield (-1, -1) if best < 0 else (int(best >= n), best - n * (best >= n))
    else:
        for block, order in enumerate(run.orders):
            if run.rule == _RANDOM:
                shuffle(order, run.random)
            yield from ((block, index) for index in order)


def _update(run, block, index):
    """Minimise over one coordinate; return what the picture of the step needs."""
    if block < 0:
        return _mark()
    Z, V, q, inverse, C = run.fixed
    values, high = (run.t, np.inf) if block else (run.lam, C)
    old = values[index]
    if block:
        G = _step_t(inverse, index, run.t, run.w)
    else:
        G = _step_lam(Z, V, q, C, index, run.lam, run.w)
    return _mark(block, index, old, values[index], G, high)


def _mark(block=-1, index=-1, old=0.0, new=0.0, G=0.0, high=np.inf):
    """The snapshots of one update; zeros at the start."""
    projected = G
    if old <= 0.0:
        projected = min(G, 0.0)
    if old >= high:
        projected = max(G, 0.0) if high > 0.0 else 0.0
    bound = 0 if new == old else int(new == high) - int(new == 0.0)
    return {
        "block": block,
        "index": index,
        "old": old,
        "new": new,
        "gradient": G,
        "projected_gradient": projected,
        "bound": bound,
    }


def _end_of_sweep(run, moved):
    """Count the sweep, remove drift when due, and ask the source's rule."""
    run.sweep += 1
    if run.sweep % _REFRESH == 0:
        run.refresh()
    old, run.f = run.f, _value(run.problem.L, run.lam, run.w)
    return run.ends(moved, abs(run.f - old) <= run.eps)


@solver("dual_cd", TripletMetric)
def solve_dual_cd(
    problem,
    *,
    x0=None,
    tol=1e-6,
    max_iter=10_000,
    record_every=1,
    seed=0,
    cancelled=None,
    order="random",
    steps="sweeps",
    stop="certificate",
    eps=1e-6,
):
    """Minimise f(lam, t) = -D over one multiplier at a time (Algorithm 2 of the source, corrected).

    order: "random" (a new permutation of lam, then of t, each sweep), "cyclic", or "greedy": each
    step the one that lowers f most, found by looking at every coordinate.
    steps: "sweeps", one row per sweep over all coordinates (greedy: as many steps), or "updates",
    one row per coordinate that moves and one for the last coordinate of each sweep.
    stop: "certificate", or "source": also stop, with status "small_change", once a sweep changes f
    by at most `eps` (absolute, as printed; it proves nothing).
    x0: an earlier result (lam and t are taken over) or some w (m,).

    iteration counts sweeps or rows of updates; work counts coordinate updates. Snapshots: w (T, m)
    as the method carries it, not projected; lam (T, n); t (T, m), zero where w is free; source_rule
    (T,), True from the row on at which the source's rule has fired. With steps="updates" also block
    (0: lam, 1: t, -1: none), index, old, new, gradient, projected_gradient, bound (-1: arrived at
    0, +1: arrived at C, 0: neither), all (T,), describing the update that led to the row.

    The rate is linear and depends on the conditioning of L: above a condition number of 100, or for
    large C, `solve_triplet_interior_point` is the better choice.

    Source: 000_291dc1e5a69c06b5.txt, section 3.
    """
    if not isinstance(problem, TripletMetric):
        raise InputError(f"problem must be a TripletMetric, got {type(problem).__name__}.")
    one_of(order, _ORDERS, "order")
    one_of(steps, ("sweeps", "updates"), "steps")
    one_of(stop, ("certificate", "source"), "stop")
    tol, eps = nonnegative(tol, "tol"), nonnegative(eps, "eps")
    max_iter, seed = integer(max_iter, "max_iter"), integer(seed, "seed")
    start_run = partial(_Descent, problem, x0, order, seed, stop, eps)
    many = integer(record_every, "record_every") == 0
    return drive(
        _by_updates(start_run)
        if steps == "updates"
        else _by_sweeps(start_run, tol, max_iter, many),
        problem.certify,
        tol=tol,
        max_iter=max_iter,
        record_every=record_every,
        cancelled=cancelled,
    )
