"""What the panels of the bags scene share: the frames of one run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.clock import align
from lab.drawing.geometry import HERO, window
from lab.lessons.mi_odm.bags.svm import BagSVM
from lab.race.rivals import Rivals
from solvers import solve_keys

#: How the rival learner looks.
SVM = {"label": "MI-SVM", "tone": "rival1", "dash": "dash"}
#: Frames of a run at most; level lines are sent for each.
_MOST_FRAMES = 101
#: Squares below this share of what they are the sum of are 0.
_ROUNDING = 1e-14


@dataclass(frozen=True, eq=False)
class View(Rivals):
    """The frames of one run.

    a (T, J): the machine that each frame draws. f (T, J): its decision values. margins (T, m):
    y f(B) of every bag, in the units of the picture.
    """

    a: np.ndarray
    f: np.ndarray
    margins: np.ndarray

    @property
    def svm(self) -> BagSVM | None:
        """The rival learner."""
        return self.run.extra["svm"]

    @property
    def rounded(self):
        """Whether the machine of the rounded keys is drawn, not the averaged one."""
        return self.run.settings["machine"] == "rounded"

    @property
    def raw(self):
        """Whether margins are y f, not distances."""
        return self.run.settings["units"] == "raw"

    @property
    def unit(self):
        """What a margin is, in a few symbols."""
        return "y f(B)" if self.raw else "y f(B) ÷ ‖w‖"

    @property
    def value(self):
        """(low, high) known of the saddle value."""
        return self.run.extra["value"]

    def svm_margins(self):
        """The margins (m,) of the rival learner, in the units of the picture."""
        f = self.problem.gram() @ self.svm.a + self.svm.bias
        return _margins(self.problem, f[None], self.svm.a[None], self.raw)[0]

    def keys(self):
        """The instance of largest value in each positive bag, (T, p), as its number among all."""
        problem = self.problem
        picked = [
            i + self.f[:, i : i + m].argmax(axis=1)
            for i, m in zip(problem.first, problem.sizes, strict=True)
        ]
        return np.array(picked, dtype=np.int64).reshape(len(picked), -1).T

    def box(self):
        """((low, high) per axis) around the instances."""
        points = self.case.points
        return window(points, 0.12, HERO if points.shape[1] == 2 else None, least=1.0)


def _margins(problem, f, a, raw):
    """y f(B) (T, m) of decision values f (T, J) of machines a (T, J), raw or over their ||w||; 0
    where w is 0 and there is no boundary to measure from."""
    sizes = np.array([len(b) for b in problem.bags])
    m = problem.y * np.maximum.reduceat(f, np.cumsum(sizes) - sizes, axis=-1)
    if raw:
        return m
    w = lengths(problem, a)[:, None]
    return np.divide(m, w, out=np.zeros_like(m), where=w > 0.0)


def machines(problem, u, mu):
    """The averaged machines a (T, J) of multipliers u (T, 2N) and key probabilities mu (T, J)."""
    N, p = problem.omega.size, problem.first.size
    s, a = u[:, :N] - u[:, N:], np.array(mu, dtype=np.float64)
    plus = problem.y[problem.bag] > 0.0
    a[:, plus] *= np.repeat(s[:, :p], problem.sizes, axis=1)
    a[:, problem.negative] = -s[:, p:]
    return a


def lengths(problem, a):
    """||w|| (T,) of machines a (T, J); the intercept, a constant feature, is left out. 0 where
    only rounding is left of the sum."""
    G, bias = problem.gram(), getattr(problem.kernel, "bias", 0.0)
    square = np.einsum("tj,tj->t", a, a @ G) - bias * a.sum(axis=1) ** 2
    rounding = _ROUNDING * (np.abs(a) @ np.sqrt(G.diagonal())) ** 2
    return np.sqrt(np.where(square > rounding, square, 0.0))


def _rounded(problem, a):
    """The best machine (T, J) for the keys that each machine a (T, J) picks."""
    f, known = a @ problem.gram(), {}
    starts = list(zip(problem.first, problem.sizes, strict=True))
    out = np.empty_like(a)
    for t, values in enumerate(f):
        keys = tuple(int(np.argmax(values[i : i + m])) for i, m in starts)
        if keys not in known:
            known[keys] = solve_keys(problem, np.array(keys, dtype=np.int64)).machine
        out[t] = known[keys]
    return out


def build_view(run):
    """The `View` of a run."""
    clock, rows = align(run.traces, most=_MOST_FRAMES, keep=30)
    problem, at = run.problem, rows[run.main]
    shown = run.trace.snapshots
    a = machines(problem, shown["u"][at], shown["key_probability"][at])
    if run.settings["machine"] == "rounded":
        a = _rounded(problem, a)
    f = a @ problem.gram()
    m = _margins(problem, f, a, run.settings["units"] == "raw")
    return View(run, clock, rows, a, f, m)
