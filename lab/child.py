"""Processes that end with the one that began them, however that ends."""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
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


def give_way(steps: int) -> None:
    """Take less of the processor where something else wants it, by so many steps of `nice`."""
    if hasattr(os, "nice"):  # Windows sets the priority of a process where it is started
        os.nice(steps)
