"""`Columns`, what the kernels of the lasso read, of data as problems hold them."""

from __future__ import annotations

import numpy as np
from scipy.linalg.blas import dgemm

from solvers.checks import is_sparse, locked
from solvers.sparse.lasso_kernels import Columns

#: Where there is nothing to say of sparse columns.
NONE = locked(np.zeros(0, dtype=np.int32))
#: With more columns than this, numpy's product, which makes half of X'X, is the faster.
_FEW = 32


def columns_of(X, lam, h=None):
    """The columns of X (N, D), their squared lengths `h` (D,) or not yet known."""
    h = np.zeros(X.shape[1]) if h is None else h
    if is_sparse(X):
        return Columns(X.data[None, :], X.indices, X.indptr, h, lam, False)
    return Columns(X.T, NONE, NONE, h, lam, False)


def gram_columns(G, lam):
    """Those of X'X = G (D, D), which is read-only from here on, as X is: kernels compile once."""
    return Columns(locked(G), NONE, NONE, G.diagonal().copy(), lam, True)


def gram(X):
    """X'X (D, D), dense."""
    return (X.T @ X).toarray() if is_sparse(X) else X.T @ X


def narrow_gram(X):
    """X'X (D, D) of a dense X by columns, which may have few."""
    return dgemm(1.0, X, X, trans_a=True).T if 0 < X.shape[1] <= _FEW else gram(X)
