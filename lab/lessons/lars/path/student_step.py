"""A student's step in the path scene: how far lam falls to the next knot, or who leaves there."""

from __future__ import annotations

import numpy as np

from lab.checking.parting import LOOK
from lab.checking.task import Own, Way
from lab.lessons.lars.path.lines import shown
from lab.lessons.lars.path.view import build_view
from lab.race.methods import YOURS
from solvers.exchange import lars_states, leaving_states
from widgets import Curve, prefix


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


#: The path of another problem has other knots.
_AS_IT_IS = {"remedy": ("none",)}
OWN = Own(
    {
        "lars-step": Way(
            lambda run, ask: lars_states(run.problem, ask, lasso=run.settings["method"] == "lasso"),
            _AS_IT_IS,
        ),
        "lars-leaving": Way(
            lambda run, ask: leaving_states(run.problem, ask), {"method": ("lasso",), **_AS_IT_IS}
        ),
    },
    build_view,
    "touching",
    iterates=_weights,
    places=_places,
    marks=_marks,
)
