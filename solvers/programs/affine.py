"""Affine scaling for `Program`: the ellipsoid around the point that its slacks allow."""

from __future__ import annotations

import numpy as np

from solvers.options import Options
from solvers.problems.program import Program
from solvers.problems.rows import Rows
from solvers.programs.interior import Newton, Point
from solvers.programs.run import UNPROVED, Run
from solvers.result import States

#: Share of the way to the boundary, and of the radius of the ellipsoid.
_SHARE, _LEAST = 0.9, 0.4


class _Metric(Rows):
    """G'S^-2 G + Q / lam, as the Newton matrix of the slacks S; Q is left out where it is None."""

    def __init__(self, rows, lam):
        self.__dict__ |= rows.__dict__
        self.Q = None if rows.Q is None else rows.Q / lam

    def step(self, v, s, g):
        """(d, y, z) with y = S^-2 G d, G'y + (Q / lam) d + E'z = -g and E d = 0."""
        system = Newton(self, Point(v, s, 1.0 / s, np.zeros(self.e.size)))
        return system.solve(-g, np.zeros(self.e.size))


def _quadratic(rows, v, s, g, lam):
    """(d, y, z, lam): the minimum of the objective in the ellipsoid |S^-1 G d| <= 0.9, at which lam
    is its multiplier."""
    for _ in range(60):
        d, y, z = _Metric(rows, lam).step(v, s, g / lam)
        radius = np.linalg.norm((rows.G @ d) / s)
        if radius > _SHARE:
            lam *= 3.0
        elif radius < _LEAST and lam > 1e-13:
            lam /= 4.0
        else:
            break
    return d, y * lam, z * lam, lam


def program_states(problem: Program, options: Options) -> States:
    """d = -(G'S^-2 G)^-1 (c + Qv) on Ed = 0, nine tenths of the way to the boundary; with Q the
    minimum in nine tenths of the ellipsoid. y = lam S^-2 G d are multipliers, lam = 1 without Q.
    """
    run = Run(problem, options)
    rows, v, lam = run.rows, run.first, 1.0
    inside = (rows.excess(v)[0] < 0.0).all() and rows.meets(v)
    v = v if inside else rows.inner
    if v is None:
        yield run.answerless(run.state(run.first, slack=np.full(problem.b.size, np.nan)))
        return
    while True:
        s, g = rows.h - rows.G @ v, rows.slope(v)
        if rows.Q is None:
            d, y, z = _Metric(rows, 1.0).step(v, s, g)
        else:
            d, y, z, lam = _quadratic(rows, v, s, g, lam)
        run.work += 1
        y = np.maximum(y, 0.0)
        # The gap is about the sum of the products, in units of the objective's variation.
        state = run.state(v, y, z, repair=True, slack=rows.length * s[: problem.b.size],
                          check=bool(y @ s <= options.tol))  # fmt: skip
        reach = ((rows.G @ d) / s).max(initial=0.0)
        if rows.Q is None and reach <= 0.0:
            yield run.unbounded(state, d if d.any() else -g, v) or run.answerless(state)
            return
        yield state
        share = _SHARE / reach if rows.Q is None or reach > _SHARE else 1.0
        new = rows.on_equations(v + share * d)
        if not np.isfinite(new).all() or (rows.G @ new >= rows.h).any() or (new == v).all():
            yield run.unbounded(state, d, v) or run.answerless(run.fitted(state, v), UNPROVED)
            return
        if np.abs(new).max() > 1e6 and (end := run.unbounded(state, new - v, v)):
            yield end
            return
        v = new
