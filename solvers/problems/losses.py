"""Linear models: what each offers to the solvers, and the two losses with what their dual vectors
prove."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np
from scipy.special import expit, xlog1py, xlogy

from solvers.checks import InputError, as_vector, copied, sum_of_squares
from solvers.problems.columns import distinct_columns, top_eigenvalue
from solvers.prox import SMALLEST_SQUARE
from solvers.result import ArrayLike, Certificate, Matrix, answer_scale, lowered, sum_error

#: Probabilities are at least this far from 0 and 1 where they are divided by.
_EDGE = 1e-12
#: Below so many entries there is nothing to gain from zeros.
_SMALL = 10_000
#: So often are separated objects looked for.
_PASSES = 8
#: A value above this share of the value at 0 has more digits than any tolerance asks for.
_SMALL_SHARE = 1e-8
#: A dual equality that holds within this share of its terms holds up to rounding.
_ROUNDING = 1e-13


class LinearModel(ABC):
    """min f(X w) + Omega-term over w (D,): the parts that serve every solver of the family.

    The loss f is a function of the fit X w (N,), Omega a norm of the weights. `penalty` is the
    term that Omega adds to the objective, `prox` the proximal operator of step times that term.
    """

    __slots__ = ()
    __reduce__ = copied
    #: Whether the loss is its own quadratic model, and steps are exact.
    quadratic: ClassVar[bool] = False
    X: Any
    t: np.ndarray

    @property
    @abstractmethod
    def at_zero(self) -> float:
        """The objective at w = 0."""

    @abstractmethod
    def loss(self, fit: np.ndarray) -> float:
        """f as a function of X w."""

    @abstractmethod
    def residual(self, fit: np.ndarray) -> np.ndarray:
        """Minus the derivative of `loss`; X' residual is minus the gradient in w."""

    def curvature(self, residual: np.ndarray) -> np.ndarray:
        """The second derivative of `loss` (N,), from `residual`: 1 for squares."""
        return np.ones_like(residual)

    @abstractmethod
    def lipschitz(self) -> float:
        """A Lipschitz constant of the gradient in w."""

    @property
    @abstractmethod
    def blocks(self) -> np.ndarray:
        """(D,): 0, 1, ..., the number of each column's block: itself, or its group."""

    @abstractmethod
    def norms(self, c: np.ndarray) -> np.ndarray:
        """||c_b|| of each block of c (D,)."""

    def size(self, w: np.ndarray) -> float:
        """Omega(w), the sum of the norms of its blocks."""
        return self.norms(w).sum()

    def dual_norm(self, c: np.ndarray) -> float:
        """Omega^* of the correlations c = X' theta, the largest norm of a block; 0 without
        columns."""
        return self.norms(c).max(initial=0.0)

    @abstractmethod
    def penalty(self, w: np.ndarray) -> float:
        """What Omega adds to the objective."""

    @abstractmethod
    def prox(self, v: np.ndarray, step: float) -> np.ndarray:
        """The proximal operator of step times the penalty, at v (D,)."""

    @abstractmethod
    def bound(self, theta: np.ndarray, correlation: np.ndarray) -> float:
        """The dual value of theta (N,), made dual feasible; correlation = X' theta."""

    def sure(
        self, bound: float, w: np.ndarray, fit: np.ndarray, theta: np.ndarray, scale: float
    ) -> float:
        """`bound` less what rounding may have done to it and to the objective at `w`, where the
        scale is so small compared with the terms of the residual that it may matter. No loss is
        negative, so that 0 needs no allowance."""
        if scale >= _SMALL_SHARE * self.at_zero:
            return bound
        terms = np.abs(self.t) + np.abs(self.X) @ np.abs(w)
        slopes = np.abs(self.residual(fit)) + np.abs(theta)
        error = float(sum_error(self.X.shape[1] + self.t.size) * (slopes @ terms))
        return max(lowered(bound, error, scale), min(bound, 0.0))

    def fit(self, w: np.ndarray) -> np.ndarray:
        """X w (N,), at the cost of the non-zero columns where these are few."""
        if self.X.size < _SMALL or 4 * np.count_nonzero(w) > w.size:
            return self.X @ w
        support = np.flatnonzero(w)
        return w[support] @ self.X.T[support]


