"""The machine that a dual point of `KernelSVM` describes: classes of points, bias, decisions."""

from __future__ import annotations

import numpy as np

from solvers.checks import InputError, as_array, nonnegative
from solvers.hints import ArrayLike
from solvers.problems.kernel_svm import KernelSVM, best_multiplier, kernel_times
from solvers.problems.svm_classes import AT_BOUND


def kkt_classes(problem: KernelSVM, x: ArrayLike, tol: float = AT_BOUND) -> np.ndarray:
    """0, 1 or 2 (n,): x_i at zero, free, or bounded by C, within `tol` C."""
    x, near = problem.project(x), nonnegative(tol, "tol") * problem.C
    return np.where(x <= near, 0, np.where(x >= problem.C - near, 2, 1)).astype(np.int8)


def bias_interval(problem: KernelSVM, x: ArrayLike) -> tuple[float, float]:
    """(low, high): every bias between is optimal with `x` (n,), if x is optimal.

    With a free support vector low and high agree up to the accuracy of x; with all at bounds they
    are apart; with one class one of them is infinite. low > high by the largest violation of the
    optimality conditions where x is not optimal. A variable within 1e-6 C of a bound counts as
    there.
    """
    kind = kkt_classes(problem, x)
    s = problem.y * (problem.product(problem.project(x)) - 1.0)
    plus = problem.y > 0.0
    up, down = np.where(plus, kind < 2, kind > 0), np.where(plus, kind > 0, kind < 2)
    high, low = s[up].min(initial=np.inf), s[down].max(initial=-np.inf)
    return float(-high), float(-low)


def decision_function(problem: KernelSVM, x: ArrayLike, points: ArrayLike) -> np.ndarray:
    """h (a,) of the machine of `x` (n,) at the rows of `points` (a, m).

    Its bias is the best for x, optimal or not: it minimises the sum of the losses, and lies in
    `bias_interval` where x is optimal. For a problem `from_gram`, points (a, n) holds the kernel
    values between the points and the training data.
    """
    x = problem.project(x)
    points = as_array(points, "points", ndim=2)
    wide = (problem.X if problem.K is None else problem.K).shape[1]
    if points.shape[1] != wide:
        raise InputError(f"points must have {wide} columns, got shape {points.shape}.")
    a = problem.y * x
    values = points @ a if problem.K is not None else kernel_times(problem, points, a)
    return values - best_multiplier(problem, problem.product(x) - 1.0)
