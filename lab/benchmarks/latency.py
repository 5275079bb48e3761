"""A line to a server that is far away."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from queue import SimpleQueue


@contextlib.contextmanager
def delayed(port, away):
    """A port that leads to `port`; what passes takes `away` seconds each way."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=_accept, args=(listener, port, away), daemon=True).start()
        yield listener.getsockname()[1]


def _accept(listener, port, away):
    with contextlib.suppress(OSError):  # the listener is closed at the end
        while True:
            near, _ = listener.accept()
            there = socket.create_connection(("127.0.0.1", port))
            for a, b in ((near, there), (there, near)):
                line = SimpleQueue()
                threading.Thread(target=_read, args=(a, line, away), daemon=True).start()
                threading.Thread(target=_write, args=(line, b), daemon=True).start()


def _read(source, line, away):
    """Put what comes on the line, with the time at which it is due; nothing at the end."""
    data = b"."
    while data:
        try:
            data = source.recv(1 << 16)
        except OSError:
            data = b""
        line.put((time.monotonic() + away, data))


def _write(line, target):
    with contextlib.suppress(OSError):  # who listened may have gone
        while True:
            due, data = line.get()
            time.sleep(max(due - time.monotonic(), 0.0))
            if not data:
                target.shutdown(socket.SHUT_WR)
                return
            target.sendall(data)