class Penalised(LinearModel):
    """A linear model with the penalty lam Omega(w)."""

    __slots__ = ()
    lam: float

    def penalty(self, w: np.ndarray) -> float:
        """Lam Omega(w)."""
        return self.lam * self.size(w)

    @property
    def lam_max(self) -> float:
        """The smallest lam at which w = 0 is optimal."""
        return float(self.dual_norm(self.X.T @ self.residual(np.zeros(self.t.size))))

    def certify(self, w: ArrayLike, theta: ArrayLike | None = None) -> Certificate:
        """Objective at `w` (D,), bound from `theta` (N,) moved into the dual feasible set.

        theta: any vector, in the role of the residual; by default the residual at `w`. scale: the
        objective at w or, where that is smaller, at 0: see `solvers.result.answer_scale`. What
        rounding may have done to either is taken off the bound, where it matters.
        """
        return self.proof(w, theta)[0]

    def proof(self, w: ArrayLike, theta: ArrayLike | None) -> tuple[Certificate, np.ndarray]:
        """(what `certify` says, the correlations X' theta (D,) from which it does). What overflows
        proves nothing, and numpy's warning is suppressed."""
        w = as_vector(w, self.X.shape[1], "w")
        with np.errstate(over="ignore", invalid="ignore"):
            fit = self.fit(w)
            objective = float(self.loss(fit) + self.penalty(w))
            theta = self.residual(fit) if theta is None else as_vector(theta, self.t.size, "theta")
            correlation = self.X.T @ theta
            bound = float(self.bound(theta, correlation))
            scale = answer_scale(objective, at_zero=self.at_zero)
            bound = self.sure(bound, w, fit, theta, scale)
        return certificate(objective, bound, scale), correlation


class SquaredLoss(LinearModel):
    """The loss 1/2 ||t - X w||^2."""

    __slots__ = ()
    quadratic = True

    @property
    def at_zero(self) -> float:
        """The objective at w = 0."""
        return float(0.5 * (self.t @ self.t))

    def loss(self, fit: np.ndarray) -> float:
        """1/2 ||t - fit||^2."""
        r = self.t - fit
        return 0.5 * (r @ r)

    def residual(self, fit: np.ndarray) -> np.ndarray:
        """t - fit."""
        return self.t - fit

    def lipschitz(self) -> float:
        """The largest eigenvalue of X'X."""
        return top_eigenvalue(self.X)


class PenalisedSquares(SquaredLoss, Penalised):
    """min 1/2 ||t - X w||^2 + lam Omega(w)."""

    __slots__ = ()
    least: float

    def bound(self, theta: np.ndarray, correlation: np.ndarray) -> float:
        """D(kappa theta) for the best kappa that keeps Omega^*(kappa X' theta) <= lam.

        D(theta) = theta't - 1/2 ||theta||^2; correlation = X' theta. At lam = 0 the bound is the
        least loss, from the projected residual, whatever theta.
        """
        if self.lam == 0.0:
            return self.least
        along, square = float(theta @ self.t), float(theta @ theta)
        return scaled_bound(along, square, float(self.dual_norm(correlation)), self.lam)


class LogisticLoss(Penalised):
    """The loss sum_n log(1 + exp(-t_n x_n'w)), penalised."""

    __slots__ = ()

    @property
    def at_zero(self) -> float:
        """The objective at w = 0, N log 2."""
        return float(self.t.size * np.log(2.0))

    def loss(self, fit: np.ndarray) -> float:
        """sum log(1 + exp(-t_n fit_n))."""
        return np.logaddexp(0.0, -self.t * fit).sum()

    def residual(self, fit: np.ndarray) -> np.ndarray:
        """t q, q_n = 1 / (1 + exp(t_n fit_n)): the probability of the wrong class."""
        return self.t * expit(-self.t * fit)

    def curvature(self, residual: np.ndarray) -> np.ndarray:
        """The second derivative of `loss`, q (1 - q) (N,), from `residual`."""
        return np.abs(residual) * (1.0 - np.abs(residual))

    def separates(self, w: np.ndarray) -> bool:
        """Whether w separates the classes, objects on the boundary allowed: a longer w is
        better."""
        margins = self.t * self.fit(w)
        return bool(np.any(margins > 0.0) and np.all(margins >= 0.0))

    def lipschitz(self) -> float:
        """A quarter of the largest eigenvalue of X'X."""
        return 0.25 * top_eigenvalue(self.X)

    def bound(self, theta: np.ndarray, correlation: np.ndarray) -> float:
        """The entropy of kappa q, q = t theta clipped to [0, 1], for kappa <= 1 small enough that
        Omega^*(kappa X'(t q)) <= lam; correlation = X' theta."""
        q = self.t * theta
        if q.min(initial=0.0) < 0.0 or q.max(initial=1.0) > 1.0:
            q = np.clip(q, 0.0, 1.0)
            correlation = self.X.T @ (self.t * q)
        if self.lam == 0.0:
            return _entropy(balanced(self.t[:, None] * self.X, q))
        norm = float(self.dual_norm(correlation))
        return _entropy(min(1.0, self.lam / norm) * q if norm > 0.0 else q)


