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
from solvers.result import Result, State


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


class _Polyhedron:
    """Half-planes Av <= b that hold every better feasible point: a box at first, then cuts; `of` is
    the row that each was cut for, -1 for the objective, `at` the centre that it cut off."""

    def __init__(self, v, radius):
        n = v.size
        self.A, self.b = [*np.eye(n), *-np.eye(n)], [*(radius + v), *(radius - v)]
        self.of, self.at = [-3] * (2 * n), [v] * (2 * n)

    def add(self, a, b, row, v):
        """Cut v off by a'v <= b; False where `row` was cut already, so that nothing is left."""
        if row >= 0 and row in self.of:
            return False
        size = np.linalg.norm(a)
        for retained, new in ((self.A, a / size), (self.b, b / size), (self.of, row), (self.at, v)):
            retained.append(new)
        return True

    def centre(self, v):
        """(v, s): its analytic centre, sought from v, and the slacks; None where its interior is
        empty."""
        return _analytic_centre(np.array(self.A), np.array(self.b), v)

    def multipliers(self, rows, t):
        """y, z and w from the products t = 1 / s of the cuts: sum t a = 0, and those of the
        objective weigh c + Qw for the mean w of their points."""
        cuts = [i for i, row in enumerate(self.of) if row == -1]
        if not cuts:
            return None, None, None
        share = np.array([t[i] / np.linalg.norm(rows.slope(self.at[i])) for i in cuts])
        y, z = np.zeros(rows.h.size), np.zeros(rows.e.size)
        for i, row in enumerate(self.of):
            if 0 <= row < y.size:
                y[row] += t[i]
            elif row >= y.size:
                k = row - y.size
                z[k] += t[i] * np.sign(self.A[i] @ rows.E[k])
        w = share @ np.array([self.at[i] for i in cuts])
        return y / share.sum(), z / share.sum(), w / share.sum()


def _states(problem, options, radius):
    run = Run(problem, options)
    rows, first = _Dense(run.rows), run.first
    v, best, found, y, z, w = first, np.inf, None, None, None, None
    retained, box = _Polyhedron(v, radius), 2 * v.size
    while True:
        shown = np.full(v.size, np.nan) if found is None else run.rows.outward(found)
        k = len(retained.of) - box
        at = v if found is None else found
        picture: State = {"iterate": run.rows.outward(v), "row": retained.of[-1] if k else -2}
        picture |= {"cuts": k, "best": shown}
        state = run.state(at, y, z, w, repair=y is not None, **picture)
        a, b, row = cut(rows, v, best)
        if row == -1 and (value := value_at(rows, v)) <= best:
            best, found = value, v
        run.work += 1
        if row == -1 and not a.any():
            yield state
            return
        yield state
        if retained.add(a, b, row, v) and (centre := retained.centre(v)):
            v, s = centre
            y, z, w = retained.multipliers(rows, 1.0 / s)
            continue
        if found is not None:
            state = run.fitted(state, found, **picture)
        end = run.answerless(state, in_words(found))
        near = found is not None and np.abs(found - first).max() < 0.5 * radius
        if end["stop"] != "stalled" or radius >= 1e8 or near:
            yield end
            return
        radius *= 100.0
        v, retained, y, z, w = first, _Polyhedron(first, radius), None, None, None


@solver("cutting_planes", Program, label="analytic centre", iterate="iterate", unit="cut")
@common_options
def solve_cutting_planes(
    problem: Program, *, max_iter: int = 500, radius: float = 10.0, **common: Unpack[Common]
) -> Result:
    """Maintain a polyhedron that contains every better feasible point; cut it at its analytic
    centre.

    A centre that breaks rows adds the one that it breaks most, a feasible one adds the objective.
    The products of the centre are multipliers, and prove a bound; where its interior is empty,
    those at the best centre are fitted by nonnegative least squares. The answer is the best
    feasible centre.

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
        the polyhedron's interior is empty and nothing is proved.

    Returns
    -------
    Result
        `x` (n,), the best feasible centre, the centre where there is none yet; `dual` holds y (m,),
        z (k,) and w (n,), or the ray that proves "infeasible" or "unbounded". iteration and work
        count centres. Snapshots: iterate (T, n); y (T, m); row
        (T,), the row that was cut last, -1 for the objective, -2 at the start; cuts (T,), how many
        there are; best (T, n), the best feasible centre.

    References
    ----------
    goffin-1992
    """
    options = Options(max_iter=max_iter, **common)
    radius = between(radius, 1e-6, 1e6, "radius")
    return options.drive(_states(problem, options, radius), problem.certify)
