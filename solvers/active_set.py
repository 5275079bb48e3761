"""The dual active-set method for TripletMetric: constraints join and leave a set of those that hold
with equality.

The method of QPC, with which 000_291dc1e5a69c06b5.txt compares its own: Goldfarb and Idnani's, here
with upper bounds on the multipliers, so that the slack variables need no further rows.
"""

from __future__ import annotations

from typing import Unpack

import numpy as np
from scipy.linalg import qr, solve_triangular

from solvers.options import Common, Options, common_options
from solvers.problems.program import Program
from solvers.problems.triplet_metric import TripletMetric
from solvers.programs import active_set
from solvers.registry import solver
from solvers.result import Result, sum_error
from solvers.triplet.descent import dual_start, feasible_point

#: A normal depends on those held if less than this share of its square is its own.
_DEPENDENT = 1e-12
#: A constraint is violated where it lacks more than so many times what rounding may do.
_MARGIN = 16.0
#: What led to a row: nothing, a constraint that joined, one that went to its other bound, one that
#: left.
START, JOINED, CROSSED, LEFT = range(4)


class _Held:
    """The held constraints, in order, and Q R = root N' of their normals N (k, m)."""

    def __init__(self, half):
        self.half, self.order = half, []
        self.change()

    def change(self, add=None, drop=None):
        """Add the constraint `add`, whose normal does not depend on the others, or drop the one at
        the place `drop` of the order."""
        if add is not None:
            self.order.append(add)
        if drop is not None:
            del self.order[drop]
        columns = self.half[self.order].T
        self.Q, self.R = qr(columns) if self.order else (np.eye(len(columns)), columns)

    def split(self, p):
        """(how the multipliers held answer to one unit more of p's (k,), the square of what is p's
        own in its normal, as measured by L^-1)."""
        part, k = self.Q.T @ self.half[p], len(self.order)
        own = part[k:] @ part[k:]
        own = own if own > _DEPENDENT * (part @ part) else 0.0
        return -_solved(self.R[:k], part[:k]), own

    def correction(self, short):
        """What to add to the multipliers held so that their constraints gain `short` (k,)."""
        R = self.R[: len(self.order)]
        return _solved(R, _solved(R, short, trans="T"))


def _solved(R, b, **how):
    """`solve_triangular`, also where nothing is held: older SciPy refuses a matrix without rows."""
    return solve_triangular(R, b, **how) if b.size else b.copy()


