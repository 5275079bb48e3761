"""Captions of the race."""

from __future__ import annotations

from lab.lessons.lars.race.view import METHODS
from lab.race import captions as race_captions


def captions(view):
    """One sentence per frame."""
    labels = {name: METHODS[name].label for name in view.run.results}
    return race_captions.captions(race_captions.race_of(view, labels, "begin at w = 0"))
