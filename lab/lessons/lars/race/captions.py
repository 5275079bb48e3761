"""Captions and questions of the race."""

from __future__ import annotations

from lab.lessons.lars.race.view import METHODS
from lab.race import captions as race_words
from widgets import Question


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


def questions(view):
    """Predict, then see: who is first; who has no exact zeros on the way."""
    return tuple(q for q in (_first(view), _sparse(view)) if q is not None)


def _first(view):
    return None if view.seconds else race_words.first_question(race_of(view), view.unit)


def _sparse(view):
    """Asked where an interior point runs and the solution has zeros."""
    if "interior_point" not in view.run.results or view.best.all() or len(view) < 6:
        return None
    names = [n for n in view.run.results if n != "interior_point"]
    return Question(
        3,
        "Which method has no weight that is exactly 0 until its last jump?",
        (METHODS["interior_point"][0], *(METHODS[n][0] for n in names[:3])),
        0,
        "It stays strictly inside u > 0, v > 0, so that w = u − v is 0 nowhere; when it is nearly "
        "there, small weights are set to 0 and the rest is solved for.",
    )
