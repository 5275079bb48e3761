"""Scene `affinity` in numbers: constraints on a few pairs spread to neighbours, and may leave no
metric (Liu, Ma, Tao, Liu, Liu 2010, 003_d968a502af9b2788.txt, (6)-(10))."""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from lab.experiment import Run
from lab.lessons.alternating_linearization.common import KNOBS, TOL, case_of
from lab.scenes.frames import Frame, Frames
from solvers import (
    SparsePrecision,
    propagate,
    propagation_steps,
    scatter,
    solve_alternating_linearization,
    symmetrised,
)
from widgets import Clock
from widgets.knobs import with_primary

#: The frames end where no affinity is farther than this from its limit.
_NEAR = 1e-4
#: No given affinity is farther than this from any other.
_FAR = 4.0
#: The first steps are all frames; in all there are at most so many.
_BEGIN, _FRAMES = 12, 30
#: beta, in the knob's units, at which the smallest eigenvalue is drawn.
BETAS = np.geomspace(1e-2, 10.0, 121)
#: Graphs have at most so many points.
MOST = 60
_FIRST = ("alpha", "k", "theta", "beta", "rho")
#: What spreads the affinities, if they spread at all.
_SPREADING = ("alpha", "k", "theta")
_NAMED = {
    knob.name: replace(knob, when={"semi": (True,)}) if knob.name in _SPREADING else knob
    for knob in KNOBS
}
ALL_KNOBS = with_primary(
    (
        *(_NAMED[name] for name in _FIRST),
        *(knob for knob in _NAMED.values() if knob.name not in _FIRST),
    ),
    "alpha",
    "k",
    "beta",
    "semi",
)


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """The affinities of the knobs, and the metric of their limit, where there is one."""
    case = case_of(settings, MOST)
    result = solve_alternating_linearization(
        case.problem, x0=case.prior, tol=TOL, max_iter=200, cancelled=cancelled
    )
    return Run(case.problem, {"alm": result}, extra={"case": case})


def frames(run: Run) -> Frames:
    """The table: T frames of one propagation.

    t (T,): the step of each. raw (S, n, n): W(0), W(1), ... of (7)-(8), every step; left (T,): the
    largest entry of |W(t) - W*|. W (T, n, n): (10) applied to W(t), which is what L and T take.
    spectrum (T, n): eigenvalues of L, rising. T (T, d, d): of (11). beta_max, cliff (T,): in the
    knob's units, inf where there is none; up to the one a metric surely exists, from the other on
    there is none (two features only: NaN in three). lows (T, B): the smallest eigenvalue of Sigma
    at `BETAS`; low (T,): at the knob's. watched (T,): the pair that a frame is about, or None;
    verdict (T,): whether its W has a metric at the knob's beta.
    """
    case, settings = run.extra["case"], run.settings
    affinity = case.affinity
    t, raw, limit = _walk(affinity, settings)
    theta = settings["theta"] if settings["semi"] else 0.0
    W = np.array([symmetrised(raw[k], theta) for k in t])
    unit = affinity.beta_unit if np.isfinite(affinity.beta_unit) else 0.0
    base, rho = affinity.prior_inverse, settings["rho"]
    f = Frames(run, Clock("step", t))
    f.facts(case=case, raw=raw, rho=float(case.problem.rho))
    f.columns(
        t=t,
        left=np.abs(raw[t] - limit).max(axis=(1, 2)),
        W=W,
        spectrum=lambda f: np.linalg.eigvalsh(W.sum(axis=2)[:, :, None] * np.eye(W.shape[1]) - W),
        T=lambda f: np.array([scatter(case.X, w) for w in W]),
        beta_max=lambda f: _beta_max(base + rho * np.eye(len(base)), unit * f.T),
        cliff=lambda f: _cliff(base, unit * f.T, rho),
        lows=lambda f: _low(base, unit * f.T, BETAS),
        low=lambda f: _low(base, unit * f.T, np.array([settings["beta"]]))[:, 0],
        watched=_watched,
        pair_count=lambda f: np.array([np.count_nonzero(np.triu(w, 1)) for w in W]),
        verdict=lambda f: [_verdict(frame) for frame in f],
    )
    return f


def problem_of(frame: Frame) -> SparsePrecision:
    """The `SparsePrecision` of a frame at the knob's beta."""
    affinity = frame.case.affinity
    unit = affinity.beta_unit
    beta = frame.run.settings["beta"] * unit if np.isfinite(unit) else 0.0
    return SparsePrecision(affinity.prior_inverse + beta * frame.T, frame.rho)


def _watched(f):
    """The pair (i, j), i < j, that each frame is about: of those that W(0) does not know the one
    that moved most since the frame before, preferably one that was 0 in the picture and is not any
    more; None where none moved."""
    unknown = np.triu(f.case.affinity.W0 == 0.0, 1)
    means, shown = np.array([mean(f, t) for t in f.t]), f.W != 0.0
    moves = np.abs(np.diff(means, axis=0)) * unknown
    moves += (moves > 0.0) * (shown[1:] & ~shown[:-1]) * moves.max(initial=0.0)
    places = [np.unravel_index(move.argmax(), move.shape) for move in moves]
    pairs = [p if move[p] > 0.0 else None for p, move in zip(places, moves, strict=True)]
    return [None, *((int(p[0]), int(p[1])) if p else None for p in pairs)]


def mean(f: Frames | Frame, t: int | np.integer) -> np.ndarray:
    """(W(t) + W(t)') / 2 (n, n), before the threshold of (10)."""
    return 0.5 * (f.raw[t] + f.raw[t].T)


def source(frame: Frame) -> tuple[int, int, int, float, float]:
    """(via, a, b, old, new): most of the move of the frame's pair came from `via`, a neighbour of
    a, which is one of the two, as its W with b, the other, moved a step before. By (7) W(t) moves
    by alpha P times the move before; what W(0) says is all new."""
    P, t, before, pair = frame.case.affinity.P, frame.t, frame.before.t, frame.watched
    new = frame.raw[t - 1]
    old = frame.raw[before - 1] if before > 0 else np.zeros_like(new)
    sign = np.sign(mean(frame, t)[pair] - mean(frame, before)[pair])
    shares = [sign * P[a] * (new - old)[:, b] for a, b in (pair, pair[::-1])]
    which, via = np.unravel_index(np.argmax(shares), (2, len(P)))
    a, b = pair if which == 0 else pair[::-1]
    return int(via), a, b, float(old[via, b]), float(new[via, b])


def _verdict(frame):
    """Whether a frame's W has a metric at the knob's beta: "exists", "none", "not decided"."""
    if frame.low > -frame.rho:
        return "exists"
    if np.isfinite(frame.cliff):
        return "exists" if frame.run.settings["beta"] < frame.cliff else "none"
    result = frame.run.result
    if not frame.last:
        problem = problem_of(frame)
        result = solve_alternating_linearization(problem, max_iter=200, record_every=0)
    if result.status == "unbounded":
        return "none"
    return "exists" if result.certificate.bound > -np.inf else "not decided"


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
    first = min(_BEGIN, last)
    later = np.geomspace(first, last, _FRAMES - _BEGIN) if last > first else [last]
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
    largest diagonal and the smallest entry off it is positive definite."""
    Sigma = base + betas[:, None, None] * step
    first, second = Sigma[:, 0, 0] + rho, Sigma[:, 1, 1] + rho
    beside = np.maximum(np.abs(Sigma[:, 0, 1]) - rho, 0.0)
    return (first > 0.0) & (second > 0.0) & (first * second > beside**2)
