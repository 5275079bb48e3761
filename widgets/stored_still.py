"""Whether a notebook stores what a cell shows, and the still that it stores next to a live view:
apart from `widgets.still`, which brings in matplotlib."""

from __future__ import annotations

import base64
import html
import os
import sys
from collections.abc import Callable
from functools import partial

from widgets.background import Timer, begin_thread, short_turns


def in_notebook() -> bool:
    """Whether a kernel runs this, whose cells keep what they show."""
    return _kernel() is not None


def _kernel():
    ipython = sys.modules.get("IPython")
    return getattr(ipython and ipython.get_ipython(), "kernel", None)


def unattended() -> bool:
    """Whether a program runs this cell to keep its output, such as nbconvert, and no page looks.

    It then takes no answers at a keyboard. Voila does not either, but has a page, and says so.
    """
    kernel = _kernel()
    if kernel is None or os.environ.get("SERVER_SOFTWARE", "").startswith("voila"):
        return False
    request = kernel.get_parent("shell").get("content", {})
    return request.get("allow_stdin") is False


class StoredStill:
    """A still next to a live view, in a separate output that pages with a live view hide.

    A notebook that is reopened without running, or looked at on a code host, shows it. It follows
    when the picture has rested, and is dropped at the next move, so that no knob waits.
    make(stopped) -> (data, metadata) as for a notebook's display, or None where there is no picture
    or `stopped()` became true meanwhile.
    """

    def __init__(
        self, make: Callable[[Callable[[], bool]], tuple[dict, dict] | None], rest: float = 3.0
    ):
        from IPython.display import display  # installed where a dashboard is shown

        self._make, self._rest = make, rest
        # Of the newest picture, until there is a newer one.
        self._waiting: Timer | None = None
        self._output = display({"text/html": _hidden("")}, raw=True, display_id=True)

    def follow(self) -> None:
        """Draw it anew once the picture has rested."""
        self.close()
        self._waiting = Timer(self._rest, self._begin)

    def close(self) -> None:
        """Leave it as it is. It waits for nothing, as a garbage collection may call it."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.cancel()

    def _begin(self):
        if (own := self._waiting) is not None:
            begin_thread(partial(self._draw, own), self.close, "still")

    def _draw(self, own):
        with short_turns():
            still = self._make(lambda: self._waiting is not own)
        if still is None or self._output is None:
            return
        data, metadata = still
        words = html.escape(metadata["image/png"]["alt"], quote=True)
        png = base64.b64encode(data["image/png"]).decode("ascii")
        figure = f'<img alt="{words}" src="data:image/png;base64,{png}">'
        retained = {"text/html": _hidden(figure), "text/plain": data["text/plain"]}
        self._output.update(retained, raw=True)


def _hidden(figure):
    return f'<div class="cl-still">{figure}</div>'
