"""How much memory there is, asked before a large array is allocated."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from solvers.checks import InputError

#: What is assumed where the system does not report it.
_UNKNOWN = 4 * 2**30


def available_memory() -> int:
    """Bytes that can be allocated without swapping, as far as the system tells."""
    with contextlib.suppress(OSError, StopIteration, ValueError):
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        line = next(line for line in lines if line.startswith("MemAvailable:"))
        return 1024 * int(line.split()[1])
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return _UNKNOWN


def require_memory(size: float, what: str, way_out: str) -> None:
    """Raise unless `size` bytes fit; `what` needs them and `way_out` avoids the need."""
    there = available_memory()
    if size > there:
        raise InputError(
            f"{what} must fit in memory, got {size / 2**30:.1f} GiB for "
            f"{there / 2**30:.1f} GiB available; {way_out}"
        )
