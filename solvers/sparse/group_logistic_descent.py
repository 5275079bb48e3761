"""Block coordinate descent on group-penalised logistic regression (eqs. 21-22 of
002_8a6384496e3a9cf3.txt).

Over a group the loss has a quadratic model, with slope -X_g'(t q) and curvature
A = X_g' diag(q (1 - q)) X_g, q_n being the probability of the wrong class. The way to its minimum
with the penalty is halved until the objective has fallen enough (Armijo's rule).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.prox import norm
from solvers.sparse.group_subproblem import MOST_NEWTON, block_minimum, block_picture, members
from solvers.sparse.line_search import FLOOR, search


class Step(NamedTuple):
    """What a step did: Newton's `iterates` for the norm of the minimum, the curvatures `a` and the
    slopes `c` of the model along its axes, the accepted share alpha of the way (0: none), the
    trials, and alpha^2 times the curvature along the way."""

    iterates: np.ndarray
    a: np.ndarray
    c: np.ndarray
    alpha: float
    trials: int
    change: float


def step(problem, columns, w, fit):
    """Move the weights of a group towards the minimum of its model, and keep fit = X w."""
    rows, r = problem.X.T[columns], problem.residual(fit)
    A = (rows * problem.curvature(r)) @ rows.T
    A += FLOOR * np.eye(columns.size) * np.einsum("pn,pn->", rows, rows)
    try:
        a, Q = np.linalg.eigh(A)
    except np.linalg.LinAlgError:  # sizes at which the model is no number; the group stays
        return Step(np.empty(0), np.zeros(columns.size), np.zeros(columns.size), 0.0, 0, 0.0)
    old = w[columns]
    a, c = np.maximum(a, 0.0), Q.T @ (-(rows @ r) - A @ old)
    u, iterates, new = np.empty(columns.size), np.empty(MOST_NEWTON), np.zeros(columns.size)
    count = max(block_minimum(a, c, problem.lam, 0.0, u, iterates), 0)
    if count:
        new = np.where(rows.any(axis=1), Q @ u, 0.0)
    way = new - old
    ahead, curvature = way @ rows, way @ A @ way
    alpha, trials = search(
        problem.loss, lambda share: problem.lam * norm(old + share * way),
        fit, ahead, -(r @ ahead), 2.0 * curvature,
    )  # fmt: skip
    w[columns] = new if alpha == 1.0 else old + alpha * way
    fit += alpha * ahead
    return Step(iterates[:count], a, c, alpha, trials, alpha * alpha * curvature)


class LogisticGroups:
    """The weights w (D,) of a `GroupLogistic`, and their residual theta: see `working_sets`."""

    def __init__(self, problem, w):
        self.problem, self.w, self.members = problem, w, members(problem.groups)
        self.swept = {"changed": 0, "trials": 0, "alpha": 1.0}

    @property
    def theta(self):
        """The residual at w."""
        return self.problem.residual(self.fit)

    def refresh(self):
        """The fit from the data."""
        self.fit = self.problem.fit(self.w)

    def sweep(self, order):
        """One pass over the groups `order`."""
        steps = [step(self.problem, self.members[g], self.w, self.fit) for g in order]
        moved = [one for one in steps if one.alpha > 0.0]
        shown = {"changed": len(moved), "trials": sum(one.trials for one in steps)}
        shown["alpha"] = min((one.alpha for one in moved), default=1.0)
        return max((one.change for one in moved), default=0.0), shown

    def update(self, g):
        """Move group g towards the minimum of its model."""
        old = np.linalg.norm(self.w[self.members[g]])
        one = step(self.problem, self.members[g], self.w, self.fit)
        visit = g, old, np.linalg.norm(self.w[self.members[g]]), one.iterates, one.a, one.c
        return one.alpha > 0.0, self.mark(*visit) | {"alpha": one.alpha, "trials": one.trials}

    def mark(self, *visit):
        """What a picture of the group's problem needs; a group -1 at the start."""
        most = max(map(len, self.members), default=0)
        return {**block_picture(most, *visit), "alpha": 1.0, "trials": 0}