class _Run:
    """The multipliers mu = (lam, t) (p,) of the constraints N w >= b, and w = L^-1 N'mu (m,)."""

    def __init__(self, problem, x0):
        self.problem, (self.n, m) = problem, problem.Z.shape
        lam, t = dual_start(problem, x0)
        free = not problem.nonnegative
        self.N = problem.Z if free else np.vstack([problem.Z, np.eye(m)])
        self.b = np.concatenate([np.ones(self.n), np.zeros(len(self.N) - self.n)])
        self.high = np.where(self.b > 0.0, problem.C, np.inf)
        self.mu = np.concatenate([lam, t])[: len(self.N)]
        half = self.N @ problem.root.T
        self.length = np.sqrt(np.einsum("ij,ij->i", half, half))
        self.held, self.entering, self.steps = _Held(half), -1, 0
        self._settle()

    def _settle(self):
        """w afresh, after what rounding took from the equations held is given back."""
        problem, order = self.problem, self.held.order
        for again in (bool(order), False):
            self.w = problem.root.T @ (problem.root @ (self.N.T @ self.mu))
            if not again:
                break
            short = self.b[order] - self.N[order] @ self.w
            new = self.mu[order] + self.held.correction(short)
            self.mu[order] = np.clip(new, 0.0, self.high[order])
        self.over = self.N @ self.w - self.b

    def _violated(self):
        """By how much each constraint is violated in a way that its multiplier can mend (p,)."""
        root, sizes = np.abs(self.problem.root), np.abs(self.N)
        reach = root.T @ (root @ (sizes.T @ self.mu))
        size = sizes @ (np.abs(self.w) + reach) + self.b
        rounding = _MARGIN * sum_error(self.N.shape[0] + self.w.size) * size
        can = np.where(self.over < 0.0, self.mu < self.high, self.mu > 0.0)
        can[self.held.order] = False
        return np.where(can & (np.abs(self.over) > rounding), np.abs(self.over), 0.0)

    def step(self):
        """(event, moved, left) of the next step; None where nothing is violated."""
        violated = self._violated()
        if not violated.any():
            return None
        p = self.entering
        if p < 0 or violated[p] == 0.0:
            with np.errstate(divide="ignore", invalid="ignore"):
                p = int(np.nanargmax(violated / self.length))
        up = 1.0 if self.over[p] < 0.0 else -1.0
        answer, own = self.held.split(p)
        order = self.held.order
        rate, end = up * answer, np.where(up * answer < 0.0, 0.0, self.high[order])
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = np.where(rate == 0.0, np.inf, (end - self.mu[order]) / rate)
        limits = (
            violated[p] / own if own > 0.0 else np.inf,
            self.high[p] - self.mu[p] if up > 0.0 else self.mu[p],
            reach.min(initial=np.inf),
        )
        which = int(np.argmin(limits))
        if not np.isfinite(limits[which]):  # only rounding can say that no w is allowed
            return None
        event, left = self._advance(p, up, answer, limits[which], which, reach)
        self.steps += 1
        self._settle()
        return event, p, left

    def _advance(self, p, up, answer, length, which, reach):
        """Go so far, and change the set by what ended the step."""
        order = self.held.order
        self.mu[order] += length * up * answer
        self.mu[p] += length * up
        if which == 2:
            place = int(np.argmin(reach))
            left = order[place]
            self.mu[left] = 0.0 if up * answer[place] < 0.0 else self.high[left]
            self.held.change(drop=place)
            self.entering = p
            return LEFT, left
        self.entering = -1
        if which == 1:
            self.mu[p] = self.high[p] if up > 0.0 else 0.0
            return CROSSED, -1
        self.held.change(add=p)
        return JOINED, -1

    def state(self, event=START, moved=-1, left=-1):
        """What `drive` certifies and records."""
        n, m = self.problem.Z.shape
        lam, t = self.mu[:n], np.zeros(m)
        t[: len(self.mu) - n] = self.mu[n:]
        held = np.zeros(n + m, dtype=bool)
        held[self.held.order] = True
        return {
            "x": feasible_point(self.problem, self.w),
            "diverges": False,
            "dual": {"lam": lam, "t": t},
            "work": self.steps * len(self.N),
            "w": self.w,
            "lam": lam,
            "t": t,
            "held": held,
            "event": event,
            "moved": moved,
            "left": left,
        }


def _states(problem, x0):
    run = _Run(problem, x0)
    yield run.state()
    while (done := run.step()) is not None:
        yield run.state(*done)


@solver("active_set", TripletMetric, label="active set", iterate="w", unit="step")
@solver("active_set", Program, label="active set", iterate="iterate", unit="step")
@common_options
def solve_active_set(
    problem: TripletMetric | Program, *, max_iter: int = 10_000, **common: Unpack[Common]
) -> Result:
    """Hold a set of constraints with equality, and change it by one constraint at a time.

    The constraint that is violated most, as measured by L^-1, is moved into: its multiplier goes as
    far as its constraint needs, while those of the set answer so that theirs keep holding. The step
    ends where the constraint holds, and joins the set; where its multiplier is at its other bound;
    or where a multiplier of the set is at a bound, and that constraint leaves. The dual value rises
    with each step, so that no set comes again and the method is finite: O(n m + m^3) a step, and
    about as many steps as multipliers that end above 0.

    Parameters
    ----------
    problem : TripletMetric or Program
        For a `Program` the method is the primal one: every point is feasible, a row joins where it
        stops the way, and leaves where its multiplier is negative.
    x0 : array_like (m,) or Result
        Multipliers between their bounds need not hold with equality; steps lead them there.
    seed : int
        No effect: nothing is random.

    Returns
    -------
    Result
        `x` is w (m,); `dual` holds lam (n,), t (m,). iteration counts steps; work counts n + m a
        step, for the constraints that are looked at. Snapshots: w (T, m), lam (T, n), t (T, m);
        held (T, n + m), whether z_i'w = 1, or w_j = 0 for the last m, is held; event (T,), 0: the
        start, 1: joined, 2: went to its other bound, 3: one left; moved (T,), the constraint whose
        multiplier was moved, and left (T,), the one that left, -1 where there is none. Of a
        `Program`: iterate (T, n); y (T, m); held (T, p) over rows of A and bounds; joined and left
        (T,).

    References
    ----------
    goldfarb-1983
    triplets: section 4, where it is called QPC
    nocedal-2006: chapter 16, for a `Program`
    """
    options = Options(max_iter=max_iter, **common)
    if isinstance(problem, Program):
        return options.drive(active_set.program_states(problem, options), problem.certify)
    return options.drive(_states(problem, options.x0), problem.certify)
