"""Proximal operators and projections on plain arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.checks import nonnegative
from solvers.compiled import njit
from solvers.result import ArrayLike

#: A sum of squares below this has lost digits, or all of itself, to underflow.
SMALLEST_SQUARE = 1e-290


def soft_threshold(x: Any, k: Any) -> Any:
    """sign(x) max(|x| - k, 0), entrywise: the proximal operator of k |.|_1 (eq. 16 of
    002_8a6384496e3a9cf3.txt)."""
    return x - np.clip(x, -k, k)


@njit(cache=True, nogil=True)
def shrink(x: float, k: float) -> float:
    """`soft_threshold` of one number, for kernels."""
    if x > k:
        return x - k
    if x < -k:
        return x + k
    return 0.0


def group_soft_threshold(v: np.ndarray, k: float) -> np.ndarray:
    """max(1 - k / ||v||, 0) v, and 0 at v = 0: the proximal operator of k ||.||_2 (eq. 19)."""
    length = norm(np.asarray(v, dtype=np.float64))
    return (1.0 - k / length) * v if length > k else np.zeros_like(v, dtype=np.float64)


@njit(cache=True, nogil=True)
def norm(v: np.ndarray) -> float:
    """||v||, also where its square is beyond the range of numbers."""
    square = v @ v
    if SMALLEST_SQUARE < square < np.inf:
        return np.sqrt(square)
    largest = 0.0
    for k in range(v.size):
        largest = max(largest, abs(v[k]))
    if not 0.0 < largest < np.inf:
        return largest if square == square else square
    total = 0.0
    for k in range(v.size):
        total += (v[k] / largest) ** 2
    return largest * np.sqrt(total)


def group_norms(v: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """(||v_g||) over groups; groups (D,): the number, 0, 1, ..., of each entry's group."""
    squares, is_doubtful = _group_squares(v, groups)
    norms = np.sqrt(squares)
    if is_doubtful:
        doubtful = ~((squares > SMALLEST_SQUARE) & (squares < np.inf))
        norms[doubtful] = _scaled_norms(v, groups, norms.size)[doubtful]
    return norms


@njit(cache=True, nogil=True)
def _group_squares(v, groups):
    """(the sums of squares, whether one that is not of zeros has lost digits)."""
    last, lost = -1, False
    for g in groups:
        last = max(last, g)
    squares = np.zeros(last + 1)
    for k in range(v.size):
        squares[groups[k]] += v[k] * v[k]
    for k in range(v.size):
        certain = SMALLEST_SQUARE < squares[groups[k]] < np.inf
        lost = lost or (v[k] != 0.0 and not certain)
    return squares, lost


def _scaled_norms(v, groups, count):
    """`group_norms` by way of each group's largest entry."""
    size, largest = np.abs(v), np.zeros(count)
    np.maximum.at(largest, groups, size)
    unit = np.where((largest > 0.0) & (largest < np.inf), largest, 1.0)
    with np.errstate(over="ignore"):
        return unit * np.sqrt(np.bincount(groups, weights=(v / unit[groups]) ** 2))


def group_soft_thresholds(v: np.ndarray, k: float, groups: np.ndarray) -> np.ndarray:
    """`group_soft_threshold` of each group."""
    return _rescale(v, groups, lambda norms: soft_threshold(norms, k))


def project_group_ball(v: ArrayLike, radius: float, groups: np.ndarray) -> np.ndarray:
    """The nearest point to `v` (D,) with sum ||w_g|| <= radius: the norms are projected, each group
    is rescaled."""
    v = np.asarray(v, dtype=np.float64)
    return _rescale(v, groups, lambda norms: project_l1_ball(norms, radius))


def _rescale(v, groups, change):
    """`v` with each group's norm replaced by `change` of it; 0 stays 0."""
    norms = group_norms(v, groups)
    retained = change(norms)
    factors = np.divide(retained, norms, out=np.zeros_like(norms), where=retained > 0.0)
    return factors[groups] * v


def project_l1_ball(v: ArrayLike, radius: float) -> np.ndarray:
    """The nearest point to `v` (D,) with ||.||_1 <= radius, by sorting: O(D log D).

    Duchi, Shalev-Shwartz, Singer, Chandra (ICML 2008), doi:10.1145/1390156.1390191.
    """
    v, radius = np.asarray(v, dtype=np.float64), nonnegative(radius, "radius")
    size = np.abs(v)
    if size.sum() <= radius:
        return v.copy()
    falling = np.sort(size)[::-1]
    threshold = (np.cumsum(falling) - radius) / np.arange(1, v.size + 1)
    retained = np.count_nonzero(falling > threshold)
    # At radius 0 nothing may survive, whatever the rounding of the threshold.
    return soft_threshold(v, threshold[retained - 1] if retained else falling[0])
