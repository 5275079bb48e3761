"""Cross-validation along the lasso path, exactly: no grid.

Between the knots of all folds every residual is linear in lam, so that the sum of their squares is
quadratic there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from solvers.checks import InputError, as_array, integer, locked, nonnegative
from solvers.result import ArrayLike


@dataclass(frozen=True, slots=True, eq=False)
class CrossValidation:
    """The sum over the folds of ||t_f - X_f w(lam)||^2, w made without fold f: exact.

    lam, error: the global minimiser (the largest of several) and its error.
    lams (B,): the knots of all folds, falling; errors (B,): the error there.
    linear, quadratic (B - 1,): on piece b, at the share q of the way from lams[b] to lams[b + 1],
    the error is errors[b] + linear[b] q + quadratic[b] q^2.
    paths: the folds' `LarsPath`s.
    """

    lam: float
    error: float
    lams: np.ndarray
    errors: np.ndarray
    linear: np.ndarray
    quadratic: np.ndarray
    paths: tuple

    def at(self, lam: ArrayLike | float) -> float | np.ndarray:
        """The error at lam: a number, or an array (M,)."""
        b, q = place(self.lams, lams_from(self.lams[-1], lam))
        error = self.errors[b]
        if self.lams.size > 1:
            error = error + q * (self.linear[b] + q * self.quadratic[b])
        return error if np.ndim(lam) else float(error[0])


def cross_validate(
    fit: Callable[[np.ndarray, np.ndarray], Any],
    X: np.ndarray,
    t: np.ndarray,
    folds: int | ArrayLike,
    rescale: bool,
) -> CrossValidation:
    """`CrossValidation` of fit(X, t) -> `LarsPath`, whose module imports this one."""
    labels = _labels(folds, t.size)
    tests = [labels == label for label in np.unique(labels)]
    paths = tuple(fit(X[~test], t[~test]) for test in tests)
    scales = [t.size / np.count_nonzero(~test) if rescale else 1.0 for test in tests]
    knots = [path.knots * scale for path, scale in zip(paths, scales, strict=True)]
    lams = np.unique(np.concatenate(knots))[::-1]
    lams = lams[lams >= max(own[-1] for own in knots)]  # to where the first of the paths ends
    lam, error = _minimum(lams, *(pieces := _pieces(paths, scales, tests, X, t, lams)))
    return CrossValidation(lam, error, *locked((lams, *pieces)), paths)


def _labels(folds, N):
    """A label for each row."""
    if np.ndim(folds) > 0:
        labels = as_array(folds, "folds", ndim=1)
        if labels.size != N:
            raise InputError(f"folds must hold a label for each of {N} rows, got {labels.size}.")
        if np.unique(labels).size < 2:
            raise InputError("folds must hold at least 2 different labels, got fewer.")
        return labels
    if integer(folds, "folds", least=2) > N:
        raise InputError(f"folds must be at most the number of rows {N}, got {folds}.")
    return np.arange(N) % folds


def _pieces(paths, scales, tests, X, t, lams) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Errors at the breakpoints, and the coefficients of the quadratics between them."""
    errors, linear, quadratic = (np.zeros(lams.size - k) for k in (0, 1, 1))
    for path, scale, test in zip(paths, scales, tests, strict=True):
        e = t[test] - path.at(np.maximum(lams / scale, path.knots[-1])) @ X[test].T
        change = np.diff(e, axis=0)
        errors += np.sum(e * e, axis=1)
        linear = linear + 2.0 * np.sum(e[:-1] * change, axis=1)
        quadratic = quadratic + np.sum(change * change, axis=1)
    return errors, linear, quadratic


def _minimum(lams, errors, linear, quadratic):
    """The minimiser, at a breakpoint or inside a piece, and the minimum; the largest of several."""
    with np.errstate(all="ignore"):
        q = np.clip(np.nan_to_num(-0.5 * linear / quadratic), 0.0, 1.0)
    inside = errors[:-1] + q * (linear + q * quadratic)
    at = np.concatenate([lams, lams[:-1] + q * np.diff(lams)])
    value = np.concatenate([errors, inside])
    return float(at[value == value.min()].max()), float(value.min())


def numbers(value: ArrayLike | float, name: str) -> np.ndarray:
    """A number, or an array of them, at least 0, as an array (M,)."""
    values = as_array(np.atleast_1d(value), name, ndim=1)
    nonnegative(float(values.min(initial=0.0)), name)
    return values


def lams_from(lowest: float, value: ArrayLike | float) -> np.ndarray:
    """`value` as `numbers`, none of them below `lowest`, where the path ends."""
    lams = numbers(value, "lam")
    if lams.min(initial=np.inf) < lowest:
        raise InputError(
            f"lam must be at least {lowest:g}, where this path ends, got {lams.min():g}; make the "
            "path with a smaller lam_min."
        )
    return lams


def place(breaks: np.ndarray, lams: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each lam the index of the break at or above it, among falling `breaks` (B,), and how far
    down to the next it lies, as a share in [0, 1]; 0 above the first."""
    last = max(breaks.size - 2, 0)
    k = np.clip(np.searchsorted(-breaks, -lams, side="right") - 1, 0, last)
    if breaks.size == 1:
        return k, np.zeros(lams.size)
    return k, np.clip((breaks[k] - lams) / (breaks[k] - breaks[k + 1]), 0.0, 1.0)
