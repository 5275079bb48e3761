"""The ellipsoid method for `Program`, with deep cuts."""

from __future__ import annotations

from typing import Unpack

import numpy as np

from solvers.checks import between
from solvers.options import Common, Options, common_options
from solvers.problems.program import Program
from solvers.problems.rows import Rows
from solvers.programs.run import Run
from solvers.registry import solver
from solvers.result import Result

#: An ellipsoid narrower than this share of the lengths of the problem is empty.
_THIN = 1e-11


def cut(rows: Rows | _Dense, v: np.ndarray, best: float) -> tuple[np.ndarray, float, int]:
    """(a, b, row): the half-plane a'v <= b that remains: the row that is broken most or, where none
    is, what is no higher than the best value so far; row -1 is the objective."""
    over, off = rows.excess(v)
    worst = int(over.argmax()) if over.size else -1
    if over.size and over[worst] > 0.0 and over[worst] >= np.abs(off).max(initial=0.0):
        return rows.G[[worst]].ravel(), rows.h[worst], worst
    if np.abs(off).max(initial=0.0) > 1e-12:
        k = int(np.abs(off).argmax())
        sign = np.sign(off[k])
        return sign * rows.E[[k]].ravel(), sign * rows.e[k], over.size + k
    g, value = rows.slope(v), value_at(rows, v)
    return g, g @ v + min(best, value) - value, -1


def value_at(rows: Rows | _Dense, v: np.ndarray) -> float:
    """c'v + 1/2 v'Qv."""
    return float(rows.c @ v + 0.5 * (v @ rows.curve(v)))


def _states(problem, options, radius):
    run = Run(problem, options)
    rows, n = run.rows, problem.c.size
    v, best, found, row, depth = run.first.copy(), np.inf, None, -2, np.nan
    P, grown, multipliers = radius**2 * np.eye(n), radius, (None, None, None)
    dense = _Dense(rows)
    while True:
        shown = np.full(n, np.nan) if found is None else rows.outward(found)
        at = v if found is None else found
        wide = rows.length * rows.columns
        state = run.state(at, *multipliers, iterate=rows.outward(v), shape=np.outer(wide, wide) * P,
                          row=row, depth=depth, best=shown)  # fmt: skip
        a, b, row = cut(dense, v, best)
        if row == -1 and (value := value_at(rows, v)) <= best:
            best, found = value, v
            w, *others = rows.multipliers_at(v) or (None, None, None)
            multipliers = (*others, w)
        size = float(np.sqrt(max(a @ P @ a, 0.0)))
        depth = (a @ v - b) / size if size > 0.0 else np.inf
        run.work += 1
        if row == -1 and not a.any():
            yield state
            return
        yield state
        if depth >= 1.0 or size < _THIN:
            end = run.answerless(state, in_words(found))
            near = found is not None and np.linalg.norm(found - run.first) < 0.5 * grown
            if end["stop"] != "stalled" or grown >= 1e8 or near:
                yield end
                return
            grown *= 100.0
            v, P = run.first.copy(), grown**2 * np.eye(n)
            continue
        depth = max(depth, -1.0 / n if n > 1 else 0.0)
        v, P = smallest(v, P, a, depth, size) if n > 1 else _halved(v, P, a, b)


def smallest(
    v: np.ndarray, P: np.ndarray, a: np.ndarray, depth: float, size: float
) -> tuple[np.ndarray, np.ndarray]:
    """(v, P) of the smallest ellipsoid around the part of the last one in which a'x <= b: of
    `depth` in its own units, `size` the root of a'Pa."""
    n, step = v.size, P @ a / size
    more = 2.0 * (1.0 + n * depth) / ((n + 1.0) * (1.0 + depth))
    P = n * n / (n * n - 1.0) * (1.0 - depth**2) * (P - more * np.outer(step, step))
    return v - (1.0 + n * depth) / (n + 1.0) * step, 0.5 * (P + P.T)


def _halved(v, P, a, b):
    """The same of an interval."""
    low, high = v[0] - np.sqrt(P[0, 0]), v[0] + np.sqrt(P[0, 0])
    low, high = (low, min(high, b / a[0])) if a[0] > 0.0 else (max(low, b / a[0]), high)
    return np.array([0.5 * (low + high)]), np.array([[(0.5 * (high - low)) ** 2]])


class _Dense:
    """The rows with dense G and E, as one row at a time is asked for."""

    def __init__(self, rows):
        self.G, self.E = (a.toarray() if hasattr(a, "toarray") else a for a in (rows.G, rows.E))
        self.h, self.e, self.c = rows.h, rows.e, rows.c
        self.slope, self.curve, self.excess = rows.slope, rows.curve, rows.excess


def in_words(found: np.ndarray | None) -> str:
    """What the end of a run says that proves nothing."""
    what = "no feasible point was met" if found is None else "its best point is the answer"
    return (
        f"What is left has no volume, and {what}: empty interiors and narrow corners are below the "
        "precision of this method."
    )


@solver("ellipsoid", Program, iterate="iterate", unit="cut")
@common_options
def solve_ellipsoid(
    problem: Program, *, max_iter: int = 5_000, radius: float = 10.0, **common: Unpack[Common]
) -> Result:
    """Maintain an ellipsoid that contains every better feasible point; cut it, and take the
    smallest around the rest.

    The cut is the row that the centre breaks most or, where it is feasible, the objective, as deep
    as the best value so far allows. Its answer is the best feasible centre, with multipliers of the
    rows near it by nonnegative least squares.

    Parameters
    ----------
    problem : Program
        Up to some dozens of variables: n^2 cuts shrink an ellipsoid no more than a halving does.
    x0 : array_like (n,) or Result
        The first centre.
    seed : int
        No effect: nothing is random.
    radius : float
        Of the first ball, in median distances to a row; where the ellipsoid has no volume left and
        nothing is proved, it grows a hundredfold.

    Returns
    -------
    Result
        `x` (n,), the best feasible centre, the centre where there is none yet; `dual` holds y (m,),
        z (k,) and w (n,), or the ray that proves "infeasible" or "unbounded". iteration and work
        count cuts. Snapshots: iterate (T, n), the centres; y (T, m); shape (T, n, n), the
        ellipsoid {x: (x - centre)' shape^-1 (x - centre) <= 1}; row (T,), the row that was cut, -1
        for the objective, -2 at the start; depth (T,), how far beyond the centre, as a share of the
        radius; best (T, n), the best feasible centre.

    References
    ----------
    bland-1981
    """
    options = Options(max_iter=max_iter, **common)
    radius = between(radius, 1e-6, 1e6, "radius")
    return options.drive(_states(problem, options, radius), problem.certify)
