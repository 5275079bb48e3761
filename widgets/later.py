"""What is done in a while unless it is taken back, by one thread for all.

A thread for each, as `threading.Timer` has, keeps who starts it waiting for milliseconds where the
machine is busy: too long for what every move of a knob asks for and takes back.
"""

from __future__ import annotations

import heapq
import sys
import threading
import time
from itertools import count

_news = threading.Condition()
_waiting: list[tuple[float, int, Later]] = []  # a heap: when, which, what
_order = count()
_thread: threading.Thread | None = None


class Later:
    """After `seconds`, act() is called, unless `cancel()` came before. It must be short: others
    wait for the same thread."""

    def __init__(self, seconds, act):
        self._act = act
        with _news:
            heapq.heappush(_waiting, (time.monotonic() + seconds, next(_order), self))
            _begin()
            if _waiting[0][2] is self:
                _news.notify()

    def cancel(self):
        """Let it be; an act that has begun goes on."""
        self._act = None

    def _due(self):
        act, self._act = self._act, None
        if act is not None:
            act()


def _begin():
    global _thread
    if _thread is None or not _thread.is_alive():  # as in the child of a fork
        _thread = threading.Thread(target=_serve, name="later", daemon=True)
        _thread.start()


def _serve():
    while True:
        try:
            _next()._due()
        except Exception:  # the thread must outlive any act; Python reports what went wrong
            threading.excepthook(
                threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread()))
            )


def _next():
    """Wait for the next that is due."""
    with _news:
        while not _waiting or (rest := _waiting[0][0] - time.monotonic()) > 0.0:
            _news.wait(rest if _waiting else None)
        return heapq.heappop(_waiting)[2]
