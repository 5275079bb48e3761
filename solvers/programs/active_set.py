"""The primal active-set method for `Program`."""

from __future__ import annotations

import numpy as np
from scipy.linalg import qr

from solvers.options import Options
from solvers.problems.program import Program
from solvers.programs.run import LOST, UNPROVED, Run
from solvers.programs.simplex import feasible_corner
from solvers.result import EndingStates

#: Multipliers, directions and eigenvalues below this are zero.
_ZERO = 1e-10
#: After so many steps of length 0 the first row is taken, not the best.
_IDLE = 30


def _direction(N, Q, g):
    """(p, finite, y): the way to the minimum where Np = 0, whether it ends there, and the
    multipliers of N."""
    n, k = g.size, len(N)
    if k:
        Y, R, _ = qr(N.T, pivoting=True)  # equations may depend on each other
        y, Z = np.linalg.lstsq(N.T, -g, rcond=None)[0], Y[:, np.sum(np.abs(np.diag(R)) > _ZERO) :]
    else:
        y, Z = np.zeros(0), np.eye(n)
    if not Z.shape[1]:
        return np.zeros(n), True, y
    values, V = np.linalg.eigh(Z.T @ Q @ Z)
    slope = V.T @ (Z.T @ g)
    curved = values > _ZERO * max(1.0, np.abs(Q).max())
    flat = np.where(curved, 0.0, slope)
    if np.abs(flat).max(initial=0.0) > _ZERO * max(1.0, np.abs(g).max()):
        return -Z @ (V @ flat), False, y
    return -Z @ (V @ np.where(curved, slope / np.where(curved, values, 1.0), 0.0)), True, y


def _ratio_test(G, slack, p, held):
    """(row, step): the first row that stops a move along p, and how much of p it allows; step is
    inf where nothing stops it."""
    rise = G @ p
    rise[held] = 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(rise > 1e-12 * np.abs(p).max(), slack / rise, np.inf)
    return (int(ratio.argmin()), ratio.min()) if ratio.size else (-1, np.inf)


def _leaving(y, first):
    """The row whose multiplier is most negative, or the first with a negative one; -1 for none."""
    negative = np.flatnonzero(y < -_ZERO)
    return -1 if not negative.size else int(negative[0] if first else y.argmin())


def program_states(problem: Program, options: Options) -> EndingStates:
    """Steps to the minimum on the rows that hold with equality; one joins where it stops the way,
    one whose multiplier is negative leaves where the minimum is reached."""
    run = Run(problem, options)
    rows, n = run.rows, problem.c.size
    curved = np.zeros((n, n)) if rows.Q is None else rows.Q
    G, E, Q = (a.toarray() if hasattr(a, "toarray") else a for a in (rows.G, rows.E, curved))
    v, y, held, joined, left, idle = rows.feasible(run.first), np.zeros(len(G)), [], -1, -1, 0
    if v is None:
        v, end = feasible_corner(problem, options)
    if v is None:
        state = run.state(run.first, joined=-1, left=-1, held=y > 0.0)
        yield state | {name: end[name] for name in ("dual", "stop", "note") if name in end}
        return None
    while True:
        p, finite, both = _direction(np.vstack([E, G[held]]), Q, rows.slope(v))
        y = np.zeros(len(G))
        y[held] = both[len(E) :]
        run.work += 1
        row, step = _ratio_test(G, np.maximum(rows.h - G @ v, 0.0), p, held)
        still = finite and bool(np.abs(p).max() <= _ZERO * (1.0 + np.abs(v).max()))
        v = v + min(step, 1.0) * p if still else v
        leaving = _leaving(y, first=idle > _IDLE) if still else -1
        state = run.state(v, y, both[: len(E)], repair=still and leaving < 0, joined=joined,
                          left=left, held=np.isin(np.arange(len(G)), held), check=still,
                          continues=True)  # fmt: skip
        joined, left = -1, leaving
        if still:
            yield state
            if left < 0:
                return run.words(UNPROVED)
            held.remove(left)
            continue
        if step == np.inf and not finite:
            yield run.unbounded(state, p, v) or run.stalled(state, LOST)
            return None
        yield state
        if finite and step >= 1.0:
            v = v + p
        else:
            joined = row
            held.append(row)
            v, idle = v + step * p, idle + 1 if step <= _ZERO else 0
