"""Dual coordinate descent for the optimal margin distribution machine, exact on each pair (zeta_i,
beta_i): at most one of the two is positive, so that s_i = zeta_i - beta_i says both.

Zhang and Jin (2020), 004_0576c39cd2308ab8.txt, the dual of (2); the source names no solver for it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from solvers.checks import locked
from solvers.compiled import njit
from solvers.odm.newton import newton_band
from solvers.options import Options, start
from solvers.problems.band import band_loss, parts
from solvers.problems.odm import ODM
from solvers.result import State, answer_scale
from solvers.vectors import GREEDY, RANDOM, REFRESH, add, dot, shuffle, shuffle_state

#: Sweeps before Newton's method has a try, and what share of the gap it must leave at most.
_PATIENCE, _FALL = 500, 1e-3
#: Newton's steps take a Gram matrix of all rows, and a factor of it.
_MOST_ROWS = 3000
_CREEPS = (
    f"Coordinates creep, as rows depend strongly on each other: after {_PATIENCE} sweeps the gap "
    "was not within the tolerance. Centre the features, and give them like units."
)


class Band(NamedTuple):
    """What a step reads: M is K, and margins are carried, or, with `narrow`, features with
    K = M M', and w is carried; q_i = K_ii, low = 1 / (2 omega), high = 1 / (2 omega nu) (N,)."""

    M: np.ndarray
    narrow: bool
    q: np.ndarray
    low: np.ndarray
    high: np.ndarray
    theta: float


@njit(cache=True, nogil=True)
def _margin(M, narrow, carrier, i):
    """f_i, from the carried margins or the carried w."""
    return dot(M[i], carrier) if narrow else carrier[i]


@njit(cache=True, nogil=True)
def _minimiser(h, q, low, high, theta):
    """The best s_i for the margin `h` without point i; q = K_ii, low = 1 / (2 omega_i),
    high = 1 / (2 omega_i nu)."""
    if h < 1.0 - theta:
        return (1.0 - theta - h) / (q + low)
    if h > 1.0 + theta:
        return (1.0 + theta - h) / (q + high)
    return 0.0


@njit(cache=True, nogil=True)
def _step(band, s, carrier, i):
    """Minimise over the pair i; return its margin before the step."""
    f, q = _margin(band.M, band.narrow, carrier, i), band.q[i]
    new = _minimiser(f - q * s[i], q, band.low[i], band.high[i], band.theta)
    if new != s[i]:
        add(new - s[i], band.M[i], carrier)
        s[i] = new
    return f


@njit(cache=True, nogil=True)
def _best(band, s, carrier):
    """The pair whose exact step raises the dual value most, -1 where none does."""
    most, best = 0.0, -1
    for i in range(s.size):
        q, low, high, theta = band.q[i], band.low[i], band.high[i], band.theta
        h = _margin(band.M, band.narrow, carrier, i) - q * s[i]
        new = _minimiser(h, q, low, high, theta)
        gain = _pair(h, q, low, high, theta, new) - _pair(h, q, low, high, theta, s[i])
        if gain > most and new != s[i]:
            most, best = gain, i
    return best


@njit(cache=True, nogil=True)
def _pair(h, q, low, high, theta, s):
    """The dual value as a function of one s_i."""
    ridge = low if s > 0.0 else high
    edge = 1.0 - theta if s > 0.0 else 1.0 + theta
    return s * (edge - h) - 0.5 * (q + ridge) * s * s


@njit(cache=True, nogil=True)
def _gap(band, s, carrier):
    """Primal minus dual value, as a sum of terms >= 0."""
    gap = 0.0
    for i in range(s.size):
        f, low, high, theta = (
            _margin(band.M, band.narrow, carrier, i),
            band.low[i],
            band.high[i],
            band.theta,
        )
        below, above = max(1.0 - theta - f, 0.0), max(f - 1.0 - theta, 0.0)
        gap += 0.5 * (below * below / low + above * above / high)
        gap -= _pair(-f, 0.0, low, high, theta, s[i]) - 2.0 * s[i] * f
    return gap


@njit(cache=True, nogil=True)
def _refresh(M, s, carrier):
    """The carrier sum_i s_i M_i, without the rounding of earlier updates."""
    carrier[:] = 0.0
    for i in range(s.size):
        if s[i] != 0.0:
            add(s[i], M[i], carrier)


@njit(cache=True, nogil=True)
def _sweeps(band, s, carrier, order, random, count, rule, sweep, enough):
    """At most `count` sweeps from number sweep + 1 on, until nothing moves or the gap is at most
    `enough`; return (sweeps done, moved in the last, gap)."""
    done, gap, moved = 0, np.inf, 0
    while done < count:
        if rule == RANDOM:
            shuffle(order, random)
        moved = 0
        for k in range(s.size):
            i = order[k]
            if rule == GREEDY:
                i = _best(band, s, carrier)
                if i < 0:
                    break
            old = s[i]
            _step(band, s, carrier, i)
            moved += s[i] != old
        done += 1
        if (sweep + done) % REFRESH == 0:
            _refresh(band.M, s, carrier)
        gap = _gap(band, s, carrier)
        if gap <= enough or moved == 0:
            break
    return done, moved, gap


