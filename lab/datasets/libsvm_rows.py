"""Rows of "label index:value ..." as LIBSVM and SVMlight write them, read by scikit-learn."""

from __future__ import annotations

import io
import re

import numpy as np

from lab.datasets.csv_words import shown
from solvers import InputError

#: A label, then pairs with indices from 1 on (or 0); `qid` is of rankings.
_ROW = re.compile(
    r"\s*([+-]?[\d.]+(?:[eE][+-]?\d+)?)((?:\s+(?:\d+|qid):\S+)*)\s*(?:#.*)?", re.ASCII
)
#: So many numbers the rows may hold once zeros are written out.
_MOST = 20_000_000


def are_libsvm(lines):
    """Whether the first row that is not empty has pairs of index and value behind a number."""
    first = next((line for line in lines if line.strip()), "")
    row = _ROW.fullmatch(first)
    return bool(row and ":" in row[2])


def read_libsvm(lines, name):
    """(X (n, d), the label of each row in words); InputError in one sentence."""
    from sklearn.datasets import load_svmlight_file  # takes half a second

    rows = [(i, _ROW.fullmatch(line)) for i, line in enumerate(lines, 1) if line.strip()]
    for line, row in rows:
        if row is None:
            raise InputError(
                f"{shown(name)}, line {line} must be a label and pairs index:value as in the line "
                f"above it, got {shown(lines[line - 1])!r}."
            )
    text = "\n".join(line for line in lines if line.strip())
    try:
        X, y = load_svmlight_file(io.BytesIO(text.encode()), zero_based="auto")
    except (ValueError, OverflowError) as error:
        raise InputError(f"{shown(name)} must hold rows label index:value: {error}.") from None
    if X.shape[0] < 2:
        raise InputError(f"{shown(name)} must hold at least two rows, got {X.shape[0]}.")
    if X.shape[0] * X.shape[1] > _MOST:
        raise InputError(
            f"{shown(name)} must hold at most {_MOST:,} numbers with its zeros, got {X.shape[0]:,} "
            f"rows of {X.shape[1]:,}; keep fewer."
        )
    X = X.toarray()
    bad = np.flatnonzero(~np.isfinite(np.column_stack([X, y])).all(axis=1))
    if bad.size:
        line = rows[bad[0]][0]
        raise InputError(
            f"{shown(name)}, line {line} must hold finite numbers, got {shown(lines[line - 1])!r}."
        )
    return X, tuple(row[1] for _, row in rows)
