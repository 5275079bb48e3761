"""The path common to the interior-point methods of `KernelSVM`: states, snapshots, the source's
rule, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from solvers.interior_point.svm.algebra import make_algebra
from solvers.interior_point.svm.point import (
    Newton,
    Point,
    Residuals,
    at_bounds,
    residuals,
    starts,
    theta,
)
from solvers.problems import knapsack
from solvers.problems.kernel_svm import KernelSVM, seems_done
from solvers.result import Start, State, States

#: The source stops at residuals and mu below this, or at this many equal digits.
_EPS, _DIGITS = 1e-5, 6.5
#: Digits that double precision can show.
_MOST_DIGITS = 16.0
#: r_e this many times above its start means divergence.
_BLOW_UP = 1e10

#: What led to a row: centring; predictor, primal and dual step.
_STEP_NUMBERS = ("sigma", "alpha_a", "alpha_p", "alpha_d")
#: step(p, r) -> (new point, picture, cost), None where the numbers end.
Step = Callable[[Point, Residuals], tuple[Point, State, int] | None]


def step_snapshots(n: int, **found: Any) -> State:
    """The snapshots of one step; NaN for what is not found."""
    blank = np.full(n, np.nan)
    return {
        **dict.fromkeys(_STEP_NUMBERS, np.nan),
        "predictor": blank,
        "direction": blank,
        **found,
    }


def sigfig(problem: KernelSVM, p: Point, Qx: np.ndarray) -> float:
    """The source's digits: -log10 of |primal - dual| / (|primal| + 1), at least 0.

    No gap: at an infeasible point the difference can vanish by cancellation.
    """
    half = 0.5 * p.x @ Qx
    primal = half - p.x.sum()
    dual = -half + problem.b * p.s - problem.C * p.u.sum()
    apart = abs(primal - dual) / (abs(primal) + 1.0)
    return min(max(float(-np.log10(apart)), 0.0), _MOST_DIGITS) if apart > 0.0 else _MOST_DIGITS


def source_rule(problem: KernelSVM, p: Point, r: Residuals, digits: float) -> bool:
    """(4.60)-(4.63) all below 1e-5, or more than 6.5 digits."""
    return bool(
        digits > _DIGITS
        or (
            np.abs(r.e).max() < 2.0 * _EPS
            and abs(r.b) < (abs(problem.b) + 1.0) * _EPS
            and np.abs(r.c).max() < (problem.C + 1.0) * _EPS
            and p.mu < _EPS
        )
    )


def has_interior(problem: KernelSVM) -> bool:
    """Whether a strictly feasible x exists; without one, a single point is feasible."""
    return knapsack.centre_share(problem.y, problem.C, problem.b) not in (0.0, 1.0)


class Homotopy:
    """States of one run: `step(p, r) -> (new point, picture, cost)`, None where numbers end.

    cost: columns of Q the step used, its one product Q x included.
    """

    def __init__(
        self,
        problem: KernelSVM,
        x0: Start,
        tol: float,
        *,
        source: bool = False,
        stop: str = "certificate",
    ):
        self.problem, self.x0, self.tol = problem, x0, tol
        self.source, self.stop = source, stop
        self.work, self.fired, self.iteration = 0, False, 0
        self.first: float | None = None

    def product(self, x: np.ndarray) -> np.ndarray:
        """Q x (n,) at the point reached."""
        return self.problem.product(x)

    def pace(self) -> int:
        """Steps between two states."""
        return 1

    def states(self, step: Step, **extra: Any) -> States:
        """A state per iteration; `extra` names further snapshots with their values at the start."""
        blank = step_snapshots(self.problem.y.size, **extra)
        if not has_interior(self.problem):
            self.fired = True
            p = at_bounds(self.problem, self.problem.project(np.zeros(blank["direction"].size)))
            yield self.state(p, residuals(self.problem, p, self.product(p.x)), blank)
            return
        for count, p in enumerate(starts(self.problem, self.x0, self.source)):
            self.iteration = count
            r = residuals(self.problem, p, self.product(p.x))
            yield self.state(p, r, blank)
        while True:
            p, r, shown = self._several(step, p, r)
            if shown is None:
                return
            yield self.state(p, r, {**blank, **shown})

    def _several(self, step, p, r):
        """The steps up to the next state; no picture where there is none."""
        shown = None
        for _ in range(self.pace()):
            with np.errstate(all="ignore"):
                advanced = step(p, r) if p.mu > 0.0 else None
            if advanced is None:
                break
            p, shown, cost = advanced
            r = residuals(self.problem, p, self.product(p.x))
            self.work += cost
            self.iteration += 1
        return p, r, shown

    def state(self, p: Point, r: Residuals, shown: State) -> State:
        """What `drive` certifies and records."""
        digits = sigfig(self.problem, p, r.Qx)
        size = float(np.abs(r.e).max())
        if self.first is None:  # of a feasible start r_e is the rounding of its terms
            self.first = max(size, float(np.abs(r.Qx).max()))
        ends = self._ends(p, r, digits)
        if not size <= _BLOW_UP * (1.0 + self.first):
            ends = {"stop": "diverged"}
        return {
            "x": self.problem.project(p.x),
            "work": self.work,
            "iteration": self.iteration,
            "check": seems_done(self.problem, p.x, r.Qx - 1.0, self.tol),
            "diverges": False,  # x is in the box, at whose centre a large C makes values large
            "iterate": p.x,
            "w": p.w,
            "t": p.t,
            "u": p.u,
            "s": p.s,
            "mu": p.mu,
            "r_e": size,
            "r_b": abs(r.b),
            "r_c": float(np.abs(r.c).max()),
            "sigfig": digits,
            "source_rule": self.fired,
            **shown,
            **ends,
        }

    def _ends(self, p, r, digits):
        """Stop by the source's rule where asked, else a note on where it would have."""
        if self.fired or not source_rule(self.problem, p, r, digits):
            return {}
        self.fired = True
        if self.stop == "source":
            return {"stop": "small_change"}
        gap = self.problem.certify(p.x).relative_gap
        return {
            "note": f"The source's stopping rule fired at sigfig = {digits:.1f}, at a certified "
            f"relative gap of {gap:.1e}."
        }


def newton_states(
    path: Homotopy,
    choice: str,
    advance: Callable[[Point, Newton], tuple[Point, State] | None],
    *,
    sides: int,
) -> States:
    """The states of a `Homotopy` whose steps solve Newton's equations by the algebra called
    `choice`.

    advance(p, newton) -> (new point, picture), None where the numbers end; it solves for `sides`
    right-hand sides.
    """
    problem = path.problem
    algebra = make_algebra(problem, choice) if has_interior(problem) else None

    def step(p, r):
        assert algebra is not None  # without an interior there is no step
        solve = algebra.factor(theta(p))
        advanced = advance(p, Newton(problem, p, r, solve)) if solve else None
        if advanced is None:
            return None
        note = {"note": algebra.note} if algebra.note else {}
        products = sides + 1  # and the residual's
        return advanced[0], {**advanced[1], **note}, algebra.cost + products * problem.y.size

    yield from path.states(step)
