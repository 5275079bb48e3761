"""A program as the homogeneous embedding takes it: all rows and bounds as Ax + s = b, scaled."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from solvers.problems.program import Program
from solvers.problems.sides import power_of_2, scales
from solvers.programs.boxed import Boxed
from solvers.programs.presolve import worth
from solvers.programs.quasidefinite import QuasiDefinite
from solvers.result import Result

#: The least size of an objective that is brought to 1.
_LEAST = 1e-15
#: Margins, as shares of the largest cost, of reduced costs that bounds must bear.
_MARGINS = (1e-12, 0.0)


class Cone:
    """The program scaled, by powers of 2 so that no digit changes: P, q, A, b of k equations and
    then inequalities; lower and upper bounds of the variables `low`, `high`."""

    def __init__(self, problem: Program):
        self.given, self.tried = problem, np.inf
        self.boxed: Boxed | None = None
        # The run for any feasible point, once it was made, and what it took.
        self.feasible: Result | None = None
        self.spent = 0
        self.presolved = worth(problem)
        p = problem if self.presolved is None else self.presolved.program
        n = p.c.size
        self.problem, self.equations = p, p.b_eq.size
        # Between two bounds that meet there is no inside: such a variable is an equation.
        fixed = (p.lower >= p.upper) & ~p.crossed
        one = sparse.eye_array(n, format="csr")[fixed]
        self.k = p.b_eq.size + int(fixed.sum())
        self.held = np.flatnonzero(np.isfinite(p.b))
        A = sparse.csr_array(p.A)[self.held]
        whole = sparse.csr_array(sparse.vstack([sparse.csr_array(p.A_eq), one, A]))
        P = sparse.csr_array((n, n)) if p.Q is None else sparse.csr_array(p.Q)
        self.low = np.flatnonzero(np.isfinite(p.lower) & ~fixed)
        self.high = np.flatnonzero(np.isfinite(p.upper) & ~fixed)
        self.columns, self.rows = scales(P, whole, p.sides.extents)
        C, R = sparse.diags_array(self.columns), sparse.diags_array(self.rows)
        self.A, P = sparse.csr_array(R @ whole @ C), sparse.csr_array(C @ P @ C)
        q = self.columns * p.c
        size = max(np.abs(q).max(initial=0.0), abs(P).sum() / max(n, 1))
        self.cost = power_of_2(1.0 / np.clip(size, _LEAST, 1e12)) if size > 0.0 else 1.0
        self.q, self.P = q * self.cost, P * self.cost
        self.AT = sparse.csr_array(self.A.T)
        rows = np.concatenate([p.b_eq, p.lower[fixed], p.b[self.held]]) * self.rows
        self.b = np.concatenate([rows, -(p.lower / self.columns)[self.low],
                                 (p.upper / self.columns)[self.high]])  # fmt: skip
        m = self.A.shape[0]
        self.m, self.ends = m, (m, m + self.low.size)
        self.positive = np.ones(self.b.size, dtype=bool)
        self.positive[: self.k] = False
        self.flat = not self.q.any() and not self.P.nnz
        self.system = QuasiDefinite(self.P, self.A)

    def curve(self, x: np.ndarray) -> np.ndarray:
        """Px."""
        return self.P @ x if self.P.nnz else np.zeros(x.size)

    def forward(self, x: np.ndarray) -> np.ndarray:
        """Rows and bounds at x."""
        return np.concatenate([self.A @ x, -x[self.low], x[self.high]])

    def apart(self, z: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The parts of z for rows, lower and upper bounds."""
        a, b = self.ends
        return z[:a], z[a:b], z[b:]

    def back(self, z: np.ndarray) -> np.ndarray:
        """The sum of rows and bounds with multipliers z."""
        rows, low, high = self.apart(z)
        r = self.AT @ rows
        r[self.low] -= low
        r[self.high] += high
        return r

    def factor(self, w: np.ndarray) -> None:
        """Takes the quotients w = s / z, 0 for equations."""
        self.w = w
        rows, low, high = self.apart(w)
        D = np.zeros(self.q.size)
        D[self.low] += 1.0 / low
        D[self.high] += 1.0 / high
        self.system.factor(D, rows)

    def solve(self, a: np.ndarray, c: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(x, z) with Px + A'z = a, Ax - w z = c."""
        rows, low, high = self.apart(c)
        _, w_low, w_high = self.apart(self.w)
        a = a.copy()
        a[self.low] -= low / w_low
        a[self.high] += high / w_high
        x, y = self.system.solve(a, rows)
        return x, np.concatenate([y, (-x[self.low] - low) / w_low, (x[self.high] - high) / w_high])

    def multipliers(self, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(y, z) of the rows of what presolve has left."""
        rows = z[: self.m] * self.rows / self.cost
        y = np.zeros(self.problem.b.size)
        y[self.held] = np.maximum(rows[self.k :], 0.0)
        return y, rows[: self.equations]

    def point(self, x: np.ndarray, direction: bool = False) -> np.ndarray:
        """x of the program as given; or a direction."""
        x = self.columns * x
        return x if self.presolved is None else self.presolved.point(x, direction)

    def borne(self, x: np.ndarray, dual: dict[str, np.ndarray]) -> dict[str, np.ndarray] | None:
        """Multipliers near those of the program as given, at x, of which bounds of variables bear
        all that is left, or None: the equations may be too ill-conditioned for Newton's steps."""
        boxed = self.boxed = self.boxed or Boxed(self.given)
        y, w = boxed.multipliers(dual["y"], dual["z"]), boxed.inward(dual.get("w", x))
        found = None if boxed.is_unfactored else boxed.repaired(w, y, margins=_MARGINS)
        if found is None:
            return None
        y, z = boxed.own(found[0])
        return {"y": y, "z": z} | ({} if self.given.Q is None else {"w": found[1] * boxed.columns})

    def ray(self, z: np.ndarray) -> np.ndarray:
        """The multipliers z as a ray of the program as given."""
        ray = self.multipliers(z)
        if self.presolved is not None:
            ray = self.presolved.multipliers(*ray, ray=True)
        return np.concatenate(ray)
