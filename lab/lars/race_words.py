"""Captions and questions of the race."""

from __future__ import annotations

import numpy as np

from lab.lars.race_view import CD, METHODS
from lab.words import apart, listed, power
from widgets import Question


def captions(view):
    """One sentence per frame: who arrived, how the gap of coordinate descent fell, where the others
    are."""
    middle = [_sentence(view, k) for k in range(1, len(view) - 1)]
    first = [_opening(view)] if len(view) > 1 else []
    return [*first, *middle, _ending(view)]


def _opening(view):
    names = listed(METHODS[n][0] for n in view.run.results)
    return (
        f"Start: {names} begin at w = 0 — the first whose gap is proved under {power(view.limit)} "
        "wins."
    )


def _sentence(view, k):
    return f"{_news(view, k)} — {_field(view, k)}."


def _news(view, k):
    """Who arrived or gave up since the frame before; else what coordinate descent did."""
    before, now = view.clock.values[k - 1], view.clock.values[k]
    arrived = [n for n, at in view.arrivals.items() if before < at <= now]
    if arrived:
        return listed(
            f"{METHODS[n][0]} arrives after {view.told(view.arrivals[n])}" for n in arrived
        )
    gap = view.gap(CD)
    if view.arrivals[CD] <= now:
        return "coordinate descent has arrived"
    if gap[k] == gap[k - 1]:
        return f"coordinate descent: gap {power(gap[k])}"
    return f"coordinate descent: gap {_fall(gap[k - 1], gap[k])}"


def _fall(old, new):
    """ "2.1e2 → 9.8e1", with as many digits as tell them apart."""
    first, second = power(old), power(new)
    if first == second:
        first, second = apart(old, new)
    return f"{first} → {second}"


def _field(view, k):
    """The gaps of all that are still on their way."""
    now = view.clock.values[k]
    running = [n for n in view.run.results if not view.arrivals[n] <= now]
    others = [n for n in running if n != CD or view.arrivals[CD] <= now]
    if not others:
        return "no rival is still on its way"
    return "gaps of the others: " + listed(
        f"{METHODS[n][0]} {power(view.gap(n)[k])}" for n in others
    )


def _ending(view):
    """The last sentence: who arrived, in order, and who did not, with what is proved of it."""
    order = sorted(view.run.results, key=lambda n: view.arrivals[n])
    done = [n for n in order if np.isfinite(view.arrivals[n])]
    left = [n for n in order if not np.isfinite(view.arrivals[n])]
    first = "At the end: " + (
        ", ".join(f"{METHODS[n][0]} ({view.told(view.arrivals[n])})" for n in done)
        or "no method has arrived"
    )
    lost = listed(
        f"{METHODS[n][0]} {_why(view, n)} at a gap of {power(view.run.results[n].certificate.gap)}"
        for n in left
    )
    tail = f"not arrived: {lost}" if left else f"all proved within {power(view.limit)} of optimal"
    return f"{first} — {tail}."


def _why(view, name):
    status = view.run.results[name].status
    return {"max_iter": "is out of steps"}.get(status, f"ended {status.replace('_', ' ')}")


def questions(view):
    """Predict, then see: who is first; who has no exact zeros on the way."""
    return tuple(q for q in (_first(view), _sparse(view)) if q is not None)


def _first(view):
    names = list(view.run.results)
    times = [view.arrivals[n] for n in names]
    winner = int(np.argmin(times))
    clock = view.run.settings["clock"]
    tied = times.count(times[winner]) > 1
    if len(names) < 2 or len(view) < 3 or clock == "seconds" or tied or times[winner] == np.inf:
        return None
    told = [
        f"{METHODS[n][0]} {view.told(t)}"
        for n, t in zip(names, times, strict=True)
        if np.isfinite(t)
    ]
    return Question(
        0,
        f"Counted in {view.unit}: which method will be proved within {power(view.limit)} first?",
        tuple(METHODS[n][0] for n in names),
        winner,
        f"{listed(told)}. On another clock the order is another.",
    )


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
