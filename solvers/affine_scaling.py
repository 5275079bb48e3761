"""Affine scaling with cyclic Barzilai-Borwein steps, for `KernelSVM`.

Gonzalez-Lima, Hager, Zhang (2011), doi:10.1137/090766255: the method ASL to which
001_f12148ddf98c114b.txt compares its own.
"""

from __future__ import annotations

from collections import deque
from typing import Unpack

import numpy as np

from solvers.compiled import njit
from solvers.interior_point.svm.homotopy import has_interior
from solvers.interior_point.svm.point import inner
from solvers.interior_point.svm.spectral import CYCLE, DESCENT, LEAST, MEMORY, REFRESH
from solvers.options import Common, Options, common_options, start
from solvers.problems.kernel_svm import KernelSVM, best_multiplier, objective, seems_done
from solvers.problems.program import Program
from solvers.programs import affine
from solvers.registry import solver
from solvers.result import HALVINGS, Result

#: Steps of the search for the multiplier, and its tolerance relative to sum |d|.
_SEARCH, _BALANCE = 100, 1e-15
#: Iterates stay these shares of C away from 0 and from C, where rounding would put them on or
#: beyond; as near to 0 as can be, since the whole answer may be a tiny share of C.
_OFF_ZERO, _OFF_C = 1e-100, 2.0**-52


@njit(cache=True, nogil=True)
def _scaled(x, g, y, C, curvature, s, d):
    """Fill d with -g_i X_i / (curvature X_i + |g_i|), g = Qx - e - s y and X_i the distance
    of x_i from its bound against g_i; return y'd, its derivative in s, and sum |d|."""
    off, steep, size = 0.0, 0.0, 0.0
    for i in range(x.size):
        slope = g[i] - s * y[i]
        X = x[i] if slope > 0.0 else C - x[i]
        below = curvature * X + abs(slope)
        d[i] = -slope * X / below if below > 0.0 else 0.0
        off += y[i] * d[i]
        size += abs(d[i])
        steep += curvature * (X / below) ** 2 if below > 0.0 else 0.0
    return off, steep, size


@njit(cache=True, nogil=True)
def _direction(x, g, y, C, curvature, s, low, high, d):
    """Fill d for the s in [low, high] with y'd = 0, by Newton steps kept in a shrinking bracket;
    return that s."""
    for _ in range(_SEARCH):
        off, steep, size = _scaled(x, g, y, C, curvature, s, d)
        if abs(off) <= _BALANCE * size:
            break
        if off < 0.0:
            low = s
        else:
            high = s
        new = s - off / steep if steep > 0.0 else high
        if not low < new < high:
            new = 0.5 * (low + high)
        if new in (s, low, high):
            break
        s = new
    return s


def direction(
    x: np.ndarray, g: np.ndarray, y: np.ndarray, C: float, curvature: float, s: float
) -> tuple[np.ndarray, float]:
    """The affine-scaling direction (n,) with y'd = 0 and its multiplier, sought from `s`."""
    beta, d = y * g, np.empty(x.size)
    low, high = beta.min(), beta.max()
    return d, _direction(x, g, y, C, curvature, min(max(s, low), high), low, high, d)


def _search(q, slope, square, recent):
    """The first step 1, 1/2, 1/4, ... that is low enough, with its q; None if none is."""
    ceiling = max(recent)
    step = 1.0
    for _ in range(HALVINGS):
        value = q + step * slope + 0.5 * step * step * square
        if value <= ceiling + DESCENT * step * slope:
            return step, value
        step *= 0.5
    return None


