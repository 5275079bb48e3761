"""The homotopy of the lasso (eq. 23 of 002_8a6384496e3a9cf3.txt): from knot to knot of its path.

At lam, the residual correlations c = X'(t - X w) are c_j = lam s_j on the active set J, where w is
not zero, and |c_j| <= lam elsewhere; E = {j: |c_j| = lam} is the equicorrelation set. While lam
falls, w moves along d = (X_J'X_J)^-1 s_J and c along -a = -X'X d, until a further column meets the
falling lam and joins, or a weight is zero and its column leaves. That is a knot: J and d change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, Unpack

import numpy as np

from solvers.checks import dense
from solvers.compiled import njit
from solvers.lars.state import (
    ACTIVE,
    DEPENDENT,
    OUTSIDE,
    TIED,
    Homotopy,
    begin,
    gram_times,
    join,
    leave,
    solve_active,
    with_rows,
)
from solvers.options import Common, Options, common_options, start
from solvers.problems.sparse_linear import Lasso
from solvers.registry import solver
from solvers.result import Result
from solvers.vectors import copy

#: |c_j| counts as lam if it is at most this share of its unit, and this one of lam, below it.
_EQUAL, _EQUAL_NEAR_ZERO = 1e-10, 1e-2
#: A column of E stays out if |c_j| would fall behind lam by less than this share of its fall.
_GRAZING = 1e-11
#: Numbers that differ by this share differ by rounding.
_ROUNDING = 1e-12
#: Weights that would be zero this share of their column's unit after the first one leave with it.
_TOGETHER = 1e-13
#: Where lam has fallen to this share of a column's unit, its correlation is rounding, and it joins
#: no more; of the smallest unit, the last segment goes to lam_min.
_FLOOR = 1e-12
#: The weights are solved for again where lam has fallen to this share.
_FALLEN = 0.5
_UNUSED = "LARS always starts from w = 0 at lam_max: x0 was not used."


@njit(cache=True, nogil=True)
def find_direction(p: Homotopy, lasso: bool) -> Homotopy:
    """The same with the columns that join here, d and a.

    d minimises 1/2 ||X_E d||^2 - s'd over s_j d_j >= 0 where w_j = 0, also where columns tie or
    depend on each other. As Lawson and Hanson: the column that improves most joins, until none
    does. In plain LARS all of E join.
    """
    p = _with_equicorrelation(p)
    for _ in range(10 + 4 * p.c.size):  # each round lowers the objective, but for rounding
        j = _entering(p, lasso)
        if j < 0:
            break
        join(p, j)
        if p.role[j] == ACTIVE:
            _minimise(p, lasso)
        if p.role[j] != ACTIVE:
            p.role[j] = DEPENDENT
    copy(gram_times(p, p.d[: p.n[0]]), p.a)
    return p


@njit(cache=True, nogil=True)
def _with_equicorrelation(p):
    """The same with the roles of the columns that are not active, and the rows of X'X of E."""
    lam = p.lam[0]
    for j in range(p.c.size):
        if p.role[j] != ACTIVE:
            edge = lam - min(_EQUAL * p.unit[j], _EQUAL_NEAR_ZERO * lam)
            is_tied = abs(p.c[j]) >= edge and lam > _FLOOR * p.unit[j]
            p.role[j] = TIED if is_tied else OUTSIDE
            if is_tied:
                p.s[j] = np.sign(p.c[j])
    while _rows_missing(p) > 0:
        p = with_rows(p)
    return p


@njit(cache=True, nogil=True)
def _rows_missing(p):
    """The number of tied columns whose row of X'X is not known."""
    count = 0
    for j in range(p.c.size):
        count += p.role[j] == TIED and p.slot[j] < 0
    return count


