"""What the panels of the affinity scene share: the frames of one propagation."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lab.experiment import Run
from lab.lessons.alternating_linearization.case import Case
from solvers import Result, SparsePrecision, propagate, propagation_steps, scatter, symmetrised
from widgets import Clock

#: The frames end where no affinity is farther than this from its limit.
_NEAR = 1e-4
#: No affinity is told to be farther than this from any other.
_FAR = 4.0
#: The first steps are all frames; in all there are at most so many.
_FIRST, _MOST = 12, 30
#: beta, in the knob's units, at which the smallest eigenvalue is drawn.
BETAS = np.geomspace(1e-2, 10.0, 121)


@dataclass(frozen=True, eq=False)
class View:
    """The frames of one run, T of them; t (T,): the step of each.

    raw (S, n, n): W(0), W(1), ... of (7)-(8), every step; left (T,): the largest entry of
    |W(t) - W*|. W (T, n, n): (10) applied to W(t), which is what L and T take.
    spectrum (T, n): eigenvalues of L, rising. T (T, d, d): of (11). beta_max, cliff (T,): in the
    knob's units, inf where there is none; up to the one a metric surely exists, from the other on
    there is none (two features only: NaN in three). lows (T, B): the smallest eigenvalue of Sigma
    at `BETAS`; low (T,): at the knob's.
    """

    case: Case
    settings: Mapping[str, object]
    result: Result
    t: np.ndarray
    raw: np.ndarray
    left: np.ndarray
    W: np.ndarray
    spectrum: np.ndarray
    T: np.ndarray
    beta_max: np.ndarray
    cliff: np.ndarray
    lows: np.ndarray
    low: np.ndarray

    def __len__(self):
        return self.t.size

    @property
    def clock(self):
        """The steps."""
        return Clock("step", self.t)

    @property
    def rho(self):
        """The penalty."""
        return float(self.case.problem.rho)

    def problem(self, k):
        """The `SparsePrecision` of frame `k` at the knob's beta."""
        unit = self.case.affinity.beta_unit
        beta = self.settings["beta"] * unit if np.isfinite(unit) else 0.0
        return SparsePrecision(self.case.affinity.prior_inverse + beta * self.T[k], self.rho)

    @cached_property
    def watched(self):
        """The pair (i, j), i < j, that each frame talks about: of those that W(0) does not know
        the one that moved most since the frame before, preferably one that was 0 in the picture
        and is not any more; None where none moved."""
        unknown = np.triu(self.case.affinity.W0 == 0.0, 1)
        means, shown = np.array([self.mean(t) for t in self.t]), self.W != 0.0
        moves = np.abs(np.diff(means, axis=0)) * unknown
        moves += (moves > 0.0) * (shown[1:] & ~shown[:-1]) * moves.max(initial=0.0)
        places = [np.unravel_index(move.argmax(), move.shape) for move in moves]
        pairs = [p if move[p] > 0.0 else None for p, move in zip(places, moves, strict=True)]
        return [None, *((int(p[0]), int(p[1])) if p else None for p in pairs)]

    def mean(self, t):
        """(W(t) + W(t)') / 2 (n, n), before the threshold of (10)."""
        return 0.5 * (self.raw[t] + self.raw[t].T)

    def source(self, k, pair):
        """(via, a, b, old, new): most of the move of the pair in frame `k` came from `via`, a
        neighbour of a, which is one of the two, as its W with b, the other, moved a step before.
        By (7) W(t) moves by alpha P times the move before; what W(0) tells is all new."""
        P, t, before = self.case.affinity.P, self.t[k], self.t[k - 1]
        new = self.raw[t - 1]
        old = self.raw[before - 1] if before > 0 else np.zeros_like(new)
        sign = np.sign(self.mean(t)[pair] - self.mean(before)[pair])
        shares = [sign * P[a] * (new - old)[:, b] for a, b in (pair, pair[::-1])]
        which, via = np.unravel_index(np.argmax(shares), (2, len(P)))
        a, b = pair if which == 0 else pair[::-1]
        return int(via), a, b, float(old[via, b]), float(new[via, b])


