"""Pair steps of sequential minimal optimisation, compiled, and the points that take part.

Fan, Chen, Lin (2005), JMLR 6, 1889-1918: working set selection 2 of LIBSVM.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.compiled import njit
from solvers.kernels import fill_column, part_of
from solvers.problems import knapsack

#: Entries per block in which a largest value is sought without branches.
_CHUNK = 128
#: The gap is looked at every n steps, or this many if n is larger; first a rough one, which may
#: be this many times the true one.
_PERIOD, _NEAR = 50, 4.0
#: A variable this close to a bound, as a share of C, is put there.
_SNAP = 1e-15
ON, GOOD, STUCK = range(3)
_FAST = {"nnan", "nsz", "reassoc", "contract"}


@njit(cache=True, nogil=True, fastmath=_FAST)
def _move(up, down, first, second, delta):
    """f -= delta (K_i - K_j) where the columns are `first` and `second`."""
    for k in range(up.size):
        d = delta * (first[k] - second[k])
        up[k] -= d
        down[k] -= d


@njit(cache=True, nogil=True, fastmath=_FAST)
def _lowest(a):
    low = np.inf
    for k in range(a.size):
        low = min(low, a[k])
    return low


@njit(cache=True, nogil=True, fastmath=_FAST)
def _argmax(a):
    """The first index of the largest entry: block maxima without branches, then one block."""
    best, at = -np.inf, 0
    for begin in range(0, a.size, _CHUNK):
        top = -np.inf
        for k in range(begin, min(begin + _CHUNK, a.size)):
            top = max(top, a[k])
        if top > best:
            best, at = top, begin
    for k in range(at, min(at + _CHUNK, a.size)):
        if a[k] == best:
            return k
    return at


@njit(cache=True, nogil=True, fastmath=_FAST)
def _partner(down, column, diagonal, i, f_i, flat):
    """The j whose pair with i gains most, b_ij^2 / a_ij with b_ij = f_i - f_j > 0; -1 if none."""
    top, over, at = 0.0, 1.0, -1
    for k in range(down.size):
        b = f_i - down[k]
        if b > 0.0:
            a = diagonal[i] + diagonal[k] - 2.0 * column[k]
            if a < flat:
                a = flat
            if b * b * over > top * a:
                top, over, at = b * b, a, k
    return at


class Box(NamedTuple):
    """What a step reads of the problem: labels y, the diagonal of Q, C and b; the curvature of a
    pair that counts as flat; and what points put aside add to 2q. b is less by their y'x."""

    y: np.ndarray
    diagonal: np.ndarray
    C: float
    flat: float
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
def _column(source, i, cache, now):
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
def _put(x, y, C, k, value, f, up, down):
    """Set x_k and say by infinities in which directions it can move."""
    if value <= _SNAP * C:
        value = 0.0
    elif value >= C - _SNAP * C:
        value = C
    x[k] = value
    up[k] = f if (value < C if y[k] > 0.0 else value > 0.0) else -np.inf
    down[k] = f if (value > 0.0 if y[k] > 0.0 else value < C) else np.inf


@njit(cache=True, nogil=True)
def _near(x, box, up, down, tol):
    """Whether the gap may be at most tol |q|, by the multiplier between the most violating pair,
    which is not the best one."""
    y, C = box.y, box.C
    s = -0.5 * (up[_argmax(up)] + _lowest(down))
    gap, twice = -box.b * s, box.rest
    for k in range(x.size):
        g = -y[k] * (up[k] if up[k] > -np.inf else down[k])
        gap += x[k] * g + C * max(0.0, s * y[k] - g)
        twice += x[k] * (g - 1.0)
    return gap <= _NEAR * tol * 0.5 * abs(twice)


@njit(cache=True, nogil=True)
def _merge(up, down, f):
    """f from its two halves, of which each entry has at least one."""
    for k in range(f.size):
        f[k] = up[k] if up[k] > -np.inf else down[k]


@njit(cache=True, nogil=True)
def _classify(x, y, C, f, up, down):
    """Fill `up` and `down` from f."""
    for k in range(x.size):
        _put(x, y, C, k, x[k], f[k], up, down)


