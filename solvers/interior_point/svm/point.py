"""Primal-dual points of `KernelSVM`, their residuals, starts, and Newton directions.

001_f12148ddf98c114b.txt, section 4.2; symbols as there: w = C - x, multipliers t of x >= 0, u of
w >= 0 and s of y'x = b.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers.cholesky import Inverse
from solvers.compiled import njit
from solvers.interior_point import PUSH
from solvers.options import start
from solvers.problems import knapsack
from solvers.problems.kernel_svm import KernelSVM, best_multiplier, objective, tangent_bound
from solvers.result import Start

#: The least first multiplier of the feasible start.
_LEAST = 1e-3
#: The multipliers of a warm start are at least this.
_SMALLEST = 1e-12


@dataclass(slots=True)
class Point:
    """An iterate or a direction: x, w, t, u (n,) and s."""

    x: np.ndarray
    w: np.ndarray
    t: np.ndarray
    u: np.ndarray
    s: float

    @property
    def mu(self) -> float:
        """The mean complementarity product (x't + w'u) / 2n."""
        return float(self.x @ self.t + self.w @ self.u) / (2 * self.x.size)

    def moved(self, d: Point, primal: float, dual: float) -> Point:
        """The point `primal` along x, w and `dual` along t, u, s of the direction `d`."""
        return Point(
            self.x + primal * d.x,
            self.w + primal * d.w,
            self.t + dual * d.t,
            self.u + dual * d.u,
            self.s + dual * d.s,
        )

    def to_boundary(self, d: Point) -> tuple[float, float]:
        """(primal, dual): the largest steps in [0, 1] along `d` that take nothing below 0; not a
        number where an entry of `d` is not."""
        primal = _fastest(d.x, self.x, d.w, self.w)
        return 1.0 / primal, 1.0 / _fastest(d.t, self.t, d.u, self.u)

    def inside(self) -> bool:
        """Whether all numbers are finite and everything that must be is positive."""
        positive = np.concatenate([self.x, self.w, self.t, self.u])
        inside = positive.min() > 0.0 and positive.max() < np.inf
        return bool(inside and np.isfinite(self.s))


@njit(cache=True, nogil=True, error_model="numpy")
def _fastest(a, at, b, bt):
    """The largest share of `at` (n,) and of `bt` that the steps a and b take away, at least 1; not
    a number where one of them is not."""
    most = 1.0
    for i in range(a.size):
        for share in (-a[i] / at[i], -b[i] / bt[i]):
            if share != share:
                return share
            if share > most:
                most = share
    return most


@dataclass(slots=True)
class Residuals:
    """e = Qx - 1 - s y - t + u (n,), b = y'x - b, c = C - w - x (n,); with Qx."""

    e: np.ndarray
    b: float
    c: np.ndarray
    Qx: np.ndarray


def residuals(problem: KernelSVM, p: Point, Qx: np.ndarray) -> Residuals:
    """The residuals of the linear conditions at `p`."""
    e = Qx - 1.0 - p.s * problem.y - p.t + p.u
    return Residuals(e, float(problem.y @ p.x - problem.b), problem.C - p.w - p.x, Qx)


class Newton:
    """The Newton system at a point, reduced to x and s: (4.38), (4.39) of the source.

    solve: r -> (H + diag(t/x + u/w))^-1 r with H = Q or what replaces it.
    """

    def __init__(self, problem: KernelSVM, p: Point, r: Residuals, solve: Inverse):
        self.y, self.p, self.r, self.solve = problem.y, p, r, solve
        self.My = solve(problem.y)
        self.yMy = problem.y @ self.My

    def direction(self, products_x: np.ndarray, products_w: np.ndarray) -> Point:
        """The direction for complementarity right-hand sides (n,): t dx + x dt = -products_x and
        u dw + w du = -products_w."""
        p, r = self.p, self.r
        M1 = self.solve(_right(p.x, p.w, p.u, r.e, r.c, products_x, products_w))
        ds = float(-(r.b + self.y @ M1) / self.yMy)
        dx = M1 + ds * self.My
        dw, dt, du = _eliminated(dx, p.x, p.w, p.t, p.u, r.c, products_x, products_w)
        return Point(dx, dw, dt, du, ds)


