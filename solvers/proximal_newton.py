"""Proximal Newton for sparse precision matrices: a quadratic model, minimised entry by entry."""

from __future__ import annotations

from functools import partial
from typing import Unpack

import numpy as np

from solvers.checks import locked
from solvers.drive import STALLED
from solvers.options import Common, Options, common_options
from solvers.precision.log_det import factored, inverse_of, log_det
from solvers.precision.newton_model import newton_step
from solvers.precision.run import Frame, begin, expected, falling, unbounded
from solvers.problems.sparse_precision import SparsePrecision, linear_part
from solvers.registry import solver
from solvers.result import HALVINGS, Result

_EPS = np.finfo(float).eps
#: A step is halved until the objective falls by this share of what its slope says.
_SUFFICIENT = 0.25
#: Sweeps of one model at most; they end where one lowers it by less than this share of the gap
#: asked for.
_SWEEPS, _SHARE = 30, 0.2
#: A step whose model fell by f leaves a gap of some f^2 per row, and seldom of less than this share
#: of it.
_LEFT = 0.25


class Block:
    """A connected component of the graph |Sigma_ij| > rho_ij, a separate problem.

    place: its rows and columns. N (b, b): the iterate, with its inverse W, log_det and linear part;
    Z: the dual point; gap: between both, inf while unknown. length, free (entries), sweeps: of the
    last step.
    """

    def __init__(self, frame: Frame, rows: np.ndarray, N: np.ndarray):
        self.place = np.ix_(rows, rows) if rows.size < len(N) else ...
        self.Sigma, self.weights = frame.Sigma[self.place], frame.weights[self.place]
        self.length, self.free, self.sweeps = np.nan, 0, 0
        N = N[self.place]
        d = np.diagonal(N)
        if np.count_nonzero(N) == d.size:
            self._move(N, self._linear(N), float(np.log(d).sum()), np.diag(1.0 / d))
        else:
            value, factor = factored(N)
            self._move(N, self._linear(N), value, inverse_of(factor))
        self._prove(0.0, np.inf)

    def step(self, tol: float) -> bool:
        """N + length D, D the minimiser of the model; whether that moves anything."""
        m = len(self.N)
        D, slope, self.free, self.sweeps, fall = newton_step(
            self.N, self.W, self.Sigma, self.weights, _SWEEPS, _SHARE * tol * m
        )
        before = self.linear - self.log_det
        slack = 4.0 * _EPS * (m + abs(self.linear) + abs(self.log_det))
        for self.length in 0.5 ** np.arange(HALVINGS if slope < 0.0 else 0):
            N = self.N + self.length * D
            (value, factor), linear = factored(N), self._linear(N)
            if -np.inf < value >= linear - before - _SUFFICIENT * self.length * slope - slack:
                moved = bool((N != self.N).any())
                self._move(N, linear, value, inverse_of(factor))
                self._prove(fall, 0.5 * tol * m)
                return moved
        return False

    def _linear(self, N):
        return linear_part(self.Sigma, self.weights, N)

    def _move(self, N, linear, value, W):
        self.N, self.linear, self.log_det, self.W = N, linear, value, W

    def _prove(self, fall, enough):
        """Z = W clipped to the box |Z - Sigma| <= weights or, near the solution, the side of the
        box on which N is, where that is not 0: the bound is then too low by a square only."""
        U, m = np.clip(self.W - self.Sigma, -self.weights, self.weights), len(self.N)
        self.Z, self.gap = self.Sigma + U, np.inf
        if self.linear <= 0.0 or _LEFT * fall**2 > m * max(enough, _EPS * m):
            return
        above = m * np.log(self.linear / m) - self.log_det
        sides = np.where(self.N == 0.0, U, np.copysign(self.weights, self.N))
        for Z in (self.Sigma + sides, self.Z):
            gap = above - log_det(Z)
            if gap < self.gap:
                self.Z, self.gap = Z, gap
            if gap <= enough:
                return


def blocks(frame: Frame, N: np.ndarray) -> list[Block]:
    """The components of more than one row; a row alone has the solution 1 / (Sigma_ii + rho_ii)."""
    from scipy.sparse import csr_array  # takes a while to import
    from scipy.sparse.csgraph import connected_components

    linked = csr_array(np.abs(frame.Sigma) > frame.weights)
    _, label = connected_components(linked, directed=False)
    components = (np.flatnonzero(label == k) for k in np.flatnonzero(np.bincount(label) > 1))
    return [Block(frame, rows, N) for rows in components]


def _states(tol, frame, N, U):
    """A state after each step of every block that is not done."""
    parts, work = blocks(frame, N), 0
    state = _state(frame, parts, tol)
    while True:
        yield state
        left = [b for b in parts if not b.gap <= 0.5 * tol * len(b.N)]
        moved = [b.step(tol) for b in left]
        work += sum(2 + b.sweeps for b in left)
        direction = _direction(frame, left)
        if direction is not None:
            valid = {"point_valid": True, "dual_valid": False}
            state = unbounded(frame.problem, direction, **valid, **_pictures(direction))
        elif any(not b.linear > 0.0 for b in left):
            state = state | STALLED  # rounding hides whether the objective falls without end
        else:
            state = _state(frame, parts, tol) | ({} if any(moved) else STALLED)
        state["work"] = work


def _state(frame, parts, tol):
    """The state at N and Z, put together from those of all blocks."""
    raised = np.diagonal(frame.Sigma) + np.diagonal(frame.weights)
    N, Z, linear, m = np.diag(1.0 / raised), np.diag(raised), raised.size, raised.size
    for b in parts:
        N[b.place], Z[b.place], linear = b.N, b.Z, linear + b.linear - len(b.N)
    M, gap = frame.matrix(N), sum(b.gap for b in parts)
    shown = {
        "length": min((b.length for b in parts), default=1.0),
        "free": sum(b.free for b in parts),
        "sweeps": max((b.sweeps for b in parts), default=0),
    }
    return {
        "x": locked(M * (m / linear)),  # so that the certificate need not copy them
        "dual": {"Z": locked(Z / frame.outer)},
        **expected(gap, tol * m),
        "point_valid": True,
        "dual_valid": bool(np.isfinite(gap)),
        **_pictures(M, **shown),
    }


def _direction(frame, blocks):
    """A direction (m, m), zero but for one of the `blocks`, that proves that there is no minimum;
    None where none is found."""
    for b in blocks:
        for part in falling(b.Sigma, b.weights, b.N, b.linear):
            N = np.zeros_like(frame.Sigma)
            N[b.place] = part
            if frame.problem.falls_along(frame.matrix(N)):
                return frame.matrix(N)
    return None


def _pictures(M, length=np.nan, free=0, sweeps=0):
    """The snapshots of a row."""
    return {"M": M, "Y": M, "length": length, "free": free, "sweeps": sweeps}


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
    that are not 0 or whose slope exceeds their weight, and by conjugate gradients where those
    creep; the step is halved until M is positive
    definite and the objective falls enough. Each block of the graph |Sigma_ij| > rho_ij, of which
    the solution consists, is a separate problem.

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
        block; a step of conjugate gradients counts as a sweep. Snapshots: M and Y, the same
        (T, m, m); length (of the step), free (entries), sweeps, point_valid, dual_valid (T,).

    References
    ----------
    hsieh-2014
    hsieh-2013: blocks
    """
    options = Options(max_iter=max_iter, **common)
    steps = partial(_states, options.tol)
    return options.drive(begin(problem, options.x0, scaling, steps, _pictures), problem.certify)