@njit(cache=True, nogil=True)
def _entering(p, lasso):
    """The tied column with the largest 1 - s_j a_j, the speed at which |c_j| would fall behind lam;
    -1 if none would."""
    best, most, n = -1, _GRAZING, p.n[0]
    for j in np.flatnonzero(p.role == TIED):
        a = np.dot(p.rows[p.slot[j]][p.J[:n]], p.d[:n])
        speed = 1.0 - p.s[j] * a if lasso else 1.0
        if speed > most * (1.0 + _ROUNDING):
            best, most = j, speed
    return best


@njit(cache=True, nogil=True)
def _minimise(p, lasso):
    """d = (X_J'X_J)^-1 s_J; columns whose zero weight it would move against its sign leave."""
    while True:
        z, d = solve_active(p, p.s), p.d[: p.n[0]]
        k, share = _blocking(p, z) if lasso else (-1, 1.0)
        if k < 0:
            copy(z, d)
            return
        for i in range(z.size):
            d[i] += share * (z[i] - d[i])
        leave(p, k)


@njit(cache=True, nogil=True)
def _blocking(p, z):
    """The place in J of the first zero weight that blocks the way from d to z, and how far along;
    (-1, 1) if there is none. What z moves by rounding only blocks it as well."""
    first, share, parts = -1, 1.0, p.s[p.J[: z.size]] * z
    for i in range(z.size):
        parts[i] *= np.sqrt(p.rows[p.slot[p.J[i]], p.J[i]])
    for i in range(z.size):
        if p.w[p.J[i]] == 0.0 and parts[i] <= _ROUNDING * np.abs(parts).max():
            reach = p.d[i] / (p.d[i] - z[i]) if parts[i] < 0.0 else 1.0
            if first < 0 or reach < share:
                first, share = i, reach
    return first, share


@njit(cache=True, nogil=True)
def next_join(p: Homotopy) -> float:
    """How far lam falls until a column joins: the least (lam - c_j) / (1 - a_j) and, at the other
    edge, (lam + c_j) / (1 + a_j). What is in E but not active can come back at the other only."""
    fall, lam, c, a, s, role = np.inf, p.lam[0], p.c, p.a, p.s, p.role
    for j in np.flatnonzero(lam > _FLOOR * p.unit):
        for edge in (1.0, -1.0):
            closing = 1.0 - edge * a[j]
            meets = role[j] == OUTSIDE or (role[j] != ACTIVE and edge != s[j])
            if meets and closing > 0.0 and lam - edge * c[j] < fall * closing:
                fall = (lam - edge * c[j]) / closing
    return max(fall, 0.0)


@njit(cache=True, nogil=True)
def next_zero(p: Homotopy) -> float:
    """How far lam falls until a weight is zero; inf if none will be."""
    fall = np.inf
    for i in range(p.n[0]):
        fall = min(fall, _until_zero(p, i))
    return fall


@njit(cache=True, nogil=True)
def _until_zero(p, i):
    """How far lam falls until the weight of column J[i] is zero: -w_j / d_j, or inf."""
    j = p.J[i]
    return max(-p.w[j] / p.d[i], 0.0) if p.s[j] * p.d[i] < 0.0 else np.inf


@njit(cache=True, nogil=True)
def next_knot(p: Homotopy, lasso: bool) -> tuple[float, bool]:
    """How far lam falls to the next knot, and whether weights that are zero there leave."""
    return min(next_join(p), next_zero(p)) if lasso else next_join(p), lasso


@njit(cache=True, nogil=True)
def move(p: Homotopy, fall: float, leaving: bool, lam_min: float) -> None:
    """Lower lam by `fall`, or to lam_min if that is nearer: w += fall d, c -= fall a."""
    lam, n = p.lam[0] - fall, p.n[0]
    if lam <= max(lam_min, _FLOOR * _smallest_unit(p)):
        lam = lam_min
    fall, p.lam[0] = p.lam[0] - lam, lam
    for j in range(p.c.size):
        p.c[j] -= fall * p.a[j]
    for i in range(n - 1, -1, -1):
        j, zero = p.J[i], leaving and _until_zero(p, i) <= fall + _TOGETHER * p.unit[p.J[i]]
        p.w[j], p.c[j] = 0.0 if zero else p.w[j] + fall * p.d[i], lam * p.s[j]
        if zero:
            leave(p, i)
    if p.n[0] < n:
        copy(solve_active(p, p.s), p.d)
    if lam == lam_min or lam <= _FALLEN * p.lam[2]:
        _solve_again(p)


