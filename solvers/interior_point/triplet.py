"""Interior point for TripletMetric with algebra in m x m matrices only.

A predictor-corrector method (Mehrotra 1992, DOI 10.1137/0802028) for the KKT system of (2.3) in
000_291dc1e5a69c06b5.txt, reduced to the metric's m unknowns; a companion to the source's coordinate
descent, which stalls on an ill-conditioned L. With the slacks a = Zw + xi - 1 and nu = C - lam, the
products lam a, nu xi and w t are driven to zero together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Unpack

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs

from solvers.checks import of_type
from solvers.options import Common, Options, common_options
from solvers.problems.triplet_metric import TripletMetric
from solvers.registry import solver
from solvers.result import Result
from solvers.starts import start
from solvers.triplet.descent import dual_start

#: The share of the step to the boundary that is taken.
_SHARE = 0.995
#: A warm start is pushed off its bounds by this share.
_PUSH = 0.01
#: Below this step the numbers have nothing more to give.
_SHORTEST = 1e-10


@dataclass(slots=True)
class _Point:
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
        return _Point(self.w + step * d.w, self.left + step * d.left, self.right + step * d.right)

    def to_boundary(self, d):
        """The largest step in [0, 1] along `d` that takes nothing below 0."""
        return 1.0 / max(1.0, (-d.left / self.left).max(), (-d.right / self.right).max())


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
        return _Point(dw, left, g - self.ratio * left)


def _advance(problem, p):
    """One predictor-corrector step: the new point, sigma and the step; None where the numbers
    end."""
    with np.errstate(all="ignore"):
        newton = _Newton(problem, p)
        if newton.failed:
            return None
        aim = newton.direction(0.0)
        ahead = p.moved(p.to_boundary(aim), aim)
        mu = p.left @ p.right / p.left.size
        sigma = min(1.0, (ahead.left @ ahead.right / p.left.size / mu) ** 3)
        d = newton.direction(sigma * mu - aim.left * aim.right)
        step = min(1.0, _SHARE * p.to_boundary(d))
        new = p.moved(step, d)
        if not (step > _SHORTEST and np.isfinite(new.w).all() and new.left.min() > 0.0):
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
    return _Point(w, np.concatenate(left[:last]), np.concatenate(right[:last]))


def _state(problem, w, lam, t, mu, sigma, step):
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
    }


def _states(problem, x0):
    n, m = problem.Z.shape
    w, (lam, t) = problem.project(start(x0, m)), dual_start(problem, x0)
    if n == 0 or problem.C == 0.0:  # no penalty: w = 0, and no interior
        yield _state(problem, np.zeros(m), lam, t, 0.0, np.nan, np.nan)
        return
    if x0 is not None:
        yield _state(problem, w, lam, t, np.nan, np.nan, np.nan)
    done = _inside(problem, w, lam, t, x0 is not None), np.nan, np.nan
    while done is not None:
        p, sigma, step = done
        lam, _nu, _a, _xi, t = p.parts(n)
        yield _state(problem, p.w, lam, t, p.left @ p.right / p.left.size, sigma, step)
        done = _advance(problem, p)


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
    return options.drive(_states(problem, options.x0), problem.certify)
