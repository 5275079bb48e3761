"""Proximal operators and projections on plain arrays."""

from __future__ import annotations

import numpy as np

from solvers.compiled import njit


def soft_threshold(x, k):
    """sign(x) max(|x| - k, 0), entrywise: the proximal operator of k |.|_1 (eq. 16 of
    002_8a6384496e3a9cf3.txt)."""
    return np.sign(x) * np.maximum(np.abs(x) - k, 0.0)


@njit(cache=True, nogil=True)
def shrink(x, k):
    """`soft_threshold` of one number, for kernels."""
    if x > k:
        return x - k
    if x < -k:
        return x + k
    return 0.0
