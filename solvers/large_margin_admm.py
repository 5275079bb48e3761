"""ADMM for LargeMarginMetric: projections onto the positive semidefinite matrices and clipped
margins, in turn with one linear system that never changes its eigenvectors."""

from __future__ import annotations

from typing import Unpack

import numpy as np

from solvers.checks import positive
from solvers.options import Common, Options, common_options, start, start_dual
from solvers.problems.large_margin import LargeMarginMetric, positive_part
from solvers.registry import solver
from solvers.result import Result

#: The step may change after so many iterations, and then each time after half as many more.
_FIRST_CHANGE = 10
#: Residuals further apart than this factor move the step, by their root, at most tenfold.
_APART, _MOST = 2.0, 10.0
#: Over-relaxation, as the source advises.
_RELAX = 1.6


class _System:
    """(r + rho) I + rho A'A, solved for any rho by one singular value decomposition of A."""

    def __init__(self, A, ridge):
        self.ridge = ridge
        _, s, self.V = np.linalg.svd(A, full_matrices=False)
        self.squares = s**2

    def solve(self, rho, right):
        """The solution (p,)."""
        low = self.ridge + rho
        inside = 1.0 / (low + rho * self.squares) - 1.0 / low
        return right / low + self.V.T @ (inside * (self.V @ right))


class _Iteration:
    """The problem in the unit of a typical ||Z_t|| and of C, and the iterates: Y, and margins z,
    with the running multipliers U of M = Y and w of A M = z. Rows longer than that are shortened to
    it, margin and price with them: otherwise one far point would determine the steps.

    Without a ridge, in the variables N of M = root' N root, where T is the identity.
    """

    def __init__(self, problem, x0, rho):
        self.problem, self.m = problem, problem.far.shape[1]
        self.root = np.eye(self.m) if problem.ridge else problem.root
        far, near = (V @ self.root.T for V in (problem.far, problem.near))
        A = _squares(far) - _squares(near)
        n, size = len(A), np.abs(A).max(initial=0.0) or 1.0
        lengths = size * np.linalg.norm(A / size, axis=1)
        self.size = float(np.median(lengths[lengths > 0.0])) if lengths.any() else 1.0
        self.price = problem.C or 1.0
        self.rows = np.maximum(lengths / self.size, 1.0)
        self.A = A / self.size / self.rows[:, None]
        T = self.root @ problem.T @ self.root.T
        self.T = T.ravel() / self.size / self.price
        self.high = 1.0 if problem.C else 0.0
        self.rho = 1.0 if rho is None else rho
        self.system = _System(self.A, problem.ridge / self.size / self.size / self.price)
        self.Y = self.M = self._first(x0).ravel() * self.size
        self.z = self.A @ self.Y
        alpha = np.clip(start_dual(x0, "alpha", n) / self.price, 0.0, self.high)
        self.w = -self.rows * alpha / self.rho
        slack = self.T + self.system.ridge * self.Y - self.A.T @ (self.rows * alpha)
        # The multiplier of M = Y is minus a positive semidefinite slack.
        self.U = -self._positive(slack) / self.rho
        self.next_change = _FIRST_CHANGE

    def _first(self, x0):
        """The start (m, m) in the variables of the iteration; None: the solution without
        triplets."""
        problem = self.problem
        if x0 is None and problem.ridge == 0.0:
            return np.zeros(problem.T.shape)
        if x0 is None:
            return positive_part(-problem.T)[0] / problem.ridge
        M = start(x0, problem.T.shape)
        # root' N root = M, and root^-1 = T root', as root' root = T^-1.
        back = self.root if problem.ridge else self.root @ problem.T
        return positive_part(back @ (0.5 * (M + M.T)) @ back.T)[0]

    def _positive(self, v):
        """The nearest positive semidefinite matrix, as a vector."""
        A = v.reshape(self.m, self.m)
        return positive_part(0.5 * (A + A.T))[0].ravel()

    def _shown(self, v):
        """The matrix M (m, m) of the vector `v` of the iteration."""
        M = self.root.T @ v.reshape(self.m, self.m) @ self.root / self.size
        return 0.5 * (M + M.T)

    def step(self, k, fixed):
        """One iteration, number `k`; the step stays as it is where it is `fixed`."""
        rho, old_Y, old_z = self.rho, self.Y, self.z
        right = rho * (self.Y - self.U + self.A.T @ (self.z - self.w)) - self.T
        self.M = self.system.solve(rho, right)
        margins = self.A @ self.M
        M = _RELAX * self.M + (1.0 - _RELAX) * old_Y
        q = _RELAX * margins + (1.0 - _RELAX) * old_z + self.w
        self.Y = self._positive(M + self.U)
        self.z = q + np.clip(1.0 / self.rows - q, 0.0, self.high * self.rows / rho)
        self.U, self.w = self.U + M - self.Y, q - self.z
        if not fixed and k == self.next_change:
            self.next_change = k + k // 2
            self._adapt(margins, self.Y - old_Y, self.z - old_z)

    def _adapt(self, margins, dY, dz):
        """Move rho towards where both residuals are alike, as shares of their terms."""
        norm = np.linalg.norm
        primal = np.hypot(norm(self.M - self.Y), norm(margins - self.z))
        primal /= max(norm(self.M), norm(self.Y), norm(margins), norm(self.z), 1e-300)
        pulls = self.A.T @ self.w
        dual = norm(dY + self.A.T @ dz)
        dual /= max(norm(self.U), norm(pulls), norm(self.T) / self.rho, 1e-300)
        if primal > 0.0 and dual > 0.0 and not 1.0 / _APART <= primal / dual <= _APART:
            factor = float(np.clip(np.sqrt(primal / dual), 1.0 / _MOST, _MOST))
            self.rho *= factor
            self.U, self.w = self.U / factor, self.w / factor

    def state(self):
        """What `drive` certifies and records."""
        M, dense = self._shown(self.Y), self._shown(self.M)
        alpha = np.clip(-self.rho * self.w / self.rows, 0.0, self.high) * self.price
        alpha = self.problem.feasible(alpha)
        residual = float(np.linalg.norm(M - dense))
        pictures = {"M": M, "before_projection": dense, "alpha": alpha, "residual": residual}
        dual = {"alpha": alpha}
        return {"x": M, "dual": dual, "diverges": False, **pictures, "rho": self.rho}


