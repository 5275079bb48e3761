"""Linear models with few non-zero weights: data, loss, penalty, and the proof of optimality.

Every class here offers the same parts to the solvers, so that one solver serves several of them:

fit(w)           X w
loss(fit)        f as a function of X w
residual(fit)    minus the derivative of `loss`; X' residual is minus the gradient of f
penalty(w)       lam Omega(w)
prox(v, step)    the proximal operator of step * lam * Omega
dual_norm(c)     Omega^* of the correlations c = X' theta
lipschitz()      the smallest Lipschitz constant of the gradient of f
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import eigvalsh

from solvers.checks import InputError, as_array, nonnegative, same_length, set_fields
from solvers.drive import start_dual
from solvers.prox import soft_threshold
from solvers.result import Certificate


@dataclass(frozen=True, slots=True, eq=False)
class Lasso:
    """min 1/2 ||t - X w||^2 + lam ||w||_1 over w (D,); eq. (2) of 002_8a6384496e3a9cf3.txt.

    X (N, D): one object per row, stored by columns; t (N,): the target; lam >= 0.
    The loss is a sum, not a mean: lam = N * alpha of scikit-learn. There is no intercept: centre t
    and the columns of X if you want one.
    """

    X: np.ndarray
    t: np.ndarray
    lam: float
    least: float = field(init=False, repr=False)  # minimum of the loss; nan where lam > 0

    def __post_init__(self):
        X, t = as_array(self.X, "X", ndim=2, order="F"), as_array(self.t, "t", ndim=1)
        lam = nonnegative(self.lam, "lam")
        same_length(X, t, "X", "t")
        _require_finite_squares(X, "X")
        _require_finite_squares(t, "t")
        set_fields(self, X=X, t=t, lam=lam, least=_least_loss(X, t) if lam == 0.0 else np.nan)

    @property
    def lam_max(self):
        """The smallest lam at which w = 0 is optimal."""
        return float(self.dual_norm(self.X.T @ self.t))

    @property
    def scale(self):
        """What gaps are measured against: the objective at w = 0."""
        return float(0.5 * (self.t @ self.t))

    def certify(self, w, theta=None):
        """Objective at `w` (D,), bound from `theta` (N,) scaled into the dual feasible set.

        theta: any vector; by default the residual t - X w. At lam = 0 the bound is the least loss,
        from the projected residual, whatever theta.
        """
        w = _vector(w, self.X.shape[1], "w")
        with np.errstate(over="ignore", invalid="ignore"):
            fit = self.fit(w)
            objective = float(self.loss(fit) + self.penalty(w))
            theta = _vector(theta, self.t.size, "theta") if theta is not None else self.t - fit
            bound = self.bound(theta, self.X.T @ theta if self.lam > 0.0 else theta)
        return Certificate(
            objective if np.isfinite(objective) else np.inf,
            bound if np.isfinite(bound) else -np.inf,
            self.scale,
        )

    def bound(self, theta, correlation):
        """D(kappa theta) for the best kappa that keeps Omega^*(kappa X' theta) <= lam.

        D(theta) = theta't - 1/2 ||theta||^2; correlation = X' theta.
        """
        if self.lam == 0.0:
            return self.least
        along, square = float(theta @ self.t), float(theta @ theta)
        if square == 0.0:
            return 0.0
        norm = float(self.dual_norm(correlation))
        widest = self.lam / norm if norm > 0.0 else np.inf
        kappa = min(max(along / square, -widest), widest)
        return kappa * along - 0.5 * kappa * kappa * square

    def fit(self, w):
        """X w (N,), at the cost of the non-zero columns where these are few."""
        if 4 * np.count_nonzero(w) > w.size:
            return self.X @ w
        support = np.flatnonzero(w)
        return w[support] @ self.X.T[support]

    def loss(self, fit):
        """1/2 ||t - fit||^2."""
        r = self.t - fit
        return 0.5 * (r @ r)

    def residual(self, fit):
        """t - fit."""
        return self.t - fit

    def penalty(self, w):
        """Lam ||w||_1."""
        return self.lam * np.abs(w).sum()

    def prox(self, v, step):
        """argmin over w of 1/2 ||w - v||^2 + step lam ||w||_1."""
        return soft_threshold(v, step * self.lam)

    def dual_norm(self, c):
        """max |c|; 0 without columns."""
        return np.abs(c).max(initial=0.0)

    def lipschitz(self):
        """The largest eigenvalue of X'X."""
        return top_eigenvalue(self.X)


def _require_finite_squares(a, name):
    flat = a.ravel(order="K")
    with np.errstate(over="ignore"):
        if not np.isfinite(flat @ flat):
            raise InputError(
                f"{name} must be small enough for a finite sum of squares, got an entry of size "
                f"{np.abs(a).max():g}; rescale it."
            )


def top_eigenvalue(X):
    """The largest eigenvalue of X'X, from the smaller of X'X and XX'."""
    if X.size == 0:
        return 0.0
    gram = X.T @ X if X.shape[0] >= X.shape[1] else X @ X.T
    last = gram.shape[0] - 1
    return max(float(eigvalsh(gram, subset_by_index=[last, last])[0]), 0.0)


def first_dual(problem, x0, w):
    """theta (N,) of an earlier `Result` x0 where it has one of the right size, else the residual at
    `w`."""
    theta = start_dual(x0, "theta", problem.t.size)
    return theta if theta.any() else problem.residual(problem.fit(w))


def _least_loss(X, t):
    """min 1/2 ||t - X w||^2 as the dual value of the residual projected on the null space of X'."""
    if X.size == 0:
        return 0.5 * float(t @ t)
    U, s, _ = np.linalg.svd(X, full_matrices=False)
    span = U[:, s > np.finfo(float).eps * max(X.shape) * s[0]]
    theta = t - span @ (span.T @ t)
    return float(theta @ t - 0.5 * (theta @ theta))


def _vector(value, size, name):
    """`value` as a float64 array of shape (size,), finite or not."""
    a = np.asarray(value, dtype=np.float64)
    if a.shape != (size,):
        raise InputError(f"{name} must have shape {(size,)}, got {a.shape}.")
    return a
