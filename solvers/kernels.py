"""Kernels: inner products of feature vectors, as matrices and, for solvers, column by column.

kernel(A, B)         K (a, b) of the rows of A (a, m) and B (b, m)
kernel.values(A, B)  the same for float64 arrays, unchecked
kernel.diagonal(A)   K(a_i, a_i) (a,)
kernel.error(A)      (a, a): how far rounding may put K(A, A) off
kernel.spread(A)     (a,) with error_ij <= spread_i spread_j, fast
kernel.code          (kind, gamma, degree, shift), numbers for compiled code
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from solvers.checks import (
    InputError,
    as_array,
    integer,
    locked,
    nonnegative,
    number,
    positive,
    set_fields,
)
from solvers.compiled import njit
from solvers.result import ArrayLike, sum_error

#: Squared distances below this share of the squared norms are rounding, so that a narrow kernel
#: would distinguish identical points.
_NEAR = 1e-10
#: Squared norms, in the unit of the kernel, whose rounding shows in it; and squared distances from
#: which on it is 0, and whose own rounding is this share of the norms.
_LARGE, _NONE, _OFF = 1e3, 750.0, 1e-14
#: Pairs of points that are looked at together.
_PAIRS = 100_000
#: Points of a column that are computed together.
_BLOCK = 512
LINEAR, POLYNOMIAL, GAUSSIAN, STORED = range(4)


class Kernel:
    """What every kernel is: a function of two matrices."""

    __slots__ = ()

    def __call__(self, A: ArrayLike, B: ArrayLike) -> np.ndarray:
        """K (a, b) of the rows of A (a, m) and B (b, m)."""
        return self.values(*_as_matrices(A, B))

    @abstractmethod
    def values(self, A: np.ndarray, B: np.ndarray) -> np.ndarray:
        """K (a, b), unchecked."""


@dataclass(frozen=True, slots=True)
class Linear(Kernel):
    """a'b + bias; a bias >= 0 acts as one more constant feature of size sqrt(bias)."""

    bias: float = 0.0

    def __post_init__(self):
        set_fields(self, bias=nonnegative(self.bias, "bias"))

    def values(self, A: np.ndarray, B: np.ndarray) -> np.ndarray:
        """K (a, b), unchecked."""
        K = A @ B.T
        K += self.bias
        return K

    def diagonal(self, A: np.ndarray) -> np.ndarray:
        """K(a_i, a_i) (a,) for the rows of A."""
        return _squares(A) + self.bias

    def error(self, A: np.ndarray) -> np.ndarray:
        """(a, a): how far rounding may put K(A, A) off."""
        return sum_error(A.shape[1]) * (np.abs(A) @ np.abs(A).T + self.bias)

    def spread(self, A: np.ndarray) -> np.ndarray:
        """(a,): the root of the diagonal of `error`."""
        return np.sqrt(sum_error(A.shape[1]) * self.diagonal(A))

    @property
    def code(self) -> tuple[int, float, int, float]:
        """(kind, gamma, degree, shift)."""
        return LINEAR, 1.0, 1, self.bias


@dataclass(frozen=True, slots=True)
class Polynomial(Kernel):
    """(gamma a'b + coef0)^degree, gamma > 0, degree >= 1; with coef0 < 0 it may be indefinite."""

    gamma: float
    degree: int = 3
    coef0: float = 0.0

    def __post_init__(self):
        set_fields(
            self,
            gamma=positive(self.gamma, "gamma"),
            degree=integer(self.degree, "degree", least=1),
            coef0=number(self.coef0, "coef0"),
        )

    def values(self, A: np.ndarray, B: np.ndarray) -> np.ndarray:
        """K (a, b), unchecked."""
        K = A @ B.T
        K *= self.gamma
        K += self.coef0
        return np.power(K, self.degree, out=K) if self.degree > 3 else _small_power(K, self.degree)

    def diagonal(self, A: np.ndarray) -> np.ndarray:
        """K(a_i, a_i) (a,) for the rows of A."""
        return (self.gamma * _squares(A) + self.coef0) ** self.degree

    def error(self, A: np.ndarray) -> np.ndarray:
        """(a, a): how far rounding may put K(A, A) off: the error of the base times the slope of
        the power, taken a little beyond the base, as slopes grow with it."""
        terms = self.gamma * (np.abs(A) @ np.abs(A).T) + abs(self.coef0)
        base = np.abs(self.gamma * (A @ A.T) + self.coef0) + _NEAR * terms
        return sum_error(A.shape[1]) * self.degree * terms * base ** (self.degree - 1)

    def spread(self, A: np.ndarray) -> np.ndarray:
        """(a,): the root of what the diagonal of `error` is for |coef0|."""
        terms = (1.0 + _NEAR) * (self.gamma * _squares(A) + abs(self.coef0))
        return np.sqrt(sum_error(A.shape[1]) * self.degree * terms**self.degree)

    @property
    def code(self) -> tuple[int, float, int, float]:
        """(kind, gamma, degree, shift)."""
        return POLYNOMIAL, self.gamma, self.degree, self.coef0


