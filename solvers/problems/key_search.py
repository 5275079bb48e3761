"""The largest Q_c = || sum_i s_i phi(key_i) - sum_r s_r phi(x_r) ||^2 over all choices of one key
per positive bag: coordinate ascent for a good choice, branch and bound for a proof.

Bags are fixed in order of falling |s_i|. A partial choice is bounded by its exact value plus, for
each open bag, the best key when each pair of open bags contributes the mean of the two keys' best
partners: the pair's own value never exceeds that mean.

problem: a `MultiInstanceODM`, whose module imports this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from solvers.checks import locked
from solvers.compiled import njit
from solvers.vectors import copy

#: Pair values that are visited before the search ends; some tenths of a second.
BUDGET = 200_000_000
#: Branches that cannot beat the best by more than this share are cut; the bound says so.
_TIE = 1e-13
_STARTS, _GOLDEN = 10, 0.6180339887498949


@dataclass(frozen=True, slots=True)
class Search:
    """What a search found.

    keys (p,): the best assignment, numbers within the bags. value: its Q. bound: a rigorous upper
    bound on Q over all assignments, equal to the value up to rounding if `exact`.
    """

    keys: np.ndarray
    value: float
    bound: float
    exact: bool


@njit(cache=True, nogil=True)
def _climb(W, unary, start, keys):
    """Coordinate ascent in place, bag by bag, until nothing rises; return the value.

    It takes at most as many rounds as there are instances: rounding could lead round in a circle.
    """
    p = keys.size
    for _ in range(unary.size):
        moved = False
        for i in range(p):
            best, most = keys[i], -np.inf
            for a in range(start[i], start[i + 1]):
                value = unary[a]
                for j in range(p):
                    if j != i:
                        value += W[a, keys[j]]
                if value > most or (value >= most and a == keys[i]):
                    best, most = a, value
            if best != keys[i]:
                here = unary[keys[i]]
                for j in range(p):
                    if j != i:
                        here += W[keys[i], keys[j]]
                if most > here + 1e-12 * abs(here):
                    keys[i], moved = best, True
        if not moved:
            break
    return _total(W, unary, keys)


@njit(cache=True, nogil=True)
def _total(W, unary, keys):
    total = 0.0
    for i in range(keys.size):
        total += unary[keys[i]]
        for j in range(i):
            total += W[keys[i], keys[j]]
    return total


@njit(cache=True, nogil=True)
def _partners(W, start):
    """half (p + 1, J): for the instances of open bags t, ..., half the sum over the other open bags
    of the largest pair value; the row t is for bags t, ... open."""
    p, J = start.size - 1, W.shape[0]
    half = np.zeros((p + 1, J))
    for t in range(p - 1, -1, -1):
        copy(half[t + 1], half[t])
        for i in range(t + 1, p):
            for a in range(start[i], start[i + 1]):
                most = -np.inf
                for b in range(start[t], start[t + 1]):
                    most = max(most, W[a, b])
                half[t, a] += 0.5 * most
            for b in range(start[t], start[t + 1]):
                most = -np.inf
                for a in range(start[i], start[i + 1]):
                    most = max(most, W[a, b])
                half[t, b] += 0.5 * most
    return half


@njit(cache=True, nogil=True)
def _reach(W, start, half, score, t, a):
    """An upper bound on what the bags after t add once bag t takes the key `a`."""
    total = 0.0
    for i in range(t + 1, start.size - 1):
        most = -np.inf
        for b in range(start[i], start[i + 1]):
            most = max(most, score[b] + W[a, b] + half[b])
        total += most
    return total


@njit(cache=True, nogil=True)
def _branch(W, start, half, score, t, value, keys, bounds):
    """Sort the keys of bag t by falling bound: fill keys (m,), bounds (m,)."""
    first = start[t]
    for a in range(first, start[t + 1]):
        bound = value + score[a] + _reach(W, start, half, score, t, a)
        k = a - first
        while k > 0 and bounds[k - 1] < bound:
            keys[k], bounds[k] = keys[k - 1], bounds[k - 1]
            k -= 1
        keys[k], bounds[k] = a, bound


@njit(cache=True, nogil=True)
def _search(W, unary, start, best, most, slack, branches):
    """Depth-first branch and bound from the incumbent `best` (in place) of value `most`; return
    (value, upper bound)."""
    p, J = start.size - 1, W.shape[0]
    widest = 1
    for i in range(p):
        widest = max(widest, start[i + 1] - start[i])
    half, score = _partners(W, start), np.zeros((p + 1, J))
    keys, bounds = np.zeros((p, widest), np.int64), np.zeros((p, widest))
    at, value = np.zeros(p, np.int64), np.zeros(p + 1)
    copy(unary, score[0])
    # Bag 0, not as a literal, for which numba would compile what is called here once more.
    t, opened = at[0], 1
    _branch(W, start, half[1], score[0], t, value[0], keys[0], bounds[0])
    while t >= 0:
        k = at[t]
        if k == start[t + 1] - start[t] or bounds[t, k] <= most + slack:
            t -= 1
            continue
        at[t] += 1
        a = keys[t, k]
        value[t + 1] = value[t] + score[t, a]
        if t == p - 1:
            most = value[p]
            for i in range(p):
                best[i] = keys[i, at[i] - 1]
            continue
        if opened >= branches:
            return most, _open(bounds, at, start, t, most + slack)
        opened += 1
        for b in range(start[t + 1], J):
            score[t + 1, b] = score[t, b] + W[a, b]
        t += 1
        at[t] = 0
        _branch(W, start, half[t + 1], score[t], t, value[t], keys[t], bounds[t])
    return most, most + slack


@njit(cache=True, nogil=True)
def _open(bounds, at, start, t, most):
    """The largest bound among the branches not yet searched through, the last one included."""
    for i in range(t + 1):
        first = at[i] - 1 if i == t else at[i]
        if first < start[i + 1] - start[i]:
            most = max(most, bounds[i, first])
    return most


@njit(cache=True, nogil=True)
def _incumbent(W, unary, start, guesses):
    """The best result of coordinate ascent from the rows of `guesses`, and its value."""
    best, most = guesses[0], -np.inf
    for keys in guesses:
        value = _climb(W, unary, start, keys)
        if value > most:
            best, most = keys, value
    return best.copy(), most


def first_assignments(problem: Any, guesses: Sequence[np.ndarray] = ()) -> np.ndarray:
    """Where a search starts: the `guesses` (assignments (p,)) and ten more, spread evenly by
    multiples of the golden ratio, which are computed once and stored."""
    if "spread assignments" not in problem._store:
        turns = np.outer(np.arange(_STARTS), np.arange(1, problem.sizes.size + 1)) * _GOLDEN % 1.0
        problem._store["spread assignments"] = locked((problem.sizes * turns).astype(np.int64))
    even = problem._store["spread assignments"]
    # Read-only too, or numba would compile the search once more.
    return locked(np.vstack([*guesses, even]).astype(np.int64)) if len(guesses) else even


@njit(cache=True, nogil=True)
def _begun(G, negative, s, p):
    """(what the negative instances put into each row (J,), their own part of Q, the bags in order
    of falling |s_i|)."""
    base, constant = np.zeros(len(G)), 0.0
    for r in range(negative.size):
        row = G[negative[r]]
        for a in range(base.size):
            base[a] -= s[p + r] * row[a]
    for r in range(negative.size):
        constant -= s[p + r] * base[negative[r]]
    return base, constant, np.argsort(-np.abs(s[:p]), kind="mergesort")


@njit(cache=True, nogil=True)
def _terms(G, base, s, first, order, sizes):
    """(W, unary, where each bag of `order` begins, the sum of their largest entries in size): the
    values of pairs and of single instances that a search adds up."""
    start = np.zeros(sizes.size + 1, np.int64)
    copy(np.cumsum(sizes), start[1:])
    at, size = np.empty(start[-1], np.int64), np.empty(start[-1])
    for i in range(sizes.size):
        copy(np.arange(first[i], first[i] + sizes[i]), at[start[i] :])
        size[start[i] : start[i + 1]] = s[order[i]]
    W, unary, most, highest = np.empty((at.size, at.size)), np.empty(at.size), 0.0, 0.0
    for a in range(at.size):
        row = G[at[a]]
        for b in range(at.size):  # a product of sizes may underflow
            W[a, b] = size[a] * (2.0 * size[b] * row[at[b]])
            most = max(most, abs(W[a, b]))
        unary[a] = 2.0 * size[a] * base[at[a]] + 0.5 * W[a, a]
        highest = max(highest, abs(unary[a]))
    return W, unary, start, highest + most


@njit(cache=True, nogil=True)
def searched(
    G: np.ndarray,
    negative: np.ndarray,
    s: np.ndarray,
    first: np.ndarray,
    sizes: np.ndarray,
    tried: np.ndarray,
    budget: int,
) -> tuple[np.ndarray, float, float, float, float]:
    """(keys (p,), the part of Q that no key changes, the largest of the rest that was found, an
    upper bound of it, what counts as equal): the whole search from the assignments `tried`."""
    p = sizes.size
    base, constant, order = _begun(G, negative, s, p)
    if p == 0:
        return np.empty(0, np.int64), constant, 0.0, 0.0, 0.0
    W, unary, start, largest = _terms(G, base, s, first[order], order, sizes[order])
    slack = _TIE * largest * p
    best, most = _incumbent(W, unary, start, start[:-1] + tried[:, order])
    most, bound = _search(W, unary, start, best, most, slack, budget // (sizes.max() * len(W)))
    keys = np.empty(p, np.int64)
    for i in range(p):
        keys[order[i]] = best[i] - start[i]
    return keys, constant, most, bound, slack


def largest_square(
    problem: Any, s: np.ndarray, guesses: Sequence[np.ndarray] = (), budget: int = BUDGET
) -> Search:
    """The `Search` for the largest Q_c(s), s (N,), of `problem`.

    guesses: assignments (p,) from which coordinate ascent starts too, in addition to ten fixed
    ones.
    budget: how many pair values may be visited; 0: coordinate ascent, and the bound at the root.
    """
    tried = first_assignments(problem, guesses)
    keys, constant, most, bound, slack = searched(
        problem.gram(), problem.negative, s, problem.first, problem.sizes, tried, budget
    )
    return Search(keys, constant + most, constant + bound, bool(bound <= most + slack))
