"""Captions of the race."""

from __future__ import annotations

from lab.race import captions as race_captions


def captions(view):
    """One sentence per frame."""
    return race_captions.captions(race_captions.race_of(view, view.labels, "begin at w = 0"))
