"""Ctrl-C while compiled code runs.

A kernel that returns an array or a named tuple has numba look up its class in Python, and that is
where an interrupt which came meanwhile is raised: in the middle of numba's C code, which answers
with a SystemError or a crash. There the interrupt has to wait.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

#: The handlers of the interrupts that wait.
_WAITING: list = []


@contextmanager
def interruptible() -> Iterator[None]:
    """While the body runs, an interrupt that arrives inside numba waits for `raise_interrupt` or
    the body's end; anywhere else it is raised at once."""
    is_main = threading.current_thread() is threading.main_thread()
    # Asked in the main thread alone: a dashboard solves dozens of problems a picture in another.
    before = signal.getsignal(signal.SIGINT) if is_main else None
    if not callable(before):
        yield
        return

    def arrived(signum, frame):
        if _in_numba(frame):
            _WAITING[:] = [before]
        else:
            before(signum, frame)

    signal.signal(signal.SIGINT, arrived)
    try:
        yield
    except SystemError as error:  # its frame did not show the call into numba's code
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise error.__cause__ from None
        raise
    finally:
        signal.signal(signal.SIGINT, before)
        raise_interrupt()


def raise_interrupt() -> None:
    """Raise what waits."""
    if _WAITING and threading.current_thread() is threading.main_thread():
        _WAITING.pop()(signal.SIGINT, sys._getframe())


def _in_numba(frame):
    """Whether `frame` was called by numba's C code to look up a class."""
    while frame is not None and frame.f_globals.get("__name__") != "numba.core.serialize":
        frame = frame.f_back
    return frame is not None
