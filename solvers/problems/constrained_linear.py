"""Least squares on a ball: the form of the lasso and the group lasso with a bound on the size of w.

They are linear models as the penalised ones are, with the projection for a proximal operator and no
penalty, so that the proximal gradient serves them as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers.checks import as_array, as_vector, nonnegative, same_length, set_fields
from solvers.docstrings import cite
from solvers.problems import losses
from solvers.problems.penalties import GroupNorm, L1Norm, as_groups
from solvers.prox import SMALLEST_SQUARE, project_group_ball, project_l1_ball
from solvers.result import ArrayLike, Certificate, answer_scale

#: A point this share of eta outside the ball is on it up to rounding.
_ROUNDING = 1e-12


class OnBall(losses.SquaredLoss):
    """min 1/2 ||t - X w||^2 subject to Omega(w) <= eta; `prox` is the projection."""

    __slots__ = ()
    eta: float

    def penalty(self, w: np.ndarray) -> float:
        """0: the size of w is bounded, not penalised."""
        return 0.0

    def certify(self, w: ArrayLike, theta: ArrayLike | None = None) -> Certificate:
        """Objective at `w` (D,) as it is given, bound from `theta` (N,).

        theta: any vector, in the role of the residual; by default the residual at w.
        scale: the objective at w or, where that is smaller, at 0. infeasibility: the share of
        Omega(w) that lies outside of the ball, (Omega(w) - eta) / Omega(w); 0 up to rounding.
        """
        w = as_vector(w, self.X.shape[1], "w")
        with np.errstate(over="ignore", invalid="ignore"):
            size = float(self.size(w))
            fit = self.fit(w)
            theta = self.residual(fit) if theta is None else as_vector(theta, self.t.size, "theta")
            objective = float(self.loss(fit))
            bound = float(self.bound(theta, self.X.T @ theta))
            scale = answer_scale(objective, at_zero=self.at_zero)
            bound = self.sure(bound, w, fit, theta, scale)
        return losses.certificate(objective, bound, scale, self._outside(size))

    def _outside(self, size):
        if size - self.eta <= _ROUNDING * self.eta:
            return 0.0
        return (size - self.eta) / size if size < np.inf else np.inf

    def bound(self, theta: np.ndarray, correlation: np.ndarray) -> float:
        """D(kappa theta) for the best kappa; correlation = X' theta.

        D(theta) = theta't - 1/2 ||theta||^2 - eta Omega^*(X'theta).
        """
        along, square = float(theta @ self.t), float(theta @ theta)
        if square < SMALLEST_SQUARE:  # of fewer digits than the others
            return 0.0
        norm = self.eta * float(self.dual_norm(correlation))
        free = max(abs(along) - norm, 0.0)
        kappa = free / square
        return kappa * (free - 0.5 * kappa * square)


def _set_fields(problem):
    X = as_array(problem.X, "X", ndim=2, order="F", bounded=True)
    t = as_array(problem.t, "t", ndim=1, bounded=True)
    same_length(X, t, "X", "t")
    set_fields(problem, X=X, t=t, eta=nonnegative(problem.eta, "eta"))


@cite
@dataclass(frozen=True, slots=True, eq=False)
class ConstrainedLasso(OnBall, L1Norm):
    """min 1/2 ||t - X w||^2 subject to ||w||_1 <= eta over w (D,).

    X (N, D): one object per row, stored by columns; t (N,): the target; eta >= 0.
    The multiplier of the constraint is the lam of the `Lasso` with the same solution.

    References
    ----------
    sparse-models: eq. (3)
    """

    X: np.ndarray
    t: np.ndarray
    eta: float

    def __post_init__(self) -> None:
        _set_fields(self)

    def prox(self, v: np.ndarray, step: float) -> np.ndarray:
        """The nearest point to `v` with ||w||_1 <= eta, whatever the step."""
        return project_l1_ball(v, self.eta)


@cite
@dataclass(frozen=True, slots=True, eq=False)
class ConstrainedGroupLasso(OnBall, GroupNorm):
    """min 1/2 ||t - X w||^2 subject to sum_g ||w_g||_2 <= eta over w (D,).

    X (N, D), t (N,), eta >= 0: as for `ConstrainedLasso`; groups (D,): as for `GroupLasso`.

    References
    ----------
    sparse-models: eq. (7)
    """

    X: np.ndarray
    t: np.ndarray
    eta: float
    groups: np.ndarray

    def __post_init__(self):
        _set_fields(self)
        set_fields(self, groups=as_groups(self.groups, self.X.shape[1]))

    def prox(self, v: np.ndarray, step: float) -> np.ndarray:
        """The nearest point to `v` with sum ||w_g||_2 <= eta, whatever the step."""
        return project_group_ball(v, self.eta, self.groups)
