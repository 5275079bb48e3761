"""Compiled block coordinate descent for the group lasso (eqs. 21-22 of 002_8a6384496e3a9cf3.txt).

Each group of columns is rotated to have orthogonal columns: its quadratic form is then a diagonal
`a`, the norm of its weights stays what it was, and a block's problem has one unknown, its norm rho.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.compiled import njit
from solvers.prox import norm
from solvers.shuffle import shuffle
from solvers.vectors import dot

#: Room for Newton's iterates; none of thousands of problems of condition 1e8 took more than 11.
MOST_NEWTON = 32
#: Newton ends at this relative step.
_SMALLEST_STEP = 1e-12


@njit(cache=True, nogil=True, forceinline=True)
def _newton_step(a, c, lam, rho):
    """Newton's step at rho towards psi = 1; nan where no rho is large enough, because c has a part
    of length >= lam where a is 0."""
    psi, fall, flat = 0.0, 0.0, 0.0
    for i in range(a.size):
        if a[i] > 0.0 and c[i] != 0.0:
            inverse = 1.0 / (a[i] * rho + lam)
            square = (c[i] * inverse) ** 2
            psi += square
            fall += square * a[i] * inverse
        elif c[i] != 0.0:
            flat += (c[i] / lam) ** 2 if lam > 0.0 else np.inf
    if flat >= 1.0:
        return np.nan
    psi += flat
    return psi * (np.sqrt(psi) - 1.0) / fall if fall > 0.0 else 0.0


@njit(cache=True, nogil=True, forceinline=True)
def newton_norm(a, c, lam, first, iterates):
    """The root rho of psi(rho) = sum c_i^2 / (a_i rho + lam)^2 = 1, where ||c|| > lam >= 0.

    1 / sqrt(psi) is increasing and concave: from the lower bound (||c|| - lam) / max a Newton rises
    to the root and never passes it; from a guess `first` beyond the root, one step leads below it.
    The iterates go to `iterates`; returns how many there are, the last being the root; 0 where
    there is no root. Where a_i = 0 = c_i the entry does not count.
    """
    largest = a.max()
    if largest == 0.0:
        return 0
    least = (norm(c) - lam) / largest
    rho = max(least, first)
    for k in range(iterates.size):
        iterates[k] = rho
        move = _newton_step(a, c, lam, rho)
        if np.isnan(move):
            return 0
        if not (move if k > 0 else abs(move)) > _SMALLEST_STEP * rho:
            return k + 1
        rho = max(rho + move, least)
    return iterates.size


@njit(cache=True, nogil=True, forceinline=True)
def block_minimum(a, c, lam, first, target, iterates):
    """`target` = argmin over u of 1/2 sum a_i u_i^2 + c'u + lam ||u||, in place; first: a guess of
    ||u||, or 0.

    Returns the number of Newton's iterates, 0 where the minimum is at 0 (||c|| <= lam) and -1 where
    there is none.
    """
    if norm(c) <= lam:
        target[:] = 0.0
        return 0
    count = newton_norm(a, c, lam, first, iterates)
    if count == 0:
        return -1
    rho = iterates[count - 1]
    for i in range(a.size):
        target[i] = -rho * c[i] / (a[i] * rho + lam) if c[i] != 0.0 else 0.0
    return count


class Blocks(NamedTuple):
    """What a step reads. Rows of R are the rotated columns, and v = t - X w is kept; or, with
    `gram`, R is their Gram matrix, and v the correlations. a: the squared length of each rotated
    column. Block g is starts[g]:starts[g + 1]."""

    R: np.ndarray
    a: np.ndarray
    starts: np.ndarray
    lam: float
    gram: bool


class Room(NamedTuple):
    """Working memory: slopes c and target (P,) of a block, and Newton's iterates."""

    c: np.ndarray
    target: np.ndarray
    iterates: np.ndarray


def make_room(groups):
    """Working memory of the kernels, for the largest of the `groups` (D,)."""
    largest = np.bincount(groups).max(initial=0)
    return Room(np.empty(largest), np.empty(largest), np.empty(MOST_NEWTON))


@njit(cache=True, nogil=True, forceinline=True)
def minimise_block(blocks, g, guess, u, v, room):
    """Minimise over the block g of u, and keep v. guess: start Newton at the old norm.

    Returns the number of Newton's iterates, and the squared change of the fit (-1 where nothing
    moved).
    """
    R, a, low, high = blocks.R, blocks.a, blocks.starts[g], blocks.starts[g + 1]
    c, target = room.c, room.target
    size, square = high - low, 0.0
    for i in range(size):
        j = low + i
        square += u[j] * u[j]
        correlation = v[j] if blocks.gram else dot(R[j], v)
        c[i] = -(correlation + a[j] * u[j]) if a[j] > 0.0 else 0.0
    first = np.sqrt(square) if guess else 0.0
    count = block_minimum(a[low:high], c[:size], blocks.lam, first, target[:size], room.iterates)
    change, moved = 0.0, False
    for i in range(size):
        j = low + i
        shift = target[i] - u[j]
        if shift != 0.0:
            moved = True
            u[j] = target[i]
            change += a[j] * shift * shift
            row = R[j]
            for n in range(v.size):
                v[n] -= shift * row[n]
    return count, change if moved else -1.0


@njit(cache=True, nogil=True)
def block_sweeps(blocks, chosen, shuffled, random, u, v, room, count, enough):
    """Up to `count` passes over the blocks `chosen`, ended by one whose largest squared change of
    the fit is at most `enough`. Return the passes done and, of the last, how many blocks moved and
    the largest change."""
    done, changed, largest = 0, 0, np.inf
    while done < count and largest > enough:
        if shuffled:
            shuffle(chosen, random)
        changed, largest = 0, 0.0
        for g in chosen:
            _, change = minimise_block(blocks, g, True, u, v, room)
            if change >= 0.0:
                changed += 1
                largest = max(largest, change)
        done += 1
    return done, changed, largest
