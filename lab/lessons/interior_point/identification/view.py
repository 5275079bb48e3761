"""What the panels of the scene `identification` share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.clock import times
from lab.lessons.interior_point.svm import view as svm_view
from solvers import Trace, kkt_classes, optimal_classes

#: Frames in the plane and in space, where a curved surface is sent anew in each; so many points in
#: all frames together.
_FRAMES, _POINTS = {2: 120, 3: 24}, 12_000
#: Clocks with more frames have a logarithmic axis.
_LONG = 60
#: A fixed variable this far from its optimum, as a share of C, is wrong.
_WRONG = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The frames of one run.

    base: the machine's `View`; its rows "shown" (R,) are those of all arrays here. x (R, n): the
    iterates, within the box. inverse (R, n): Theta^-1, NaN for what is not free.
    selected (R, n); turn (R,): the round, 0 before the selection. whole: the trace of the same run
    with every variable kept, its Theta^-1 in every row; best (n,): its last x; kind (n,): ZERO,
    FREE or BOUNDED there. at: the row of the trace with the selection, None without one.
    """

    base: svm_view.View
    x: np.ndarray
    inverse: np.ndarray
    selected: np.ndarray
    turn: np.ndarray
    whole: Trace
    best: np.ndarray
    kind: np.ndarray
    at: int | None

    @property
    def n(self):
        """The number of points."""
        return self.best.size

    @property
    def possible(self):
        """q of the optimum."""
        return self.base.run.extra["whole"].certificate.objective

    @property
    def long(self):
        """Whether the clock's axes are logarithmic."""
        return len(self.base) > _LONG

    @property
    def printed(self):
        """Whether the points not kept are dropped."""
        return self.base.settings["form"] == "identification_printed"

    @property
    def counts(self):
        """How many variables are free in each shown row (R,)."""
        return np.where(self.selected.any(axis=1), self.selected.sum(axis=1), self.n)

    @property
    def fixed(self):
        """Which variables are not free in each shown row (R, n)."""
        return self.selected.any(axis=1)[:, None] & ~self.selected

    @property
    def wrong(self):
        """Which of those are far from their optimum (R, n)."""
        return self.fixed & (np.abs(self.x - self.best) > _WRONG * self.base.C)

    @property
    def spread(self):
        """Over how many powers of ten the Theta^-1 of free variables reach, (R,)."""
        with np.errstate(divide="ignore", invalid="ignore"):
            powers = np.log10(self.inverse)
        finite = np.where(np.isfinite(powers), powers, np.nan)
        return np.nanmax(finite, axis=1) - np.nanmin(finite, axis=1)

    def snapshot(self, name):
        """A snapshot of the shown rows."""
        return self.base.run.trace.snapshots[name][self.base.appearing]

    def times(self, trace):
        """The clock's value at every row of a trace."""
        return times(trace, self.base.settings["clock"]).astype(float)


def build_view(run):
    """The `View` of a run."""
    most = min(_FRAMES[run.settings["dimension"]], _POINTS // run.problem.y.size)
    base = svm_view.build_view(run, most=most)
    snapshots, shown = run.trace.snapshots, base.appearing
    selected = snapshots["selected"]
    fired = np.flatnonzero(selected.any(axis=1))
    whole = run.extra["whole"]
    return View(
        base,
        _settled(run, snapshots["iterate"][shown], selected[shown]),
        snapshots["theta_inv"][shown],
        selected[shown],
        snapshots["round"][shown],
        whole.trace,
        whole.x,
        _kinds(run.problem, whole.x),
        int(fired[0]) if fired.size else None,
    )


def _kinds(problem, x):
    """The classes (n,) of the optimum; those of x itself where its proof does not tell."""
    kinds = optimal_classes(problem, x)
    return np.where(kinds < 0, kkt_classes(problem, x), kinds)


def _settled(run, iterate, selected):
    """The iterates (R, n) within the box, what is not free at its bound from the selection on."""
    C = run.problem.C
    bound = np.where(iterate > 0.5 * C, C, 0.0) if run.settings["form"] == "identification" else 0.0
    free = selected | ~selected.any(axis=1)[:, None]
    return np.clip(np.where(free, iterate, bound), 0.0, C)
