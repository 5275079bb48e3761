"""Linear algebra on one thread: what scenes and benchmarks solve is small, and on a busy machine
threads that wait for each other make it tens of times slower."""

from __future__ import annotations

import contextlib
import sys
import threading
from functools import lru_cache

_guard = threading.Lock()
_inside, _limit = 0, None


@contextlib.contextmanager
def one_thread():
    """A context in which linear algebra uses one thread; the last to leave gives back the rest.

    The number of threads belongs to the process, and several dashboards may solve at once. The
    libraries are looked for again where modules, and libraries with them, have come meanwhile.
    """
    global _inside, _limit
    with _guard:
        _inside += 1
        if _inside == 1:
            _limit = _libraries(len(sys.modules)).limit(limits=1)
    try:
        yield
    finally:
        with _guard:
            _inside -= 1
            if _inside == 0:
                _limit.restore_original_limits()


@lru_cache(maxsize=1)
def _libraries(modules):
    """What has threads, where so many modules are loaded."""
    from threadpoolctl import ThreadpoolController

    from solvers import SOLVERS  # noqa: F401  # whose libraries must be there to be found

    return ThreadpoolController()
