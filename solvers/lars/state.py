"""The state of the homotopy: the active set J, the Cholesky factor L L' = X_J'X_J, updated as
columns join and leave, and the rows of X'X that were needed so far. Kernels only."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.compiled import njit
from solvers.vectors import copy

#: Roles of columns: outside of the equicorrelation set E = {j: |c_j| = lam}; in E, but not active;
#: in E, and dependent on the active ones; active, that is in J.
OUTSIDE, TIED, DEPENDENT, ACTIVE = range(4)
#: A column is dependent if less than this share of its ||x||^2 is its own.
_OWN = 1e-12
#: Rows of X'X that are computed at once, at least: a product of matrices is faster than as many
#: with a vector.
_BLOCK = 32


class Homotopy(NamedTuple):
    """The path at lam: D columns of N features, n of them active, M with their row of X'X.

    XT (D, N): the features by columns; first (D,): X't; alpha: what is added to the diagonal of
    X'X. lam (3,): lam, lam_max, and lam where w was last solved for; unit (D,): the size of c_j,
    ||x_j|| ||t|| or lam_max, of which its rounding is a share; n (1,). w, c, s (D,): weights,
    residual correlations X'(t - X w), and their signs in E; role (D,). J (M,): the active columns;
    L (M, M): lower triangular, L L' = X_J'X_J + alpha I; d (M,): the direction -dw/dlam on J;
    a (D,): X'X d. rows (M, D): of X'X + alpha I; slot (D,): which of them is a column's, or -1.
    """

    XT: np.ndarray
    first: np.ndarray
    alpha: float
    lam: np.ndarray
    unit: np.ndarray
    n: np.ndarray
    w: np.ndarray
    c: np.ndarray
    s: np.ndarray
    role: np.ndarray
    a: np.ndarray
    slot: np.ndarray
    J: np.ndarray
    d: np.ndarray
    L: np.ndarray
    rows: np.ndarray


@njit(cache=True, nogil=True)
def begin(XT: np.ndarray, t: np.ndarray, alpha: float) -> Homotopy:
    """The first knot, lam_max, where w = 0."""
    D = XT.shape[0]
    c = np.dot(XT, t) if XT.size > 0 else np.zeros(D)
    lam_max = np.abs(c).max() if D > 0 else 0.0
    unit = np.zeros(D)
    for j in range(D):
        unit[j] = min(np.sqrt(np.dot(XT[j], XT[j]) * np.dot(t, t)), lam_max)
    return Homotopy(
        XT, c, alpha, np.full(3, lam_max), unit, np.zeros(1, np.int64), np.zeros(D), c.copy(),
        np.ones(D), np.zeros(D, np.int8), np.zeros(D), np.full(D, -1),
        np.empty(0, np.int64), np.empty(0), np.empty((0, 0)), np.empty((0, D)),
    )  # fmt: skip


@njit(cache=True, nogil=True)
def with_rows(p: Homotopy) -> Homotopy:
    """The same with the rows of X'X of further columns: those with the largest |c|, the next to be
    needed."""
    known, unknown = p.J.size, np.flatnonzero(p.slot < 0)
    several = max(_BLOCK, known // 6)
    new = unknown[np.argsort(-np.abs(p.c[unknown]))[:several]]
    M = known + new.size
    J, d, L, rows = np.empty(M, np.int64), np.empty(M), np.empty((M, M)), np.empty((M, p.c.size))
    copy(p.J, J)
    copy(p.d, d)
    for i in range(known):
        copy(p.L[i], L[i])
        copy(p.rows[i], rows[i])
    np.dot(p.XT[new], p.XT.T, rows[known:])
    for i in range(new.size):
        rows[known + i, new[i]] += p.alpha
        p.slot[new[i]] = known + i
    return Homotopy(
        p.XT, p.first, p.alpha, p.lam, p.unit, p.n, p.w, p.c, p.s, p.role, p.a, p.slot, J, d, L,
        rows,
    )  # fmt: skip


@njit(cache=True, nogil=True)
def gram_times(p: Homotopy, d: np.ndarray) -> np.ndarray:
    """X'X d (D,), for d (n,) on the active columns."""
    out = np.zeros(p.c.size)
    for i in range(d.size):
        row, part = p.rows[p.slot[p.J[i]]], d[i]
        for j in range(out.size):
            out[j] += row[j] * part
    return out


@njit(cache=True, nogil=True)
def _solve_lower(L, b):
    """b becomes L^-1 b."""
    for i in range(b.size):
        b[i] = (b[i] - np.dot(L[i, :i], b[:i])) / L[i, i]


@njit(cache=True, nogil=True)
def solve_active(p: Homotopy, b: np.ndarray) -> np.ndarray:
    """(X_J'X_J)^-1 b_J (n,), for b (D,): one solution with L, one with L'."""
    z = b[p.J[: p.n[0]]]
    _solve_lower(p.L, z)
    for i in range(z.size - 1, -1, -1):
        row = p.L[i]
        z[i] /= row[i]
        for k in range(i):
            z[k] -= row[k] * z[i]
    return z


@njit(cache=True, nogil=True)
def join(p: Homotopy, j: int) -> None:
    """Make column j active: L gets the row (v, sqrt(||x_j||^2 - ||v||^2)) with L v = X_J'x_j.

    Where x_j is numerically a combination of the active columns, it is marked as dependent.
    """
    n, row = p.n[0], p.rows[p.slot[j]]
    v = row[p.J[:n]]
    _solve_lower(p.L, v)
    own = row[j] - np.dot(v, v)
    p.role[j] = ACTIVE if own > _OWN * row[j] else DEPENDENT
    if p.role[j] == ACTIVE:
        p.J[n], p.d[n], p.n[0] = j, 0.0, n + 1
        copy(v, p.L[n])
        p.L[n, n] = np.sqrt(own)


@njit(cache=True, nogil=True)
def leave(p: Homotopy, k: int) -> None:
    """Take column J[k] out of the active set: row k of L goes, and Givens rotations of neighbouring
    columns make the rest triangular again."""
    n, J, d, L = p.n[0] - 1, p.J, p.d, p.L
    p.role[J[k]], p.n[0] = TIED, n
    for i in range(k, n):
        J[i], d[i] = J[i + 1], d[i + 1]
        copy(L[i + 1, : i + 2], L[i])
    for i in range(k, n):
        length = np.hypot(L[i, i], L[i, i + 1])
        cosine, sine = L[i, i] / length, L[i, i + 1] / length
        for m in range(i, n):
            x, y = L[m, i], L[m, i + 1]
            L[m, i], L[m, i + 1] = cosine * x + sine * y, cosine * y - sine * x
