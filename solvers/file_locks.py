"""Locks of open files, which the system takes back from a process that ends."""

from __future__ import annotations

import contextlib
import sys
from typing import IO, Any


def is_anothers(file: IO[Any]) -> bool:
    """Whether another process has the lock, which else is this one's; on a file system without
    locks no process has it: better compiled twice than never."""
    try:
        _lock(file)
    except OSError as error:
        return isinstance(error, BlockingIOError | PermissionError)
    return False


def unlock(file: IO[Any]) -> None:
    """Let others have it: said, as a process that was forked has the file open, too."""
    with contextlib.suppress(OSError):  # a file system without locks
        _lock(file, free=True)


def _lock(file, free=False):
    """Lock an open file, or free it; BlockingIOError or PermissionError where another has it, and
    other OSErrors where there are no locks."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK if free else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_UN if free else fcntl.LOCK_EX | fcntl.LOCK_NB)
