"""log det of symmetric matrices and its proximal operator, compiled or straight from LAPACK.

All of LAPACK from scipy's: with numpy's as well two pools of threads would wait for each other.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg.blas import dsyrk, dtrmm
from scipy.linalg.lapack import dlauum, dpotrf, dsyevd, dtrtri

from solvers.compiled import njit, numba
from solvers.precision import triangle
from solvers.precision.blocks import blocks

_EPS = np.finfo(float).eps
#: Below this size looking for blocks costs more than it saves.
_SMALL = 40
#: Up to this size compiled rows take no longer than LAPACK, and less where the matrix is sparse.
_COMPILED = 200 if numba else 0
#: Nobody sees an error below this, per row.
_FINE = 4e-14
#: Triangles up to this size are inverted as a whole; of larger ones, entries below the other are 0.
_WHOLE, _NOTHING = 160, 1e-150


def log_det(A):
    """log det of symmetric `A` (m, m), or -inf where A is not positive definite."""
    if len(A) <= _COMPILED:
        return triangle.factor(np.array(A, order="C"))
    # The transpose of a C-ordered symmetric matrix is the same matrix in LAPACK's own order.
    factor, failed = dpotrf(A.T, lower=1, clean=0)
    return -np.inf if failed else float(2.0 * np.log(np.diagonal(factor)).sum())


def log_det_with_error(A):
    """(`log_det`, how far rounding may put it off, to first order); (-inf, inf) where A is not
    positive definite.

    A Cholesky factor is exact for a matrix whose entries differ by some eps sqrt(A_ii A_jj); what
    that does to the log det grows with eps sum_i A_ii (A^-1)_ii; small matrices come to 1.04 times
    that, and twice is taken off. A bound of the sum will do where it is small; it takes no inverse.
    """
    d = np.diagonal(A)
    if d.min() > 0.0 and np.count_nonzero(A) == d.size:
        return float(np.log(d).sum()), 2.0 * _EPS * d.size
    value, error = _bounded(A) if len(A) <= _COMPILED else _bounded_apart(A)
    if value > -np.inf and not error <= _FINE * len(A):
        half = _inverse_triangle(factored(A)[1])
        weight = np.inf if half is None else d @ np.einsum("ij,ij->j", half, half)
        error = 2.0 * _EPS * float(weight)
    return value, error


@njit(cache=True, nogil=True)
def _bounded(A):
    """(`log_det` by LAPACK, a bound of its error)."""
    try:
        factor = np.linalg.cholesky(A.T)
    except Exception:
        return -np.inf, np.inf
    m, half = A.shape[0], 0.0
    bound, total = triangle.bound_of_inverse(factor.T), 0.0
    for k in range(m):
        half += np.log(factor[k, k])
        total += A[k, k] * bound[k]
    if not half > -np.inf:  # where A holds what is no number LAPACK may not say so
        return -np.inf, np.inf
    return 2.0 * half, 2.0 * _EPS * total


def _bounded_apart(A):
    """`_bounded` for large matrices."""
    value, factor = factored(A)
    if value == -np.inf:
        return value, np.inf
    return value, 2.0 * _EPS * float(np.diagonal(A) @ triangle.bound_of_inverse(factor.T))


def inverse(A):
    """The inverse of positive definite `A` (m, m), exactly symmetric; LinAlgError where it is not,
    NaN where it holds what is no number."""
    if not np.isfinite(A).all():
        return np.full_like(A, np.nan)
    value, factor = factored(A)
    W = inverse_of(factor) if value > -np.inf else None
    if W is None:
        raise np.linalg.LinAlgError("not positive definite")
    return W


def factored(A):
    """(`log_det` of symmetric `A` (m, m), the factor for `inverse_of`)."""
    factor, failed = dpotrf(A.T, lower=1)
    return (-np.inf if failed else float(2.0 * np.log(np.diagonal(factor)).sum())), factor


def inverse_of(factor):
    """The inverse, exactly symmetric and in C order, from the factor of `factored`, which it
    overwrites; None where the matrix is singular."""
    half = _inverse_triangle(factor)
    return None if half is None else _mirrored(dlauum(half, lower=1, overwrite_c=1)[0].T)


def _inverse_triangle(factor):
    """The inverse of a lower triangle in its place, in Fortran order; None where it is singular.

    What decays along a chain of features is set to 0 before its squares leave the range of normal
    numbers, with which processors are slow.
    """
    m = factor.shape[0]
    if m <= _WHOLE:
        half, singular = dtrtri(factor, lower=1, overwrite_c=1)
        return None if singular else half
    k = m // 2
    first, last = _inverse_triangle(factor[:k, :k]), _inverse_triangle(factor[k:, k:])
    if first is None or last is None:
        return None
    below = dtrmm(-1.0, first, np.asfortranarray(factor[k:, :k]), side=1, lower=1, overwrite_b=1)
    below = dtrmm(1.0, last, below, lower=1, overwrite_b=1)
    below[np.abs(below) < _NOTHING] = 0.0
    factor[:k, :k], factor[k:, :k], factor[k:, k:] = first, below, last
    return factor


def _mirrored(triangle):
    """The symmetric matrix with the given triangle (zeros in the other)."""
    A = triangle + triangle.T
    np.fill_diagonal(A, 0.5 * np.diagonal(A))
    return A


def prox_log_det(A, mu, floor=0.0):
    """(gamma (m,), M (m, m)): M = argmin -log det M + ||M - A||_F^2 / (2 mu), gamma its
    eigenvalues in any order.

    gamma = (d + sqrt(d^2 + 4 mu)) / 2 for the eigenvalues d of A, raised to `floor`: (22)-(23) of
    003_d968a502af9b2788.txt and the variant before (24). Where A falls into blocks, so does M. Both
    are NaN where A holds what is no number.
    """
    m = A.shape[0]
    if not np.isfinite(A).all():
        return np.full(m, np.nan), np.full_like(A, np.nan)
    gamma, M = np.empty(m), np.zeros_like(A)
    alone, blocks = _blocks(A)
    gamma[alone] = M[alone, alone] = np.maximum(_root(A[alone, alone], mu), floor)
    for block in blocks:
        whole = block.size == m
        d, V, failed = dsyevd(A.T if whole else A[np.ix_(block, block)].T, lower=1)
        if failed:
            raise np.linalg.LinAlgError("eigenvalues of a symmetric matrix did not converge")
        gamma[block] = np.maximum(_root(d, mu), floor)
        part = _mirrored(dsyrk(1.0, V * np.sqrt(gamma[block])))
        if whole:
            M = part
        else:
            M[np.ix_(block, block)] = part
    return gamma, M


def _root(d, mu):
    """The positive root g of g - mu / g = d."""
    root = np.hypot(d, 2.0 * np.sqrt(mu))
    # For d < 0 the sum cancels; the other form of the root does not.
    positive = d >= 0.0
    return np.where(positive, 0.5 * (d + root), 2.0 * mu / np.where(positive, 1.0, root - d))


def _blocks(A):
    """The `blocks` of `A`. Links below what rounding does to the eigenvalues do not count."""
    m = A.shape[0]
    if m < _SMALL:
        return np.arange(0), [np.arange(m)]
    size = np.abs(A)
    return blocks(size > _EPS * size.max())
