"""Polishing: the exact point of the sides that a rough one says are met, by one linear system."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from solvers.docstrings import cite
from solvers.problems.rows import Multipliers, Rows

#: What is added to the diagonal of the system, and how often what that leaves is solved for again.
_RIDGE, _REFINEMENTS = 1e-9, 8
#: What a point may break, in lengths, and how far below 0 a multiplier may be.
_BROKEN = 1e-9


def active_rows(rows: Rows, v: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The rows of G that a rough point with its multipliers says are met: those with y > h - Gv."""
    return np.flatnonzero(y > rows.h - rows.G @ v)


@cite
def polish(
    rows: Rows, active: np.ndarray, v: np.ndarray, y: np.ndarray, z: np.ndarray
) -> Multipliers | None:
    """(v, y, z) near those given where the `active` rows of G hold with equality and bear all of
    the slope, or None where that point breaks rows or has negative multipliers.

    References
    ----------
    stellato-2020: section 5.2
    """
    side = np.concatenate([rows.h[active], rows.e])
    n, k = v.size, side.size
    whole = _whole(rows, active)
    ridge = np.concatenate([np.full(n, _RIDGE), np.full(k, -_RIDGE)])
    try:
        solve = _solver(whole, ridge)
    except (RuntimeError, np.linalg.LinAlgError):  # singular
        return None
    right, at = np.concatenate([-rows.c, side]), np.concatenate([v, y[active], z])
    for _ in range(_REFINEMENTS):
        at = at + solve(right - whole @ at)
    if not np.isfinite(at).all():
        return None
    new, full = at[:n], np.zeros(y.size)
    full[active] = at[n : n + active.size]
    size = 1.0 + np.abs(full).max(initial=0.0)
    if (
        rows.violation(new) > _BROKEN * (1.0 + np.abs(new).max())
        or full.min(initial=0.0) < -_BROKEN * size
    ):
        return None
    return new, np.maximum(full, 0.0), at[n + active.size :]


def _whole(rows, active):
    """[Q, K'; K, 0] for the active rows K."""
    parts, n = (rows.G[active], rows.E), rows.c.size
    if any(map(sparse.issparse, (*parts, rows.Q))):
        K = sparse.vstack([sparse.csr_array(part) for part in parts])
        Q = sparse.csc_array((n, n)) if rows.Q is None else sparse.csc_array(rows.Q)
        return sparse.block_array([[Q, K.T], [K, None]], format="csc") if K.shape[0] else Q
    K = np.vstack(parts)
    whole = np.zeros((n + len(K), n + len(K)))
    whole[:n, :n] = 0.0 if rows.Q is None else rows.Q
    whole[n:, :n], whole[:n, n:] = K, K.T
    return whole


def _solver(whole, ridge):
    """r -> (whole + diag(ridge))^-1 r."""
    if sparse.issparse(whole):
        return splu(sparse.csc_matrix(whole + sparse.diags_array(ridge))).solve
    inverse = np.linalg.inv(whole + np.diag(ridge))
    return lambda r: inverse @ r
