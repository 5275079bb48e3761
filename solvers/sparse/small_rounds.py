"""The lasso of a small X in few compiled calls: rounds on the X'X of columns in use, as
`gram_rounds` makes them, where its own calls would take longer than what they call."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.batches import CALL
from solvers.checks import is_sparse
from solvers.compiled import njit
from solvers.sparse.columns import gram_columns
from solvers.sparse.gram_rounds import LOOK, PART, SHARE
from solvers.sparse.grid_kernels import bound, correlations, gap_of
from solvers.sparse.lasso_kernels import sweeps
from solvers.sparse.working_set_loop import Progress

#: X is small with so many entries, and so many columns, whose X'X there is room for.
_SMALL, _COLUMNS = 250_000, 1000
#: So many sweeps at least, and one for so many weights in use, cost what a step does.
_SWEEPS, _WEIGHTS = 20, 3
#: So many halves of an interval are near enough to its end.
_HALVES = 12


class InUse(NamedTuple):
    """Columns of X in the order of their coming, and room for all: their numbers `places` (D,) and
    whether each of X is `inside` (D,), the columns as `rows` (D, N), their X'X = G (D, D) with the
    diagonal h and q = X't, their weights u and v = X'r (D,); Xt (D,) of all columns of X."""

    places: np.ndarray
    inside: np.ndarray
    rows: np.ndarray
    G: np.ndarray
    h: np.ndarray
    q: np.ndarray
    u: np.ndarray
    v: np.ndarray
    Xt: np.ndarray


@njit(cache=True, nogil=True)
def _above(c, inside, least):
    """How many columns that are not inside have a correlation above `least`."""
    count = 0
    for d in range(c.size):
        count += not inside[d] and abs(c[d]) > least
    return count


@njit(cache=True, nogil=True)
def _least_entering(c, inside, lam, used):
    """The correlation above which columns come in: lam or, where many are above it, about that of
    the last of as many as are `used`, or as make a look worth its cost; of few columns all."""
    count, high = max(int(np.sqrt(LOOK * c.size)), used), 0.0
    if 2 * count >= c.size:
        return -1.0
    for d in range(c.size):
        high = max(high, abs(c[d]))
    for _ in range(_HALVES if _above(c, inside, lam) > count else 0):
        middle = 0.5 * (lam + high)
        if _above(c, inside, middle) > count:
            lam = middle
        else:
            high = middle
    return lam


@njit(cache=True, nogil=True)
def _take_in(known, XT, c, least, size):
    """Add the columns with correlations above `least` to the first `size`; return how many there
    are."""
    total, rows, G = size, known.rows, known.G
    for d in range(c.size):
        if not known.inside[d] and abs(c[d]) > least:
            known.places[total], known.inside[d], known.q[total] = d, True, known.Xt[d]
            rows[total] = XT[d]
            total += 1
    if total > size:
        block = np.dot(rows[size:total], rows[:total].T)
        for i in range(size, total):
            for j in range(total):
                G[i, j] = G[j, i] = block[i - size, j]
            known.h[i] = G[i, i]
    return total


@njit(cache=True, nogil=True)
def _look(known, XT, t, size, lam):
    """r = t - X w, X'r of all columns, and the gap."""
    u = known.u[:size]
    r = t - np.dot(u, known.rows[:size])
    c, square = np.dot(XT, r), np.dot(r, r)
    dual = bound(np.dot(r, t), square, np.abs(c).max(), lam)
    return r, c, 0.5 * square + lam * np.abs(u).sum() - dual


@njit(cache=True, nogil=True)
def _sweep_until(known, columns, square, rule, random, size, aim, most):
    """Sweep over the first `size` columns until their own gap is at most `aim`, nothing moves, or
    `most` sweeps are made; return (sweeps, how many weights the last of them moved, the gap)."""
    u, v, q, order = known.u[:size], known.v[:size], known.q[:size], np.arange(size)
    correlations(columns.M, q, u, v)
    made, changed, gap = 0, 1, np.inf
    while made < most and changed > 0 and gap > aim:
        changed = sweeps(columns, order, rule, random, u, v, 1, -1.0)[1]
        gap = gap_of(q, square, u, v, columns.lam)
        made += 1
    return made, changed, gap


@njit(cache=True, nogil=True)
def rounds_on_columns(known, columns, X, t, rule, random, size, limit, most, steps):
    """Rounds on the first `size` columns and those that come in, until the gap is at most `limit`,
    nothing moves, `most` sweeps are made, the call has lasted or, with `steps`, one seems worth its
    cost.

    columns: of known.G and known.h. Return (columns in use, sweeps, weights visited, how many the
    last sweep moved, the gap, r (N,)).
    """
    XT, lam, square = X.T, columns.lam, np.dot(t, t)
    total, visited, cost, changed, slow = 0, 0, 0, 1, False
    r, c, gap = _look(known, XT, t, size, lam)
    while gap > limit and changed > 0 and total < most and cost < CALL and not slow:
        used = np.count_nonzero(known.u[:size])
        before, least = size, _least_entering(c, known.inside, lam, used)
        size = _take_in(known, XT, c, least, size)
        aim = max(PART * gap, SHARE * limit) if size > before else PART * gap
        left = min(most - total, int((CALL - cost) / max(size, 1) ** 2) + 1)
        if steps:
            left = min(left, max(_SWEEPS, used // _WEIGHTS))
        made, changed, within = _sweep_until(known, columns, square, rule, random, size, aim, left)
        total, visited, cost = total + made, visited + made * size, cost + made * size**2
        slow = steps and within > aim
        r, c, gap = _look(known, XT, t, size, lam)
    return size, total, visited, changed, gap, r


def is_small(X):
    """Whether `small_rounds` is worth it for X."""
    return not is_sparse(X) and 0 < X.size <= _SMALL and X.shape[1] <= _COLUMNS


def small_rounds(problem, w, theta, random, rule, options, step=None):
    """States, one for each call of the kernel; then (w, theta, progress), where X'X does not lead
    further. step(G, lam, u, v): may move the weights in use where sweeps are slow."""
    yield {"x": w, "dual": {"theta": theta}, "w": w, "changed": 0, "visited": 0}
    progress, limit = Progress(options), options.tol * problem.scale
    X, t, lam = problem.X, problem.t, problem.lam
    known, columns, size = _start(X, t, lam, w)
    while True:
        most = options.max_iter - progress.sweeps
        size, made, visited, changed, gap, r = rounds_on_columns(
            known, columns, X, t, rule, random, size, limit, most, step is not None
        )
        progress.count(made, visited, 0)
        w, solved = np.zeros(w.size), gap <= limit
        w[known.places[:size]] = known.u[:size]
        picture = {"changed": changed, "visited": visited}
        yield progress.state(w, r, solved, False, picture) | {"certify": solved}
        if solved or changed == 0:
            return w, r, progress
        if step is not None:
            step(known.G, lam, known.u[:size], known.v[:size])


def _start(X, t, lam, w):
    """(`InUse` with the columns of w (D,) that are not zero, its `Columns`, how many they are)."""
    N, D = X.shape
    G = np.empty((D, D))
    columns = gram_columns(G.view(), lam)
    places, inside = np.zeros(D, np.int64), np.zeros(D, bool)
    known = InUse(places, inside, np.empty((D, N)), G, columns.h, *np.zeros((3, D)), X.T @ t)
    size = _take_in(known, X.T, w, 0.0, 0) if w.any() else 0
    known.u[:size] = w[known.places[:size]]
    return known, columns, size
