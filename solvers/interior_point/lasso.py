"""Interior points for the lasso, split as in eq. (5) of 002_8a6384496e3a9cf3.txt.

With w = u - v, u, v >= 0, the loss is smooth in (u, v) and the penalty is lam 1'(u + v). With
g = X'(X w - t) and multipliers p, q >= 0 of u and v, optimality is

    g + lam - p = 0,   -g + lam - q = 0,   u p = 0,   v q = 0.

Both methods stay inside, where u p and v q are positive, and finish by a jump to exact zeros. Each
step solves (1/e + X'X) dw = r with e = u/p + v/q, in the scaled form I + e^1/2 X'X e^1/2, which
stays well conditioned as e grows without bound on the columns in use.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Unpack

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs

from solvers.checks import InputError, dense
from solvers.interior_point import ETA, SHORTEST
from solvers.options import Common, Options, common_options, start
from solvers.problems.sparse_linear import Lasso
from solvers.registry import solver
from solvers.result import Result

#: Centring is never bolder than this, nor aims at less than this share of the gap asked for:
#: products far below it cost the linear algebra its accuracy.
_BOLDEST, _ENOUGH = 1e-4, 0.05
#: No smaller relative gap than this is aimed at; so many steps at its products end the run, as what
#: they leave is rounding.
_LEAST, _STEPS_THERE = 1e-14, 5
#: A gap this many times the least one before is of numbers that have lost their digits.
_LOST = 1e6
#: Exact zeros are tried from this many times the gap asked for.
_NEARLY = 100.0
#: The barrier's weight falls by this factor once its minimiser is this near (Newton decrement^2,
#: in units of the weight).
_FALL, _NEAR = 0.1, 0.1
#: A step along the barrier's Newton direction must earn this share of its promise.
_ARMIJO = 0.1


@dataclass(slots=True)
class Interior:
    """A point: x = (u, v) and s = (p, q), each (2D,) and positive; X'X and X't go with it."""

    gram: np.ndarray
    base: np.ndarray
    lam: float
    x: np.ndarray
    s: np.ndarray

    @property
    def w(self) -> np.ndarray:
        """u - v (D,)."""
        return self.x[: self.base.size] - self.x[self.base.size :]

    @property
    def mu(self) -> float:
        """The mean of the products u p and v q."""
        return float(self.x @ self.s) / max(self.x.size, 1)

    def slope(self, w: np.ndarray) -> np.ndarray:
        """Gradient of the smooth objective with respect to (u, v) at u - v = w."""
        g = self.gram @ w - self.base
        return np.concatenate([g, -g]) + self.lam

    def moved(self, step: float, dx: np.ndarray, ds: np.ndarray) -> Interior:
        """The point `step` along (dx, ds)."""
        return Interior(self.gram, self.base, self.lam, self.x + step * dx, self.s + step * ds)


class Newton:
    """The Newton system at a point, factored once."""

    def __init__(self, point: Interior):
        self.point, D = point, point.base.size
        self.ratio = point.x / point.s
        self.root = np.sqrt(self.ratio[:D] + self.ratio[D:])
        H = point.gram * self.root[:, None] * self.root
        H.flat[:: D + 1] += 1.0
        self.factor, self.failed = dpotrf(H.T, lower=True, overwrite_a=True)
        self.residual = point.slope(point.w) - point.s

    def direction(self, target: float | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The direction (dx, ds) towards u p, v q = target and a zero residual."""
        point, D = self.point, self.root.size
        # Eliminating ds = (target - s dx) / x - s leaves s/x dx + (X'X dw, -X'X dw) = push.
        push = target / point.x - point.s - self.residual
        right = self.ratio[:D] * push[:D] - self.ratio[D:] * push[D:]
        dw = self.root * dpotrs(self.factor, right / self.root, lower=True)[0]
        curved = point.gram @ dw
        dx = self.ratio * (push - np.concatenate([curved, -curved]))
        return dx, (target - point.s * dx) / point.x - point.s


