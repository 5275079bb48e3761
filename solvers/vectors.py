"""Compiled sums over two vectors, for kernels that go row by row."""

from __future__ import annotations

from solvers.compiled import njit


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract"})
def dot(a, b):
    """The sum of a_k b_k."""
    s = 0.0
    for k in range(a.size):
        s += a[k] * b[k]
    return s


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract"})
def add(c, a, w):
    """w += c a, in place."""
    for k in range(w.size):
        w[k] += c * a[k]


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract"})
def add_four(by, vectors, w):
    """w += the sum of by_i vectors_i over four vectors, in place: one pass instead of four."""
    a, b, c, d = by
    x, y, z, v = vectors
    for k in range(w.size):
        w[k] += (a * x[k] + b * y[k]) + (c * z[k] + d * v[k])
