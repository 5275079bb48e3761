"""The two norms that leave few weights non-zero: ||w||_1, and the sum over groups of ||w_g||_2."""

from __future__ import annotations

import numpy as np

from solvers.checks import InputError, short
from solvers.problems.losses import LinearModel
from solvers.prox import group_norms
from solvers.result import ArrayLike


class L1Norm(LinearModel):
    """A linear model with Omega(w) = ||w||_1."""

    __slots__ = ()

    @property
    def blocks(self) -> np.ndarray:
        """Each column is one."""
        return np.arange(self.X.shape[1])

    def norms(self, c: np.ndarray) -> np.ndarray:
        """|c_d|."""
        return np.abs(c)


class GroupNorm(LinearModel):
    """A linear model with Omega(w) = sum over groups of ||w_g||_2; groups (D,): 0, 1, ..., the
    number of each column's."""

    __slots__ = ()
    groups: np.ndarray

    @property
    def blocks(self) -> np.ndarray:
        """The groups."""
        return self.groups

    def norms(self, c: np.ndarray) -> np.ndarray:
        """||c_g||_2."""
        return group_norms(c, self.groups)


def as_groups(value: ArrayLike, columns: int) -> np.ndarray:
    """Labels, one per column, as read-only numbers 0, 1, ... in the order of the sorted labels.

    Groups given as labels can neither overlap nor leave a column out.
    """
    try:
        labels = np.asarray(value)
    except ValueError:
        labels = np.empty((), dtype=object)
    if labels.ndim != 1 or (labels.dtype.kind not in "iuU" and labels.size):
        raise InputError(
            "groups must be one whole number or text per column of X, got "
            f"{short(value)}; columns with equal labels form a group."
        )
    if labels.size != columns:
        raise InputError(
            f"groups must hold one label per column of X, got {labels.size} for {columns} columns."
        )
    _, numbers = np.unique(labels, return_inverse=True)
    numbers = np.ascontiguousarray(numbers, dtype=np.intp)
    numbers.flags.writeable = False
    return numbers
