"""What the panels of the race share: many methods on one lasso, on a clock that is the same for
all."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from lab.benchmarks.peers import Answer
from lab.clock import align, times
from lab.drawing.text import counted, figure
from lab.experiment import Run
from lab.race.arrivals import arrival
from lab.race.methods import Methods
from solvers import Lasso
from widgets import Clock

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


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The frames of one run.

    names: of the weights. traces: method -> its trace, whose `work` is in updates of one weight.
    rows: method -> (T,) rows. arrivals: method -> the clock's value at which its gap was first
    proved within the tolerance, inf if it was not. peers: what foreign packages reached.
    """

    run: Run
    names: tuple[str, ...]
    clock: Clock
    traces: dict
    rows: dict
    arrivals: dict
    peers: tuple[Answer, ...]

    def __len__(self):
        return len(self.clock)

    @property
    def limit(self):
        """The gap at which a method has arrived."""
        return self.run.settings["tol"] * self.run.problem.scale

    @property
    def best(self):
        """The best point that any method found."""
        return min(self.run.results.values(), key=lambda r: r.certificate.objective).x

    @property
    def seconds(self):
        """Whether the clock counts seconds."""
        return self.run.settings["clock"] == "seconds"

    @property
    def unit(self):
        """What is counted, in words."""
        return _UNITS[self.run.settings["clock"]]

    def text_at(self, name, time):
        """A value of the clock in words; iterations as the method calls them."""
        if self.seconds:
            return f"{figure(1e3 * time, 3)} ms"
        iterations = self.run.settings["clock"] == "iterations"
        return counted(time, METHODS.unit(name) if iterations else "update")

    def times(self, name):
        """The clock's value at every row of a method's trace."""
        return times(self.traces[name], self.run.settings["clock"])

    def gap(self, name):
        """A method's certified gap at every frame (T,)."""
        return self.traces[name].gap[self.rows[name]]

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
    traces = {name: _common(name, run) for name in run.results}
    kind = run.settings["clock"]
    clock, rows = align(traces, kind, most=160, name=_NAMES[kind])
    names, peers = run.extra["names"], run.extra["peers"]
    view = View(run, names, clock, traces, rows, {}, peers)
    for name, trace in traces.items():
        view.arrivals[name] = arrival(view.times(name), trace.gap, view.limit)
    return view


def _common(name, run):
    """The method's trace with its work in updates of one weight, 2N multiplications each.

    An interior point forms X'X once, N D^2 / 2 multiplications, and each factorisation takes
    D^3 / 6.
    """
    trace = run.results[name].trace
    if name != "interior_point":
        return trace
    N, D = run.problem.X.shape
    begin, each = D * D / 4.0, D**3 / (12.0 * N)
    work = np.where(trace.iteration > 0, begin + each * trace.iteration, 0.0)
    return replace(trace, work=np.ceil(work))
