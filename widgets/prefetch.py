"""Pictures of the settings near those shown, made while no caller waits; the page stores them."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from time import monotonic, sleep
from typing import Any

from widgets.background import short_turns
from widgets.lattice import Point, framed
from widgets.worker import Worker

#: The bytes that the pictures of a cache take.
BYTES = 8_000_000
#: Seconds after the last touch from which on nothing is made.
AWAKE = 3.0
#: Seconds between two checks whether a caller waits for a picture.
_POLL = 0.01
#: How much the priority of the thread is lowered, in steps of `nice`.
_GIVES_WAY = 15


@dataclass(slots=True)
class _Request:
    """What a page wants to hold: the knob's values in the order in which they are made."""

    cache: str
    knob: str
    values: list[Any]
    settings: Mapping[str, Any]
    until: float
    sent: set[str] = field(default_factory=set)
    size: int = 0


class PrefetchCache:
    """Fills the cache of a page: of one knob's values, at the present values of the others.

    make(settings, cancelled) -> the `Point` of a setting, or None where it was cancelled; what it
    raises is ignored here: it is shown when the knob is turned there.
    send(content, buffers): to the page. busy(): whether a caller waits for a picture, which comes
    first. The thread has the lowest priority.
    """

    def __init__(
        self,
        make: Callable[[dict[str, Any], Callable[[], bool]], Point | None],
        send: Callable[[dict[str, Any], list[bytes]], None],
        busy: Callable[[], bool],
    ):
        self._make, self._send, self._busy = make, send, busy
        self._request: _Request | None = None
        self._worker = Worker("cache")

    def ask(self, cache: str, knob: str, values: list[Any], settings: Mapping[str, Any]) -> None:
        """Make the pictures of `values`, for the cache of that name, in place of what was
        asked before; what the cache has of them already is not sent again."""
        before = self._request
        request = _Request(cache, knob, values, settings, monotonic() + AWAKE)
        if before is not None and before.cache == cache:
            request.sent, request.size = before.sent, before.size
        self._request = request
        self._worker.submit(partial(self._fill, request))

    def close(self) -> None:
        """Make nothing more. It waits for nothing, as a garbage collection may call it."""
        self._worker.close()

    def _fill(self, request, replaced):
        """Make the values of the request, one by one, while no caller waits for a picture."""
        _wait_for_others()

        def is_over():
            return replaced() or monotonic() > request.until or request.size > BYTES

        while request.values and not is_over():
            if self._busy():
                sleep(_POLL)
            else:
                self._make_next(request, is_over)

    @short_turns()
    def _make_next(self, request, is_over):
        def cancelled():
            return is_over() or self._busy()

        value, point = request.values[0], None
        with contextlib.suppress(Exception):
            point = self._make({**request.settings, request.knob: value}, cancelled)
        if cancelled() and point is None:
            return
        request.values.pop(0)
        if point is not None and not is_over():
            self._deliver(request, value, point)

    def _deliver(self, request, value, point):
        parts = {name: data for name, data in point.parts.items() if name not in request.sent}
        data = framed(parts, point.arrays)
        request.sent |= parts.keys()
        request.size += len(data)
        content = {"kind": "held", "cache": request.cache, "value": value, "head": point.head}
        self._send(content, [data])


def _wait_for_others():
    """Let this thread run where no other wants to; Linux alone has priorities of threads."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _GIVES_WAY)
