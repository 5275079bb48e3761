"""Block coordinate descent on group-penalised logistic regression (eqs. 21-22 of
002_8a6384496e3a9cf3.txt).

Over a group the loss has a quadratic model, with slope -X_g'(t q) and curvature
A = X_g' diag(q (1 - q)) X_g, q_n being the probability of the wrong class. The way to its minimum
with the penalty is halved until the objective has fallen enough (Armijo's rule).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from solvers.compiled import njit
from solvers.problems.sparse_linear import GroupLogistic
from solvers.prox import norm
from solvers.result import HALVINGS, State
from solvers.sparse.group_subproblem import MOST_NEWTON, block_minimum, block_picture, members
from solvers.sparse.line_search import FLOOR, accepted
from solvers.sparse.logistic_descent import evaluate
from solvers.vectors import copy


class Groups(NamedTuple):
    """What a step reads: the labels t (N,), lam, and of group g its columns
    order[starts[g]:starts[g + 1]], whose x_d are there in `rows` (D, N), and what is added to its
    curvature, floors[g]. And what it updates: fit, t q and q (1 - q) as the rows of `now` (3, N),
    those of a `trial`, and the loss (1,)."""

    rows: np.ndarray
    t: np.ndarray
    lam: float
    order: np.ndarray
    starts: np.ndarray
    floors: np.ndarray
    now: np.ndarray
    trial: np.ndarray
    loss: np.ndarray


class Axes(NamedTuple):
    """Of the model of a group, largest size P: its curvatures `a` and slopes `c` (P,) along its
    axes, and the `iterates` (32,) of Newton's method for the norm of its minimum."""

    a: np.ndarray
    c: np.ndarray
    iterates: np.ndarray


@njit(cache=True, nogil=True)
def _floors(rows, starts):
    """What is added to the curvature of each group (G,)."""
    floors = np.empty(starts.size - 1)
    for g in range(floors.size):
        own = rows[starts[g] : starts[g + 1]]
        floors[g] = FLOOR * np.sum(own * own)
    return floors


@njit(cache=True, nogil=True)
def step(groups: Groups, g: int, w: np.ndarray, axes: Axes) -> tuple[int, float, int, float]:
    """Move the weights of group g towards the minimum of its model, whose axes are stored.

    Return the number of Newton's iterates, the accepted share alpha of the way (0: none), the
    trials, and alpha^2 times the curvature along the way."""
    first, last = groups.starts[g], groups.starts[g + 1]
    columns, rows = groups.order[first:last], groups.rows[first:last]
    old, new = w[columns], np.zeros(columns.size)
    a, c, u = axes.a[: columns.size], axes.c[: columns.size], np.empty(columns.size)
    A = (rows * groups.now[2]) @ rows.T
    for i in range(columns.size):
        A[i, i] += groups.floors[g]
    a[:], c[:] = 0.0, 0.0
    if not np.isfinite(A).all():  # sizes at which the model is no number; the group stays
        return 0, 0.0, 0, 0.0
    values, Q = np.linalg.eigh(A)
    copy(np.maximum(values, 0.0), a)
    copy(Q.T @ (-(rows @ groups.now[1]) - A @ old), c)
    count = max(block_minimum(a, c, groups.lam, 0.0, u, axes.iterates), 0)
    if count > 0:
        u = Q @ u
        for i in range(columns.size):
            new[i] = u[i] if rows[i].any() else 0.0
    way = new - old
    curvature = way @ (A @ way)
    alpha, trials = _search(groups, old, way, way @ rows, 2.0 * curvature)
    for i in range(columns.size):
        w[columns[i]] = new[i] if alpha == 1.0 else old[i] + alpha * way[i]
    return count, alpha, trials, alpha * alpha * curvature


