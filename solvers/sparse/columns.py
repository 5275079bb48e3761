"""`Columns`, what the kernels of the lasso read, of data as problems hold them."""

from __future__ import annotations

import numpy as np

from solvers.checks import is_sparse, locked
from solvers.sparse.lasso_kernels import Columns

_NONE = locked(np.zeros(0, dtype=np.int32))


def columns_of(X, lam, h=None):
    """The columns of X (N, D), their squared lengths `h` (D,) or not yet known."""
    h = np.zeros(X.shape[1]) if h is None else h
    if is_sparse(X):
        return Columns(X.data[None, :], X.indices, X.indptr, h, lam, False)
    return Columns(X.T, _NONE, _NONE, h, lam, False)


def gram_columns(G, lam):
    """Those of X'X = G (D, D), which is read-only from here on, as X is: kernels compile once."""
    return Columns(locked(G), _NONE, _NONE, G.diagonal().copy(), lam, True)


def gram(X):
    """X'X (D, D), dense."""
    return (X.T @ X).toarray() if is_sparse(X) else X.T @ X
