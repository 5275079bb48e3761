"""The relaxation over a few assignments, by an interior point method.

max D_0(u) - tau over u >= 0 and tau >= Q_k(s) / 2 for each listed assignment k; the multipliers of
the last constraints are the weights v. Primal-dual path following; the Newton system reduces to
one Cholesky factor of an N x N matrix and a small system in v.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers.cholesky import cholesky_solve

#: Steps: some twenty do; the bound is for rounding.
_MOST_STEPS = 80
#: Each step aims at this share of the present complementarity, after one below `_SHORT` at
#: all of it, and goes this share of the way to the boundary.
_AIM, _SHORT, _SHARE = 0.1, 0.1, 0.99


@dataclass(slots=True)
class _Point:
    """u and its multipliers pi (2N,); weights v (k,) and slacks y (k,); the level tau."""

    u: np.ndarray
    pi: np.ndarray
    v: np.ndarray
    y: np.ndarray
    tau: float

    def complementarity(self):
        return (self.u @ self.pi + self.v @ self.y) / (self.u.size + self.v.size)


def solve_master(
    grams: np.ndarray, below: np.ndarray, above: np.ndarray, theta: float, enough: float
) -> tuple[np.ndarray, np.ndarray]:
    """(u (2N,), v (k,)) for Gram matrices grams (k, N, N) and weights below, above (N,), to a gap
    of `enough` or as well as the arithmetic allows."""
    R = np.concatenate([0.5 / below, 0.5 / above])
    level = np.repeat([1.0 - theta, -(1.0 + theta)], below.size)
    at, length = _start(grams, R, theta), 1.0
    for _ in range(_MOST_STEPS):
        mu = at.complementarity()
        try:
            step = _newton(grams, R, level, at, mu * (_AIM if length > _SHORT else 1.0))
        except np.linalg.LinAlgError:
            break
        length = _step_length(at, step)
        if not np.isfinite(length) or length < 1e-8:
            break
        at = _point_along(at, step, length)
        if at.complementarity() * (at.u.size + at.v.size) <= 0.1 * enough and (
            _stationarity_gap(grams, R, level, at) <= 0.1 * enough
        ):
            break
    return at.u, at.v / at.v.sum()


def _stationarity_gap(grams, R, level, at):
    """What the point gains or loses by not being stationary in u and v yet."""
    N = R.size // 2
    pull = at.v @ (grams @ (at.u[:N] - at.u[N:]))
    slope = level - R * at.u - np.concatenate([pull, -pull]) + at.pi
    return np.abs(slope) @ at.u + abs(at.v.sum() - 1.0) * at.tau


def _start(grams, R, theta):
    """Each entry of u as if it were alone with the average Gram matrix; slacks of equal size."""
    diagonal = np.tile(np.einsum("kii->i", grams) / len(grams), 2)
    u = (1.0 - theta) / (diagonal + R)
    s = u[: u.size // 2] - u[u.size // 2 :]
    squares = 0.5 * np.einsum("i,kij,j->k", s, grams, s)
    size = (1.0 - theta) * u.sum() / u.size
    v = np.full(len(grams), 1.0 / len(grams))
    tau = squares.max() + size
    return _Point(u, size / u, v, tau - squares, tau)


def _newton(grams, R, level, at, mu):
    """The direction towards complementary products `mu`."""
    N = R.size // 2
    s = at.u[:N] - at.u[N:]
    A = grams @ s
    squares = 0.5 * A @ s
    H = np.tensordot(at.v, grams, axes=1)
    force = level - R * at.u + np.concatenate([-(at.v @ A), at.v @ A]) + mu / at.u
    D = R + at.pi / at.u
    joint = 1.0 / (1.0 / D[:N] + 1.0 / D[N:])
    solve = cholesky_solve(H + np.diag(joint))
    rho = joint * (force[:N] / D[:N] - force[N:] / D[N:])
    free, response = solve(rho), solve(A.T)
    left = A @ response + np.diag(at.y / at.v)
    right = A @ free - (at.tau - squares - mu / at.v)
    dv, dtau = _solve_bordered(left, right, 1.0 - at.v.sum())
    ds = free - response @ dv
    pull = H @ ds + dv @ A
    du = (force - np.concatenate([pull, -pull])) / D
    dpi = (mu - at.pi * du) / at.u - at.pi
    dy = (mu - at.y * dv) / at.v - at.y
    return _Point(du, dpi, dv, dy, dtau)


def _solve_bordered(left, right, total):
    """(x, t) with left x + t 1 = right and sum(x) = total."""
    both = np.linalg.solve(left, np.column_stack([right, np.ones(right.size)]))
    t = (both[:, 0].sum() - total) / both[:, 1].sum()
    return both[:, 0] - t * both[:, 1], t


def _step_length(at, step):
    """How far along `step` everything stays positive."""
    values = np.concatenate([at.u, at.pi, at.v, at.y])
    change = np.concatenate([step.u, step.pi, step.v, step.y])
    falling = change < 0.0
    return min(1.0, _SHARE * np.min(-values[falling] / change[falling], initial=np.inf))


def _point_along(at, step, t):
    return _Point(
        at.u + t * step.u,
        at.pi + t * step.pi,
        at.v + t * step.v,
        at.y + t * step.y,
        at.tau + t * step.tau,
    )
