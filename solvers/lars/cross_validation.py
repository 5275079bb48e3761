"""Cross-validation along the lasso path, exactly: no grid.

Between the knots of all folds every residual is linear in lam, so that the sum of their squares is
quadratic there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers.checks import InputError, as_array, integer
from solvers.hints import ArrayLike
from solvers.lars.readings import lams_from, place


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


def cross_validate(fit, X, t, folds, rescale):
    """`CrossValidation` of fit(X, t) -> LarsPath."""
    labels = _labels(folds, t.size)
    paths, scales, tests = [], [], []
    for label in np.unique(labels):
        test = labels == label
        paths.append(fit(X[~test], t[~test]))
        scales.append(t.size / np.count_nonzero(~test) if rescale else 1.0)
        tests.append(test)
    lams = _breakpoints(paths, scales)
    errors, linear, quadratic = _pieces(paths, scales, tests, X, t, lams)
    lam, error = _minimum(lams, errors, linear, quadratic)
    for a in (lams, errors, linear, quadratic):
        a.flags.writeable = False
    return CrossValidation(lam, error, lams, errors, linear, quadratic, tuple(paths))


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


def _breakpoints(paths, scales):
    """The knots of all paths, falling, down to where the first of them ends."""
    every = np.concatenate([path.knots * scale for path, scale in zip(paths, scales, strict=True)])
    lowest = max(path.knots[-1] * scale for path, scale in zip(paths, scales, strict=True))
    return np.unique(every[every >= lowest])[::-1].copy()


def _pieces(paths, scales, tests, X, t, lams):
    """Errors at the breakpoints, and the coefficients of the quadratics between them."""
    errors, linear, quadratic = np.zeros(lams.size), np.zeros(lams.size - 1), 0.0
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
    best = np.flatnonzero(value == value.min())
    lam = at[best].max()
    return float(lam), float(value.min())
