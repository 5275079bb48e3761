"""Least squares on a ball: the form of the lasso and the group lasso with a bound on the size of w.

The classes offer the parts listed in `sparse_linear`, with the projection for a proximal operator
and no penalty, so that the proximal gradient serves them as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from solvers.checks import as_array, as_vector, copied, nonnegative, same_length, set_fields
from solvers.docstrings import cite
from solvers.hints import ArrayLike
from solvers.problems import losses, penalties
from solvers.prox import project_group_ball, project_l1_ball
from solvers.result import Certificate

#: A point this share of eta outside the ball is on it up to rounding.
_ROUNDING = 1e-12


def _certify(problem: Any, w: ArrayLike, theta: ArrayLike | None = None) -> Certificate:
    """Objective at the nearest point of the ball to `w` (D,), bound from `theta` (N,).

    theta: any vector, in the role of the residual; by default the residual at that point.
    infeasibility: Omega(w) - eta, where positive beyond rounding.
    """
    w = as_vector(w, problem.X.shape[1], "w")
    with np.errstate(over="ignore", invalid="ignore"):
        excess = float(problem.size(w)) - problem.eta
        outside = not excess <= _ROUNDING * problem.eta
        if outside and np.all(np.isfinite(w)):
            w = problem.prox(w, 1.0)
        at = problem.fit(w)
        theta = problem.residual(at) if theta is None else as_vector(
            theta, problem.t.size, "theta"
        )  # fmt: skip
        objective = float(problem.loss(at))
        bound = float(problem.bound(theta, problem.X.T @ theta))
    return losses.certificate(objective, bound, problem.scale, excess if outside else 0.0)


def _bound(problem: Any, theta: np.ndarray, correlation: np.ndarray) -> float:
    """D(kappa theta) for the best kappa; correlation = X' theta.

    D(theta) = theta't - 1/2 ||theta||^2 - eta Omega^*(X'theta).
    """
    along, square = float(theta @ problem.t), float(theta @ theta)
    if square == 0.0:
        return 0.0
    norm = problem.eta * float(problem.dual_norm(correlation))
    free = max(abs(along) - norm, 0.0)
    kappa = free / square
    return kappa * free - 0.5 * kappa * kappa * square


def _no_penalty(problem: Any, w: np.ndarray) -> float:
    """0: the size of w is bounded, not penalised."""
    return 0.0


def _set_fields(problem):
    X = as_array(problem.X, "X", ndim=2, order="F", bounded=True)
    t = as_array(problem.t, "t", ndim=1, bounded=True)
    same_length(X, t, "X", "t")
    set_fields(problem, X=X, t=t, eta=nonnegative(problem.eta, "eta"))


@cite
@dataclass(frozen=True, slots=True, eq=False)
class ConstrainedLasso:
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

    __reduce__ = copied

    def __post_init__(self) -> None:
        _set_fields(self)

    certify, bound, fit = _certify, _bound, losses.fit
    loss, residual = losses.squared_loss, losses.squared_residual
    lipschitz, scale = losses.squared_lipschitz, property(losses.squared_scale)
    size, penalty, dual_norm = penalties.l1_size, _no_penalty, penalties.l1_dual_norm

    def prox(self, v: np.ndarray, step: float) -> np.ndarray:
        """The nearest point to `v` with ||w||_1 <= eta, whatever the step."""
        return project_l1_ball(v, self.eta)


@cite
@dataclass(frozen=True, slots=True, eq=False)
class ConstrainedGroupLasso:
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

    __reduce__ = copied

    def __post_init__(self):
        _set_fields(self)
        set_fields(self, groups=penalties.as_groups(self.groups, self.X.shape[1]))

    certify, bound, fit = _certify, _bound, losses.fit
    loss, residual = losses.squared_loss, losses.squared_residual
    lipschitz, scale = losses.squared_lipschitz, property(losses.squared_scale)
    size, penalty, dual_norm = penalties.group_size, _no_penalty, penalties.group_dual_norm

    def prox(self, v: np.ndarray, step: float) -> np.ndarray:
        """The nearest point to `v` with sum ||w_g||_2 <= eta, whatever the step."""
        return project_group_ball(v, self.eta, self.groups)
