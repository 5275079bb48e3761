"""Scenes on paper: any `Scene` as a figure, as PNG or PDF, as GIF or MP4.

Uses separate figures, never pyplot, so it may run in a thread.
"""

from __future__ import annotations

import pathlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from widgets.palette import check_theme
from widgets.paper import film
from widgets.paper.page import layout
from widgets.scene import Scene, frame_number

SUFFIXES = (".png", ".pdf", ".gif", ".mp4")
_SHARP = 200  # dots an inch of a PNG
_FILM = 80


def draw(
    scene: Any, frame: int = -1, theme: str = "light", width: Any = 12.4, words: bool = True
) -> Any:
    """A matplotlib `Figure` of one frame, `width` inches wide; `frame` counts from the end where it
    is negative. words: whether title, clock, sentence and numbers are around the panels."""
    check_theme(theme)
    if not 2.0 <= width <= 40.0:
        raise ValueError(f"width must lie between 2 and 40 inches, got {width:g}.")
    page = layout(scene, theme, width, words=words)
    page.show(frame_number(scene, frame))
    return page.figure


def save(
    scene: Scene,
    path: Path,
    frame: int = -1,
    theme: str = "light",
    frames: int = 100,
    fps: int = 12,
    progress: Callable | None = None,
) -> None:
    """Write the scene to `path`: .png and .pdf hold one frame, .gif and .mp4 all of them.

    frames: a film shows at most this many, first and last among them; it holds the last a second.
    progress: called as `progress(done, total)` after each frame.
    fps: frames per second of a film, 1 to 60.
    ValueError for another suffix, a frame that is not there, or an MP4 without ffmpeg.
    """
    suffix = pathlib.Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise ValueError(f"path must end in one of {', '.join(SUFFIXES)}, got {str(path)!r}.")
    progress = progress or (lambda done, total: None)
    if suffix in (".png", ".pdf"):
        draw(scene, frame, theme).savefig(path, dpi=_SHARP)
        progress(1, 1)
        return
    check_theme(theme)
    if not 1 <= fps <= 60:
        raise ValueError(f"fps must lie between 1 and 60, got {fps:g}.")
    camera = film.Camera(scene, theme, 12.4, _FILM)
    shoot = film.gif if suffix == ".gif" else film.mp4
    try:
        shoot(camera, film.thinned(len(scene), frames), path, fps, progress)
    except BaseException:
        pathlib.Path(path).unlink(missing_ok=True)
        raise