def begin(problem: Lasso) -> Interior | None:
    """The usual start: u = v, so that w = 0, and p = q = lam; None where there is no interior."""
    gram, base = problem.X.T @ problem.X, problem.X.T @ problem.t
    largest = gram.diagonal().max(initial=0.0)
    if largest == 0.0:
        return None
    size = (np.abs(base).max() + problem.lam) / largest
    D = base.size
    return Interior(gram, base, problem.lam, np.full(2 * D, size), np.full(2 * D, problem.lam))


def to_boundary(values: np.ndarray, change: np.ndarray) -> float:
    """The largest step in [0, 1] that takes no value below zero."""
    return 1.0 / max(1.0, (-change / values).max())


def _mehrotra(point, enough):
    """One predictor-corrector step: the new point, sigma and the step; None where the numbers end.

    enough: a mean product below which no step need go.
    """
    newton = Newton(point)
    if newton.failed:
        return None
    dx, ds = newton.direction(0.0)
    reach = min(to_boundary(point.x, dx), to_boundary(point.s, ds))
    sigma = min(1.0, (point.moved(reach, dx, ds).mu / point.mu) ** 3)
    sigma = max(sigma, min(1.0, max(_BOLDEST, enough / point.mu)))
    dx, ds = newton.direction(sigma * point.mu - dx * ds)
    step = min(1.0, ETA * min(to_boundary(point.x, dx), to_boundary(point.s, ds)))
    new = point.moved(step, dx, ds)
    return (new, sigma, step) if step > SHORTEST and new.x.min() > 0.0 < new.s.min() else None


def _barrier_value(point, mu):
    """1/2 ||X w||^2 - t'X w + lam 1'(u + v) - mu sum(log u + log v)."""
    w = point.w
    smooth = 0.5 * (w @ point.gram @ w) - point.base @ w + point.lam * point.x.sum()
    return smooth - mu * np.log(point.x).sum()


def _barrier(point, mu, enough):
    """One damped Newton step for the barrier of weight mu, with p = mu / u and q = mu / v: the new
    point, the next weight and the step; None where the numbers end."""
    newton = Newton(point)
    if newton.failed:
        return None
    dx, _ = newton.direction(mu)
    promise = -float((point.slope(point.w) - mu / point.x) @ dx)
    value, step = _barrier_value(point, mu), min(1.0, ETA * to_boundary(point.x, dx))
    while step > SHORTEST:
        x = point.x + step * dx
        new = Interior(point.gram, point.base, point.lam, x, mu / x)
        # Near the minimiser the promise is below what rounding leaves of the difference.
        if not _barrier_value(new, mu) > value - _ARMIJO * step * promise + 1e-13 * abs(value):
            break
        step *= 0.5
    if not step > SHORTEST:
        return None
    near = promise <= _NEAR * mu * point.x.size
    lower = max(_FALL * mu, enough) if near else mu
    new.s = lower / new.x
    return new, lower, step


def exact_zeros(problem: Lasso, point: Interior) -> np.ndarray | None:
    """The solution on the columns that the point seems to use, zero elsewhere; None if no better.

    A column is in use where its weight, against the largest weight, outweighs its multiplier,
    against lam; those whose weight would then change its sign are left out too.
    """
    w, D = point.w, point.base.size
    slack = np.where(w >= 0.0, point.s[:D], point.s[D:])
    J, exact = np.abs(w) * problem.lam > slack * np.abs(w).max(initial=0.0), np.zeros(D)
    while True:
        right = point.base[J] - problem.lam * np.sign(w[J])
        exact[J] = np.linalg.lstsq(point.gram[np.ix_(J, J)], right, rcond=1e-12)[0]
        wrong = exact * w < 0.0
        if not wrong.any():
            break
        J &= ~wrong
        exact[wrong] = 0.0
    return exact if problem.certify(exact).gap <= problem.certify(w).gap else None


def _state(problem, point, sigma, step, crossed):
    D = point.base.size
    x = point.w if crossed is None else crossed
    return {
        "x": x,
        "dual": {"theta": problem.residual(problem.fit(x))},
        "w": point.w,
        "u": point.x[:D],
        "v": point.x[D:],
        "p": point.s[:D],
        "q": point.s[D:],
        "mu": point.mu,
        "sigma": sigma,
        "step": step,
        "crossed": crossed is not None,
    }


