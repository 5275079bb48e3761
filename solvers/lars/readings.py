"""What may be asked of a path: numbers, one or many, not beyond its end."""

from __future__ import annotations

import numpy as np

from solvers.checks import InputError, as_array, nonnegative


def numbers(value, name):
    """A number, or an array of them, at least 0, as an array (M,)."""
    if np.ndim(value) == 0:
        return np.array([nonnegative(value, name)])
    values = as_array(value, name, ndim=1)
    nonnegative(float(values.min(initial=0.0)), name)
    return values


def lams_from(lowest, value):
    """`value` as `numbers`, none of them below `lowest`, where the path ends."""
    lams = numbers(value, "lam")
    if lams.min(initial=np.inf) < lowest:
        raise InputError(
            f"lam must be at least {lowest:g}, where this path ends, got {lams.min():g}; make the "
            "path with a smaller lam_min."
        )
    return lams


def place(breaks, lams):
    """For each lam the index of the break at or above it, among falling `breaks` (B,), and how far
    down to the next it lies, as a share in [0, 1]; 0 above the first."""
    last = max(breaks.size - 2, 0)
    k = np.clip(np.searchsorted(-breaks, -lams, side="right") - 1, 0, last)
    if breaks.size == 1:
        return k, np.zeros(lams.size)
    return k, np.clip((breaks[k] - lams) / (breaks[k] - breaks[k + 1]), 0.0, 1.0)
