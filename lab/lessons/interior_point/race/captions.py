"""Captions and questions of the race."""

from __future__ import annotations

from lab.drawing.text import listed, power
from lab.lessons.interior_point.race.view import CLOCKS, words_of
from lab.race import captions as race_words
from widgets import Question


def race_of(view):
    """What is told of the view's race."""
    names = view.run.results
    return race_words.Race(
        words={n: words_of(n)[0] for n in names},
        results=names,
        now=view.clock.values,
        gaps={n: view.gap(n) for n in names},
        arrivals=view.arrivals,
        limit=view.limit,
        told=view.told,
        begin="train the same machine",
        special=lambda k: _false_stops(view, k),
    )


def _false_stops(view, k):
    """Whose rule of the source fired since the frame before, and what is proved of it."""
    found = [n for n, at in view.fired.items() if view.rows[n][k - 1] < at <= view.rows[n][k]]
    return listed(
        f"false stop: by the source's rule {words_of(n)[0]} would end here, at a gap of "
        f"{power(view.traces[n].gap[view.fired[n]])}"
        for n in found
    )


def captions(view):
    """One sentence per frame; the last says how far LIBSVM came, too."""
    words = race_words.captions(race_of(view))
    if view.peer is not None:
        words[-1] += f" LIBSVM by its own rule: a gap of {power(view.peer.certificate.gap)}."
    return words


def questions(view):
    """Predict, then see: who is first; what is proved where the source's rule stops."""
    return tuple(q for q in (_first(view), _rule(view)) if q is not None)


def _first(view):
    unit = CLOCKS[view.run.settings["clock"]][3]
    return None if view.seconds else race_words.first_question(race_of(view), unit)


def _rule(view):
    """Asked where the source's rule stops far from the optimum, in the frame before."""
    late = {n: at for n, at in view.fired.items() if view.traces[n].gap[at] > 10.0 * view.limit}
    if not late:
        return None
    name = min(late, key=lambda n: view.times(n)[late[n]])
    k = int((view.rows[name] >= late[name]).argmax())
    gap, words = view.traces[name].gap[late[name]], words_of(name)[0]
    if k < 2:
        return None
    times = gap / view.limit
    return Question(
        k - 1,
        f"By the source's stopping rule {words} is about to be done: its two objectives agree to "
        "6.5 digits, or its residuals are small. What is proved of it?",
        (
            "a gap within the tolerance",
            f"a gap {times:.0f} times the tolerance",
            "nothing at all",
        ),
        1,
        f"The certificate says {power(gap)}. At a point that is not feasible the difference of the "
        "two objectives is no gap, and can vanish by cancellation.",
    )
