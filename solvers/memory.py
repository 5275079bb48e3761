"""How much memory there is, asked before a large array is allocated; and what becomes of freed
memory."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import numpy as np

from solvers.checks import InputError

#: What is assumed where the system does not tell.
_UNKNOWN = 4 * 2**30
#: Just below the 32 MB above which glibc hands freed memory back at once, whatever it has seen.
_KEPT = 31 * 2**20


def available_memory():
    """Bytes that can be allocated without swapping, as far as the system tells."""
    with contextlib.suppress(OSError, StopIteration, ValueError):
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        line = next(line for line in lines if line.startswith("MemAvailable:"))
        return 1024 * int(line.split()[1])
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return _UNKNOWN


def require_memory(size, what, way_out):
    """Raise unless `size` bytes fit; `what` needs them and `way_out` avoids the need."""
    there = available_memory()
    if size > there:
        raise InputError(
            f"{what} must fit in memory, got {size / 2**30:.1f} GiB for "
            f"{there / 2**30:.1f} GiB available; {way_out}"
        )


def keep_freed_memory():
    """Let arrays of up to 31 MB lie in memory that earlier ones left, and up to twice that wait.

    glibc gives the memory of each freed array of more than 128 kB back to the system, and so the
    next one is made of new pages, which cost more time than what most steps compute; until it has
    seen a larger block freed. Elsewhere this does nothing, nor where the environment tells glibc
    what to keep, as it does in the workers of a Dask cluster.
    """
    np.empty(_KEPT, dtype=np.uint8)
