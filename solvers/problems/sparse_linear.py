"""Linear models with few non-zero weights: data, loss, penalty, and the proof of optimality.

Every class here is put together from a loss (`losses`) and a penalty (`penalties`), and offers the
same parts to the solvers, so that one solver serves several of them:

proof(w, theta)       what `certify` says, and the correlations X' theta from which it does
fit(w)                X w
loss(fit)             f as a function of X w
residual(fit)         minus the derivative of `loss`; X' residual is minus the gradient of f
size(w)               Omega(w)
penalty(w)            lam Omega(w)
prox(v, step)         the proximal operator of step * lam * Omega
dual_norm(c)          Omega^* of the correlations c = X' theta
bound(theta, X'theta) the dual value of theta, moved into the dual feasible set
lipschitz()           a Lipschitz constant of the gradient of f, for the squared loss the smallest
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from solvers.checks import (
    InputError,
    as_array,
    copied,
    is_sparse,
    labels,
    nonnegative,
    same_length,
    set_fields,
)
from solvers.docstrings import cite
from solvers.problems import losses, penalties, quick_proof
from solvers.problems.columns import as_columns

__all__ = [
    "GroupLasso",
    "GroupLogistic",
    "Lasso",
    "SparseLogistic",
]


def _set_regression(problem, X):
    t, lam = as_array(problem.t, "t", ndim=1, bounded=True), nonnegative(problem.lam, "lam")
    _require_penalty(X, lam)
    same_length(X, t, "X", "t")
    scale = 0.5 * losses.visible_square(t, "t")
    least = losses.least_loss(X, t) if lam == 0.0 else np.nan
    set_fields(problem, X=X, t=t, lam=lam, least=least, scale=scale)


def _require_penalty(X, lam):
    if lam == 0.0 and is_sparse(X):
        raise InputError(
            "lam must be positive where X is sparse, got 0.0: the proof at 0 takes a decomposition "
            "of a dense X; use a small lam, or X.toarray()."
        )


def _set_classification(problem, X):
    t, lam = labels(problem.t, "t"), nonnegative(problem.lam, "lam")
    _require_penalty(X, lam)
    same_length(X, t, "X", "t")
    set_fields(problem, X=X, t=t, lam=lam)


@cite
@dataclass(frozen=True, slots=True, eq=False)
class Lasso:
    """min 1/2 ||t - X w||^2 + lam ||w||_1 over w (D,).

    X (N, D): one object per row, stored by columns; t (N,): the target; lam >= 0. A sparse array
    of scipy stays sparse (a `csc_array`), and lam > 0 then.
    The loss is a sum, not a mean: lam = N * alpha of scikit-learn. There is no intercept: centre t
    and the columns of X if you want one.

    References
    ----------
    sparse-models: eq. (2)
    """

    X: np.ndarray
    t: np.ndarray
    lam: float
    least: float = field(init=False, repr=False)  # minimum of the loss; nan where lam > 0
    scale: float = field(init=False, repr=False)  # of gaps: the objective at w = 0

    __reduce__ = copied

    def __post_init__(self) -> None:
        _set_regression(self, as_columns(self.X, "X"))

    certify, fit, proof = losses.certify, losses.fit, quick_proof.proof
    loss, residual, bound = losses.squared_loss, losses.squared_residual, losses.squared_bound
    lipschitz = losses.squared_lipschitz
    lam_max = property(losses.squared_lam_max)
    size, penalty = penalties.l1_size, penalties.penalty
    prox, dual_norm = penalties.l1_prox, penalties.l1_dual_norm


@cite
@dataclass(frozen=True, slots=True, eq=False)
class GroupLasso:
    """min 1/2 ||t - X w||^2 + lam sum_g ||w_g||_2 over w (D,).

    X (N, D), t (N,), lam >= 0: as for `Lasso`. groups (D,): one label per column, whole numbers or
    texts; columns with equal labels form a group. They are kept as 0, 1, ... in the order of the
    sorted labels. No group is weighted by its size.

    References
    ----------
    sparse-models: eq. (6)
    """

    X: np.ndarray
    t: np.ndarray
    lam: float
    groups: np.ndarray
    least: float = field(init=False, repr=False)  # minimum of the loss; nan where lam > 0
    scale: float = field(init=False, repr=False)  # of gaps: the objective at w = 0

    __reduce__ = copied

    def __post_init__(self):
        _set_regression(self, as_array(self.X, "X", ndim=2, order="F", bounded=True))
        set_fields(self, groups=penalties.as_groups(self.groups, self.X.shape[1]))

    certify, fit, proof = losses.certify, losses.fit, losses.proof
    loss, residual, bound = losses.squared_loss, losses.squared_residual, losses.squared_bound
    lipschitz = losses.squared_lipschitz
    lam_max = property(losses.squared_lam_max)
    size, penalty = penalties.group_size, penalties.penalty
    prox, dual_norm = penalties.group_prox, penalties.group_dual_norm


@cite
@dataclass(frozen=True, slots=True, eq=False)
class SparseLogistic:
    """min sum_n log(1 + exp(-t_n x_n'w)) + lam ||w||_1 over w (D,).

    X (N, D): one object per row, stored by columns; t (N,): -1 or +1; lam >= 0.
    The loss is a sum: lam = 1 / C of scikit-learn and liblinear. There is no intercept: give X a
    column of ones if you want one (it is penalised as the others are).
    At lam = 0 the minimum is attained only where the classes overlap; notes say if they do not.

    References
    ----------
    sparse-models: eq. (9)
    """

    X: np.ndarray
    t: np.ndarray
    lam: float

    __reduce__ = copied

    def __post_init__(self) -> None:
        _set_classification(self, as_columns(self.X, "X"))

    certify, fit, proof = losses.certify, losses.fit, losses.proof
    loss, residual, bound = losses.logistic_loss, losses.logistic_residual, losses.logistic_bound
    lipschitz = losses.logistic_lipschitz
    scale, lam_max = property(losses.logistic_scale), property(losses.logistic_lam_max)
    size, penalty = penalties.l1_size, penalties.penalty
    prox, dual_norm = penalties.l1_prox, penalties.l1_dual_norm


@cite
@dataclass(frozen=True, slots=True, eq=False)
class GroupLogistic:
    """min sum_n log(1 + exp(-t_n x_n'w)) + lam sum_g ||w_g||_2 over w (D,).

    X (N, D), t (N,), lam >= 0: as for `SparseLogistic`; groups (D,): as for `GroupLasso`.

    References
    ----------
    sparse-models: eq. (9) with the penalty of (6)
    """

    X: np.ndarray
    t: np.ndarray
    lam: float
    groups: np.ndarray

    __reduce__ = copied

    def __post_init__(self):
        _set_classification(self, as_array(self.X, "X", ndim=2, order="F", bounded=True))
        set_fields(self, groups=penalties.as_groups(self.groups, self.X.shape[1]))

    certify, fit, proof = losses.certify, losses.fit, losses.proof
    loss, residual, bound = losses.logistic_loss, losses.logistic_residual, losses.logistic_bound
    lipschitz = losses.logistic_lipschitz
    scale, lam_max = property(losses.logistic_scale), property(losses.logistic_lam_max)
    size, penalty = penalties.group_size, penalties.penalty
    prox, dual_norm = penalties.group_prox, penalties.group_dual_norm
