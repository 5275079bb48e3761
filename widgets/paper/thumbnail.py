"""The large panel of a scene alone and small: the plot without the words around it."""

from __future__ import annotations

import pathlib
from dataclasses import replace

import numpy as np
from PIL import Image

from widgets.paper.colours import indexed
from widgets.paper.film import Camera, gif, thinned
from widgets.scene import Scene

#: Inches, and dots an inch.
_WIDTH, _DPI = 4.0, 90


class _Close(Camera):
    """A camera that sees the plot alone."""

    def __init__(self, scene, theme):
        super().__init__(scene, theme, _WIDTH, _DPI)
        self._box = self.plot()

    def shot(self, k):
        """The plot in frame `k`."""
        top, bottom, left, right = self._box
        return super().shot(k)[top:bottom, left:right]


def thumbnails(
    scene: Scene, film: pathlib.Path, still: pathlib.Path, theme: str, frames: int, fps: float
) -> None:
    """Write the large panel of `scene` as a GIF of at most so many frames, and its last frame as a
    PNG; both of one size, some 340 dots wide."""
    alone = replace(scene.only([scene.layout.hero]), title="", question="")
    camera = _Close(alone, theme)
    gif(camera, thinned(len(alone), frames), film, fps, lambda done, total: None)
    last = np.ascontiguousarray(camera.shot(len(alone) - 1))
    indexed(Image.fromarray(last), theme).save(still, "PNG", optimize=True)
