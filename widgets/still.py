"""A still picture of a scene for a saved notebook: small, and with the line that makes it live."""

from __future__ import annotations

import io
import os
import sys

from matplotlib.figure import Figure
from PIL import Image

from widgets import palette
from widgets.matplotlib_marks import draw
from widgets.paper.words import font

#: A still has at most this many bytes, in whichever of these sizes (dots an inch) comes first.
MOST_BYTES = 60_000
_DOTS = (110, 96, 84, 72, 60, 48, 36)
_COLOURS = 128


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
