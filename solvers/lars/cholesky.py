"""The Cholesky factor of X_J'X_J, kept up to date as columns come and go. Kernels only.

U (C, C) is upper triangular in its first n rows, U'U = X_J'X_J; what lies below its diagonal is
never read. Beside it, y (C,) holds U'^-1 s for the signs s of the columns, so that
(X_J'X_J)^-1 s is one back substitution away.
"""

from __future__ import annotations

import numpy as np

from solvers.compiled import njit

#: A column is dependent on the others if less than this share of its ||x||^2 is its own.
DEPENDENT = 1e-12


@njit(cache=True, nogil=True, forceinline=True)
def solve_lower(U, n, b):
    """b[:n] = U'^-1 b[:n]."""
    for i in range(n):
        b[i] /= U[i, i]
        x, row, rest = b[i], U[i, i + 1 : n], b[i + 1 : n]
        for m in range(row.size):
            rest[m] -= x * row[m]


@njit(cache=True, nogil=True, forceinline=True, fastmath={"reassoc", "nsz"})
def _dot(a, b):
    """a'b; the order of the sum is left to the processor."""
    total = 0.0
    for m in range(a.size):
        total += a[m] * b[m]
    return total


@njit(cache=True, nogil=True, forceinline=True)
def solve_upper(U, n, b):
    """b[:n] = U^-1 b[:n]."""
    for i in range(n - 1, -1, -1):
        b[i] = (b[i] - _dot(U[i, i + 1 : n], b[i + 1 : n])) / U[i, i]


@njit(cache=True, nogil=True, forceinline=True)
def append(U, n, products, square, sign, y):
    """Add a column x to the n columns of the factor; products (n,) = X_J'x is overwritten,
    square = ||x||^2.

    False, and the factor is as it was, where x is numerically a combination of the columns in it.
    """
    solve_lower(U, n, products)
    own, along = square, sign
    for i in range(n):
        own -= products[i] * products[i]
        along -= products[i] * y[i]
    if own <= DEPENDENT * square:
        return False
    for i in range(n):
        U[i, n] = products[i]
    U[n, n] = np.sqrt(own)
    y[n] = along / U[n, n]
    return True


@njit(cache=True, nogil=True, forceinline=True)
def delete(U, n, k, y):
    """Take column k of n out, and rotate the rows below back to a triangle."""
    for i in range(n):
        row = U[i]
        for m in range(max(k, i - 1), n - 1):
            row[m] = row[m + 1]
    for i in range(k, n - 1):
        upper, lower = U[i, i : n - 1], U[i + 1, i : n - 1]
        length = np.hypot(upper[0], lower[0])
        cosine, sine = upper[0] / length, lower[0] / length
        for m in range(upper.size):
            a, b = upper[m], lower[m]
            upper[m] = cosine * a + sine * b
            lower[m] = cosine * b - sine * a
        y[i], y[i + 1] = cosine * y[i] + sine * y[i + 1], cosine * y[i + 1] - sine * y[i]
