"""Block coordinate descent for the group lasso on X'X of the groups in use.

There a block's problem is turned into the axes of its own curvature X_g'X_g only while it is
solved: weights and correlations stay those of the columns.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.compiled import njit
from solvers.prox import norm
from solvers.shuffle import shuffle
from solvers.sparse.grid_kernels import correlations, duality_gap
from solvers.sparse.group_kernels import block_minimum, make_room
from solvers.sparse.working_set_loop import enough

#: In products of columns nothing is left of curvatures below this share of a group's largest.
_WORST = 1e-10
#: A block whose fit changes by less than this share of its square has not moved.
_STILL = 1e-31


class GroupsInUse(NamedTuple):
    """X'X = G, and its groups: group g has the columns places[starts[g]:starts[g + 1]] of G, whose
    X_g'X_g = Q diag(a) Q'; these are the same entries of a, and of Q as rows."""

    G: np.ndarray
    places: np.ndarray
    starts: np.ndarray
    a: np.ndarray
    Q: np.ndarray
    lam: float


@njit(cache=True, nogil=True, forceinline=True)
def _read(groups, g, w, v, room):
    """Into `room.target` and `room.c` the weights and the correlations of group g, as they are;
    return the norms."""
    places, low = groups.places, groups.starts[g]
    size = groups.starts[g + 1] - low
    c, target = room.c[:size], room.target[:size]
    for i in range(size):
        target[i], c[i] = w[places[low + i]], v[places[low + i]]
    return norm(target), norm(c)


@njit(cache=True, nogil=True, forceinline=True)
def _rotate(groups, g, w, v, u, room):
    """Into `u` the weights of group g in the axes of its curvature, into `room.c` the slopes."""
    places, a, Q, low = groups.places, groups.a, groups.Q, groups.starts[g]
    size, c = groups.starts[g + 1] - low, room.c
    for j in range(size):
        u[j], along = 0.0, 0.0
        for i in range(size):
            u[j] += Q[low + i, j] * w[places[low + i]]
            along += Q[low + i, j] * v[places[low + i]]
        c[j] = -(along + a[low + j] * u[j])


@njit(cache=True, nogil=True, forceinline=True)
def _move(groups, g, target, w, v):
    """Put the weights of group g to Q target, and keep v."""
    G, places, Q, low = groups.G, groups.places, groups.Q, groups.starts[g]
    size = groups.starts[g + 1] - low
    for i in range(size):
        place, new = places[low + i], 0.0
        for j in range(size):
            new += Q[low + i, j] * target[j]
        shift, w[place] = new - w[place], new
        row = G[place]
        for n in range(v.size):
            v[n] -= shift * row[n]


@njit(cache=True, nogil=True, forceinline=True)
def minimise_on_gram(groups, g, w, v, u, room):
    """Minimise over group g of w, and keep v = X'r. Return the squared change of the fit, -1 where
    nothing moved."""
    old, correlation = _read(groups, g, w, v, room)
    if old == 0.0 and correlation <= groups.lam:
        return -1.0
    _rotate(groups, g, w, v, u, room)
    low, high = groups.starts[g], groups.starts[g + 1]
    a, target, change, fitted = groups.a[low:high], room.target[: high - low], 0.0, 0.0
    block_minimum(a, room.c[: high - low], groups.lam, old, target, room.iterates)
    for j in range(high - low):
        change += a[j] * (target[j] - u[j]) ** 2
        fitted += a[j] * target[j] ** 2
    if change <= _STILL * fitted:
        return -1.0
    _move(groups, g, target, w, v)
    return change


@njit(cache=True, nogil=True)
def _sweeps(groups, order, shuffled, random, w, v, u, room, count, enough):
    """`block_sweeps` of group_kernels, on X'X."""
    done, changed, largest = 0, 0, np.inf
    while done < count and largest > enough:
        if shuffled:
            shuffle(order, random)
        changed, largest = 0, 0.0
        for g in order:
            change = minimise_on_gram(groups, g, w, v, u, room)
            if change >= 0.0:
                changed += 1
                largest = max(largest, change)
        done += 1
    return done, changed, largest


@njit(cache=True, nogil=True)
def group_gap_on_gram(groups, q, square, w, v, room):
    """Correlations from scratch, into `v`; return the duality gap at w."""
    correlations(groups.G, q, w, v)
    size, largest = 0.0, 0.0
    for g in range(groups.starts.size - 1):
        length, correlation = _read(groups, g, w, v, room)
        size += length
        largest = max(largest, correlation)
    return duality_gap(q, square, w, v, size, largest, groups.lam)


@njit(cache=True, nogil=True)
def group_rounds_on_gram(groups, q, square, shuffled, random, w, v, room, limit, most):
    """`rounds_on_gram` of grid_kernels for groups: (sweeps, how many groups the last of them moved,
    the gap)."""
    total, changed, last, u = 0, 1, 0.0, np.empty(room.c.size)
    order = np.arange(groups.starts.size - 1)
    gap = group_gap_on_gram(groups, q, square, w, v, room)
    while gap > limit and changed > 0 and total < most:
        _, changed, largest = _sweeps(groups, order, shuffled, random, w, v, u, room, 1, -1.0)
        left, target, last = most - total - 1, enough(largest, last, gap, limit), largest
        if left > 0 and largest > target:
            more, changed, last = _sweeps(
                groups, order, shuffled, random, w, v, u, room, left, target
            )
            total += more
        total += 1
        gap = group_gap_on_gram(groups, q, square, w, v, room)
    return total, changed, gap


def group_minimiser(problem, shuffled, random):
    """`minimise` of `gram_rounds` for the group lasso; it cannot where columns of a group depend on
    each other so much that their products do not show how."""
    groups, room = None, make_room(problem.groups)

    def minimise(known, square, limit, most):
        nonlocal groups
        if groups is None or groups.places.size < known.w.size:
            groups = _groups_in_use(known, problem)
        if groups is None:
            return None
        q, count = known.q[: known.w.size], groups.starts.size - 1
        sweeps, changed, gap = group_rounds_on_gram(
            groups, q, square, shuffled, random, known.w, known.v, room, limit, most
        )
        return sweeps, changed, count, gap

    return minimise


def _groups_in_use(known, problem):
    """The `GroupsInUse` of the known columns; None where one of them is too ill-conditioned."""
    numbers = np.unique(problem.groups[known.columns], return_inverse=True)[1]
    places, sizes = np.argsort(numbers, kind="stable"), np.bincount(numbers)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    a, Q = np.zeros(places.size), np.zeros((places.size, sizes.max(initial=0)))
    for p in np.unique(sizes):
        rows = starts[:-1][sizes == p][:, None] + np.arange(p)
        at = places[rows]
        squares, axes = np.linalg.eigh(known.G[at[:, :, None], at[:, None, :]])
        if np.any(squares[:, 0] <= _WORST * squares[:, -1]):
            return None
        a[rows], Q[rows[:, :, None], np.arange(p)] = squares, axes
    return GroupsInUse(known.G, places, starts, a, Q, problem.lam)
