"""What the race asks: who is first, what is proved where the source's rule stops, and when the
digits of the predictor-corrector come."""

from __future__ import annotations

from lab.drawing.readout import least
from lab.lessons.interior_point.methods import METHODS
from lab.lessons.interior_point.race.view import MAIN, UNITS
from lab.prediction import asked, drawn, first, pace
from widgets import Question

#: The gap at which a method ends, in tolerances: where the options part, and how near to that is
#: too near.
_FAR, _NEAR = 100.0, 1.1


def questions(view):
    """Predict, then see."""
    return asked(view.run.settings, _first(view), _rule(view), _pace(view))


def _pace(view):
    trace = view.traces.get(MAIN)
    if trace is None or len(view) < 3:
        return None
    hides, label = ("gap", "arrivals"), METHODS.look(MAIN).label
    return pace(trace.iteration, trace.gap, "iterations", view.limit, hides, label)


def _first(view):
    """Not asked of seconds, which are others each time."""
    if view.seconds or len(view) < 3:
        return None
    unit = UNITS[view.run.settings["clock"]]
    return first(
        view.labels,
        view.arrivals,
        f"Counted in {unit}: which method will be the first proved within {least(view.limit)}?",
        view.text_at,
        hides=("gap", "support"),
    )


def _rule(view):
    """In the frame before the source's rule of a method fires."""
    stops = {n: _fires(t) for n, t in view.traces.items() if _fires(t)}
    frames = {n: int((view.rows[n] >= r).argmax()) for n, r in stops.items()}
    name = drawn(view.run.settings, "rule", sorted(n for n, k in frames.items() if k >= 1))
    if name is None:
        return None
    gap = view.traces[name].gap[stops[name]]
    share = gap / view.limit
    if min(abs(share / edge - 1.0) for edge in (1.0, _FAR)) < _NEAR - 1.0:
        return None
    return Question(
        frames[name] - 1,
        f"In the next frame the source's stopping rule says that {METHODS.look(name).label} is "
        "done. How small a gap is proved of it by then?",
        (
            "one within the tolerance",
            "one of up to 100 times the tolerance",
            "one of more than 100 times the tolerance",
        ),
        0 if share <= 1.0 else 1 if share <= _FAR else 2,
        f"The certificate says {least(gap)}; the tolerance is {least(view.limit)}. At a point that "
        "is not feasible the difference of the two objectives is no gap, and can vanish by "
        "cancellation.",
        "rule",
        ("gap", "arrivals"),
    )


def _fires(trace):
    """The row at which the source's rule fires, 0 where it does not."""
    rule = trace.snapshots.get("source_rule")
    return 0 if rule is None else int(rule.argmax())
