"""What the panels of the trained machine share: the frames of one run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.clock import align
from lab.drawing.geometry import BEYOND, CELLS, HERO, grid, window
from lab.drawing.level_sets import level_lines
from lab.drawing.text import subscript
from lab.lessons.interior_point.methods import METHODS, Method
from lab.lessons.interior_point.support import FREE, states
from lab.race.rivals import Rivals
from solvers import optimal_classes

#: Share of C up to which a projection moves an iterate by rounding alone.
_SAME = 1e-9


@dataclass(frozen=True, eq=False)
class View(Rivals):
    """The frames of one run.

    appearing (R,): the main method's rows that appear at all, frame (T,): which of them each frame
    shows. Of these rows: x (R, n), the
    certified point; projected (R, n): which of its entries the method's own iterate does not have;
    h (R, n), the decision values; bias (R, 2), between which all biases give the
    same least sum of losses; state (R, n): ZERO, FREE or BOUNDED, the last row's as far as proved
    where the method has converged. kinds (n,): the same of the optimum, proved, -1 where it is not.
    """

    appearing: np.ndarray
    frame: np.ndarray
    x: np.ndarray
    projected: np.ndarray
    h: np.ndarray
    bias: np.ndarray
    state: np.ndarray
    kinds: np.ndarray

    @property
    def method(self) -> Method:
        """The method in question."""
        return METHODS[self.run.main]

    @property
    def y(self):
        """The labels (n,)."""
        return self.case.cloud.y

    @property
    def C(self):
        """The side of the box."""
        return self.run.problem.C

    @property
    def bent(self):
        """Whether the boundary is curved."""
        return self.settings["kernel"] != "linear"

    def top(self):
        """How far up x_i is drawn: C, or less where all x_i of the last frame are far below C."""
        most = 1.6 * float(self.x[-1].max())
        return most if 0.0 < most < 0.2 * self.C else self.C

    def movers(self):
        """The point (T,) whose x_i moved most since the frame before; in the first, the one just
        added, or else the largest."""
        x = self.x[self.frame]
        first = x.shape[1] - 1 if self.case.has_new else np.argmax(x[0])
        return np.concatenate([[first], np.abs(np.diff(x, axis=0)).argmax(axis=1)])

    def name(self, i, *rows):
        """The name of variable `i`, as its number among the points; with "(projected)" where the
        value shown in one of `rows` is not that of the method's own iterate."""
        word = f"x{subscript(self.case.cloud.numbers[i])}"
        return f"{word} (projected)" if self.projected[list(rows), i].any() else word

    def window(self):
        """((low, high) per axis) around all points of the plane that were ever there."""
        return window(self.case.seen, margin=0.1, aspect=HERO)

    def grid(self):
        """(x, y, places) that cover the window and some more."""
        return grid(*self.window(), CELLS, BEYOND)

    def middle(self):
        """The bias of each shown row (R,): the midpoint of its interval."""
        return self.bias.mean(axis=1)

    def values(self, points):
        """Decision values (R, a) of the shown rows at `points` (a, d)."""
        K = self.run.problem.kernel.values(self.case.cloud.X, points)
        return (self.x * self.y) @ K + self.middle()[:, None]

    def loose(self):
        """Whether no support vector is free, (R,): the bias is an interval then."""
        return ~(self.state == FREE).any(axis=1)


def build_view(run, most=120):
    """The `View` of a run with at most `most` frames."""
    clock, rows = align(run.traces, run.settings["clock"], most=most, keep=max(2, most // 3))
    problem = run.problem
    shown, frame = np.unique(rows[run.main], return_inverse=True)
    own = METHODS.iterates(run.main, run.trace)[shown]
    x = feasible(problem, own)
    projected = ~(np.abs(x - own) <= _SAME * problem.C)
    y = problem.y
    inner = (x * y) @ problem.gram()
    bias = biases(inner, y)
    h = inner + bias.mean(axis=1)[:, None]
    state, kinds = states(x, problem.C, y * h - 1.0), optimal_classes(problem, run.result.x)
    if run.result.status == "converged":
        state[-1] = np.where(kinds < 0, state[-1], kinds)
    return View(run, clock, rows, shown, frame, x, projected, h, bias, state, kinds)


def boundary(run, x):
    """The line h = 0 (P, 2) of the answer x (n,), NaN behind each piece."""
    view, problem = build_view(run, most=2), run.problem
    bias = biases((x * problem.y)[None] @ problem.gram(), problem.y).mean()
    xs, ys, places = view.grid()
    K = problem.kernel.values(view.case.cloud.X, places.reshape(-1, 2))
    values = ((x * problem.y) @ K + bias).reshape(1, *places.shape[:2])
    return level_lines(xs, ys, values, (0.0,))[0.0][0]


def feasible(problem, iterates):
    """Each iterate (R, n) projected on the feasible set, as the certificate does; one that is not
    a number shows the last that was."""
    x, last = np.empty_like(iterates), np.zeros(iterates.shape[1])
    for k, iterate in enumerate(iterates):
        last = problem.project(iterate) if np.isfinite(iterate).all() else last
        x[k] = last
    return x


def biases(inner, y):
    """(low, high) (R, 2) of the biases with the least sum of losses, for h (R, n) without bias.

    The slope of that sum rises by 1 at each y_i - h_i, from -n_+: it is flat behind the n_+ th.
    """
    breaks = np.sort(y - inner, axis=1)
    plus = int(np.count_nonzero(y > 0.0))
    return breaks[:, [plus - 1, plus]]


def losses(view, biases=None):
    """The mean hinge loss (R, B) of the shown rows with each of the `biases` (B,); with their own
    (R, 1) by default."""
    moved = 0.0 if biases is None else biases - view.middle()[:, None]
    margins = (view.y * view.h)[:, :, None] + view.y[:, None] * np.atleast_2d(moved)[:, None, :]
    return np.maximum(1.0 - margins, 0.0).mean(axis=1)
