"""What the panels of the groups scene share: the frames of one run, row by row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.clock import align
from lab.race.methods import Methods
from lab.race.rivals import Rivals
from solvers import GroupLasso

#: The certified relative gap at which every method stops.
TOL = 1e-6
BLOCK = "block_cd"
METHODS = Methods(GroupLasso, BLOCK, ("ista", "fista"))
#: The group of each feature, and the names of the groups.
GROUPS = (0, 0, 1)
NAMES = ("(w₁, w₂)", "w₃")
_NAMES = {"iterations": "update", "work": "coordinate update", "seconds": "second"}
#: clock -> the title of its axis.
AXES = {
    "iterations": "updates, or steps",
    "work": "coordinate updates (a gradient is three)",
    "seconds": "seconds of the algorithm alone",
}


@dataclass(frozen=True, slots=True, eq=False)
class View(Rivals):
    """The frames of one run.

    clock: T frames. rows: method -> (T,) rows of its trace. started (T,): whether any update was
    made; before, the first one is announced. w (T, 3): the weights of block descent; before (T, 3):
    where this update began. group (T,): the one that moves. newton (T,): how many iterates of
    Newton's method there are, 0 where the group lands at 0; rho (T, 32): these iterates.
    a, c (T, 2): the group's problem in the axes of its curvature, min 1/2 sum a_i u_i^2 + c'u +
    lam |u|; unused places are NaN.
    """

    methods = METHODS
    started: np.ndarray
    w: np.ndarray
    before: np.ndarray
    group: np.ndarray
    newton: np.ndarray
    rho: np.ndarray
    a: np.ndarray
    c: np.ndarray

    @property
    def old(self):
        """The norm of the moving group before the update (T,)."""
        return norms(self.before)[np.arange(len(self)), self.group]

    @property
    def new(self):
        """The norm of the moving group after it (T,)."""
        return norms(self.w)[np.arange(len(self)), self.group]

    @property
    def pull(self):
        """|b| of the moving group (T,), what meets the threshold lam."""
        return np.sqrt(np.nansum(self.c**2, axis=1))

    @property
    def correlations(self):
        """X'r at the frames (T, 3)."""
        X, t = self.run.problem.X, self.run.problem.t
        return (t - self.w @ X.T) @ X


def norms(w):
    """The norms (..., 2) of both groups of w (..., 3)."""
    return np.stack([np.hypot(w[..., 0], w[..., 1]), np.abs(w[..., 2])], axis=-1)


def build_view(run):
    """The `View` of a run; the start borrows from the first update."""
    kind = run.settings["clock"]
    clock, rows = align(run.traces, kind, most=120, name=_NAMES[kind])
    s, mine = run.trace.snapshots, rows[BLOCK]
    shown = np.where(mine > 0, mine, min(1, len(run.trace) - 1))
    return View(
        run,
        clock,
        rows,
        mine > 0,
        s["w"][mine],
        s["w"][np.maximum(shown - 1, 0)],
        np.maximum(s["group"][shown], 0),
        s["newton"][shown],
        s["rho"][shown],
        s["curvature"][shown],
        s["slope"][shown],
    )
