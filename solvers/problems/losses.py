"""The losses of linear models, as methods of the problem classes: `problem` is the instance.

A loss is a set of functions of the fit X w, and knows which dual vectors prove what.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import expit, logit, xlog1py, xlogy

from solvers.checks import InputError, as_vector, sum_of_squares
from solvers.hints import ArrayLike
from solvers.problems.columns import top_eigenvalue
from solvers.problems.rank import equal_columns, exact_span, is_rank, seen_rank
from solvers.result import Certificate
from solvers.rounding import lowered

#: Probabilities are kept this far from 0 and 1 where they are divided by.
_EDGE = 1e-12
#: Below so many entries there is nothing to gain from zeros.
_SMALL = 10_000
#: So often are separated objects looked for.
_PASSES = 8
#: At most so many Newton steps are taken in an exact span, until they move no margin further than
#: `_CLOSE`: the bound is off by its square.
_STEPS, _CLOSE = 30, 1e-6
#: A dual equality that holds within this share of its terms holds up to rounding.
_ROUNDING = 1e-13
#: A sum of squares below this has lost digits, or all of itself, to underflow.
_SMALLEST_SQUARE = 1e-290


def fit(problem: Any, w: np.ndarray) -> np.ndarray:
    """X w (N,), at the cost of the non-zero columns where these are few."""
    if problem.X.size < _SMALL or 4 * np.count_nonzero(w) > w.size:
        return problem.X @ w
    support = np.flatnonzero(w)
    return w[support] @ problem.X.T[support]


def certify(problem: Any, w: ArrayLike, theta: ArrayLike | None = None) -> Certificate:
    """Objective at `w` (D,), bound from `theta` (N,) moved into the dual feasible set.

    theta: any vector, in the role of the residual; by default the residual at `w`.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        return problem.proof(w, theta)[0]


def proof(problem: Any, w: ArrayLike, theta: ArrayLike | None) -> tuple[Certificate, np.ndarray]:
    """(what `certify` says, the correlations X' theta (D,) from which it does). What overflows
    proves nothing, and numpy warns of it unless told not to."""
    X, t = problem.X, problem.t
    w = as_vector(w, X.shape[1], "w")
    at = problem.fit(w)
    objective = float(problem.loss(at) + problem.penalty(w))
    theta = problem.residual(at) if theta is None else as_vector(theta, t.size, "theta")
    correlation = X.T @ theta
    bound = float(problem.bound(theta, correlation))
    return certificate(objective, bound, problem.scale), correlation


def certificate(objective, bound, scale, infeasibility=0.0):
    """A `Certificate` in which numbers that are not finite prove nothing."""
    return Certificate(
        objective if math.isfinite(objective) else math.inf,
        bound if math.isfinite(bound) else -math.inf,
        scale,
        infeasibility,
    )


# --- 1/2 ||t - X w||^2 ----------------------------------------------------------------------------


def squared_scale(problem: Any) -> float:
    """What gaps are measured against: the objective at w = 0."""
    return float(0.5 * (problem.t @ problem.t))


def squared_loss(problem: Any, fit: np.ndarray) -> float:
    """1/2 ||t - fit||^2."""
    r = problem.t - fit
    return 0.5 * (r @ r)


def squared_residual(problem: Any, fit: np.ndarray) -> np.ndarray:
    """t - fit."""
    return problem.t - fit


def squared_bound(problem: Any, theta: np.ndarray, correlation: np.ndarray) -> float:
    """D(kappa theta) for the best kappa that keeps Omega^*(kappa X' theta) <= lam.

    D(theta) = theta't - 1/2 ||theta||^2; correlation = X' theta. At lam = 0 the bound is the least
    loss, from the projected residual, whatever theta.
    """
    if problem.lam == 0.0:
        return problem.least
    along, square = float(theta @ problem.t), float(theta @ theta)
    return scaled_bound(along, square, float(problem.dual_norm(correlation)), problem.lam)


def scaled_bound(along: float, square: float, norm: float, lam: float) -> float:
    """The largest kappa along - 1/2 kappa^2 square with |kappa| norm <= lam: what a theta proves
    that has along = theta't, square = ||theta||^2 and norm = Omega^*(X' theta)."""
    if square == 0.0:
        return 0.0
    widest = lam / norm if norm > 0.0 else np.inf
    kappa = min(max(along / square, -widest), widest)
    return kappa * along - 0.5 * kappa * kappa * square


def squared_lam_max(problem: Any) -> float:
    """The smallest lam at which w = 0 is optimal."""
    return float(problem.dual_norm(problem.X.T @ problem.t))


def squared_lipschitz(problem: Any) -> float:
    """The largest eigenvalue of X'X."""
    return top_eigenvalue(problem.X)


def least_loss(X, t):
    """A lower bound on min 1/2 ||t - X w||^2: the dual value of the residual projected on the null
    space of X', less what rounding may make of it.

    Columns that differ by less than rounding still span a plane: where the rank of X is not what
    rounding shows, the span is found in longer arithmetic. The bound is 0 where that takes too
    long.
    """
    square = 0.5 * float(t @ t)
    if X.size == 0:
        return square
    U, s, _ = np.linalg.svd(equal_columns(X), full_matrices=False)
    seen = seen_rank(s, X.shape)
    if seen == 0:
        return square
    # The singular vectors are those of a matrix that is off by about eps s[0].
    span, angle = U[:, :seen], np.finfo(float).eps * s[0] / s[seen - 1]
    if not is_rank(X, seen):
        span, angle = exact_span(X), np.finfo(float).eps
    if span is None:
        return 0.0
    along = span.T @ t
    theta = t - span @ along
    error = float(angle * np.linalg.norm(along) * np.linalg.norm(theta))
    return max(lowered(float(theta @ t - 0.5 * (theta @ theta)), error, square), 0.0)


