"""Where a run starts: what users may give for `x0`."""

from __future__ import annotations

import numpy as np

from solvers.checks import InputError, as_array
from solvers.hints import Start
from solvers.result import Result


def start(x0: Start, shape: int | tuple[int, ...], name: str = "x0") -> np.ndarray:
    """A writable starting point: zeros, a checked copy of an array, or the point of an earlier
    `Result`."""
    if x0 is None:
        return np.zeros(shape)
    shape = tuple(np.atleast_1d(shape).tolist())
    x = np.array(as_array(x0.x if isinstance(x0, Result) else x0, name, ndim=len(shape)))
    if x.shape != shape:
        raise InputError(f"{name} must have shape {shape}, got {x.shape}.")
    return x


def start_dual(x0: Start, key: str, size: int) -> np.ndarray:
    """A writable dual start: from an earlier `Result` that carries `key` in the right size, else
    zeros."""
    if isinstance(x0, Result) and key in x0.dual and x0.dual[key].shape == (size,):
        return np.array(x0.dual[key])
    return np.zeros(size)
