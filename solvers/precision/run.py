"""What the solvers of `SparsePrecision` share: scaling, starts, answers without iterating, dual
points and the states that `drive` reads."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from solvers.checks import InputError, is_finite
from solvers.compiled import njit
from solvers.options import start
from solvers.precision.log_det import inverse, log_det
from solvers.problems.sparse_precision import SparsePrecision, largest_feasible
from solvers.result import Result, Start, State, States

_EPS = np.finfo(float).eps
#: The first iterations approach the wanted step by geometric means; after the last it stays.
_CAUTIOUS, SETTLED = 4, 200
#: The linear part is nearly 0 at this share of its terms; eigenvalues of N that grow are so many
#: times the others.
NEARLY, _APART = 1e-2, 30.0
_BEYOND = {
    "stop": "diverged",
    "note": "The iterates left the range of numbers; take mu and mu_factor less extreme.",
}


class Frame:
    """The variables in which an iteration runs: M = diag(e) N diag(e), Z = diag(1/e) Z_N diag(1/e).

    Sigma, weights (m, m): those of the problem in N. With `scaling`, Sigma + diag(weights) has unit
    diagonal; without, e = 1. Needs Sigma_ii + rho_ii > 0.
    """

    def __init__(self, problem: SparsePrecision, scaling: bool):
        self.problem = problem
        e = problem.scales() if scaling else np.ones(len(problem.Sigma))
        self.outer = e[:, None] * e
        self.Sigma, self.weights = problem.Sigma * self.outer, problem.weights * self.outer
        raised = np.diagonal(self.Sigma) + np.diagonal(self.weights)
        #: (N, its log det, its linear part) of the last point that could be certified.
        self.last = np.diag(1.0 / raised), -float(np.log(raised).sum()), float(raised.size)

    def matrix(self, N: np.ndarray) -> np.ndarray:
        """M of N."""
        return self.outer * N

    def start(self, x0: Start) -> tuple[np.ndarray, np.ndarray]:
        """(Y, U) to begin with: `x0` (m, m), or the point and dual point of an earlier result; by
        default the solution without correlations."""
        if x0 is None or (isinstance(x0, Result) and x0.status == "unbounded"):
            Y = self.last[0]
            return Y, self.box(np.diag(1.0 / np.diagonal(Y)) - self.Sigma)
        Y = start(x0, self.Sigma.shape)
        Y = 0.5 * (Y + Y.T)
        if log_det(Y) == -np.inf:
            low = np.linalg.eigvalsh(Y)[0]
            raise InputError(
                f"x0 must be positive definite, got smallest eigenvalue {low:.3g}; start from the "
                "identity or leave x0 out."
            )
        Z = x0.dual.get("Z") if isinstance(x0, Result) else None
        Y = Y / self.outer
        return Y, self.box((inverse(Y) if Z is None else self.outer * Z) - self.Sigma)

    def box(self, U: np.ndarray) -> np.ndarray:
        """`U` clipped to the gradients that the penalty can have."""
        return np.minimum(np.maximum(U, -self.weights), self.weights)

    def floor(self) -> float:
        """A number below every eigenvalue of the solution N: lambda of the source."""
        return 1.0 / largest_feasible(self.Sigma, self.weights)

    def state(
        self,
        points: Sequence[np.ndarray],
        candidates: Sequence[np.ndarray],
        tol: float,
        **more: Any,
    ) -> State:
        """The state at the first of `points` that is positive definite, with the best of the dual
        points Sigma + U for U in `candidates`, and whether a certificate is expected.

        The run ends where the linear part is not positive at one of the points, or where these are
        beyond numbers. Snapshots: `point_valid`, whether the first of `points` is positive
        definite; `dual_valid`, whether a candidate is (else the first is passed on); and `more`.
        """
        measured = [(N, log_det(N), *measure(N, self.Sigma, self.weights)) for N in points]
        more["point_valid"] = measured[0][1] > -np.inf
        valid = [one for one in measured if one[1] > -np.inf]
        for N, _, linear, terms in valid:
            if linear > NEARLY * terms:
                continue
            for direction in falling(self.Sigma, self.weights, N, linear):
                if self.problem.falls_along(self.matrix(direction)):
                    M = self.matrix(direction)
                    return unbounded(self.problem, M, **{**more, "dual_valid": False})
        if not all(map(is_finite, points)):
            more |= _BEYOND
        self.last = next((one[:3] for one in valid if one[2] > 0.0), self.last)
        N, value, linear = self.last
        # Numbers end before steps do: a multiplier beyond them gives way to none, a valid one.
        candidates = [U if is_finite(U) else np.zeros_like(U) for U in candidates]
        bounds = [log_det(self.Sigma + U) for U in candidates]
        best, m = int(np.argmax(bounds)), len(N)
        gap = m * np.log(linear / m) - value - bounds[best]
        return {
            "x": self.matrix(N) * (m / linear),
            "dual": {"Z": (self.Sigma + candidates[best]) / self.outer},
            **expected(gap, tol * m),
            "dual_valid": bounds[best] > -np.inf,
            **more,
        }


@njit(cache=True, nogil=True)
def measure(N: np.ndarray, Sigma: np.ndarray, weights: np.ndarray) -> tuple[float, float]:
    """(the linear part at N, the sum of the sizes of its terms)."""
    linear = terms = 0.0
    for i in range(len(N)):
        size = np.abs(N[i])
        linear += (Sigma[i] * N[i]).sum() + (weights[i] * size).sum()
        terms += ((np.abs(Sigma[i]) + weights[i]) * size).sum()
    return linear, terms


def falling(
    Sigma: np.ndarray, weights: np.ndarray, N: np.ndarray, linear: float
) -> Iterator[np.ndarray]:
    """Directions (m, m) along which the objective may fall without end, read off the iterate N.

    `linear` is the linear part at N. Where it is not positive, N is one. On the very edge of what
    has a minimum it is positive at all N and tends to 0 compared with its terms; for the part of N
    that grows it is 0.
    """
    if linear <= 0.0:
        yield N
    if not 0.0 < linear <= NEARLY * np.vdot(np.abs(Sigma) + weights, np.abs(N)):
        return
    values, V = np.linalg.eigh(N)
    for k in np.flatnonzero(values[1:] > _APART * values[:-1]) + 1:
        yield (V[:, k:] * values[k:]) @ V[:, k:].T


def expected(gap: float, limit: float) -> dict[str, bool]:
    """What a solver reports to `drive` of a gap that it has found: the certificate's is this one,
    up to rounding."""
    return {"check": bool(gap <= limit), "certify": bool(gap <= 2.0 * limit)}


class StepRule:
    """mu = `factor` gamma_min gamma_max of the iterate, changed on a sparse schedule, and left
    alone in the end so that the theorem on fixed mu applies; or a fixed `mu`."""

    def __init__(self, mu: float | None, factor: float, gamma: np.ndarray):
        self.factor, self.next_change = factor, math.inf
        if mu is None:
            mu, self.next_change = float(factor * gamma.min() * gamma.max()), 1.0
        self.mu = mu

    def settled(self, k: int) -> bool:
        """Whether the step stays as it is from iteration `k` on."""
        return k > SETTLED

    def adapt(self, k: int, gamma: np.ndarray | None) -> None:
        """Set the step after iteration `k`, whose iterate has the eigenvalues `gamma` (m,); None:
        they are those of the start, after which no step changes."""
        if gamma is None or k < self.next_change:
            return
        spread = gamma.min() * gamma.max()
        self.mu, self.next_change = adapted(self.mu, self.next_change, self.factor, k, spread)


@njit(cache=True, nogil=True, error_model="numpy")
def adapted(mu: float, change: float, factor: float, k: int, spread: float) -> tuple[float, float]:
    """(mu, the iteration after which it may change next) after iteration k, of a `StepRule` whose
    iterate has this gamma_min gamma_max."""
    if not change <= k <= SETTLED:
        return mu, change
    wanted, change = factor * spread, float(k + max(1, k // 2))
    if 0.5 <= wanted / mu <= 2.0:
        return mu, change
    return math.sqrt(wanted * mu) if k < _CAUTIOUS else wanted, change


def begin(
    problem: SparsePrecision,
    x0: Start,
    scaling: bool,
    iterate: Callable[[Frame, np.ndarray, np.ndarray], States],
    pictures: Callable[[np.ndarray], State],
) -> States:
    """The states of a run: those of `iterate(frame, Y, U)`, or the answer where it takes no
    iteration. `pictures(M)` gives the snapshots of a row at which nothing is iterated."""
    direction = immediate_direction(problem)
    if direction is not None:
        here = pictures(np.eye(len(direction)))
        yield unbounded(problem, direction, point_valid=True, dual_valid=False, **here)
        return
    frame = Frame(problem, scaling)
    Y, U = frame.start(x0)
    if problem.weights.max() > 0.0:
        yield from iterate(frame, Y, U)
        return
    valid = {"dual": {"Z": problem.Sigma}, "point_valid": True, "dual_valid": True}
    note = "rho = 0: the inverse of Sigma, without iterations."
    for M, more in ((frame.matrix(Y), {}), (inverse(problem.Sigma), {"check": True, "note": note})):
        x = problem.rescale(M)
        yield {"x": x, **more, **valid, **pictures(x)}


def unbounded(problem: SparsePrecision, direction: np.ndarray, **more: Any) -> State:
    """The state that ends a run: there is no minimum, and `direction` proves it."""
    direction = direction / np.abs(direction).max()
    low = np.linalg.eigvalsh(problem.Sigma)[0]
    return {
        "x": np.full(problem.Sigma.shape, np.nan),
        "dual": {"direction": direction},
        "stop": "unbounded",
        "note": "There is no minimum: along the positive semidefinite direction in `dual` the "
        f"linear part is {problem.linear(direction):.3g}, at most 0 up to rounding, so that the "
        f"objective falls without end; the smallest eigenvalue of Sigma is {low:.3g}.",
        **more,
    }


def immediate_direction(problem: SparsePrecision) -> np.ndarray | None:
    """A proof that there is no minimum which takes no search, or None: an entry Sigma_ii + rho_ii
    that is not positive, or with rho = 0 a Sigma that is not positive definite."""
    raised, m = np.diagonal(problem.Sigma) + np.diagonal(problem.weights), len(problem.Sigma)
    worst = int(np.argmin(raised))
    if raised[worst] <= 0.0:
        return np.diag(np.eye(m)[worst])
    if problem.weights.max() == 0.0:
        e = 1.0 / np.sqrt(raised)
        values, V = np.linalg.eigh(problem.scaled(e)[0])
        if values[0] <= 4.0 * m * _EPS:
            return np.outer(e * V[:, 0], e * V[:, 0])
    return None
