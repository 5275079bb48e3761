"""What the panels of the methods scene share: several methods on one problem and one clock."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.clock import align
from lab.lessons.alternating_linearization.case import TOL
from lab.race.methods import Methods
from lab.race.rivals import Racers
from solvers import SparsePrecision

ALM = "alm"
METHODS = Methods(
    SparsePrecision, ALM, ("admm", "ista", "printed", "continuation"), {ALM: "this method"}
)
#: The relative change of M at which "until M converges" might stop; the source names none, and its
#: text stops by the duality gap.
SMALL = 1e-6


@dataclass(frozen=True, eq=False)
class View(Racers):
    """The frames of one run."""

    methods = METHODS

    @property
    def limit(self):
        """The gap at which a method has arrived."""
        return TOL * self.case.X.shape[1]

    @property
    def optimum(self):
        """M* (d, d), certified."""
        return self.run.extra["optimum"]

    def iterates(self, method):
        """The method's M in each frame, (T, d, d)."""
        return METHODS.iterates(method, self.traces[method])[self.rows[method]]

    def step(self, method):
        """The step mu of every row (R,), NaN where a method tells none."""
        trace = self.traces[method]
        unknown = np.full(len(trace), np.nan)
        return trace.snapshots.get("mu", trace.snapshots.get("step", unknown))

    def way(self, method):
        """The share of the way from the start to the optimum that each row has gone (R,)."""
        M = METHODS.iterates(method, self.traces[method])
        left = np.linalg.norm(M - self.optimum, axis=(1, 2))
        return 1.0 - left / (left[0] or 1.0)

    def needed(self):
        """Iterations that the printed method would need at its rate, or None where it is not run or
        has arrived. Errors shrink by 1 - 2 mu / (gamma_max^2 + mu), gaps by its square."""
        if np.isfinite(self.arrivals.get("printed", 0.0)):
            return None
        mu = float(self.step("printed")[-1])
        slow = 2.0 * mu / (np.linalg.eigvalsh(self.optimum)[-1] ** 2 + mu)
        ratio = self.traces["printed"].gap[-1] / self.limit
        ran = float(self.traces["printed"].iteration[-1])
        return ran + float(np.log(ratio) / (-2.0 * np.log1p(-slow))) if ratio < np.inf else None

    def fired(self):
        """The row of the printed method whose M moved by less than 1e-6 of its size, or None."""
        if "printed" not in self.traces:
            return None
        M = self.traces["printed"].snapshots["M"]
        moves = np.linalg.norm(np.diff(M, axis=0), axis=(1, 2))
        small = moves <= SMALL * np.linalg.norm(M[1:], axis=(1, 2))
        return int(np.argmax(small)) + 1 if small.any() else None


def build_view(run):
    """The `View` of a run."""
    return View(run, *align(run.traces, most=120, keep=60))
