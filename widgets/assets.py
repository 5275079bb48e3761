"""Browser code that travels once per page: the view of dashboards, its styles, what draws space.

anywidget sends a widget's module with each instance, and gives up on one that is not ready within
two seconds. So a widget's own module is a few lines (`static/widget.js`) that ask for the real one
by name, and one hidden widget brings that; nothing is evaluated before the first view asks for it.
They are messages, no traits, so that a saved notebook or its widget state does not hold them.
What draws space comes with the first panel in space, and what users draw with comes with the first
picture in which something can be drawn: a page without one never receives it.
"""

from __future__ import annotations

import gzip
import hashlib
import pathlib
import sys
import threading
import uuid
from collections.abc import Sequence
from contextvars import copy_context
from functools import cache
from typing import Any

import anywidget
import ipywidgets
import traitlets

STATIC = pathlib.Path(__file__).parent / "static"


def bundle(name: str, static: pathlib.Path = STATIC) -> str:
    """The text of a script that `.ci/js/bundle.js` has made of the modules in `static`."""
    return (static / "bundles" / f"{name}.js").read_text(encoding="utf-8")


_layout = None


def plain_layout() -> Any:
    """The one `Layout` of all widgets, which their classes lay out: each would send 1.7 kB that say
    nothing."""
    global _layout
    if _layout is None or _layout.comm is None:  # or somebody closed all widgets
        _layout = ipywidgets.Layout()
    return _layout


class Assets(anywidget.AnyWidget):
    """Brings the sources to the pages that are open; never shown.

    They travel as messages: what is a trait would be saved with every notebook.
    """

    _esm = bundle("carrier")
    sent = traitlets.Bool(False).tag(sync=True)

    def __init__(self, **kwargs: Any):
        super().__init__(layout=plain_layout(), **kwargs)
        self._brought = set()
        self.bring("live")
        self.sent = True

    def bring(self, name: str) -> None:
        """Send a source to the pages, once."""
        if name not in self._brought:
            self._brought.add(name)
            send_source(self, name)


class LiveWidget(anywidget.AnyWidget):
    """A widget whose view travels once per page; `uid` names its model, there and in the kernel.

    What a thread of ours sends belongs to the message that the widget received last or, before any,
    to the cell that made it: a kernel takes a thread for a part of what anybody asked last, and
    ipykernel 7.4 passes what a page answers to the subshell of that, even if it has ended.

    sources: what its pages may ask for, and the name that it has there.
    """

    _esm = bundle("widget")
    uid = traitlets.Unicode().tag(sync=True)
    sources = traitlets.Dict().tag(sync=True)

    def __init__(self, **kwargs: Any):
        self._request = copy_context()
        load_assets()
        uid = uuid.uuid4().hex
        names = {name: name_of(name) for name in ("live", "draw", "space")}
        common = {"uid": uid, "model_id": uid, "sources": names, "layout": plain_layout()}
        super().__init__(**common | kwargs)
        self.on_msg(self._wanted)

    def __del__(self, is_ending=sys.is_finalizing):
        if not is_ending():  # threads are stopped then, with locks that closing might wait for
            super().__del__()

    def send(self, content: Any, buffers: Sequence[Any] | None = None) -> None:
        """Send a message of our own to the pages."""
        self._sent(super().send, content, buffers)

    def send_state(self, key: set[str] | str | None = None) -> None:
        """Send the traits of `key`, a name or several, or all, to the pages."""
        self._sent(super().send_state, key)

    def _handle_msg(self, msg):
        self._request = copy_context()
        super()._handle_msg(msg)

    def _sent(self, send, *args):
        if threading.current_thread() is threading.main_thread():
            send(*args)
        else:
            self._request.copy().run(send, *args)  # a copy, as another thread may be inside

    def _wanted(self, _, content, __):
        """A page lacks the view, or what it loads for some pictures."""
        if content.get("kind") == "want" and content.get("bundle") in self.sources:
            send_source(self, content["bundle"])


_assets = None


def load_assets(*more: Any) -> None:
    """Send the sources to this kernel's pages, once; more: those that some pictures need."""
    global _assets
    if _assets is None or _assets.comm is None:  # or somebody closed all widgets
        _assets = Assets()
    for name in more:
        _assets.bring(name)


def send_source(widget: Any, name: str) -> None:
    """Send a source to the pages, by the messages of `widget`."""
    widget.send({"kind": "source", "name": name_of(name)}, buffers=[packed(name)])


@cache
def packed(name: str) -> bytes:
    """A source as it travels: gzip, which the browser inflates."""
    return gzip.compress(source_of(name).encode(), 9, mtime=0)


@cache
def name_of(name: str) -> str:
    """The source's name on the page, where there may be another version of it."""
    return f"{name}-{hashlib.blake2b(source_of(name).encode(), digest_size=6).hexdigest()}"


def source_of(name: str) -> str:
    """The JavaScript of a source."""
    return bundle(name)
