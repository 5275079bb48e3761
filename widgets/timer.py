"""What is done in a while unless it is taken back, by one thread for all.

A thread for each, as `threading.Timer` has, keeps who starts it waiting for milliseconds where the
machine is busy: too long for what every move of a knob asks for and takes back.
"""

from __future__ import annotations

import heapq
import queue
import sys
import threading
import time
from functools import partial
from itertools import count

from widgets.background import begin_thread

_beginning = threading.Lock()
_order = count()
_requests: queue.SimpleQueue = queue.SimpleQueue()
_thread: threading.Thread | None = None


class Timer:
    """After `seconds`, act() is called, unless `cancel()` came before. It must be short: others
    wait for the same thread."""

    def __init__(self, seconds, act):
        self._act = act
        _begin()
        _requests.put((time.monotonic() + seconds, next(_order), self))

    def cancel(self):
        """Let it be; an act that has begun goes on. It waits for nothing."""
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