@dataclass(frozen=True, slots=True)
class Gaussian(Kernel):
    """exp(-gamma ||a - b||^2) + bias, gamma > 0 in units of 1 / data^2, bias >= 0."""

    gamma: float
    bias: float = 0.0

    def __post_init__(self):
        set_fields(self, gamma=positive(self.gamma, "gamma"), bias=nonnegative(self.bias, "bias"))

    def values(self, A: np.ndarray, B: np.ndarray) -> np.ndarray:
        """K (a, b), unchecked."""
        # Distances are those of the centred points; far from the origin the squares would cancel.
        # A few points far off do not move the median.
        same, centre = A is B, _middle(B)
        near, there = A - centre, A - centre if same else B - centre
        K = near @ there.T
        K *= -2.0
        whole = _squares(near)[:, None] + _squares(there)
        K += whole
        _recompute_distances(A, B, K, _is_rounded(K, whole, self.gamma))
        if same:
            np.fill_diagonal(K, 0.0)
        K *= -self.gamma
        np.exp(K, out=K)
        K += self.bias
        return K

    def diagonal(self, A: np.ndarray) -> np.ndarray:
        """K(a_i, a_i) (a,) for the rows of A."""
        return np.full(len(A), 1.0 + self.bias)

    def error(self, A: np.ndarray) -> np.ndarray:
        """(a, a): how far rounding may put K(A, A) off: of each pair by the squares about the
        centre of which its distance is made, or by the distance where it is made of differences."""
        K, squares = self.values(A, A), self.gamma * _squares(A - _middle(A))
        whole = np.minimum(squares[:, None] + squares, _LARGE)
        return sum_error(A.shape[1]) * (2.0 + 4.0 * whole) * K

    def spread(self, A: np.ndarray) -> np.ndarray:
        """(a,): factors of which the products are no less than `error`."""
        squares = self.gamma * _squares(A - _middle(A))
        whole = np.minimum(squares + squares.max(initial=0.0), _LARGE)
        share = sum_error(A.shape[1]) * (2.0 + 4.0 * whole)
        return np.sqrt(share * (1.0 + self.bias))

    @property
    def code(self) -> tuple[int, float, int, float]:
        """(kind, gamma, degree, shift)."""
        return GAUSSIAN, self.gamma, 1, self.bias


KERNELS = (Linear, Polynomial, Gaussian)


def _as_matrices(A, B):
    """A and B as matrices with equally many columns; the same object if they are one."""
    same = A is B
    A = as_array(A, "A", ndim=2)
    B = A if same else as_array(B, "B", ndim=2)
    if A.shape[1] != B.shape[1]:
        raise InputError(
            f"B must have as many columns as A, got {B.shape[1]} for {A.shape[1]}; "
            "give points with the same features."
        )
    return A, B


def _squares(A):
    return np.einsum("ij,ij->i", A, A)


def _middle(A):
    """The median of each column, (m,)."""
    return np.median(A, axis=0) if len(A) else np.zeros(A.shape[1])


def _is_rounded(apart, whole, gamma):
    """Whether squared distances, as made of the sum `whole` of two squares, are to be made of
    differences: they are rounding, or what rounding does to them shows in the kernel."""
    shown = gamma * apart < _NONE + gamma * _OFF * whole
    return (apart <= _NEAR * whole) | (shown & (gamma * whole > _LARGE))