@njit(cache=True, nogil=True)
def _step(source, box, x, up, down, cache, now, pair, old):
    """Minimise over the pair (i, j) of the steepest i; False where nothing moves any more."""
    y, diagonal, C = box.y, box.diagonal, box.C
    i = _argmax(up)
    first = cache.columns[_column(source, i, cache, now)]
    j = _partner(down, first, diagonal, i, up[i], box.flat)
    if j < 0:
        return False
    second = cache.columns[_column(source, j, cache, now)]
    pair[0], pair[1], old[0], old[1] = i, j, x[i], x[j]
    delta = (up[i] - down[j]) / max(diagonal[i] + diagonal[j] - 2.0 * first[j], box.flat)
    delta = min(delta, C - x[i] if y[i] > 0.0 else x[i])
    delta = min(delta, x[j] if y[j] > 0.0 else C - x[j])
    _move(up, down, first, second, delta)
    f_i, f_j = up[i], down[j]
    _put(x, y, C, i, x[i] + y[i] * delta, f_i, up, down)
    _put(x, y, C, j, x[j] - y[j] * delta, f_j, up, down)
    return x[i] != old[0] or x[j] != old[1]


@njit(cache=True, nogil=True)
def _steps(source, box, x, up, down, cache, done, most, period, tol, pair, old):
    """Steps number `done` + 1 to `most`; fewer if the gap, looked at every `period` steps, may be
    small enough or nothing moves. Return the number of the last and which of the two it was."""
    while done < most:
        done += 1
        if not _step(source, box, x, up, down, cache, done, pair, old):
            return done, STUCK
        if done % period == 0 and _near(x, box, up, down, tol):
            return done, GOOD
    return done, ON


class Points:
    """The points in play, all or some, and their arrays: x, the halves of f, and columns of K.

    room: numbers for two columns at least; of fewer points it holds more.
    """

    def __init__(self, source, box, x, room):
        self.source, self.box, self.x, self.room = source, box, x, room
        self.up, self.down = np.empty(x.size), np.empty(x.size)
        self.pair, self.old = np.full(2, -1), np.zeros(2)
        self.forget()

    def forget(self):
        """An empty cache."""
        n = self.x.size
        slots = min(n, self.room.size // n)
        columns = self.room[: slots * n].reshape(slots, n)
        used = np.zeros(slots, dtype=np.int64)
        self.cache = Cache(columns, np.full(n, -1), np.full(slots, -1), used)

    def set(self, f):
        """f = -y (Qx - e), from which `up` and `down` follow."""
        _classify(self.x, self.box.y, self.box.C, f, self.up, self.down)

    def f(self):
        """f as the updates have left it."""
        f = np.empty(self.x.size)
        _merge(self.up, self.down, f)
        return f

    def gradient(self):
        """Qx - e as the updates have left it."""
        return -self.box.y * self.f()

    def multiplier(self):
        """The s with the best bound."""
        box = self.box
        return knapsack.middle(*knapsack.best_multipliers(self.gradient(), box.y, box.C, box.b))

    def call(self, done, last, tol):
        """One call of the compiled loop, from step number `done` up to `last`."""
        return _steps(
            self.source,
            self.box,
            self.x,
            self.up,
            self.down,
            self.cache,
            done,
            last,
            min(self.x.size, _PERIOD),
            tol,
            self.pair,
            self.old,
        )

    def movable(self):
        """The points that a pair may use, those not at a bound or not firmly so: the rule by which
        LIBSVM shrinks."""
        high, low = self.up.max(), self.down.min()
        firm = np.where(self.up == -np.inf, self.down > high, self.up < low)
        return np.flatnonzero(~firm)

    def some(self, rows):
        """Only the points `rows`, in the same room; the others stay where they are."""
        box, aside = self.box, np.delete(np.arange(self.x.size), rows)
        x, y = self.x[aside], box.y[aside]
        rest = box.rest + x @ (self.gradient()[aside] - 1.0)
        labels = box.y[rows]
        labels.flags.writeable = False  # as of all points: another type would be compiled again
        inner = Box(labels, box.diagonal[rows], box.C, box.flat, box.b - y @ x, rest)
        part = Points(part_of(self.source, rows), inner, self.x[rows], self.room)
        part.set(self.f()[rows])
        return part

    def seem_done(self, tol):
        """Whether the gap seems at most `tol` of the objective, if those aside stay aside."""
        g, s, (y, _, C, _, b, rest) = self.gradient(), self.multiplier(), self.box
        gap = self.x @ g + C * np.maximum(s * y - g, 0.0).sum() - b * s
        return gap <= tol * 0.5 * abs(rest + self.x @ (g - 1.0))
