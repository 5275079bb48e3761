"""log det of symmetric matrices and its proximal operator, straight from LAPACK.

All of it from scipy's: with numpy's as well two pools of threads would wait for each other.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg.blas import dsyrk
from scipy.linalg.lapack import dpotrf, dpotri, dsyevd

_EPS = np.finfo(float).eps
#: Below this size looking for blocks costs more than it saves.
_SMALL = 40


def log_det(A):
    """log det of symmetric `A` (m, m), or -inf where A is not positive definite."""
    # The transpose of a C-ordered symmetric matrix is the same matrix in LAPACK's own order.
    factor, failed = dpotrf(A.T, lower=1, clean=0)
    return -np.inf if failed else float(2.0 * np.log(np.diagonal(factor)).sum())


def log_det_with_error(A):
    """(`log_det`, how far rounding may put it off, to first order); (-inf, inf) where A is not
    positive definite.

    A Cholesky factor is exact for a matrix whose entries differ by some eps sqrt(A_ii A_jj); what
    that does to the log det grows with eps sum_i A_ii (A^-1)_ii; small matrices come to 1.04 times
    that, and twice is taken off.
    """
    factor, failed = dpotrf(A.T, lower=1, clean=0)
    if failed:
        return -np.inf, np.inf
    value = float(2.0 * np.log(np.diagonal(factor)).sum())
    lower, singular = dpotri(factor, lower=1, overwrite_c=1)
    error = np.inf if singular else 2.0 * _EPS * (np.diagonal(A) @ np.diagonal(lower))
    return value, float(error)


def inverse(A):
    """The inverse of positive definite `A` (m, m), exactly symmetric; LinAlgError where it is not,
    NaN where it holds what is no number."""
    if not np.isfinite(A).all():
        return np.full_like(A, np.nan)
    factor, failed = dpotrf(A.T, lower=1)
    lower, singular = dpotri(factor, lower=1, overwrite_c=1) if not failed else (None, 1)
    if singular:
        raise np.linalg.LinAlgError("not positive definite")
    return _mirrored(lower)


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
    """Rows of `A` without links to others, and the rows of each larger block. Links below what
    rounding does to the eigenvalues do not count."""
    m = A.shape[0]
    if m < _SMALL:
        return np.arange(0), [np.arange(m)]
    size = np.abs(A)
    linked = size > _EPS * size.max()
    np.fill_diagonal(linked, True)
    rest = np.count_nonzero(linked, axis=1) > 1
    alone, larger = np.flatnonzero(~rest), []
    while rest.any():
        block = _reached(linked, int(rest.argmax()))
        larger.append(np.flatnonzero(block))
        rest &= ~block
    return alone, larger


def _reached(linked, row):
    """Mask (m,) of the rows that a chain of links joins to `row`."""
    block, count = linked[row], 1
    while np.count_nonzero(block) > count:
        count = np.count_nonzero(block)
        block = linked[block].any(axis=0)
    return block
