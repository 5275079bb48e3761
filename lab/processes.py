"""Processes that end with the one that began them, however that ends; and linear algebra on one
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
from functools import lru_cache
from typing import Any


def begin_child(module: str, *arguments: str, **how: Any) -> subprocess.Popen:
    """A process of lower priority on Windows that runs `module` as a program, and finds what is
    imported here.

    Its standard input is a pipe, which is to stay open: a process that calls `read_requests` ends
    when the pipe does, as it does with this process. how: further options of `subprocess.Popen`.
    """
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

    An interrupt at a terminal, which reaches all processes there, is for who began this one.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    waiting: queue.SimpleQueue = queue.SimpleQueue()
    stream = os.fdopen(os.dup(0), "rb")

    def feed():
        try:
            while True:
                waiting.put(pickle.load(stream))
        except Exception:  # the other side is gone
            os._exit(0)

    threading.Thread(target=feed, name="requests", daemon=True).start()
    return waiting


def lower_priority(steps: int) -> None:
    """Take less of the processor where something else wants it, by so many steps of `nice`."""
    if hasattr(os, "nice"):  # Windows sets the priority of a process where it is started
        os.nice(steps)


_guard = threading.Lock()


@contextlib.contextmanager
def one_thread():
    """A context in which linear algebra that this thread begins uses one thread.

    Where a library counts for the whole process, as OpenBLAS does, it does so for other threads,
    too, until this one leaves and gives back what it has found; so a library that has one thread
    already, by another context, is left alone: of several that solve at once none gives back what
    is another's. threadpoolctl leaves a library alone that another thread has limited.
    """
    with _guard:  # between looking and limiting nobody else may limit
        several = [one.filepath for one in _libraries(len(sys.modules)) if one.num_threads != 1]
        limited = _controller(len(sys.modules)).select(filepath=several).limit(limits=1)
    with limited:
        yield


def _libraries(modules):
    return _controller(modules).lib_controllers


@lru_cache(maxsize=1)
def _controller(modules):
    """What has threads, where so many modules are loaded: a library comes with a module."""
    import scipy.linalg  # noqa: F401  # whose library must be there to be found
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
