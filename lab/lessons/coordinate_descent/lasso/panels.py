"""The panels "correlations" and "gap" of the lasso scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.ball import ball_curves
from lab.drawing.conditions import TOUCH, conditions_panel
from lab.drawing.gap_panel import gap_panel
from lab.drawing.paths import axis_titles
from lab.drawing.text import weight
from lab.lessons.coordinate_descent.lasso.view import CD, TOL

STATES = ("at λ, as it should", "passes λ", "below λ, weight 0", "off λ, weight not 0")


def correlations(view):
    """|x_d'r| of every weight against λ: the optimality condition as a picture."""
    c = view.q - view.w @ view.H
    return conditions_panel(
        np.abs(c),
        bar_states(c, view.w, view.lam),
        view.lam,
        "Optimal when no bar passes the line",
        "|xᵀr|",
        axis_titles([weight(d) for d in range(view.dimension)], view.names),
        STATES,
        "where a weight is not 0, its bar is at λ",
    )


def bar_states(c, w, lam):
    """A class per bar, as in `STATES`: c = X'r and w are (..., D)."""
    near = TOUCH * lam
    touches = np.where(w != 0.0, np.abs(c - lam * np.sign(w)), np.abs(np.abs(c) - lam)) <= near
    passes = np.abs(c) > lam + near
    return np.select([touches, passes, w == 0.0], [0, 1, 2], 3)


def gaps(view):
    """Certified gap of every method on one clock."""
    tolerance = TOL * view.run.result.certificate.scale
    curves = ball_curves(view) + view.gap_curves(**{CD: "coord. descent"})
    return gap_panel(curves, view.clock.values, tolerance, _AXES[view.run.settings["clock"]])


_AXES = {
    "iterations": "updates; steps of the rivals",
    "work": "coordinate updates (a gradient is one for each weight)",
    "seconds": "seconds of the algorithm alone",
}
