"""Cholesky factor and inverse of a symmetric matrix, row by row in compiled code.

Up to some hundred rows this takes no longer than LAPACK, and far less where the matrix is sparse:
entries of the factor that are 0 cost nothing.
"""

from __future__ import annotations

import numpy as np

from solvers.compiled import njit
from solvers.vectors import add, add_four, dot

#: What decays along a chain of features is set to 0 before its squares leave the range of normal
#: numbers, with which processors are slow.
_NOTHING = 1e-150
#: So many finished rows, which fit into the fastest memory, are taken out of the others together.
_PANEL = 16


@njit(cache=True, nogil=True)
def factor(U):
    """log det of the symmetric `U` (m, m), whose upper triangle becomes U of U'U; -inf where it is
    not positive definite, and then the triangle is of no use."""
    m, half = U.shape[0], 0.0
    for first in range(0, m, _PANEL):
        stop = min(first + _PANEL, m)
        end = stop
        for k in range(first, stop):
            row = U[k]
            _take_out(U, first, k, k, m)
            if not row[k] > 0.0:
                return -np.inf
            root = np.sqrt(row[k])
            half += np.log(root)
            row[k], by = root, 1.0 / root
            for j in range(k + 1, m):
                row[j] *= by
            end = max(end, _end(row, end))
        for i in range(stop, end):
            _take_out(U, first, stop, i, end)
    return 2.0 * half


@njit(cache=True, nogil=True)
def _take_out(U, first, stop, i, end):
    """Row `i` less its part of the product of the finished rows first <= k < stop, which are 0
    from `end` on."""
    out, k = U[i, i:end], first
    while k + 4 <= stop:
        a, b, c, d = U[k, i], U[k + 1, i], U[k + 2, i], U[k + 3, i]
        if a != 0.0 or b != 0.0 or c != 0.0 or d != 0.0:
            rows = U[k, i:end], U[k + 1, i:end], U[k + 2, i:end], U[k + 3, i:end]
            add_four((-a, -b, -c, -d), rows, out)
        k += 4
    while k < stop:
        if U[k, i] != 0.0:
            add(-U[k, i], U[k, i:end], out)
        k += 1


@njit(cache=True, nogil=True)
def _end(row, least):
    """From where on `row` is 0; `least` at least."""
    end = row.size
    while end > least and row[end - 1] == 0.0:
        end -= 1
    return end


@njit(cache=True, nogil=True)
def invert(U, W):
    """W = (U'U)^-1, exactly symmetric, from its last row up: U W = U'^-1 has zeros above the
    diagonal."""
    m = U.shape[0]
    for k in range(m - 1, -1, -1):
        u, row, by = U[k], W[k], 1.0 / U[k, k]
        right, end = row[k + 1 :], _end(u, k + 1)
        right[:] = 0.0
        _combine(u, W, k + 1, end, right)
        for j in range(k + 1, m):
            value = -by * row[j]
            row[j] = W[j, k] = value if abs(value) > _NOTHING else 0.0
        row[k] = by * (by - dot(u[k + 1 : end], row[k + 1 : end]))


@njit(cache=True, nogil=True)
def _combine(u, W, first, end, out):
    """out += sum_j u_j W[j, first:] over first <= j < end."""
    j = first
    while j + 4 <= end:
        by = u[j], u[j + 1], u[j + 2], u[j + 3]
        if by[0] != 0.0 or by[1] != 0.0 or by[2] != 0.0 or by[3] != 0.0:
            rows = W[j, first:], W[j + 1, first:], W[j + 2, first:], W[j + 3, first:]
            add_four(by, rows, out)
        j += 4
    while j < end:
        add(u[j], W[j, first:], out)
        j += 1


@njit(cache=True, nogil=True)
def bound_of_inverse(U):
    """Numbers (m,) that the diagonal of (U'U)^-1 does not exceed.

    That diagonal holds sums of squares of the rows of U^-1, whose entries are at most those of the
    inverse of U with its signs turned: the diagonal positive, the others not.
    """
    m = U.shape[0]
    sums = np.empty(m)
    for k in range(m - 1, -1, -1):
        total, row = 1.0, U[k]
        for j in range(k + 1, m):
            total += abs(row[j]) * sums[j]
        sums[k] = total / row[k]
    return sums * sums
