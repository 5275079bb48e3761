"""What the panels of the central-path scene share: the rows of one run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.clock import align
from lab.lessons.interior_point.methods import METHODS
from lab.race.rivals import Frames
from solvers import best_multiplier, kkt_classes, optimal_classes

#: The certified relative gap at which a method has arrived.
TOL = 1e-6
#: Frames at most, and so many points in the panel of products.
_FRAMES, MOST_PRODUCTS = 120, 100
#: Share of C within which a variable looks as if at a bound, where nothing is proved.
_AT_BOUND = 1e-4
#: Iterations from which on the clock's axis is logarithmic.
_LONG = 200


@dataclass(frozen=True, eq=False)
class View(Frames):
    """The rows of one run, R of them, n points; `rows` (T,) is the row of each frame.

    x (R, n): iterates as the method has them, feasible or not. xt, wu (R, m): the complementarity
    products of the points `sample` (m,). mu (R,): their mean over all points. optimum (n,): the
    best point known, the method's or the end of the central path; proved (n,): 0, 1 or 2 there, for
    zero, free, bounded, as far as it is proved, -1 beyond; kinds (n,): the same with a guess.
    """

    rows: np.ndarray
    x: np.ndarray
    sample: np.ndarray
    xt: np.ndarray
    wu: np.ndarray
    mu: np.ndarray
    optimum: np.ndarray
    kinds: np.ndarray
    proved: np.ndarray

    @property
    def method(self):
        """The chosen `Method`."""
        return METHODS[self.run.main]

    @property
    def interior(self):
        """Whether the method shows multipliers of its own."""
        return "t" in self.run.trace.snapshots

    @property
    def sigfig(self):
        """The source's digits (R,)."""
        return self.run.trace.snapshots["sigfig"]

    @property
    def steps(self):
        """The rows at which each frame's step began (T,); the start's own at the start."""
        return np.maximum(self.rows - 1, 0)

    @property
    def relative(self):
        """The certified gap of every row (R,), relative to |q*|, not below 0."""
        return np.maximum(self.run.trace.gap, 0.0) / self.scale

    @property
    def scale(self):
        """What gaps are relative to."""
        return self.run.result.certificate.scale or 1.0

    def snapshot(self, name):
        """A snapshot (R, ...) of that name, of the step that led to each row; NaN where the method
        has none."""
        shown = self.run.trace.snapshots
        if name not in shown:
            return np.full(len(self.x), np.nan)
        if name == "spectral":  # is told of the step after its row
            return np.concatenate([[np.nan], shown[name][:-1]])
        return shown[name]

    @property
    def long(self):
        """Whether there are so many iterations that a clock by powers shows more."""
        return bool(self.clock.values[-1] > _LONG)

    def fired(self):
        """The row at which the source's rule fired, or None."""
        rule = self.run.trace.snapshots.get("source_rule")
        return int(np.argmax(rule)) if rule is not None and rule.any() else None


def build_view(run):
    """The `View` of a run."""
    clock, rows = align(run.trace, most=_FRAMES, keep=40)
    x = METHODS.iterates(run.main, run.trace)
    n = x.shape[1]
    sample = np.unique(np.linspace(0, n - 1, min(n, MOST_PRODUCTS)).round().astype(int))
    xt, wu = _products(run)
    mu = 0.5 * (xt.mean(axis=1) + wu.mean(axis=1))
    optimum = _best_known(run)
    proved = optimal_classes(run.problem, optimum)
    kinds = np.where(proved < 0, kkt_classes(run.problem, optimum, _AT_BOUND), proved)
    return View(
        run, clock, rows, x, sample, xt[:, sample], wu[:, sample], mu, optimum, kinds, proved
    )


def _products(run):
    """x t and w u (R, n); with the multipliers of the certificate where the method has none."""
    shown, problem = run.trace.snapshots, run.problem
    x = METHODS.iterates(run.main, run.trace)
    if "t" in shown:
        return x * shown["t"], shown["w"] * shown["u"]
    slopes = np.array([_slopes(problem, v) for v in x])
    return x * np.maximum(slopes, 0.0), (problem.C - x) * np.maximum(-slopes, 0.0)


def _slopes(problem, x):
    """r = Qx - e - s y (n,) at the s of the best bound."""
    g = problem.product(x) - 1.0
    return g - best_multiplier(problem, g) * problem.y


def _best_known(run):
    """The best point (n,) that the method or the central path found."""
    end, result = run.extra["centre"].x[-1], run.result
    return end if run.problem.certify(end).gap < result.certificate.gap else result.x