def certificate(
    objective: float, bound: float, scale: float, infeasibility: float = 0.0
) -> Certificate:
    """A `Certificate` in which numbers that are not finite prove nothing."""
    return Certificate(
        objective if math.isfinite(objective) else math.inf,
        bound if math.isfinite(bound) else -math.inf,
        scale,
        infeasibility,
    )


def scaled_bound(along: float, square: float, norm: float, lam: float) -> float:
    """The largest kappa along - 1/2 kappa^2 square with |kappa| norm <= lam: what a theta proves
    that has along = theta't, square = ||theta||^2 and norm = Omega^*(X' theta)."""
    if square < SMALLEST_SQUARE:  # of fewer digits than the others
        return 0.0
    widest = lam / norm if norm > 0.0 else np.inf
    kappa = min(max(along / square, -widest), widest)
    return kappa * (along - 0.5 * kappa * square)  # the square of kappa may be below all numbers


def least_loss(X: Matrix, t: np.ndarray) -> float:
    """A lower bound on min 1/2 ||t - X w||^2: the dual value of the residual projected on the null
    space of X', less its rounding error.

    0 where the rank of X is not clear. A singular value below rounding is either 0 or lets w fit
    what nothing else does: no residual proves anything.
    """
    square, X = 0.5 * float(t @ t), distinct_columns(X)
    if X.size == 0:
        return square
    U, s, _ = np.linalg.svd(X, full_matrices=False)
    if not _is_clear(s, X.shape) or s.size == t.size:  # then every t is fitted
        return 0.0
    along = U.T @ t
    theta = t - U @ along
    theta -= U @ (U.T @ theta)  # of an exact fit the first leaves its own rounding, not a residual
    # The singular vectors are those of a matrix that is off by about eps s[0].
    angle = np.finfo(float).eps * s[0] / s[-1]
    error = float(angle * np.linalg.norm(along) * np.linalg.norm(theta))
    value = float(theta @ t - 0.5 * (theta @ theta))
    return max(lowered(value, error, abs(value)), 0.0)


def _is_clear(s, shape):
    """Whether all the falling singular values of a matrix of `shape` are above its rounding."""
    return s[-1] > np.finfo(float).eps * max(shape) * s[0]


def balanced(Z: Matrix, q: np.ndarray) -> np.ndarray:
    """A point of {Z' theta = 0, 0 <= theta <= 1} near q (N,): dual feasible at lam = 0 for the
    logistic loss, Z (N, D) = diag(t) X.

    theta = q (1 - (1 - q) Z d), d the Newton step: inside the box wherever the step changes each
    margin by at most 1, which it does near a minimum. Objects that a direction separates have
    theta = 0 at every feasible point: entries that come out at 0 or below are put there, and the
    rest is balanced again. theta = 0 is always feasible, and the answer where nothing better is
    found or the rank of Z is not clear.
    """
    if Z.shape[1] == 0 or not np.all(np.isfinite(q)):
        return q
    q, retained = np.clip(q, _EDGE, 1.0 - _EDGE), np.ones(q.size, dtype=bool)
    none = theta = np.zeros(q.size)
    for _ in range(_PASSES):
        theta, own = np.zeros(q.size), distinct_columns(Z[retained])
        root = np.sqrt(q[retained] * (1.0 - q[retained]))
        d, _, _, s = np.linalg.lstsq(root[:, None] * own, root / (1.0 - q[retained]), rcond=None)
        theta[retained] = q[retained] * (1.0 - (1.0 - q[retained]) * (own @ d))
        if theta.min(initial=0.0) >= 0.0 and _is_balanced(Z, theta):
            clear = s.size == 0 or _is_clear(s, own.shape)
            return theta if clear and theta.max(initial=0.0) <= 1.0 else none
        retained &= theta > _EDGE
    return none


def _is_balanced(Z, theta):
    return bool(np.all(np.abs(Z.T @ theta) <= _ROUNDING * (np.abs(Z).T @ np.abs(theta))))


def _entropy(q):
    return 0.0 - float(np.sum(xlogy(q, q) + xlog1py(1.0 - q, -q)))


def visible_square(a: np.ndarray, name: str) -> float:
    """The sum of squares of the entries; raise where `a` is not zero, but that is, or is too small
    for its digits."""
    square = sum_of_squares(a)
    if square < SMALLEST_SQUARE and a.any():
        raise InputError(
            f"{name} must be zero or large enough for its sum of squares to be above "
            f"{SMALLEST_SQUARE:g}, got {square:g}; rescale it, and lam by the same factor."
        )
    return square