# --- sum log(1 + exp(-t_n x_n'w)) -----------------------------------------------------------------


def logistic_scale(problem: Any) -> float:
    """What gaps are measured against: the objective at w = 0, N log 2."""
    return float(problem.t.size * np.log(2.0))


def logistic_loss(problem: Any, fit: np.ndarray) -> float:
    """sum log(1 + exp(-t_n fit_n))."""
    return np.logaddexp(0.0, -problem.t * fit).sum()


def logistic_residual(problem: Any, fit: np.ndarray) -> np.ndarray:
    """t q, q_n = 1 / (1 + exp(t_n fit_n)): the probability of the wrong class."""
    return problem.t * expit(-problem.t * fit)


def logistic_bound(problem: Any, theta: np.ndarray, correlation: np.ndarray) -> float:
    """The entropy of kappa q, q = t theta clipped to [0, 1], for kappa <= 1 small enough that
    Omega^*(kappa X'(t q)) <= lam; correlation = X' theta."""
    q = problem.t * theta
    if np.any(q < 0.0) or np.any(q > 1.0):
        q = np.clip(q, 0.0, 1.0)
        correlation = problem.X.T @ (problem.t * q)
    if problem.lam == 0.0:
        return _entropy(_balanced(problem, q))
    norm = float(problem.dual_norm(correlation))
    return _entropy(min(1.0, problem.lam / norm) * q if norm > 0.0 else q)


def logistic_lam_max(problem: Any) -> float:
    """The smallest lam at which w = 0 is optimal."""
    return 0.5 * squared_lam_max(problem)


def logistic_lipschitz(problem: Any) -> float:
    """A quarter of the largest eigenvalue of X'X."""
    return 0.25 * top_eigenvalue(problem.X)


def _entropy(q):
    return 0.0 - float(np.sum(xlogy(q, q) + xlog1py(1.0 - q, -q)))


def _balanced(problem, q):
    """A point of the dual feasible set at lam = 0, {X'(t theta) = 0, 0 <= theta <= 1}, near q.

    theta = q (1 - (1 - q) Z d), Z = diag(t) X and d the Newton step: inside the box wherever the
    step changes each margin by at most 1, which it does near a minimum. Objects that a direction
    separates have theta = 0 at every feasible point: entries that come out at 0 or below are put
    there, and the rest is balanced again. theta = 0 is always feasible, and the answer where
    nothing better is found.
    """
    if problem.X.shape[1] == 0 or not np.all(np.isfinite(q)):
        return q
    q = np.clip(q, _EDGE, 1.0 - _EDGE)
    Z = equal_columns(problem.t[:, None] * problem.X)
    theta, kept = np.zeros(q.size), np.ones(q.size, dtype=bool)
    for _ in range(_PASSES):
        theta[kept], seen = _newton_balanced(Z[kept], q[kept])
        if theta.min(initial=0.0) >= 0.0 and _is_balanced(Z, theta):
            if not is_rank(Z[kept], seen):
                theta[kept] = _span_balanced(Z[kept], q[kept])
            return theta if theta.max(initial=0.0) <= 1.0 else np.zeros(q.size)
        kept &= theta > _EDGE
        theta[~kept] = 0.0
    return np.zeros(q.size)


def _span_balanced(Z, q):
    """theta where the columns of Z depend on each other only up to rounding: q is far from balanced
    in their exact span, and comes nearer by Newton steps, none of a margin's longer than 1."""
    theta, span = np.zeros(q.size), exact_span(Z)
    if span is None:
        return theta
    for _ in range(_STEPS):
        tried, _ = _newton_balanced(span, q)
        if tried.min() >= 0.0 and tried.max() <= 1.0 and _is_balanced(span, tried):
            theta = tried
        step = (1.0 - tried / q) / (1.0 - q)
        longest = np.abs(step).max()
        if longest < _CLOSE:
            break
        q = np.clip(expit(logit(q) - step / max(1.0, longest)), _EDGE, 1.0 - _EDGE)
    return theta


def _newton_balanced(Z, q):
    """(theta, the rank of Z as rounding shows it)."""
    root = np.sqrt(q * (1.0 - q))
    weighted, target = root[:, None] * Z, np.sqrt(q / (1.0 - q))
    d, _, seen, _ = np.linalg.lstsq(weighted, target, rcond=None)
    return q * (1.0 - (1.0 - q) * (Z @ d)), int(seen)


def _is_balanced(Z, theta):
    return bool(np.all(np.abs(Z.T @ theta) <= _ROUNDING * (np.abs(Z).T @ np.abs(theta))))


# --- shared ---------------------------------------------------------------------------------------


def visible_square(a: np.ndarray, name: str) -> float:
    """The sum of squares of the entries; raise where `a` is not zero, but that is, or is too small
    for its digits."""
    square = sum_of_squares(a)
    if square < _SMALLEST_SQUARE and a.any():
        raise InputError(
            f"{name} must be zero or large enough for its sum of squares to be above "
            f"{_SMALLEST_SQUARE:g}, got {square:g}; rescale it, and lam by the same factor."
        )
    return square