@njit(cache=True, nogil=True)
def _search(groups, old, way, ahead, curvature):
    """`solvers.sparse.line_search.search` of a group's way, which leads the fit `ahead`; `groups`
    hold what belongs to the accepted point."""
    now, trial, lam, paid = groups.now, groups.trial, groups.lam, groups.lam * norm(old)
    slope = lam * norm(old + way) - paid - now[1] @ ahead
    slope, alpha = min(slope, -0.5 * curvature), 1.0
    if not slope < 0.0:
        return 0.0, 0
    for trials in range(1, HALVINGS + 1):
        copy(now[0] + alpha * ahead, trial[0])
        value = evaluate(groups.t, trial[0], trial[1], trial[2])
        change = value - groups.loss[0] + lam * norm(old + alpha * way) - paid
        if accepted(change, alpha, slope, groups.loss[0]):
            groups.loss[0] = value
            for k in range(3):
                copy(trial[k], now[k])
            return alpha, trials
        alpha *= 0.5
    return 0.0, HALVINGS


@njit(cache=True, nogil=True)
def sweep(
    groups: Groups, order: np.ndarray, w: np.ndarray, axes: Axes
) -> tuple[int, float, int, float]:
    """One pass over the groups `order`; return how many moved, the largest alpha^2 times the
    curvature along the way, the trials, and the least alpha accepted."""
    changed, largest, trials, least = 0, 0.0, 0, 1.0
    for g in order:
        _, alpha, tried, change = step(groups, g, w, axes)
        trials += tried
        if alpha > 0.0:
            changed += 1
            largest, least = max(largest, change), min(least, alpha)
    return changed, largest, trials, least


class LogisticGroups:
    """The weights w (D,) of a `GroupLogistic`, and their residual theta: see `working_sets`."""

    def __init__(self, problem: GroupLogistic, w: np.ndarray):
        self.problem, self.w = problem, w
        self.swept = {"changed": 0, "trials": 0, "alpha": 1.0}

    @cached_property
    def members(self) -> list[np.ndarray]:
        """The columns of each group."""
        return members(self.problem.groups)

    @cached_property
    def most(self) -> int:
        """The size of the largest group."""
        return max(map(len, self.members), default=0)

    @cached_property
    def groups(self) -> Groups:
        """What steps read and update, made for the first of them: the engine makes none."""
        problem, N = self.problem, self.problem.t.size
        order = np.concatenate([*self.members, np.empty(0, dtype=np.intp)])
        starts = np.concatenate([[0], np.cumsum([len(c) for c in self.members], dtype=np.intp)])
        rows, retained = problem.X.T[order], (np.empty((3, N)), np.empty((3, N)), np.empty(1))
        floors = _floors(rows, starts)
        return Groups(rows, problem.t, problem.lam, order, starts, floors, *retained)

    @cached_property
    def axes(self) -> Axes:
        """The model of the group that was moved last."""
        return Axes(np.zeros(self.most), np.zeros(self.most), np.empty(MOST_NEWTON))

    @property
    def theta(self) -> np.ndarray:
        """The residual."""
        return self.groups.now[1]

    def refresh(self) -> None:
        """Fit, residual and loss from the data."""
        now = self.groups.now
        now[0] = self.problem.fit(self.w)
        self.groups.loss[0] = evaluate(self.groups.t, now[0], now[1], now[2])

    def sweep(self, order: np.ndarray) -> tuple[float, State]:
        """One pass over the groups `order`."""
        changed, largest, trials, alpha = sweep(self.groups, order, self.w, self.axes)
        return largest, {"changed": changed, "trials": trials, "alpha": alpha}

    def update(self, g: int) -> tuple[bool, State]:
        """Move group g towards the minimum of its model."""
        columns, axes = self.members[g], self.axes
        old = np.linalg.norm(self.w[columns])
        count, alpha, trials, _ = step(self.groups, g, self.w, axes)
        new, size = np.linalg.norm(self.w[columns]), columns.size
        visit = g, old, new, axes.iterates[:count], axes.a[:size], axes.c[:size]
        return alpha > 0.0, self.mark(*visit) | {"alpha": alpha, "trials": trials}

    def mark(self, *visit: Any) -> State:
        """What a picture of the group's problem needs; a group -1 at the start."""
        return {**block_picture(self.most, *visit), "alpha": 1.0, "trials": 0}
