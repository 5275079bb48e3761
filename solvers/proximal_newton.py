"""Proximal Newton for sparse precision matrices: a quadratic model, minimised entry by entry."""

from __future__ import annotations

from functools import partial
from typing import Unpack

import numpy as np

from solvers.checks import of_type, one_of
from solvers.options import Common, Options, common_options
from solvers.precision.blocks import blocks
from solvers.precision.log_det import factored, inverse_of, log_det
from solvers.precision.newton_model import (
    diagonal_direction,
    dual_points,
    linear_part,
    newton_direction,
)
from solvers.precision.run import begin, unbounded
from solvers.problems.sparse_precision import SparsePrecision
from solvers.registry import solver
from solvers.result import Result

_EPS = np.finfo(float).eps
#: A step is halved, at most so often, until the objective falls by this share of what its slope
#: says.
_SUFFICIENT, _HALVINGS = 0.25, 60
#: Sweeps of one model at most; they end where one lowers it by less than this share of the gap
#: asked for.
_SWEEPS, _SHARE = 30, 0.05
#: The gap is not looked for after a step whose model fell by more than so many times the gap asked
#: for: it is larger.
_HOPELESS = 1e3
_STALLED = {
    "stop": "stalled",
    "note": "The step moves nothing any more in floating-point arithmetic.",
}


def _pictures(M, length=np.nan, free=0, sweeps=0):
    """The snapshots of a row."""
    return {"M": M, "Y": M, "length": length, "free": free, "sweeps": sweeps}


class _Part:
    """One block of the problem in the variables of its frame: N, its inverse W, Z of its dual."""

    def __init__(self, rows, Sigma, weights, N):
        whole = rows.size == len(N)
        self.at = (slice(None), slice(None)) if whole else np.ix_(rows, rows)
        cut = lambda A: np.ascontiguousarray(A[self.at])  # noqa: E731
        self.Sigma, self.weights, self.N = cut(Sigma), cut(weights), cut(N)
        d = np.diagonal(self.N)
        self.diagonal = np.count_nonzero(self.N) == d.size
        if self.diagonal:
            self.log_det, self.W = float(np.log(d).sum()), np.diag(1.0 / d)
        else:
            self.log_det, factor = factored(self.N)
            self.W = inverse_of(factor)
        self.linear = linear_part(self.N, self.Sigma, self.weights)
        self.Z, self.gap, self.decrease = self.W, np.inf, np.inf
        self.step, self.free, self.sweeps = np.nan, 0, 0

    def advance(self, tol):
        """One step of Newton's; False where none moves anything."""
        here = self.N, self.W, self.Sigma, self.weights
        D, self.free, self.sweeps, self.decrease, slope = (
            diagonal_direction(*here)
            if self.diagonal
            else newton_direction(*here, _SWEEPS, _SHARE * tol * len(self.N))
        )
        slack = 4.0 * _EPS * (len(self.N) + abs(self.linear) + abs(self.log_det))
        before, step = self.linear - self.log_det, 1.0
        for _ in range(_HALVINGS if slope < 0.0 else 0):
            N = self.N + step * D
            value, factor = factored(N)
            linear = linear_part(N, self.Sigma, self.weights)
            if linear - value <= before + _SUFFICIENT * step * slope + slack:
                return self._move(N, value, linear, step, factor)
            step *= 0.5
        return False

    def _move(self, N, value, linear, step, factor):
        """To `N`; False where that is singular up to rounding, or the point that was there."""
        W = inverse_of(factor)
        if W is None or np.array_equal(N, self.N):
            return False
        self.N, self.W, self.log_det, self.linear, self.step = N, W, value, linear, step
        self.diagonal = False
        return True

    def measure(self, enough):
        """Find Z and the gap; the second dual point only where the first is not good `enough`."""
        m, self.gap = len(self.N), np.inf
        if self.linear <= 0.0:
            return
        above = m * np.log(self.linear / m) - self.log_det
        for Z in dual_points(self.N, self.W, self.Sigma, self.weights):
            gap = above - log_det(Z)
            if gap < self.gap:
                self.Z, self.gap = Z, gap
            if self.gap <= enough:
                break


