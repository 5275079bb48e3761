"""What the race asks: who is first, whose weights are never 0 on the way, and when the digits of
coordinate descent come."""

from __future__ import annotations

from lab.drawing.readout import least
from lab.lessons.lars.race.view import CD, METHODS
from lab.prediction import asked, first, pace
from widgets import Question

INSIDE = "interior_point"


def questions(view):
    """Predict, then see."""
    return asked(view.run.settings, _first(view), _zeros(view), _pace(view))


def _pace(view):
    trace = view.traces.get(CD)
    if trace is None or len(view) < 3:
        return None
    label = METHODS[CD].label
    return pace(trace.iteration, trace.gap, "sweeps", view.limit, ("gap",), label)


def _first(view):
    """Not asked of seconds, which are others each time."""
    if view.seconds or len(view) < 3:
        return None
    return first(
        {n: METHODS[n][0] for n in view.run.results},
        view.arrivals,
        f"Counted in {view.unit}: which method will be the first proved within "
        f"{least(view.limit)}?",
        view.text_at,
        hides=("gap", "support", "weights"),
    )


def _zeros(view):
    """Asked where it is so of the interior point, and of no other method."""
    shown = {n: METHODS.iterates(n, t)[1:-1] for n, t in view.run.traces.items()}
    if INSIDE not in shown or len(shown) < 2 or not len(shown[INSIDE]):
        return None
    if not all((w == 0.0).any() == (n != INSIDE) for n, w in shown.items()):
        return None
    names = [INSIDE, *(n for n in shown if n != INSIDE)]
    return Question(
        0,
        "Between its first step and its last, one method has no weight that is exactly 0. Which?",
        tuple(METHODS[n][0] for n in names),
        0,
        "It stays strictly inside u > 0, v > 0, so that w = u − v is exactly 0 by chance only; "
        "when it is nearly there, small weights are set to 0 and the rest is solved for.",
        "inside",
        ("support", "weights"),
    )
