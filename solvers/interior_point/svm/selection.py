"""Which variables Algorithm 6 of 001_f12148ddf98c114b.txt keeps: those whose Theta^-1 is large,
the free support vectors as it goes to infinity there and to 0 elsewhere."""

from __future__ import annotations

import numpy as np

from solvers.problems import knapsack

#: A variable that keeps this share of its value in a step is not on its way to 0.
_STAYING = 0.9


def inverse_theta(p):
    """Theta^-1 = x w / (x u + w t) (n,), (4.58)."""
    with np.errstate(divide="ignore", invalid="ignore"):  # on a bound, with a multiplier of 0
        return p.x * p.w / (p.x * p.u + p.w * p.t)


def select(y, inverse, ratio, mu, theta, beta):
    """The variables kept (n,): from each class those with Theta^-1 >= theta sqrt(mu), and at least
    half of min(mu^(1/beta) n, those whose `ratio` to the last iterate exceeds 0.9)."""
    staying = np.count_nonzero(ratio > _STAYING)
    half = np.ceil(min(np.ceil(mu ** (1.0 / beta) * y.size), staying) / 2.0)
    chosen = np.zeros(y.size, dtype=bool)
    for sign in (1.0, -1.0):
        members = np.flatnonzero(y == sign)
        large = np.count_nonzero(inverse[members] >= theta * np.sqrt(mu))
        size = int(max(large, min(half, members.size)))
        chosen[members[np.argsort(-inverse[members], kind="stable")[:size]]] = True
    return chosen


def with_interior(problem, chosen, x, inverse):
    """`chosen`, enlarged until y_I'x_I = b - y_F'x_F has a solution strictly inside the box.

    x (n,): where each variable is fixed, 0 or C. Of those that help, the largest Theta^-1 first.
    """
    chosen, y, C = chosen.copy(), problem.y, problem.C
    order = np.argsort(-inverse, kind="stable")
    # Freed, such a variable raises the largest y'x; the others lower the smallest.
    raises = np.where(y > 0.0, x == 0.0, x == C)
    while True:
        share = 0.5
        if chosen.any():
            share = knapsack.centre_share(y[chosen], C, problem.b - y[~chosen] @ x[~chosen])
            if 0.0 < share < 1.0:
                return chosen
        helps = ~chosen & (raises if share >= 0.5 else ~raises)
        if not helps.any():
            return np.ones_like(chosen)
        chosen[order[helps[order]][0]] = True
