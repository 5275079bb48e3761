"""Coordinate descent that also minimises over all weights in use at once.

As long as their signs s hold, the objective of the lasso is quadratic in the weights u that are not
0, and least at u + d, where X'X d = X'r - lam s over their columns.
"""

from __future__ import annotations

from typing import Unpack

import numpy as np
from scipy.linalg.lapack import dposv

from solvers.coordinate_descent import Coordinates
from solvers.engine import Proofs
from solvers.options import Common, Options, common_options
from solvers.problems.sparse_linear import Lasso
from solvers.registry import solver
from solvers.result import Result
from solvers.sparse.start import sparse_start
from solvers.sparse.working_sets import descent_states

#: Where X'X is singular, this share of its diagonal is added to find a direction.
_RIDGE = 1e-9


def subspace_step(G: np.ndarray, lam: float, u: np.ndarray, v: np.ndarray) -> None:
    """Move the weights u, none of them 0, towards where the objective is least with their signs, as
    far as it falls; G is X'X of their columns and v = X'r."""
    if not u.size:
        return
    slope = v - lam * np.sign(u)
    d = _newton(G, slope)
    share, zero = _line_minimum(u, d, float(d @ slope), float(d @ G @ d), lam)
    if 0.0 < share < np.inf:
        u += share * d
        u[zero] = 0.0


def _newton(G, slope):
    """The d with G d = slope; where columns depend, with a little more of each than its own."""
    _, d, info = dposv(G.T, slope)  # symmetric, and by columns as LAPACK wants it
    if info == 0:
        return d
    diagonal = np.diag(G)
    return dposv(G + np.diag(_RIDGE * (diagonal + diagonal.max())), slope)[1]


def _line_minimum(w, d, fall, curvature, lam):
    """(a, the weights that are zero there): the a > 0 at which the objective is least at w + a d.

    Its slope is -fall + a curvature, and rises by 2 lam |d_i| where w_i + a d_i is zero.
    """
    with np.errstate(all="ignore"):
        a = -w / d
    crossed = np.flatnonzero((a > 0.0) & (a < np.inf))
    order = crossed[np.argsort(a[crossed])]
    rise = np.cumsum(2.0 * lam * np.abs(d[order]))
    k = int(np.count_nonzero(a[order] * curvature + rise < fall))
    before = rise[k - 1] if k > 0 else 0.0
    inside = (fall - before) / curvature if curvature > 0.0 else np.inf
    if k < order.size and inside > a[order[k]]:
        return a[order[k]], order[k : k + 1]
    return inside, order[:0]


@solver("subspace", Lasso, label="descent in subspaces", iterate="w")
@common_options
def solve_subspace_descent(
    problem: Lasso, *, max_iter: int = 10_000, **common: Unpack[Common]
) -> Result:
    """Sweep over the weights until none changes its sign; then, as long as the signs hold, the
    objective is quadratic in those that are not 0: go to its minimum over all of these at once.

    On the way the objective is followed through every change of sign to where it is least, so that
    a step never raises it. Sweeps find which weights are zero, steps what the others are: where
    many columns are in use and correlated, a few steps do the work of hundreds of sweeps.

    Parameters
    ----------
    problem : Lasso
        Data X (N, D), dense or sparse, and t (N,), and lam. At lam = 0, and for the last digits,
        there are only sweeps.
    x0 : array_like (D,) or Result
    seed : int
        No effect: the weights are swept in their order.

    Returns
    -------
    Result
        `x` is w (D,); `dual` holds theta (N,). iteration counts sweeps, a step being part of the
        sweep before it; work counts coordinates visited. Snapshots: `w` (T, D); `visited`,
        `changed` (T,): how many coordinates the sweep visited and moved. With record_every=0 a
        small dense problem takes a step only once sweeps have cost as much.

    References
    ----------
    wen-2010
    lee-2007: the step through changes of sign
    """
    options, proofs = Options(max_iter=max_iter, **common), Proofs(problem)
    w, theta, random = sparse_start(problem, options)
    states = descent_states(
        Coordinates(problem, w), proofs, theta, random, options, shuffled=False, steps="sweeps",
        active_set=True, fast=problem.lam > 0.0, step=subspace_step,
    )  # fmt: skip
    return options.drive(states, proofs.certify)
