"""Captions of the race."""

from __future__ import annotations

from lab.lessons.lars.race.view import METHODS
from lab.race import captions as race_words


def race_of(view):
    """What is told of the view's race."""
    names = view.run.results
    return race_words.Race(
        words={n: METHODS[n][0] for n in names},
        results=names,
        now=view.clock.values,
        gaps={n: view.gap(n) for n in names},
        arrivals=view.arrivals,
        limit=view.limit,
        told=view.told,
        begin="begin at w = 0",
    )


def captions(view):
    """One sentence per frame."""
    return race_words.captions(race_of(view))
