"""A still picture of a scene for a saved notebook: small, and with the line that makes it live."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import overload

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from widgets import palette
from widgets.matplotlib_figure import draw
from widgets.paper.film import indexed
from widgets.paper.words import font
from widgets.scene import Scene

#: A still has at most this many bytes, in whichever of these sizes (dots an inch) comes first; in
#: the first it is as wide as the page of a notebook.
MOST_BYTES = 120_000
_DOTS = (96, 84, 72, 60, 48, 36)


@overload
def still(scene: Scene, frame: int, line: str) -> bytes: ...


@overload
def still(scene: Scene, frame: int, line: str, stopped: Callable[[], bool]) -> bytes | None: ...


def still(
    scene: Scene, frame: int, line: str, stopped: Callable[[], bool] = lambda: False
) -> bytes | None:
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
