"""Answers that are stored in this process: values of kernels, and what `clear_caches` drops."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from solvers.checks import locked

#: The most values of a kernel that one call may have to be stored.
_LARGEST_CALL = 1_000_000
#: The most values, 16 MB, and calls that are stored together: with few values each call's arguments
#: take more memory.
_MOST_VALUES, _MOST_CALLS = 2_000_000, 64
#: The stored answers, the newest last.
_VALUES: dict[tuple, np.ndarray] = {}
_LOCK = threading.Lock()
_CLEARS: list[Callable[[], None]] = []


def clear_caches() -> None:
    """Drop every stored answer, after the methods that computed them have been exchanged."""
    for clear in _CLEARS:
        clear()


def on_clear(clear: Callable[[], None]) -> None:
    """Have `clear_caches` call `clear` as well."""
    _CLEARS.append(clear)


def kernel_values(kernel: Any, X: np.ndarray, places: np.ndarray) -> np.ndarray:
    """`kernel.values(X, places)` (n, a), read-only; the last of few values are stored, as points
    and window stay while a price is dragged."""
    X, places = (np.ascontiguousarray(a, dtype=float) for a in (X, places))
    if len(X) * len(places) > _LARGEST_CALL:
        return locked(kernel.values(X, places))
    key = (kernel, *((a.shape, a.tobytes()) for a in (X, places)))
    found = _VALUES.get(key)
    if found is None:
        found = locked(kernel.values(X, places))
    with _LOCK:
        _VALUES.pop(key, None)
        _VALUES[key] = found
        while len(_VALUES) > _MOST_CALLS or _stored() > _MOST_VALUES:
            del _VALUES[next(iter(_VALUES))]
    return found


def _stored():
    return sum(values.size for values in _VALUES.values())


@on_clear
def _clear_values():
    with _LOCK:  # another thread may go through them
        _VALUES.clear()


def file_version(path: str) -> tuple[int, int] | None:
    """The version of a file: changes when the file does; None where there is no file."""
    try:
        facts = Path(path).expanduser().stat()
    except (OSError, ValueError, RuntimeError):
        return None
    return facts.st_mtime_ns, facts.st_size
