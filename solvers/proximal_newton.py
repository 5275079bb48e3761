"""Proximal Newton for sparse precision matrices: a quadratic model, minimised entry by entry."""

from __future__ import annotations

from functools import partial
from typing import Unpack

import numpy as np

from solvers.batches import Batches
from solvers.checks import locked, of_type, one_of
from solvers.options import Common, Options, common_options
from solvers.precision.blocks import blocks
from solvers.precision.newton_steps import (
    FREE,
    GAP,
    LENGTH,
    LINEAR,
    SWEEPS,
    Parts,
    follow,
    prepare,
    square,
)
from solvers.precision.run import begin, unbounded
from solvers.problems.sparse_precision import SparsePrecision
from solvers.registry import solver
from solvers.result import Result

_STALLED = {
    "stop": "stalled",
    "note": "The step moves nothing any more in floating-point arithmetic.",
}


def _pictures(M, length=np.nan, free=0, sweeps=0):
    """The snapshots of a row."""
    return {"M": M, "Y": M, "length": length, "free": free, "sweeps": sweeps}


def _gathered(frame, N, larger, tol):
    """The `Parts` of the blocks with the rows `larger`, at `N`."""
    sizes = np.array([rows.size for rows in larger], dtype=np.int64)
    begins = np.concatenate([[0], np.cumsum(sizes**2)])
    flat = lambda A: np.concatenate([np.empty(0), *(A[_at(rows, A)].ravel() for rows in larger)])  # noqa: E731
    shapes = begins[-1], begins[-1], (sizes.size, 7), (3, sizes.max(initial=0) ** 2)
    room = map(np.empty, shapes)
    parts = Parts(sizes, begins, flat(frame.Sigma), flat(frame.weights), flat(N), *room)
    prepare(parts, tol)
    return parts


def _at(rows, A):
    """Where the block with these `rows` stands in `A`."""
    return ... if rows.size == len(A) else np.ix_(rows, rows)


def _states(options, frame, Y, U):
    """A state after each call, of one step of every block that is not done, or of as many as it
    takes."""
    _, larger = blocks(np.abs(frame.Sigma) > frame.weights)
    parts = _gathered(frame, Y, larger, options.tol)
    if options.x0 is None:
        yield _state(frame, parts, larger, options.tol)
    else:  # which may have entries outside the blocks, and a dual point of its own
        yield frame.state([Y], [U], options.tol, **_pictures(frame.matrix(Y)))
    batches, cost = Batches(options, first=np.inf), float((parts.sizes**3).sum())
    done, work = 0, 0
    while True:
        most = batches.next(cost, done)
        steps, spent, moved, falling = follow(parts, most, options.tol)
        done, work = done + steps, work + spent
        counted = {"iteration": done, "work": work}
        if falling >= 0:
            yield _falling(frame, larger[falling], square(parts, parts.N, falling)) | counted
        stalled = {} if moved else _STALLED
        yield _state(frame, parts, larger, options.tol) | counted | stalled


def _assembled(frame, parts, larger, flat, alone):
    """The matrix (m, m) with the blocks in `flat`; diagonal, with the entries of `alone` (m,),
    elsewhere."""
    if larger and larger[0].size == alone.size:
        return square(parts, flat, 0)
    A = np.diag(alone)
    for b, rows in enumerate(larger):
        A[_at(rows, A)] = square(parts, flat, b)
    return A


def _state(frame, parts, larger, tol):
    """The state at N and Z."""
    raised = np.diagonal(frame.Sigma) + np.diagonal(frame.weights)
    m, gap = raised.size, parts.seen[:, GAP].sum()
    # A row alone has the linear part 1, and no gap.
    linear = m - parts.sizes.sum() + parts.seen[:, LINEAR].sum()
    M = frame.matrix(_assembled(frame, parts, larger, parts.N, 1.0 / raised))
    shown = {
        "length": parts.seen[:, LENGTH].min(initial=1.0),
        "free": int(parts.seen[:, FREE].sum()),
        "sweeps": int(parts.seen[:, SWEEPS].max(initial=0.0)),
    }
    Z = _assembled(frame, parts, larger, parts.Z, raised) / frame.outer
    return {
        "x": locked(M * (m / linear)),  # so that the certificate need not copy it
        "dual": {"Z": locked(Z)},
        "check": bool(gap <= tol * m),
        "certify": bool(gap <= 2.0 * tol * m),
        "point_valid": True,
        "dual_valid": bool(np.isfinite(gap)),
        **_pictures(M, **shown),
    }


def _falling(frame, rows, block):
    """The state that ends a run: along N, which is `block` in its `rows`, the objective falls
    without end, or rounding hides whether."""
    N = np.zeros_like(frame.Sigma)
    N[_at(rows, N)] = block
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
    steps = partial(_states, options)
    return options.drive(begin(problem, options.x0, scaling, steps, _pictures), problem.certify)
