"""What mirror prox works with on the saddle function of MultiInstanceODM: its operator, its prox
step, and the points of a run. Points are u (2N,) and v (k,), which goes with its logarithm.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import NamedTuple

import numpy as np

from solvers.checks import locked
from solvers.compiled import njit
from solvers.odm.saddle_run import (
    MOST_SHOWN,
    answer,
    pictures,
    pictures_of_rows,
    start_mixture,
    start_point,
)
from solvers.problems.band import difference
from solvers.problems.lifted import lifted, margins_and_squares
from solvers.problems.multi_instance import MultiInstanceODM
from solvers.result import Start, State, States
from solvers.vectors import add, copy

#: A warm start mixes in this share of even weights, as a zero would stay zero.
_EVEN = 1e-3
#: An adaptive step grows by so much before it is tried.
_GROWTH = 1.5
#: What the calls of a step cost in addition to its sums, in multiplications: a tenth of a
#: millisecond.
_CALLS = 100_000
#: (u, v) of a point, slope or average; and what kernels take: (u, log v, v), and a `Metric`.
Pair = tuple[np.ndarray, np.ndarray]
Triple = tuple[np.ndarray, np.ndarray, np.ndarray]
Numbers = tuple[float, float, float]


class Point(NamedTuple):
    """u (2N,) and v (k,) with its logarithm."""

    u: np.ndarray
    log_v: np.ndarray
    v: np.ndarray


class Metric(NamedTuple):
    """The distance a/2 ||u||^2 + b sum v log v, and the radius of the ball of u."""

    a: float
    b: float
    radius: float


def prox(metric: Metric, centre: Point, slope: Pair, eta: float) -> Point:
    """argmin over z of eta <slope, z> + D(z, centre): in the ball and u >= 0, in the simplex."""
    steps = eta / metric.a, eta / metric.b
    return Point(*_prox(centre.u, centre.log_v, *slope, *steps, metric.radius))


@njit(cache=True, nogil=True)
def _prox(centre, log_v, slope, slope_v, step, step_v, radius):
    """(u, log v, v): u the point nearest to centre - step slope with u >= 0, drawn into the ball; v
    of sum 1 in proportion to exp(log_v - step_v slope_v)."""
    u = np.maximum(centre - step * slope, 0.0)
    length = np.sqrt(u @ u)
    if length > radius:
        u *= radius / length
    ahead = log_v - step_v * slope_v
    most = ahead.max()
    v = np.exp(ahead - most)
    total = v.sum()
    return u, ahead - (most + np.log(total)), v / total


def distance(metric: Metric, new: Point, old: Point) -> float:
    """D(new, old)."""
    square, entropy = _apart(new.u, old.u, new.v, new.log_v, old.log_v)
    return 0.5 * metric.a * square + metric.b * max(entropy, 0.0)


@njit(cache=True, nogil=True)
def _operator(G, keys, negative, R, level, u, v):
    """F = ([K_v s; -K_v s] + R u - level, -Q / 2) at u (2N,), v (k,)."""
    N = u.size // 2
    f, squares, J = np.empty(N), np.empty(len(keys)), len(G)
    lifted(G, keys, negative, u[:N] - u[N:], v, np.empty(J), np.empty(J), f, squares)
    slope = R * u
    add(1.0, f, slope[:N])
    add(-1.0, f, slope[N:])
    return slope - level, -0.5 * squares


@njit(cache=True, nogil=True)
def stepped(
    G: np.ndarray,
    keys: np.ndarray,
    negative: np.ndarray,
    R: np.ndarray,
    level: np.ndarray,
    metric: Numbers,
    centre: Triple,
    eta: float,
    halvings: int,
) -> tuple[Triple, Triple, float, int]:
    """(middle, centre, eta, operators): one step of `mirror_prox.mirror_step` from `centre`, of
    length eta or, by at most so many `halvings`, a safe part of it; 1: of that very length."""
    a, b, radius = metric
    u, log_v, v = centre
    slope, slope_v = _operator(G, keys, negative, R, level, u, v)
    middle = end = (u, log_v, v)
    count = 0
    while count < halvings:
        middle = _prox(u, log_v, slope, slope_v, eta / a, eta / b, radius)
        ahead, ahead_v = _operator(G, keys, negative, R, level, middle[0], middle[2])
        end = _prox(u, log_v, ahead, ahead_v, eta / a, eta / b, radius)
        count += 1
        if halvings == 1:
            break
        turned = (ahead - slope) @ (middle[0] - end[0])
        turned += (ahead_v - slope_v) @ (middle[2] - end[2])
        near, entropy = _apart(middle[0], u, middle[2], middle[1], log_v)
        apart = 0.5 * a * near + b * max(entropy, 0.0)
        near, entropy = _apart(end[0], middle[0], end[2], end[1], middle[1])
        if eta * turned <= apart + 0.5 * a * near + b * max(entropy, 0.0):
            break
        eta *= 0.5
    return middle, end, eta, count + 1


@njit(cache=True, nogil=True)
def walked(
    G: np.ndarray,
    keys: np.ndarray,
    negative: np.ndarray,
    R: np.ndarray,
    level: np.ndarray,
    metric: Numbers,
    centre: Triple,
    mean: Pair,
    total: float,
    t: int,
    eta: float,
    growth: float,
    cap: float,
    halvings: int,
    count: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray, float]:
    """`count` times: eta times `growth` up to `cap`, then `stepped`, and the middle point in the
    average, with weight eta t of `total`. Of each step the centre, the middle and the average, in
    us (3, count, 2N) and vs (3, count, k), eta and operators; then log v and the total at the
    end."""
    us, vs = np.empty((3, count, mean[0].size)), np.empty((3, count, mean[1].size))
    etas, operators = np.empty(count), np.empty(count, np.int64)
    mean_u, mean_v = mean[0].copy(), mean[1].copy()
    for r in range(count):
        eta = min(growth * eta, cap)
        middle, centre, eta, operators[r] = stepped(
            G, keys, negative, R, level, metric, centre, eta, halvings
        )
        total += eta * (t + r + 1)
        share = eta * (t + r + 1) / total
        for i in range(mean_u.size):
            mean_u[i] += share * (middle[0][i] - mean_u[i])
        for i in range(mean_v.size):
            mean_v[i] += share * (middle[2][i] - mean_v[i])
        copy(centre[0], us[0, r])
        copy(centre[2], vs[0, r])
        copy(middle[0], us[1, r])
        copy(middle[2], vs[1, r])
        copy(mean_u, us[2, r])
        copy(mean_v, vs[2, r])
        etas[r] = eta
    return us, vs, etas, operators, centre[1], middle[1], total


@njit(cache=True, nogil=True)
def _apart(u, centre, v, log_v, log_centre):
    """(||u - centre||^2, sum v (log v - log centre))."""
    apart, entropy = u - centre, 0.0
    for k in range(v.size):
        if v[k] > 0.0:
            entropy += v[k] * (log_v[k] - log_centre[k])
    return apart @ apart, entropy


class Walk:
    """Steps of a run one after another: the centres, middles and averages us (3, n, 2N) and
    vs (3, n, k), their lengths and the work so far (n,). What is certified or shown of one of them
    is computed for all at once, when it is first asked for."""

    def __init__(
        self, run: MirrorRun, us: np.ndarray, vs: np.ndarray, etas: np.ndarray, work: np.ndarray
    ):
        self.run, self.t = run, run.t
        # Read-only, so that what is recorded of them need not be copied.
        self.us, self.vs, self.etas, self.work = locked(us), locked(vs), etas, work

    def states(self, output: str) -> States:
        """What `drive` certifies and records of each step."""
        which = 2 if output == "average" else 0
        U, V = self.us[which], self.vs[which]
        metric, N = self.run.metric, U.shape[1] // 2
        shown = cache(partial(self._shown, U, V))
        s = locked(U[:, :N] - U[:, N:])
        for r, (eta, work) in enumerate(zip(self.etas.tolist(), self.work.tolist(), strict=True)):
            yield {
                "x": U[r],
                "dual": {"v": V[r], "s": s[r]},
                "iteration": self.t + r + 1,
                "work": work,
                "step": eta,
                "a": metric.a,
                "b": metric.b,
                "rows": (U, {"v": V, "s": s}, r),
                "row_pictures": shown,
            }

    def _shown(self, U, V):
        """The snapshots of all steps, whose outputs are U (n, 2N) and V (n, k)."""
        (centre, middle, _), (centre_v, middle_v, _) = self.us, self.vs
        own = {"centre_u": centre, "middle_u": middle, "centre_v": centre_v, "middle_v": middle_v}
        return own | pictures_of_rows(self.run.problem, U, V)


class MirrorRun:
    """The points of one run, and its constants: R, level (2N,) of the potential 1/2 u'Ru - level'u,
    keys (k, p), the numbers of the instances in each assignment."""

    def __init__(
        self,
        problem: MultiInstanceODM,
        x0: Start,
        weights: Sequence[float] | None,
        radius: float | None,
    ):
        self.problem, self.listed = problem, problem.assignments()
        k, self.R = len(self.listed), 0.5 / np.tile(problem.omega, 2)
        self.R[problem.omega.size :] /= problem.nu
        self.level = np.repeat([1.0 - problem.theta, -(1.0 + problem.theta)], problem.omega.size)
        self.keys, even = problem.first + self.listed, np.full(k, 1.0 / k)
        first = answer(problem, even, self.keys)
        self.metric = self._metric(first, even, weights, radius)
        u = start_point(problem, x0)
        self.begin(first if u is None else u, _first_weights(problem, x0, even))
        self.t, self.total, self.work, self.eta = 0, 0.0, 0, 0.0

    def begin(self, u: np.ndarray, v: np.ndarray) -> None:
        """Start at u (2N,), v (k,)."""
        with np.errstate(divide="ignore"):
            self.centre = self.middle = Point(np.array(u), np.log(v), np.array(v))
        self.mean = self.centre.u, self.centre.v

    def _metric(self, first, even, weights, radius):
        """The `Metric` as given or by default; the solution lies in the ball ||u|| <= bound."""
        problem, k = self.problem, even.size
        a, b = weights or (2.0 / (first @ first), 1.0 / np.log(k) if k > 1 else 1.0)
        weight = problem.omega.max() * max(1.0, problem.nu)
        self.bound = 2.0 * np.sqrt(weight * problem.upper(even, self.keys, difference(first)))
        return Metric(float(a), float(b), float(self.bound if radius is None else radius))

    @property
    def cost(self) -> int:
        """Multiplications of a step."""
        k, p = self.keys.shape
        return _CALLS + 3 * (k * p * p + self.problem.gram().size)

    def lipschitz(self) -> tuple[float, float]:
        """(L, M): of the potential and of the coupling, in the metric."""
        a, b, radius = self.metric
        curvature = 2.0 * _largest_norm(self.problem, self.keys)
        cross = curvature * min(radius, self.bound) / np.sqrt(a * b)
        M = np.linalg.norm([[curvature / a, cross], [cross, 0.0]], 2)
        return float(self.R.max()) / a, float(M)

    def safe_step(self) -> float:
        """The step at which a step of mirror prox is safe wherever it begins."""
        L, M = self.lipschitz()
        return 1.0 / (np.sqrt(2.0) * (M + L))

    def walk(self, count: int, halvings: int, cap: float | None) -> Walk:
        """`count` steps by machine code, see `walked`; the length grows by half up to `cap` before
        each, or stays where that is None. The `Walk`."""
        grown = (1.0, np.inf) if cap is None else (_GROWTH, cap)
        us, vs, etas, operators, log_v, log_middle, self.total = walked(
            self.problem.gram(), self.keys, self.problem.negative, self.R, self.level,
            (*self.metric,), (*self.centre,), self.mean, self.total, self.t, self.eta,
            *grown, halvings, count,
        )  # fmt: skip
        walk = Walk(self, us, vs, etas, self.work + np.cumsum(operators))
        self.t, self.work, self.eta = self.t + count, int(walk.work[-1]), float(etas[-1])
        self.centre = Point(us[0, -1].copy(), log_v, vs[0, -1].copy())
        self.middle = Point(us[1, -1].copy(), log_middle, vs[1, -1].copy())
        self.mean = us[2, -1].copy(), vs[2, -1].copy()
        return walk

    def operator(
        self,
        at: Point,
        potential_at: np.ndarray | None = None,
        dice: Sequence[float] | np.ndarray | None = None,
    ) -> Pair:
        """F = (K_v s + Ru - level, -Q / 2) at a point, with the potential's part at another u if
        asked; with two uniform numbers `dice` an estimate from two assignments."""
        pull, slope = self._coupling(at) if dice is None else self._sampled(at, *dice)
        return pull + self.R * (at.u if potential_at is None else potential_at) - self.level, slope

    def _coupling(self, at):
        """([K_v s; -K_v s] (2N,), -Q / 2 (k,))."""
        pull, squares = self._pull(self.keys, at.u, at.v)
        return pull, -0.5 * squares

    def _sampled(self, at, drawn, evenly):
        """An unbiased estimate of it up to a constant in v: one assignment drawn by v, one
        evenly."""
        k, slope = at.v.size, np.zeros(at.v.size)
        i = int(np.searchsorted(np.cumsum(at.v), drawn, side="right"))
        i, j = i if i < k else int(at.v.argmax()), min(int(evenly * k), k - 1)
        pull, squares = self._pull(self.keys[[i, j]], at.u, np.array([1.0, 0.0]))
        slope[j] = 0.5 * k * (squares[0] - squares[1])
        return pull, slope

    def _pull(self, keys, u, v):
        """[K_v s; -K_v s] (2N,) and Q (k,), for weights v on `keys` (k, p)."""
        problem = self.problem
        f, squares = margins_and_squares(problem.gram(), keys, problem.negative, difference(u), v)
        return np.concatenate([f, -f]), squares

    def average(self, share: float) -> None:
        """Move the average by this share of the way to the middle point."""
        u, v = self.mean
        self.mean = u + share * (self.middle.u - u), v + share * (self.middle.v - v)

    def state(self, output: str, note: State) -> State:
        """What `drive` certifies and records."""
        (u, _, v), middle = self.centre, self.middle
        at = self.mean if output == "average" else (u, v)
        shown = {"centre_u": u, "middle_u": middle.u}
        if v.size <= MOST_SHOWN:
            shown |= {"centre_v": v, "middle_v": middle.v}
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
