"""What the panels of the logistic scene share: the frames of one run, row by row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.clock import align
from lab.race.methods import Methods
from lab.race.rivals import Rivals
from solvers import SparseLogistic

#: The certified relative gap at which every method stops.
TOL = 1e-6
CD, PRINTED = "cd", "printed"
METHODS = Methods(
    SparseLogistic,
    CD,
    (PRINTED, "ista", "fista"),
    {CD: "right rule", PRINTED: "printed rule"},
)
_NAMES = {"iterations": "update", "work": "coordinate update", "seconds": "second"}
#: clock -> the title of its axis.
AXES = {
    "iterations": "updates, or steps",
    "work": "coordinate updates (a gradient is two)",
    "seconds": "seconds of the algorithm alone",
}
#: The share of the promised decrease that a step must reach, and what a rejected one is cut by.
RHO, CUT = 0.01, 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """The line searches that the frames show, of one method.

    started (T,): whether any update was made; before, the first one is announced.
    w (T, D): the point after the step; before (T, D): where it began.
    moving (T,): the weight; old, new, target, shift (T,): its value before, after, at the model's
    minimum, and the whole step tried; promise (T,): what the model promises for it, below 0 or the
    step is not tried. alpha, trials (T,): the accepted share of the shift (0: none), how many were
    tried. thresholded (T,): the model's minimum lies at 0.
    """

    started: np.ndarray
    w: np.ndarray
    before: np.ndarray
    moving: np.ndarray
    old: np.ndarray
    new: np.ndarray
    target: np.ndarray
    shift: np.ndarray
    promise: np.ndarray
    alpha: np.ndarray
    trials: np.ndarray
    thresholded: np.ndarray

    @property
    def rejected(self):
        """A step that was wanted and not made (T,)."""
        return self.started & (self.alpha == 0.0) & (self.target != self.old)


@dataclass(frozen=True, slots=True, eq=False)
class View(Rivals):
    """The frames of one run: clock (T frames), each method's rows, the steps of the right and, if
    it takes part, of the printed line search."""

    methods = METHODS
    steps: dict

    @property
    def names(self):
        """The names of the features; none of a drawn set."""
        return self.run.extra.get("names", ())

    @property
    def main(self):
        """The steps of the right line search."""
        return self.steps[CD]

    @property
    def w(self):
        """The weights at the frames (T, 2)."""
        return self.main.w

    @property
    def started(self):
        """Whether any update was made (T,)."""
        return self.main.started

    def objective(self, w):
        """F at points w (..., D)."""
        margins = w @ (self.run.problem.X * self.run.problem.t[:, None]).T
        loss = np.logaddexp(0.0, -margins).sum(axis=-1)
        return loss + self.lam * np.abs(w).sum(axis=-1)


def build_view(run):
    """The `View` of a run."""
    kind = run.settings["clock"]
    clock, rows = align(run.traces, kind, most=120, name=_NAMES[kind])
    searches = {
        name: _steps(run.results[name].trace, rows[name], run.problem.lam, name == PRINTED)
        for name in (CD, PRINTED)
        if name in run.results
    }
    return View(run, clock, rows, searches)


def _steps(trace, rows, lam, printed):
    """The `Steps` at `rows` (T,); the start borrows from the first update."""
    s, started = trace.snapshots, rows > 0
    shown = np.where(started, rows, min(1, len(trace) - 1))
    moving = np.maximum(s["coordinate"][shown], 0)
    before, k = s["w"][np.maximum(shown - 1, 0)], np.arange(len(rows))
    old, shift, slope = before[k, moving], s["shift"][shown], -s["correlation"][shown]
    promise = slope * shift + lam * (np.abs(old + shift) - np.abs(old))
    return Steps(
        started,
        s["w"][rows],
        before,
        moving,
        old,
        np.where(started, s["new"][shown], np.nan),
        shift if printed else old + shift,
        shift,
        promise,
        np.where(started, s["alpha"][shown], np.nan),
        np.where(started, s["trials"][shown], 0),
        s["thresholded"][shown],
    )