@njit(cache=True, nogil=True)
def _smallest_unit(p):
    """That of a column which is not zero; lam_max where all are."""
    least = p.lam[1]
    for j in range(p.unit.size):
        if p.unit[j] > 0.0:
            least = min(least, p.unit[j])
    return least


@njit(cache=True, nogil=True)
def _solve_again(p):
    """w_J = (X_J'X_J)^-1 (X_J't - lam s_J) and c from scratch: the rounding of each segment is one
    of lam where it began, and would be large compared with a small lam."""
    lam = p.lam[0]
    z = solve_active(p, p.first - lam * p.s)
    fitted = gram_times(p, z)
    for j in range(p.c.size):
        p.c[j] = p.first[j] - fitted[j]
    for i in range(z.size):
        j = p.J[i]
        p.w[j], p.c[j] = z[i], lam * p.s[j]
    p.lam[2] = lam


def follow(
    X: np.ndarray,
    t: np.ndarray,
    lam_min: float,
    lasso: bool,
    next_knot: Callable[[Homotopy, bool], tuple[float, bool]] = next_knot,
) -> Iterator[tuple[Homotopy, np.ndarray]]:
    """Generate (`Homotopy`, the columns that were active on the way to it (D,)) at each knot from
    lam_max to lam_min. next_knot(p, lasso): replaces the solver's rule."""
    p = begin(X.T, t, 0.0)
    active = p.role == ACTIVE
    yield p, active
    while p.lam[0] > lam_min:
        p = find_direction(p, lasso)
        active = p.role == ACTIVE
        move(p, *next_knot(p, lasso), lam_min)
        yield p, active


def _states(problem, method, x0):
    D = start(x0, problem.X.shape[1]).size  # only checked
    more = {} if x0 is None else {"note": _UNUSED}
    path = follow(problem.X, problem.t, problem.lam, method == "lasso")
    for k, (p, active) in enumerate(path):
        lam = float(p.lam[0])
        state = {"x": p.w, "iteration": k, "work": k * D, "check": lam <= problem.lam}
        yield state | {"w": p.w, "lam": lam, "correlations": p.c, "active": active} | more


@solver("lars", Lasso, label="LARS", iterate="w", unit="knot")
@common_options
def solve_lars(
    problem: Lasso,
    *,
    max_iter: int = 10_000,
    method: Literal["lasso", "lar"] = "lasso",
    **common: Unpack[Common],
) -> Result:
    """Follow the path of solutions from lam_max, where w = 0, down to the problem's lam: finite.

    See `lars_path`. A row is a knot of the path. The run ends early at a knot that is certified for
    the problem's lam within `tol`.

    Parameters
    ----------
    problem : Lasso
        Data X (N, D) and t (N,), and lam.
    x0 : array_like (D,) or Result
        No effect: the path starts from w = 0; a note says so.
    seed : int
        No effect: nothing is random.
    method : {"lasso", "lar"}
        "lar", in which no column ever leaves, in general does not arrive.

    Returns
    -------
    Result
        `x` is w (D,). iteration counts knots after the first; work counts D for each, the
        correlations looked at. Snapshots: `lam` (T,); `w` (T, D), the solution for that lam;
        `correlations` (T, D), x_d'r; `active` (T, D), the columns in use on the segment that leads
        to the knot.

    References
    ----------
    sparse-models: eq. (23)
    efron-2004
    """
    options = Options(max_iter=max_iter, **common)
    dense(problem.X, "X", "solve_coordinate_descent")
    return options.drive(_states(problem, method, options.x0), problem.certify)
