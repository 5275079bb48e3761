"""Processes that end with the one that started them, however that ends; and linear algebra on one
thread: what scenes and benchmarks solve is small, and on a busy machine threads that wait for each
other make it many times slower."""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import lru_cache
from typing import Any


@contextlib.contextmanager
def interrupts_wait() -> Iterator[None]:
    """While the body runs an interrupt of this thread waits, and processes that it starts leave
    interrupts at a terminal to this one: those that still import would print a traceback each, and
    one that is cut off in its first task is waited for without end. Not for what a user interrupts
    by a signal, as kernels."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_child(module: str, *arguments: str, **how: Any) -> subprocess.Popen:
    """A process of lower priority on Windows that runs `module` as a program, and finds what is
    imported here.

    Its standard input is a pipe, which must stay open: a process that calls `read_requests` ends
    when the pipe is closed, as it is when this process ends. how: further options of
    `subprocess.Popen`.
    """
    with interrupts_wait():
        return subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdin=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
            **how,
        )


def read_requests() -> queue.SimpleQueue:
    """A queue of what is unpickled from standard input; at its end this process ends, whatever
    runs.

    An interrupt at a terminal reaches all processes there; this one leaves it to its parent.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    waiting: queue.SimpleQueue = queue.SimpleQueue()
    stream = os.fdopen(os.dup(0), "rb")

    def feed():
        try:
            while True:
                waiting.put(pickle.load(stream))
        except Exception:  # the other side has closed
            os._exit(0)

    threading.Thread(target=feed, name="requests", daemon=True).start()
    return waiting


def lower_priority(steps: int) -> None:
    """Use less of the processor where something else needs it, by so many steps of `nice`."""
    if hasattr(os, "nice"):  # Windows sets the priority of a process where it is started
        os.nice(steps)


_guard = threading.Lock()


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """A context in which linear algebra that this thread starts uses one thread.

    Where a library's limit applies to the whole process, as OpenBLAS's does, it limits other
    threads, too, until this one leaves and restores what it found; so a library that has one thread
    already, by another context, is left alone: of several that solve at once none restores
    another's limit. threadpoolctl leaves a library alone that another thread has limited.
    """
    with _guard:  # no other thread may set a limit between the look and ours
        found = _controller(len(sys.modules))
        several = [one.filepath for one in found.lib_controllers if one.num_threads != 1]
        limited = found.select(filepath=several).limit(limits=1)
    with limited:
        yield


@lru_cache(maxsize=1)
def _controller(modules):
    """The libraries with threads, for so many loaded modules: a library comes with a module."""
    import scipy.linalg  # noqa: F401  # its library is found only once it is loaded
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
