"""What the panels of the split scene share: the rows of one run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.race.rivals import Frames
from widgets import Clock

#: The certified relative gap at which the walk ends.
TOL = 1e-10


@dataclass(frozen=True, eq=False)
class View(Frames):
    """The rows of one run, T of them; D weights.

    w (T, D) = u - v; x (T, D): the row's certified point, w but for the exact zeros at the end;
    u, v (T, D) with multipliers p, q (T, D); mu, sigma, step (T,): see
    `solve_lasso_interior_point`; crossed (T,): whether x has its zeros exact.
    """

    w: np.ndarray
    x: np.ndarray
    u: np.ndarray
    v: np.ndarray
    p: np.ndarray
    q: np.ndarray
    mu: np.ndarray
    sigma: np.ndarray
    step: np.ndarray
    crossed: np.ndarray

    @property
    def names(self):
        """The name of each weight."""
        return self.run.extra["names"]

    @property
    def centre(self):
        """(u, v) along the central path (C, D) each."""
        D = self.w.shape[1]
        x = self.run.extra["centre"].x
        return x[:, :D], x[:, D:]

    @property
    def products(self):
        """u p and v q of every weight (T, 2D)."""
        return np.hstack([self.u * self.p, self.v * self.q])


def build_view(run):
    """The `View` of a run."""
    s = run.trace.snapshots
    names = ("w", "u", "v", "p", "q", "mu", "sigma", "step", "crossed")
    columns = {name: s[name] for name in names}
    crossed = columns["crossed"].astype(bool)
    x = columns["w"].copy()
    if crossed[run.result.row]:
        x[run.result.row] = run.result.x
    clock = Clock("factorisation", run.trace.iteration)
    return View(run, clock, x=x, **columns | {"crossed": crossed})
