"""Vectors that add up to nothing, as a picture: arrows tip to tail that close."""

from __future__ import annotations

import numpy as np

#: Where a chain may stand, as shares of the window.
_PLACES = np.stack(np.meshgrid([0.18, 0.5, 0.82], [0.18, 0.5, 0.82]), -1).reshape(-1, 2)


def tip_to_tail(vectors):
    """Tails and tips (2, n, 2): the vectors (n, 2) in the order of their angles, each from the
    tip of the one before, around (0, 0); they close where their sum is 0, and cross nowhere."""
    ways = vectors[np.argsort(np.arctan2(vectors[:, 1], vectors[:, 0]))]
    tips = np.cumsum(ways, axis=0)
    middle = tips.mean(axis=0)
    return np.stack([tips - ways, tips]) - middle


def free_place(box, taken):
    """Where in the window `box` ((low, high) of x and of y) the points `taken` leave most space
    (m, 2): the middle of that."""
    low, high = np.transpose(box)
    shares = (np.asarray(taken) - low) / (high - low)
    away = np.linalg.norm(_PLACES[:, None] - shares[None], axis=-1).min(axis=1)
    return low + _PLACES[away.argmax()] * (high - low)
