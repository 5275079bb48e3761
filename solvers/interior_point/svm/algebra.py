"""Systems with M = Q + diag(theta), theta > 0, for `KernelSVM`: one factorisation, many right-hand
sides.

An algebra has `factor(theta)`, a function r -> M^-1 r; `cost`, the work of a factorisation in
columns of Q (a product Qv is n of them); and `note`, what a user should know, or None. Both work
with K and y: Q = Y K Y with Y = diag(y), and Y diag(theta) Y = diag(theta).
"""

from __future__ import annotations

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs

from solvers.checks import InputError
from solvers.cholesky import Inverse
from solvers.kernels import Linear
from solvers.memory import require_memory
from solvers.problems.kernel_svm import KernelSVM

#: Added to the diagonal, as a share of its mean, where Cholesky meets a negative pivot.
_RIDGE = 1e-12
#: How often the ridge may grow a hundredfold.
_TRIES = 3


class Dense:
    """Cholesky of the n x n matrix, n^3 / 3 multiplications."""

    def __init__(self, problem: KernelSVM):
        n = problem.y.size
        require_memory(
            (16 if problem.K is None else 8) * n * n,
            f"the Gram matrix of {n} points and its Cholesky factor",
            "use solve_smo, or a linear kernel in low-rank form.",
        )
        self.y, self.K = problem.y, problem.gram()
        self.M = np.empty_like(self.K)
        self.cost = max(1, n * n // 6)
        self.note: str | None = None

    def factor(self, theta: np.ndarray) -> Inverse | None:
        """A function that solves with Q + diag(theta)."""
        ridge = 0.0
        for _ in range(_TRIES + 1):
            np.copyto(self.M, self.K)
            self.M.flat[:: theta.size + 1] += theta + ridge
            factor, failed = dpotrf(self.M.T, lower=True, clean=False, overwrite_a=True)
            if not failed:
                return lambda r: self.y * dpotrs(factor, self.y * r, lower=True)[0]
            ridge = 100.0 * ridge if ridge else _RIDGE * np.diag(self.K).mean()
            self.note = f"Rounding left Q + diag(theta) indefinite; {ridge:.0e} was added to it."
        return None


class LowRank:
    """K = F F' with F (n, m): matrices m x m only, n m^2 multiplications."""

    def __init__(self, problem: KernelSVM):
        X, kernel = problem.given
        assert isinstance(kernel, Linear)
        bias = kernel.bias
        ones = np.full((len(X), 1), np.sqrt(bias))
        self.y, self.F = problem.y, np.hstack([X, ones[:, : bias > 0.0]])
        self.cost, self.note = max(1, X.size // 4), None

    def factor(self, theta: np.ndarray) -> Inverse | None:
        """A function that solves with Q + diag(theta), by the Woodbury formula and one refinement.

        None where numbers fail.
        """
        F, y, inverse = self.F, self.y, 1.0 / theta
        root = F * np.sqrt(inverse)[:, None]
        small = root.T @ root
        small.flat[:: len(small) + 1] += 1.0
        factor, failed = dpotrf(small.T, lower=True, clean=False, overwrite_a=True)
        if failed:
            return None

        def once(r):
            v = inverse * r
            return v - inverse * (F @ dpotrs(factor, F.T @ v, lower=True)[0])

        def solve(r):
            r = y * r
            v = once(r)
            return y * (v + once(r - theta * v - F @ (F.T @ v)))

        return solve


def make_algebra(problem: KernelSVM, choice: str = "auto") -> Dense | LowRank:
    """`Dense` or `LowRank` by name; "auto": low rank where the problem is."""
    if choice == "low-rank" and not isinstance(problem.kernel, Linear):
        got = "a Gram matrix" if problem.K is not None else str(problem.kernel)
        raise InputError(
            f'algebra="low-rank" needs a linear kernel, got {got}; use "auto" or "dense".'
        )
    low = problem.low_rank if choice == "auto" else choice == "low-rank"
    return LowRank(problem) if low else Dense(problem)