def _states(tol, unrecorded, frame, Y, U):
    """One state per iteration, which is a step of every block that is not done."""
    yield frame.state([Y], [U], tol, **_pictures(frame.matrix(Y)))
    alone, larger = blocks(np.abs(frame.Sigma) > frame.weights)
    N, Z = np.zeros_like(Y), frame.Sigma + frame.box(-frame.Sigma)
    raised = np.diagonal(frame.Sigma) + np.diagonal(frame.weights)
    N[alone, alone] = 1.0 / raised[alone]
    np.fill_diagonal(Z, raised)
    parts = [_Part(rows, frame.Sigma, frame.weights, Y) for rows in larger]
    work = 0
    while True:
        moved = [part.advance(tol) for part in parts if part.gap > 0.5 * tol * len(part.N)]
        for part in parts:
            N[part.at] = part.N
            if part.linear <= 0.0:
                yield _falling(frame, part)
        known = not unrecorded or all(p.decrease <= _HOPELESS * tol * len(p.N) for p in parts)
        for part in parts if known else ():
            part.measure(0.5 * tol * len(part.N))
            Z[part.at] = part.Z
        work += sum(part.sweeps + 2 for part in parts)
        state = _state(frame, N, parts, tol, known, Z)
        yield {**state, "work": work, **({} if any(moved) else _STALLED)}


def _state(frame, N, parts, tol, known, Z):
    """The state at `N`, whose gap is `known` or not looked for."""
    m, gap = N.shape[0], sum(part.gap for part in parts)
    alone = m - sum(len(part.N) for part in parts)  # each with the linear part 1
    linear = alone + sum(part.linear for part in parts)
    M = frame.matrix(N)
    shown = {
        "length": min((part.step for part in parts), default=1.0),
        "free": sum(part.free for part in parts),
        "sweeps": max((part.sweeps for part in parts), default=0),
    }
    state = {"x": M * (m / linear), "point_valid": True, **_pictures(M, **shown)}
    if not known:
        return {**state, "certify": False, "dual_valid": False}
    return {
        **state,
        "dual": {"Z": Z / frame.outer},
        "check": bool(gap <= tol * m),
        "certify": bool(gap <= 2.0 * tol * m),
        "dual_valid": bool(np.isfinite(gap)),
    }


def _falling(frame, part):
    """The state that ends a run: along the N of `part` the objective falls without end, or
    rounding hides whether."""
    N = np.zeros_like(frame.Sigma)
    N[part.at] = part.N
    M = frame.matrix(N)
    shown = {"point_valid": True, "dual_valid": False, **_pictures(M)}
    if frame.problem.falls_along(M):
        return unbounded(frame.problem, M, **shown)
    return {"x": frame.matrix(frame.last[0]), **shown, **_STALLED}


@solver("newton", SparsePrecision, label="proximal Newton", iterate="M")
@common_options
def solve_proximal_newton(
    problem: SparsePrecision,
    *,
    max_iter: int = 200,
    scaling: bool = True,
    **common: Unpack[Common],
) -> Result:
    """Replace the log det by its quadratic model, minimise that with the penalty, step along.

    The model <G, D> + <D, W D W> / 2, W = N^-1, is minimised by coordinate descent over the entries
    that are not 0 or whose slope exceeds their weight; the step is halved until M is positive
    definite and the objective falls enough. Each block of the graph |Sigma_ij| > rho_ij, of which
    the solution consists, is a problem of its own.

    Parameters
    ----------
    problem : SparsePrecision
        Sigma (m, m) and rho.
    x0 : array_like (m, m) or Result
        Positive definite; what lies outside the blocks is dropped.
    seed : int
        No effect: nothing is random.
    scaling : bool
        Iterate on the problem with unit diagonal, see `solve_alternating_linearization`.

    Returns
    -------
    Result
        `x` is M (m, m); `dual` holds Z (m, m), or the direction (m, m) that proves "unbounded".
        iteration counts steps; work counts Cholesky factorisations, inverses and sweeps, of each
        block. Snapshots: M and Y, the same (T, m, m); length (of the step), free (entries), sweeps,
        point_valid, dual_valid (T,).

    References
    ----------
    hsieh-2014
    hsieh-2013: blocks
    """
    of_type(problem, [SparsePrecision], "problem")
    options = Options(max_iter=max_iter, **common)
    one_of(scaling, (True, False), "scaling")
    steps = partial(_states, options.tol, options.unrecorded)
    return options.drive(begin(problem, options.x0, scaling, steps, _pictures), problem.certify)
