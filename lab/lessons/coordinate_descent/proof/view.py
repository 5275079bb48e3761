"""What the proof scene shows in each frame: a point on F, a line as given, and what holds of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.clock import align
from lab.lessons.coordinate_descent.proof import lines
from widgets import Clock

#: Every picture is about w in this interval.
LOW, HIGH = -3.0, 3.0
#: The certified relative gap at which a point counts as proved optimal.
TOL = 1e-6
#: The picture of F is so many times as high as its least value, at least.
_ROOM = 1.8


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """T frames. Lines are (slope s, height D at 0): D - s w under the loss.

    w, value, bound (T,): the point, F there, and what is certified. given, held (T, 2): the line
    as it is given, and what the certificate makes of it. handle (T, 2): where a hand takes the
    line. cuts: whether the line as given runs through F, so that no dual point has it.
    """

    run: object
    clock: Clock
    rows: np.ndarray
    w: np.ndarray
    value: np.ndarray
    bound: np.ndarray
    given: np.ndarray
    held: np.ndarray
    handle: np.ndarray
    cuts: bool

    def __len__(self):
        return len(self.rows)

    @property
    def by_hand(self):
        """Whether the line is drawn by hand, and not the residual's."""
        return self.run.settings["line"] == "hand"

    @property
    def steep(self):
        """Whether each frame's line as given (T,) is too steep."""
        return ~lines.is_feasible(self.run.problem, self.given[:, 0])

    @property
    def broken(self):
        """Whether each frame's line as given (T,) proves nothing."""
        return self.steep | self.cuts

    @property
    def box(self):
        """The ranges of the panel of F."""
        problem = self.run.problem
        at = np.array([0.0, lines.minimiser(problem)])
        zero, least = lines.objective(problem, at)
        top = 1.06 * max(self.value.max(), zero, _ROOM * least, self.handle[:, 1].max())
        return (LOW, HIGH), (min(-0.15 * top, self.handle[:, 1].min() - 0.05 * top), top)


def build_view(run):
    """The `View` of a run."""
    problem, settings = run.problem, run.settings
    clock, rows = align(run.trace)
    w = run.trace.snapshots["w"][rows, 0]
    if settings["line"] == "hand":
        thetas = [run.result.dual["theta"]] * len(rows)
        at, drop = np.full(w.size, settings["at"]), settings["drop"]
    else:
        thetas = [problem.t - problem.X[:, 0] * one for one in w]
        at, drop = w, 0.0
    given = np.array([lines.line_of(problem, theta) for theta in thetas])
    given[:, 1] += max(-drop, 0.0)
    held = np.array([lines.line_of(problem, lines.certified(problem, one)) for one in thetas])
    handle = np.column_stack([at, lines.objective(problem, at) - drop])
    trace = run.trace
    return View(
        run, clock, rows, w, trace.objective[rows], trace.bound[rows], given, held, handle,
        drop < 0.0,
    )  # fmt: skip
