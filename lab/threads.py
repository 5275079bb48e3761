"""Linear algebra on one thread: what scenes and benchmarks solve is small, and on a busy machine
threads that wait for each other make it many times slower."""

from __future__ import annotations

import contextlib
import sys
import threading
from functools import lru_cache

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
    from threadpoolctl import ThreadpoolController

    from solvers import SOLVERS  # noqa: F401  # whose libraries must be there to be found

    return ThreadpoolController()
