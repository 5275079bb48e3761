"""Interior point for TripletMetric with algebra in m x m matrices only.

A predictor-corrector method (Mehrotra 1992, DOI 10.1137/0802028) for the KKT system of (2.3) in
000_291dc1e5a69c06b5.txt, reduced to the metric's m unknowns; a companion to the source's coordinate
descent, which stalls on an ill-conditioned L. With slacks a = Zw + xi - 1 and nu = C - lam the
products lam a, nu xi and w t are driven to zero together.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from solvers.checks import InputError, integer
from solvers.drive import drive, start
from solvers.dual_coordinate_descent import dual_start
from solvers.problems.triplet_metric import TripletMetric
from solvers.registry import solver

#: The share of the step to the boundary that is taken.
_SHARE = 0.995
#: A warm start is pushed off its bounds by this share.
_PUSH = 0.01
#: Below this step the numbers have nothing more to give.
_SHORTEST = 1e-10


@dataclass(slots=True)
class _Point:
    """An iterate or a direction: w, t (m,) and lam, nu, a, xi (n,); t is empty where w is free."""

    w: np.ndarray
    t: np.ndarray
    lam: np.ndarray
    nu: np.ndarray
    a: np.ndarray
    xi: np.ndarray

    def move(self, step, direction):
        """Add `step` times the direction."""
        for f in fields(self):
            v = getattr(self, f.name)
            v += step * getattr(direction, f.name)


def _products(p):
    """The sum of the complementarity products, and their number."""
    total = p.lam @ p.a + p.nu @ p.xi + (p.w @ p.t if p.t.size else 0.0)
    return total, 2 * p.lam.size + p.t.size


def _to_boundary(p, d):
    """The largest step in [0, 1] along `d` that keeps the positive variables of `p` from falling
    below 0."""
    step = 1.0
    names = ("lam", "nu", "a", "xi", "t") + (("w",) if p.t.size else ())
    for name in names:
        v, dv = getattr(p, name), getattr(d, name)
        falling = dv < 0.0
        step = min(step, (v[falling] / -dv[falling]).min(initial=1.0))
    return step


class _Newton:
    """The factored Newton system at a point; solved for the predictor and the corrector."""

    def __init__(self, problem, p):
        self.p, self.Z = p, problem.Z
        self.rd = problem.L @ p.w - self.Z.T @ p.lam
        self.rp = self.Z @ p.w + p.xi - p.a - 1.0
        self.D = 1.0 / (p.xi / p.nu + p.a / p.lam)
        root = self.Z * np.sqrt(self.D)[:, None]
        H = root.T @ root + problem.L
        if p.t.size:
            self.rd -= p.t
            H[np.diag_indices_from(H)] += p.t / p.w
        self.H = cho_factor(H, lower=True, overwrite_a=True, check_finite=False)

    def direction(self, ta, txi, tw):
        """The direction towards lam a = ta, nu xi = txi, w t = tw."""
        p, Z, D = self.p, self.Z, self.D
        v = -self.rp - (txi / p.nu - p.xi) + (ta / p.lam - p.a)
        right = Z.T @ (D * v) - self.rd
        if p.t.size:
            right += tw / p.w - p.t
        dw = cho_solve(self.H, right, check_finite=False)
        dlam = D * (v - Z @ dw)
        return _Point(
            w=dw,
            t=tw / p.w - p.t - p.t / p.w * dw if p.t.size else p.t,
            lam=dlam,
            nu=-dlam,
            a=ta / p.lam - p.a - p.a / p.lam * dlam,
            xi=txi / p.nu - p.xi + p.xi / p.nu * dlam,
        )


def _inside(problem, w, lam, t, warm):
    """A strictly interior point: the note's start, or a warm start pushed off its bounds."""
    Z, L, C = problem.Z, problem.L, problem.C
    free = not problem.nonnegative
    size = np.abs(Z).sum(axis=1).max()
    unit = 1.0 / size if size > 0.0 else 1.0
    lam = np.clip(lam, _PUSH * C, (1.0 - _PUSH) * C) if warm else np.full(Z.shape[0], 0.5 * C)
    if not free:
        w = np.maximum(w, _PUSH * max(w.max(), unit)) if warm else np.full(w.size, unit)
    short = 1.0 - Z @ w
    xi = np.maximum(short, 0.0) + (_PUSH if warm else 1.0)
    Lw = L @ w
    slope = Lw - Z.T @ lam
    lift = (_PUSH if warm else 1.0) * max(np.abs(slope).mean(), np.abs(Lw).mean())
    t = t[:0] if free else np.maximum(slope, 0.0) + lift
    return _Point(w, t, lam, C - lam, xi - short, xi)


