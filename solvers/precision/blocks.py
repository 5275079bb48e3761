"""Blocks into which a symmetric matrix falls: the connected parts of the graph of its links."""

from __future__ import annotations

import numpy as np

from solvers.compiled import njit


def blocks(linked):
    """(rows (a,) without links to others, [rows (b,) of each larger block]) of the symmetric mask
    `linked` (m, m), whose diagonal counts for nothing."""
    label = _labels(linked)
    sizes = np.bincount(label)
    alone = np.flatnonzero(sizes[label] == 1)
    return alone, [np.flatnonzero(label == k) for k in np.flatnonzero(sizes > 1)]


@njit(cache=True, nogil=True)
def _labels(linked):
    """The number (m,) of each row's block, counted from 0 in the order of the first rows."""
    m = linked.shape[0]
    label, waiting, found, left = np.full(m, -1), np.empty(m, np.int64), 0, m
    for first in range(m):
        if label[first] >= 0:
            continue
        label[first], waiting[0], ahead, left = found, first, 1, left - 1
        while ahead and left:
            ahead -= 1
            row = linked[waiting[ahead]]
            for k in range(m):
                if row[k] and label[k] < 0:
                    label[k], waiting[ahead] = found, k
                    ahead, left = ahead + 1, left - 1
        found += 1
    return label
