"""What the mirror scene asks: where the weights end, what the projection does, and where an
iteration leads."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import listed, number, point, subscript
from lab.lessons.mi_odm.mirror.planes import FLAT_BOX, middles, place_of
from lab.lessons.mi_odm.mirror.view import AVERAGE, BACK, START, WHOLE
from lab.prediction import asked, landing, ringed
from widgets import Question

#: Weights from the first on count as used at the saddle point, those below the second as not.
_USED, _UNUSED = 1e-2, 1e-5


def questions(view):
    """Predict, then see."""
    return asked(view.run.settings, _where(view), _projection(view), _aim(view))


def _aim(view):
    """Between two iterations, however many frames the next one has: where it leads."""
    if not view.flat or view.method == "stochastic":
        return None
    whole = np.flatnonzero(np.isin(view.stage, (START, AVERAGE, WHOLE)))
    centre, average, middle = (
        np.column_stack(place_of(view)(one[whole]))
        for one in (
            view.shown("centre_v")[view.centre],
            view.shown("v")[view.done],
            middles(view),
        )
    )
    following = np.flatnonzero(np.diff(view.row[whole]) == 1)
    settings, shown = view.run.settings, (average, middle)
    j, aim = landing(settings, "triangle", centre, FLAT_BOX, following, shown)
    if j is None:
        return None
    k, end = whole[j], whole[j + 1]
    values = view.step(end).last.values
    corner = subscript(int(np.argmin(values)) + 1)
    return Question(
        int(k),
        "The centre w is in the ring. Where will it be after the next iteration?",
        why=f"At v = {point(view.shown('centre_v')[view.centre[end]], 2)}: each weight is "
        f"multiplied by exp(−ηD ÷ b) and all are divided by their sum, and c{corner} has the "
        "smallest D where the gradient is taken.",
        key="aim",
        hides=("dual", "multipliers"),
        aim=aim,
    )


def _where(view):
    """In which part of the triangle the saddle point lies."""
    best, saddle = view.best, view.saddle
    unclear = (best > _UNUSED) & (best < _USED)
    if view.method == "stochastic" or saddle.status != "converged" or unclear.any():
        return None
    values = view.steps[1].first.values if 1 in view.steps else None
    if values is None or np.ptp(np.sort(values)[:2]) < 1e-6 * np.abs(values).max():
        return None
    used = [f"c{subscript(i + 1)}" for i in np.flatnonzero(best >= _USED)]
    least = subscript(int(np.argmin(values)) + 1)
    return Question(
        0,
        f"For this u, c{least} has the smallest D, so v first leans towards that corner. Where "
        "does the saddle point lie?",
        ("in a corner", "on a side", "inside"),
        len(used) - 1,
        f"There {listed(used)} {'carries all' if len(used) == 1 else 'carry'} weight. Where "
        "several do, all of them have the same D: u has been turned until none is worse than "
        "another.",
        "where",
        ("dual", "multipliers"),
    )


def _projection(view):
    """In the frame before a projection onto the simplex: which point it gives."""
    back = np.flatnonzero(view.stage == BACK)
    if not back.size:
        return None
    k = int(back[0])
    part = view.step(k).first
    v = part.hat_v
    divided, straight = v / v.sum(), _nearest(v)
    corner = np.eye(v.size)[int(np.argmax(v))]
    place = place_of(view)
    drawn = np.column_stack(place(np.array([divided, straight, corner])))
    rings = ringed("triangle", drawn, np.column_stack(place(np.eye(v.size))))
    if rings is None:
        return None
    return Question(
        k,
        f"v̂ has the weights {listed(number(one) for one in v)}, and is off the simplex. Which of "
        "the ringed points of it comes next?",
        why=f"v̂ divided by its sum, {point(divided)}. The distance belongs to the mirror: for the "
        "entropy it is the Kullback-Leibler divergence, which takes no entry to 0; the nearest "
        f"point along a right angle would be {point(straight)}.",
        key="projection",
        rings=rings,
    )


def _nearest(v):
    """The point (n,) of the simplex that is nearest to v in the Euclidean distance."""
    falling = np.sort(v)[::-1]
    shift = (np.cumsum(falling) - 1.0) / np.arange(1, v.size + 1)
    return np.maximum(v - shift[np.flatnonzero(falling > shift)[-1]], 0.0)
