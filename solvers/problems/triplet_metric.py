"""Learning a diagonal metric from triplets "i is closer to j than to k"."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import numpy as np
from scipy.linalg import solve_triangular

from solvers.checks import (
    InputError,
    as_array,
    class_labels,
    copied,
    integer,
    labels,
    locked,
    nonnegative,
    one_of,
    same_length,
    set_fields,
    symmetric,
)
from solvers.docstrings import cite
from solvers.result import ROUNDING, ArrayLike, Certificate, answer_scale, lowered, sum_error


@cite
@dataclass(frozen=True, slots=True, eq=False)
class TripletMetric:
    """min 1/2 w'Lw + C sum_i max(0, 1 - z_i'w) over w (m,), w >= 0.

    Its dual: max sum(lam) - 1/2 u'L^-1 u with u = Z'lam + t over 0 <= lam <= C (n,), t >= 0 (m,).

    Z (n, m): one triplet z_i per row, in squared units of the data; no rows are allowed.
    L (m, m): symmetric positive definite; None for the identity.
    C >= 0: the penalty of one unit of violation; the loss is a sum over triplets.
    nonnegative: False frees w and drops t, which leaves the linear support vector machine.
    root (m, m), reach (m,): computed here; L^-1 = root' root, root the inverse of L's lower
    Cholesky factor; reach = sum_i |z_i|.

    References
    ----------
    triplets: (2.3), (2.4) and (3.8) with the sign of sum(lam) corrected
    """

    Z: np.ndarray
    L: np.ndarray | None = None
    C: float = 1.0
    nonnegative: bool = True
    root: np.ndarray = field(init=False, repr=False)
    reach: np.ndarray = field(init=False, repr=False)

    __reduce__ = copied

    def __post_init__(self):
        Z = as_array(self.Z, "Z", ndim=2)
        m = Z.shape[1]
        if m == 0:
            raise InputError(f"Z must have at least one column, got shape {Z.shape}.")
        plain = self.L is None
        L = symmetric(as_array(np.eye(m) if plain else self.L, "L", 2, shape=(m, m)), "L")
        with np.errstate(over="ignore"):  # infinite where that is beyond numbers, to be refused
            reach = locked(np.abs(Z).sum(axis=0))
        set_fields(
            self,
            Z=Z,
            L=L,
            C=nonnegative(self.C, "C"),
            nonnegative=one_of(self.nonnegative, (True, False), "nonnegative"),
            root=L if plain else _inverse_factor(L),
            reach=reach,
        )
        _require_moderate(self)

    @classmethod
    def from_triplets(
        cls, X: ArrayLike, triplets: ArrayLike, A: ArrayLike | None = None, C: float = 1.0
    ) -> TripletMetric:
        """The problem of data X (N, d) and triplets (n, 3) of row numbers i, j, k.

        A (d, m): a linear map of the data, the identity by default; the metric is
        d(u, v) = sum_j w_j [A'(u - v)]_j^2 and L = (A'A) o (A'A), o the entrywise product.
        """
        X = as_array(X, "X", ndim=2)
        i, j, k = triplet_rows(triplets, X.shape[0]).T
        with np.errstate(over="ignore", invalid="ignore"):
            L = None
            if A is not None:
                A = _map(A, X.shape[1])
                X, L = X @ A, (A.T @ A) ** 2
            return cls((X[i] - X[k]) ** 2 - (X[i] - X[j]) ** 2, L, C)

    @classmethod
    def linear_svm(cls, X: ArrayLike, y: ArrayLike, C: float = 1.0) -> TripletMetric:
        """The linear support vector machine without bias of X (N, m), y (N,) of -1 and +1: (2.4) of
        the source."""
        X, y = as_array(X, "X", ndim=2), labels(y, "y")
        same_length(X, y, "X", "y")
        return cls(y[:, None] * X, None, C, nonnegative=False)

    def certify(
        self, w: ArrayLike, lam: ArrayLike | None = None, t: ArrayLike | None = None
    ) -> Certificate:
        """Proof of quality of `w` (m,).

        objective: the value at w.
        bound: the dual value, computed afresh, at clip(lam, 0, C) (n,) and max(t, 0) (m,), t = 0
        where w is free. Without lam, both are derived from w: see `multipliers`. What rounding
        may have done to either value is taken off, where a large C makes it matter.
        scale: the objective or, where that is smaller, C n, its value at 0.
        infeasibility: the largest -w_j over the largest |w_j|, 0 where w is free.
        """
        L = cast(np.ndarray, self.L)
        w = as_array(w, "w", 1, shape=(len(L),))
        with np.errstate(over="ignore", invalid="ignore"):
            value = 0.5 * w @ L @ w + self.C * np.maximum(1.0 - self.Z @ w, 0.0).sum()
            scale = answer_scale(value, at_zero=self.C * len(self.Z))
            if lam is None:
                lam, t = self._derived(w)
            else:
                lam = np.clip(as_array(lam, "lam", 1, shape=(len(self.Z),)), 0.0, self.C)
                t = self._slope(w, lam) if t is None else as_array(t, "t", 1, shape=w.shape)
            bound, v, t = self._dual(lam, t)
            bound = lowered(bound, self._error(w, lam, t, v, scale), scale)
        value = float(value) if value == value else np.inf  # inf - inf of numbers too large
        return Certificate(
            objective=value,
            bound=float(bound) if bound == bound else -np.inf,
            scale=scale,
            infeasibility=self._outside(w),
        )

    def _outside(self, w):
        out = float(np.max(-w, initial=0.0)) if self.nonnegative else 0.0
        return out / float(np.abs(w).max()) if out > 0.0 else 0.0

    def project(self, w: np.ndarray) -> np.ndarray:
        """The nearest feasible point: max(w, 0), or a copy of w where w is free."""
        return np.maximum(w, 0.0) if self.nonnegative else np.array(w)

    def multipliers(self, w: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
        """Dual feasible (lam, t) that fit `w` by complementarity, scaled to the best dual value.

        lam_i = C where z_i'w < 1 and 0 elsewhere. What triplets with z_i'w = 1 carry is left open,
        so that the bound it gives is seldom tight, but never below 0.
        """
        return self._derived(as_array(w, "w", 1, shape=self.root.shape[:1]))

    def _derived(self, x):
        lam = np.where(self.Z @ x < 1.0, self.C, 0.0)
        t = self._slope(x, lam)
        r = self.root @ (self.Z.T @ lam + t)
        square = r @ r
        share = min(1.0, lam.sum() / square) if square > 0.0 else 1.0
        return share * lam, share * t

    def _slope(self, x, lam):
        """The admissible t nearest to stationarity of (x, lam)."""
        slope = self.L @ x - self.Z.T @ lam
        return np.maximum(slope, 0.0) if self.nonnegative else np.zeros(x.size)

    def _dual(self, lam, t):
        """(D, v, t): sum(lam) - 1/2 u'L^-1 u with u = Z'lam + t at the admissible t; v = L^-1 u.

        u'L^-1 u = 2 u'v - v'Lv + ||u - Lv||^2 in L^-1 for every v, so that what the factor of an
        ill-conditioned L puts v off by enters only as a square, which is counted twice.
        """
        t = np.maximum(t, 0.0) if self.nonnegative else np.zeros_like(t)
        u = self.Z.T @ lam + t
        if self.root is self.L:  # the identity
            return lam.sum() - 0.5 * (u @ u), u, t
        v = self.root.T @ (self.root @ u)
        Lv = self.L @ v
        rest = self.root @ (u - Lv)
        return lam.sum() - (u @ v - 0.5 * v @ Lv + rest @ rest), v, t

    def _error(self, x, lam, t, v, scale):
        """How far rounding may put objective and bound off, together; cheaply, where it is a share
        of `scale` that does not matter."""
        size, highest = np.abs(x), lam.max(initial=0.0)
        cheap = self._off(
            x, lam, t, v, self.C * (lam.size + self.reach @ size), highest * self.reach
        )
        if cheap <= ROUNDING * scale:
            return cheap
        Z = np.abs(self.Z)
        terms = Z @ size + 1.0
        near = 1.0 - self.Z @ x > -sum_error(x.size) * terms
        return self._off(x, lam, t, v, self.C * terms[near].sum(), lam @ Z)

    def _off(self, x, lam, t, v, losses, sums):
        """`_error` from what is added up, in absolute values, in the losses and in Z'lam (m,)."""
        L, x, v = np.abs(cast(np.ndarray, self.L)), np.abs(x), np.abs(v)
        few, many = sum_error(x.size), sum_error(lam.size)
        dual = (few + many) * (v @ (sums + t)) + many * lam.sum()
        return few * (losses + x @ L @ x + v @ L @ v) + dual


def sample_triplets(y: ArrayLike, n: int, seed: int = 0) -> np.ndarray:
    """`n` triplets (n, 3) of row numbers i, j, k with y_i = y_j != y_k and j != i, drawn at random.

    y (N,): class labels of any kind. Drawn with repetition: i evenly among the points that have a
    partner in their class and a point outside it, then j and k evenly.
    """
    y, n = np.unique(class_labels(y, "y"), return_inverse=True)[1], integer(n, "n")
    size = np.bincount(y)
    able = np.flatnonzero((size[y] >= 2) & (size[y] < y.size))
    if able.size == 0:
        raise InputError(
            "y must hold two classes, one of them at least twice, or there is no triplet; "
            f"got class sizes {size.tolist()[:10]}."
        )
    rng = np.random.default_rng(integer(seed, "seed"))
    order, first = np.argsort(y, kind="stable"), np.cumsum(size) - size
    rank = np.empty_like(order)
    rank[order] = np.arange(y.size) - first[y[order]]
    i = rng.choice(able, n)
    mine, start = size[y[i]], first[y[i]]
    j = rng.integers(mine - 1)
    k = rng.integers(y.size - mine)
    j, k = start + j + (j >= rank[i]), k + mine * (k >= start)
    return np.column_stack([i, order[j], order[k]])


def _inverse_factor(L):
    """The inverse of the lower Cholesky factor of L; singular up to rounding counts as singular,
    as the certificates would be rounding too."""
    advice = "drop zero or repeated columns of A, or add a ridge to L (another problem)."
    try:
        factor = np.linalg.cholesky(L)
    except np.linalg.LinAlgError:
        low = np.linalg.eigvalsh(L)[0]
        raise InputError(
            f"L must be positive definite, got smallest eigenvalue {low:.3g}; {advice}"
        ) from None
    pivot = np.min(np.diag(factor) ** 2 / np.diag(L))
    if pivot <= 100 * L.shape[0] * np.finfo(float).eps:
        raise InputError(f"L must be positive definite, got relative pivot {pivot:.3g}; {advice}")
    root = solve_triangular(factor, np.eye(L.shape[0]), lower=True, check_finite=False)
    return as_array(root, "L", ndim=2)


def _require_moderate(problem):
    """Refuse data so large that the dual value overflows."""
    with np.errstate(over="ignore", invalid="ignore"):
        r = np.abs(problem.root) @ (problem.C * problem.reach)
        if not np.isfinite(r @ r):
            raise InputError(
                "Z, L and C must be small enough for C^2 Z L^-1 Z' to be finite, got entries of Z "
                f"up to {np.abs(problem.Z).max():.3g} and C = {problem.C:.3g}; rescale the data: "
                "Z s with C / s^2 is the same problem."
            )


def _map(A, d):
    A = as_array(A, "A", ndim=2)
    if A.shape[0] != d:
        raise InputError(f"A must have {d} rows, one per column of X, got shape {A.shape}.")
    empty = np.flatnonzero(~A.any(axis=0))
    if empty.size:
        raise InputError(
            f"A must have no zero column, got column {empty[0]}; use A[:, A.any(axis=0)]."
        )
    return A


def triplet_rows(triplets: ArrayLike, N: int) -> np.ndarray:
    """`triplets` as (n, 3) whole numbers in 0..N-1."""
    try:
        T = np.asarray(triplets)
    except ValueError:  # rows of different lengths
        T = np.array(None)
    if T.ndim != 2 or T.shape[1] != 3 or (T.size and T.dtype.kind not in "iu"):
        raise InputError(
            "triplets must be an (n, 3) array of whole numbers i, j, k, "
            f"got shape {T.shape} of {T.dtype}; see sample_triplets."
        )
    if T.size and not (T.min() >= 0 and T.max() < N):
        raise InputError(
            f"triplets must lie in 0..{N - 1}, the rows of X, got {T.min()}..{T.max()}."
        )
    return T.astype(np.intp)
