"""The frames of one run, and what its panels and sentences share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab import align
from lab.lessons.programs.methods import METHODS, TOL
from lab.lessons.programs.polygon.case import Case
from lab.race.rivals import Rivals

#: Distances below this share of the numbers are rounding.
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class View(Rivals):
    """The frames of one run, see `Rivals`; case: what is drawn."""

    case: Case

    methods = METHODS

    @property
    def at(self):
        """The main method's row of each frame (T,)."""
        return self.rows[self.run.main]

    @property
    def x(self):
        """The main method's iterate in each frame (T, 2)."""
        return self.path(self.run.main)[self.at]

    @property
    def label(self):
        """The main method's name."""
        return METHODS[self.run.main].label

    @property
    def limit(self):
        """The certified gap at which the main method has arrived."""
        return TOL * self.run.result.certificate.scale

    @property
    def ray(self):
        """The proof that there is no answer: weights of the edges (m,), which sum to 1, or a way
        (n,) of length 1; None where there is an answer."""
        ray = self.run.result.dual.get("ray")
        if self.run.result.status not in ("infeasible", "unbounded") or ray is None:
            return None
        return ray / (ray.sum() if self.run.result.status == "infeasible" else np.linalg.norm(ray))

    @property
    def ended(self):
        """Whether each frame (T,) shows the main method's last row."""
        return self.at == len(self.run.trace.iteration) - 1

    @property
    def answer(self):
        """The point (2,) that is proved best."""
        return self.tidy(self.run.result.x)

    def tidy(self, x):
        """x (2,) with 0 where rounding stands."""
        return np.where(np.abs(x) <= _ROUNDING * self.case.shape.size, 0.0, x)

    def holding(self):
        """Which edges (m,) the proved point touches."""
        slack = self.case.shape.slack(self.answer)
        return np.abs(slack) <= 1e-5 * self.case.shape.size

    def outside(self, k):
        """How far the iterate of frame `k` is beyond an edge, and which; 0 where it is feasible."""
        slack = self.case.shape.slack(self.x[k])
        if not slack.size:
            return 0.0, 0
        over = max(0.0, -float(slack.min()))
        return (over if over > _ROUNDING * self.case.shape.size else 0.0), int(slack.argmin())


def build_view(run):
    """The `View` of a run."""
    clock, rows = align(run.traces, run.settings.get("clock", "iterations"), most=160)
    return View(run, clock, rows, run.extra["case"])
