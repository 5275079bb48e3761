"""Animated thumbnails: the large panel of a scene as a film, for light and dark, and its last frame
as a still, for users who prefer reduced motion."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lab.runs.export import completed
from lab.runs.opening import scene
from widgets.paper.film import thumbnails
from widgets.still import still

#: The directory of pictures within the site.
FOLDER = "pictures"
THEMES = ("light", "dark")
_FRAMES, _FPS = 20, 7


def files(name: str) -> list[tuple[str, str, str]]:
    """(theme, file of the film, file of the still) of the thumbnail of that name."""
    return [(theme, f"{name}-{theme}.gif", f"{name}-{theme}.png") for theme in THEMES]


def poster(name: str) -> str:
    """The file of the whole scene's last frame."""
    return f"{name}.png"


def all_files(name: str) -> list[str]:
    """The files that `draw` writes."""
    return [file for _, *pair in files(name) for file in pair] + [poster(name)]


def draw(item: Mapping[str, Any]) -> int:
    """Write the pictures of a scene at its own settings; returns how many files.

    item: "address" of the scene, "picture": their name, "folder" where they are to be.
    """
    shown, folder, name = scene(item["address"]), Path(item["folder"]), item["picture"]
    for theme, *pair in files(name):
        with contextlib.ExitStack() as stack:
            film, last = (stack.enter_context(completed(folder / file)) for file in pair)
            thumbnails(shown, film, last, theme, _FRAMES, _FPS)
    with completed(folder / poster(name)) as part:
        part.write_bytes(still(shown, -1, f'lab.dashboard("{item["address"]}")'))
    return len(all_files(name))
