"""A student's round of propagation in the affinity scene: the pair that is furthest off."""

from __future__ import annotations

import numpy as np

from lab.checking.parting import LOOK
from lab.checking.task import Own, Way
from lab.lessons.alternating_linearization.affinity.view import build_view
from lab.race.methods import YOURS
from solvers import Certificate, propagate
from solvers.exchange import propagation_states
from widgets import Segments, row


def _states(run, ask):
    affinity = run.extra["case"].affinity
    return propagation_states(affinity.P, affinity.W0, run.settings["alpha"], ask)


def _drive(states, run, options):
    """Judged by the largest distance to the limit, which one linear solve gives."""
    affinity = run.extra["case"].affinity
    limit = propagate(affinity.P, affinity.W0, run.settings["alpha"])
    return options.drive(states, lambda W: Certificate(float(np.abs(W - limit).max()), 0.0, 1.0))


def _reach(run):
    view = build_view(run)
    return int(view.t[-1]), np.abs(view.raw).max()


def _affinities(run, view):
    """W(t) (T, n, n) of both."""
    mine = run.traces[YOURS].snapshots["W"]
    return view.raw[view.t], mine[np.minimum(view.t, len(mine) - 1)]


def _furthest(view, yours):
    """The ends (T, 2) of the pair that is furthest off in each frame, and whether one is."""
    far = np.abs(yours - view.raw[view.t]).reshape(len(yours), -1)
    pairs = np.stack(np.unravel_index(far.argmax(axis=1), yours.shape[1:]), axis=1)
    return pairs, far.max(axis=1) > 1e-9


def _places(view, yours):
    pairs, apart = _furthest(view, yours)
    middles = view.case.X[pairs].mean(axis=1)
    return {"graph": np.where(apart[:, None], middles, np.nan)}


def _marks(view, yours):
    pairs, apart = _furthest(view, yours)
    ends = np.where(apart[:, None, None], view.case.X[pairs], np.nan)
    fields = {
        f"{axis}{end}": row(ends[:, end, [d]])
        for d, axis in enumerate("xyz"[: ends.shape[2]])
        for end in (0, 1)
    }
    return {"graph": [Segments(**fields, width=3.0, **LOOK)]}


OWN = Own(
    {"affinity-step": Way(_states, {"semi": (True,)})},
    build_view,
    "graph",
    iterates=_affinities,
    places=_places,
    marks=_marks,
    drive=_drive,
    reach=_reach,
)
