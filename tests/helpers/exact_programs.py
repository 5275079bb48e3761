"""Small programs in two variables with whole numbers, and their truth in fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np

from solvers import Program


class Exact:
    """What is true of a `Program` of two variables, each with a lower bound: no solver, no
    rounding. `optimum` is a fraction where there is one; `feasible`, `unbounded` are so or not."""

    def __init__(self, problem):
        fractions = lambda A: [[Fraction(v) for v in row] for row in np.atleast_2d(A)]
        self.c = [Fraction(v) for v in problem.c]
        zero = np.zeros((2, 2)) if problem.Q is None else problem.Q
        self.Q = fractions(zero)
        sides = map(Fraction, problem.b)
        self.rows = list(zip(fractions(problem.A), sides, strict=True))
        for j in range(2):
            unit = [Fraction(int(k == j)) for k in range(2)]
            self.rows.append(([-v for v in unit], -Fraction(problem.lower[j])))
            if np.isfinite(problem.upper[j]):
                self.rows.append((unit, Fraction(problem.upper[j])))
        corners = [x for x in self._corners() if self.violation(x) <= 0]
        self.feasible = bool(corners)
        self.unbounded = self.feasible and any(map(self._falls, self._directions()))
        self.optimum = None
        if self.feasible and not self.unbounded:
            points = [*corners, *(x for x in self._stationary() if self.violation(x) <= 0)]
            self.optimum = min(map(self.value, points))

    def value(self, x):
        """The objective at a point of fractions."""
        linear = sum(c * v for c, v in zip(self.c, x, strict=True))
        return linear + sum(self.Q[i][j] * x[i] * x[j] for i in range(2) for j in range(2)) / 2

    def violation(self, x):
        """The largest a'x - b; not positive where x is feasible."""
        return max(a[0] * x[0] + a[1] * x[1] - b for a, b in self.rows)

    def _corners(self):
        for (a, p), (b, q) in combinations(self.rows, 2):
            det = a[0] * b[1] - a[1] * b[0]
            if det:
                yield ((p * b[1] - a[1] * q) / det, (a[0] * q - p * b[0]) / det)

    def _directions(self):
        (a, b), (_, d) = self.Q
        flat = (-b, a) if a or b else (1, 0) if d else (0, 0)
        yield from (flat, (-flat[0], -flat[1]))
        for row, _ in self.rows:
            yield from ((row[1], -row[0]), (-row[1], row[0]))

    def _falls(self, d):
        """Whether the objective falls for ever along d from any feasible point. Extreme rays are
        enough for a linear objective; for a quadratic one Qd = 0 leaves one line of directions."""
        inside = all(a[0] * d[0] + a[1] * d[1] <= 0 for a, _ in self.rows) and any(d)
        flat = all(sum(self.Q[i][j] * d[j] for j in range(2)) == 0 for i in range(2))
        return inside and flat and sum(c * v for c, v in zip(self.c, d, strict=True)) < 0

    def _stationary(self):
        """Points at which the slope is 0, in the plane and along each row."""
        (a, b), (c, d) = self.Q
        if det := a * d - b * c:
            yield ((-d * self.c[0] + b * self.c[1]) / det, (c * self.c[0] - a * self.c[1]) / det)
        for row, side in self.rows:
            if not any(row):
                continue
            size = row[0] ** 2 + row[1] ** 2
            p, along = (row[0] * side / size, row[1] * side / size), (row[1], -row[0])
            bend = sum(self.Q[i][j] * along[i] * along[j] for i in range(2) for j in range(2))
            if bend:
                slope = sum((self.c[i] + sum(self.Q[i][j] * p[j] for j in range(2))) * along[i]
                            for i in range(2))  # fmt: skip
                yield (p[0] - slope / bend * along[0], p[1] - slope / bend * along[1])


KINDS = ("random", "degenerate", "rescaled", "infeasible", "unbounded")


def drawn(kind, seed):
    """A program of whole numbers (times powers of two) of one kind; what its truth is may differ
    from what the kind is meant to be, and `Exact` says it."""
    rng = np.random.default_rng([KINDS.index(kind), seed])
    m = int(rng.integers(2, 6))
    A, c = rng.integers(-3, 4, (m, 2)).astype(float), rng.integers(-3, 4, 2).astype(float)
    b = rng.integers(0, 9, m).astype(float)
    lower, upper = np.zeros(2), np.where(rng.random(2) < 0.3, 6.0, np.inf)
    if kind == "degenerate":  # all rows meet in one point, some twice
        x = rng.integers(0, 4, 2).astype(float)
        A[1] = A[0]
        b = A @ x
    elif kind == "rescaled":
        s = 2.0 ** rng.integers(-20, 21, m)
        A, b, c = A * s[:, None], b * s, c * 2.0 ** rng.integers(-20, 21)
    elif kind == "infeasible":
        A[0] = rng.integers(1, 4, 2)
        A[1], b[1], b[0] = -A[0], -5.0, 4.0
    elif kind == "unbounded":
        A, upper = -np.abs(A), np.full(2, np.inf)
        c = -np.abs(c) - 1.0
    Q = None
    if rng.random() < 0.5:  # v v', so that some are flat along a line
        v = rng.integers(-2, 3, (2, int(rng.integers(1, 3)))).astype(float)
        Q = v @ v.T * (2.0 ** rng.integers(-10, 11) if kind == "rescaled" else 1.0)
    return Program(c, A, b, Q=Q, lower=lower, upper=upper)
