"""What mirror prox works with on the saddle function of MultiInstanceODM: its operator, its prox
step, and the arrays of a run. Points are u (2N,) and v (k,), which goes with its logarithm.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from solvers.checks import locked
from solvers.compiled import njit
from solvers.odm.saddle_run import MOST_SHOWN, answer, pictures, start_mixture, start_point
from solvers.problems.band import difference
from solvers.problems.lifted import lifted

#: A warm start keeps this share of even weights, as a zero would stay zero.
_EVEN = 1e-3


class Saddle(NamedTuple):
    """The saddle function: G (J, J), the Gram matrix; keys (k, p) of all assignments and negative
    (n,), numbers of instances; and R, level (2N,) of the potential 1/2 u'Ru - level'u."""

    G: np.ndarray
    keys: np.ndarray
    negative: np.ndarray
    R: np.ndarray
    level: np.ndarray


class Metric(NamedTuple):
    """The distance a/2 ||u||^2 + b sum v log v, and the radius of the ball of u."""

    a: float
    b: float
    radius: float


@njit(cache=True, nogil=True)
def _lift(saddle, keys, u, v, gu, squares, memory):
    """Fill gu (2N,) = [K_v s; -K_v s], and squares (k,) with Q, for weights v on `keys` (k, p)."""
    base, weight, f, s = memory
    N = f.size
    for i in range(N):
        s[i] = u[i] - u[N + i]
    lifted(saddle.G, keys, saddle.negative, s, v, base, weight, f, squares)
    for i in range(N):
        gu[i], gu[N + i] = f[i], -f[i]


@njit(cache=True, nogil=True)
def coupling(saddle, u, v, gu, gv, memory):
    """H(u, v): fill gu (2N,) = [K_v s; -K_v s] and gv (k,) = -Q / 2."""
    _lift(saddle, saddle.keys, u, v, gu, gv, memory)
    for k in range(gv.size):
        gv[k] *= -0.5


@njit(cache=True, nogil=True)
def add_potential(saddle, u, gu):
    """Add the gradient of the potential at `u`."""
    for i in range(u.size):
        gu[i] += saddle.R[i] * u[i] - saddle.level[i]


@njit(cache=True, nogil=True)
def prox(metric, u, log_v, eta, gu, gv, new_u, new_log, new_v):
    """Fill the prox step of length `eta` along -(gu, gv) from (u, log_v)."""
    length = 0.0
    for i in range(u.size):
        new_u[i] = max(u[i] - eta / metric.a * gu[i], 0.0)
        length += new_u[i] * new_u[i]
    length = np.sqrt(length)
    if length > metric.radius:
        for i in range(u.size):
            new_u[i] *= metric.radius / length
    most = -np.inf
    for k in range(log_v.size):
        new_log[k] = log_v[k] - eta / metric.b * gv[k]
        most = max(most, new_log[k])
    total = 0.0
    for k in range(log_v.size):
        new_v[k] = np.exp(new_log[k] - most)
        total += new_v[k]
    shift = most + np.log(total)
    for k in range(log_v.size):
        new_log[k] -= shift
        new_v[k] /= total


@njit(cache=True, nogil=True)
def distance(metric, u, log_v, new_u, new_log, new_v):
    """Bregman distance of the new point from the old."""
    far, entropy = 0.0, 0.0
    for i in range(u.size):
        far += (new_u[i] - u[i]) ** 2
    for k in range(log_v.size):
        if new_v[k] > 0.0:
            entropy += new_v[k] * (new_log[k] - log_v[k])
    return 0.5 * metric.a * far + metric.b * max(entropy, 0.0)


@njit(cache=True, nogil=True)
def turn(gu, gv, hu, hv, u, v, end_u, end_v):
    """<h - g, (u, v) - end>."""
    total = 0.0
    for i in range(u.size):
        total += (hu[i] - gu[i]) * (u[i] - end_u[i])
    for k in range(v.size):
        total += (hv[k] - gv[k]) * (v[k] - end_v[k])
    return total


@njit(cache=True, nogil=True)
def memory_of(saddle, N):
    """Working memory for `coupling`."""
    J = saddle.G.shape[0]
    return np.empty(J), np.empty(J), np.empty(N), np.empty(N)


@njit(cache=True, nogil=True)
def _draw(v, dice):
    """An index with the probabilities `v`, from a uniform number in [0, 1)."""
    left = dice
    for k in range(v.size):
        left -= v[k]
        if left < 0.0:
            return k
    return int(np.argmax(v))


@njit(cache=True, nogil=True)
def sample(saddle, u, v, dice, gu, gv, rows, pair, squares, memory):
    """An unbiased H(u, v) up to a constant in gv: one assignment drawn by v, one evenly."""
    k = v.size
    j = min(int(dice[1] * k), k - 1)
    rows[0], rows[1] = saddle.keys[_draw(v, dice[0])], saddle.keys[j]
    _lift(saddle, rows, u, pair, gu, squares, memory)
    gv[:] = 0.0
    gv[j] = 0.5 * k * (squares[0] - squares[1])


class MirrorRun:
    """The arrays of one run, changed in place, and its constants."""

    def __init__(self, problem, x0, weights, radius):
        self.problem, self.listed = problem, problem.assignments()
        k, R = len(self.listed), 0.5 / np.tile(problem.omega, 2)
        R[problem.omega.size :] /= problem.nu
        level = np.repeat([1.0 - problem.theta, -(1.0 + problem.theta)], problem.omega.size)
        index = problem.first + self.listed
        self.saddle = Saddle(problem.gram(), index, problem.negative, R, level)
        locked(self.saddle)
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

    @property
    def points(self):
        """The centre (u, log v, v), the middle point and the average."""
        centre = self.u, self.log_v, self.v
        return centre, (self.mid_u, self.mid_v), (self.mean_u, self.mean_v)

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
