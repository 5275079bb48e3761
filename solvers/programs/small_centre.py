"""Newton's method for points on the central path of a dense program of few variables, in machine
code: see `solvers.programs.interior.centres`."""

import numpy as np

from solvers.compiled import njit

#: Programs of more variables, or with more entries of G, are left to LAPACK, call by call.
MOST_VARIABLES, MOST_ENTRIES = 8, 2_000


@njit(cache=True, nogil=True, error_model="numpy")
def small_path(
    G: np.ndarray,
    h: np.ndarray,
    c: np.ndarray,
    Q: np.ndarray,
    taus: np.ndarray,
    start: np.ndarray,
    ridge: float,
    most: int,
    nearer: float,
) -> tuple[np.ndarray, bool]:
    """(V (T, n), found): `small_centre` at falling taus, by tenths from 1 on: the first from
    `start`, each other from where the line through the last two leads or, where that leaves less
    than the share `nearer` of a slack, from the last."""
    V, now, known = np.empty((taus.size, start.size)), 1.0, 0
    t0, t1, v0, v1 = 0.0, 0.0, start, start
    for k in range(taus.size):
        arrived = False
        while not arrived:
            arrived = now <= 10.0 * taus[k]
            now = taus[k] if arrived else now / 10.0
            ahead = v1
            if known > 1 and t0 != t1:
                ahead = v1 + (now - t1) / (t1 - t0) * (v1 - v0)
                if _comes_near(G, h, ahead, v1, nearer):
                    ahead = v1
            t0, v0, known = t1, v1, known + 1
            t1, (v1, found) = now, small_centre(G, h, c, Q, now, ahead, ridge, most)
            if not found:
                return V, False
        V[k] = v1
    return V, True


@njit(cache=True, nogil=True, error_model="numpy")
def _comes_near(G, h, there, here, nearer):
    """Whether less than that share of a slack of `here` is left `there`."""
    for i in range(h.size):
        left, slack = h[i], h[i]
        for j in range(here.size):
            left -= G[i, j] * there[j]
            slack -= G[i, j] * here[j]
        if left < nearer * slack:
            return True
    return False


@njit(cache=True, nogil=True, error_model="numpy")
def small_centre(
    G: np.ndarray,
    h: np.ndarray,
    c: np.ndarray,
    Q: np.ndarray,
    tau: float,
    start: np.ndarray,
    ridge: float,
    most: int,
) -> tuple[np.ndarray, bool]:
    """(v, found): at most `most` steps from `start` (n,) for c'v + 1/2 v'Qv - tau sum log(h - Gv);
    found is False where the matrix of a step has no Cholesky factor, v then where it was met."""
    (p, n), v = G.shape, start.copy()
    M, dv, s, share = np.empty((n, n)), np.empty(n), np.empty(p), np.empty(p)
    for _ in range(most):
        M[:] = Q
        for j in range(n):
            dv[j] = -c[j]
            for k in range(n):
                dv[j] -= Q[j, k] * v[k]
        for i in range(p):
            s[i] = h[i]
            for j in range(n):
                s[i] -= G[i, j] * v[j]
            for j in range(n):
                pull = G[i, j] * (tau / s[i])
                dv[j] -= pull
                for k in range(j + 1):
                    M[j, k] += pull / s[i] * G[i, k]
        trace = 0.0
        for j in range(n):
            trace += M[j, j]
        for j in range(n):
            M[j, j] += ridge * max(1e-300, trace / n)
        if not _solved(M, dv):
            return v, False
        reach, fall = 0.0, 0.0
        for i in range(p):
            share[i] = 0.0
            for j in range(n):
                share[i] += G[i, j] * dv[j]
            share[i] /= s[i]
            reach = max(reach, share[i])
            fall += tau * share[i] * share[i]
        for j in range(n):
            for k in range(n):
                fall += dv[j] * Q[j, k] * dv[k]
        step = 0.9 / reach if reach > 0.9 else 1.0
        for j in range(n):
            v[j] += min(1.0, step) * dv[j]
        # Near the centre a step squares the decrement, so that 1e-20 is left of tau.
        if fall <= 1e-10 * tau or not np.isfinite(fall):
            break
    return v, True


@njit(cache=True, nogil=True, error_model="numpy")
def _solved(M, r):
    """Solve Mx = r, in place, by a Cholesky factor of the lower triangle of M; whether there is
    one."""
    n = len(r)
    for j in range(n):
        for k in range(j):
            M[j, j] -= M[j, k] * M[j, k]
        if not M[j, j] > 0.0:
            return False
        M[j, j] = np.sqrt(M[j, j])
        for i in range(j + 1, n):
            for k in range(j):
                M[i, j] -= M[i, k] * M[j, k]
            M[i, j] /= M[j, j]
    for j in range(n):
        for k in range(j):
            r[j] -= M[j, k] * r[k]
        r[j] /= M[j, j]
    for j in range(n - 1, -1, -1):
        for k in range(j + 1, n):
            r[j] -= M[k, j] * r[k]
        r[j] /= M[j, j]
    return True
