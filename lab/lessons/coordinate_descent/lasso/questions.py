"""What the lasso scene asks: which way the first move goes, where others land, and who is first."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import least
from lab.drawing.text import format_distinct, number, weight
from lab.lessons.coordinate_descent.lasso.path import plane_box
from lab.lessons.coordinate_descent.lasso.view import CD, METHODS
from lab.prediction import asked, drawn, first, landing
from lab.race.arrivals import arrival
from widgets import Question

#: Moves and slopes below this share are not told from 0.
_CLEAR = 1e-2


def questions(view):
    """Predict, then see."""
    aim = _aim(view)
    landing = _landing(view, None if aim is None else aim.frame)
    return asked(view.run.settings, _way(view), aim, landing, _race(view))


def _way(view):
    """Before the first update: which way its weight goes."""
    trace = view.run.trace
    if len(view) < 3 or len(trace) < 2 or view.started[0]:
        return None
    shown, d = trace.snapshots, view.moving[0]
    old, new = float(shown["old"][1]), float(shown["new"][1])
    if 0.0 < abs(new - old) < _CLEAR:
        return None
    name = weight(d)
    return Question(
        0,
        f"Coordinate descent moves {name} first, the other weights fixed. Which way will it go?",
        (f"{name} grows", f"{name} falls", f"{name} stays"),
        0 if new > old else 1 if new < old else 2,
        f"It goes to where F is least along that line: {name} = {number(new)}.",
        "way",
        ("update",),
    )


def _aim(view):
    """Before a long update in the plane: where it ends."""
    if view.dimension != 2 or len(view) < 4:
        return None
    one_update = 1 + np.flatnonzero(np.diff(view.rows[CD])[1:] == 1)
    k, aim = landing(view.run.settings, "iterates", view.w, plane_box(view), one_update)
    if k is None:
        return None
    name, old, new = weight(view.moving[k + 1]), view.old[k + 1], view.new[k + 1]
    why = (
        "is the lowest on this line: |xᵀr| cannot pay the price λ of leaving 0"
        if new == 0.0
        else "is the lowest on this line, where it touches a level line of F"
    )
    return Question(
        k,
        f"Next moves {name}, now {number(old, 2)}, and the other weight stays. Where will the path "
        "be after that update?",
        why=f"{name} becomes {number(new)}: the point {why}.",
        key="aim",
        hides=("update",),
        aim=aim,
    )


def _landing(view, taken):
    """In the frame before an update: where soft thresholding puts the weight; not in the frame
    `taken` by another question on the same update, whose answer this one's would be."""
    k = np.arange(2, len(view))
    k = k[(np.diff(view.rows[CD])[1:] == 1) & (view.curvature[2:] > 0.0) & (k - 1 != taken)]
    slope = view.slope()
    k = k[np.abs(np.abs(slope[k]) - view.lam) > _CLEAR * np.maximum(np.abs(slope[k]), view.lam)]
    sign = np.sign(view.new[k])
    kind = drawn(view.run.settings, "sign", [k[sign == s] for s in (0, 1, -1) if s in sign])
    if kind is None:
        return None
    k = int(kind[0])
    name, (size, lam) = weight(view.moving[k]), format_distinct(abs(slope[k]), view.lam, decimals=2)
    signed = f"−{size}" if slope[k] < 0.0 else size
    why = (
        f"|{signed}| ≤ {lam}: leaving 0 would cost λ per unit and win less, so the weight is 0"
        if view.new[k] == 0.0
        else f"|{signed}| > {lam}: it pays to leave 0, and the weight becomes {number(view.new[k])}"
    )
    return Question(
        k - 1,
        f"Next moves {name}, now {number(view.old[k], 2)}. With {name} = 0 its feature would have "
        f"xᵀr = {signed}, and λ = {lam}. Where will it land?",
        ("exactly at 0", "at a positive value", "at a negative value"),
        (0, 1, 2)[int(np.sign(view.new[k]))],
        f"{why}.",
        "landing",
    )


def _race(view):
    """Which method is first within a thousandth; not asked of seconds, which are others each
    time."""
    if len(view) < 8 or view.run.settings["clock"] == "seconds":
        return None
    names, limit = [CD, *view.rivals], 1e-3 * view.run.result.certificate.scale
    words = {n: METHODS[n].label for n in names}
    times = {n: arrival(view.times(n), view.run.results[n].trace.gap, limit) for n in names}
    if min(times.values()) <= view.clock.values[0]:
        return None
    return first(
        words,
        times,
        f"Counted in {view.clock.name}s, of a rival in steps: which method will be the first with "
        f"a proved gap under {least(limit)}?",
        lambda _, time: f"at {int(time)}",
        hides=("gap",),
    )
