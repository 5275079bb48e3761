"""What the panels of the metric scene share: the frames of one run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.clock import align
from lab.drawing.text import subscript, unsigned
from lab.experiment import Run
from lab.race.rivals import Rivals


@dataclass(frozen=True, eq=False)
class View(Rivals):
    """The frames of one run. proved (T, d, d): entries proved zero by then."""

    proved: np.ndarray

    @property
    def d(self):
        """The number of features."""
        return self.case.X.shape[1]

    @property
    def gap(self):
        """The certified gap of each frame (T,), best so far; inf before the first bound."""
        return unsigned(self.result.trace.gap, float(self.d))[self.at]

    @property
    def optimum(self):
        """M* (d, d), certified."""
        return self.run.extra["optimum"]

    def pairs(self):
        """The entries above the diagonal, (i, j) each."""
        return [(i, j) for i in range(self.d) for j in range(i + 1, self.d)]

    def watched(self):
        """The entry (i, j) that each frame talks about: the one that moved most."""
        Y, pairs = self.snapshot("Y"), self.pairs()
        moves = np.abs(np.diff(Y, axis=0, prepend=Y[:1]))
        which = np.argmax([moves[:, i, j] for i, j in pairs], axis=0)
        return [pairs[w] for w in which]

    def threshold(self, k):
        """(B, threshold) (d, d) of frame `k`: Y = soft(B, threshold), eq. (25), in the variables
        of the problem. B = M - mu grad f(M); scaling multiplies mu by e_i^2 e_j^2."""
        problem, M = self.case.problem, self.shown("M", k)
        e2 = problem.scales() ** 2
        step = self.shown("mu", k) * np.outer(e2, e2)
        return M + step * (np.linalg.inv(M) - problem.Sigma), step * problem.weights


def entry(i, j, name="Y"):
    """The name of an entry: "Y₁₂"."""
    return f"{name}{subscript(i + 1)}{subscript(j + 1)}"


def build_view(run: Run):
    """The `View` of a run."""
    clock, at = align(run.trace, most=160)
    rows = {name: np.minimum(at, len(trace) - 1) for name, trace in run.traces.items()}
    return View(run, clock, rows, _proved(run.problem, run.result, at))


def _proved(problem, result, at):
    """Entries (T, d, d) proved zero by each frame: from its point and M^-1 as the dual point,
    in the last also from the best of both."""
    trace = result.trace
    shown, masks = trace.snapshots, np.zeros((len(at), *problem.Sigma.shape), dtype=bool)
    for k in np.flatnonzero(trace.gap[at] <= problem.largest_proving_gap()):
        M = shown["M"][at[k]]
        point = shown["Y"][at[k]] if shown["point_valid"][at[k]] else M
        masks[k] = problem.proved_zeros(problem.rescale(point), np.linalg.inv(M))
    if "Z" in result.dual:  # the best dual point need not be that of any row's M
        masks[-1] |= problem.proved_zeros(result.x, result.dual["Z"])
    return np.maximum.accumulate(masks, axis=0)
