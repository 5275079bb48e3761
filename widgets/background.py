"""Threads that end before Python does, and one of them for all that waits for its time.

A daemon thread that still runs when the interpreter ends is stopped for good where it next wants to
run Python, with every lock that it holds: what waits for one of these then, such as `__del__` of a
widget, waits for ever. A thread that is no daemon keeps the process alive for as long as it waits
for anything. The threads that are begun here are daemons which are asked to end when Python begins
to, and are waited for, up to a limit.
"""

from __future__ import annotations

import atexit
import contextlib
import heapq
import queue
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from time import monotonic

#: Seconds for which Python waits, as it ends, for the threads that were asked to.
PATIENCE = 5.0
#: Seconds after which a thread that computes lets one that waits continue: what a page sends passes
#: through several threads, and at Python's 5 ms it waits for longer than a small solve takes.
_TURN = 0.001
#: Half a microsecond: Python cuts what it is given to whole ones.
_HALF = 5e-7

_stops: dict[threading.Thread, Callable[[], object]] = {}
_is_ending = False

_guard = threading.Lock()
_inside, _before, _ours = 0, 0.0, 0.0


def begin_thread(
    serve: Callable[[], object], stop: Callable[[], object], name: str
) -> threading.Thread:
    """The thread that runs serve(), begun.

    stop(): asks serve to return. Any thread may call it, a garbage collection or the end of Python
    among them, so it waits for nothing, least of all for a lock.
    """
    thread = threading.Thread(target=_run, args=(serve,), name=name, daemon=True)
    _stops[thread] = stop
    thread.start()
    if _is_ending:
        stop()
    return thread


def weakly(method: Callable) -> Callable:
    """What calls a bound method as long as its owner lives, and then returns None: a thread that
    is given this does not keep the owner alive."""
    bound = weakref.WeakMethod(method)

    def call(*args):
        found = bound()
        return None if found is None else found(*args)

    return call


def _run(serve):
    try:
        serve()
    finally:
        _stops.pop(threading.current_thread(), None)


@atexit.register
def _end():
    """Ask every thread to end, and wait until all have."""
    global _is_ending
    _is_ending = True
    # In the child of a fork there are none of those that its parent has begun.
    left = {thread: stop for thread, stop in _stops.items() if thread.is_alive()}
    for stop in left.values():
        stop()
    until = monotonic() + PATIENCE
    for thread in left:
        thread.join(max(until - monotonic(), 0.0))


@contextlib.contextmanager
def short_turns() -> Iterator:
    """While the body runs, threads of this process take turns every millisecond.

    The length of a turn belongs to the process: the last to leave gives back what was found, unless
    other code has set another meanwhile.
    """
    global _inside, _before, _ours
    with _guard:
        _inside += 1
        if _inside == 1:
            _before = sys.getswitchinterval()
            if _before > _TURN:
                sys.setswitchinterval(_TURN)
            _ours = sys.getswitchinterval()
    try:
        yield
    finally:
        with _guard:
            _inside -= 1
            if _inside == 0 and sys.getswitchinterval() == _ours != _before:
                sys.setswitchinterval(_before + _HALF)


_beginning = threading.Lock()
_order = count()
_requests: queue.SimpleQueue = queue.SimpleQueue()
_thread: threading.Thread | None = None


class Timer:
    """After `seconds`, act() is called, unless `cancel()` came before. It must be short: others
    wait for the same thread. A thread for each, as `threading.Timer` has, takes milliseconds to
    begin where the machine is busy: too long at every move of a knob."""

    def __init__(self, seconds: float, act: Callable[[], object]):
        self._act: Callable[[], object] | None = act
        _begin()
        _requests.put((time.monotonic() + seconds, next(_order), self))

    def cancel(self) -> None:
        """Let it be; an act that has begun continues. It waits for nothing."""
        self._act = None

    def _due(self):
        act, self._act = self._act, None
        if act is not None:
            act()


def _begin():
    global _thread
    with _beginning:
        if _thread is None or not _thread.is_alive():  # as in the child of a fork
            _thread = begin_thread(_serve, partial(_requests.put, None), "upcoming")


def _serve():
    waiting: list[tuple[float, int, Timer]] = []
    while True:
        rest = max(waiting[0][0] - time.monotonic(), 0.0) if waiting else None
        try:
            if (one := _requests.get(timeout=rest)) is None:
                return
            heapq.heappush(waiting, one)
        except queue.Empty:
            _do(heapq.heappop(waiting)[2])


def _do(one):
    try:
        one._due()
    except Exception:  # the thread must outlive any act; Python reports what went wrong
        threading.excepthook(
            threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread()))
        )
