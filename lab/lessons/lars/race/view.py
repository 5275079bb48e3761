"""What the panels of the race share: many methods on one lasso, on a clock that is the same for
all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from lab.clock import align
from lab.race.methods import Methods
from lab.race.rivals import Racers, on_one_clock
from solvers import Lasso

CD = "cd"
METHODS = Methods(Lasso, CD, ("ista", "fista", "interior_point", "lars"))
_NAMES = {"iterations": "iteration", "work": "coordinate update", "seconds": "second"}
#: clock -> the title of its axis.
AXES = {
    "iterations": "iterations of each kind",
    "work": "work, in updates of one weight (2N multiplications)",
    "seconds": "seconds of the algorithm alone",
}
#: clock -> what is counted.
_UNITS = {"iterations": "iterations", "work": "updates", "seconds": "ms"}


@dataclass(frozen=True, eq=False)
class View(Racers):
    """The frames of one run, in which the `work` of every trace is in updates of one weight."""

    methods = METHODS

    @property
    def names(self):
        """The names of the weights."""
        return self.run.extra["names"]

    @property
    def limit(self):
        """The gap at which a method has arrived."""
        return self.run.settings["tol"] * self.run.result.certificate.scale

    @property
    def unit(self):
        """What is counted, in words."""
        return _UNITS[self.run.settings["clock"]]

    def points(self, name):
        """The point that a method has to show at every row (R, D): where the interior point has set
        weights to zero, its answer."""
        result = self.run.results[name]
        w = METHODS.iterates(name, result.trace)
        if "crossed" not in result.trace.snapshots:
            return w
        return np.where(result.trace.snapshots["crossed"][:, None], result.x, w)


def build_view(run):
    """The `View` of a run."""
    run, kind = on_one_clock(run, partial(_common, run.problem)), run.settings["clock"]
    return View(run, *align(run.traces, kind, most=160, name=_NAMES[kind]))


def _common(problem, name, trace):
    """The method's trace with its work in updates of one weight, 2N multiplications each.

    An interior point forms X'X once, N D^2 / 2 multiplications, and each factorisation takes
    D^3 / 6.
    """
    if name != "interior_point":
        return trace
    N, D = problem.X.shape
    begin, each = D * D / 4.0, D**3 / (12.0 * N)
    work = np.where(trace.iteration > 0, begin + each * trace.iteration, 0.0)
    return replace(trace, work=np.ceil(work))
