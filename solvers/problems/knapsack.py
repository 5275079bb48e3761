"""The feasible set {y'x = b, 0 <= x <= C} of the support vector machine's dual: projection, centre,
and the best multiplier of the equality. y (n,) holds -1 and +1.
"""

from __future__ import annotations

import math

import numpy as np

from solvers.compiled import njit

#: A residual of y'x = b below this share of its terms is rounding: for a projection, and for a
#: point whose order of summation is unknown.
_ROUNDING, VISIBLE = 1e-14, 1e-12
#: n_- + b/C this close to a whole number is one.
_WHOLE = 1e-9


@njit(cache=True, nogil=True)
def block_length(n: int) -> int:
    """How many of n terms to add up before their sum is added to that of the others: the rounding
    of one running sum grows with n, that of blocks with its root, as `sum_error` has it."""
    return max(64, int(math.sqrt(n)))


def project_knapsack(x: np.ndarray, y: np.ndarray, C: float, b: float) -> np.ndarray:
    """The nearest point of {y'x = b, 0 <= x <= C}; a feasible x comes back as an equal copy.

    x(nu) = clip(x - nu y, 0, C), nu the root of a nonincreasing piecewise linear function with the
    breakpoints y_i x_i and y_i (x_i - C): bisection over the sorted breakpoints, then a line.
    """
    inside = np.minimum(np.maximum(x, 0.0), C)
    off = abs(plane_of(inside, y) - b)
    if off <= _ROUNDING * (inside.sum() + abs(b)) and (inside == x).all():
        return inside
    return _on_line(np.sort(np.concatenate([y * x, y * (x - C)])), x, y, C, b)


@njit(cache=True, nogil=True)
def _on_line(points, x, y, C, b):
    """x(nu) of `project_knapsack` (n,), nu found between its sorted breakpoints (2n,)."""
    low, high = 0, points.size - 1
    above, below = _apart(points[low], x, y, C, b), _apart(points[high], x, y, C, b)
    if above <= 0.0 or below >= 0.0:  # b at the end of its range, up to rounding
        nu = points[low] if above <= 0.0 else points[high]
        return np.clip(x - nu * y, 0.0, C)
    while high - low > 1:
        middle = (low + high) // 2
        at = _apart(points[middle], x, y, C, b)
        if at > 0.0:
            low, above = middle, at
        else:
            high, below = middle, at
    nu = points[low] + (points[high] - points[low]) * (above / (above - below))
    return np.clip(x - nu * y, 0.0, C)


@njit(cache=True, nogil=True)
def _apart(nu, x, y, C, b):
    """y'x(nu) - b."""
    total, block = 0.0, block_length(x.size)
    for first in range(0, x.size, block):
        own = 0.0
        for i in range(first, min(first + block, x.size)):
            own += y[i] * min(max(x[i] - nu * y[i], 0.0), C)
        total += own
    return total - b


def plane_of(x: np.ndarray, y: np.ndarray) -> float:
    """y'x by pairwise summation: how a point is judged, in whatever order it was summed."""
    return float((y * x).sum())


def violation(x: np.ndarray, y: np.ndarray, C: float, b: float) -> float:
    """The largest violation of a constraint by x, over the largest |x_i| (or |b|, if that is more);
    0 up to rounding."""
    size = np.abs(x)
    outside, plane = max(-x.min(), (x - C).max()), abs(plane_of(x, y) - b)
    length = max(size.max(), abs(b))
    outside = outside if outside > VISIBLE * length else 0.0
    plane = plane if plane > VISIBLE * (size.sum() + abs(b)) else 0.0
    return float(max(outside, plane) / length) if length > 0.0 else 0.0


def centre_share(y: np.ndarray, C: float, b: float) -> float:
    """a, where x_i = C a (y_i = 1), C (1 - a) (y_i = -1) is the analytic centre; 0 or 1 where that
    point is the only feasible one (C = 0 included)."""
    share = (b / C + np.count_nonzero(y < 0.0)) / y.size if C > 0.0 else 0.0
    return share if _WHOLE / y.size < share < 1.0 - _WHOLE / y.size else float(round(share))


def centre(y: np.ndarray, C: float, b: float) -> np.ndarray:
    """The analytic centre of the set, or its only point."""
    a = centre_share(y, C, b)
    return np.where(y > 0.0, C * a, C * (1.0 - a)) if C > 0.0 else np.zeros(y.size)


def multiplier_ranks(y: np.ndarray, C: float, b: float) -> tuple[int, int]:
    """Ranks (low, high), from 1, of the sorted y_i g_i between which the best s lies; 0 and n + 1
    mean minus and plus infinity."""
    k = np.count_nonzero(y < 0.0) + (b / C if C > 0.0 else 0.0)
    whole = round(k)
    if abs(k - whole) <= _WHOLE:
        return whole, whole + 1
    return math.ceil(k), math.ceil(k)


def best_multipliers(g: np.ndarray, y: np.ndarray, C: float, b: float) -> tuple[float, float]:
    """The interval (low, high) of s that maximise b s - C sum max(0, s y - g)."""
    return between_ranks(y * g, multiplier_ranks(y, C, b))


def between_ranks(beta: np.ndarray, ranks: tuple[int, int]) -> tuple[float, float]:
    """The interval of s between the numbers beta (n,) of two ranks, see `multiplier_ranks`."""
    beta = np.sort(beta)
    return _of_rank(beta, ranks[0]), _of_rank(beta, ranks[1])


def _of_rank(beta, rank):
    """The number of that rank, from 1, among sorted ones (n,); see `multiplier_ranks`."""
    if rank < 1:
        return -math.inf
    return float(beta[rank - 1]) if rank <= beta.size else math.inf


def middle(low: float, high: float) -> float:
    """The midpoint of an interval, its finite end, or 0 if it has none."""
    if math.isfinite(low) and math.isfinite(high):
        return 0.5 * (low + high)
    return low if math.isfinite(low) else high if math.isfinite(high) else 0.0
