"""What is drawn of several methods of one run on one clock; `lab.scenes.frames.Frames` has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from lab.clock import times
from lab.drawing.gap_panel import GapCurve
from lab.drawing.text import outcome
from lab.experiment import Run
from solvers import Trace
from widgets import Curve, prefix

if TYPE_CHECKING:
    from lab.drawing.gap_panel import ClockAxis


class OnOneClock:
    """What is drawn of several methods of a run on one clock: their paths, curves and gaps; rows:
    method -> (T,) rows of its trace, methods: how they look."""

    run: Run
    rows: Mapping[str, np.ndarray]
    methods: Any

    @cached_property
    def traces(self) -> Any:
        """Every method's trace by name."""
        return self.run.traces

    @property
    def rivals(self) -> list[str]:
        """The other methods of the run, in order."""
        return [name for name in self.run.results if name != self.run.main]

    @cached_property
    def minimiser(self) -> np.ndarray:
        """The best point that any method found."""
        return min(self.run.results.values(), key=lambda r: r.certificate.objective).x

    def times(self, name: str) -> np.ndarray:
        """The clock's value at every row of a method's trace."""
        return times(self.traces[name], self.run.settings.get("clock", "iterations"))

    def path(self, name: str) -> np.ndarray:
        """A method's iterates (R, D), up to the last one that a frame shows."""
        return self.methods.iterates(name, self.traces[name])[: self.rows[name][-1] + 1]

    def curve(self, name: str, values: np.ndarray, clock: ClockAxis) -> Curve:
        """A method's `values` (R,) over the `ClockAxis`, up to each frame."""
        (label, tone, dash), rows = self.methods.style(name), self.rows[name]
        shown = slice(rows[-1] + 1)
        x, y = clock.at(self.times(name)[shown]), values[shown]
        width = 2.5 if name == self.run.main else 2.0
        return Curve(prefix(x, rows), prefix(y, rows), tone=tone, dash=dash, width=width,
                     label=label)  # fmt: skip

    @cached_property
    def labels(self) -> dict[str, str]:
        """method -> its name in words, the main one first."""
        return {name: self.methods.style(name).label for name in self.run.results}

    def outcome(self, name: str) -> str:
        """How a method ended, in words."""
        return outcome(self.run.results[name].status)

    def gap_curves(self, **labels: Any) -> list[GapCurve]:
        """A `GapCurve` of every method, the main one last; labels: names that differ here."""
        return [
            GapCurve(
                labels.get(name, self.methods.style(name).label),
                self.methods.style(name).tone,
                self.methods.style(name).dash,
                self.times(name),
                self.traces[name].gap,
                self.rows[name],
                name == self.run.main,
            )
            for name in (*reversed(self.rivals), self.run.main)
        ]


def on_one_clock(run: Run, common: Callable[[str, Trace], Trace]) -> Run:
    """`run` with each trace as common(name, trace) counts it."""
    results = {n: replace(r, trace=common(n, r.trace)) for n, r in run.results.items()}
    return replace(run, results=MappingProxyType(results))
