"""Few colours for many: the palette of a picture, which holds the theme's own tones as they are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image
from scipy.spatial import cKDTree

from widgets import palette

#: As many as a GIF or an indexed PNG holds.
_COLOURS = 256


def palette_of(shots: Sequence[np.ndarray], theme: str, count: int = _COLOURS) -> np.ndarray:
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
