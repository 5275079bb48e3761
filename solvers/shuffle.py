"""Random orders drawn inside kernels, the same with and without numba."""

from __future__ import annotations

import numpy as np

from solvers.compiled import njit


def shuffle_state(seed):
    """The state (1,) from which `shuffle` draws; seeded as numpy's generators are."""
    return np.random.default_rng(seed).integers(0, 2**31, size=1)


@njit(cache=True, nogil=True)
def shuffle(order, state):
    """Permute `order` in place; `state` (1,), in [0, 2^31), is the seed of the next call.

    A congruential generator that never overflows, so that plain Python draws the same permutations;
    its high bits choose the entry.

    References
    ----------
    lecuyer-1999: table 4
    """
    for i in range(order.size - 1, 0, -1):
        state[0] = (state[0] * 37769685 + 1) & 2147483647
        j = (state[0] * (i + 1)) >> 31
        order[i], order[j] = order[j], order[i]
