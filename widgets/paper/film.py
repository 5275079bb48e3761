"""Films of a scene: GIF through PIL, MP4 through ffmpeg; and small ones of its large panel alone.

The page is drawn once; each frame puts back that ground and draws only what moves above it.
"""

from __future__ import annotations

import contextlib
import pathlib
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from PIL import Image
from scipy.spatial import cKDTree

from widgets import palette
from widgets.paper.page import layout
from widgets.scene import Scene

_COLOURS = 96
_BITS = 6  # of each colour channel when colours are looked up
#: As many as a GIF or an indexed PNG holds.
_MOST_COLOURS = 256


class Camera:
    """Takes frames of a scene as arrays (height, width, 3) of bytes."""

    def __init__(self, scene: Scene, theme: str, width: float, dpi: int):
        self.theme = theme
        self._page = layout(scene, theme, width, dpi)
        canvas: Any = self._page.figure.canvas
        self._canvas = canvas
        self._page.show(0)
        self._live = self._page.live()
        for artist in self._live:
            artist.set_animated(True)
        self._canvas.draw()
        self._ground = self._canvas.copy_from_bbox(self._page.figure.bbox)

    def shot(self, k: int) -> np.ndarray:
        """Frame `k`."""
        self._page.show(k, moving_only=True)
        self._canvas.restore_region(self._ground)
        for artist in self._live:
            artist.draw(self._canvas.get_renderer())
        return np.array(self._canvas.buffer_rgba())[..., :3]

    def plot(self) -> tuple[int, ...]:
        """(top, bottom, left, right) of the first panel's axes in a shot, with their edges."""
        box = self._page.views[0].ax.get_window_extent()
        height = self._canvas.get_width_height()[1]
        ends = height - box.y1 - 1, height - box.y0 + 1, box.x0 - 1, box.x1 + 1
        return tuple(max(round(end), 0) for end in ends)


def thinned(frames: int, most: int) -> list[int]:
    """At most `most` of the frame numbers, first and last among them."""
    spread = np.linspace(0, frames - 1, min(frames, max(most, 2)))
    return np.unique(spread.round().astype(int)).tolist()


def gif(
    camera: Camera,
    numbers: Sequence[int],
    path: pathlib.Path,
    fps: float,
    progress: Callable[[int, int], object],
) -> None:
    """Write a GIF with one palette for all frames, the last one held for at least a second."""
    few = [numbers[k] for k in thinned(len(numbers), 6)]
    chosen = palette_of([camera.shot(k) for k in few], camera.theme, _COLOURS)
    images = _indexed(camera, numbers, chosen, progress)
    pause = round(100.0 / fps) * 10
    waits = [pause] * (len(numbers) - 1) + [max(1000, pause)]
    next(images).save(
        path, "GIF", save_all=True, append_images=images, duration=waits, loop=0, optimize=True
    )


def _indexed(camera, numbers, chosen, progress):
    """The frames one by one as images of the palette `chosen`."""
    nearest = _lookup(chosen)
    for done, k in enumerate(numbers, start=1):
        image = Image.fromarray(nearest[_packed(camera.shot(k))])
        image.putpalette(chosen.tobytes())
        progress(done, len(numbers))
        yield image


def mp4(
    camera: Camera,
    numbers: Sequence[int],
    path: pathlib.Path,
    fps: float,
    progress: Callable[[int, int], object],
) -> None:
    """Write an MP4 with ffmpeg; ValueError where there is none."""
    program = shutil.which("ffmpeg")
    if program is None:
        raise ValueError("MP4 needs ffmpeg, which is not on the PATH: install it or save a .gif.")
    first = camera.shot(numbers[0])
    height, width = first.shape[:2]
    command = [
        program, "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24",
        "-s", f"{width}x{height}", "-r", str(fps), "-i", "-",
        "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2",
        "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p",
        "-movflags", "+faststart", str(path),
    ]  # fmt: skip
    # Its errors go to a file: a pipe that is not read meanwhile would stop it.
    with tempfile.TemporaryFile() as said:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=said) as process:
            assert process.stdin is not None  # it is a pipe
            for shot in _timed(camera, numbers, round(fps), progress):
                try:
                    process.stdin.write(shot)
                except OSError:  # it has ended, and said why
                    break
            with contextlib.suppress(OSError):  # as above, of what was not written yet
                process.stdin.close()
        said.seek(0)
        why = " ".join(said.read().decode(errors="replace").split())
    if process.returncode:
        why = why or f"it ended with status {process.returncode}"
        raise ValueError(f"ffmpeg could not write {path}: {why}")


def _timed(camera, numbers, last, progress):
    """The bytes of the frames one by one, and of the last one `last` times."""
    for done, k in enumerate(numbers, start=1):
        shot = camera.shot(k).tobytes()
        yield from [shot] * (last if done == len(numbers) else 1)
        progress(done, len(numbers))


def _packed(shot):
    r, g, b = np.moveaxis(shot >> (8 - _BITS), -1, 0).astype(np.int32)
    return r << 2 * _BITS | g << _BITS | b


def _lookup(chosen):
    """The number of the nearest chosen colour for every packed colour."""
    levels = np.arange(2**_BITS) * 255.0 / (2**_BITS - 1)
    grid = np.stack(np.meshgrid(levels, levels, levels, indexing="ij"), axis=-1).reshape(-1, 3)
    return cKDTree(chosen.astype(float)).query(grid)[1].astype(np.uint8)


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


def palette_of(shots: Sequence[np.ndarray], theme: str, count: int = _MOST_COLOURS) -> np.ndarray:
    """At most `count` colours (n, 3) that serve all shots (height, width, 3): the theme's own
    tones, then what lies far from them.

    Each further colour is the one now drawn worst, by its distance from those chosen times the
    fourth root of its area: thin lines keep their hue, and large grounds their shade.
    """
    pairs = [*(palette.colour(t, theme) for t in palette.TONES), *palette.PAPER[theme].values()]
    chosen = [[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in dict.fromkeys(pairs)]
    colours, counts, _ = _distinct(np.concatenate([s.reshape(-1, 3) for s in shots]))
    error = cKDTree(chosen).query(colours)[0]
    while len(chosen) < count and error.any():
        worst = colours[np.argmax(error * counts**0.25)]
        chosen.append(worst.tolist())
        error = np.minimum(error, np.linalg.norm(colours - worst, axis=1))
    return np.array(chosen, dtype=np.uint8)


def indexed(image: Image.Image, theme: str = "light") -> Image.Image:
    """An RGB image in the colours of its palette, each the nearest."""
    shot = np.asarray(image)
    chosen = palette_of([shot], theme)
    colours, _, place = _distinct(shot.reshape(-1, 3))
    nearest = cKDTree(chosen.astype(float)).query(colours)[1].astype(np.uint8)
    made = Image.fromarray(nearest[place].reshape(shot.shape[:2]))
    made.putpalette(chosen.tobytes())
    return made


def _distinct(pixels):
    """(the colours (n, 3) among pixels (m, 3), how often each is there, which each pixel has)."""
    packed, place, counts = np.unique(
        pixels.astype(np.int32) @ (65536, 256, 1), return_inverse=True, return_counts=True
    )
    return np.stack([packed >> 16, packed >> 8 & 255, packed & 255], axis=1), counts, place
