"""Interior point for TripletMetric with algebra in m x m matrices only.

A predictor-corrector method (Mehrotra 1992, DOI 10.1137/0802028) for the KKT system of (2.3) in
000_291dc1e5a69c06b5.txt, reduced to the metric's m unknowns; a companion to the source's coordinate
descent, which stalls on an ill-conditioned L. With the slacks a = Zw + xi - 1 and nu = C - lam, the
products lam a, nu xi and w t are driven to zero together.
"""

from __future__ import annotations

from typing import NamedTuple, Unpack

import numpy as np

from solvers.compiled import njit
from solvers.interior_point import ETA, PUSH, SHORTEST
from solvers.options import Batches, Common, Options, common_options, start
from solvers.problems.triplet_metric import TripletMetric
from solvers.registry import solver
from solvers.result import Result
from solvers.triplet.descent import dual_start
from solvers.vectors import add, dot


class Point(NamedTuple):
    """An iterate or a direction: w (m,), and the complementary pairs, left_k right_k -> 0.

    left: lam (n,), nu (n,), w (m,) in one array; right: a, xi, t. Where w is free, the pair (w, t)
    is missing.
    """

    w: np.ndarray
    left: np.ndarray
    right: np.ndarray


class Newton(NamedTuple):
    """The Newton system at a point: ratio = right / left; the residuals rd (m,) of Lw - Z'lam - t
    = 0 and rp (n,) of Zw + xi - a = 1; D (n,), and the lower Cholesky factor of H = L + Z'DZ +
    diag(t / w) (m, m), nothing where H is not positive definite."""

    ratio: np.ndarray
    rd: np.ndarray
    rp: np.ndarray
    D: np.ndarray
    factor: np.ndarray


@njit(cache=True, nogil=True, error_model="numpy")
def _newton(Z, L, p):
    """The `Newton` system at `p`, factored once for predictor and corrector."""
    n, ratio = len(Z), p.right / p.left
    rd = np.dot(L, p.w) - np.dot(Z.T, p.left[:n])
    rp = np.dot(Z, p.w) + p.right[n : 2 * n] - p.right[:n] - 1.0
    D = 1.0 / (ratio[:n] + ratio[n : 2 * n])
    root = Z * np.sqrt(D).reshape((n, 1))
    H = np.dot(root.T, root) + L
    for j in range(ratio.size - 2 * n):
        rd[j] -= p.right[2 * n + j]
        H[j, j] += ratio[2 * n + j]
    try:
        factor = np.ascontiguousarray(np.linalg.cholesky(H))
    except Exception:  # compiled code knows no other
        factor = np.zeros((0, 0))
    return Newton(ratio, rd, rp, D, factor)


@njit(cache=True, nogil=True, error_model="numpy")
def _direction(Z, p, newton, target):
    """The direction towards left right = target."""
    n, b = len(Z), -newton.rd
    g = target / p.left - p.right
    v = newton.D * (g[:n] - g[n : 2 * n] - newton.rp)
    b += np.dot(Z.T, v)
    add(1.0, g[2 * n :], b[: g.size - 2 * n])
    for j in range(b.size):
        b[j] = (b[j] - dot(newton.factor[j, :j], b[:j])) / newton.factor[j, j]
    for j in range(b.size - 1, -1, -1):
        b[j] /= newton.factor[j, j]
        add(-b[j], newton.factor[j, :j], b[:j])
    dlam = v - newton.D * np.dot(Z, b)
    left = np.concatenate((dlam, -dlam, b[: g.size - 2 * n]))
    return Point(b, left, g - newton.ratio * left)


@njit(cache=True, nogil=True)
def _moved(p, step, d):
    """The point `step` along the direction `d`."""
    return Point(p.w + step * d.w, p.left + step * d.left, p.right + step * d.right)


@njit(cache=True, nogil=True)
def _to_boundary(p, d):
    """The largest step in [0, 1] along `d` that takes nothing below 0."""
    return 1.0 / max(1.0, (-d.left / p.left).max(), (-d.right / p.right).max())


@njit(cache=True, nogil=True)
def _mu(p):
    """The mean complementarity product."""
    return np.dot(p.left, p.right) / p.left.size


@njit(cache=True, nogil=True, error_model="numpy")
def _advance(Z, L, p):
    """One predictor-corrector step: the new point, sigma and the step, 0 where the numbers end."""
    newton = _newton(Z, L, p)
    if newton.factor.size == 0:
        return p, np.nan, 0.0
    aim = _direction(Z, p, newton, np.zeros(p.left.size))
    mu = _mu(p)
    sigma = min(1.0, (_mu(_moved(p, _to_boundary(p, aim), aim)) / mu) ** 3)
    d = _direction(Z, p, newton, sigma * mu - aim.left * aim.right)
    step = min(1.0, ETA * _to_boundary(p, d))
    new = _moved(p, step, d)
    inside = step > SHORTEST and np.isfinite(new.w.sum()) and new.left.min() > 0.0
    return (new, sigma, step) if inside else (p, sigma, 0.0)


