"""What a process does that is to end while others hold all its locks; for scripts of tests."""

import faulthandler
import functools
import gc
import sys
import threading
import time
import types

from widgets import background

_LOCKS = (type(threading.Lock()), type(threading.RLock()))
#: Seconds until what waits for nothing is done, on a busy machine.
_SOON = 20.0
_PACKAGES = ("lab", "solvers", "widgets")


def _is_ours(name):
    return name.partition(".")[0] in (*_PACKAGES, "__main__")


def _inner(one):
    """What an object of ours, or a container, holds."""
    plain = (dict, list, tuple, set, functools.partial, types.MethodType, types.CellType)
    if isinstance(one, (*plain, threading.Condition)):
        return gc.get_referents(one)
    if isinstance(one, types.FunctionType):
        return [] if one.__closure__ is None else one.__closure__
    if isinstance(one, type | types.ModuleType) or not _is_ours(type(one).__module__):
        return []
    slots = [getattr(one, name, None) for name in getattr(type(one), "__slots__", ())]
    return [*slots, getattr(one, "__dict__", {})]


def locks_of(*roots):
    """Every lock that these objects, and the modules of the project, hold."""
    modules = [m for name, m in list(sys.modules.items()) if m and _is_ours(name)]
    waiting = [*roots, *(value for m in modules for value in list(vars(m).values()))]
    seen, found = set(), {}
    while waiting:
        one = waiting.pop()
        if id(one) not in seen:
            seen.add(id(one))
            if isinstance(one, _LOCKS):
                found[id(one)] = one
            else:
                waiting += _inner(one)
    return list(found.values())


def end(close, first, second, third):
    """End this process while a daemon thread holds every lock. It has called close(first) itself,
    as a garbage collection in it would, and this thread close(second); the third is left to the
    end of Python."""
    background.PATIENCE = 1.0  # a thread that needs a lock cannot end, and is given up
    held, closed = threading.Event(), threading.Event()

    def hold():
        for lock in locks_of(first, second, third):
            lock.acquire()
        held.set()
        close(first)
        closed.set()
        time.sleep(3600)

    faulthandler.dump_traceback_later(60, exit=True)
    threading.Thread(target=hold, daemon=True).start()
    assert held.wait(_SOON), "somebody never gave back a lock"
    assert closed.wait(_SOON), "closing waits for a lock that the same thread holds"
    close(second)
    print("ends", flush=True)
