"""The primal active-set method for `Program`."""

from __future__ import annotations

import numpy as np
from scipy.linalg import qr

from solvers.programs.run import Run

#: Multipliers, directions and eigenvalues below this are zero.
_ZERO = 1e-10
#: After so many steps of length 0 the first row is taken, not the best.
_IDLE = 30


def _direction(N, Q, g):
    """(p, finite, y): the way to the minimum where Np = 0, whether it ends there, and the
    multipliers of N."""
    n, k = g.size, len(N)
    if k:
        Y, R = qr(N.T)
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


def program_states(problem, options):
    """Steps to the minimum on the rows that are held; one joins where it stops the way, one whose
    multiplier is negative leaves where the minimum is reached."""
    run = Run(problem, options)
    rows, n = run.rows, problem.c.size
    G, E, Q = (a.toarray() if hasattr(a, "toarray") else a for a in (rows.G, rows.E, rows.Q))
    Q = np.zeros((n, n)) if Q is None else Q
    v = rows.feasible(run.first)
    if v is None:
        state = run.state(run.first, joined=-1, left=-1, held=np.zeros(len(G), dtype=bool))
        yield run.answerless(state)
        return
    held, joined, left, idle = [], -1, -1, 0
    while True:
        g = rows.slope(v)
        p, finite, y = _direction(np.vstack([E, G[held]]), Q, g)
        full = np.zeros(len(G))
        full[held] = y[len(E) :]
        run.work += 1
        mask = np.zeros(len(G), dtype=bool)
        mask[held] = True
        still = np.abs(p).max() <= _ZERO * (1.0 + np.abs(v).max())
        state = run.state(v, full, y[: len(E)], joined=joined, left=left, held=mask,
                          check=still)  # fmt: skip
        state["check"] = bool(still)
        joined = left = -1
        if still:
            worst = np.flatnonzero(full < -_ZERO)
            if not worst.size:
                yield state
                return
            left = int(worst[0] if idle > _IDLE else full.argmin())
            held.remove(left)
            yield state
            continue
        rise, room = G @ p, np.maximum(rows.h - G @ v, 0.0)
        rise[held] = 0.0
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.where(rise > 1e-12 * np.abs(p).max(), room / rise, np.inf)
        step = ratio.min(initial=np.inf)
        if step == np.inf and not finite:
            yield run.unbounded(state, p, v) or state | {"stop": "stalled"}
            return
        yield state
        if finite and step >= 1.0:
            v = v + p
        else:
            joined = int(ratio.argmin())
            held.append(joined)
            v, idle = v + step * p, idle + 1 if step <= _ZERO else 0
