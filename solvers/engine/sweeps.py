"""Compiled sweeps over a working set, on the products of its columns.

They minimise 1/2 ||r||^2 + lam sum_b ||u_b||, r = t - X u, over blocks of weights u: of one weight
each for the lasso, of the weights of a group for the group lasso; and likewise the quadratic model
of another loss, in whose products objects are weighted. All of X and t that they need is G = X'X,
v = X'r and ||r||^2: moving u by s takes G s from v, and s'(v_before + v_after) from ||r||^2.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.compiled import njit
from solvers.prox import shrink
from solvers.sparse.columns import Columns
from solvers.vectors import copy, shuffle

#: Steps on one block end when one is shorter than this share of the first, or after so many.
_LAST_STEP_SHARE, _MAX_STEPS = 0.1, 20
#: A block that moves by less than this share of its weights moves by rounding.
_ROUNDING_MOVE = 1e-15


@njit(cache=True, nogil=True)
def _norm(x, first, last):
    """||x_b|| of the block first:last."""
    if last - first == 1:
        return abs(x[first])
    square = 0.0
    for k in range(first, last):
        square += x[k] * x[k]
    return np.sqrt(square)


@njit(cache=True, nogil=True)
def duality_gap(
    starts: np.ndarray, u: np.ndarray, v: np.ndarray, square: float, lam: float
) -> float:
    """The gap of the working set at u with v = X'r and square = ||r||^2.

    The dual point is kappa r, with the kappa of largest dual value kappa t'r - 1/2 kappa^2 ||r||^2
    for which kappa ||v_b|| <= lam for all blocks.
    """
    size, largest, along = 0.0, 0.0, square  # t'r = ||r||^2 + u'v
    for b in range(starts.size - 1):
        size += _norm(u, starts[b], starts[b + 1])
        largest = max(largest, _norm(v, starts[b], starts[b + 1]))
    for k in range(u.size):
        along += u[k] * v[k]
    widest = lam / largest if largest > 0.0 else np.inf
    kappa = min(max(along / square, -widest), widest) if square > 0.0 else 0.0
    return 0.5 * square + lam * size - kappa * (along - 0.5 * kappa * square)


@njit(cache=True, nogil=True)
def _steepness(G, starts, bounds):
    """bounds = of each block, one on the largest eigenvalue of its part of G, for one column its
    square."""
    for b in range(bounds.size):
        rows, squares = 0.0, 0.0
        for i in range(starts[b], starts[b + 1]):
            row = 0.0
            for j in range(starts[b], starts[b + 1]):
                row += abs(G[i, j])
                squares += G[i, j] * G[i, j]
            rows = max(rows, row)
        bounds[b] = min(rows, np.sqrt(squares))


@njit(cache=True, nogil=True)
def _minimise_block(G, first, last, steep, lam, u, v, target):
    """target = the weights of the block after proximal gradient steps on it alone."""
    slope, begun = v[first:last].copy(), 0.0
    copy(u[first:last], target)
    for step in range(_MAX_STEPS):
        ahead = target + slope / steep
        length = _norm(ahead, 0, ahead.size)
        share = 1.0 - lam / (steep * length) if steep * length > lam else 0.0
        way = share * ahead - target
        for i in range(way.size):
            target[i] = share * ahead[i]
            for j in range(way.size):
                slope[j] -= way[i] * G[first + i, first + j]
        moved = _norm(way, 0, way.size)
        begun = moved if step == 0 else begun
        if not moved > _LAST_STEP_SHARE * begun:
            break


@njit(cache=True, nogil=True)
def _move(G, d, shift, u, v):
    """u[d] += shift, and v with it; return by how much ||r||^2 falls."""
    before, row = v[d], G[d]
    u[d] += shift
    for k in range(v.size):
        v[k] -= shift * row[k]
    return shift * (before + v[d])


@njit(cache=True, nogil=True)
def _sweep(G, starts, steep, order, lam, u, v, target):
    """Minimise over each block of `order` in turn; return how many moved, and the fall of
    ||r||^2."""
    changed, fall = 0, 0.0
    for b in order:
        first, last = starts[b], starts[b + 1]
        if last - first == 1:
            h, old = steep[b], u[first]
            new = shrink(v[first] + h * old, lam) / h if h > 0.0 else 0.0
            if new != old:
                fall += _move(G, first, new - old, u, v)
                u[first] = new
                changed += 1
        elif _norm(u, first, last) > 0.0 or _norm(v, first, last) > lam:
            block = target[: last - first]
            block[:] = 0.0
            if steep[b] > 0.0:
                _minimise_block(G, first, last, steep[b], lam, u, v, block)
            moved = 0
            for k in range(first, last):
                new = block[k - first]
                if abs(new - u[k]) > _ROUNDING_MOVE * abs(u[k]):
                    fall += _move(G, k, new - u[k], u, v)
                    u[k] = new
                    moved = 1
            changed += moved
    return changed, fall


@njit(cache=True, nogil=True)
def _sparse_sweep(columns, order, lam, u, v, r):
    """`_sweep` on sparse columns, with r itself; v = X'r afterwards. The columns are so short that
    a call for each would cost more than they do."""
    values, places, starts, h = columns.M[0], columns.places, columns.starts, columns.h
    changed = 0
    for d in order:
        first, last, old, correlation = starts[d], starts[d + 1], u[d], 0.0
        for k in range(first, last):
            correlation += values[k] * r[places[k]]
        new = shrink(correlation + h[d] * old, lam) / h[d] if h[d] > 0.0 else 0.0
        if new != old:
            u[d] = new
            changed += 1
            for k in range(first, last):
                r[places[k]] -= (new - old) * values[k]
    for d in range(v.size):
        v[d] = 0.0
        for k in range(starts[d], starts[d + 1]):
            v[d] += values[k] * r[places[k]]
    return changed


class Part(NamedTuple):
    """The columns of a working set as kernels read them: block b is blocks[b]:blocks[b + 1]. Either
    their products G = X'X (P, P), or, of a sparse X, the columns themselves."""

    blocks: np.ndarray
    G: np.ndarray
    columns: Columns


@njit(cache=True, nogil=True)
def sweep_to(
    part: Part,
    lam: float,
    u: np.ndarray,
    v: np.ndarray,
    r: np.ndarray,
    shuffled: bool,
    random: np.ndarray,
    aim: float,
    most: int,
) -> tuple[int, int]:
    """Sweep over the blocks until their gap is at most `aim`, nothing moves, or `most` sweeps are
    made; u, v = X'r and, of sparse columns, r in place. Otherwise only the length of r counts.

    Return the sweeps, at least one, and how many blocks the last of them moved.
    """
    blocks, square, changed, sparse = part.blocks, np.dot(r, r), 0, part.columns.starts.size > 0
    order, steep = np.arange(blocks.size - 1), np.zeros(blocks.size - 1)
    if not sparse:
        _steepness(part.G, blocks, steep)
    target = np.empty(u.size)
    for done in range(most):
        if shuffled:
            shuffle(order, random)
        if sparse:
            changed = _sparse_sweep(part.columns, order, lam, u, v, r)
            square = np.dot(r, r)
        else:
            changed, fall = _sweep(part.G, blocks, steep, order, lam, u, v, target)
            square -= fall
        if changed == 0 or duality_gap(blocks, u, v, square, lam) <= aim:
            return done + 1, changed
    return most, changed
