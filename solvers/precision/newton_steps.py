"""Steps of proximal Newton on all blocks of a problem, as many as wanted in one compiled call."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.compiled import njit
from solvers.precision.newton_model import (
    diagonal_direction,
    dual_point,
    linear_part,
    newton_direction,
)
from solvers.precision.triangle import factor, invert

_EPS = np.finfo(float).eps
#: A step is halved, at most so often, until the objective falls by this share of what its slope
#: says.
_SUFFICIENT, _HALVINGS = 0.25, 60
#: Sweeps of one model at most; they end where one lowers it by less than this share of the gap
#: asked for.
_SWEEPS, _SHARE = 30, 0.2
#: A step whose model fell by f leaves a gap of some f^2 per row, and seldom of less than this share
#: of it.
_LEFT = 0.25
#: Columns of `Parts.seen`: at N its log det, the linear part and the gap of Z (inf while unknown);
#: of the last step its length, free entries, sweeps and by how much its model fell.
LOG_DET, LINEAR, GAP, LENGTH, FREE, SWEEPS, FALL = range(7)


class Parts(NamedTuple):
    """The blocks, one after the other: block b has the rows of sizes[b], and its matrices lie in
    the flat arrays from begins[b] on.

    N is the iterate, W its inverse, Z the dual point; seen (blocks, 7): see `LOG_DET`; room (3, .):
    three matrices as large as the largest block.
    """

    sizes: np.ndarray
    begins: np.ndarray
    Sigma: np.ndarray
    weights: np.ndarray
    N: np.ndarray
    W: np.ndarray
    Z: np.ndarray
    seen: np.ndarray
    room: np.ndarray


@njit(cache=True, nogil=True)
def square(parts, flat, b):
    """The matrix of block `b` in `flat`: a view."""
    m, begin = parts.sizes[b], parts.begins[b]
    return flat[begin : begin + m * m].reshape((m, m))


@njit(cache=True, nogil=True)
def _at(parts, b):
    """(N, W, Sigma, weights) of block `b`."""
    return (
        square(parts, parts.N, b),
        square(parts, parts.W, b),
        square(parts, parts.Sigma, b),
        square(parts, parts.weights, b),
    )


@njit(cache=True, nogil=True)
def _room(parts, b):
    """Three matrices to work in, as large as block `b`."""
    m = parts.sizes[b]
    first, second, third = parts.room[0, : m * m], parts.room[1, : m * m], parts.room[2, : m * m]
    return first.reshape((m, m)), second.reshape((m, m)), third.reshape((m, m))


@njit(cache=True, nogil=True)
def _direction(at, enough, room):
    """`newton_direction`, or `diagonal_direction` where N is diagonal."""
    (N, W, Sigma, weights), (D, G, U) = at, room
    for i in range(N.shape[0]):
        for j in range(i):
            if N[i, j] != 0.0:
                return newton_direction(N, W, Sigma, weights, _SWEEPS, enough, D, G, U)
    return diagonal_direction(N, W, Sigma, weights, D)


@njit(cache=True, nogil=True)
def _advance(at, seen, room, tol):
    """Move N by a step of Newton's; False where none moves anything."""
    (N, W, Sigma, weights), (D, new, U) = at, room
    m = N.shape[0]
    free, sweeps, fall, slope = _direction(at, _SHARE * tol * m, room)
    seen[FREE], seen[SWEEPS], seen[FALL] = free, sweeps, fall
    slack = 4.0 * _EPS * (m + abs(seen[LINEAR]) + abs(seen[LOG_DET]))
    before, step, tries = seen[LINEAR] - seen[LOG_DET], 1.0, 0
    while slope < 0.0 and tries < _HALVINGS:
        moves = False
        for i in range(m):
            for j in range(m):
                new[i, j] = U[i, j] = N[i, j] + step * D[i, j]
                moves |= new[i, j] != N[i, j]
        value, linear = factor(U), linear_part(new, Sigma, weights)
        if linear - value <= before + _SUFFICIENT * step * slope + slack:
            if moves:
                N[:] = new
                invert(U, W)
                seen[LOG_DET], seen[LINEAR], seen[LENGTH] = value, linear, step
                seen[GAP] = np.inf
            return moves
        step, tries = 0.5 * step, tries + 1
    return False


@njit(cache=True, nogil=True)
def _measure(at, Z, seen, room, enough):
    """Find Z and its gap; the second dual point only where the first is not good `enough`."""
    (N, W, Sigma, weights), (_, point, U) = at, room
    m = N.shape[0]
    above = m * np.log(seen[LINEAR] / m) - seen[LOG_DET]
    for faces in (True, False):
        dual_point(N, W, Sigma, weights, faces, point)
        U[:] = point
        gap = above - factor(U)
        if gap < seen[GAP]:
            Z[:] = point
            seen[GAP] = gap
        if gap <= enough:
            break


@njit(cache=True, nogil=True)
def prepare(parts, tol):
    """All that is known at N before the first step."""
    for b in range(parts.sizes.size):
        at, Z, room, seen = _at(parts, b), square(parts, parts.Z, b), _room(parts, b), parts.seen[b]
        (N, W, Sigma, weights), U = at, room[0]
        U[:] = N
        seen[LOG_DET], seen[LINEAR] = factor(U), linear_part(N, Sigma, weights)
        seen[GAP], seen[LENGTH], seen[FREE:] = np.inf, np.nan, 0.0
        Z[:] = Sigma
        if seen[LOG_DET] > -np.inf:
            invert(U, W)
        else:  # a block of a matrix that is definite only by rounding: no step will lead on
            W[:] = np.nan
        if seen[LINEAR] > 0.0:
            _measure(at, Z, seen, room, np.inf)


@njit(cache=True, nogil=True)
def follow(parts, most, tol):
    """At most `most` steps of every block that is not done: fewer once the gap seems to be at most
    `tol` per row, or where no step moves anything. The gap is computed where it may be that small,
    and in the end.

    Returns (steps, work, whether the last moved anything, the block along whose N the objective
    falls or -1).
    """
    steps, work, moved, falling = 0, 0, True, -1
    sizes, seen = parts.sizes, parts.seen
    while steps < most and moved and falling < 0:
        steps, moved = steps + 1, False
        for b in range(sizes.size):
            enough = 0.5 * tol * sizes[b]
            if seen[b, GAP] > enough and falling < 0:
                at, room = _at(parts, b), _room(parts, b)
                moved |= _advance(at, seen[b], room, tol)
                work += 2 + int(seen[b, SWEEPS])
                if not seen[b, LINEAR] > 0.0:
                    falling = b
                elif _LEFT * seen[b, FALL] ** 2 <= sizes[b] * max(enough, _EPS * sizes[b]):
                    _measure(at, square(parts, parts.Z, b), seen[b], room, enough)
        if seen[:, GAP].sum() <= tol * sizes.sum():
            break
    for b in range(sizes.size):
        if seen[b, GAP] == np.inf and seen[b, LINEAR] > 0.0:
            Z, enough = square(parts, parts.Z, b), 0.5 * tol * sizes[b]
            _measure(_at(parts, b), Z, seen[b], _room(parts, b), enough)
    return steps, work, moved, falling
