"""What the race asks: who is first, how many pivots it takes, and who walks outside."""

from __future__ import annotations

from lab.drawing.readout import least
from lab.lessons.programs.methods import METHODS
from lab.prediction import asked, first
from widgets import Question

#: Counts nearer than this factor to where two options part are not asked about.
_NEAR = 1.15


def questions(view):
    """Predict, then see."""
    return asked(view.run.settings, _first(view), _pivots(view))


def _first(view):
    """Not asked of seconds, which are others each time."""
    if view.seconds or len(view) < 3:
        return None
    return first(
        {name: METHODS[name].label for name in view.run.results},
        view.arrivals,
        f"Counted in {view.run.settings['clock']}: which method will be the first proved within "
        f"{least(view.limit)}?",
        view.text_at,
        hides=("gap", "outside"),
    )


def _pivots(view):
    """How many corners simplex visits, beside the number of variables."""
    result, n = view.run.results.get("simplex"), view.run.problem.c.size
    if result is None or result.status != "converged" or len(view) < 3:
        return None
    pivots = int(result.trace.iteration[-1])
    share = max(pivots, 1) / n
    if min(max(share / edge, edge / share) for edge in (1.0, 3.0)) < _NEAR:
        return None
    return Question(
        0,
        f"How many pivots will simplex need, beside the {n} variables?",
        ("fewer than variables", "up to three times as many", "more than three times as many"),
        int(share > 1.0) + int(share > 3.0),
        f"It needs {pivots}. A corner is the meeting of {n} rows, and each pivot changes one; most "
        "programs take a small multiple of that, a few take exponentially many.",
        "pivots",
        ("gap", "arrivals", "outside"),
    )
