"""How much memory there is, asked before a large array is allocated; and pages that are not needed
are given back."""

import contextlib
import ctypes
import mmap
import os
import re
import sys
from pathlib import Path

from solvers.checks import InputError

#: What is assumed where the system does not tell.
_UNKNOWN = 4 * 2**30
#: A part of a file that is mapped and not writable, none of whose pages has been written to.
_CLEAN = r"^(\w+)-(\w+) r-[x-]p .*{}.*\n(?:\w+:.*\n)*?Anonymous: +0 kB$"


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


def release_pages(library):
    """Give back the pages of a shared library of that name that are as its file has them; who needs
    one again finds it in the system's cache of the file.

    For LLVM: of its code some 700 small parts run as it is loaded, and Linux maps the neighbours of
    each as well, 20 MB of which a process that compiles nothing needs a few. Linux alone.
    """
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError, AttributeError):
        advise = ctypes.CDLL(None).madvise
        areas = Path("/proc/self/smaps").read_text(encoding="utf-8", errors="replace")
        for found in re.finditer(_CLEAN.format(re.escape(library)), areas, re.MULTILINE):
            start, end = (int(place, 16) for place in found.groups())
            advise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), mmap.MADV_DONTNEED)