@njit(cache=True, nogil=True, error_model="numpy")
def _right(x, w, u, e, c, products_x, products_w):
    """The right-hand side (n,) of the system in dx."""
    return -e - products_x / x + (products_w + u * c) / w


@njit(cache=True, nogil=True, error_model="numpy")
def _eliminated(dx, x, w, t, u, c, products_x, products_w):
    """dw, dt, du (n,) that go with dx."""
    dw = c - dx
    return dw, -(products_x + t * dx) / x, -(products_w + u * dw) / w


def theta(p: Point) -> np.ndarray:
    """t/x + u/w (n,): what the bounds add to the diagonal of Q."""
    return p.t / p.x + p.u / p.w


def source_start(problem: KernelSVM) -> Point:
    """x = w = C e, t = u = e / C or, for C < 1, C e; s = 0: section 4.4.4, infeasible by C."""
    n, C = problem.y.size, problem.C
    t = 1.0 / C if C >= 1.0 else C
    return Point(np.full(n, C), np.full(n, C), np.full(n, t), np.full(n, t), 0.0)


def inner(problem: KernelSVM, x: np.ndarray | None = None) -> np.ndarray:
    """The analytic centre, or the feasible x (n,) pushed a little towards it."""
    centre = knapsack.centre(problem.y, problem.C, problem.b)
    return centre if x is None else x + PUSH * (centre - x)


def feasible_start(problem: KernelSVM) -> Point:
    """The analytic centre with multipliers that make it strictly feasible for both problems."""
    x = inner(problem)
    return balanced(problem, x, problem.product(x) - 1.0)


def balanced(problem: KernelSVM, x: np.ndarray, g: np.ndarray) -> Point:
    """x (n,), strictly inside, with multipliers that fit the slope g and are of its size."""
    s = best_multiplier(problem, g)
    r = g - s * problem.y
    return with_multipliers(problem, x, s, r, max(np.abs(r).mean(), _LEAST))


def warm_start(problem: KernelSVM, x: np.ndarray) -> Point:
    """x (n,), feasible, pushed off its bounds, with products x t and w u of the size of its gap."""
    x, g, s = _multiplied(problem, inner(problem, x))
    gap = objective(x, g) - tangent_bound(problem, x, g, s)
    off = max(gap, 0.0) / (x.size * problem.C) + _SMALLEST
    return with_multipliers(problem, x, s, g - s * problem.y, off)


def at_bounds(problem: KernelSVM, x: np.ndarray) -> Point:
    """x (n,), feasible, with the best multipliers that fit it: not an interior point."""
    x, g, s = _multiplied(problem, x)
    return with_multipliers(problem, x, s, g - s * problem.y, 0.0)


def _multiplied(problem, x):
    """(x, g = Qx - e, the best s)."""
    g = problem.product(x) - 1.0
    return x, g, best_multiplier(problem, g)


def starts(problem: KernelSVM, x0: Start, source: bool = False) -> list[Point]:
    """The points a run shows before its first step; the last is strictly interior.

    A warm start is shown as given, then pushed inside.
    """
    if x0 is None:
        return [source_start(problem) if source else feasible_start(problem)]
    x = problem.project(start(x0, problem.y.size))
    return [at_bounds(problem, x), warm_start(problem, x)]


def with_multipliers(
    problem: KernelSVM, x: np.ndarray, s: float, r: np.ndarray, off: float
) -> Point:
    """The point at x (n,) with t - u = r (n,), both at least `off`."""
    return Point(x, problem.C - x, np.maximum(r, 0.0) + off, np.maximum(-r, 0.0) + off, s)