def _states(problem, w, method, tol):
    point = begin(problem)
    if point is None:
        zero, gram = np.zeros(2 * w.size), problem.X.T @ problem.X
        nowhere = Interior(gram, zero[: w.size], 0.0, zero, zero)
        yield _state(problem, nowhere, np.nan, np.nan, None)  # X = 0: w = 0 is optimal
        return
    D = point.base.size
    point.x += np.concatenate([np.maximum(w, 0.0), np.maximum(-w, 0.0)])
    mu = point.mu
    if method == "barrier":
        point.s = mu / point.x
    done, there, least, crossed = (point, np.nan, np.nan), 0, np.inf, None
    while done is not None and there < _STEPS_THERE:
        new, sigma, step = done
        here = problem.certify(new.w)
        if here.gap > _LOST * least:
            break
        point = new
        least = min(least, here.gap)
        wanted = max(tol, _LEAST) * here.scale
        enough = _ENOUGH * wanted / (2 * D)
        near = here.gap <= _NEARLY * wanted
        there += point.mu <= 2.0 * enough
        crossed = exact_zeros(problem, point) if near else None
        yield _state(problem, point, sigma, step, crossed)
        with np.errstate(all="ignore"):
            if method == "mehrotra":
                done = _mehrotra(point, enough)
            else:
                done = _barrier(point, mu, enough) if mu > 0.0 else None
                if done is not None:
                    new, lower, step = done
                    done, mu = (new, lower / mu, step), lower
        if done is not None and not np.isfinite(done[0].x).all():
            done = None  # the system is singular up to rounding, and the last point the best
    if crossed is None:  # the columns in use are often clear long before the gap is small
        crossed = exact_zeros(problem, point)
        if crossed is not None:
            yield _state(problem, point, np.nan, 0.0, crossed)


@solver("interior_point", Lasso, iterate="w", unit="factorisation")
@common_options
def solve_lasso_interior_point(
    problem: Lasso,
    *,
    max_iter: int = 100,
    method: Literal["mehrotra", "barrier"] = "mehrotra",
    **common: Unpack[Common],
) -> Result:
    """Follow the central path of the lasso split into positive and negative parts.

    When the gap is nearly within `tol`, or the numbers end, weights that head for zero are set to
    it, and the rest solved for; where that is certified to be no worse, it is the row's point,
    exactly sparse.

    Parameters
    ----------
    problem : Lasso
        Data X (N, D) and t (N,), and lam > 0: with lam = 0 the split (5) has no central path, as u
        and v can grow together for ever.
    x0 : array_like (D,) or Result
        Its parts are added to the usual start.
    seed : int
        No effect: nothing is random.
    method : {"mehrotra", "barrier"}
        Predictor and corrector on (u, v) and their multipliers together; or Newton's method on the
        logarithmic barrier, whose weight falls tenfold when its minimiser is near: slower, for
        teaching.

    Returns
    -------
    Result
        `x` is w (D,); `dual` holds theta (N,). iteration and work count factorisations, O(D^3).
        Snapshots: `w` = u - v, `u`, `v`, and their multipliers `p`, `q` (T, D); `mu` (T,), the mean
        of the products u p and v q; `sigma` (T,), the centring (for the barrier, the fall of its
        weight), and `step` (T,), that led to the row, NaN at the start, NaN and 0 where zeros alone
        do; `crossed` (T,): the row's certified point has its zeros exact, and is not w.

    References
    ----------
    sparse-models: eq. (5)
    mehrotra-1992
    """
    options = Options(max_iter=max_iter, **common)
    require_interior(problem)
    states = _states(problem, start(options.x0, problem.X.shape[1]), method, options.tol)
    return options.drive(states, problem.certify)


def require_interior(problem: Lasso) -> None:
    """Refuse lam = 0, and a sparse X, whose X'X is dense."""
    dense(problem.X, "X", "solve_coordinate_descent")
    if problem.lam == 0.0:
        raise InputError(
            "lam must be positive for an interior point, got 0.0; use least squares, "
            "or lars_path(X, t).at(0.0)."
        )
