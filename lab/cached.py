"""Results that depend on some knobs are computed once for each of their values."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any

import numpy as np

from solvers.checks import locked

#: The most values of a kernel that are stored for one call, and for all calls, 8 MB; and the most
#: calls, as with few values each call's arguments take more memory.
_MOST_VALUES, _KEPT_VALUES, _KEPT_CALLS = 1_000_000, 2_000_000, 64
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


def cached_by(*names: str, most: int = 4) -> Callable[[Callable], Callable]:
    """Decorate `build(settings, *more)`: its last `most` answers are stored, one for each value of
    the settings `names` (and of `more`, which must be hashable).

    `build` gets these settings and no others: an answer cannot depend on one that is not named.
    What it returns is shared, so that arrays in it must be read-only. Where "file" is among the
    names, an answer holds for that file as it was last changed.
    """

    def keep(build):
        @lru_cache(maxsize=most)
        def built(values, version, more):
            return build(dict(zip(names, values, strict=True)), *more)

        @wraps(build)
        def cached_build(settings: Mapping, *more):
            version = file_version(settings["file"]) if "file" in names else None
            return built(tuple(settings[name] for name in names), version, more)

        clearable: Any = cached_build
        clearable.cache_clear = built.cache_clear
        on_clear(built.cache_clear)
        return clearable

    return keep


def kernel_values(kernel: Any, X: np.ndarray, places: np.ndarray) -> np.ndarray:
    """`kernel.values(X, places)` (n, a), read-only; the last of few values are stored, as points
    and window stay while a price is dragged."""
    X, places = (np.ascontiguousarray(a, dtype=float) for a in (X, places))
    if len(X) * len(places) > _MOST_VALUES:
        return locked(kernel.values(X, places))
    key = (kernel, *((a.shape, a.tobytes()) for a in (X, places)))
    found = _VALUES.get(key)
    if found is None:
        found = locked(kernel.values(X, places))
    with _LOCK:
        _VALUES.pop(key, None)
        _VALUES[key] = found
        while len(_VALUES) > _KEPT_CALLS or _stored() > _KEPT_VALUES:
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
