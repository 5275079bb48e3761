"""A thread that answers the newest request: one in flight, one waiting, the rest forgotten."""

from __future__ import annotations

import sys
import threading
from time import monotonic

#: Seconds after which a thread that computes lets one that waits go on: what a page sends passes
#: through several threads, and at Python's 5 ms it waits for longer than a small solve takes.
_TURN = 0.001


class Worker:
    """One daemon thread. `submit(job)` numbers the job and replaces the one still waiting.

    The thread calls `job(cancelled)`; `cancelled()` is true, and stays so, once the worker is
    closed, or a newer job is submitted that does not wait for this one. Between jobs the thread
    holds nothing of its owner, so an owner that is forgotten can be collected.
    """

    def __init__(self, name="worker"):
        sys.setswitchinterval(min(sys.getswitchinterval(), _TURN))
        self._desk = _Desk()
        self._thread = threading.Thread(target=_serve, args=(self._desk,), name=name, daemon=True)
        self._thread.start()

    def submit(self, job, patience=0.0):
        """Answer `job` next; returns its number, 0 if the worker is closed.

        patience: the job in flight may go on until it has run for so many seconds, so that a row
        of jobs that comes faster than they are done does not starve.
        """
        return self._desk.put(job, patience)

    @property
    def idle(self):
        """Whether no job runs or waits."""
        return self._desk.idle

    def hurry(self):
        """Let the job in flight go at once where a newer one waits."""
        self._desk.patience = 0.0

    def offer(self, job):
        """Answer `job` if no other is there or comes before; its number, or 0."""
        return self._desk.put(job, 0.0, only_idle=True)

    def wait(self, timeout):
        """Wait until no job runs or waits; False if that took longer than `timeout` seconds."""
        if threading.current_thread() is self._thread:
            return True  # a job that waits for itself would wait forever
        with self._desk.news:
            return self._desk.news.wait_for(lambda: self._desk.idle, timeout)

    def close(self):
        """End the thread; the job in flight sees `cancelled()`."""
        self._desk.close()

    @property
    def closed(self):
        """Whether nothing will be answered any more."""
        return self._desk.closed

    @property
    def alive(self):
        """Whether the thread still runs."""
        return self._thread.is_alive()


class _Desk:
    """What the thread and its owner share."""

    def __init__(self):
        self.news = threading.Condition()
        self.newest = 0
        self.patience = 0.0
        self.waiting = None
        self.running = False
        self.closed = False

    @property
    def idle(self):
        return self.waiting is None and not self.running

    def put(self, job, patience, only_idle=False):
        with self.news:
            if self.closed or (only_idle and not self.idle):
                return 0
            self.newest += 1
            self.patience = patience
            self.waiting = (self.newest, job)
            self.news.notify_all()
            return self.newest

    def take(self):
        """The job that waits, with its number; None at the end."""
        with self.news:
            self.news.wait_for(lambda: self.waiting is not None or self.closed)
            if self.closed:
                return None
            taken, self.waiting, self.running = self.waiting, None, True
            return taken

    def done(self):
        with self.news:
            self.running = False
            self.news.notify_all()

    def close(self):
        with self.news:
            self.closed, self.waiting = True, None
            self.news.notify_all()


class _Cancelled:
    """Whether the job of that number is of no use any more; once true, it stays true."""

    def __init__(self, desk, number):
        self.desk, self.number, self.began, self.told = desk, number, monotonic(), False

    def __call__(self):
        desk = self.desk
        late = desk.newest != self.number and monotonic() - self.began >= desk.patience
        self.told = self.told or desk.closed or late
        return self.told


def _serve(desk):
    while (taken := desk.take()) is not None:
        number, job = taken
        try:
            job(_Cancelled(desk, number))
        except BaseException:  # the thread must outlive any job; Python reports what went wrong
            kind, error, trace = sys.exc_info()
            threading.excepthook(
                threading.ExceptHookArgs((kind, error, trace, threading.current_thread()))
            )
            del error, trace
        del taken, job
        desk.done()
