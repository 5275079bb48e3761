"""Compiled block coordinate descent for group-penalised logistic regression, with Armijo's line
search."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.compiled import njit
from solvers.prox import norm
from solvers.shuffle import shuffle
from solvers.sparse.group_kernels import block_minimum
from solvers.sparse.logistic_kernels import FLOOR, LONGEST, RHO, ROUNDING, evaluate


class MarginBlocks(NamedTuple):
    """What a step reads. Rows of XT (D, N) are columns of X by groups, block g being
    starts[g]:starts[g + 1]; squares (D,): their squared lengths; t (N,): the labels."""

    XT: np.ndarray
    squares: np.ndarray
    starts: np.ndarray
    t: np.ndarray
    lam: float


class ModelRoom(NamedTuple):
    """Working memory: curvatures a and slopes c of a block's model along its axes, its target (P,
    each), and Newton's iterates."""

    a: np.ndarray
    c: np.ndarray
    target: np.ndarray
    iterates: np.ndarray


@njit(cache=True, nogil=True)
def _curvature(rows, s):
    """X_g' diag(s) X_g (p, p), from the columns of X_g as rows (p, N)."""
    p = rows.shape[0]
    A = np.empty((p, p))
    for i in range(p):
        weighted = rows[i] * s
        for j in range(i + 1):
            A[i, j] = A[j, i] = weighted @ rows[j]
    return A


@njit(cache=True, nogil=True)
def _model_minimum(rows, squares, lam, w, now, room):
    """`room.target` = the minimum of the block's quadratic model plus penalty, in place. Returns
    the block's gradient, the model's curvature along the way to the target, and the number of
    Newton's iterates."""
    p, a, c, target = rows.shape[0], room.a, room.c, room.target
    A = _curvature(rows, now[2])
    g = np.empty(p)
    for i in range(p):
        g[i] = -(rows[i] @ now[1])
        A[i, i] += FLOOR * squares.sum()
    values, Q = np.linalg.eigh(A)
    b = g - A @ w
    for i in range(p):
        a[i], c[i] = max(values[i], 0.0), 0.0
        for j in range(p):
            c[i] += Q[j, i] * b[j]
    rotated = np.empty(p)
    count = block_minimum(a[:p], c[:p], lam, 0.0, rotated, room.iterates)
    for i in range(p):
        target[i] = 0.0
        if squares[i] > 0.0 and count > 0:
            for j in range(p):
                target[i] += Q[i, j] * rotated[j]
    way = target[:p] - w
    return g, way @ (A @ way), count


@njit(cache=True, nogil=True)
def block_step(blocks, g, u, point, room):
    """Move the block g of u to the minimum of its quadratic model, halving the way until the loss
    agrees, and keep the point. Returns the number of Newton's iterates, the accepted share alpha of
    the way (0: none), the trials, and alpha^2 times the curvature along the way."""
    low, high = blocks.starts[g], blocks.starts[g + 1]
    rows, squares, w = blocks.XT[low:high], blocks.squares[low:high], u[low:high]
    t, lam, target = blocks.t, blocks.lam, room.target
    now, trial, loss = point.now, point.trial, point.loss
    p, old = rows.shape[0], norm(w)
    if squares.sum() == 0.0:
        w[:] = 0.0
        return 0, 1.0 if old > 0.0 else 0.0, 0, 0.0
    gradient, curvature, count = _model_minimum(rows, squares, lam, w, now, room)
    way = target[:p] - w
    new = norm(target[:p])
    # In exact arithmetic the slope is at most -curvature; near the minimum it is lost in rounding.
    slope = min(gradient @ way + lam * (new - old), -curvature)
    if not slope < 0.0:
        return count, 0.0, 0, 0.0
    along = np.zeros(t.size)
    for i in range(p):
        along += way[i] * rows[i]
    alpha = 1.0
    for trials in range(1, LONGEST + 1):
        there = target[:p] if alpha == 1.0 else w + alpha * way
        trial[0] = now[0] + alpha * along
        value = evaluate(t, trial[0], trial[1], trial[2])
        change = value - loss[0] + lam * (norm(there) - old)
        if change <= alpha * RHO * slope + ROUNDING * loss[0]:
            w[:] = there
            loss[0] = value
            now[:] = trial
            return count, alpha, trials, alpha * alpha * curvature
        alpha *= 0.5
    return count, 0.0, LONGEST, 0.0


@njit(cache=True, nogil=True)
def logistic_block_sweeps(blocks, chosen, shuffled, random, u, point, room, count, enough):
    """Up to `count` passes over the blocks `chosen`, ended by one whose largest model change is at
    most `enough`. Return the passes done and, of the last, how many blocks moved, the largest
    change, the trials, and the least alpha accepted."""
    done, changed, largest, trials, least = 0, 0, np.inf, 0, 1.0
    while done < count and largest > enough:
        if shuffled:
            shuffle(chosen, random)
        changed, largest, trials, least = 0, 0.0, 0, 1.0
        for g in chosen:
            _, alpha, tried, change = block_step(blocks, g, u, point, room)
            trials += tried
            if alpha > 0.0:
                changed += 1
                largest, least = max(largest, change), min(least, alpha)
        done += 1
    return done, changed, largest, trials, least
