"""Ranks: as rounding lets them be seen, and exactly.

A bound at lam = 0 rests on a subspace. A direction that is smaller than rounding either belongs to
no column, or belongs to one and changes the optimum: only exact arithmetic tells.
"""

from __future__ import annotations

import numpy as np

#: A prime below 2^31, so that products of residues fit in 64 bits; powers of 2 are all residues.
_PRIME = 2147483629
#: Multiplications after which the exact rank is not looked for; some seconds.
_MOST = 500_000_000
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
