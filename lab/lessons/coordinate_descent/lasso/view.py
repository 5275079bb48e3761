"""What the panels of the lasso scene share: the frames of one run, row by row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.clock import align
from lab.race.methods import Methods
from lab.race.rivals import Rivals
from solvers import Lasso

#: The certified relative gap at which every method stops.
TOL = 1e-6
CD = "cd"
METHODS = Methods(Lasso, CD, ("ista", "fista", "subgradient"))
_NAMES = {"iterations": "update", "work": "coordinate update", "seconds": "second"}


@dataclass(frozen=True, slots=True, eq=False)
class View(Rivals):
    """The frames of one run.

    clock: T frames. rows: method -> (T,) rows of its trace. H = X'X (D, D), q = X't (D,).
    w (T, D): the weights of coordinate descent. moving (T,): the weight that this frame moves (at
    the start: will move), its `old` and `new` value (T,) (new is NaN at the start), its curvature
    ||x_d||^2 and x_d'r before the move. started (T,): whether any update was made.
    """

    methods = METHODS
    H: np.ndarray
    q: np.ndarray
    w: np.ndarray
    moving: np.ndarray
    old: np.ndarray
    new: np.ndarray
    curvature: np.ndarray
    correlation: np.ndarray
    started: np.ndarray

    @property
    def dimension(self):
        """Number of weights."""
        return self.q.size

    @property
    def names(self):
        """The names of the features; none of a drawn set."""
        return self.run.extra.get("names", ())

    @property
    def stays(self):
        """Whether this frame's weight is where it was (T,), up to rounding."""
        return np.abs(self.new - self.old) <= 1e-12 * np.maximum(np.abs(self.old), 1.0)

    def slope(self):
        """x_d'r + ||x_d||^2 w_d (T,): x_d'r if this weight were 0, what meets the threshold."""
        return self.correlation + self.curvature * self.old

    def objective(self, w):
        """F at points w (..., D)."""
        t = self.run.problem.t
        quadratic = 0.5 * np.einsum("...d,de,...e->...", w, self.H, w) - w @ self.q
        return 0.5 * (t @ t) + quadratic + self.lam * np.abs(w).sum(axis=-1)


def build_view(run):
    """The `View` of a run."""
    kind = run.settings["clock"]
    clock, rows = align(run.traces, kind, name=_NAMES[kind])
    X, t = run.problem.X, run.problem.t
    H, q = X.T @ X, X.T @ t
    w = run.trace.snapshots["w"][rows[CD]]
    return View(run, clock, rows, H, q, w, *_moves(run.trace, rows[CD], H, q))


def _moves(trace, rows, H, q):
    """(moving, old, new, curvature, correlation, started), the start borrowing from update 1."""
    s = trace.snapshots
    started = rows > 0
    shown = np.where(started, rows, min(1, len(trace) - 1))
    moving = np.maximum(s["coordinate"][shown], 0)
    k = np.arange(len(rows))
    now = s["w"][rows][k, moving]
    correlation = np.where(
        started, s["correlation"][shown], q[moving] - (s["w"][rows] @ H)[k, moving]
    )
    return (
        moving,
        np.where(started, s["old"][shown], now),
        np.where(started, s["new"][shown], np.nan),
        np.diag(H)[moving],
        correlation,
        started,
    )
