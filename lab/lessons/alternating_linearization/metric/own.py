"""A student's step in the metric scene: the unit ball of its sparse Y beside the reference's."""

from __future__ import annotations

import numpy as np

from lab.checking.task import Own
from lab.checking.yours import LOOK, rows_of
from lab.lessons.alternating_linearization.balls import ball_maps, outline
from lab.lessons.alternating_linearization.metric.view import build_view
from lab.lessons.alternating_linearization.own import ways
from lab.race.methods import YOURS
from widgets import Path, moved


def _both(run, view):
    """M and Y (T, 2, d, d) of the reference and of the student's run."""
    pairs = zip((run.main, YOURS), rows_of(run, view), strict=True)
    return tuple(
        np.stack([run.traces[name].snapshots[part][rows] for part in ("M", "Y")], axis=1)
        for name, rows in pairs
    )


def _ball(view, yours):
    """The ball of Y, where it is a metric."""
    centre = view.case.X.mean(axis=0)
    longest = 3.0 * float(np.ptp(view.case.X, axis=0).max())
    maps = ball_maps(yours[:, 1], longest)
    return {"points": [Path(moved(outline(view.d), maps, np.tile(centre, (len(view), 1))),
                            ghost=False, **LOOK)]}  # fmt: skip


OWN = Own(ways(smoothing=(0.0,)), build_view, "points", iterates=_both, marks=_ball)
