"""What the mirror scene asks: where the weights end, and what the projection does."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import listed, point, subscript
from lab.lessons.mi_odm.mirror.view import BACK
from lab.questions import asked
from widgets import Question

#: Weights from the first on count as used at the saddle point, those below the second as not.
_USED, _UNUSED = 1e-2, 1e-5


def questions(view):
    """Predict, then see."""
    return asked(view.run.settings, _where(view), _projection(view))


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
    return Question(
        k,
        f"v̂ = {point(v)} is off the simplex. Which point of it comes next?",
        tuple(point(one) for one in (divided, straight, corner)),
        0,
        "v̂ divided by its sum. The distance belongs to the mirror: for the entropy it is the "
        "Kullback-Leibler divergence, which takes no entry to 0; the nearest point along a right "
        f"angle would be {point(straight)}.",
        "projection",
    )


def _nearest(v):
    """The point (n,) of the simplex that is nearest to v in the Euclidean distance."""
    falling = np.sort(v)[::-1]
    shift = (np.cumsum(falling) - 1.0) / np.arange(1, v.size + 1)
    return np.maximum(v - shift[np.flatnonzero(falling > shift)[-1]], 0.0)
