"""Interior point for TripletMetric with algebra in m x m matrices only.

A predictor-corrector method (Mehrotra 1992, DOI 10.1137/0802028) for the KKT system of (2.3) in
000_291dc1e5a69c06b5.txt, reduced to the metric's m unknowns; a companion to the source's coordinate
descent, which stalls on an ill-conditioned L. With the slacks a = Zw + xi - 1 and nu = C - lam, the
products lam a, nu xi and w t are driven to zero together.
"""

from __future__ import annotations

from typing import Unpack

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs

from solvers.batches import Batches
from solvers.checks import of_type
from solvers.options import Common, Options, common_options
from solvers.problems.triplet_metric import TripletMetric
from solvers.registry import solver
from solvers.result import Result
from solvers.starts import start
from solvers.triplet.descent import dual_start
from solvers.triplet.path_kernels import SHARE, SHORTEST, Point, Room, follow

#: A warm start is pushed off its bounds by this share.
_PUSH = 0.01
#: Unrecorded problems of up to so many multiplications a step are solved in one compiled call.
_SMALL = 3_000_000


class _Newton:
    """The Newton system at a point, factored once for predictor and corrector."""

    def __init__(self, problem, p):
        self.p, self.Z, self.n = p, problem.Z, problem.Z.shape[0]
        lam, _nu, a, xi, t = p.parts(self.n)
        self.ratio = p.right / p.left
        self.rd = problem.L @ p.w - self.Z.T @ lam
        self.rp = self.Z @ p.w + xi - a - 1.0
        self.D = 1.0 / (self.ratio[: self.n] + self.ratio[self.n : 2 * self.n])
        root = self.Z * np.sqrt(self.D)[:, None]
        H = root.T @ root + problem.L
        if t.size:
            self.rd -= t
            H.flat[:: len(H) + 1] += self.ratio[2 * self.n :]
        self.factor, self.failed = dpotrf(H.T, lower=True, overwrite_a=True)

    def direction(self, target):
        """The direction towards left right = target."""
        n, p = self.n, self.p
        g = target / p.left - p.right
        v = g[:n] - g[n : 2 * n] - self.rp
        right = self.Z.T @ (self.D * v) - self.rd
        if g.size > 2 * n:
            right += g[2 * n :]
        dw = dpotrs(self.factor, right, lower=True)[0]
        dlam = self.D * (v - self.Z @ dw)
        left = np.concatenate([dlam, -dlam, dw[: g.size - 2 * n]])
        return Point(dw, left, g - self.ratio * left)


def _advance(problem, p):
    """One predictor-corrector step: the new point, sigma and the step; None where the numbers
    end."""
    with np.errstate(all="ignore"):
        newton = _Newton(problem, p)
        if newton.failed:
            return None
        aim = newton.direction(0.0)
        ahead = p.moved(p.to_boundary(aim), aim)
        mu = p.mu()
        sigma = min(1.0, (ahead.mu() / mu) ** 3)
        d = newton.direction(sigma * mu - aim.left * aim.right)
        step = min(1.0, SHARE * p.to_boundary(d))
        new = p.moved(step, d)
        if not (step > SHORTEST and np.isfinite(new.w).all() and new.left.min() > 0.0):
            return None
    return new, sigma, step


def _inside(problem, w, lam, t, warm):
    """A strictly interior point: the usual start, or a warm start pushed off its bounds.

    w starts where the largest triplet has length about 1, so that rescaled data give the same run.
    """
    Z, L, C, free = problem.Z, problem.L, problem.C, not problem.nonnegative
    off = _PUSH if warm else 1.0
    size = np.abs(Z).sum(axis=1).max()
    unit = 1.0 / size if size > 0.0 else 1.0
    lam = np.clip(lam, 0.5 * off * C, (1.0 - 0.5 * off) * C)
    w = w if free else np.maximum(w, off * max(w.max(), unit))
    short, Lw = 1.0 - Z @ w, L @ w
    xi = np.maximum(short, 0.0) + off
    slope = Lw - Z.T @ lam
    t = np.maximum(slope, t) + off * max(np.abs(slope).mean(), np.abs(Lw).mean())
    left, right = [lam, C - lam, w], [xi - short, xi, t]
    last = 2 if free else 3
    return Point(w, np.concatenate(left[:last]), np.concatenate(right[:last]))


