"""How a run in the homogeneous embedding ends: multipliers moved onto their equations, and places
that are rays, which prove that a program has no answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from solvers.options import Options
from solvers.problems.program import Program
from solvers.programs.cone import Cone
from solvers.programs.run import Run
from solvers.result import Result, State

#: A ray may miss its equations by this share before it is moved onto them.
_RAY_OFF = 1e-5
#: What kappa / tau must exceed for its ray to be looked at.
_RAY = 1e2
#: How often multipliers are moved onto their equations.
_REPAIRS = 4
#: What multipliers below 0 by no more are: rounding.
_DUST = 1e-15
#: A row is idle whose slack is so many times its multiplier, and that this share of the largest.
_IDLE, _RESTING = 1e8, 1e-10
#: The products aimed at meanwhile, in those of the place.
_TARGETS = (0.0, 10.0, 100.0)


def repaired(
    cone: Cone,
    w: np.ndarray,
    z: np.ndarray,
    s: np.ndarray,
    mu: float = 0.0,
    curved: bool = True,
    idle: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """(w, z) near those given with Pw + A'z + q = 0 up to rounding: Newton steps of the dual side,
    by the factor there is; where they lead below 0, towards products of 10 and 100 times mu.
    `idle`: rows that are far get none.

    A step of the method itself, before its multipliers are judged.
    """
    none, keep = np.zeros(cone.b.size), cone.positive
    # The multiplier of a row that is far is rounding, and moves less than the factor can resolve.
    if idle:
        small = z < _RESTING * max(1.0, float(np.abs(z).max(initial=0.0)))
        z = np.where(keep & (cone.w > _IDLE) & small, 0.0, z)
    for target in _TARGETS if mu else (0.0,):
        slack = (
            np.where(keep & (z > 0.0), s - target * mu / np.where(z > 0.0, z, 1.0), 0.0)
            if target
            else none
        )
        v, y = w, z
        for _ in range(_REPAIRS):
            rest = (cone.P @ v + cone.q if curved else 0.0) + cone.back(y)
            dx, dz = cone.solve(-rest, slack)
            slack, y, v = none, y + dz, v + dx if curved else v
        if (y[keep] >= -_DUST * max(1.0, float(np.abs(y).max(initial=0.0)))).all():
            break
    return v, np.where(keep, np.maximum(y, 0.0), y)


def proved_ray(
    cone: Cone,
    at: Any,
    step: Any,
    state: State,
    options: Options,
    feasible: Callable[[], Result],
    certain: bool = False,
) -> State | None:
    """The end of the run where the place is a ray that proves that there is no answer, or None.

    at, step: a `Place` and a `Step` of `programs.embedding`, which imports this module.
    """
    if not (certain or at.kappa > _RAY * at.tau):
        return None
    p = cone.given
    off = np.abs(cone.back(at.z)).max() if certain or cone.b @ at.z < 0.0 else np.inf
    if cone.b @ at.z < 0.0 and off <= _RAY_OFF * np.abs(at.z).max():
        z = at.z / np.abs(at.z).max()
        for again in (False, True):
            z = repaired(cone, at.x, z, at.s, curved=False)[1] if again else z
            ray = cone.ray(z)
            ray = ray / max(np.abs(ray).max(initial=0.0), 1e-300)
            if p.certify_infeasible(ray):
                return state | {"dual": {"ray": ray}, "stop": "infeasible"}
    off = np.abs(cone.forward(at.x) + at.s).max(initial=0.0) + np.abs(step.Px).max()
    if cone.q @ at.x < 0.0 and off <= _RAY_OFF * np.abs(at.x).max():
        return falling(cone, options, state, cone.point(at.x, direction=True), feasible)
    return None


def falling(
    cone: Cone, options: Options, state: State, d: np.ndarray, feasible: Callable[[], Result]
) -> State | None:
    """`state` as the end of the run where the objective falls for ever along the direction d (n,)
    from a feasible point, or where there is no such point; None where neither is proved.

    feasible() -> the `Result` of a run for any feasible point, made once for all directions.
    """
    problem = cone.given
    run = Run(problem, options)
    if end := run.unbounded(state, d / run.rows.columns):
        return end
    if not problem.certify_unbounded(d):
        ray = run.rows.falling(d / run.rows.columns)
        if ray is None or not problem.certify_unbounded(d := run.rows.columns * ray):
            return None
    # Of an objective that is 0 every feasible point is optimal.
    if cone.feasible is not None or (problem.Q is None and not problem.c.any()):
        return None
    found = cone.feasible = feasible()
    state = state | {"work": state["work"] + cone.spent}
    if found.status == "infeasible":
        return state | {"dual": dict(found.dual), "stop": "infeasible"}
    if found.status == "converged":
        return state | {"x": found.x, "dual": {"ray": d}, "stop": "unbounded"}
    return None


def idle_ray(problem: Program) -> np.ndarray | None:
    """A direction (n,) in which a variable that is in no row lets the objective fall without end,
    or None."""
    p = problem
    used = sum(np.asarray(abs(M).sum(axis=0)).ravel() for M in (p.A, p.A_eq, p.Q) if M is not None)
    open_side = np.where(p.c > 0.0, np.isinf(p.lower), np.isinf(p.upper))
    idle = np.flatnonzero((used == 0.0) & (p.c != 0.0) & open_side)
    if not idle.size:
        return None
    d = np.zeros(p.c.size)
    d[idle[0]] = -np.sign(p.c[idle[0]])
    return d
