"""A still picture of a scene for a saved notebook: small, and with the line that makes it live;
and whether a notebook stores what a cell shows."""

from __future__ import annotations

import base64
import html
import io
import os
import sys
from functools import partial

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from widgets import palette
from widgets.background import Timer, begin_thread, short_turns
from widgets.matplotlib_marks import draw
from widgets.paper.colours import indexed
from widgets.paper.words import font

#: A still has at most this many bytes, in whichever of these sizes (dots an inch) comes first; in
#: the first it is as wide as the page of a notebook.
MOST_BYTES = 120_000
_DOTS = (96, 84, 72, 60, 48, 36)


def still(scene, frame, line, stopped=lambda: False):
    """The PNG (bytes) of a frame with its caption, and `line` below; -1 is the last frame. None
    where `stopped()` became true meanwhile."""
    picture = draw(scene, frame)
    strip = Figure(figsize=(picture.get_figwidth(), 0.34))
    strip.text(
        0.013, 0.6, line, va="center", parse_math=False, fontproperties=font(12),
        color=palette.PAPER["light"]["muted"],
    )  # fmt: skip
    if stopped():
        return None
    whole = _image((picture, strip))
    for dots in _DOTS:
        if stopped():
            return None
        png = _png(whole, dots / _DOTS[0])
        if len(png) <= MOST_BYTES:
            break
    return png


def _image(figures):
    """The figures one below the other, in the first of the sizes."""
    parts = []
    for figure in figures:
        figure.set_dpi(_DOTS[0])
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        size = canvas.get_width_height()
        parts.append(Image.frombuffer("RGBA", size, canvas.buffer_rgba()).convert("RGB"))
    whole = Image.new("RGB", (parts[0].width, sum(p.height for p in parts)), "white")
    top = 0
    for part in parts:
        whole.paste(part, (0, top))
        top += part.height
    return whole


def _png(whole, share):
    """The image in that share of its size."""
    size = (round(share * whole.width), round(share * whole.height))
    shown = whole if share == 1.0 else whole.resize(size, Image.Resampling.LANCZOS)
    small = io.BytesIO()
    indexed(shown).save(small, "PNG", optimize=True)
    return small.getvalue()


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


class StoredStill:
    """A still beside a live view, in a separate output that pages with a live view hide.

    A notebook that is reopened without running, or looked at on a code host, shows it. It follows
    when the picture has rested, and is dropped at the next move, so that no knob waits.
    make(stopped) -> (data, metadata) as for a notebook's display, or None where there is no picture
    or `stopped()` became true meanwhile.
    """

    def __init__(self, make, rest=3.0):
        from IPython.display import display  # installed where a dashboard is shown

        self._make, self._rest = make, rest
        self._waiting = None  # the `Timer` of the newest picture, until there is a newer one
        self._output = display({"text/html": _hidden("")}, raw=True, display_id=True)

    def follow(self):
        """Draw it anew once the picture has rested."""
        self.close()
        self._waiting = Timer(self._rest, self._begin)

    def close(self):
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
