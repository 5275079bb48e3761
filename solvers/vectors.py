"""What kernels share: sums over two vectors, and random orders, the same with and without numba."""

from __future__ import annotations

import numpy as np

from solvers.compiled import njit


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract"})
def dot(a: np.ndarray, b: np.ndarray) -> float:
    """The sum of a_k b_k."""
    s = 0.0
    for k in range(a.size):
        s += a[k] * b[k]
    return s


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract"})
def add(c: float, a: np.ndarray, w: np.ndarray) -> None:
    """w += c a, in place."""
    for k in range(w.size):
        w[k] += c * a[k]


@njit(cache=True, nogil=True)
def copy(a: np.ndarray, w: np.ndarray) -> None:
    """The first entries of w are those of a. An assignment to a slice says the same, and compiles
    with all that numba's message of unequal shapes needs: two seconds in each process."""
    for k in range(a.size):
        w[k] = a[k]


#: Rounding drift in what depends on the coordinates is removed every so many sweeps.
REFRESH = 10
#: Orders of coordinates: a new permutation each sweep, their own order, or what gains most.
RANDOM, CYCLIC, GREEDY = range(3)


def shuffle_state(seed: int) -> np.ndarray:
    """The state (1,) from which `shuffle` draws; seeded as numpy's generators are."""
    return np.random.default_rng(seed).integers(0, 2**31, size=1)


@njit(cache=True, nogil=True)
def shuffle(order: np.ndarray, state: np.ndarray) -> None:
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
