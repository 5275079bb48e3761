"""What the panels of the race share: many methods on one machine, on a clock that is the same for
all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from lab.benchmarks.peers import Answer
from lab.clock import align, times
from lab.drawing.text import counted, figure
from lab.experiment import Run
from lab.lessons.interior_point.methods import METHODS
from lab.lessons.interior_point.support import FREE, states
from lab.lessons.interior_point.svm.view import biases
from lab.race.arrivals import arrival
from solvers import Trace
from widgets import Clock

MAIN = "mehrotra"
_NAMES = {"iterations": "iteration", "work": "product", "seconds": "second"}
#: clock -> title of its axis.
AXES = {
    "iterations": "iterations of each kind",
    "work": "products with Q, or what takes as long",
    "seconds": "seconds of the algorithm alone",
}
#: clock -> what is counted.
UNITS = {"iterations": "iterations", "work": "products", "seconds": "ms"}
_MOST = 60
#: Beyond so many iterations or products an axis is logarithmic.
_WIDE = 100.0


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The frames of one run.

    traces: method -> its trace, whose `work` is in products with Q. rows: method -> (T,) rows.
    arrivals: method -> the clock's value at which its gap was first within the tolerance, inf if it
    was not. fired: method -> the row at which the source's stopping rule fired although the gap was
    not within the tolerance. peer: LIBSVM's answer, None without it.
    """

    run: Run
    clock: Clock
    traces: Mapping[str, Trace]
    rows: Mapping[str, np.ndarray]
    arrivals: Mapping[str, float]
    fired: Mapping[str, int]
    peer: Answer | None

    def __len__(self):
        return len(self.clock)

    @property
    def limit(self):
        """The gap at which a method has arrived: the tolerance, as a share of the least |q|."""
        best = min(r.certificate.objective for r in self.run.results.values())
        return self.run.settings["tol"] * abs(best)

    @property
    def axis(self):
        """The words of the clock's axis."""
        return AXES[self.run.settings["clock"]]

    @property
    def seconds(self):
        """Whether the clock counts seconds."""
        return self.run.settings["clock"] == "seconds"

    @property
    def log(self):
        """Whether the clock's axis is logarithmic: the fast would be lost beside the slow."""
        return self.seconds or self.clock.values[-1] > _WIDE

    def text_at(self, name, time):
        """A value of the clock in words; iterations as the method calls them."""
        if self.seconds:
            return f"{figure(1e3 * time, 3)} ms"
        iterations = self.run.settings["clock"] == "iterations"
        return counted(time, METHODS.unit(name) if iterations else "product")

    def arrival_at(self, name, time):
        """`text_at` where its unit is not that of the axis, else the number alone."""
        own = self.run.settings["clock"] == "iterations" and METHODS.unit(name) != "iteration"
        return self.text_at(name, time) if own or self.seconds else figure(time)

    def times(self, name):
        """The clock's value at every row of a method's trace (R,)."""
        return times(self.traces[name], self.run.settings["clock"])

    def gap(self, name):
        """A method's certified gap at every frame (T,), best so far."""
        return self.traces[name].gap[self.rows[name]]

    def shown(self, name):
        """(rows that appear at all (R,), which of them each frame shows (T,))."""
        return np.unique(self.rows[name], return_inverse=True)

    def iterates(self, name, rows):
        """The method's x (R, n) at its rows, as it carries them."""
        return METHODS.iterates(name, self.traces[name])[rows]

    def free(self, name):
        """How many x_i are free at every row (R,), by `states`."""
        x = METHODS.iterates(name, self.traces[name])
        with np.errstate(invalid="ignore"):
            h = self.values(name, slice(None), self.run.extra["K"])
            slope = self.run.problem.y * h - 1.0
            return np.count_nonzero(states(x, self.run.problem.C, slope) == FREE, axis=1)

    def values(self, name, rows, K):
        """Decision values (R, a) of the machines at those rows, each with its best bias; K (n, a):
        the kernel between the data and the points in question."""
        problem = self.run.problem
        a = self.iterates(name, rows) * problem.y
        with np.errstate(all="ignore"):
            bias = biases(a @ self.run.extra["K"], problem.y).mean(axis=1)
            return a @ K + bias[:, None]


def build_view(run):
    """The `View` of a run."""
    n = run.problem.y.size
    traces = {name: replace(t, work=t.work / n) for name, t in run.traces.items()}
    kind = run.settings["clock"]
    clock, rows = align(traces, kind, most=_MOST, keep=_MOST // 2, name=_NAMES[kind])
    view = View(run, clock, traces, rows, {}, {}, run.extra["peer"])
    for name, trace in traces.items():
        view.arrivals[name] = arrival(view.times(name), trace.gap, view.limit)
        false = trace.snapshots.get("source_rule", np.zeros(len(trace), bool)).argmax()
        if false and not trace.gap[false] <= view.limit:
            view.fired[name] = int(false)
    return view


def style_of(name):
    """(label, tone, dash) of a method."""
    method = METHODS[name]
    return method.label, method.tone, method.dash
