"""Linear models with few non-zero weights: a loss, a penalty, and the proof of optimality.

Each is put together from a loss (`losses`) and a norm (`penalties`); `losses.LinearModel` says what
all of them offer, so that one solver serves several.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from solvers.checks import (
    InputError,
    as_array,
    is_sparse,
    labels,
    nonnegative,
    same_length,
    set_fields,
)
from solvers.docstrings import cite
from solvers.problems import losses
from solvers.problems.columns import as_columns
from solvers.problems.penalties import GroupNorm, L1Norm, as_groups
from solvers.prox import group_soft_thresholds, soft_threshold

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
    losses.visible_square(t, "t")
    least = losses.least_loss(X, t) if lam == 0.0 else np.nan
    set_fields(problem, X=X, t=t, lam=lam, least=least)


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
class Lasso(losses.PenalisedSquares, L1Norm):
    """min 1/2 ||t - X w||^2 + lam ||w||_1 over w (D,).

    X (N, D): one object per row, stored by columns; t (N,): the target; lam >= 0. A sparse array
    of scipy stays sparse (a `csc_array`), and lam > 0 then. At lam = 0 nothing above 0 is proved
    where a column is a combination of others up to rounding, unless it is a power of two of one.
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

    def __post_init__(self) -> None:
        _set_regression(self, as_columns(self.X, "X"))

    def prox(self, v: np.ndarray, step: float) -> np.ndarray:
        """argmin over w of 1/2 ||w - v||^2 + step lam ||w||_1."""
        return soft_threshold(v, step * self.lam)


@cite
@dataclass(frozen=True, slots=True, eq=False)
class GroupLasso(losses.PenalisedSquares, GroupNorm):
    """min 1/2 ||t - X w||^2 + lam sum_g ||w_g||_2 over w (D,).

    X (N, D), t (N,), lam >= 0: as for `Lasso`. groups (D,): one label per column, whole numbers or
    texts; columns with equal labels form a group. They are stored as 0, 1, ... in the order of the
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

    def __post_init__(self):
        _set_regression(self, as_array(self.X, "X", ndim=2, order="F", bounded=True))
        set_fields(self, groups=as_groups(self.groups, self.X.shape[1]))

    def prox(self, v: np.ndarray, step: float) -> np.ndarray:
        """argmin over w of 1/2 ||w - v||^2 + step lam sum ||w_g||_2."""
        return group_soft_thresholds(v, step * self.lam, self.groups)


@cite
@dataclass(frozen=True, slots=True, eq=False)
class SparseLogistic(losses.LogisticLoss, L1Norm):
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

    def __post_init__(self) -> None:
        _set_classification(self, as_columns(self.X, "X"))

    def prox(self, v: np.ndarray, step: float) -> np.ndarray:
        """argmin over w of 1/2 ||w - v||^2 + step lam ||w||_1."""
        return soft_threshold(v, step * self.lam)


@cite
@dataclass(frozen=True, slots=True, eq=False)
class GroupLogistic(losses.LogisticLoss, GroupNorm):
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

    def __post_init__(self):
        _set_classification(self, as_array(self.X, "X", ndim=2, order="F", bounded=True))
        set_fields(self, groups=as_groups(self.groups, self.X.shape[1]))

    def prox(self, v: np.ndarray, step: float) -> np.ndarray:
        """argmin over w of 1/2 ||w - v||^2 + step lam sum ||w_g||_2."""
        return group_soft_thresholds(v, step * self.lam, self.groups)