@njit(cache=True, nogil=True)
def _seems_done(Z, L, root, C, p, tol):
    """Whether the gap between w and (lam, t) is at most `tol` of the objective."""
    n, w, lam = len(Z), p.w, p.left[: len(Z)]
    u = np.dot(Z.T, lam)
    add(1.0, p.right[2 * n :], u[: p.left.size - 2 * n])
    losses, v = np.maximum(1.0 - np.dot(Z, w), 0.0), np.dot(root, u)
    value = 0.5 * np.dot(w, np.dot(L, w)) + C * losses.sum()
    return value - (lam.sum() - 0.5 * np.dot(v, v)) <= tol * value


@njit(cache=True, nogil=True)
def _steps(Z, L, root, C, p, most, tol):
    """At most `most` steps from `p`: fewer once it seems to be optimal within `tol`, or where the
    numbers end. Return where they lead, how many, sigma and length of the last, and whether the
    numbers end."""
    sigma, length, done = np.nan, np.nan, 0
    while done < most:
        p, centring, step = _advance(Z, L, p)
        if step == 0.0:
            return p, done, sigma, length, True
        sigma, length, done = centring, step, done + 1
        if _seems_done(Z, L, root, C, p, tol):
            break
    return p, done, sigma, length, False


def _inside(problem, w, lam, t, warm):
    """A strictly interior point: the usual start, or a warm start pushed off its bounds.

    w starts where the largest triplet has length about 1, so that rescaled data give the same run.
    """
    Z, L, C, free = problem.Z, problem.L, problem.C, not problem.nonnegative
    off = PUSH if warm else 1.0
    size = np.abs(Z).sum(axis=1).max()
    unit = 1.0 / size if size > 0.0 else 1.0
    lam = np.clip(lam, 0.5 * off * C, (1.0 - 0.5 * off) * C)
    w = w if free else np.maximum(w, off * max(w.max(), unit))
    short, Lw = 1.0 - Z @ w, L @ w
    xi = np.maximum(short, 0.0) + off
    slope = Lw - Z.T @ lam
    t = np.maximum(slope, t) + off * max(np.abs(slope).mean(), np.abs(Lw).mean())
    left, right = [lam, C - lam, w], [xi - short, xi, t]
    last = 2 if free else 3
    return Point(w, np.concatenate(left[:last]), np.concatenate(right[:last]))


def _state(problem, w, lam, t, mu, sigma, step, **more):
    t = t if t.size else np.zeros(w.size)
    return {
        "check": True,  # a certificate costs little compared with the factorisation before it
        "x": problem.project(w),
        "diverges": False,  # where C is large, centring moves w far before it comes back
        "dual": {"lam": lam, "t": t},
        "w": w,
        "lam": lam,
        "t": t,
        "mu": mu,
        "sigma": sigma,
        "step": step,
        **more,
    }


def _state_at(problem, p, sigma, step, **more):
    n = len(problem.Z)
    return _state(problem, p.w, p.left[:n], p.right[2 * n :], _mu(p), sigma, step, **more)


def _states(problem, options):
    """A state after each step or, unrecorded, after as many as one compiled call takes."""
    (n, m), x0 = problem.Z.shape, options.x0
    w, (lam, t) = problem.project(start(x0, m)), dual_start(problem, x0)
    if n == 0 or problem.C == 0.0:  # no penalty: w = 0, and no interior
        yield _state(problem, np.zeros(m), lam, t, 0.0, np.nan, np.nan)
        return
    if x0 is not None:
        yield _state(problem, w, lam, t, np.nan, np.nan, np.nan)
    p = _inside(problem, w, lam, t, x0 is not None)
    yield _state_at(problem, p, np.nan, np.nan)
    data = problem.Z, problem.L, problem.root, problem.C
    batches, done, ended = Batches(options, first=np.inf), int(x0 is not None), False
    while not ended:
        with np.errstate(all="ignore"):
            most = batches.next(n * m * m, done)
            p, steps, sigma, step, ended = _steps(*data, p, most, options.tol)
        done += steps
        if steps:
            yield _state_at(problem, p, sigma, step, iteration=done, work=done)


@solver("interior_point", TripletMetric, iterate="w", unit="factorisation")
@common_options
def solve_triplet_interior_point(
    problem: TripletMetric, *, max_iter: int = 100, **common: Unpack[Common]
) -> Result:
    """Follow the central path with predictor and corrector; O(n m^2 + m^3) per iteration.

    A companion to the coordinate descent of the source, which stalls on an ill-conditioned L.

    Parameters
    ----------
    problem : TripletMetric
        Triplets Z (n, m), L (m, m) and C.
    x0 : array_like (m,) or Result
        Row 0 shows it as given, row 1 pushed off its bounds.
    seed : int
        No effect: nothing is random.

    Returns
    -------
    Result
        `x` is w (m,); `dual` holds lam (n,), t (m,). iteration and work count factorisations.
        Snapshots: w (T, m), lam (T, n), t (T, m), zero where w is free; mu (T,), the mean
        complementarity product; sigma (T,), the centring, and step (T,) that led to the row, NaN at
        the start.

    References
    ----------
    triplets: (2.3)
    mehrotra-1992
    """
    options = Options(max_iter=max_iter, **common)
    return options.drive(_states(problem, options), problem.certify)
