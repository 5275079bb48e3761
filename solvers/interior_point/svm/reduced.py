"""`KernelSVM` with some variables fixed: min 1/2 z'Q_II z + c'z over z = x_I, y_I'z = b_I,
0 <= z <= C, with c = Q_IF x_F - e."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from solvers.interior_point import ETA
from solvers.interior_point.mehrotra import advance
from solvers.interior_point.svm.algebra import make_algebra
from solvers.interior_point.svm.point import (
    Newton,
    Point,
    Residuals,
    balanced,
    inner,
    theta,
)
from solvers.problems import knapsack
from solvers.problems.kernel_svm import KernelSVM, best_multiplier, objective

#: Steps of one round; those that are needed are about a dozen.
_STEPS = 60


def part(problem: KernelSVM, chosen: np.ndarray, b: float) -> KernelSVM:
    """The problem of the points `chosen` (n,) alone, with the right-hand side `b`."""
    y = problem.y[chosen]
    if problem.K is not None:
        return KernelSVM.from_gram(problem.K[np.ix_(chosen, chosen)], y, problem.C, b)
    X, kernel = problem.given
    return KernelSVM(X[chosen], y, kernel, problem.C, b)


class Reduced:
    """The reduced problem; `x` (n,) gives the fixed values where `chosen` (n,) is False."""

    def __init__(self, problem: KernelSVM, chosen: np.ndarray, x: np.ndarray):
        self.chosen, self.x = chosen, np.where(chosen, 0.0, x)
        self.sub = part(problem, chosen, float(problem.b - problem.y @ self.x))
        g = problem.product(self.x) - 1.0
        self.c, self.rest = g[chosen], objective(self.x, g)
        self.algebra = make_algebra(self.sub)
        size = np.count_nonzero(chosen)
        # Columns of length n: a factorisation, four products, and c.
        self.cost = size * (self.algebra.cost + 4 * size) // x.size

    def start(self) -> Point:
        """The centre, with multipliers that make it strictly feasible for both problems.

        No warmer: from products as uneven as an almost optimal point has, Mehrotra's steps can run
        in a circle.
        """
        z = inner(self.sub)
        return balanced(self.sub, z, self.sub.product(z) + self.c)

    def judged(self, z: np.ndarray) -> tuple[np.ndarray, float, float]:
        """(x (n,), q, gap): z (|I|,) made feasible, with the fixed variables; q of the full problem
        there, and how far above the optimum of the reduced one it may be."""
        x, z = self.x.copy(), self.sub.project(z)
        x[self.chosen] = z
        g = self.sub.product(z) + self.c
        value = self.rest + 0.5 * (z @ g + self.c @ z)
        return x, float(value), self._gap(z, g, best_multiplier(self.sub, g))

    def multipliers(self, g: np.ndarray) -> tuple[float, float]:
        """The interval (low, high) of its best multipliers, from g = Qx - e (n,) of all points."""
        return knapsack.best_multipliers(g[self.chosen], self.sub.y, self.sub.C, self.sub.b)

    def _gap(self, z, g, s):
        short = np.maximum(s * self.sub.y - g, 0.0).sum()
        return float(z @ g - self.sub.b * s + self.sub.C * short)

    def steps(self, p: Point) -> Iterator[Point]:
        """Points of Mehrotra's method from `p`, until the numbers end."""
        for _ in range(_STEPS):
            r = self._residuals(p)
            solve = self.algebra.factor(theta(p))
            advanced = solve and advance(p, Newton(self.sub, p, r, solve), ETA, False)
            if not advanced:
                return
            p = advanced[0]
            yield p

    def _residuals(self, p):
        Qz, y = self.sub.product(p.x), self.sub.y
        e = Qz + self.c - p.s * y - p.t + p.u
        return Residuals(e, float(y @ p.x - self.sub.b), self.sub.C - p.w - p.x, Qz)


def restricted(p: Point, chosen: np.ndarray) -> Point:
    """The free part of the point `p`."""
    return Point(p.x[chosen], p.w[chosen], p.t[chosen], p.u[chosen], p.s)
