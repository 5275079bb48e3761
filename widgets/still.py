"""A still picture of a scene for a saved notebook: small, and with the line that makes it live."""

from __future__ import annotations

import base64
import html
import io
import os
import sys
import threading

from matplotlib.figure import Figure
from PIL import Image

from widgets import palette
from widgets.matplotlib_marks import draw
from widgets.paper.words import font

#: A still has at most this many bytes, in whichever of these sizes (dots an inch) comes first.
MOST_BYTES = 60_000
_DOTS = (110, 96, 84, 72, 60, 48, 36)
_COLOURS = 128


def in_notebook():
    """Whether a kernel runs this, whose cells keep what they show."""
    ipython = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    return getattr(shell, "kernel", None) is not None


def unattended():
    """Whether a program runs this cell to keep its output, such as nbconvert, and no page looks.

    It then takes no answers at a keyboard. Voila does not either, but has a page, and says so.
    """
    ipython = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    kernel = getattr(shell, "kernel", None)
    if kernel is None or os.environ.get("SERVER_SOFTWARE", "").startswith("voila"):
        return False
    request = kernel.get_parent("shell").get("content", {})
    return request.get("allow_stdin") is False


class Kept:
    """A still beside a live view, in an output of its own that pages with a live view hide.

    A notebook that is reopened without running, or looked at on a code host, shows it. It follows
    when the picture has rested, so that whoever turns knobs does not wait for it.
    make() -> (data, metadata) as for a notebook's display, or None where there is no picture.
    """

    def __init__(self, make, rest=3.0):
        from IPython.display import display  # who shows a dashboard has it

        self._make, self._rest = make, rest
        self._timer, self._lock = None, threading.Lock()
        self._output = display({"text/html": _hidden("")}, raw=True, display_id=True)

    def follow(self):
        """Draw it anew once the picture has rested."""
        with self._lock:
            self._stop()
            self._timer = threading.Timer(self._rest, self._draw)
            self._timer.daemon = True
            self._timer.start()

    def close(self):
        """Leave it as it is."""
        with self._lock:
            self._stop()

    def _stop(self):
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _draw(self):
        made = self._make()
        if made is None or self._output is None:
            return
        data, metadata = made
        words = html.escape(metadata["image/png"]["alt"], quote=True)
        png = base64.b64encode(data["image/png"]).decode("ascii")
        figure = f'<img alt="{words}" src="data:image/png;base64,{png}">'
        kept = {"text/html": _hidden(figure), "text/plain": data["text/plain"]}
        self._output.update(kept, raw=True)


def _hidden(figure):
    return f'<div class="cl-still">{figure}</div>'


def still(scene, frame, line):
    """The PNG (bytes) of a frame with its caption, and `line` below; -1 is the last frame."""
    picture = draw(scene, frame)
    strip = Figure(figsize=(picture.get_figwidth(), 0.34))
    strip.text(
        0.013, 0.6, line, va="center", parse_math=False, fontproperties=font(12),
        color=palette.PAPER["light"]["muted"],
    )  # fmt: skip
    for dots in _DOTS:
        png = _png((picture, strip), dots)
        if len(png) <= MOST_BYTES:
            break
    return png


def _png(figures, dots):
    """The figures one below the other."""
    parts = []
    for figure in figures:
        drawn = io.BytesIO()
        figure.savefig(drawn, format="png", dpi=dots)
        parts.append(Image.open(drawn).convert("RGB"))
    whole = Image.new("RGB", (parts[0].width, sum(p.height for p in parts)), "white")
    top = 0
    for part in parts:
        whole.paste(part, (0, top))
        top += part.height
    small = io.BytesIO()
    whole.quantize(_COLOURS).save(small, "PNG", optimize=True)
    return small.getvalue()
