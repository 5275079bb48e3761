"""What the panels of the margins scene share: the points, the machines, and the frames of one
run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from lab.clock import align
from lab.drawing.geometry import HERO, window
from lab.race.rivals import Frames
from widgets import Clock

#: Machine -> (label, tone, dash).
RIVALS = {
    "hard": ("hard SVM", "rival1", "dash"),
    "soft": ("soft SVM", "rival2", "dot"),
    "free": ("free centre (1)", "rival3", "dashdot"),
}
MAIN = {"tone": "main", "dash": "solid"}


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A linear machine w'x + b; w (d,)."""

    w: np.ndarray
    b: float

    def margins(self, X, y, raw):
        """y (w'x + b) (n,), in units of 1 or of distance."""
        f = y * (X @ self.w + self.b)
        return f if raw else f / np.linalg.norm(self.w)


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """The machines over theta: theta (k,), angle (k,) to the hard-margin direction in degrees."""

    theta: np.ndarray
    angle: np.ndarray


@dataclass(frozen=True, eq=False)
class View(Frames):
    """The frames of one run; at (T,): the row of each.

    w (T, d), b (T,): the machine of each frame. margins (T, n): in the units of the picture.
    rivals: name -> `Plane`.
    """

    at: np.ndarray
    w: np.ndarray
    b: np.ndarray
    margins: np.ndarray
    rivals: Mapping[str, Plane]

    @property
    def raw(self):
        """Whether margins are y f, not distances."""
        return self.run.settings["units"] == "raw"

    def band(self, k):
        """The edges 1 - theta and 1 + theta of the band in frame `k`, in the picture's units."""
        size = 1.0 if self.raw else max(float(np.linalg.norm(self.w[k])), 1e-300)
        return (1.0 - self.problem.theta) / size, (1.0 + self.problem.theta) / size

    @property
    def unit(self):
        """What a margin is, in a few symbols."""
        return "y f(x)" if self.raw else "y f(x) ÷ ‖w‖"

    @property
    def box(self):
        """((low, high) per axis) around the points."""
        X = self.problem.X
        return window(X, 0.08, HERO if X.shape[1] == 2 else None)

    def rival_label(self, name):
        """How a support vector machine is called: hard only where a hard margin was reached."""
        if name == "hard" and not self.run.extra["separable"]:
            return "SVM, C = 10⁴"
        return RIVALS[name][0]

    def rival_margins(self, name):
        """The margins (n,) of a rival, in the units of the picture."""
        return self.rivals[name].margins(self.problem.X, self.problem.y, self.raw)

    @property
    def stray(self):
        """The number of the outlier, or None."""
        return self.run.extra["stray"]


def weights(problem, s):
    """w (T, d) and the intercept (T,) of multipliers s (T, n): w = sum s_i y_i x_i,
    intercept = the kernel's bias times sum s_i y_i."""
    a = s * problem.y
    return a @ problem.X, problem.kernel.bias * a.sum(axis=-1)


def build_view(run):
    """The `View` of a run."""
    clock, at = align(run.trace, most=160, keep=40)
    clock = Clock("sweep", clock.values)
    problem = run.problem
    w, b = weights(problem, run.trace.snapshots["s"][at])
    f = (w @ problem.X.T + b[:, None]) * problem.y
    if run.settings["units"] != "raw":
        f = f / np.maximum(np.linalg.norm(w, axis=1), 1e-300)[:, None]
    return View(run, clock, at, w, b, f, run.extra["rivals"])


def angle(u, v):
    """The angle between two vectors, in degrees."""
    cosine = u @ v / (np.linalg.norm(u) * np.linalg.norm(v))
    return float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))
