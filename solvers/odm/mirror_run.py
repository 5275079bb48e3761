"""One run of mirror prox: its arrays, its constants, and the state that is recorded."""

from __future__ import annotations

from functools import partial

import numpy as np

from solvers.odm.mirror_kernels import (
    Metric,
    Saddle,
    accelerated_steps,
    plain_steps,
    single_steps,
)
from solvers.odm.saddle_run import MOST_SHOWN, answer, pictures, start_mixture, start_point
from solvers.problems.band import difference

#: A warm start keeps this share of even weights, as a zero would stay zero.
_EVEN = 1e-3


class MirrorRun:
    """The arrays of one run, changed in place, and its constants."""

    def __init__(self, problem, x0, weights, radius):
        self.problem, self.listed = problem, problem.assignments()
        k, R = len(self.listed), 0.5 / np.tile(problem.omega, 2)
        R[problem.omega.size :] /= problem.nu
        level = np.repeat([1.0 - problem.theta, -(1.0 + problem.theta)], problem.omega.size)
        index = problem.first + self.listed
        self.saddle = Saddle(problem.gram(), index, problem.negative, R, level)
        for a in self.saddle:
            a.flags.writeable = False
        even = np.full(k, 1.0 / k)
        first = answer(problem, even, index)
        self.u = first.copy() if x0 is None else start_point(problem, x0)
        self.v = _first_weights(problem, x0, even)
        self.metric = self._metric(first, even, index, weights, radius)
        self.mid_u, self.mid_v = self.u.copy(), self.v.copy()
        self.mean_u, self.mean_v, self.log_v = self.u.copy(), self.v.copy(), np.log(self.v)
        self.t, self.total, self.work, self.eta = 0, 0.0, 0, 0.0

    def _metric(self, first, even, index, weights, radius):
        """The `Metric` as given or by default; the solution lies in the ball ||u|| <= bound."""
        problem, k = self.problem, even.size
        a, b = weights or (2.0 / (first @ first), 1.0 / np.log(k) if k > 1 else 1.0)
        weight = problem.omega.max() * max(1.0, problem.nu)
        self.bound = 2.0 * np.sqrt(weight * problem.upper(even, index, difference(first)))
        return Metric(float(a), float(b), float(self.bound if radius is None else radius))

    @property
    def cost(self):
        """Multiplications of a step."""
        k, p = self.saddle.keys.shape
        return 3 * (k * p * p + self.saddle.G.size)

    def lipschitz(self):
        """(L, M): of the potential and of the coupling, in the metric."""
        a, b, radius = self.metric
        curvature = 2.0 * _largest_norm(self.problem, self.saddle.keys)
        cross = curvature * min(radius, self.bound) / np.sqrt(a * b)
        M = np.linalg.norm([[curvature / a, cross], [cross, 0.0]], 2)
        return self.saddle.R.max() / a, M

    def safe_step(self):
        """The step at which a step of mirror prox is safe wherever it begins."""
        L, M = self.lipschitz()
        return 1.0 / (np.sqrt(2.0) * (M + L))

    def _points(self):
        centre = self.u, self.log_v, self.v
        return centre, (self.mid_u, self.mid_v), (self.mean_u, self.mean_v)

    def plain(self, count, eta, cap, adaptive):
        """`count` steps of mirror prox."""
        self.eta, self.total, work = plain_steps(
            self.saddle,
            self.metric,
            *self._points(),
            eta,
            cap,
            adaptive,
            self.t + 1,
            self.total,
            count,
        )
        self.t, self.work = self.t + count, self.work + work

    def single(self, count, eta):
        """`count` steps of mirror descent."""
        points = self._points()
        self.total = single_steps(
            self.saddle, self.metric, *points, eta, self.t + 1, self.total, count
        )
        self.t, self.work, self.eta = self.t + count, self.work + count, eta

    def accelerated(self, L, M, noise, factor, dice):
        """A step of accelerated mirror prox per row of `dice`."""
        self.eta = accelerated_steps(
            self.saddle, self.metric, *self._points(), L, M, noise, factor, self.t + 1, dice
        )
        self.t, self.work = self.t + len(dice), self.work + 2 * len(dice)

    def state(self, output, note):
        """What `drive` certifies and records."""
        v, average = self.v, output == "average"
        at = (self.mean_u, self.mean_v) if average else (self.u, v)
        shown = {"centre_u": self.u, "middle_u": self.mid_u}
        if v.size <= MOST_SHOWN:
            shown |= {"centre_v": v, "middle_v": self.mid_v}
        return {
            "x": at[0],
            "dual": {"v": at[1], "s": difference(at[0])},
            "iteration": self.t,
            "work": self.work,
            "step": self.eta,
            "a": self.metric.a,
            "b": self.metric.b,
            **shown,
            "pictures": partial(pictures, self.problem, *at),
            **note,
        }


def _first_weights(problem, x0, even):
    """Even weights or, after an earlier result, nearly its own."""
    mixture = start_mixture(problem, x0)
    if mixture is None:
        return even.copy()
    v, keys = mixture
    place = {tuple(c): k for k, c in enumerate(problem.assignments().tolist())}
    weights = _EVEN * even
    for share, key in zip(v, keys.tolist(), strict=True):
        weights[place[tuple(key)]] += (1.0 - _EVEN) * share
    return weights


def _largest_norm(problem, index):
    """The largest ||K(c)||_2; beyond 500 assignments its bound ||G||_2."""
    if len(index) > MOST_SHOWN:
        return np.linalg.norm(problem.gram(), 2)
    rest = np.broadcast_to(problem.negative, (len(index), problem.negative.size))
    rows = np.hstack([index, rest])
    # The signs of K(c) do not change its norm.
    return np.linalg.eigvalsh(problem.gram()[rows[:, :, None], rows[:, None, :]]).max()
