"""Dual coordinate descent for TripletMetric: its states, by sweeps or by updates.

Nguyen, Morell, De Baets (2015), 000_291dc1e5a69c06b5.txt, Algorithm 2 with its errata: w changes at
once after every step, so that the vector T of the source is not needed, and z_i = 0 has its own
branch.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from solvers.batches import Batches
from solvers.result import Result
from solvers.shuffle import shuffle, shuffle_state
from solvers.starts import start
from solvers.triplet.kernels import (
    GREEDY,
    RANDOM,
    REFRESH,
    Multipliers,
    Triplets,
    best_step,
    refresh,
    step,
    sweeps,
    value,
)


def _triplets(problem):
    """What the kernels read."""
    Z, root = problem.Z, problem.root
    plain = np.array_equal(root, np.eye(len(root)))
    half = Z if plain else Z @ root.T
    q = np.einsum("ij,ij->i", half, half)
    arrays = Z, Z if plain else half @ root, q, root.T @ root, problem.L
    for a in arrays:
        a.flags.writeable = False
    return Triplets(*arrays, problem.C)


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

    def __init__(self, problem, x0, rule, seed, stop, eps):
        self.problem, self.stop, self.eps = problem, stop, eps
        self.rule = rule
        self.triplets = _triplets(problem)
        self.lam, self.t = dual_start(problem, x0)
        self.w = np.zeros(self.t.size)
        self.at = Multipliers(self.lam, self.t if problem.nonnegative else self.t[:0], self.w)
        self.orders = np.arange(self.at.lam.size), np.arange(self.at.t.size)
        self.count = sum(a.size for a in self.orders)
        self.random = shuffle_state(seed)
        self.f, self.sweep, self.work, self.fired = np.inf, 0, 0, False
        self.refresh()

    def refresh(self):
        """Remove the rounding drift of w."""
        refresh(self.triplets, self.at)

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


def _by_sweeps(start_run, options):
    """One state per kernel call: a sweep or, unrecorded, a growing number of them."""
    run, batches = start_run(), Batches(options)
    cost = run.count * run.w.size * (run.count if run.rule == GREEDY else 1)
    yield run.state(iteration=0)
    while True:
        done, moved, run.f, small, good = sweeps(
            run.triplets,
            run.orders,
            run.random,
            run.at,
            batches.next(cost, run.sweep),
            run.rule,
            run.sweep,
            run.f,
            -1.0 if run.fired else run.eps,
            options.tol,
        )
        run.sweep, run.work = run.sweep + done, run.work + done * run.count
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
    if run.rule == GREEDY:
        for _ in range(run.count):
            best, _guess = best_step(run.triplets, run.at)
            yield (-1, -1) if best < 0 else (int(best >= n), best - n * (best >= n))
    else:
        for block, order in enumerate(run.orders):
            if run.rule == RANDOM:
                shuffle(order, run.random)
            yield from ((block, index) for index in order)


def _update(run, block, index):
    """Minimise over one coordinate; return what the picture of the step needs."""
    if block < 0:
        return _mark()
    values, high = (run.t, np.inf) if block else (run.lam, run.triplets.C)
    old = values[index]
    G = step(run.triplets, index + block * run.lam.size, run.at)
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
    if run.sweep % REFRESH == 0:
        run.refresh()
    old, run.f = run.f, value(run.problem.L, run.lam, run.w)
    return run.ends(moved, abs(run.f - old) <= run.eps)


def triplet_states(problem, options, *, rule, steps, stop, eps):
    """The states of `solve_dual_cd` on a TripletMetric; rule: RANDOM, CYCLIC or GREEDY."""
    start_run = partial(_Descent, problem, options.x0, rule, options.seed, stop, eps)
    if steps == "updates":
        return _by_updates(start_run)
    return _by_sweeps(start_run, options)