def _state(problem, w, lam, t, mu, sigma, step, **more):
    t = t if t.size else np.zeros(w.size)
    return {
        "check": True,  # a certificate costs little beside the factorisation before it
        "x": problem.project(w),
        "dual": {"lam": lam, "t": t},
        "w": w,
        "lam": lam,
        "t": t,
        "mu": mu,
        "sigma": sigma,
        "step": step,
        **more,
    }


def _state_at(problem, p, sigma, step, **more):
    lam, _nu, _a, _xi, t = p.parts(problem.Z.shape[0])
    return _state(problem, p.w, lam, t, p.mu(), sigma, step, **more)


def _states(problem, options):
    (n, m), x0 = problem.Z.shape, options.x0
    w, (lam, t) = problem.project(start(x0, m)), dual_start(problem, x0)
    if n == 0 or problem.C == 0.0:  # no penalty: w = 0, and no interior
        yield _state(problem, np.zeros(m), lam, t, 0.0, np.nan, np.nan)
        return
    if x0 is not None:
        yield _state(problem, w, lam, t, np.nan, np.nan, np.nan)
    p = _inside(problem, w, lam, t, x0 is not None)
    yield _state_at(problem, p, np.nan, np.nan)
    small = options.unrecorded and n * m * m <= _SMALL
    yield from _by_calls(problem, p, options) if small else _by_steps(problem, p)


def _by_steps(problem, p):
    """A state after each step."""
    while (done := _advance(problem, p)) is not None:
        p, sigma, step = done
        yield _state_at(problem, p, sigma, step)


def _by_calls(problem, p, options):
    """A state after each compiled call, of as many steps as it takes."""
    (n, m), d = problem.Z.shape, Point(*map(np.empty_like, p))
    room = Room(*map(np.empty, (p.left.size, m, n, n, (m, m), n)))
    data = np.ascontiguousarray(problem.Z.T), problem.L, problem.root, problem.C
    batches, done, ended = Batches(options, first=np.inf), int(options.x0 is not None), False
    while not ended:
        most = batches.next(n * m * m, done)
        steps, sigma, step, ended = follow(*data, p, d, room, most, options.tol)
        done += steps
        if steps:
            yield _state_at(problem, p, sigma, step, iteration=done, work=done)


@solver("interior_point", TripletMetric, iterate="w")
@common_options
def solve_triplet_interior_point(
    problem: TripletMetric, *, max_iter: int = 100, **common: Unpack[Common]
) -> Result:
    """Follow the central path with predictor and corrector; O(n m^2 + m^3) per iteration.

    A companion to the coordinate descent of the source, which stalls on an ill-conditioned L.

    Parameters
    ----------
    problem : TripletMetric
        Triplets Z (n, m), L (m, m) and C.
    x0 : array_like (m,) or Result
        Row 0 shows it as given, row 1 pushed off its bounds.
    seed : int
        No effect: nothing is random.

    Returns
    -------
    Result
        `x` is w (m,); `dual` holds lam (n,), t (m,). iteration and work count factorisations.
        Snapshots: w (T, m), lam (T, n), t (T, m), zero where w is free; mu (T,), the mean
        complementarity product; sigma (T,), the centring, and step (T,) that led to the row, NaN at
        the start.

    References
    ----------
    triplets: (2.3)
    mehrotra-1992
    """
    of_type(problem, [TripletMetric], "problem")
    options = Options(max_iter=max_iter, **common)
    return options.drive(_states(problem, options), problem.certify)
