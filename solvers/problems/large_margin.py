"""A full metric by margins over triplets: large margin nearest neighbours in its convex form, and
with a ridge the full matrix in place of `TripletMetric`'s diagonal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import numpy as np
from scipy.linalg import solve_triangular

from solvers.checks import InputError, as_array, copied, nonnegative, set_fields, symmetric
from solvers.docstrings import cite
from solvers.problems.cone import asymmetry, indefiniteness
from solvers.problems.triplet_metric import triplet_rows
from solvers.result import ArrayLike, Certificate, answer_scale, lowered, sum_error

#: Shares of the multipliers that fit a point by complementarity, of which the best is taken.
_SHARES = 2.0 ** -np.arange(12.0)
_EPS = np.finfo(float).eps
#: A root that rounding puts off by this share of the identity says nothing of T.
_LACK = 0.5


@cite
@dataclass(frozen=True, slots=True, eq=False)
class LargeMarginMetric:
    """min <T, M> + r/2 ||M||^2 + C sum_t max(0, 1 - <Z_t, M>) over M (m, m) positive semidefinite.

    Z_t = f_t f_t' - g_t g_t', so that <Z_t, M> is by how much the squared distance of the far pair
    exceeds that of the near one. r = 0, T = (1 - mu) times the scatter of the target neighbours and
    C = mu are LMNN; T = 0 and r = 1 are `TripletMetric` with a full matrix for the diagonal.

    Its dual, with S = sum_t alpha_t Z_t over 0 <= alpha_t <= C: the minimum over M of
    <T - S, M> + r/2 ||M||^2 is -||[S - T]_+||^2 / (2 r), [.]_+ the positive semidefinite part, and
    for r = 0 it is 0 where T - S is positive semidefinite, else -inf. Hence max sum(alpha) -
    ||[S - T]_+||^2 / (2 r), or for r = 0 max sum(alpha) with T - S positive semidefinite.
    Where T is positive definite every alpha gives a bound: s alpha with the largest s <= 1 that is
    feasible for r = 0 is feasible for every r, and has the value s sum(alpha).

    far, near (n, m): the differences f_t and g_t.
    T (m, m): symmetric; positive definite where ridge is 0. None for 0.
    C >= 0, ridge = r >= 0; the norm is Frobenius'.
    root (m, m) or None: computed here; root' root = T^-1, never less, where T is positive definite.
    reach (n,): computed here; |f_t|^2 + |g_t|^2.

    References
    ----------
    weinberger-2009
    sparse-metrics: a row of table 2
    """

    far: np.ndarray
    near: np.ndarray
    T: np.ndarray | None = None
    C: float = 1.0
    ridge: float = 0.0
    root: np.ndarray | None = field(init=False, repr=False)
    reach: np.ndarray = field(init=False, repr=False)

    __reduce__ = copied

    def __post_init__(self):
        far, near = as_array(self.far, "far", ndim=2), as_array(self.near, "near", ndim=2)
        if far.shape != near.shape or far.shape[1] == 0:
            raise InputError(
                "far and near must have the same shape (n, m) with m at least 1, got "
                f"{far.shape} and {near.shape}."
            )
        m = far.shape[1]
        T = np.zeros((m, m)) if self.T is None else as_array(self.T, "T", 2, shape=(m, m))
        T = symmetric(T, "T")
        ridge, C = nonnegative(self.ridge, "ridge"), nonnegative(self.C, "C")
        with np.errstate(over="ignore", invalid="ignore"):
            reach = np.sum(far**2, axis=1) + np.sum(near**2, axis=1)
        reach.flags.writeable = False
        set_fields(self, far=far, near=near, T=T, C=C, ridge=ridge, reach=reach, root=_root(T))
        if self.root is None and ridge == 0.0:
            raise InputError(
                "T must be positive definite where ridge is 0, got smallest eigenvalue "
                f"{np.linalg.eigvalsh(T)[0]:.3g}; add to its diagonal, or take a ridge above 0."
            )
        _require_moderate(self)

    def certify(self, M: ArrayLike, alpha: ArrayLike | None = None) -> Certificate:
        """Proof of quality of `M` (m, m).

        objective: the value at M. bound: the better of the two dual values of the class at
        clip(alpha, 0, C) (n,), see `feasible`; without alpha, at a share of C where <Z_t, M> < 1.
        What rounding may have done to either is taken off where it matters. The eigenvalues of M
        and of one sum of the Z_t are all that it computes in addition to products.
        infeasibility: the asymmetry of M (largest entry of |M - M'|) over its largest entry, or
        minus its smallest eigenvalue over the largest in size; 0 up to rounding.
        scale: the sum of the absolute terms of the objective or, where T is positive definite or 0
        and that is smaller, C n, its value at 0.
        """
        M = as_array(M, "M", 2, shape=(self.far.shape[1],) * 2)
        with np.errstate(over="ignore", invalid="ignore"):
            Y = 0.5 * (M + M.T)
            outside = max(asymmetry(M), indefiniteness(Y))
            margins = self.margins(Y)
            terms, error = self._terms(Y, margins)
            value, scale = sum(terms), answer_scale(*terms, at_zero=self._at_zero())
            if alpha is None:
                found = np.where(margins < 1.0, self.C, 0.0)
                found = [self._dual(share * found) for share in _SHARES]
                bound, off = max(found, key=lambda pair: pair[0] - pair[1])
            else:
                bound, off = self._dual(as_array(alpha, "alpha", 1, shape=self.reach.shape))
            bound = lowered(bound, error + off, scale)
        value = value if value == value else np.inf
        return Certificate(value, bound, scale, outside)

    def _at_zero(self):
        """The value at M = 0, where none of the terms is negative; else inf."""
        signed = self.root is None and cast(np.ndarray, self.T).any()
        return np.inf if signed else self.C * len(self.reach)

    def margins(self, M: np.ndarray) -> np.ndarray:
        """<Z_t, M> (n,)."""
        far, near = np.sum((self.far @ M) * self.far, 1), np.sum((self.near @ M) * self.near, 1)
        return far - near

    def scatter(self, alpha: np.ndarray) -> np.ndarray:
        """S (m, m) = sum_t alpha_t Z_t."""
        S = (alpha[:, None] * self.far).T @ self.far - (alpha[:, None] * self.near).T @ self.near
        return 0.5 * (S + S.T)

    def feasible(self, alpha: np.ndarray) -> np.ndarray:
        """The multipliers (n,) from `alpha` of which `certify` has its bound: within their box and,
        where that proves more, s alpha with the largest s <= 1 that leaves T - S positive
        semidefinite."""
        alpha = np.clip(alpha, 0.0, self.C)
        (smooth, error), total = self._smooth(alpha), float(alpha.sum())
        shrunk = self._shrunk(alpha)
        if smooth - error > shrunk or not total > 0.0 or not shrunk > -np.inf:
            return alpha
        return min(shrunk / total, 1.0) * alpha

    def bound(self, alpha: np.ndarray, scale: float) -> float:
        """The better dual value at `alpha` within its box, less its rounding where that is not a
        negligible share of `scale`."""
        value, error = self._dual(alpha)
        return float(lowered(value, error, abs(scale)))

    def _dual(self, alpha):
        """(the better dual value at `alpha` within its box, how far rounding may put it off)."""
        alpha = np.clip(alpha, 0.0, self.C)
        shrunk, (smooth, error) = self._shrunk(alpha), self._smooth(alpha)
        return (smooth, error) if smooth - error > shrunk else (shrunk, 0.0)

    def _terms(self, Y, margins):
        """(the terms of the objective at symmetric `Y`, how far rounding may put their sum off)."""
        losses, size = np.maximum(1.0 - margins, 0.0), np.linalg.norm(Y)
        terms = np.vdot(self.T, Y), 0.5 * self.ridge * size**2, self.C * losses.sum()
        own = sum_error(Y.size)
        near = margins < 1.0 + own * size * self.reach
        linear = np.abs(cast(np.ndarray, self.T)).sum() + self.C * self.reach[near].sum()
        error = own * (linear * size + self.ridge * size**2 + self.C * losses.sum())
        return tuple(map(float, terms)), float(error)

    def _shrunk(self, alpha):
        """s sum(alpha) with the largest s <= 1 at which T - s S is positive semidefinite beyond
        rounding; -inf where T is not positive definite."""
        if self.root is None:
            return -np.inf
        W, size = np.zeros_like(self.root), 0.0
        for V, sign in ((self.far, 1.0), (self.near, -1.0)):
            F, terms = V @ self.root.T, np.abs(V) @ np.abs(self.root.T)
            W = W + sign * (alpha[:, None] * F).T @ F
            size += alpha @ (np.linalg.norm(F, axis=1) * np.linalg.norm(terms, axis=1))
        if not np.isfinite(size):
            return -np.inf
        top = np.linalg.eigvalsh(W)[-1] + sum_error(len(alpha) + len(W)) * size
        total = alpha.sum() * (1.0 - sum_error(len(alpha)))
        return float(total / max(1.0, top + 4.0 * _EPS * len(W)))

    def _smooth(self, alpha):
        """(sum(alpha) - ||[S - T]_+||^2 / (2 r), its error); (-inf, 0) for r = 0."""
        G = self.scatter(alpha) - self.T
        if self.ridge == 0.0 or not np.isfinite(G).all():
            return -np.inf, 0.0
        size = np.linalg.norm(np.maximum(np.linalg.eigvalsh(G), 0.0))
        total = alpha.sum()
        off = alpha @ self.reach + np.abs(cast(np.ndarray, self.T)).sum()
        own = sum_error(len(alpha) + G.size)
        value = total - 0.5 * size**2 / self.ridge
        return value, own * (total + (size + own * off) * off / self.ridge)

    @classmethod
    def from_triplets(cls, X: ArrayLike, triplets: ArrayLike, C: float = 1.0) -> LargeMarginMetric:
        """`TripletMetric.from_triplets` with a full matrix: T = 0, ridge = 1, of data X (N, m) and
        triplets (n, 3) of row numbers "i is closer to j than to k"."""
        X = as_array(X, "X", ndim=2)
        i, j, k = triplet_rows(triplets, X.shape[0]).T
        with np.errstate(over="ignore", invalid="ignore"):
            return cls(X[i] - X[k], X[i] - X[j], None, C, 1.0)


def positive_part(M: np.ndarray) -> tuple[np.ndarray, float]:
    """(the positive semidefinite matrix nearest to symmetric `M`, the smallest eigenvalue of M)."""
    values, V = np.linalg.eigh(M)
    if values[0] >= 0.0:
        return M, float(values[0])
    half = V * np.sqrt(np.maximum(values, 0.0))
    return half @ half.T, float(values[0])


def _root(T):
    """R with R'R >= T^-1, tight up to rounding: the inverse of the lower Cholesky factor, larger by
    what R T R' lacks of the identity; None where T is not positive definite beyond rounding."""
    try:
        factor = np.linalg.cholesky(T)
    except np.linalg.LinAlgError:
        return None
    root = solve_triangular(factor, np.eye(len(T)), lower=True, check_finite=False)
    with np.errstate(over="ignore", invalid="ignore"):
        terms = np.abs(root) @ np.abs(T) @ np.abs(root).T
        lack = np.linalg.norm(root @ T @ root.T - np.eye(len(T)))
        lack += sum_error(2 * len(T)) * np.linalg.norm(terms)
    if not lack < _LACK:
        return None
    root /= np.sqrt(1.0 - lack)
    root.flags.writeable = False
    return root


def _require_moderate(problem):
    """Refuse data so large that the values overflow."""
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        total = problem.C * problem.reach.sum() + np.abs(problem.T).sum()
        squared = total * total / (problem.ridge or 1.0)
        if not np.isfinite(squared) or not np.isfinite(problem.reach).all():
            largest = max(np.abs(problem.far).max(initial=0.0), np.abs(problem.near).max(initial=0))
            raise InputError(
                "far, near, T and C must be small enough for the square of T - C sum Z_t to be "
                f"finite, got entries up to {largest:.3g} and C = {problem.C:.3g}; rescale them."
            )