def build_view(run: Run):
    """The `View` of a run."""
    case, settings = run.extra["case"], run.settings
    affinity = case.affinity
    t, raw, limit = _walk(affinity, settings)
    theta = settings["theta"] if settings["semi"] else 0.0
    W = np.array([symmetrised(raw[k], theta) for k in t])
    L = W.sum(axis=2)[:, :, None] * np.eye(W.shape[1]) - W
    T = np.array([scatter(case.X, w) for w in W])
    unit = affinity.beta_unit if np.isfinite(affinity.beta_unit) else 0.0
    base, step, rho = affinity.prior_inverse, unit * T, settings["rho"]
    return View(
        case, settings, run.result, t, raw,
        left=np.abs(raw[t] - limit).max(axis=(1, 2)),
        W=W,
        spectrum=np.linalg.eigvalsh(L),
        T=T,
        beta_max=_beta_max(base + rho * np.eye(len(base)), step),
        cliff=_cliff(base, step, rho),
        lows=_low(base, step, BETAS),
        low=_low(base, step, np.array([settings["beta"]]))[:, 0],
    )  # fmt: skip


def _walk(affinity, settings):
    """(t of the frames, every W(t), their limit); only the start where pairs do not spread."""
    alpha = settings["alpha"]
    if not settings["semi"]:
        return np.zeros(1, dtype=int), affinity.W0[None], affinity.W0
    # Each step divides the largest distance by 1 / alpha at least.
    last = 1 if alpha == 0.0 else int(np.ceil(np.log(_NEAR / _FAR) / np.log(alpha)))
    raw = propagation_steps(affinity.P, affinity.W0, alpha, last)
    limit = propagate(affinity.P, affinity.W0, alpha)
    near = bisect_left(raw, True, key=lambda W: np.abs(W - limit).max() <= _NEAR)
    last = max(1, min(near, last))
    first = min(_FIRST, last)
    later = np.geomspace(first, last, _MOST - _FIRST) if last > first else [last]
    t = np.unique(np.concatenate([np.arange(first + 1), np.round(later)]).astype(int))
    return t, raw, limit


def _low(base, step, betas):
    """Smallest eigenvalues (T, B) of base + beta step."""
    return np.linalg.eigvalsh(base + betas[:, None, None] * step[:, None])[..., 0]


def _beta_max(base, step):
    """Up to these beta (T,) base + beta step is positive semidefinite."""
    inner = np.linalg.inv(np.linalg.cholesky(base))
    values = np.linalg.eigvalsh(inner @ step @ inner.T)
    low, size = values[:, 0], np.abs(values).max(axis=1)
    falls = low < -1e-12 * size
    return np.where(falls, -1.0 / np.where(falls, low, -1.0), np.inf)


def _cliff(base, step, rho):
    """From these beta (T,) on there is no minimum. For two features the set of beta with one is
    an interval, and its end is where the best Z of the box turns singular."""
    if len(base) != 2:
        return np.full(len(step), np.nan)
    low, high = np.zeros(len(step)), np.full(len(step), 2.0 * BETAS[-1])
    endless = _bounded(base, step, high, rho)
    for _ in range(50):
        middle = 0.5 * (low + high)
        inside = _bounded(base, step, middle, rho)
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    return np.where(endless, np.inf, high)


def _bounded(base, step, betas, rho):
    """Whether the problem of two features has a minimum (T,): whether the Z of the box with the
    largest diagonal and the smallest entry beside it is positive definite."""
    Sigma = base + betas[:, None, None] * step
    first, second = Sigma[:, 0, 0] + rho, Sigma[:, 1, 1] + rho
    beside = np.maximum(np.abs(Sigma[:, 0, 1]) - rho, 0.0)
    return (first > 0.0) & (second > 0.0) & (first * second > beside**2)
