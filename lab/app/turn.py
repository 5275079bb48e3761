"""Who may compile kernels for later: one process of a machine and cache at a time."""

from __future__ import annotations

import contextlib
import platform
import re
import time
from pathlib import Path
from typing import BinaryIO

from solvers.compiled import cache_root, is_anothers, unlock

#: Seconds between two looks whether it is this process's turn.
WAIT = 0.25


class Turn:
    """A lock of all processes that use one cache on one machine; the system takes it back from a
    process that ends. path: the locked file; that of the cache in use by default."""

    def __init__(self, path: Path | None = None):
        self._path = path or lock_path()
        self._file: BinaryIO | None = None

    def take(self) -> bool:
        """Whether it is this one's turn from here on; it waits for nobody."""
        try:
            file = open(self._path, "ab")  # noqa: SIM115  # which is locked for as long as it is open
        except OSError:  # nobody writes there, so nothing is compiled twice
            return True
        if is_anothers(file):
            file.close()
            return False
        self._file = file
        return True

    def release(self) -> None:
        """Let others have it."""
        file, self._file = self._file, None
        if file is not None:
            unlock(file)
            file.close()


@contextlib.contextmanager
def in_turn():
    """Wait for the turn, those first who wait already, and have it while the body runs."""
    turn = Turn()
    time.sleep(WAIT)
    while not turn.take():
        time.sleep(WAIT)
    try:
        yield
    finally:
        turn.release()


def lock_path() -> Path:
    """The file that those lock who compile for the cache in use."""
    machine = re.sub(r"[^\w-]", "-", platform.node())
    return cache_root() / f"compiling-{machine}.lock"
