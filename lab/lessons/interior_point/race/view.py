"""What the panels of the race share: many methods on one machine, on a clock that is the same for
all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from lab.clock import align
from lab.drawing.text import figure
from lab.lessons.interior_point.methods import METHODS
from lab.lessons.interior_point.support import FREE, states
from lab.lessons.interior_point.svm.model import biases
from lab.race.rivals import Racers, on_one_clock

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


@dataclass(frozen=True, eq=False)
class View(Racers):
    """The frames of one run, in which the `work` of every trace is in products with Q."""

    methods, work = METHODS, "product"

    @property
    def peer(self):
        """LIBSVM's answer, None without it."""
        return self.run.extra["peer"]

    @cached_property
    def fired(self):
        """method -> the row at which the source's stopping rule fired although the gap was not
        within the tolerance."""
        rules = {n: t.snapshots.get("source_rule", np.zeros(1)) for n, t in self.traces.items()}
        false = {name: int(rule.argmax()) for name, rule in rules.items()}
        return {n: r for n, r in false.items() if r and not self.traces[n].gap[r] <= self.limit}

    @property
    def limit(self):
        """The gap at which a method has arrived: the tolerance, as a share of the terms of q at
        the answer; the largest where answers differ within it, so that all that ended arrive."""
        results = self.run.results.values()
        ended = [r.certificate.scale for r in results if r.status == "converged"]
        return self.run.settings["tol"] * max(ended, default=self.run.result.certificate.scale)

    @property
    def axis(self):
        """The words of the clock's axis."""
        return AXES[self.run.settings["clock"]]

    @property
    def log(self):
        """Whether the clock's axis is logarithmic: the fast would be lost beside the slow."""
        return self.seconds or self.clock.values[-1] > _WIDE

    def arrival_at(self, name, time):
        """`text_at` where its unit is not that of the axis, else the number alone."""
        own = self.run.settings["clock"] == "iterations" and METHODS.unit(name) != "iteration"
        return self.text_at(name, time) if own or self.seconds else figure(time)

    def distinct(self, name):
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
    run = on_one_clock(run, lambda name, trace: replace(trace, work=trace.work / n))
    kind = run.settings["clock"]
    return View(run, *align(run.traces, kind, most=_MOST, keep=_MOST // 2, name=_NAMES[kind]))