class _Run:
    """The iterate and what belongs to it."""

    def __init__(self, problem, x0, tol):
        self.problem, self.tol, n = problem, tol, problem.y.size
        self.given = None if x0 is None else problem.project(start(x0, n))
        self.x = inner(problem) if self.given is None else self.given
        self.work, self.step, self.curvature, self.s = 0, np.nan, np.nan, 0.0
        self.d = np.full(n, np.nan)
        self.refresh()

    def clipped(self, x):
        """x, strictly inside the box."""
        C = self.problem.C
        return np.clip(x, _OFF_ZERO * C, (1.0 - _OFF_C) * C)

    def refresh(self):
        """g = Qx - e and q from scratch."""
        self.g = self.problem.product(self.x) - 1.0
        self.q = objective(self.x, self.g)
        self.work += self.x.size

    def begin(self):
        """Enter the interior, at the centre or where the start is pushed; what the first step
        needs."""
        self.x = inner(self.problem, self.given)
        self.refresh()
        self.s = best_multiplier(self.problem, self.g)
        self.curvature = self.first = np.abs(self.g).max() / self.problem.C or 1.0
        self.recent, self.age = deque([self.q], MEMORY), 0

    def renew(self):
        """x on the plane again, and g and q without what their sums have drifted, from which the
        earlier values may be far; True."""
        self.x = self.clipped(self.problem.project(self.x))
        self.refresh()
        self.recent = deque([self.q], MEMORY)
        return True

    def advance(self):
        """One step; False where the numbers end."""
        p = self.problem
        d, self.s = direction(self.x, self.g, p.y, p.C, self.curvature, self.s)
        size = np.abs(d).sum()
        if size > 0.0:  # the rest of y'd from each entry in proportion to its size
            d = d - (p.y @ d / size) * p.y * np.abs(d)
        self.d = d
        slope, Qd = self.g @ d, p.product(d)
        square, self.work = d @ Qd, self.work + d.size
        found = _search(self.q, slope, square, self.recent) if slope < 0.0 else None
        if found is None:
            return False
        self.step, self.q = found
        self.x = self.clipped(self.x + self.step * d)
        self.g = self.g + self.step * Qd
        self.recent.append(self.q)
        self.age += 1
        if self.age >= CYCLE or self.step < 1.0:
            self.curvature, self.age = max(LEAST * self.first, square / (d @ d)), 0
        return True

    def state(self):
        """What `drive` certifies and records."""
        return {
            "x": self.problem.project(self.x),
            "work": self.work,
            "check": seems_done(self.problem, self.x, self.g, self.tol),
            "diverges": False,  # of a start at its bounds the next point is nearer to the centre
            "iterate": self.x,
            "s": self.s,
            "curvature": self.curvature,
            "step": self.step,
            "direction": self.d,
        }


def _states(problem, x0, tol):
    if not problem.low_rank:
        problem.gram()
    run = _Run(problem, x0, tol)
    if not has_interior(problem):
        yield run.state()
        return
    if x0 is not None:
        yield run.state()
    run.begin()
    yield run.state()
    count = 0
    while run.advance() or (run.renew() and run.advance()):
        count += 1
        if count % REFRESH == 0:
            run.renew()
        yield run.state()


@solver("affine_scaling", KernelSVM, Program, iterate="iterate")
@common_options
def solve_affine_scaling(
    problem: KernelSVM | Program, *, max_iter: int = 20_000, **common: Unpack[Common]
) -> Result:
    """Step along d_i = -g_i X_i / (curvature X_i + |g_i|), y'd = 0; X_i: the distance to the
    bound ahead.

    The full step stays strictly inside the box; it is halved until q falls below the largest of its
    last ten values. The curvature is that of Q along the last direction, renewed every fourth step.

    Parameters
    ----------
    problem : KernelSVM or Program
        A `Program` must have a point strictly inside its inequalities.
    x0 : array_like (n,) or Result
        Row 0 shows it as given, row 1 pushed off its bounds.
    seed : int
        No effect: nothing is random.

    Returns
    -------
    Result
        `x` (n,). iteration counts steps; work counts columns of Q, n per product, one product per
        step. Snapshots: iterate (T, n); s (T,), the multiplier of y'x = b in the direction;
        curvature and step (T,), direction (T, n) that led to the row, NaN at the start. Of a
        `Program`, where d = -(A'S^-2 A)^-1 (c + Qx) and S
        holds the slacks of all rows: iterate (T, n); y, slack (T, m); work counts factorisations.

    References
    ----------
    gonzalez-2011
    low-cost: compares its methods with this one
    dikin-1967
    """
    options = Options(max_iter=max_iter, **common)
    if isinstance(problem, Program):
        return options.drive(affine.program_states(problem, options), problem.certify)
    return options.drive(_states(problem, options.x0, options.tol), problem.certify)
