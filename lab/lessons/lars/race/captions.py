"""Captions of the race."""

from __future__ import annotations

from lab.lessons.lars.race.view import METHODS
from lab.race import captions as race_captions


def race_of(view):
    """What is told of the view's race."""
    names = view.run.results
    return race_captions.Race(
        labels={n: METHODS[n][0] for n in names},
        results=names,
        now=view.clock.values,
        gaps={n: view.gap(n) for n in names},
        arrivals=view.arrivals,
        limit=view.limit,
        text_at=view.text_at,
        begin="begin at w = 0",
    )


def captions(view):
    """One sentence per frame."""
    return race_captions.captions(race_of(view))