def _advance(problem, p):
    """One predictor-corrector step in place; return (sigma, step), or None where the numbers
    end."""
    with np.errstate(all="ignore"):
        try:
            newton = _Newton(problem, p)
            zeros = np.zeros_like(p.lam)
            aim = newton.direction(zeros, zeros, np.zeros_like(p.t))
            total, count = _products(p)
            ahead = replace(p, **{f.name: getattr(p, f.name).copy() for f in fields(p)})
            ahead.move(_to_boundary(p, aim), aim)
            sigma = min(1.0, (_products(ahead)[0] / total) ** 3)
            mu = sigma * total / count
            d = newton.direction(
                mu - aim.lam * aim.a,
                mu + aim.lam * aim.xi,
                mu - aim.w * aim.t if p.t.size else p.t,
            )
        except LinAlgError:
            return None
        step = min(1.0, _SHARE * _to_boundary(p, d))
        if not (step > _SHORTEST and np.isfinite(d.w).all() and np.isfinite(d.lam).all()):
            return None
        p.move(step, d)
    return sigma, step


def _state(problem, w, lam, t, mu, sigma, step, **more):
    t = t if t.size else np.zeros(w.size)
    return {
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


def _states(problem, x0):
    n, m = problem.Z.shape
    w, (lam, t) = problem.project(start(x0, m)), dual_start(problem, x0)
    if n == 0 or problem.C == 0.0:  # nothing to pay for: w = 0, and no interior to walk in
        yield _state(problem, np.zeros(m), lam, t, 0.0, np.nan, np.nan)
        return
    if x0 is not None:
        yield _state(problem, w, lam, t, np.nan, np.nan, np.nan)
    p, sigma, step = _inside(problem, w, lam, t, x0 is not None), np.nan, np.nan
    while True:
        total, count = _products(p)
        yield _state(problem, p.w, p.lam, p.t, total / count, sigma, step)
        done = _advance(problem, p)
        if done is None:
            return
        sigma, step = done


@solver("interior_point", TripletMetric)
def solve_triplet_interior_point(
    problem, *, x0=None, tol=1e-6, max_iter=100, record_every=1, seed=0, cancelled=None
):
    """Follow the central path with predictor and corrector; O(n m^2 + m^3) per iteration.

    x0: an earlier result, with its lam and t, or some w (m,); row 0 shows it as given, row 1 pushed
    off its bounds. seed is accepted for the common signature; nothing is random.

    iteration and work count factorisations. Snapshots: w (T, m), lam (T, n), t (T, m), zero where w
    is free; mu (T,), the mean complementarity product; sigma (T,), the centring, and step (T,) that
    led to the row, NaN at the start.

    Source: a companion to 000_291dc1e5a69c06b5.txt; the method is Mehrotra's.
    """
    if not isinstance(problem, TripletMetric):
        raise InputError(f"problem must be a TripletMetric, got {type(problem).__name__}.")
    integer(seed, "seed")
    return drive(
        _states(problem, x0),
        problem.certify,
        tol=tol,
        max_iter=max_iter,
        record_every=record_every,
        cancelled=cancelled,
    )
