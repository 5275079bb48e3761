"""What the views of scenes share that draw several methods on one problem and one clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from lab.clock import times
from lab.drawing.gap_panel import GapCurve
from lab.drawing.text import outcome
from lab.experiment import Run
from lab.race.methods import Methods
from widgets import Clock


@dataclass(frozen=True, slots=True, eq=False)
class Rivals:
    """The frames of one run: clock (T frames), rows: method -> (T,) rows of its trace.

    methods: those of the scene, the main one in question.
    """

    run: Run
    clock: Clock
    rows: Mapping[str, np.ndarray]
    methods: ClassVar[Methods]

    def __len__(self):
        return len(self.clock)

    @property
    def lam(self):
        """The penalty."""
        return self.run.problem.lam

    @property
    def rivals(self):
        """The other methods of the run, in order."""
        return [name for name in self.run.results if name != self.run.main]

    @property
    def minimiser(self):
        """The best point that any method found."""
        return min(self.run.results.values(), key=lambda r: r.certificate.objective).x

    def times(self, name):
        """The clock's value at every row of a method's trace."""
        return times(self.run.traces[name], self.run.settings.get("clock", "iterations"))

    def path(self, name):
        """A method's iterates (R, D), up to the last one that a frame shows."""
        return self.methods.iterates(name, self.run.traces[name])[: self.rows[name][-1] + 1]

    def outcome(self, name):
        """How a method ended, in words."""
        return outcome(self.run.results[name].status)

    def gap_curves(self, **labels):
        """A `GapCurve` of every method, the main one last; labels: names that differ here."""
        return [
            GapCurve(
                labels.get(name, self.methods[name].label),
                *self.methods[name][1:],
                self.times(name),
                self.run.traces[name].gap,
                self.rows[name],
                name == self.run.main,
            )
            for name in (*reversed(self.rivals), self.run.main)
        ]
