"""What the panels and sentences of the race share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from lab import align
from lab.drawing.text import counted, figure
from lab.lessons.programs.methods import METHODS, TOL
from lab.race.arrivals import arrival
from lab.race.rivals import Rivals

#: Frames at most.
FRAMES = 80
_NAMES = {"iterations": "iteration", "work": "step", "seconds": "second"}
#: clock -> the title of its axis.
AXES = {
    "iterations": "iterations of each kind",
    "work": "work of each kind: pivots, factorisations, cuts, products with A",
    "seconds": "seconds of the algorithm alone",
}


@dataclass(frozen=True, slots=True, eq=False)
class View(Rivals):
    """The frames of one run, see `Rivals`. arrivals: method -> the clock's value at which its gap
    was first within the tolerance, inf if it was not."""

    arrivals: Mapping[str, float]

    methods = METHODS

    @property
    def limit(self):
        """The gap at which a method has arrived."""
        return TOL * self.run.result.certificate.scale

    @property
    def seconds(self):
        """Whether the clock counts seconds."""
        return self.run.settings["clock"] == "seconds"

    def gap(self, name):
        """A method's certified gap in every frame (T,), best so far."""
        return self.run.traces[name].gap[self.rows[name]]

    def text_at(self, name, time):
        """A value of the clock in words; iterations as the method calls them."""
        if self.seconds:
            return f"{figure(1e3 * time, 3)} ms"
        return counted(time, METHODS.unit(name) if self.run.settings["clock"] == "iterations"
                       else "step")  # fmt: skip

    def outside(self, name):
        """How far beyond a row the method's iterate is, at every row of its trace (R,)."""
        return self.run.extra["outside"](METHODS.iterates(name, self.run.traces[name]))


def build_view(run):
    """The `View` of a run."""
    kind = run.settings["clock"]
    clock, rows = align(run.traces, kind, most=FRAMES, name=_NAMES[kind])
    view = View(run, clock, rows, {})
    for name, trace in run.traces.items():
        view.arrivals[name] = arrival(view.times(name), trace.gap, view.limit)
    return view


def broken(problem):
    """The function from points (R, n) to the largest distance (R,) beyond a row or a bound."""
    A, E = problem.A, problem.A_eq
    size, long = (np.maximum(_lengths(a), 1e-300) for a in (A, E))

    def outside(x):
        over = [((A @ x.T).T - problem.b) / size, np.abs((E @ x.T).T - problem.b_eq) / long]
        return np.column_stack([*over, problem.lower - x, x - problem.upper, 0.0 * x]).max(axis=1)

    return outside


def _lengths(rows):
    """The length of each row, dense or sparse."""
    squares = rows.multiply(rows) if hasattr(rows, "multiply") else rows * rows
    return np.sqrt(np.asarray(squares.sum(axis=1)).ravel())
