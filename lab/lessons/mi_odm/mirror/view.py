"""What the panels of the mirror scene share: the frames of one run, slow ones first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lab.clock import align
from lab.drawing.text import unsigned
from lab.lessons.mi_odm.mirror.steps import Anatomy, Iteration
from lab.race.rivals import Frames
from widgets import Clock

#: The certified gap, relative to the scale at the answer, at which a run ends.
TOL = 1e-3
#: What a frame shows: the start, six sub-steps of an iteration and its average, or all at once.
START, DUAL, BACK, MIDDLE, DUAL2, BACK2, END, AVERAGE, WHOLE = range(9)
#: The slow frames of an iteration of mirror descent.
_SINGLE = (DUAL, BACK, END, AVERAGE)
#: What the clock adds to the last whole iteration in each sub-step.
_TENTH = 0.1
#: Iterations beyond the slow ones that have a frame each; then frames thin out.
_MOST, _KEEP = 75, 35


@dataclass(frozen=True, eq=False)
class View(Frames):
    """The frames of one run.

    stage (T,): START, DUAL, ... row (T,): the iteration that the frame shows, or takes apart. done
    (T,): the last iteration that is complete by then. centre (T,): the last row whose centre is
    reached. steps: iteration -> its `Iteration`.
    """

    stage: np.ndarray
    row: np.ndarray
    done: np.ndarray
    centre: np.ndarray
    steps: Mapping[int, Iteration]

    @property
    def method(self):
        """ "plain", "accelerated", "stochastic" or "single"."""
        return self.run.settings["method"]

    @property
    def single(self):
        """Whether an iteration is one step: mirror descent."""
        return self.method == "single"

    @property
    def saddle(self):
        """The certified saddle point as a `Result`."""
        return self.run.extra["saddle"]

    @property
    def at(self):
        """The last whole iteration of each frame (T,)."""
        return self.done

    @property
    def flat(self):
        """Whether the triangle is seen along (1, 1, 1)."""
        return self.run.settings["view"] == "flat"

    @cached_property
    def best(self):
        """v* (3,)."""
        return weights_of(self.problem, self.saddle)

    def shown(self, name):
        """A snapshot of every row (R, ...)."""
        return self.trace.snapshots[name]

    @cached_property
    def gap(self):
        """The certified gap of each frame (T,), best so far."""
        return unsigned(self.trace.gap, self.result.certificate.scale)[self.done]

    @cached_property
    def halves(self):
        """(upper, lower) (R,): how far the best upper half lies above the saddle value, and the
        best lower half below."""
        value = 0.5 * (self.saddle.certificate.objective + self.saddle.certificate.bound)
        upper = np.minimum.accumulate(self.trace.objective) - value
        lower = value - np.maximum.accumulate(self.trace.bound)
        return tuple(unsigned(half, self.result.certificate.scale) for half in (upper, lower))

    @cached_property
    def last_gap(self):
        """The certified gap (R,) of the centre of each row that a frame shows, this row's own; NaN
        elsewhere."""
        gap = np.full(len(self.trace), np.nan)
        for r in np.unique(self.done):
            gap[r] = self.centre_gap(r)
        return gap

    def centre_gap(self, r):
        """The certified gap of the centre of row `r`."""
        certificate = self.problem.certify(self.shown("centre_u")[r], self.shown("centre_v")[r])
        return float(unsigned(certificate.gap, certificate.scale))

    def end_gaps(self):
        """(first, last) of the gaps of the centres that are known."""
        rows = np.unique(self.done)
        both = (map(self.centre_gap, order) for order in (rows, rows[::-1]))
        return tuple(next(filter(np.isfinite, gaps)) for gaps in both)

    def step(self, k):
        """The `Iteration` of frame `k`, None at the start."""
        return self.steps.get(int(self.row[k]))

    def part(self, k):
        """The prox step of frame `k`, which shows a part of an iteration."""
        step = self.step(k)
        return step.first if self.stage[k] <= MIDDLE else step.last


def weights_of(problem, result):
    """v (count,) of a result with columns of its own."""
    v = np.zeros(problem.count)
    v[result.dual["assignments"][:, 0]] = result.dual["v"]
    return v


def build_view(run):
    """The `View` of a run."""
    clock, rows = align(run.trace, most=_MOST, keep=_KEEP)
    slow = run.settings["slow"]
    parts = _SINGLE if run.settings["method"] == "single" else range(DUAL, WHOLE)
    frames = [(0, START)]
    for r in rows[1:]:
        stages = parts if r <= slow else (WHOLE,)
        frames += [(int(r), stage) for stage in stages]
    row, stage = np.array(frames).T
    complete = (stage == START) | (stage >= AVERAGE)
    done = np.where(complete, row, row - 1)
    centre = np.where(stage == END, row, done)
    iteration = run.trace.iteration
    values = np.where(complete, iteration[row], iteration[done] + _TENTH * stage)
    take_apart = Anatomy(run.problem, run.trace, run.settings["method"])
    steps = {int(r): take_apart(int(r)) for r in np.unique(row[row > 0])}
    return View(run, Clock(clock.name, values), stage, row, done, centre, steps)
