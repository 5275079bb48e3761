"""Data matrices X (N, D) as problems hold them: by columns, dense, or of `scipy.sparse` where most
entries are zero. Nothing here makes a sparse one dense."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import eigvalsh

from solvers.checks import (
    InputError,
    as_array,
    is_sparse,
    locked,
    short,
    sum_of_squares,
    too_large,
)

#: What numba's indices of 32 bits reach.
_FAR = 2**31 - 1
#: In addition to a matrix of products of this size, the matrix itself is not large.
_LARGEST_GRAM = 500


def as_columns(value: Any, name: str) -> Any:
    """`value` as a read-only float64 array by columns or, where it is sparse, as a `csc_array` of
    read-only parts: its columns sorted, entries of one place added up, none of them zero. The sum
    of squares is finite."""
    if not is_sparse(value):
        return as_array(value, name, ndim=2, order="F", bounded=True)
    if value.ndim != 2:
        raise InputError(f"{name} must have 2 axes, got shape {value.shape}; reshape it.")
    if value.dtype.kind not in "iuf":
        raise InputError(
            f"{name} must be a sparse array of real numbers, got {value.dtype} entries; "
            "convert them first."
        )
    X = _by_columns(value, name)
    if not np.isfinite(X.data).all():
        k = int(np.flatnonzero(~np.isfinite(X.data))[0])
        place = (int(X.indices[k]), int(np.searchsorted(X.indptr, k, side="right")) - 1)
        raise InputError(
            f"{name} must be finite, got {X.data[k]} at {place}; drop or fill such entries."
        )
    if not sum_of_squares(X.data) < np.inf:
        raise too_large(X.data, name)
    return locked(X)


def _by_columns(value, name):
    """A `csc_array` of `value`, which need not be in order, and is copied unless it is locked."""
    from scipy.sparse import csc_array  # takes a while to import, and few problems are sparse

    try:
        if _is_immutable(value):
            X = csc_array((value.data, value.indices, value.indptr), shape=value.shape)
            X.check_format(full_check=True)
            if X.has_canonical_format:
                return X
        with np.errstate(over="ignore"):  # what becomes infinite is refused
            X = csc_array(_checked(value).astype(np.float64))
    except (ValueError, IndexError, TypeError) as error:
        raise InputError(
            f"{name} must be a sparse array whose indices fit its shape {value.shape}, got one "
            f"that does not ({short(str(error))}); build it anew."
        ) from None
    X.sum_duplicates()
    X.eliminate_zeros()
    kind = np.int32 if max(X.shape[0], X.nnz) <= _FAR else np.int64
    parts = (X.data.copy(), X.indices.astype(kind), X.indptr.astype(kind))
    return csc_array(locked(parts), shape=X.shape)


def _is_immutable(value):
    """Whether `value` is of the right kind, and read-only."""
    if value.format != "csc" or value.dtype != np.float64:
        return False
    parts = (value.data, value.indices, value.indptr)
    owners = [part.base for part in parts if part.base is not None]
    return not any(a.flags.writeable for a in (*parts, *owners) if isinstance(a, np.ndarray))


def _checked(value):
    """A copy of `value` whose indices lie inside, ready to be converted; ValueError if they do
    not: the conversion itself would read and write anywhere."""
    if value.format in ("csc", "csr", "bsr"):
        copy = value.copy()
        copy.check_format(full_check=True)
        return copy
    places = value.tocoo()
    for axis, (index, size) in enumerate(zip(places.coords, value.shape, strict=True)):
        if index.size and not 0 <= index.min() <= index.max() < size:
            raise ValueError(f"an index on axis {axis} is {index.max()}")
    return places


def column_squares(X: Any) -> np.ndarray:
    """||x_d||^2 of each column, (D,)."""
    if is_sparse(X):
        return np.asarray((X * X).sum(axis=0)).ravel()
    return np.einsum("nd,nd->d", X, X)


def top_eigenvalue(X: Any) -> float:
    """The largest eigenvalue of X'X, from the smaller of X'X and XX'."""
    if 0 in X.shape:
        return 0.0
    if is_sparse(X) and min(X.shape) > _LARGEST_GRAM:
        return _top_by_products(X)
    gram = X.T @ X if X.shape[0] >= X.shape[1] else X @ X.T
    gram, last = gram.toarray() if is_sparse(X) else gram, gram.shape[0] - 1
    return max(float(eigvalsh(gram, subset_by_index=[last, last])[0]), 0.0)


def _top_by_products(X):
    """The same from products with X alone, by Lanczos' method from a fixed start."""
    from scipy.sparse.linalg import svds

    if not X.nnz:
        return 0.0
    start = np.random.default_rng(0).standard_normal(min(X.shape))
    s = svds(X, k=1, v0=start, return_singular_vectors=False)
    return float(s[0]) ** 2


def distinct_columns(X: np.ndarray) -> np.ndarray:
    """The directions of the columns of a dense X (N, D), each once: scaled by a power of two to a
    largest entry in [1/2, 1), the first non-zero one positive, without zeros.

    No digit is lost, and the span is that of X.
    """
    X = X[:, X.any(axis=0)]
    _, exponent = np.frexp(np.abs(X).max(axis=0, initial=0.0))
    first = X[(X != 0.0).argmax(axis=0), np.arange(X.shape[1])] if X.size else 1.0
    return np.unique(np.copysign(1.0, first) * np.ldexp(X, -exponent), axis=1)