def _recompute_distances(A, B, K, chosen):
    """The squared distances K (a, b) of the `chosen` pairs, from their differences."""
    rows = max(1, _PAIRS // max(1, len(B)))
    for first in range(0, len(A), rows):
        i, j = np.nonzero(chosen[first : first + rows])
        for part in range(0, i.size, _PAIRS):
            k, c = first + i[part : part + _PAIRS], j[part : part + _PAIRS]
            K[k, c] = _squares(B[c] - A[k])


def _small_power(K, degree):
    """K^degree in place for degree <= 3; numpy's general power is ten times slower."""
    if degree == 2:
        K *= K
    elif degree == 3:
        K *= K * K
    return K


class Source(NamedTuple):
    """What `fill_column` needs: a kernel's code, the features as rows, and their squares."""

    kind: int
    gamma: float
    degree: int
    shift: float
    features: np.ndarray
    squares: np.ndarray


def column_source(kernel: Linear | Polynomial | Gaussian | None, X: np.ndarray) -> Source:
    """The `Source` of single columns of K.

    Features are rows here, so that a column of K skips the features that are zero at its point; for
    distances they are centred unless most are zero. With kernel None, X (n, n) is K itself.
    """
    kind, gamma, degree, shift = (STORED, 1.0, 1, 0.0) if kernel is None else kernel.code
    squares = np.zeros(0)
    if kind == GAUSSIAN:
        if 2 * np.count_nonzero(X) > X.size or np.abs(_middle(X)).max(initial=0.0) > 1.0:
            X = X - _middle(X)
        squares = _squares(X)
    features = X if kind == STORED else np.array(X.T, order="C")
    locked((features, squares))
    return Source(kind, gamma, degree, shift, features, squares)


def part_of(source: Source, rows: np.ndarray) -> Source:
    """The `Source` of K[rows, rows]."""
    at = np.ix_(rows, rows) if source.kind == STORED else (slice(None), rows)
    squares = source.squares[rows] if source.squares.size else np.zeros(0)
    features = np.ascontiguousarray(source.features[at])
    locked((features, squares))
    return source._replace(features=features, squares=squares)


@njit(cache=True, nogil=True, fastmath={"contract"})
def _dots(features, i, first, out):
    """out[k] = x_k'x_i for the points from `first` on."""
    for k in range(out.size):
        out[k] = 0.0
    for j in range(features.shape[0]):
        size = features[j, i]
        if size != 0.0:
            row = features[j, first : first + out.size]
            for k in range(out.size):
                out[k] += size * row[k]


@njit(cache=True, nogil=True)
def _apart(features, k, i):
    """||x_k - x_i||^2 from the differences."""
    total = 0.0
    for j in range(features.shape[0]):
        total += (features[j, k] - features[j, i]) ** 2
    return total


_is_rounded_pair = njit(cache=True, nogil=True)(_is_rounded)


@njit(cache=True, nogil=True, fastmath={"contract"})
def _gaussian(source, i, first, out):
    """From x_k'x_i in `out`, for the points from `first` on, to exp(-gamma ||x_k - x_i||^2)."""
    mine, close, gamma = source.squares[i], 0, source.gamma
    squares = source.squares[first : first + out.size]
    for k in range(out.size):
        whole = squares[k] + mine
        apart = whole - 2.0 * out[k]
        close += _is_rounded_pair(apart, whole, gamma)
        out[k] = apart
    for k in range(out.size if close else 0):
        if _is_rounded_pair(out[k], squares[k] + mine, gamma):
            out[k] = _apart(source.features, first + k, i) if first + k != i else 0.0
    for k in range(out.size):
        out[k] = np.exp(-source.gamma * out[k]) + source.shift


@njit(cache=True, nogil=True)
def fill_column(source: Source, i: int, out: np.ndarray) -> None:
    """out[k] = K(x_k, x_i) for all points, by blocks that stay in the nearest memory."""
    kind, shift = source.kind, source.shift
    if kind == STORED:
        for k in range(out.size):
            out[k] = source.features[i, k]
        return
    for first in range(0, out.size, _BLOCK):
        part = out[first : first + _BLOCK]
        _dots(source.features, i, first, part)
        if kind == GAUSSIAN:
            _gaussian(source, i, first, part)
        elif kind == LINEAR:
            for k in range(part.size):
                part[k] += shift
        else:
            for k in range(part.size):
                part[k] = (source.gamma * part[k] + shift) ** source.degree
