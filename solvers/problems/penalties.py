"""The penalties of sparse linear models, as methods of the problem classes: `problem` is the
instance. Omega(w) = ||w||_1, or sum over groups of ||w_g||_2."""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.checks import InputError, short
from solvers.prox import group_norms, group_soft_thresholds, soft_threshold


def l1_size(problem: Any, w: np.ndarray) -> float:
    """Omega(w) = ||w||_1."""
    return np.abs(w).sum()


def l1_prox(problem: Any, v: np.ndarray, step: float) -> np.ndarray:
    """argmin over w of 1/2 ||w - v||^2 + step lam ||w||_1."""
    return soft_threshold(v, step * problem.lam)


def l1_dual_norm(problem: Any, c: np.ndarray) -> float:
    """max |c|; 0 without columns."""
    return np.abs(c).max(initial=0.0)


def group_size(problem: Any, w: np.ndarray) -> float:
    """Omega(w) = sum over groups of ||w_g||_2."""
    return group_norms(w, problem.groups).sum()


def group_prox(problem: Any, v: np.ndarray, step: float) -> np.ndarray:
    """argmin over w of 1/2 ||w - v||^2 + step lam sum ||w_g||_2."""
    return group_soft_thresholds(v, step * problem.lam, problem.groups)


def group_dual_norm(problem: Any, c: np.ndarray) -> float:
    """max over groups of ||c_g||_2; 0 without columns."""
    return group_norms(c, problem.groups).max(initial=0.0)


def penalty(problem: Any, w: np.ndarray) -> float:
    """Lam Omega(w)."""
    return problem.lam * problem.size(w)


def as_groups(value, columns):
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
