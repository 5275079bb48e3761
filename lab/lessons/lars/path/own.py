"""A student's step in the path scene: how far lam falls to the next knot, or who leaves there."""

from __future__ import annotations

import numpy as np

from lab.checking.task import Own, Refused, Way
from lab.checking.yours import LOOK
from lab.lessons.lars.path.lines import shown
from lab.lessons.lars.path.view import build_view
from lab.race.methods import YOURS
from solvers.exchange import lars_states
from widgets import Curve, prefix


def _lengths(run, ask):
    """The way to the next tie is the student's; a weight that reaches 0 before ends it."""
    lasso = run.settings["method"] == "lasso"

    def fall(knot):
        length = ask(knot.lam, knot.c, knot.a, knot.active)
        if length <= 0.0:
            raise Refused(f"Your step must be positive, got {length:g}.")
        return (min(length, knot.zero), True) if lasso else (length, False)

    return lars_states(run.problem, fall, lasso=lasso)


def _leavers(run, ask):
    """Who leaves before the next tie says the student; where none does, none is dropped."""

    def fall(knot):
        j = int(ask(knot.w, knot.direction, knot.tie))
        if not -1 <= j < knot.w.size:
            raise Refused(f"Your step must return the number of a weight or -1, got {j}.")
        if j == -1:
            return knot.tie, False
        if knot.direction[j] * knot.w[j] >= 0.0:
            raise Refused(f"Weight {j} of your step is not on its way to 0.")
        return float(-knot.w[j] / knot.direction[j]), True

    return lars_states(run.problem, fall)


def _weights(run, view):
    """The weights (T, D) of both at every lam of a frame; between knots they are straight."""
    trace = run.traces[YOURS]
    lams, w = trace.snapshots["lam"], trace.snapshots["w"]
    columns = [np.interp(-view.lams, -lams, column) for column in w.T]
    return view.w, np.column_stack(columns)


def _places(view, yours):
    """The point w in the plane or in space; of more weights, the one that is furthest off."""
    if yours.shape[1] <= 3:
        return {"touching": yours}
    j = int(np.argmax(np.abs(yours - view.w).max(axis=0)))
    return {"weights": np.column_stack([view.x, yours[:, j]])}


def _marks(view, yours):
    """Every weight of the student's over the axis."""
    rows = np.arange(len(view))
    curves = [Curve(prefix(view.x, rows), prefix(yours[:, d], rows), ghost=False, **LOOK)
              for d in shown(view)]  # fmt: skip
    return {"weights": curves}


OWN = Own(
    {
        "lars-step": Way(_lengths),
        "lars-leaving": Way(_leavers, {"method": ("lasso",)}),
    },
    build_view,
    "touching",
    iterates=_weights,
    places=_places,
    marks=_marks,
)
