"""What the panels of the tightness scene share: a frame for each value of the sweep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lab.lessons.mi_odm.tightness.case import SWEEPS, Spot
from lab.race.rivals import Frames
from solvers import instance_values, key_instances
from widgets import Clock

#: Where the bound falls short of the optimum by less than this share, the relaxation is exact.
EXACT = 1e-6
#: The other kernel is solved at every second value.
RIVAL_STEP = 2
#: Above this share of the rounded value one should not trust the averaged machine.
LOOSE = 0.05


@dataclass(frozen=True, eq=False)
class View(Frames):
    """The frames of one run: a spot each.

    rival: the share that the relaxation with the other kernel falls short at every second value, or
    None.
    """

    spots: Sequence[Spot]
    rival: np.ndarray | None

    @property
    def symbol(self):
        """What is swept, "λ" or "γ"."""
        return SWEEPS[self.run.settings["sweep"]][0]

    @property
    def gaussian(self):
        """Whether the kernel in question is Gaussian."""
        return SWEEPS[self.run.settings["sweep"]][1]

    @property
    def first(self):
        """The first problem; its bags are those of all."""
        return self.spots[0].problem

    @cached_property
    def bound(self):
        """The relaxation's certified bounds (T,)."""
        return np.array([s.bound for s in self.spots])

    @cached_property
    def optimum(self):
        """The integer optima (T,)."""
        return np.array([s.optimum for s in self.spots])

    @cached_property
    def rounded(self):
        """The values (T,) of the rounded machines."""
        return np.array([s.rounded.objectives.keys for s in self.spots])

    @cached_property
    def short(self):
        """The share (T,) of the optimum that the bound falls short."""
        return shortfall(self.bound, self.optimum)

    @cached_property
    def weights(self):
        """v (T, count)."""
        return np.array([s.weights for s in self.spots])

    @cached_property
    def averaged(self):
        """Decision values (T, J) of the averaged machines at all instances."""
        return np.array([instance_values(s.problem, s.averaged) for s in self.spots])

    @cached_property
    def decided(self):
        """Decision values (T, J) of the rounded machines at all instances."""
        return np.array([instance_values(s.problem, s.rounded.machine) for s in self.spots])

    def bag_values(self, f):
        """The largest value in each bag (T, m) of values f (T, J)."""
        starts = np.flatnonzero(np.diff(self.first.bag, prepend=-1))
        return np.maximum.reduceat(f, starts, axis=1)

    def right(self, f):
        """Whether each bag (T, m) is on its side of 0."""
        return self.bag_values(f) * self.first.y > 0.0

    @cached_property
    def ranked(self):
        """Whether the averaged machine's largest instances are the keys of the optimum (T, p)."""
        return np.array([key_instances(s.problem, s.averaged) == s.best.keys for s in self.spots])


def shortfall(bound, optimum):
    """The share of the optimum that a bound on it leaves unproved, at least 0."""
    return np.maximum(1.0 - bound / optimum, 0.0)


def build_view(run):
    """The `View` of a run."""
    extra = run.extra
    clock = Clock(SWEEPS[run.settings["sweep"]][0], extra["values"])
    return View(run, clock, extra["spots"], extra["rival"])
