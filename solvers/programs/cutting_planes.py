"""Cutting planes by the analytic centre, for `Program`."""

from __future__ import annotations

from typing import Unpack

import numpy as np

from solvers.checks import between
from solvers.options import Common, Options, common_options
from solvers.problems.program import Program
from solvers.problems.rows import factor, gram
from solvers.programs.ellipsoid import _Dense, cut, in_words, value_at
from solvers.programs.run import Run
from solvers.registry import solver
from solvers.result import Result


def _analytic_centre(A, b, v):
    """(v, s): where the product of the slacks s = b - Av > 0 is largest, by Newton's method from
    any v; None where none are positive."""
    s = b - A @ v
    s = np.where(s > 0.0, s, np.maximum(1e-2, np.abs(s)))
    for _ in range(80):
        off = A @ v + s - b
        H = gram(A, 1.0 / s**2)
        dv = -factor(H)(A.T @ ((1.0 + off / s) / s))
        ds = -off - A @ dv
        fall = float(np.sum((ds / s) ** 2))
        reach = (-ds / s).max()
        step = 1.0 if reach < 0.95 else 0.95 / reach
        v, s = v + step * dv, s + step * ds
        if not np.isfinite(v).all():
            return None
        if fall < 1e-16 and np.abs(off).max() < 1e-11 * (1.0 + np.abs(b).max()):
            break
    true = b - A @ v
    return (v, true) if (true > 0.0).all() else None


def _states(problem, options, radius):
    run = Run(problem, options)
    rows, n = _Dense(run.rows), problem.c.size
    v, best, found = run.first.copy(), np.inf, None
    grown, k = radius, 0

    def box():
        return (
            [*np.eye(n), *-np.eye(n)],
            [*(grown + v), *(grown - v)],
            [-3] * (2 * n),
            [v] * (2 * n),
        )

    A, b, of, at = box()
    y = z = w = None
    while True:
        shown = np.full(n, np.nan) if found is None else run.rows.outward(found)
        row = of[-1] if k else -2
        state = run.state(v, y, z, w, row=row, cuts=len(of) - 2 * n, best=shown)
        a, right, row = cut(rows, v, best)
        if row == -1 and (value := value_at(rows, v)) <= best:
            best, found = value, v
        run.work += 1
        if row == -1 and not a.any():
            yield state
            return
        yield state
        if row >= 0 and row in of:  # on its own boundary: the set has no room left
            done = None
        else:
            A.append(a / np.linalg.norm(a))
            b.append(right / np.linalg.norm(a))
            of.append(row)
            at.append(v)
            k += 1
            done = _analytic_centre(np.array(A), np.array(b), v)
        if done is None:
            end = run.answerless(state, in_words(found))
            near = found is not None and np.abs(found - run.first).max() < 0.5 * grown
            if end["stop"] != "stalled" or grown >= 1e8 or near:
                yield end
                return
            grown *= 100.0
            v = run.first.copy()
            A, b, of, at = box()
            y = z = w = None
            continue
        v, s = done
        y, z, w = _multipliers(rows, np.array(A), of, at, 1.0 / s)


def _multipliers(rows, A, of, at, t):
    """y, z and w from the products 1 / s of the cuts: sum t a = 0, and those of the objective
    weigh c + Qw for the mean w of their points."""
    cuts = [i for i, row in enumerate(of) if row == -1]
    if not cuts:
        return None, None, None
    share = np.array([t[i] / np.linalg.norm(rows.slope(at[i])) for i in cuts])
    y, z = np.zeros(rows.h.size), np.zeros(rows.e.size)
    for i, row in enumerate(of):
        if 0 <= row < y.size:
            y[row] += t[i]
        elif row >= y.size:
            k = row - y.size
            z[k] += t[i] * np.sign(A[i] @ rows.E[k])
    return y / share.sum(), z / share.sum(), share @ np.array([at[i] for i in cuts]) / share.sum()


@solver("cutting_planes", Program, label="analytic centre", iterate="iterate", unit="cut")
@common_options
def solve_cutting_planes(
    problem: Program, *, max_iter: int = 500, radius: float = 10.0, **common: Unpack[Common]
) -> Result:
    """Keep a polyhedron that holds every better feasible point; cut it at its analytic centre.

    A centre that breaks rows adds the one that it breaks most, a feasible one adds the objective.
    The products of the centre are multipliers, and prove a bound.

    Parameters
    ----------
    problem : Program
        Up to some hundreds of variables: each centre takes n^3 some ten times.
    x0 : array_like (n,) or Result
        The first centre.
    seed : int
        No effect: nothing is random.
    radius : float
        Half the side of the first box, in median distances to a row; it grows a hundredfold where
        the polyhedron has no room left and nothing is proved.

    Returns
    -------
    Result
        `x` (n,); `dual` holds y (m,), z (k,) and w (n,), or the ray that proves "infeasible" or
        "unbounded". iteration and work count centres. Snapshots: iterate (T, n); y (T, m); row
        (T,), the row that was cut last, -1 for the objective, -2 at the start; cuts (T,), how many
        there are; best (T, n), the best feasible centre.

    References
    ----------
    goffin-1992
    """
    options = Options(max_iter=max_iter, **common)
    radius = between(radius, 1e-6, 1e6, "radius")
    return options.drive(_states(problem, options, radius), problem.certify)
