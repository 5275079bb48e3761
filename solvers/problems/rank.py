"""Ranks and spans: as rounding lets them be seen, and exactly.

A bound at lam = 0 rests on a subspace. A direction that is smaller than rounding either belongs to
no column, or belongs to one and changes the optimum: only exact arithmetic tells.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

import numpy as np

#: A prime below 2^31, so that products of residues fit in 64 bits; powers of 2 are all residues.
_PRIME = 2147483629
#: Multiplications after which the exact rank is not looked for; some seconds.
_MOST = 500_000_000
#: Multiplications of long numbers after which the exact span is not looked for; about a second.
_MOST_LONG = 1_000_000
#: Binary digits of a long number, but for one more per column of the span.
_DIGITS = 512
#: Exponents of doubles lie above this.
_LOWEST = -1200


def equal_columns(X):
    """X (N, D) with each non-zero column scaled by a power of two to a largest entry in [1/2, 1):
    no digit is lost, and the span is the same."""
    _, exponent = np.frexp(np.abs(X).max(axis=0, initial=0.0))
    return np.ldexp(X, -exponent)


def seen_rank(singular, shape):
    """How many of the falling `singular` values (k,) of a matrix of `shape` are above rounding."""
    if singular.size == 0:
        return 0
    return int(np.count_nonzero(singular > np.finfo(float).eps * max(shape) * singular[0]))


def is_rank(X, seen):
    """Whether the rank of X (N, D) over the rationals is no more than `seen`, to which rounding
    has it; False where finding out would take too long."""
    if seen == min(X.shape):
        return True
    if min(X.shape) * X.size > _MOST:
        return False
    return _rank(_residues(X), seen + 1) <= seen


def exact_span(X):
    """An orthonormal basis (N, r) of the span of the columns of X (N, D), off by the rounding of
    its entries alone; None where finding it would take too long or more digits.

    Gram-Schmidt with pivots, in numbers of 512 + r binary digits. It answers for columns that are
    off by no more than some 2^-(512 + r) of their size. No pivot is below 2^-256, so none of their
    singular values is below 2^-(256 + r): the span is off by an angle of some 2^-256.
    """
    if min(X.shape) * X.size > _MOST_LONG:
        return None
    return _long_span(X.tobytes(), X.shape)


@lru_cache(maxsize=4)
def _long_span(data, shape):
    """`exact_span` of the array with these bytes: every certificate of a problem asks for it."""
    X = np.frombuffer(data).reshape(shape)
    rank = _rank(_residues(X), min(shape))
    digits = _DIGITS + rank
    A, basis = _long(equal_columns(X), digits), np.empty((shape[0], rank))
    for k in range(rank + 1):
        squares = (A * A).sum(axis=0)
        if max(squares, default=0) >> 2 * (digits - _DIGITS // 2) == 0:
            basis.flags.writeable = False
            return basis if k == rank else None
        if k < rank:
            best = int(np.argmax(squares))
            pivot, square, A = A[:, best], squares[best], np.delete(A, best, axis=1)
            basis[:, k] = [v / isqrt(square) for v in pivot]
            A = A - (pivot[:, None] * (((pivot @ A) << digits) // square) >> digits)
    return None


def _long(X, digits):
    """X (N, D) times 2^digits as integers of any length."""
    mantissa, exponent = np.frexp(X)
    whole, shift = np.ldexp(mantissa, 53).astype(np.int64), exponent.astype(int) + (digits - 53)
    moved = np.frompyfunc(lambda v, s: v << s if s >= 0 else v >> -s, 2, 1)
    return moved(whole.astype(object), shift.astype(object))


def _residues(X):
    """X (N, D) times a power of two, exactly, modulo the prime."""
    mantissa, exponent = np.frexp(X)
    whole = np.ldexp(mantissa, 53).astype(np.int64) % _PRIME
    powers = np.empty(1024 - _LOWEST + 1, dtype=np.int64)
    powers[0] = 1
    for k in range(1, powers.size):
        powers[k] = powers[k - 1] * 2 % _PRIME
    return whole * powers[exponent - _LOWEST] % _PRIME


def _rank(A, enough):
    """The rank of residues A (N, D), by elimination; `enough` where it reaches that. No larger than
    the rank over the rationals, and smaller only if the prime divides all minors of that size."""
    A = A if A.shape[0] >= A.shape[1] else A.T
    rank = 0
    for d in range(A.shape[1]):
        if rank == enough or A.shape[0] == 0:
            break
        rows = np.flatnonzero(A[:, d])
        if rows.size == 0:
            continue
        pivot = A[rows[0]] * pow(int(A[rows[0], d]), -1, _PRIME) % _PRIME
        A = np.delete(A, rows[0], axis=0)
        A = (A - A[:, d : d + 1] * pivot) % _PRIME
        rank += 1
    return rank
