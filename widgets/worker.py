"""A thread that answers the newest request: one in flight, one waiting, the rest forgotten."""

from __future__ import annotations

import sys
import threading
import weakref
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from time import monotonic

from widgets.background import begin_thread

#: Seconds after which who waits looks again, should the thread have ended meanwhile.
_POLL = 0.1


class Worker:
    """One thread, begun by the first job. `submit(job)` numbers the job and replaces the one still
    waiting.

    The thread calls `job(cancelled)`; `cancelled()` is true, and stays so, once the worker is
    closed, or a newer job is submitted that does not wait for this one. Between jobs the thread
    holds nothing of its owner, so an owner that is forgotten can be collected.

    let_go(): called when the worker is closed, to end what the job in flight may wait for; it waits
    for nothing itself, and holds nothing of the owner either.
    """

    def __init__(self, name: str = "worker", let_go: Callable[[], object] = lambda: None):
        self._slot = _Slot(let_go)
        self._name = name
        self._thread: threading.Thread | None = None
        weakref.finalize(self, self._slot.close)

    def submit(self, job: Callable, patience: float = 0.0) -> int:
        """Answer `job` next; returns its number, 0 if the worker is closed.

        patience: the job in flight may continue until it has run for so many seconds, so that a row
        of jobs that comes faster than they are done does not starve.
        """
        return self._put(job, patience, lambda slot: True)

    @property
    def idle(self) -> bool:
        """Whether no job runs or waits."""
        return self._slot.idle

    def hurry(self) -> None:
        """Let the job in flight go at once where a newer one waits."""
        self._slot.patience = 0.0

    def offer(self, job: Callable) -> int:
        """Answer `job` if no other is there or comes before; its number, or 0."""
        return self._put(job, 0.0, lambda slot: slot.idle)

    def wait(self, timeout: float) -> bool:
        """Wait until no job runs or waits; False if that took longer than `timeout` seconds."""
        if threading.current_thread() is self._thread:
            return True  # a job that waits for itself would wait forever
        until, reached = monotonic() + timeout, None
        while not self._slot.idle:
            rest = until - monotonic()
            if rest <= 0.0:
                return False
            if reached is None or reached.is_set():
                reached = threading.Event()
                self._slot.queue.put(reached)
            reached.wait(min(rest, _POLL))
        return True

    def close(self) -> None:
        """End the thread; the job in flight gets `cancelled()`. It waits for nothing, so that it
        may be called by a garbage collection."""
        self._slot.close()

    @property
    def closed(self) -> bool:
        """Whether nothing will be answered any more."""
        return self._slot.closed

    @property
    def alive(self) -> bool:
        """Whether the thread still runs."""
        return self._thread is not None and self._thread.is_alive()

    def _put(self, job, patience, wanted):
        slot = self._slot
        with slot.order:  # of two threads, the one that comes later has the higher number
            if slot.closed or not wanted(slot):
                return 0
            if not self.alive:  # as before the first job, or in the child of a fork
                self._thread = begin_thread(partial(_serve, slot), slot.close, self._name)
            slot.patience, slot.newest = patience, slot.newest + 1
            slot.queue.put((slot.newest, job))
            return slot.newest


class _Slot:
    """What the thread and its owner share. Who submits waits for `order`; the thread, and who
    closes, wait for no lock.

    queue: numbered jobs, of which the newest counts; an Event is set when what was put before it
    is done; None ends the thread.
    """

    def __init__(self, let_go):
        self.let_go = let_go
        self.queue: SimpleQueue = SimpleQueue()
        self.order = threading.Lock()
        self.newest = self.answered = 0
        self.patience = 0.0
        self.running = self.closed = False

    @property
    def idle(self):
        return not self.running and (self.closed or self.answered == self.newest)

    def close(self):
        self.closed = True
        self.let_go()
        self.queue.put(None)


class _Cancelled:
    """Whether the job of that number is of no use any more; once true, it stays true."""

    def __init__(self, slot, number):
        self.slot, self.number, self.began, self.is_stale = slot, number, monotonic(), False

    def __call__(self):
        slot = self.slot
        late = slot.newest != self.number and monotonic() - self.began >= slot.patience
        self.is_stale = self.is_stale or slot.closed or late
        return self.is_stale


def _serve(slot):
    while (taken := slot.queue.get()) is not None and not slot.closed:
        if isinstance(taken, threading.Event):
            taken.set()
        elif taken[0] == slot.newest:
            slot.running = True
            _answer(slot, *taken)
            slot.answered, slot.running = taken[0], False
        del taken


def _answer(slot, number, job):
    try:
        job(_Cancelled(slot, number))
    except BaseException:  # the thread must outlive any job; Python reports what went wrong
        threading.excepthook(
            threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread()))
        )
