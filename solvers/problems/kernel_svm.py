"""The dual of the support vector machine: data and certificate."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import cast

import numpy as np
from scipy.linalg import eigvalsh
from scipy.linalg.lapack import dpotrf

from solvers.checks import (
    InputError,
    as_array,
    as_vector,
    class_labels,
    copied,
    is_finite,
    locked,
    nonnegative,
    number,
    of_type,
    read_only,
    same_length,
    set_fields,
    symmetric,
)
from solvers.compiled import njit
from solvers.docstrings import cite
from solvers.kernels import KERNELS, Gaussian, Linear, Polynomial, Source, column_source
from solvers.memory import require_memory
from solvers.problems import knapsack
from solvers.problems.knapsack import VISIBLE, block_length
from solvers.result import ROUNDING, ArrayLike, Certificate, answer_scale, sum_error

#: Products without a stored Gram matrix work on blocks of about this many kernel values, which
#: stay in the cache.
_BLOCK = 100_000
#: Eigenvalues of a Gram matrix may be negative by this share of its largest diagonal entry.
_INDEFINITE = 1e-8
_INNER = Linear()


@cite
@dataclass(frozen=True, slots=True, eq=False)
class KernelSVM:
    """min q(x) = 1/2 x'Qx - sum(x) over x (n,), y'x = b, 0 <= x <= C; Q_ij = y_i y_j K(z_i, z_j).

    Its dual: max over v (n,) and s of l(v, s) = -1/2 v'Qv + b s - C sum max(0, s y - (Qv - e)).
    The machine is h(z) = sum_i x_i y_i K(z_i, z) + bias with bias = -s; -q is the dual value of
    LIBSVM, -l its primal value, and C the penalty per point (the loss is a sum).

    X (n, m): one point z_i per row. y (n,): -1 and +1; of two other values, which may be strings,
    the larger becomes +1.
    kernel: `Linear`, `Polynomial` or `Gaussian`. C >= 0. b: 0 for the machine itself.
    K (n, n): a Gram matrix in place of X and kernel, see `from_gram`. Eigenvalues may be negative
    by 1e-8 of its largest diagonal entry; bounds then allow for them, and are that much looser.
    negative: how far they reach below 0, where rounding does not explain it; else 0.

    References
    ----------
    low-cost: (3.29) and (4.1); the bias is not stated there
    """

    X: np.ndarray | None
    y: np.ndarray
    kernel: Linear | Polynomial | Gaussian | None = _INNER
    C: float = 1.0
    b: float = 0.0
    K: np.ndarray | None = field(default=None, repr=False)
    negative: float = field(init=False, repr=False)
    _store: dict = field(init=False, repr=False, default_factory=dict)

    __reduce__ = copied

    def __post_init__(self):
        stored = self.K is not None
        data = _gram(self.K) if stored else as_array(self.X, "X", ndim=2)
        y = _two_classes(self.y)
        same_length(data, y, "K" if stored else "X", "y")
        if 0 in data.shape:
            raise InputError(f"X must hold points with features, got shape {data.shape}.")
        C = nonnegative(self.C, "C")
        set_fields(
            self,
            X=None if stored else data,
            K=data if stored else None,
            y=y,
            kernel=None if stored else of_type(self.kernel, KERNELS, "kernel"),
            C=C,
            b=_reachable(number(self.b, "b"), y, C),
        )
        _require_moderate(self)
        set_fields(self, negative=_negative_part(self))

    @classmethod
    def from_gram(cls, K: ArrayLike, y: ArrayLike, C: float = 1.0, b: float = 0.0) -> KernelSVM:
        """The problem of a symmetric positive semidefinite Gram matrix K (n, n), without labels."""
        return cls(None, cast(np.ndarray, y), None, C, b, as_array(K, "K", ndim=2))

    @property
    def given(self) -> tuple[np.ndarray, Linear | Polynomial | Gaussian]:
        """X and the kernel. Raises `InputError` for a problem `from_gram`, which has neither."""
        if self.X is None or self.kernel is None:
            raise InputError(
                "A problem from a Gram matrix has no X and no kernel; make it by KernelSVM(X, y)."
            )
        return self.X, self.kernel

    @property
    def low_rank(self) -> bool:
        """Whether products with Q go through X: a linear kernel with fewer features than points."""
        return isinstance(self.kernel, Linear) and self.given[0].shape[1] < self.y.size

    def gram(self) -> np.ndarray:
        """K (n, n), computed once and stored; an InputError where it does not fit in memory."""
        if self.K is not None:
            return self.K
        if "K" not in self._store:
            n = self.y.size
            require_memory(
                16 * n * n,
                f"the Gram matrix of {n} points",
                "use fewer points, a linear kernel in low-rank form, or solve_smo.",
            )
            X, kernel = self.given
            self._store["K"] = locked(kernel.values(X, X))
        return self._store["K"]

    @property
    def columns(self) -> Source:
        """The source of single columns of K for `kernels.fill_column`."""
        K = self.K if self.K is not None else self._store.get("K")
        return column_source(*((self.kernel, self.X) if K is None else (None, K)))

    def diagonal(self) -> np.ndarray:
        """Q_ii = K(z_i, z_i) (n,)."""
        if self.K is not None:
            return np.array(np.diag(self.K))
        X, kernel = self.given
        return kernel.diagonal(X)

    def product(self, v: np.ndarray) -> np.ndarray:
        """Q v (n,): O(n m) in low-rank form; else O(n^2), by the Gram matrix where it has been
        computed, by blocks of it where not."""
        a = self.y * v
        if not self.low_rank and (self.K is not None or "K" in self._store):
            return self.y * (self.gram() @ a)
        return self.y * kernel_times(self, self.given[0], a)

    def project(self, x: ArrayLike) -> np.ndarray:
        """The nearest feasible point to x (n,)."""
        x = as_vector(as_array(x, "x", ndim=1), self.y.size, "x")
        return knapsack.project_knapsack(x, self.y, self.C, self.b)

    def certify(
        self, x: ArrayLike, v: ArrayLike | None = None, s: float | None = None
    ) -> Certificate:
        """Proof of quality of `x` (n,).

        objective: q(x).
        bound: l(v, s), computed afresh; v (n,) is x by default and s the best for v.
        scale: 1/2 x'Qx + sum |x|, the terms of q. infeasibility: the largest violation of a
        constraint, over the largest |x_i| (or |b|, if that is more); 0 up to rounding.
        What rounding may have done to either value is taken off the bound, where it is more than
        1e-9 of the scale; there l may be taken at a multiple of (v, s), which keeps points outside
        the margin in spite of rounding.
        """
        x = read_only(as_vector(x, self.y.size, "x"))
        if not is_finite(x):
            return Certificate(np.inf, -np.inf, 0.0, np.inf)
        with np.errstate(over="ignore", invalid="ignore"):
            g = self.product(x) - 1.0
            at = x if v is None else read_only(as_vector(v, self.y.size, "v"))
            own = g if v is None else self.product(at) - 1.0
            s = best_multiplier(self, own) if s is None else float(as_vector([s], 1, "s")[0])
            limits = self.y, self.C, self.b
            plane = knapsack.plane_of(x, self.y)
            value, curved, size, outside = _judged(x, g, plane, self.C, self.b)
            scale = answer_scale(curved, size)
            plain = tangent(at, own, s, *limits, self.negative)
            bound = self._sure(plain, x, at, own, s, scale, plane)
        value = value if value < np.inf else np.inf
        bound = bound if math.isfinite(bound) else -np.inf
        return Certificate(value, bound, scale, outside)

    def _sure(self, bound, x, v, g, s, scale, plane):
        """`bound` = l(v, s) less what rounding may have put q(x) and l off, g = Qv - e; as it is
        where that is a share of the scale that does not matter. Where C makes much of a margin that
        is short by rounding, a multiple of (v, s) proves more than l(v, s)."""
        enough, size = ROUNDING * scale, np.abs(x)
        own, plain, root = sum_error(x.size), self.K is not None, self._spread()
        off = root * (root @ size)
        off = off, off if v is x else root * (root @ np.abs(v))
        sure = self._below(x, v, g, s, *off, plane)
        if bound - sure > enough and (plain or "K" in self._store):
            error = own * np.abs(self.gram())
            if not plain:
                X, kernel = self.given
                error = error + kernel.error(X)
            sure = self._below(x, v, g, s, error @ size, error @ np.abs(v), plane)
        return max(bound, sure) if bound - sure <= enough else sure

    def _spread(self):
        """(n,): factors of which the products are no less than what rounding does to the terms of a
        product with Q, computed once and stored."""
        if "spread" not in self._store:
            square = sum_error(self.y.size) * self.diagonal()
            if self.K is None:
                X, kernel = self.given
                square = square + kernel.spread(X) ** 2
            self._store["spread"] = locked(np.sqrt(square))
        return self._store["spread"]

    def _ranks(self):
        """Between which sorted y_i g_i the best multiplier lies, computed once and stored."""
        if "ranks" not in self._store:
            self._store["ranks"] = knapsack.multiplier_ranks(self.y, self.C, self.b)
        return self._store["ranks"]

    def _below(self, x, v, g, s, off_x, off_v, plane):
        """See `_lowest`."""
        limits = self.C, self.b, self.negative
        return _lowest(x, v, g, s, off_x, off_v, self.y, plane, *limits, sum_error(x.size))


@njit(cache=True, nogil=True)
def _judged(x, g, plane, C, b):
    """(q(x), 1/2 x'Qx, sum |x|, how far x violates the constraints as `knapsack.violation` has it),
    from g = Qx - e and plane = y'x."""
    slope, total, size, largest, outside = 0.0, 0.0, 0.0, abs(b), -np.inf
    block = block_length(x.size)
    for first in range(0, x.size, block):
        own_slope, own_total, own_size = 0.0, 0.0, 0.0
        for i in range(first, min(first + block, x.size)):
            own_slope += x[i] * g[i]
            own_total += x[i]
            own_size += abs(x[i])
            largest = max(largest, abs(x[i]))
            outside = max(outside, -x[i], x[i] - C)
        slope += own_slope
        total += own_total
        size += own_size
    worst = outside if outside > VISIBLE * largest else 0.0
    if abs(plane - b) > VISIBLE * (size + abs(b)):
        worst = max(worst, abs(plane - b))
    worst = worst / largest if largest > 0.0 else 0.0
    return 0.5 * (slope - total), 0.5 * (slope + total), size, worst


@njit(cache=True, nogil=True)
def tangent(
    v: np.ndarray, g: np.ndarray, s: float, y: np.ndarray, C: float, b: float, negative: float
) -> float:
    """l(v, s) from g = Qv - e, less what `concave` says."""
    square, losses, far = 0.0, 0.0, 0.0
    block = block_length(v.size)
    for first in range(0, v.size, block):
        own_square, own_losses, own_far = 0.0, 0.0, 0.0
        for i in range(first, min(first + block, v.size)):
            own_square += v[i] * g[i] + v[i]
            own_losses += max(s * y[i] - g[i], 0.0)
            own_far += max(abs(v[i]), abs(C - v[i])) ** 2
        square += own_square
        losses += own_losses
        far += own_far
    bound = -0.5 * square + b * s - C * losses
    return bound - 0.5 * negative * far if negative > 0.0 else bound


@njit(cache=True, nogil=True)
def _lowest(x, v, g, s, off_x, off_v, y, plane, C, b, negative, own):
    """A number below l(v, s), or l at a multiple of them, for all rounding of q(x) and g = Qv - e;
    from plane = y'x, what Qx and Qv (n,) may be off by, and `own`, the share that a sum of n, in
    blocks, may be off by."""
    square, size, length, error, near = 0.0, 0.0, 0.0, 0.0, 0.0
    block = block_length(x.size)
    for first in range(0, x.size, block):
        own_square, own_size, own_length, own_error = 0.0, 0.0, 0.0, 0.0
        for i in range(first, min(first + block, x.size)):
            own_square += v[i] * g[i] + v[i]
            own_size += abs(x[i])
            own_length += abs(v[i])
            own_error += abs(x[i]) * off_x[i] + abs(v[i]) * off_v[i]
            doubt = off_v[i] + own if off_v[i] > 0.0 else 0.0  # without terms, g = -1 exactly
            if abs(s * y[i] - g[i]) <= doubt:
                near = max(near, doubt)
        square += own_square
        size += own_size
        length += own_length
        error += own_error
    terms = size + abs(b)
    # A point that is outside has no value to be compared with.
    unequal = min(abs(plane - b), VISIBLE * terms) + own * terms
    error = 0.5 * error + own * (size + length) + abs(s) * unequal
    best = -np.inf
    for more in (0.0, 2.5 * near):
        losses, far = 0.0, 0.0
        for first in range(0, x.size, block):
            own_losses, own_far = 0.0, 0.0
            for i in range(first, min(first + block, x.size)):
                doubt = off_v[i] + own if off_v[i] > 0.0 else 0.0
                short = s * y[i] - g[i]
                own_losses += max(short - more * (1.0 - short) + (1.0 + more) * doubt, 0.0)
                at = (1.0 + more) * v[i]
                own_far += max(abs(at), abs(C - at)) ** 2
            losses += own_losses
            far += own_far
        value = (1.0 + more) * b * s - 0.5 * (1.0 + more) ** 2 * square
        if negative > 0.0:
            value -= 0.5 * negative * far
        best = max(best, value - (1.0 + own) * C * losses)
    return best - error


def objective(x: np.ndarray, g: np.ndarray) -> float:
    """q(x) from g = Qx - e."""
    return float(0.5 * (x @ g - x.sum()))


def terms_scale(x: np.ndarray, g: np.ndarray) -> float:
    """What gaps are measured against: the sum of the absolute terms of q(x), from g = Qx - e."""
    return answer_scale(0.5 * (x @ g + x.sum()), np.abs(x).sum())


def tangent_bound(
    problem: KernelSVM, v: np.ndarray, g: np.ndarray, s: float | None = None
) -> float:
    """l(v, s) <= min q from g = Qv - e at v (n,), at the best s by default."""
    s = best_multiplier(problem, g) if s is None else float(s)
    bound = tangent(read_only(v), g, s, problem.y, problem.C, problem.b, problem.negative)
    return float(bound) if math.isfinite(bound) else -np.inf


def concave(problem: KernelSVM, v: np.ndarray) -> float:
    """The most by which negative eigenvalues of Q may put q below its tangent at v: no more than
    half of the lowest times the squared distance to the farthest corner of the box."""
    if problem.negative == 0.0:
        return 0.0
    farthest = np.maximum(np.abs(v), np.abs(problem.C - v))
    return 0.5 * problem.negative * float(farthest @ farthest)


def best_multiplier(problem: KernelSVM, g: np.ndarray) -> float:
    """The s with the best bound for g = Qv - e; the midpoint where it is an interval."""
    ranks = problem._ranks()
    return knapsack.middle(*knapsack.between_ranks(problem.y * g, ranks))


def seems_done(problem: KernelSVM, x: np.ndarray, g: np.ndarray, tol: float) -> bool:
    """Whether a certificate at x, feasible, would hold if g is Qx - e: a solver's own guess."""
    q = objective(x, g)
    return q - tangent_bound(problem, x, g) <= tol * terms_scale(x, g)


def kernel_times(problem: KernelSVM, A: np.ndarray, a: np.ndarray) -> np.ndarray:
    """K(A, X) a (len(A),): by blocks of rows and over the support of a only or, for a linear
    kernel, without K."""
    X, kernel = problem.given
    if isinstance(kernel, Linear):
        return A @ (X.T @ a) + kernel.bias * a.sum()
    support = np.flatnonzero(a)
    out = np.zeros(len(A))
    if support.size == 0:
        return out
    X, a = X[support], a[support]
    rows = max(1, _BLOCK // support.size)
    for first in range(0, len(A), rows):
        out[first : first + rows] = kernel.values(A[first : first + rows], X) @ a
    return out


def _two_classes(y):
    """Labels as a read-only array of -1 and +1."""
    y = class_labels(y, "y")
    values = np.unique(y)
    if y.dtype.kind in "iuf" and np.isin(values, (-1, 1)).all():
        return as_array(y, "y", ndim=1)
    if values.size != 2:
        raise InputError(
            "y must hold two classes (one class only as -1 or +1), "
            f"got {values.size} values, from {values[:3].tolist()}; map them to -1 and +1."
        )
    return as_array(np.where(y == values[1], 1.0, -1.0), "y", ndim=1)


def _reachable(b, y, C):
    """b, if y'x = b has a solution in the box."""
    plus = np.count_nonzero(y > 0.0)
    low, high = -C * (y.size - plus), C * plus
    slack = 1e-12 * C * y.size
    if not low - slack <= b <= high + slack:
        raise InputError(
            f"b must lie between -C n_- = {low:g} and C n_+ = {high:g}, or no x is feasible, "
            f"got {b:g}."
        )
    return min(max(b, low), high)


def _require_moderate(problem):
    """Refuse data so large that the objective overflows."""
    with np.errstate(over="ignore", invalid="ignore"):
        most = np.abs(problem.diagonal()).max() * np.square(problem.C * problem.y.size)
    if not np.isfinite(most):
        raise InputError(
            "X, kernel and C must be small enough for C^2 n^2 K to be finite, got a largest "
            f"K(z, z) of {np.abs(problem.diagonal()).max():.3g} and C = {problem.C:.3g}; "
            "rescale the data."
        )


def _gram(K):
    """A checked, exactly symmetric Gram matrix."""
    K = as_array(K, "K", ndim=2)
    if K.shape[0] != K.shape[1]:
        raise InputError(f"K must be square, got shape {K.shape}; give the kernel of all pairs.")
    return symmetric(K, "K", share=1e-8)


def _negative_part(problem):
    """How far below 0 the eigenvalues of the Gram matrix reach; 0 for kernels that cannot have
    such, and where rounding explains it. Refuse a matrix that is plainly not semidefinite."""
    doubtful = isinstance(problem.kernel, Polynomial) and problem.kernel.coef0 < 0.0
    if problem.K is None and not doubtful:
        return 0.0
    K = problem.gram()
    largest = np.abs(np.diag(K)).max()
    if _is_definite(K, len(K) * np.finfo(float).eps * largest):
        return 0.0
    if not _is_definite(K, _INDEFINITE * largest):
        name = "K" if problem.K is not None else "kernel"
        raise InputError(
            f"{name} must be positive semidefinite on the data, got a negative eigenvalue; "
            "use another kernel, coef0 >= 0, or clip the eigenvalues."
        )
    # The eigenvalue is known up to rounding of the largest, of which the trace is a bound.
    return -float(eigvalsh(K, subset_by_index=[0, 0])[0]) + np.finfo(float).eps * np.trace(K)


def _is_definite(K, ridge):
    """Whether K + ridge I has a Cholesky factor."""
    K = np.array(K)
    K.flat[:: len(K) + 1] += ridge if ridge > 0.0 else np.finfo(float).tiny
    return dpotrf(K, lower=True, overwrite_a=True)[1] == 0
