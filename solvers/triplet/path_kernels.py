"""The central path of TripletMetric in one compiled call, for problems so small that calling numpy
costs more than the arithmetic.

The steps are those of `solvers.interior_point.triplet`, one feature after the other: a row of Z' is
long, one of Z short.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.compiled import njit
from solvers.vectors import add, dot

#: The share of the step to the boundary that is taken.
SHARE = 0.995
#: Below this step the numbers have nothing more to give.
SHORTEST = 1e-10
_FAST = {"nnan", "nsz", "reassoc", "contract"}


class Point(NamedTuple):
    """An iterate or a direction: w (m,), and the complementary pairs, left_k right_k -> 0.

    left: lam (n,), nu (n,), w (m,) in one array; right: a, xi, t. Where w is free, the pair (w, t)
    is missing.
    """

    w: np.ndarray
    left: np.ndarray
    right: np.ndarray

    def parts(self, n):
        """(lam, nu, a, xi, t): views."""
        left, right = self.left, self.right
        return left[:n], left[n : 2 * n], right[:n], right[n : 2 * n], right[2 * n :]

    def moved(self, step, d):
        """The point `step` along the direction `d`."""
        return Point(self.w + step * d.w, self.left + step * d.left, self.right + step * d.right)

    def to_boundary(self, d):
        """The largest step in [0, 1] along `d` that takes nothing below 0."""
        return 1.0 / max(1.0, (-d.left / self.left).max(), (-d.right / self.right).max())

    def mu(self):
        """The mean complementarity product."""
        return self.left @ self.right / self.left.size


class Room(NamedTuple):
    """What a step works in. The Newton system at a point: ratio = right / left; rd (m,) and
    rp (n,), the residuals of Lw - Z'lam - t = 0 and Zw + xi - a = 1; D (n,), and H = L + Z'DZ +
    diag(t / w) (m, m), in whose lower triangle its Cholesky factor takes its place. And v (n,),
    for products."""

    ratio: np.ndarray
    rd: np.ndarray
    rp: np.ndarray
    D: np.ndarray
    H: np.ndarray
    v: np.ndarray


@njit(cache=True, nogil=True, error_model="numpy")
def _linearise(ZT, L, p, room):
    """The Newton system at `p`, all but H."""
    n, (w, left, right), (ratio, rd, rp, D, _, _) = ZT.shape[1], p, room
    for k in range(ratio.size):
        ratio[k] = right[k] / left[k]
    for i in range(n):
        rp[i] = right[n + i] - right[i] - 1.0
        D[i] = 1.0 / (ratio[i] + ratio[n + i])
    for j in range(w.size):
        add(w[j], ZT[j], rp)
        rd[j] = dot(L[j], w) - dot(ZT[j], left[:n])
    for j in range(left.size - 2 * n):
        rd[j] -= right[2 * n + j]


@njit(cache=True, nogil=True)
def _factor(ZT, L, room):
    """H and, in its place, its Cholesky factor; False where it is not positive definite."""
    (m, n), (ratio, _, _, D, H, scaled) = ZT.shape, room
    for j in range(m):
        for i in range(n):
            scaled[i] = D[i] * ZT[j, i]
        for k in range(j + 1):
            H[j, k] = L[j, k] + dot(scaled, ZT[k])
    for j in range(ratio.size - 2 * n):
        H[j, j] += ratio[2 * n + j]
    for j in range(m):
        for k in range(j):
            H[j, k] = (H[j, k] - dot(H[j, :k], H[k, :k])) / H[k, k]
        pivot = H[j, j] - dot(H[j, :j], H[j, :j])
        if not pivot > 0.0:
            return False
        H[j, j] = np.sqrt(pivot)
    return True


@njit(cache=True, nogil=True)
def _solve(factor, b):
    """b = H^-1 b by the factor of H."""
    for j in range(b.size):
        b[j] = (b[j] - dot(factor[j, :j], b[:j])) / factor[j, j]
    for j in range(b.size - 1, -1, -1):
        b[j] /= factor[j, j]
        add(-b[j], factor[j, :j], b[:j])


@njit(cache=True, nogil=True, error_model="numpy")
def _aim(ZT, p, room, goal, d):
    """Make `d` the direction towards left right = goal, less the product of its parts as they
    stand."""
    (m, n), (_, left, right), (ratio, rd, rp, D, factor, v) = ZT.shape, p, room
    for k in range(left.size):
        d.right[k] = (goal - d.left[k] * d.right[k]) / left[k] - right[k]
    for i in range(n):
        v[i] = D[i] * (d.right[i] - d.right[n + i] - rp[i])
    for j in range(m):
        d.w[j] = dot(ZT[j], v) - rd[j]
    for j in range(left.size - 2 * n):
        d.w[j] += d.right[2 * n + j]
    _solve(factor, d.w)
    d.left[:n] = 0.0
    for j in range(m):
        add(d.w[j], ZT[j], d.left[:n])
    for i in range(n):
        d.left[i] = v[i] - D[i] * d.left[i]
        d.left[n + i] = -d.left[i]
    for j in range(left.size - 2 * n):
        d.left[2 * n + j] = d.w[j]
    for k in range(left.size):
        d.right[k] -= ratio[k] * d.left[k]


@njit(cache=True, nogil=True, error_model="numpy", fastmath=_FAST)
def _to_boundary(p, d):
    """The largest step in [0, 1] along `d` that takes nothing below 0."""
    most = 1.0
    for k in range(p.left.size):
        most = max(most, -d.left[k] / p.left[k], -d.right[k] / p.right[k])
    return 1.0 / most


@njit(cache=True, nogil=True, fastmath=_FAST)
def _mean_product(p, step, d):
    """mu, the mean of left right, `step` along `d`."""
    total = 0.0
    for k in range(p.left.size):
        total += (p.left[k] + step * d.left[k]) * (p.right[k] + step * d.right[k])
    return total / p.left.size


@njit(cache=True, nogil=True)
def _move(p, step, d):
    """p += step d; False, and p is as it was, where the numbers end."""
    total = 0.0
    for j in range(p.w.size):
        total += d.w[j]
    if not (step > SHORTEST and np.isfinite(total)):
        return False
    for k in range(p.left.size):
        if not p.left[k] + step * d.left[k] > 0.0:
            return False
    add(step, d.w, p.w)
    add(step, d.left, p.left)
    add(step, d.right, p.right)
    return True


@njit(cache=True, nogil=True, error_model="numpy")
def _advance(ZT, L, p, d, room):
    """Move `p` by a predictor and corrector; return sigma and the step, 0 where the numbers end."""
    _linearise(ZT, L, p, room)
    if not _factor(ZT, L, room):
        return np.nan, 0.0
    d.left[:] = 0.0
    d.right[:] = 0.0
    _aim(ZT, p, room, 0.0, d)
    mu, ahead = _mean_product(p, 0.0, d), _mean_product(p, _to_boundary(p, d), d)
    sigma = min(1.0, (ahead / mu) ** 3)
    _aim(ZT, p, room, sigma * mu, d)
    step = min(1.0, SHARE * _to_boundary(p, d))
    return sigma, step if _move(p, step, d) else 0.0


@njit(cache=True, nogil=True, fastmath=_FAST)
def _seems_done(ZT, L, root, C, p, room, tol):
    """Whether the gap of (2.3) in 000_291dc1e5a69c06b5.txt between w and (lam, t) is at most `tol`
    of the objective."""
    (m, n), (w, left, right), u, fit = ZT.shape, p, room.rd, room.v
    value, bound = 0.0, 0.0
    fit[:] = 0.0
    for j in range(m):
        add(w[j], ZT[j], fit)
        value += 0.5 * w[j] * dot(L[j], w)
        u[j] = dot(ZT[j], left[:n])
    for j in range(left.size - 2 * n):
        u[j] += right[2 * n + j]
    for i in range(n):
        value += C * max(1.0 - fit[i], 0.0)
        bound += left[i]
    for j in range(m):
        bound -= 0.5 * dot(root[j], u) ** 2
    return value - bound <= tol * value


@njit(cache=True, nogil=True)
def follow(ZT, L, root, C, p, d, room, most, tol):
    """Move `p` by at most `most` steps: fewer once it seems to be optimal within `tol`, or where
    the numbers end; d: room for a direction. Return how many, sigma and length of the last, and
    whether the numbers end."""
    sigma, length, done = np.nan, np.nan, 0
    while done < most:
        centring, step = _advance(ZT, L, p, d, room)
        if step == 0.0:
            return done, sigma, length, True
        sigma, length, done = centring, step, done + 1
        if _seems_done(ZT, L, root, C, p, room, tol):
            break
    return done, sigma, length, False