class OdmDualQP:
    """max over u >= 0 of D_0(u) - 1/2 s'Ks by coordinate descent; s (N,) and what carries its
    margins change in place.

    K (N, N): symmetric, or, with `narrow`, features (N, r) with K = features features'.
    below, above (N,): the weights omega and nu omega of shortfall and excess.
    """

    def __init__(
        self,
        K: np.ndarray,
        below: np.ndarray,
        above: np.ndarray,
        theta: float,
        s: np.ndarray | None = None,
        seed: int = 0,
        rule: int = RANDOM,
        narrow: bool = False,
    ):
        N = below.size
        M = np.ascontiguousarray(K)
        q = np.einsum("ij,ij->i", M, M) if narrow else np.array(np.diag(M))
        self.s = np.zeros(N) if s is None else np.array(s, dtype=np.float64)
        self.carrier = np.zeros(M.shape[1])
        self.band = Band(M, narrow, q, 0.5 / below, 0.5 / above, float(theta))
        locked((M, q, self.band.low, self.band.high))
        self.places, self.random, self.rule = np.arange(N), shuffle_state(seed), rule
        self.sweep = 0
        _refresh(M, self.s, self.carrier)

    @property
    def cost(self) -> int:
        """Multiplications of a sweep."""
        return self.band.M.size * (self.s.size if self.rule == GREEDY else 1)

    def margins(self) -> np.ndarray:
        """f = Ks (N,)."""
        return self.band.M @ self.carrier if self.band.narrow else self.carrier

    def run(self, count: int, enough: float) -> tuple[int, float]:
        """Up to `count` sweeps; (how many moved in the last, gap)."""
        done, moved, gap = _sweeps(
            self.band,
            self.s,
            self.carrier,
            self.places,
            self.random,
            count,
            self.rule,
            self.sweep,
            enough,
        )
        self.sweep += done
        return moved, gap


def solve_band(
    K: np.ndarray,
    below: np.ndarray,
    above: np.ndarray,
    theta: float,
    s: np.ndarray | None = None,
    enough: float = 0.0,
    max_sweeps: int = 20_000,
) -> np.ndarray:
    """The maximiser s (N,) of the band's dual for the Gram matrix K (N, N), to a gap of `enough`
    or as well as arithmetic allows: by coordinates and, where these creep, by Newton's steps."""
    qp = OdmDualQP(K, below, above, theta, s)
    moved, gap = qp.run(min(_PATIENCE, max_sweeps), enough)
    if gap > enough:
        better, least = newton_band(K, 0.5 / below, 0.5 / above, theta, qp.s)
        if least > enough and least > gap * _FALL and moved and max_sweeps > _PATIENCE:
            qp.run(max_sweeps - _PATIENCE, enough)
            better, least = newton_band(K, 0.5 / below, 0.5 / above, theta, qp.s)
        return better
    return qp.s


class OdmCoordinates(OdmDualQP):
    """The differences s_i = zeta_i - beta_i of an `ODM`, and what a run counts."""

    def __init__(self, problem: ODM, options: Options, rule: int):
        F, omega = problem.features(), np.full(problem.y.size, problem.omega)
        prices = omega, problem.nu * omega, problem.theta
        rest = start(options.x0, problem.y.size), options.seed, rule
        super().__init__(problem.gram() if F is None else F, *prices, *rest, narrow=F is not None)
        self.count, self.work, self.tol, self.at_zero = self.s.size, 0, options.tol, problem.lam
        self.problem, self.prices, self.finished = problem, prices, False

    def order(self) -> np.ndarray:
        """The coordinates of a sweep."""
        if self.rule == RANDOM:
            shuffle(self.places, self.random)
        return self.places

    def best(self) -> int:
        """The pair with most to gain, -1 where there is none."""
        return _best(self.band, self.s, self.carrier)

    def update(self, i: int) -> State:
        """Minimise over the pair `i`; return what the picture of the step needs."""
        old, margin = self.s[i], _step(self.band, self.s, self.carrier, i)
        return self.mark(i, old, self.s[i], margin)

    @staticmethod
    def mark(index: int = -1, old: float = 0.0, new: float = 0.0, margin: float = 0.0) -> State:
        """The snapshots of one update; zeros at the start."""
        return {"index": index, "old": old, "new": new, "margin": margin}

    def end_of_sweep(self, moved: int) -> State:
        """A reason to stop."""
        return {} if moved else {"stop": "stalled"}

    def sweeps(self, count: int) -> State:
        """Up to `count` sweeps; what they add to the state."""
        enough = self.enough()
        moved, gap = self.run(count, enough)
        self.work, note = self.sweep * self.count, {}
        if gap > enough and moved and not self.finished and self.sweep >= _PATIENCE:
            gap, note = self._finish(gap)
        return {"check": gap <= max(enough, self.enough()), **note, **self.end_of_sweep(moved)}

    def _finish(self, gap):
        """(the gap, what the state says of it) after Newton's steps, where these do better."""
        self.finished = True
        if self.count > _MOST_ROWS:
            return gap, {"note": _CREEPS}
        band = self.band
        better, least = newton_band(self.problem.gram(), band.low, band.high, band.theta, self.s)
        if not least < gap:
            return gap, {"note": _CREEPS}
        self.s[:] = better
        _refresh(band.M, self.s, self.carrier)
        return least, {"note": _CREEPS + " Newton's steps took over."}

    def enough(self) -> float:
        """The gap that is asked for: tol times the scale at the present s."""
        (below, above, theta), s, f = self.prices, self.s, self.margins()
        loss = band_loss(f, below, above / below, theta).sum()
        return self.tol * answer_scale(0.5 * (s @ f) + loss, at_zero=self.at_zero)

    def state(self, **more: Any) -> State:
        """What `drive` certifies and records."""
        s, f = self.s, self.margins()
        shown = {"s": s, "margins": f, "diverges": False, **more}
        return {"x": s, "dual": {"u": parts(s)}, "work": self.work, **shown}