def _squares(X):
    """The matrices x x' of the rows x of `X` (n, m), as rows (n, m^2)."""
    return np.einsum("ni,nj->nij", X, X).reshape(len(X), X.shape[1] ** 2)


def _states(problem, x0, rho):
    run, k = _Iteration(problem, x0, rho), 0
    yield run.state()
    while True:
        k += 1
        run.step(k, fixed=rho is not None)
        yield run.state()


@solver("admm", LargeMarginMetric, label="ADMM", iterate="M")
@common_options
def solve_large_margin_admm(
    problem: LargeMarginMetric,
    *,
    max_iter: int = 10_000,
    rho: float | None = None,
    **common: Unpack[Common],
) -> Result:
    """Split M = Y and <Z_t, M> = z_t: solve a linear system for M, project onto the positive
    semidefinite matrices, clip the margins, and add the differences to the multipliers.

    Y is feasible and alpha in its box after every iteration, so that each is certified.

    Parameters
    ----------
    problem : LargeMarginMetric
        Differences far, near (n, m), T, C and ridge.
    x0 : array_like (m, m) or Result
        A matrix that is not positive semidefinite is projected first.
    seed : int
        No effect: nothing is random.
    rho : float or None
        A fixed step, in the unit of C / ||Z_t||^2 (median); None: from 1, adapted at growing
        intervals to where both residuals are alike.

    Returns
    -------
    Result
        `x` is M (m, m), positive semidefinite; `dual` holds alpha (n,), as
        `LargeMarginMetric.feasible` leaves it. iteration and work count
        projections. Snapshots: M and before_projection (T, m, m), alpha (T, n), residual, the
        Frobenius distance of the two, and rho (T,).

    References
    ----------
    boyd-2011: sections 3.4 and 5
    weinberger-2009
    """
    options = Options(max_iter=max_iter, **common)
    rho = None if rho is None else positive(rho, "rho")
    return options.drive(_states(problem, options.x0, rho), problem.certify)
