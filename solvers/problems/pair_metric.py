"""A metric near a prior one in which similar pairs are near and dissimilar pairs far: ITML."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import numpy as np

from solvers.checks import (
    InputError,
    as_array,
    copied,
    labels,
    positive,
    same_length,
    set_fields,
    symmetric,
)
from solvers.docstrings import cite
from solvers.precision.log_det import inverse
from solvers.problems.cone import asymmetry, indefiniteness
from solvers.problems.log_det import LARGEST, SINGULAR, log_det_with_error
from solvers.result import HALVINGS, ArrayLike, Certificate, answer_scale, sum_error


@cite
@dataclass(frozen=True, slots=True, eq=False)
class InformationTheoreticMetric:
    """min D(M) + gamma sum_i (xi_i / b_i - log(xi_i / b_i) - 1) over M (m, m) positive definite and
    xi (n,) > 0, with v_i'M v_i <= xi_i where y_i = 1 and v_i'M v_i >= xi_i where y_i = -1.

    D(M) = tr(K M) - log det(K M) - m >= 0 is the divergence of M from the prior K^-1. At a
    given M the best xi_i is max(b_i, v_i'M v_i) for a similar pair and min(b_i, v_i'M v_i) for a
    dissimilar one, so that every M is feasible.

    Its dual, by M = B^-1 and xi_i = b_i / (1 - s_i) at the saddle of the Lagrangian:
    max log det(B) - log det(K) + gamma sum_i log(1 - s_i) over lam (n,) >= 0, where
    B = K + sum_i y_i lam_i v_i v_i' must be positive definite and s_i = y_i lam_i b_i / gamma < 1.
    lam = 0 is feasible, with the value 0.

    V (n, m): the differences v_i of the pairs; y (n,): 1 for a similar pair, -1 for a dissimilar
    one, whose v_i must not be 0.
    b: the bounds on squared distances, positive; one number or one per pair (n,).
    prior_inverse (m, m): K, symmetric positive definite; None for the identity.
    gamma > 0: what a violated bound costs; the larger, the harder the bounds.
    base: computed here; log det(K) and how far rounding may put it off.

    References
    ----------
    davis-2007
    sparse-metrics: a row of table 2
    """

    V: np.ndarray
    y: np.ndarray
    b: float | np.ndarray = 1.0
    prior_inverse: np.ndarray | None = None
    gamma: float = 1.0
    base: tuple[float, float] = field(init=False, repr=False)

    __reduce__ = copied

    def __post_init__(self):
        V, y = as_array(self.V, "V", ndim=2), labels(self.y, "y")
        same_length(V, y, "V", "y")
        if V.shape[1] == 0:
            raise InputError(f"V must have at least one column, got shape {V.shape}.")
        if np.abs(V).max(initial=0.0) > LARGEST:
            raise InputError(
                f"V must be at most {LARGEST:g} in size, got {np.abs(V).max():.3g}; rescale it."
            )
        zero = np.flatnonzero((y < 0.0) & ~V.any(axis=1))
        if zero.size:
            raise InputError(
                f"V must not be 0 where y is -1, got such a row at {zero[0]}; no metric sets equal "
                "points apart: drop it."
            )
        K, base = _prior(self.prior_inverse, V.shape[1])
        gamma, b = positive(self.gamma, "gamma"), _bounds(self.b, y.size)
        set_fields(self, V=V, y=y, b=b, prior_inverse=K, gamma=gamma, base=base)

    def certify(self, M: ArrayLike, lam: ArrayLike | None = None) -> Certificate:
        """Proof of quality of `M` (m, m).

        objective: the value at M made symmetric with the best xi; inf where M is not positive
        definite. bound: the dual value at max(lam, 0) (n,), pulled towards 0 where that is not
        feasible; never below 0. Without lam, at the one that fits M: gamma |1 / b_i - 1 / xi_i|.
        scale: the larger of m and the objective, as m is the size of tr(K M) and of the log det at
        the answer. infeasibility: the asymmetry of M (largest entry of |M - M'|) over its largest
        entry, or minus its smallest eigenvalue over the largest in size; 0 up to rounding. Both
        values carry an allowance for rounding; a log det takes a factorisation.
        """
        m = float(self.V.shape[1])
        M = as_array(M, "M", 2, shape=(self.V.shape[1],) * 2)
        apart, M = asymmetry(M), 0.5 * (M + M.T)
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            value = self.objective(M)
            lam = self.multipliers(M) if lam is None else lam
            bound = self.bound(as_array(lam, "lam", 1, shape=self.y.shape))
        outside = apart if value < np.inf else max(apart, indefiniteness(M))
        return Certificate(value, bound, max(m, answer_scale(value)), outside)

    def objective(self, M: np.ndarray) -> float:
        """The value at symmetric `M` with the best xi, and the allowance of `certify`."""
        m, K = self.V.shape[1], cast(np.ndarray, self.prior_inverse)
        logarithm, error = log_det_with_error(M)
        if error > SINGULAR:
            return np.inf
        error += self.base[1] + sum_error(m * m) * np.vdot(np.abs(K), np.abs(M))
        value = np.vdot(K, M) - logarithm - self.base[0] - m
        ratio = self.slacks(M) / self.b
        # log1p, as ratio - log(ratio) - 1 cancels where the ratio is near 1, and ratio - 1 has lost
        # the digits of a ratio near 0.
        near = ratio > 0.5
        slack = (ratio - 1.0) - np.where(near, np.log1p(ratio - 1.0), np.log(ratio))
        total = float(value + error + self.gamma * slack.sum())
        return total if total == total else np.inf

    def slacks(self, M: np.ndarray) -> np.ndarray:
        """The best xi (n,) at `M`: max or min of b and v'Mv, the latter put off by its rounding to
        the side that costs; 0 where rounding may have left nothing of it."""
        product = self.V @ M
        error = sum_error(2 * M.shape[0]) * np.sum((np.abs(self.V) @ np.abs(M)) * np.abs(self.V), 1)
        square = np.sum(product * self.V, axis=1) + self.y * error
        return np.where(self.y > 0.0, np.maximum(self.b, square), np.clip(square, 0.0, self.b))

    def multipliers(self, M: np.ndarray) -> np.ndarray:
        """lam (n,) >= 0 that fits `M` by stationarity in xi; s < 1, though B may be indefinite."""
        xi = self.slacks(0.5 * (M + M.T))
        lam = self.gamma * np.abs(1.0 / self.b - 1.0 / xi)
        return np.where(np.isfinite(lam), lam, 0.0)

    def bound(self, lam: np.ndarray) -> float:
        """The dual value near max(`lam`, 0), less the allowance of `certify`."""
        lam = np.maximum(lam, 0.0)
        tries = (self._dual(0.5**halving * lam) for halving in range(HALVINGS))
        return max(0.0, next((value for value in tries if value > -np.inf), 0.0))

    def bracket(self, lam: np.ndarray) -> np.ndarray:
        """B (m, m) = K + sum_i y_i lam_i v_i v_i'; its inverse is M."""
        weighted = (self.y * lam)[:, None] * self.V
        B = self.prior_inverse + weighted.T @ self.V
        return 0.5 * (B + B.T)

    def _dual(self, lam):
        """The dual value at `lam` less its rounding; -inf where that is not feasible or unknown."""
        s = self.y * lam * (self.b / self.gamma)
        B = self.bracket(lam)
        if not (s < 1.0).all() or not np.isfinite(B).all():
            return -np.inf
        logarithm, _ = log_det_with_error(B)
        if logarithm == -np.inf:
            return -np.inf
        # What was added up to B, rather than B, as dissimilar pairs are taken off.
        size = np.diagonal(cast(np.ndarray, self.prior_inverse)) + lam @ self.V**2
        own = sum_error(len(lam) + len(B))
        error = own * (size @ np.diagonal(inverse(B)))
        if not error <= SINGULAR:
            return -np.inf
        losses = np.log1p(-s)
        slope = np.abs(losses) + 4.0 * np.abs(s) / (1.0 - s)
        error += self.base[1] + sum_error(len(lam)) * self.gamma * slope.sum()
        value = logarithm - self.base[0] + self.gamma * losses.sum() - error
        return float(value) if value == value else -np.inf


def _prior(K, m):
    """(K (m, m), its log det and the rounding of that)."""
    K = np.eye(m) if K is None else K
    K = symmetric(as_array(K, "prior_inverse", 2, shape=(m, m)), "prior_inverse")
    largest = np.abs(K).max()
    if largest > LARGEST:
        raise InputError(
            f"prior_inverse must be at most {LARGEST:g} in size, got {largest:.3g}; rescale V."
        )
    base = log_det_with_error(K)
    if base[1] > SINGULAR:
        raise InputError(
            "prior_inverse must be positive definite, beyond rounding, got smallest eigenvalue "
            f"{np.linalg.eigvalsh(K)[0]:.3g} (largest {largest:.3g}); add a ridge to it."
        )
    return K, base


def _bounds(b, n):
    """`b` as an array (n,) of positive numbers."""
    if not isinstance(b, (list, tuple)) and np.ndim(b) == 0:
        b = np.full(n, positive(b, "b"))
    b = as_array(b, "b", ndim=1)
    if b.size != n:
        raise InputError(f"b must be a number or have {n} entries, one per pair, got {b.size}.")
    low, high = b.min(initial=1.0), b.max(initial=1.0)
    if not low >= 1.0 / LARGEST**2 or high > LARGEST**2:
        raise InputError(
            f"b must lie between {LARGEST**-2:g} and {LARGEST**2:g}, got {low:.3g} to "
            f"{high:.3g}; a bound of 0 comes from equal points: drop such pairs."
        )
    return b
