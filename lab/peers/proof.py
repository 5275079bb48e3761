"""What a foreign answer proves by its own multipliers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from solvers import Certificate, Program


def certified(problem: Any, x: np.ndarray, dual: Mapping[str, np.ndarray]) -> Certificate:
    """The certificate of x by these multipliers.

    Multipliers of a `Program` in floating point leave a residual, and of a variable without bounds
    even the least proves nothing. Where that is so, the bound is of the points in a box around x
    that reaches as far as its largest entry, or 1: the objective is convex, so that nothing beyond
    the box is better than its best point by more than the gap times how much farther away it is.
    """
    found = problem.certify(x, **dual)
    if math.isfinite(found.bound) or not dual or not isinstance(problem, Program):
        return found
    size = max(1.0, float(np.abs(x).max(initial=0.0)))
    low, high = np.maximum(problem.lower, x - size), np.minimum(problem.upper, x + size)
    crossed = low > high  # where x lies outside its bounds
    low[crossed], high[crossed] = problem.lower[crossed], problem.upper[crossed]
    inside = replace(problem, lower=low, upper=high).certify(x, **dual)
    return replace(found, bound=inside.bound, scale=max(found.scale, inside.scale))
